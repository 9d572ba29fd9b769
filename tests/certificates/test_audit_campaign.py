"""Campaigns: their files, what is asked where, the run with every fault of a tool, resuming after kills, and the reports."""

import html.parser
import json
import math
import random
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certificates.audit import check, parse_claim, read_claims
from certificates.audit.campaign import Database, parse_campaign, points_of, read_campaign, run
from certificates.audit.campaign.document import Document, Table, Text, html_page, markdown
from certificates.audit.campaign.exports import write_certificates, write_claims
from certificates.audit.campaign.outcome import relative_error
from certificates.audit.campaign.plan import plan
from certificates.audit.campaign.plots import error_plots
from certificates.audit.campaign.questions import ask_all, read_question
from certificates.audit.campaign.report import amount_text, digits, report_of, write_report
from certificates.audit.instance import Instance
from certificates.audit.tools import ToolUnavailable
from certificates.audit.tools.replies import read_hello
from certificates.cli import main
from exact import Loss, number, pld
from exact.errors import NotReadable, OutOfRange, TooLarge
from tests.certificates import audit_fake_worker as fake
from tests.certificates.audit_campaign_helpers import CAMPAIGN, content, edit, log, prepared, rows
from tests.conftest import ROOT, command_line_environment

JOBS = 18
"""Of `CAMPAIGN`: four compositions of randomized response with four methods, the masses with one, and the ledger with one."""
SMALL = """
time_limit = 20
[[tool]]
name = "fake"
worker = "worker.py"
methods = ["above", "below"]
[[mechanism]]
kind = "rr"
eps = [%s]
[[query]]
kind = "delta"
eps = [0.125]
"""


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """`CAMPAIGN`, run in this process: its folder, its database, and its results."""
    folder = tmp_path_factory.mktemp("done")
    campaign = prepared(folder)
    results = run(campaign, database=folder / "results.sqlite", jobs=1)
    return folder, folder / "results.sqlite", results


@pytest.fixture(scope="module")
def document(done):
    """The report of it, with plots."""
    pytest.importorskip("matplotlib")
    with Database.open(done[1]) as kept:
        return report_of(kept)


@pytest.fixture
def call(capsys, tmp_path, monkeypatch):
    """Run the command line in a folder of its own: status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run_main(*words):
        status = main([*words])
        return status, *capsys.readouterr()

    return run_main


# --- files


def test_a_campaign_file():
    campaign = read_campaign(ROOT / "examples" / "audit_small.toml")
    assert [entry.name for entry in campaign.tools] == ["dp-accounting"]
    assert [(instance.label(), times) for instance, times in campaign.mechanisms] == [
        ("rr(0.1)", (1, 10, 100)),
        ("rr(1.0)", (1, 10, 100)),
        ("pmfs(3/4, 1/4 | 1/2, 1/2)", (1, 10)),
    ]
    assert campaign.questions[0].share == (0.1, 0.5)
    assert campaign.questions[1].values == (1e-3, 1e-6, 1e-12)
    assert campaign.time_limit == 30
    assert campaign.tolerance is None


@pytest.mark.parametrize("name", ["audit_small.toml", "audit_standing.toml"])
def test_examples_are_read(name):
    assert read_campaign(ROOT / "examples" / name).mechanisms


def test_grids():
    """Lists multiply, also inside `of` and `parts`; what occurs twice is kept once."""
    text = SMALL % "0.5" + """
[[mechanism]]
kind = "sum"
parts = [[[2, 3], {kind = "rr", eps = [0.5, 1.0]}], [1, {kind = "approx", eps = 0.0, delta = [0.25]}]]
times = [1, 2]
[[mechanism]]
kind = "subsample"
of = [{kind = "rr", eps = [1, 1.0]}, {kind = "approx", eps = 1.0, delta = 0.5}]
q = [0.5, "0x1.0p-3"]
[[mechanism]]
kind = "laplace"
scale = [1.0, 2.0]
"""
    labels = [instance.label() for instance, _ in parse_campaign(text.encode()).mechanisms]
    assert labels[1:5] == [f"{k} x rr({e}) + approx(0.0, 0.25)" for k in (2, 3) for e in (0.5, 1.0)]
    assert labels[5:9] == [f"subsample({inner}, {q})" for inner in ("rr(1.0)", "approx(1.0, 0.5)") for q in (0.5, 0.125)]
    assert labels[9:] == ["laplace(1.0, 1.0)", "laplace(2.0, 1.0)"]


@pytest.mark.parametrize(
    ("old", "new", "kind", "message"),
    [
        ('name = "fake"', 'nam = "fake"', NotReadable, r"tool\[0\]: unknown key 'nam'.*did you mean 'name'"),
        ('worker = "worker.py"', "", OutOfRange, r"tool\[0\]: there is no tool 'fake'; known are dp-accounting"),
        ("time_limit = 20", "time_limit = 0", OutOfRange, "time_limit must lie between"),
        ("time_limit = 20", 'tolerance = "-1"', OutOfRange, "tolerance must not be negative"),
        ("time_limit = 20", 'loose = "1"', OutOfRange, "loose must be a rational number larger than 1"),
        ("time_limit = 20", "tolerance = 2020-01-01", NotReadable, "a date or time, which no key takes"),
        ('title = "A fake tool"', "title = 3", NotReadable, "title must be a text"),
        ("eps = [0.25, 1.0]", "eps = []", NotReadable, r"mechanism\[0\]\.eps is an empty list"),
        ("eps = [0.25, 1.0]", "eps = [-1.0]", OutOfRange, r"mechanism\[0\]: eps of rr is finite and at least 0"),
        ("eps = [0.25, 1.0]", "eps = [inf]", OutOfRange, r"mechanism\[0\]\.eps must hold finite numbers, not inf"),
        ("eps = [0.25, 1.0]", "a = [1.0]", NotReadable, r"mechanism\[0\]: unknown key 'a'"),
        ('kind = "rr"', 'kind = "rrr"', NotReadable, r"mechanism\[0\]\.kind must be one of rr, approx"),
        ("times = [1, 3]", "times = [0]", OutOfRange, r"mechanism\[0\]\.times must lie between 1"),
        ("times = [1, 3]", "times = [1.5]", NotReadable, r"mechanism\[0\]\.times must be an integer"),
        ("eps = [0.125]", "epsilon = [0.125]", NotReadable, r"query\[0\]: unknown key 'epsilon'"),
        ("eps = [0.125]", "eps = [nan]", OutOfRange, r"query\[0\]\.eps must hold numbers or inf"),
        ("delta = [0.01]", "delta = [2.0]", OutOfRange, r"query\[1\]\.delta has probabilities"),
        ("share = [0.5]", "share = [3.0]", OutOfRange, r"query\[0\]\.share has parts"),
        ("\natoms = 1", "\natoms = -1", OutOfRange, r"query\[0\]\.atoms must lie between 0"),
        ("\natoms = 1", "\nbeyond = 1", NotReadable, r"query\[0\]\.beyond must be true or false"),
        ('kind = "epsilon"\ndelta', 'kind = "renyi"\norder', OutOfRange, r"query\[1\]\.order has integers from 2"),
        ('kind = "epsilon"\ndelta = [0.01]', 'kind = "delta"', NotReadable, r"query\[1\]: give one of eps, share"),
        ('kind = "epsilon"\ndelta = [0.01]', 'kind = "pld"\ndirection = "both"', NotReadable, r"query\[1\]\.direction must be a list of P over Q"),
        ("[3, 0.1]", "[0, 0.1]", OutOfRange, r"ledger\[0\]\.spends: times is an integer from 1"),
        ('P = {a = "3/4"', 'P = {a = "2/3"', ValueError, r"mechanism\[1\]: the masses of P"),
        ("[[mechanism]]", "[[mechanisms]]", NotReadable, "unknown key 'mechanisms'.*did you mean 'mechanism'"),
    ],
)
def test_wrong_files(old, new, kind, message):
    assert old in CAMPAIGN
    with pytest.raises(kind, match=message):
        parse_campaign(CAMPAIGN.replace(old, new).encode())


def test_bounds_of_files():
    values = ", ".join(f"{k / 1000}" for k in range(1, 1001))
    wide = SMALL % "1.0" + f'[[mechanism]]\nkind = "approx"\neps = [{values}]\ndelta = [{values}]\n'
    with pytest.raises(TooLarge, match=r"mechanism\[1\]: the grid has more than 100000 mechanisms"):
        parse_campaign(wide.encode())
    parts = ", ".join(f'[1, {{kind = "rr", eps = [{values}]}}]' for _ in range(2))
    with pytest.raises(TooLarge, match="the grid has more than"):
        parse_campaign((SMALL % "1.0" + f'[[mechanism]]\nkind = "sum"\nparts = [{parts}]\n').encode())
    deep = '{kind = "rr", eps = 1.0}'
    for _ in range(9):
        deep = f'{{kind = "subsample", q = 0.5, of = {deep}}}'
    with pytest.raises(TooLarge, match="at most 8 inside each other"):
        parse_campaign((SMALL % "1.0" + f'[[mechanism]]\nkind = "subsample"\nq = 0.5\nof = {deep}\n').encode())
    nested = "[" * 40 + "]" * 40
    with pytest.raises(TooLarge, match="nested too deeply"):
        parse_campaign((SMALL % "1.0").replace("time_limit = 20", f"tolerance = {nested}").encode())


def test_the_digest_is_of_the_question():
    """Not of title, layout, spelling of floats and places of programs; of everything else."""
    base = parse_campaign(CAMPAIGN.encode()).digest
    same = CAMPAIGN.replace("A fake tool", "Another").replace("0.25, 1.0", "0.250,\n 1.00").replace("worker.py", "elsewhere.py")
    assert parse_campaign(same.encode()).digest == base
    assert parse_campaign(CAMPAIGN.replace("[0.125]", '["0x1p-3"]').encode()).digest != base  # a text is kept as it is
    changes = [("t = 20", "t = 21"), ("[1, 3]", "[1, 4]"), ("atoms = 1\nbe", "atoms = 2\nbe"), ("[0.01]", "[0.02]"), ("0.3]", "0.4]")]
    for old, new in changes:
        assert parse_campaign(CAMPAIGN.replace(old, new).encode()).digest != base


# --- what is asked


def asked(text, instance, times):
    table = {"kind": "delta"} | text
    return ask_all([read_question(table, "query")], instance, times)


def test_placed_epsilons():
    """At the atoms of 3*rr(1/2), whose positive losses are 3/2 and 1/2."""
    rr = Instance.rr(0.5)
    assert asked({"atoms": 5}, rr, 3)[0] == [{"kind": "delta", "eps": 1.5}, {"kind": "delta", "eps": 0.5}]
    assert asked({"atoms": 1}, rr, 3)[0] == [{"kind": "delta", "eps": 1.5}]
    beside = [query["eps"] for query in asked({"beside_atoms": 1}, rr, 3)[0]]
    assert beside == [math.nextafter(1.5, 0), math.nextafter(1.5, 2)]
    assert asked({"share": [0.5, 1.0], "eps": [0.75]}, rr, 3)[0] == [{"kind": "delta", "eps": 0.75}, {"kind": "delta", "eps": 1.5}]
    assert asked({"beyond": True}, rr, 3)[0] == [{"kind": "delta", "eps": math.nextafter(1.5, 2)}]
    mixed = Instance.sum([(2, rr), (1, Instance.approx(0.25, 0.125))])
    assert asked({"share": [1.0]}, mixed, 4)[0] == [{"kind": "delta", "eps": 5.0}]


@given(st.floats(0.01, 4), st.integers(1, 9), st.integers(1, 6))
def test_places_are_next_to_exact_ones(eps, times, count):
    """The floats nearest to exact losses and deltas: no neighbour is nearer."""
    rr = Instance.rr(eps)
    whole = pld(f"{times}*rr(float:{eps!r})")
    knots = [x for x in whole.knots if x > 1]
    losses = [query["eps"] for query in asked({"atoms": count}, rr, times)[0]]
    deltas = [query["delta"] for query in ask_all([read_question({"kind": "epsilon", "atoms": count}, "query")], rr, times)[0]]
    assert len(losses) == min(count, len(knots))
    assert losses[0] == max(losses)
    for found, exact in [(losses, [Loss(x) for x in knots]), (deltas, [whole.hockey_stick(x) for x in knots])]:
        for value in found:
            near = min(exact, key=lambda v: abs(Fraction(v.lower(40)) - Fraction(value)))
            for other in (math.nextafter(value, -math.inf), math.nextafter(value, math.inf)):
                assert abs(near.lower(40) - Fraction(value)) <= abs(near.lower(40) - Fraction(other)) * (1 + Fraction(1, 10**9))


def test_queries_that_cannot_be_placed():
    """The fixed ones are asked all the same, and it is said."""
    many = Instance.sum([(1000, Instance.rr(0.1 + k / 7)) for k in range(12)])
    found, note = asked({"eps": [1.0], "atoms": 2}, many, 10)
    assert found == [{"kind": "delta", "eps": 1.0}]
    assert note.startswith("queries could not be placed at its atoms: ")
    found, note = asked({"eps": [1.0], "share": [0.5]}, Instance.laplace(1.0), 1)
    assert found == [{"kind": "delta", "eps": 1.0}]
    assert "infinitely many losses" in note


def test_the_plan(done):
    """A job for each method that takes a mechanism; the rest is said."""
    _, database, results = done
    with Database.open(database) as kept:
        planned = plan(kept.campaign, kept.hellos())
    assert len(planned.jobs) == JOBS == results.total == results.jobs
    assert planned.left_out["fake 1.0", "ledger"] == {"rr": 4, "pmfs": 1}
    assert planned.left_out["fake 1.0", "lower"] == {"pmfs": 1, "ledger": 1}
    assert [(job.method, job.label, job.times) for job in planned.jobs[:5]] == [
        *((name, "rr(0.25)", 1) for name in ("above", "below", "lower", "bracket")),
        ("above", "rr(0.25)", 3),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"above", "below"', '"abov"'), "fake 1.0 has no method 'abov'; it has above, below, lower"),
        (("methods =", "options = {parts = 0.5}\nmethods ="), "fake 1.0 has no option 'parts'; known are part"),
        (("[[mechanism]]", '[[tool]]\nname = "fake"\nworker = "worker.py"\n[[mechanism]]'), "two tables ask the same of fake 1.0, above, about rr"),
    ],
)
def test_plans_that_cannot_be(tmp_path, change, message):
    with pytest.raises(OutOfRange, match=message):
        run(prepared(tmp_path, (SMALL % "1.0").replace(*change)), jobs=1)


def test_options_make_jobs_of_their_own(tmp_path):
    text = (SMALL % "1.0").replace('"above", "below"', '"below"')
    text = text.replace("[[mechanism]]", '[[tool]]\nname = "fake"\nworker = "worker.py"\nmethods = ["below"]\noptions = {part = 0.25}\n[[mechanism]]')
    results = run(prepared(tmp_path, text), jobs=1)
    assert [row.title for row in results.rows] == ["fake below", "fake below (part = 0.25)"]
    assert [row.worst for row in results.rows] == pytest.approx([1e-6, 0.25])


# --- the run


def test_verdicts(done):
    """Every claim that was recorded is decided alike by `check`; the counts are those of the tool's habits."""
    folder, database, results = done
    by_method = {row.method: row.counts for row in results.rows}
    assert by_method == {
        "above": {"sound": 19, "loose": 9, "violated": 1},  # the tool says 1 of the masses, whatever is asked
        "below": {"violated": 11, "loose": 4, "sound": 8},
        "lower": {"sound": 19},
        "bracket": {"sound": 19},
        "ledger": {"sound": 1},  # 3*0.1 + 0.3 is above in doubles
    }
    assert [row.rounded for row in results.rows] == [0, 11, 0, 0, 0]
    found = rows(database, "SELECT claim, verdict, strict, judgement FROM answers")
    for claim, verdict, strict, judgement in found:
        again = check(parse_claim(claim.encode()))
        assert (again.verdict, again.strict) == (verdict, strict)
        assert json.loads(judgement) == json.loads(json.dumps(again.to_json()))
    assert len({json.loads(claim)["id"] for claim, *_ in found}) == len(found)
    assert results.counts.total() == len(found)
    assert log(folder).count("start") == 1  # one worker process for all


def test_executors_and_jobs_make_no_difference(done, tmp_path):
    folder, database, _ = done
    for name, ways in (("two", {"jobs": 2}), ("threads", {"executor": ThreadPoolExecutor(3)})):
        run(read_campaign(folder / "campaign.toml"), database=tmp_path / f"{name}.sqlite", **ways)
        assert content(tmp_path / f"{name}.sqlite") == content(database)


def faulty_campaign(folder, seconds=1):
    values = (fake.CRASH, fake.HANG, fake.GARBAGE, fake.ERROR, fake.UNSUPPORTED, fake.NEGATIVE, fake.NAN, 1.0)
    return prepared(folder, (SMALL % ", ".join(map(str, values))).replace("time_limit = 20", f"time_limit = {seconds}"))


def test_every_fault_of_a_tool_is_a_result(tmp_path):
    """A crash, a hang, garbage, an error, a refusal: each is recorded as what it is, and what comes after is asked of a new worker."""
    results = run(faulty_campaign(tmp_path), database=tmp_path / "r.sqlite", jobs=1)
    statement = "SELECT jobs.label, COALESCE(verdict, outcome) FROM answers JOIN jobs ON digest = job WHERE method = 'above' ORDER BY 1"
    found = rows(tmp_path / "r.sqlite", statement)
    words = {fake.CRASH: "crash", fake.HANG: "hang", fake.GARBAGE: "garbage", fake.ERROR: "error", fake.UNSUPPORTED: "unsupported"}
    words |= {fake.NEGATIVE: "invalid", fake.NAN: "invalid", 1.0: "sound"}
    assert dict(found) == {f"rr({value})": word for value, word in words.items()}
    assert results.jobs == results.total == 16
    assert results.faulty == 5  # the negative ones, NaN, and `below` at 1
    reasons = {(results.rows[reason.row].method, reason.outcome): reason for reason in results.reasons}
    assert reasons["above", "crash"].text == "the worker ended: exit status 7"
    assert reasons["above", "hang"].text == "no answer within 1 seconds"
    assert reasons["above", "error"].text == "ValueError: out of <range> | *here*"
    assert log(tmp_path).count("start") == 7  # one, and another after each of six failures


def test_retry(tmp_path):
    """What failed is asked again, and nothing else."""
    campaign = faulty_campaign(tmp_path)
    run(campaign, database=tmp_path / "r.sqlite", jobs=1)
    before = content(tmp_path / "r.sqlite")
    (tmp_path / "log").unlink()
    run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True)
    assert log(tmp_path) == []
    run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True, retry=True)
    assert sorted(line.split(" {")[0] for line in log(tmp_path) if line != "start") == ["above"] * 3 + ["below"] * 3
    assert content(tmp_path / "r.sqlite") == before


def test_a_tool_that_does_not_start(tmp_path):
    """It is left out and said; later it is tried again."""
    text = (SMALL % "1.0").replace("[[mechanism]]", f'[[tool]]\nname = "gone"\nworker = "{tmp_path}/none.py"\n[[mechanism]]')
    told = []
    campaign = prepared(tmp_path, text)
    results = run(campaign, database=tmp_path / "r.sqlite", jobs=1, tell=told.append)
    assert results.total == 2
    assert results.tools[1][1] is None
    assert "no hello: the worker ended: exit status 2" in results.tools[1][2]
    assert told == [f"gone is left out, it does not start: {results.tools[1][2]}"]
    assert "gone" in markdown(report_from(tmp_path / "r.sqlite"))
    (tmp_path / "none.py").write_bytes((tmp_path / "worker.py").read_bytes())
    results = run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True)
    assert (results.jobs, results.total) == (6, 6)
    (tmp_path / "version").write_text("none", encoding="utf-8")
    with pytest.raises(ToolUnavailable, match=r"no tool starts; fake: .*this tool does not start"):
        run(campaign, database=tmp_path / "other.sqlite", jobs=1)


def report_from(database):
    with Database.open(database) as kept:
        return report_of(kept, plots=False)


def test_a_tool_of_another_version(tmp_path):
    """Results of two versions do not mix; a campaign that is done needs no tool."""
    campaign = prepared(tmp_path, SMALL % "1.0")
    run(campaign, database=tmp_path / "r.sqlite", jobs=1)
    (tmp_path / "version").write_text("2.0", encoding="utf-8")
    assert run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True).rows[0].version == "1.0"
    for table in ("jobs", "answers", "findings", "certificates"):
        edit(tmp_path / "r.sqlite", f"DELETE FROM {table}")
    with pytest.raises(OutOfRange, match=r"fake is 2\.0 now, and the results are of 1\.0"):
        run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True)


def test_a_tolerance_stands_beside_the_strict_verdict(tmp_path):
    text = (SMALL % "1.0").replace("time_limit = 20", 'tolerance = {relative = "1e-5"}') + '[[query]]\nkind = "pld"\n'
    results = run(prepared(tmp_path, text), database=tmp_path / "r.sqlite", jobs=1)
    assert [(row.method, row.within) for row in results.rows] == [("above", 0), ("below", 1)]
    found = rows(tmp_path / "r.sqlite", "SELECT verdict, strict FROM answers JOIN jobs ON digest = job WHERE method = 'below'")
    assert found == [("sound", "violated")]
    (pld_word,) = rows(tmp_path / "r.sqlite", "SELECT verdict FROM answers WHERE kind = 'pld'")
    assert pld_word[0] in ("sound", "violated", "invalid")  # decided strictly: a relative tolerance says nothing about a whole PLD


def test_continuous_mechanisms_are_refuted_or_open(tmp_path):
    """An upper bound below a finite post-processing is false; nothing else is said, whatever the tool says."""
    text = (SMALL % "1.0").replace('"above", "below"', '"above", "below", "lower"').replace("eps = [0.125]", "eps = [0.0, 0.125, 3.0]")
    text += '[[mechanism]]\nkind = "laplace"\nscale = [0.25, 1.0]\ntimes = [1, 4]\n[[mechanism]]\nkind = "gaussian"\nsigma = 0.5\ntimes = [1, 4]\n'
    run(prepared(tmp_path, text), database=tmp_path / "r.sqlite", jobs=1)
    statement = (
        "SELECT jobs.label, times, findings.at, method, findings.verdict FROM findings JOIN jobs ON digest = job"
        " WHERE label LIKE 'laplace%' OR label LIKE 'gaussian%'"
    )
    found = rows(tmp_path / "r.sqlite", statement)
    assert {word for *_, word in found} == {"violated", "undecided"}
    for label, times, eps, method, word in found:
        if word == "violated":  # delta of the mechanism itself is above 1/2, which the tool says
            scale = float(re.split(r"[(,]", label)[1])
            if label.startswith("laplace"):
                assert times > 1 or 1 - math.exp((eps - 1 / scale) / 2) > 0.5
            assert method != "lower"
    assert ("laplace(0.25, 1.0)", 1, 0.0, "above", "violated") in found
    assert ("gaussian(0.5, 1.0)", 4, 0.125, "below", "violated") in found
    assert ("laplace(1.0, 1.0)", 1, 0.0, "above", "undecided") in found


# --- resuming


def test_databases_that_do_not_fit(done, tmp_path):
    folder, _, _ = done
    campaign = prepared(tmp_path, SMALL % "1.0")
    file = tmp_path / "r.sqlite"
    run(campaign, database=file, jobs=1)
    with pytest.raises(OutOfRange, match="has the results of an earlier campaign: --resume goes on with it"):
        run(campaign, database=file, jobs=1)
    with pytest.raises(OutOfRange, match="has the results of another campaign"):
        run(read_campaign(folder / "campaign.toml"), database=file, jobs=1, resume=True)
    edit(file, "UPDATE jobs SET digest = 'sha256:0' WHERE method = 'above'")
    with pytest.raises(NotReadable, match="it has a job that is none of the campaign"):
        run(campaign, database=file, jobs=1, resume=True)
    for data in (b"not a database at all, whatever it is" * 100, b"\0" * 5000):
        file.write_bytes(data)
        with pytest.raises(NotReadable, match="has no results of a campaign"):
            run(campaign, database=file, jobs=1, resume=True)
        with pytest.raises(NotReadable, match="has no results of a campaign"):
            Database.open(file)
    file.unlink()
    edit(file, "CREATE TABLE jobs (number INTEGER)")
    with pytest.raises(NotReadable, match="has no results of a campaign"):
        run(campaign, database=file, jobs=1, resume=True)
    with pytest.raises(OSError, match="the database cannot be opened"):
        run(campaign, database=tmp_path / "none" / "r.sqlite", jobs=1)
    with pytest.raises(NotReadable, match="there is no such file"):
        Database.open(tmp_path / "none.sqlite")
    with pytest.raises(OutOfRange, match="the number of jobs must be from 1"):
        run(campaign, jobs=0)


@pytest.mark.parametrize("forged", ["not JSON", "[]", '{"tool": []}', '{"tool": [{"name": "x"}]}', "[" * 100_000])
def test_forged_campaigns_in_databases(tmp_path, forged):
    file = tmp_path / "r.sqlite"
    run(prepared(tmp_path, SMALL % "1.0"), database=file, jobs=1)
    edit(file, "UPDATE about SET value = ? WHERE key = 'campaign'", (forged,))
    with pytest.raises(NotReadable, match="has no results of a campaign that can be read"):
        Database.open(file)


def test_a_job_is_recorded_whole_or_not_at_all(tmp_path):
    """Something goes wrong in the middle of a transaction, at its last insertion: no part of the job stays."""
    campaign = prepared(tmp_path, SMALL % "1.0")
    Database.begin(campaign, tmp_path / "r.sqlite").close()
    edit(tmp_path / "r.sqlite", "CREATE TRIGGER full BEFORE INSERT ON certificates BEGIN SELECT RAISE(ABORT, 'full'); END")
    with pytest.raises(NotReadable, match="it is damaged"):
        run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True)
    assert rows(tmp_path / "r.sqlite", "SELECT method FROM jobs") == [("above",)]
    assert rows(tmp_path / "r.sqlite", "SELECT COUNT(*) FROM answers") == [(1,)]
    edit(tmp_path / "r.sqlite", "DROP TRIGGER full")
    assert run(campaign, database=tmp_path / "r.sqlite", jobs=1, resume=True).jobs == 2


KILLED = """
import sys
from pathlib import Path
from certificates.audit.campaign import read_campaign, run
def told(done, total, faulty):
    print(done, total, flush=True)
if __name__ == "__main__":
    run(read_campaign(Path("campaign.toml")), database=Path("r.sqlite"), jobs=int(sys.argv[1]), resume=True, progress=told)
"""


def killed(folder, jobs, delay, *, ready):
    """Run the campaign and end it by SIGKILL after some seconds, counted from its first sign of life where that is waited for.

    Returns whether it ended before.
    """
    words, pipes = [sys.executable, "killed.py", str(jobs)], {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, cwd=folder, env=command_line_environment(), encoding="utf-8", **pipes) as child:
        if ready:
            child.stdout.readline()
        time.sleep(delay)
        child.kill()
        _, err = child.communicate(timeout=60)
    assert child.returncode in (0, -signal.SIGKILL), err
    return child.returncode == 0


def recorded(file):
    """Every row of the database, times and all, by the digest of its job."""
    if not file.exists() or not rows(file, "SELECT 1 FROM sqlite_master WHERE name = 'certificates'"):
        return {}
    out = {row[0]: [row] for row in rows(file, "SELECT * FROM jobs ORDER BY digest")}
    for table in ("answers", "findings", "certificates"):
        for row in rows(file, f"SELECT * FROM {table} ORDER BY 1, 2, 3"):
            out[row[0]].append((table, *row))
    return out


def kill_and_resume(folder, campaign, moments, jobs):
    """Kill a campaign at these moments; what is recorded stays as it is and is not asked again; at the end all is as if nothing had happened."""
    (folder / "killed.py").write_text(KILLED, encoding="utf-8")
    file = folder / "r.sqlite"
    names = {(method, mechanism, str(times)): digest for digest, method, mechanism, times in planned_requests(campaign, folder)}
    unfinished = 0
    for delay, ready in moments:
        before = recorded(file)
        seen = len(log(folder))
        unfinished += not killed(folder, jobs, delay, ready=ready)
        after = recorded(file)
        assert {digest: after[digest] for digest in before} == before
        asked = [line for line in log(folder)[seen:] if line != "start"]
        again = {names[method, mechanism, times] for method, mechanism, times in map(split_line, asked)} & before.keys()
        assert not again
    results = run(campaign, database=file, jobs=1, resume=True)
    assert results.jobs == results.total == len(names)
    whole = folder / "whole.sqlite"
    run(campaign, database=whole, jobs=1)
    assert content(file) == content(whole)
    assert rows(file, "PRAGMA integrity_check") == [("ok",)]
    return unfinished


def planned_requests(campaign, folder):
    """The jobs as the worker sees them."""
    with Database.begin(campaign, None) as kept:
        said = subprocess.run([sys.executable, "worker.py"], cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
        jobs = plan(kept.campaign, {0: read_hello(json.loads(said))}).jobs
    for job in jobs:
        yield job.digest, job.method, json.dumps(None if job.instance is None else job.instance.to_json(), sort_keys=True), job.times


def split_line(line):
    method, rest = line.split(" ", 1)
    mechanism, times = rest.rsplit(" ", 1)
    return method, mechanism, times


def test_a_killed_campaign_is_resumed(tmp_path):
    """Three kills: while it starts, and twice in the middle, once with two processes of our own."""
    campaign = prepared(tmp_path)
    (tmp_path / "seconds").write_text("0.05", encoding="utf-8")
    assert kill_and_resume(tmp_path, campaign, [(0.1, False), (0.15, True)], 1) == 2
    for name in ("r.sqlite", "whole.sqlite"):
        (tmp_path / name).unlink()
    assert kill_and_resume(tmp_path, campaign, [(0.5, True)], 2) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_fifty_kills(tmp_path, jobs):
    """SIGKILL at fifty random moments: nothing that was recorded is lost, and nothing of it is done again."""
    luck = random.Random(jobs)
    values = ", ".join(f"{k / 8}" for k in range(1, 13))
    text = CAMPAIGN.replace("[0.25, 1.0]", f"[{values}]").replace("times = [1, 3]", "times = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]")
    campaign = prepared(tmp_path, text)
    (tmp_path / "seconds").write_text("0.02", encoding="utf-8")
    kills, least, longest = (50, 40, 0.75) if jobs > 1 else (15, 10, 0.25)
    moments = [(luck.uniform(0, 1.5), False) if luck.random() < 0.2 else (luck.uniform(0, longest), True) for _ in range(kills)]
    unfinished = kill_and_resume(tmp_path, campaign, moments, jobs)
    assert unfinished >= least


# --- reports


class Outline(html.parser.HTMLParser):
    """The elements of a page, open ones on a stack; whatever is not closed fails."""

    EMPTY = frozenset({"meta", "path", "use", "br", "image"})

    def __init__(self, text):
        super().__init__()
        self.stack, self.names, self.ids, self.links, self.text = [], [], [], [], []
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, name, attributes):
        self.names.append(name)
        for key, value in attributes:
            assert not key.startswith("on")
            if key == "id":
                self.ids.append(value)
            if key in ("href", "src", "xlink:href"):
                self.links.append(value)
        if name not in self.EMPTY:
            self.stack.append(name)

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)
        if name not in self.EMPTY:
            self.stack.pop()

    def handle_endtag(self, name):
        if name not in self.EMPTY:
            assert self.stack.pop() == name

    def handle_data(self, data):
        self.text.append(data)


def test_the_html_page_stands_alone(done, document, tmp_path):
    """No scripts, no addresses, every element closed, every link of a picture leads into it, no id twice."""
    _, _, results = done
    files = write_report(document, tmp_path / "report.html")
    assert files == [tmp_path / "report.html"]
    text = files[0].read_text(encoding="utf-8")
    assert "http" not in text
    page = Outline(text)
    assert "script" not in page.names
    assert page.names.count("svg") == 4
    assert page.links
    for link in page.links:
        assert link.startswith("data:image/png;base64,") or (link.startswith("#") and page.ids.count(link[1:]) == 1)
    assert len(set(page.ids)) == len(page.ids)
    assert all(reference in page.ids for reference in re.findall(r"url\(#([^)]*)\)", text))
    shown = "".join(page.text)
    for fault in results.faults:
        assert fault.claim in shown
        assert fault.value in shown
    assert "All 18 jobs are done." in shown


def test_markdown_and_html_say_what_was_written_literally():
    """Texts of tools are no markup: they come out as they went in."""
    evil = "a|b <script>alert(1)</script> `c` [d](e) *f* &amp; \x1b[31m \n# g"
    document = Document(evil, (Text(evil), Table((evil, "n"), [[evil, "1"]], frozenset({1}))))
    page = Outline(html_page(document))
    assert page.names.count("script") == 0
    clean = evil.replace("\x1b", "\\x1b").replace("\n", "\\n")
    assert page.text.count(clean) == 5  # the title twice, the paragraph, the head and the cell
    lines = markdown(document).splitlines()
    head, _ = (line for line in lines if line.startswith("| a"))
    assert len(re.findall(r"(?<!\\)\|", head)) == 3
    assert not re.search(r"(?<!\\)[<`*\[]", "".join(lines[1:]).replace("| ---: |", ""))


def test_without_matplotlib(done, monkeypatch):
    """A sentence stands in the place of the plots."""
    _, database, _ = done
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with Database.open(database) as kept:
        page = html_page(report_of(kept))
    assert "The error plots are missing, since matplotlib is not installed" in page
    assert "<svg" not in page


def test_points_of_the_plots(done):
    """Every statement with an exact value has its point: violated ones lie on the wrong side, and only they are red."""
    _, database, results = done
    with Database.open(database) as kept:
        points = points_of(kept, results)
    count = rows(database, "SELECT COUNT(*) FROM findings WHERE relative IS NOT NULL")[0][0]
    assert len(points) == count
    for point in points:
        if point.is_violated:
            assert (point.relative < 0) == (point.statement == "upper")
        elif point.statement in ("upper", "lower"):
            assert not (point.relative < 0 and point.statement == "upper")
            assert not (point.relative > 0 and point.statement == "lower")


def test_marks(done, document):
    """The violated marks of a panel are as many as the distinct places of violated bounds."""
    from certificates.audit.campaign import plots

    _, database, results = done
    with Database.open(database) as kept:
        points = [point for point in points_of(kept, results) if point.kind == "delta" and point.times == 1]
    (drawn,) = error_plots(points, results.rows)
    assert drawn.name == "delta-at"
    red = re.findall(rf"<use [^>]*fill: {plots.RED.lower()}", drawn.svg)
    places = {(point.row, point.at, abs(point.relative)) for point in points if point.is_violated and 0 < abs(point.relative) < math.inf}
    assert len(red) == len(places) + 1  # and one in the legend
    assert error_plots(points, results.rows) == [drawn]  # the same text again
    names = [part.name for part in document.parts if isinstance(part, plots.Plot)]
    assert names == ["delta-times", "delta-at", "epsilon-times", "epsilon-at"]


def test_a_report_in_a_folder(document, tmp_path):
    for _ in range(2):  # its own files are replaced
        files = write_report(document, tmp_path / "report")
    names = {file.name for file in files}
    assert {"report.md", "report.html", "delta-at.svg"} <= names
    text = (tmp_path / "report" / "report.md").read_text(encoding="utf-8")
    for name in re.findall(r"\]\(([^)]*)\)", text):
        assert name in names
    (tmp_path / "report" / "report.md").write_text("my own notes", encoding="utf-8")
    with pytest.raises(OutOfRange, match="is there, is no report, and is not replaced"):
        write_report(document, tmp_path / "report")


def test_claims_and_certificates_leave_the_database(done, tmp_path):
    """The claims are those that were decided, and the certificates verify; edited ones are refused by the cross-check or the checker."""
    _, database, results = done
    with Database.open(database) as kept:
        count = write_claims(kept, tmp_path / "claims.jsonl")
        written = write_certificates(kept, tmp_path / "certificates")
    claims = {claim.id: claim for claim in read_claims(tmp_path / "claims.jsonl")}
    assert len(claims) == count == results.counts.total()
    assert len(written) == results.faulty
    assert not any(item.reason for item in written)
    for item in written:
        assert check(claims[item.claim]).is_faulty
        assert item.file.name == f"{item.claim}.json"
    checker = [sys.executable, "-I", "-S", str(ROOT / "certificates" / "check.py"), *(str(item.file) for item in written)]
    verified = subprocess.run(checker, capture_output=True, check=False, encoding="utf-8")
    assert verified.returncode == 0, verified.stdout
    edit_bytes = b'{"format": "exactpld-certificate"'
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(database.read_bytes())
    edit(broken, "UPDATE certificates SET content = ?", (edit_bytes,))
    with Database.open(broken) as kept, pytest.raises(NotReadable, match="is damaged: a certificate cannot be read"):
        write_certificates(kept, tmp_path / "more")


@given(st.floats(allow_nan=False, allow_infinity=False), st.fractions(-(10**9), 10**9))
def test_relative_errors(said, exact):
    """As a second computation in fractions has it."""
    text = number(exact).decimal(40)
    found = relative_error(repr(said), text, text)
    there = Fraction(text)
    if not there:
        assert found == (0.0 if not said else math.copysign(math.inf, said))
        return
    wanted = (Fraction(said) - there) / abs(there)
    if abs(wanted) > Fraction(sys.float_info.max):
        assert abs(found) >= sys.float_info.max
        assert (found > 0) == (wanted > 0)
    elif abs(wanted) < Fraction(sys.float_info.min):
        assert (found > 0, found < 0) == (wanted > 0, wanted < 0)
    else:
        assert math.isclose(found, wanted, rel_tol=1e-15)


@pytest.mark.parametrize(
    ("said", "lower", "upper"), [("inf", "1", "1"), ("nan", "1", "1"), ("1.0", "inf", "inf"), ("PLD", "1", "1"), ("1.0", None, None)]
)
def test_no_relative_error(said, lower, upper):
    assert relative_error(said, lower, upper) is None


@given(st.fractions(0, 10**6) | st.fractions(0, Fraction(1, 10**6)), st.integers(1, 40))
def test_digits_are_cut_off(value, count):
    """What is shown is at most the value, and nearer than a unit in its last place."""
    text = number(value).decimal(count)
    shown = digits(text, 17).replace("...", "")
    assert 0 <= Fraction(text) - Fraction(shown) <= Fraction(text) * Fraction(1, 10**16)
    if value:
        short = Fraction(amount_text(text))
        assert 0 <= Fraction(text) - short < Fraction(text) / 1000


# --- the command line


def test_run_and_report(call, tmp_path):
    prepared(tmp_path)
    status, out, err = call("audit", "run", "campaign.toml", "--jobs", "1")
    assert (status, err) == (1, "")  # some are violated
    assert out.startswith("A fake tool\nAll 18 jobs are done.\n91 answers: 12 violated, 13 loose, 66 sound.\n")
    assert "Results are in campaign.sqlite; exactpld audit report campaign.sqlite shows the faults" in out
    status, out, err = call("audit", "run", "campaign.toml")
    assert (status, out) == (2, "")
    assert err.startswith("exactpld: campaign.sqlite has the results of an earlier campaign: --resume goes on with it")
    status, out, err = call("audit", "run", "campaign.toml", "--resume", "--json")
    fields = json.loads(out)
    assert (status, err) == (1, "")
    assert fields["database"] == "campaign.sqlite"
    assert fields["answers"] == {"violated": 12, "loose": 13, "sound": 66}
    status, out, err = call("audit", "report", "campaign.sqlite")
    assert (status, err) == (0, "")
    assert "The worst faults of every method and kind of query" in out
    assert "2^-20" in out
    status, out, err = call("audit", "report", "campaign.sqlite", "--json", "--worst", "1")
    fields = json.loads(out)
    assert [(fault["kind"], fields["rows"][fault["row"]]["method"]) for fault in fields["faults"]] == [("epsilon", "above"), ("delta", "below")]
    assert fields["faults"][1]["slack"] == "2^-20"


def test_report_writes_files(call, tmp_path):
    pytest.importorskip("matplotlib")
    prepared(tmp_path)
    call("audit", "run", "campaign.toml", "-o", "r.sqlite", "--jobs", "1")
    words = ("audit", "report", "r.sqlite", "-o", "report.html", "--certificates", "certificates", "--claims", "claims.jsonl")
    status, out, err = call(*words)
    assert (status, err) == (0, "")
    assert out == (
        "12 certificates written to certificates; exactpld check verifies them\n"
        "91 claims written to claims.jsonl\n"
        "Report written to report.html\n"
    )
    assert "certificates/CLAIM.json" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert call("audit", "report", "r.sqlite", "--claims", "claims.jsonl")[1] == "91 claims written to claims.jsonl (replaced)\n"
    status, out, _ = call("audit", "check", "claims.jsonl")
    assert status == 1
    assert "91 claims: 12 violated, 13 loose, 66 sound" in out
    assert call("audit", "report", "r.sqlite", "-o", "notes.md")[1] == "Report written to notes.md\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", "none.toml"), "cannot read none.toml"),
        (("run", "campaign.toml", "--retry"), "give --resume with it"),
        (("run", "campaign.toml", "--jobs", "0"), "an integer from 1 to 1024 is wanted"),
        (("run", "campaign.toml", "-o", "/proc/x"), "nothing is written below /proc"),
        (("run", "campaign.toml", "-o", "-"), "a database cannot be written to standard output"),
        (("report", "none.sqlite"), "cannot read none.sqlite: there is no such file"),
        (("report", "campaign.toml"), "has no results of a campaign"),
        (("report", "campaign.toml", "--claims", ""), "--claims needs the name of a file"),
    ],
)
def test_wrong_words(call, tmp_path, words, message):
    prepared(tmp_path)
    status, out, err = call("audit", *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


INTERRUPTED = """
import contextlib, os, signal, sys
from certificates.cli import audit_campaign, main
@contextlib.contextmanager
def shown(*_):
    def stop(done, total, faulty):
        if done >= 5:
            os.killpg(0, signal.SIGNAL)
    yield stop, print
audit_campaign.shown_progress = shown
if __name__ == "__main__":
    sys.exit(main(["audit", "run", "campaign.toml", "--jobs", sys.argv[1]]))
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
def test_an_interrupt_ends_cleanly(tmp_path, name, status, jobs):
    """As Ctrl-C on a terminal does it, to the whole group: one line, and a database to go on with."""
    campaign = prepared(tmp_path)
    (tmp_path / "interrupted.py").write_text(INTERRUPTED.replace("SIGNAL", name), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "interrupted.py", jobs],
        cwd=tmp_path,
        env=command_line_environment(),
        timeout=120,
        check=False,
        capture_output=True,
        encoding="utf-8",
        start_new_session=True,
    )
    ((count,),) = rows(tmp_path / "campaign.sqlite", "SELECT COUNT(*) FROM jobs")
    told = f"exactpld: interrupted: {count} jobs are in campaign.sqlite; --resume goes on\n"
    assert (done.returncode, done.stdout, done.stderr) == (status, "", told)
    assert 5 <= count < JOBS
    assert run(campaign, database=tmp_path / "campaign.sqlite", jobs=1, resume=True).jobs == JOBS
