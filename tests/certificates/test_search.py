"""The counterexample search: each point, the rankings, executors, the journal, the verb, and what was found for real."""

import itertools
import json
import multiprocessing
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certificates.claims import natural_filter_violated
from certificates.search import parse_search, read_search, run, write_certificates
from certificates.search.journal import FILE, Journal
from certificates.search.point import Outcome, evaluate_point
from certificates.search.ranking import best_by, keys
from certificates.search.suggested import worst_suggested
from certificates.search.values import bits
from certificates.search.workers import Here
from exact import number, pld
from exact.errors import NotReadable, OutOfRange, TooLarge
from exact.filters import natural_filter
from tests.certificates.search_grid import GRID, changed
from tests.conftest import ROOT, command_line_environment
from tests.oracles.loader import DATA

RUN_MODULE = sys.modules["certificates.search.run"]
POINTS, VIOLATED, FREE, REFUSED = 161, 14, 133, 14
ONE_PARAMETER = """
queries = ["rr(log(t))", "approx(0, t*(t - 1)/(t + 1)**2)"]
budget = "approx(log(t), t*(t - 1)/(t + 1)**2)"
rounds = 2
[parameters]
t = %s
"""


def results(found):
    """All that a search found, as texts."""
    counts = found.violated, found.free, found.refused, found.beyond_limits
    return repr((counts, found.reasons, found.by_gap, found.by_relative_gap, found.by_simplicity))


@pytest.fixture(scope="module")
def small():
    """The small grid, run in this process."""
    return run(parse_search(GRID), jobs=1)


# --- points


def test_every_point_is_decided_or_has_a_reason(small, tmp_path):
    """As the natural filter says by itself; d = 21/20 and 11/10 are refused and counted."""
    search = parse_search(GRID)
    run(search, jobs=1, folder=tmp_path)
    rows = sqlite3.connect(tmp_path / FILE).execute("SELECT * FROM points ORDER BY number").fetchall()
    assert [row[0] for row in rows] == list(range(search.size))
    seen = {"violated": 0, "free": 0, "refused": 0}
    for outcome in itertools.starmap(Outcome, rows):
        seen[outcome.verdict] += 1
        values = search.values_at(outcome.number)
        if Fraction(values["d"]) > 1:
            assert outcome.verdict == "refused"
            assert outcome.reason.startswith(f"queries[1] = approx(0, {values['d']}): ")
            continue
        t, d = number(values["t"]), number(values["d"])
        found = natural_filter([pld(f"rr(log({t}))"), pld(f"approx(0, {d})")], pld(f"approx(log({t}), {d})"), 2)
        assert outcome.reason is None
        assert outcome.verdict == found.verdict
        if found.x is None:
            assert outcome.gap is None
            continue
        texts = outcome.x, outcome.cost, outcome.budget_value, outcome.gap
        assert tuple(map(number, texts)) == (found.x, found.cost, found.budget, found.gap)
        if found.budget:
            assert number(outcome.relative_gap) == found.gap / found.budget
        assert outcome.gap_decimal == found.gap.decimal(30)
    assert seen == {"violated": VIOLATED, "free": FREE, "refused": REFUSED}
    assert (small.violated, small.free, small.refused, small.beyond_limits) == (VIOLATED, FREE, REFUSED, 0)
    assert [(r.verdict, r.points, r.first) for r in small.reasons] == [("refused", 7, 21), ("refused", 7, 22)]


def test_the_closed_form_of_the_one_parameter_family():
    """The gap is t (t - 1) / (1 + t)^3 at x = t (oracle 1a-3), here at rational and irrational t."""
    search = parse_search(ONE_PARAMETER.encode() % b'["5/4", "2", "3", "7/2", "sqrt(7)", "exp(1)", "2 + sqrt(3)"]')
    found = run(search, jobs=1)
    assert found.violated == search.size == len(found.by_gap)
    for finding in found.by_gap:
        t = number(finding.parameters["t"])
        assert finding.x == t
        assert finding.gap == t * (t - 1) / (1 + t) ** 3
        assert finding.budget_value == t * (t - 1) / (1 + t) ** 2
        assert finding.relative_gap == 1 / (1 + t)
    assert [f.parameters["t"] for f in found.by_gap] == ["sqrt(3) + 2", "7/2", "3", "exp(1)", "sqrt(7)", "2", "5/4"]
    assert found.by_gap[0].gap == number("sqrt(3)/18")


def test_limits_are_recorded():
    """What is beyond a limit is not refused, and does not stop the rest."""
    queries = '["n*rr(log(t)) + approx(0, d) + geometric(1, 1)"]'
    search = parse_search(changed(queries=queries, t='["2"]', d='["0"]') + b'n = ["1", "1/2", "100000000"]\n')
    found = run(search, jobs=1)
    assert (found.free, found.refused, found.beyond_limits) == (1, 1, 1)
    assert [(r.verdict, r.first) for r in found.reasons] == [("refused", 1), ("limit", 2)]
    assert re.match(r"queries\[0\] = 100000000\*rr", found.reasons[1].text)


def test_long_numbers_are_beyond_a_limit(monkeypatch):
    monkeypatch.setattr("certificates.search.point.TEXT_LIMIT", 10)
    task = parse_search(changed(t='["3"]', d='["2/5"]')).task(0)
    assert evaluate_point(task).verdict == "violated"
    outcome = evaluate_point((0, ("rr(log(10/3))", "approx(0, 3/8)"), "approx(log(10/3), 3/7)", 2))
    assert outcome.verdict == "limit"
    assert "more than 10 characters" in outcome.reason


@pytest.mark.parametrize("rounds", [2, 3])
def test_suggested_budgets(rounds):
    """The budget reads back, is that of some L, A, B, and is violated by no less than any other of them."""
    search = parse_search(changed(budget='"sup"', rounds=str(rounds), t='["3/2", "3"]', d='["1/10", "1/4", "sqrt(2)/3", "9/10"]'))
    found = run(search, jobs=1)
    assert found.violated >= 2
    for finding in found.by_gap:
        queries = [pld(text) for text in finding.queries]
        result = natural_filter(queries, pld(finding.budget), rounds)
        assert (result.verdict, result.gap, result.x) == ("violated", finding.gap, finding.x)
        a, b = queries
        for first, second in [(a + a, a + b), (b + a, b + b)]:
            other = natural_filter(queries, first | second, rounds)
            assert other.verdict == "free" or other.gap <= finding.gap


def test_too_many_suggested_budgets():
    """Counted before any composition is compared: five queries and four rounds have 56 compositions, 1540 pairs, 7700 triples."""
    texts = [f"rr(1/{n})" for n in range(1, 6)]
    with pytest.raises(TooLarge, match="more than 1000 budgets are suggested; fewer rounds or queries may do"):
        worst_suggested(texts, [pld(text) for text in texts], 4)
    with pytest.raises(TooLarge, match="rounds must be an integer"):
        worst_suggested(texts, [pld(text) for text in texts], "all")
    assert worst_suggested(texts[:1], [pld(texts[0])], 3)[0] is None


def test_suggested_budgets_of_expressions_with_sup_and_inf():
    queries = '["rr(log(t)) | rr(0)", "approx(0, d) & approx(1, d)"]'
    found = run(parse_search(changed(budget='"sup"', queries=queries, t='["2"]', d='["1/4"]')), jobs=1)
    assert [f.budget for f in found.by_gap] == [
        "(rr(log(2)) | rr(0)) + (rr(log(2)) | rr(0)) | (rr(log(2)) | rr(0)) + (approx(0, 1/4) & approx(1, 1/4))"
    ]


# --- what it must find


def oracle(name):
    """An oracle by its id: a value of the file that no search has seen."""
    for file in DATA.glob("*.json"):
        for entry in json.loads(file.read_text(encoding="utf-8")):
            if entry["id"] == name:
                return entry
    pytest.fail(f"there is no oracle {name}")


def test_finds_an_instance_as_simple_as_the_oracle(small):
    """1a-1 is ln 2, 1/4 with gap 1/18; the grid knows neither."""
    assert small.by_simplicity[0].simplicity <= bits("2") + bits("1/4")
    (again,) = [f for f in small.by_simplicity if f.parameters == {"t": "2", "d": "1/4"}]
    assert (str(again.gap), str(again.cost), str(again.budget_value), str(again.x)) == ("1/18", "11/36", "1/4", "2")


@pytest.mark.parametrize("values", ['{from = "1", to = "6", step = "1/4"}', "{rationals = 3, from = '2', to = '5'}", '["2 + sqrt(3)"]'])
def test_finds_the_largest_gap_of_the_one_parameter_family(values):
    """Within 1% of sqrt(3)/18, and never above it."""
    best = run(parse_search((ONE_PARAMETER % values).encode()), jobs=1).by_gap[0]
    largest = number("sqrt(3)/18")
    assert largest * number("0.99") <= best.gap <= largest


# --- rankings


def outcome(i, gap, relative=None):
    """A violated point with this gap."""
    relative = gap if relative is None else relative
    decimals = [text if text == "inf" else number(text).decimal(30) for text in (gap, relative)]
    return Outcome(i, "violated", None, "rr(1)", "1", "1", "1", gap, relative, *decimals)


def test_ranking_is_exact():
    """Where thirty digits agree the numbers decide, and equal numbers written in two ways are equal."""
    near, nearer = "1/3", f"1/3 + 1/10**{40}"
    rows = [
        outcome(0, near),
        outcome(1, nearer),
        outcome(2, "(exp(1) - 1)/(exp(1/2) - 1)"),
        outcome(3, "exp(1/2) + 1"),
        outcome(4, "1/1000", "inf"),
        outcome(5, "1/500", "inf"),
    ]
    assert rows[0].gap_decimal == rows[1].gap_decimal
    simplicity = [9, 9, 7, 8, 3, 3].__getitem__
    wanted = {"gap": [2, 3, 1, 0, 5, 4], "relative_gap": [5, 4, 2, 3, 1, 0], "simplicity": [5, 4, 2, 3, 1, 0]}
    shuffler = random.Random(1)
    for _ in range(50):
        shuffler.shuffle(rows)
        for name, key in keys(simplicity).items():
            for count in (1, 3, 6, 9):
                assert [o.number for o in best_by(key, rows, count)] == wanted[name][:count]


def test_rankings_hold_the_right_points(small):
    """By brute force over all violated points."""
    assert len(small.by_gap) == len(small.by_relative_gap) == len(small.by_simplicity) == 10
    everything = run(parse_search(GRID), jobs=1, best=100)
    assert len(everything.best) == everything.violated == VIOLATED
    points = everything.best
    assert list(everything.by_gap) == sorted(points, key=lambda f: (-f.gap, f.simplicity, f.number))
    assert list(everything.by_relative_gap) == sorted(points, key=lambda f: (-f.relative_gap, -f.gap, f.simplicity, f.number))
    assert list(everything.by_simplicity) == sorted(points, key=lambda f: (f.simplicity, -f.gap, f.number))
    assert everything.by_gap[:10] == small.by_gap


# --- executors


class LastFirst(Executor):
    """Does what was handed in last first, in a thread."""

    def __init__(self):
        self.stack = []
        self.filled = threading.Semaphore(0)
        self.log = []
        threading.Thread(target=self.work, daemon=True).start()

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.stack.append((future, fn, args, kwargs))
        self.filled.release()
        return future

    def work(self):
        while True:
            self.filled.acquire()
            future, fn, args, kwargs = self.stack.pop()
            if future.set_running_or_notify_cancel():
                self.log.append(args[0][0][0])
                future.set_result(fn(*args, **kwargs))


class Counting(Here):
    """Does the work here and keeps the numbers of the points."""

    def __init__(self):
        self.numbers = []

    def submit(self, fn, /, *args, **kwargs):
        future = super().submit(fn, *args, **kwargs)
        self.numbers += [outcome.number for outcome in future.result()]
        return future


def test_the_order_of_the_work_does_not_matter(small, monkeypatch):
    monkeypatch.setattr(RUN_MODULE, "BATCH", 7)
    executor = LastFirst()
    assert results(run(parse_search(GRID), executor=executor)) == results(small)
    assert executor.log != sorted(executor.log)


def test_batches_of_one_point(small, monkeypatch):
    """A batch whose time is over gives the rest of its points back."""
    monkeypatch.setattr(RUN_MODULE, "SECONDS", -1)
    executor = Counting()
    seen = []
    found = run(parse_search(GRID), executor=executor, progress=lambda *numbers: seen.append(numbers))
    assert results(found) == results(small)
    assert sorted(executor.numbers) == list(range(POINTS))
    assert [done for done, _, _ in seen] == list(range(POINTS + 1))
    assert seen[-1] == (POINTS, POINTS, VIOLATED)


def test_processes(small, monkeypatch):
    monkeypatch.setattr(RUN_MODULE, "BATCH", 10)
    assert results(run(parse_search(GRID), jobs=2)) == results(small)
    assert not multiprocessing.active_children()


def test_a_process_that_dies_is_a_limit():
    class Broken(Here):
        def submit(self, *_, **__):
            future = Future()
            future.set_exception(BrokenProcessPool("gone"))
            return future

    with pytest.raises(TooLarge, match="a process of the search ended before its time"):
        run(parse_search(GRID), executor=Broken())


@pytest.mark.parametrize(("options", "message"), [({"jobs": 0}, "jobs must be from 1 to 1024, not 0"), ({"best": 0}, "not 0")])
def test_options_out_of_range(options, message):
    with pytest.raises(OutOfRange, match=message):
        run(parse_search(GRID), **options)


def test_a_dask_cluster(small, monkeypatch):
    """Two local workers, in processes of their own."""
    distributed = pytest.importorskip("distributed", reason="the extra distributed is not installed")
    monkeypatch.setattr(RUN_MODULE, "BATCH", 20)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert len(client.scheduler_info()["workers"]) == 2
        assert results(run(parse_search(GRID), executor=client.get_executor())) == results(small)


# --- the journal


def test_resuming_does_only_what_is_missing(small, tmp_path):
    search = parse_search(GRID)
    with Journal(search, tmp_path / FILE) as journal:
        journal.record([evaluate_point(search.task(i)) for i in range(0, search.size, 3)])
    executor = Counting()
    found = run(search, executor=executor, folder=tmp_path, resume=True)
    assert results(found) == results(small)
    assert executor.numbers == [i for i in range(search.size) if i % 3]
    again = Counting()
    assert results(run(search, executor=again, folder=tmp_path, resume=True)) == results(small)
    assert again.numbers == []


KILLED = """
import multiprocessing, os, signal, sys
from pathlib import Path
from certificates.search import read_search, run
module = sys.modules["certificates.search.run"]
module.BATCH = 10
def stop(done, total, violated):
    if done >= 40:
        print(done, len(multiprocessing.active_children()), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
if __name__ == "__main__":
    run(read_search(Path("search.toml")), jobs=2, folder=Path("kept"), progress=stop)
"""


def test_a_killed_run_is_resumed(small, tmp_path):
    """SIGKILL in the middle: the same findings, no finished point again, and no process left that would hold the output open."""
    (tmp_path / "search.toml").write_bytes(GRID)
    (tmp_path / "kept").mkdir()
    (tmp_path / "killed.py").write_text(KILLED, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "killed.py"], cwd=tmp_path, env=command_line_environment(), timeout=120, check=False, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    finished, workers = map(int, done.stdout.split())
    assert workers == 2
    executor = Counting()
    found = run(read_search(tmp_path / "search.toml"), executor=executor, folder=tmp_path / "kept", resume=True)
    assert results(found) == results(small)
    assert 40 <= finished < POINTS
    assert len(set(executor.numbers)) == len(executor.numbers) == POINTS - finished


def test_journals_that_do_not_fit(tmp_path):
    search = parse_search(GRID)
    run(search, jobs=1, folder=tmp_path)
    with pytest.raises(OutOfRange, match="is the journal of an earlier search: --resume goes on with it"):
        run(search, jobs=1, folder=tmp_path)
    with pytest.raises(OutOfRange, match="is the journal of another search"):
        run(parse_search(changed(rounds="3")), jobs=1, folder=tmp_path, resume=True)
    for data in (b"not a database at all, whatever it is" * 100, b"\0" * 5000):
        (tmp_path / FILE).write_bytes(data)
        with pytest.raises(NotReadable, match="is not the journal of a search"):
            run(search, jobs=1, folder=tmp_path, resume=True)
    (tmp_path / FILE).unlink()
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("CREATE TABLE points (number INTEGER)")
    other.close()
    with pytest.raises(NotReadable, match="is not the journal of a search"):
        run(search, jobs=1, folder=tmp_path, resume=True)
    with pytest.raises(OSError, match="the journal cannot be opened"):
        run(search, jobs=1, folder=tmp_path / "none")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("UPDATE points SET number = 161 WHERE number = 3", "there is no point 161"),
        ("UPDATE points SET gap = 'rr(1)' WHERE verdict = 'violated'", "has values that are no exact numbers"),
        ("UPDATE points SET x = NULL WHERE verdict = 'violated'", "has values that are no exact numbers"),
    ],
)
def test_damaged_journals(tmp_path, change, message):
    search = parse_search(GRID)
    run(search, jobs=1, folder=tmp_path)
    edit(tmp_path, change)
    with pytest.raises(NotReadable, match=message):
        run(search, jobs=1, folder=tmp_path, resume=True)


def edit(folder, change):
    """Change a journal behind our back."""
    database = sqlite3.connect(folder / FILE)
    database.execute(change)
    database.commit()
    database.close()


def test_what_a_journal_says_is_worked_out_again(tmp_path):
    """A forged gap gets no certificate."""
    search = parse_search(GRID)
    run(search, jobs=1, folder=tmp_path)
    edit(tmp_path, "UPDATE points SET gap = '1/2', gap_decimal = '0.5' WHERE number = (SELECT MIN(number) FROM points WHERE verdict = 'violated')")
    found = run(search, jobs=1, folder=tmp_path, resume=True)
    assert found.by_gap[0].gap == number("1/2")
    with pytest.raises(NotReadable, match=r"the filter at point \d+ is not as it says"):
        write_certificates(found, tmp_path)


# --- certificates


QUESTIONS = [
    (2, "approx(log(t), d)"),
    (2, "sup"),
    (3, "approx(log(t), d) + approx(0, d/2)"),
    (3, "rr(log(t)) | approx(0, d)"),
    ("all", "approx(log(t), d)"),
]


@settings(max_examples=15)
@given(
    st.lists(st.fractions(1, 5, max_denominator=4), min_size=1, max_size=2, unique=True),
    st.lists(st.fractions(0, 1, max_denominator=10), min_size=1, max_size=3, unique=True),
    st.sampled_from(QUESTIONS),
)
def test_the_certificate_of_every_finding_verifies(checker, tmp_path_factory, ts, ds, question):
    folder = tmp_path_factory.mktemp("search")
    rounds, budget = question
    lines = {"t": json.dumps([*map(str, ts)]), "d": json.dumps([*map(str, ds)]), "rounds": json.dumps(rounds), "budget": f'"{budget}"'}
    found = run(parse_search(changed(**lines)), jobs=1, folder=folder)
    written = write_certificates(found, folder)
    assert len(found.best) == len(written) == found.violated
    for file in written.values():
        if isinstance(file, str):  # many rounds under a large budget: more nodes than the format has
            assert rounds == "all"
            assert file.startswith("a certificate states strategies of at most")
        else:
            checker.verify(file.read_bytes())


# --- the verb


@pytest.fixture(name="call")
def call_beside_the_grid(call, tmp_path):
    """As `call`, with the small grid in the folder."""
    (tmp_path / "search.toml").write_bytes(GRID)
    return call


def test_json(call, small, tmp_path):
    """One object a finding, the best by gap first; what was refused is said on standard error."""
    status, out, err = call("search", "search.toml", "--json", "--jobs", "1")
    assert status == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["point"] for row in rows] == [finding.number for finding in small.best]
    first = next(row for row in rows if row["parameters"] == {"t": "4", "d": "1/2"})
    assert {key: first[key] for key in ("queries", "budget", "x", "gap", "cost", "certificate", "parameters", "simplicity", "rounds")} == {
        "queries": ["rr(log(4))", "approx(0, 1/2)"],
        "budget": "approx(log(4), 1/2)",
        "x": "4",
        "gap": "2/25",
        "cost": "29/50",
        "certificate": None,
        "parameters": {"t": "4", "d": "1/2"},
        "simplicity": 7,
        "rounds": 2,
    }
    for row, finding in zip(rows, small.best, strict=True):
        assert [number(row[key]) for key in ("x", "gap", "cost", "budget_value", "relative_gap")] == [
            finding.x,
            finding.gap,
            finding.cost,
            finding.budget_value,
            finding.relative_gap,
        ]
        assert row["gap_decimal"] == finding.gap.decimal(30)
        assert [i for i in row["ranks"].values() if i]
    assert rows[0]["ranks"]["gap"] == 1
    counts = f"exactpld: {POINTS} points: {VIOLATED} violated, {FREE} free, {REFUSED} refused, 0 beyond a limit"
    assert err.startswith(f"{counts}; first at t = 3/2, d = 21/20: queries[1] = approx(0, 21/20): ")
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["search.toml"]


def test_text_and_certificates(call, checker, small, tmp_path):
    status, out, err = call("search", "search.toml", "-o", "found", "--best", "2", "--jobs", "1")
    assert (status, err) == (0, "")
    question = ["a small grid", "Queries: rr(log(t)); approx(0, d)", "Budget:  approx(log(t), d), at most 2 rounds"]
    assert out.splitlines()[:3] == question
    assert {"Largest gap:", "Simplest (fewest bits):"} <= set(out.splitlines())
    assert f"Points:  {POINTS}: {VIOLATED} violated, {FREE} free, {REFUSED} refused, 0 beyond a limit" in out
    assert "7 refused, first at t = 3/2, d = 21/20: queries[1] = approx(0, 21/20)" in out
    files = sorted((tmp_path / "found").glob("*.json"))
    wanted = {f.number: f for row in (small.by_gap, small.by_relative_gap, small.by_simplicity) for f in row[:2]}
    assert [int(file.stem.removeprefix("finding-")) for file in files] == sorted(wanted)
    assert f"{len(files)} certificates (natural-filter-violated) written to found" in out
    for file in files:
        checker.verify(file.read_bytes())
    status, out, err = call("search", "search.toml", "-o", "found")
    assert (status, out) == (2, "")
    assert "--resume goes on with it" in err
    status, out, err = call("search", "search.toml", "-o", "found", "--resume", "--json", "--best", "1")
    assert status == 0
    assert all((tmp_path / json.loads(line)["certificate"]).is_file() for line in out.splitlines())
    status, out, err = call("search", "search.toml", "-o", "found", "--resume", "--best", "2")
    assert out.endswith(f"{len(files)} certificates (natural-filter-violated) written to found ({len(files)} replaced)\n")


def test_a_finding_does_not_replace_the_file_of_somebody_else(call, tmp_path):
    (tmp_path / "found").mkdir()
    (tmp_path / "search.toml").write_bytes(changed(t='["2"]', d='["1/4"]'))
    (tmp_path / "found" / "finding-0.json").write_text("notes")
    status, out, _ = call("search", "search.toml", "-o", "found")
    assert status == 0
    assert "no certificate of point 0: found/finding-0.json is there, is neither a certificate nor a saved PLD, and is not replaced" in out
    assert (tmp_path / "found" / "finding-0.json").read_text() == "notes"


def test_a_certificate_beyond_the_limits_is_missed_with_its_reason(call, monkeypatch):
    def too_large(*_):
        raise TooLarge("the file would be too large")

    monkeypatch.setattr("certificates.search.written.natural_filter_violated", too_large)
    status, out, _ = call("search", "search.toml", "-o", "found", "--json", "--best", "1", "--jobs", "1")
    assert status == 0
    row = json.loads(out.splitlines()[0])
    assert (row["certificate"], row["certificate_omitted"]) == (None, "the file would be too large")
    status, out, _ = call("search", "search.toml", "-o", "found", "--resume", "--best", "1")
    assert re.search(r"no certificate of point \d+: the file would be too large", out)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--resume"], 2, "--resume goes on with the journal in a folder"),
        (["--jobs", "0"], 2, "--jobs"),
        (["--best", "0"], 2, "--best"),
        (["-o", ""], 2, "-o needs the name of a folder"),
        (["-o", "search.toml"], 2, "exactpld: search.toml is a file where a folder is wanted\n"),
        (["-o", "search.toml/a/b"], 2, "cannot make search.toml/a/b: search.toml is a file where a folder is wanted"),
        (["-o", "/proc/x"], 2, "nothing is written below /proc"),
    ],
)
def test_wrong_options(call, words, status, message):
    got, out, err = call("search", "search.toml", *words)
    assert (got, out) == (status, "")
    assert message in err
    assert err.count("\n") == 1


def test_nothing_decided(call, tmp_path):
    (tmp_path / "refused.toml").write_bytes(changed(d='["2", "3"]'))
    status, out, err = call("search", "refused.toml")
    assert (status, out) == (2, "")
    assert "none of the 14 points could be decided; at t = 3/2, d = 2: queries[1] = approx(0, 2): " in err
    (tmp_path / "limit.toml").write_bytes(changed(queries='["d*rr(log(t)) + geometric(1, 1)"]', t='["2"]', d='["100000000"]'))
    status, out, err = call("search", "limit.toml")
    assert (status, out) == (3, "")
    assert "none of the 1 points could be decided" in err
    status, out, err = call("search", "none.toml")
    assert (status, out) == (2, "")
    assert "cannot read none.toml" in err


def test_no_counterexample(call, tmp_path):
    (tmp_path / "free.toml").write_bytes(changed(d='["0"]'))
    status, out, _ = call("search", "free.toml")
    assert status == 0
    assert "No counterexample" in out
    assert call("search", "free.toml", "--json") == (0, "", "exactpld: 7 points: 0 violated, 7 free, 0 refused, 0 beyond a limit\n")


INTERRUPTED = """
import contextlib, os, signal, sys
import certificates.search
from certificates.cli import main
from certificates.cli import search as verb
sys.modules["certificates.search.run"].BATCH = 10
@contextlib.contextmanager
def shown_progress(*_):
    def stop(done, total, violated):
        if done >= 40:
            os.killpg(0, signal.SIGNAL)
    yield stop, print
verb.shown_progress = shown_progress
if __name__ == "__main__":
    sys.exit(main(["search", "search.toml", *sys.argv[1:], "--jobs", "2"]))
"""


def interrupted(folder, name, *words):
    """Run the search in a process group of its own, to which the signal of this name is sent when 40 points are done."""
    (folder / "interrupted.py").write_text(INTERRUPTED.replace("SIGNAL", name), encoding="utf-8")
    return subprocess.run(
        [sys.executable, "interrupted.py", *words],
        cwd=folder,
        env=command_line_environment(),
        timeout=120,
        check=False,
        capture_output=True,
        encoding="utf-8",
        start_new_session=True,
    )


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_ends_cleanly(call, small, tmp_path, name, status):
    """As Ctrl-C on a terminal does it, or a cluster, to the whole group: one line, and a journal to go on with."""
    done = interrupted(tmp_path, name, "-o", "kept")
    journal = sqlite3.connect(tmp_path / "kept" / FILE)
    (points,) = journal.execute("SELECT COUNT(*) FROM points").fetchone()
    journal.close()
    told = f"exactpld: interrupted: {points} of {POINTS} points are in kept/journal.sqlite; --resume goes on\n"
    assert (done.returncode, done.stdout, done.stderr) == (status, "", told)
    assert points >= 40
    executor = Counting()
    found = run(read_search(tmp_path / "search.toml"), executor=executor, folder=tmp_path / "kept", resume=True)
    assert results(found) == results(small)
    assert len(executor.numbers) == POINTS - points


def test_an_interrupt_without_a_folder(call, tmp_path):
    done = interrupted(tmp_path, "SIGINT")
    told = "exactpld: interrupted: no point is kept without -o DIR, which --resume would go on with\n"
    assert (done.returncode, done.stdout, done.stderr) == (130, "", told)


def test_a_signal_that_somebody_else_asked_for_is_left_alone(call, small, tmp_path):
    """And what is asked for afterwards is what was before."""
    asked = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        assert call("search", "search.toml", "--json", "--jobs", "1")[0] == 0
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        assert call("search", "search.toml", "--json", "--jobs", "1")[0] == 0
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, asked)


# --- the findings of examples/

FINDINGS = ROOT / "examples" / "findings"
INDEX = [json.loads(line) for line in (FINDINGS / "findings.jsonl").read_text(encoding="utf-8").splitlines()] if FINDINGS.is_dir() else []


def test_there_are_findings():
    assert {row["certificate"] for row in INDEX} == {path.name for path in FINDINGS.glob("*.json")}
    assert 3 <= len(INDEX) <= 12


@pytest.mark.parametrize("row", INDEX, ids=[row["certificate"] for row in INDEX])
def test_findings_of_the_examples(checker, row):
    """The checker verifies each certificate, and it is about these queries, this budget and this gap."""
    data = (FINDINGS / row["certificate"]).read_bytes()
    checker.verify(data)
    queries, budget = [pld(text) for text in row["queries"]], pld(row["budget"])
    found = natural_filter(queries, budget, row["rounds"])
    assert (str(found.x), str(found.cost), str(found.gap)) == (row["x"], row["cost"], row["gap"])
    assert natural_filter_violated(queries, budget, found).claim_digest == json.loads(data)["claim_digest"]
    search = read_search(FINDINGS.parent / row["search"])
    assert search.values_at(row["point"]) == row["parameters"]
    assert search.simplicity(row["point"]) == row["simplicity"]
    assert evaluate_point(search.task(row["point"])).budget == row["budget"]
