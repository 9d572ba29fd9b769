"""The fault hunter, on a tool of our own with planted faults, and its snippets on dp-accounting where that is installed."""

import json
import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from certificates.audit import check, read_claims
from certificates.audit.claim import Claim
from certificates.audit.hunt import files, simpler, snippets
from certificates.audit.hunt.generator import request
from certificates.audit.hunt.landmarks import Landmarks, largest_loss, nearest
from certificates.audit.hunt.outcome import Examiner
from certificates.audit.hunt.question import Case, Question, copies, digits, weight
from certificates.audit.hunt.report import report, title
from certificates.audit.hunt.rounding import LEAST, is_beyond_rounding
from certificates.audit.hunt.run import hunt
from certificates.audit.hunt.shrinking import Shrinker
from certificates.audit.instance import Instance
from certificates.audit.tools.process import ToolFailure
from certificates.audit.tools.replies import Answer, Hello, Method
from certificates.audit.tools.tool import start
from certificates.audit.values import float_value
from certificates.cli import main
from exact.errors import ExactError, OutOfRange
from exact.loss import Loss

CHECKER = Path(__file__).parents[2] / "certificates" / "check.py"
KINDS = ("rr", "approx", "k-rr", "geometric", "pmfs", "sum", "subsample")
FEW = ("rr", "approx", "pmfs")
CURVE = ("delta", "epsilon", "pure-epsilon")


def method(name="upper", documented="upper", queries=CURVE, kinds=FEW):
    return Method(name, documented, queries, kinds, text="FakeAccountant")


def exact_upper(instance, times, query):
    """Return the least float that is at least the exact value, by the classes of `exact` alone."""
    base = instance.pld()
    sides = [side.self_compose(times) for side in (base, base.dual())]
    if query["kind"] == "delta":
        values = [side.delta(Fraction(query["eps"])) for side in sides]
    elif query["kind"] == "renyi":
        return math.inf
    else:
        values = [side.epsilon(Fraction(query.get("delta", 0.0))) for side in sides]
        if any(value.is_infinite and value.sign() > 0 for value in values):
            return math.inf
        values = [value for value in values if not value.is_infinite]
    out = 0.0
    for value in values:
        there = nearest(value)
        while there < math.inf and Fraction(there) < value.upper(40):
            there = math.nextafter(there, math.inf)
        out = max(out, there)
    return out


class Put(NamedTuple):
    """What the tool is asked, with the right answer."""

    instance: Instance
    times: int
    query: dict
    right: float


class FakeTool:
    """A tool that answers right, unless a fault is planted: a function of what is asked that gives another answer."""

    command = (sys.executable,)

    def __init__(self, fault=lambda _: None, *methods, source="exact"):
        self.hello = Hello("fake-tool", "1.2.3", "3.11.7", methods or (method(),))
        self.fault, self.source, self.asked = fault, source, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def ask(self, name, instance, times, queries):
        self.asked.append((name, instance, times))
        return [self._answer(name, instance, times, query) for query in queries]

    def _answer(self, name, instance, times, query):
        right = exact_upper(instance, times, query)
        found = self.fault(Put(instance, times, query, right))
        if isinstance(found, Answer):
            return found
        value = right if found is None else found
        text = value.hex() if math.isfinite(value) else str(value)
        return Answer(query, "said", {self.hello.method(name).documented: text}, input=self.source)


def run(fault, *methods, cases=20, seed=1, source="exact", **options):
    return hunt(FakeTool(fault, *methods, source=source), seed=seed, cases=cases, **options)


def leaks(instance):
    return bool(instance.pld().p_infinite) or bool(instance.pld().q_infinite)


def too_low_from_eight_copies(put):
    return put.right / 2 if put.query["kind"] == "delta" and put.times * copies(put.instance) > 7 and put.right > 1e-9 else None


# --- what is found -------------------------------------------------------------------------------------------------------


def test_a_right_tool_has_no_faults():
    found = run(lambda _: None, method(kinds=KINDS, queries=(*CURVE, "renyi")), cases=25)
    assert found.groups == ()
    assert found.requests == 25
    assert not found.has_faulty_claims
    assert found.count("sound", "loose") > 100
    assert found.count("violated", "invalid", "error", "crash") == 0
    assert found.ended == "cases"


def test_what_is_understated_from_eight_copies_on_is_found_at_eight_copies_of_randomized_response():
    found = run(too_low_from_eight_copies)
    assert found.has_faulty_claims
    assert {group.simplest.word for group in found.groups} == {"violated"}
    simplest = found.groups[0].simplest
    assert simplest.case.times == 8
    assert simplest.case.instance.kind == "rr"
    assert digits(simplest.case.instance) == 1
    assert simplest.case.question.digits() <= 2
    assert sum(group.count for group in found.groups) == found.count("violated")


def test_values_that_are_none_are_found():
    found = run(lambda put: math.nan if put.query["kind"] == "epsilon" and put.query["delta"] > 0.01 else None)
    (group,) = found.groups
    assert (group.simplest.word, group.simplest.case.question.kind) == ("invalid", "epsilon")
    assert group.simplest.case.size() <= (1, 1, 1, 3)


def test_negative_deltas_are_invalid_and_simplified():
    found = run(lambda put: -1e-15 if put.query["kind"] == "delta" and put.query["eps"] > 1 else None)
    assert {group.simplest.word for group in found.groups} == {"invalid"}
    assert found.groups[0].simplest.signs == "eps positive value negative"
    assert found.groups[0].simplest.case.size() == (1, 1, 1, 1)


def test_a_crash_is_found_at_the_simplest_mechanism_that_leaks():
    def crash(put):
        failure = ToolFailure("crash", "the worker ended: exit status 1", "Traceback\nboom")
        return Answer(put.query, "failure", reason=str(failure), failure=failure) if leaks(put.instance) else None

    found = run(crash, cases=20)
    (group,) = found.groups
    assert group.simplest.word == "crash"
    assert leaks(group.simplest.case.instance)
    assert weight(group.simplest.case.instance) == 2
    assert group.simplest.case.times == 1
    assert not found.has_faulty_claims


def test_an_error_is_a_fault_and_a_refusal_is_counted():
    def raises(put):
        if put.query["kind"] == "delta" and put.query["eps"] < 0:
            return Answer(put.query, "error", reason="ValueError: eps must not be negative")
        return Answer(put.query, "error", reason="OverflowError: math range error") if largest_loss(put.instance, put.times) > 15 else None

    found = run(raises)
    (group,) = found.groups
    assert (group.simplest.word, group.simplest.statement) == ("error", "OverflowError")
    assert group.simplest.case.instance.kind == "rr"
    assert group.count == found.count("error")
    assert found.count("refused") > 5
    assert not found.has_faulty_claims


def test_lower_bounds_are_hunted_too():
    found = run(lambda put: put.right * 1.5 if 0 < put.right < 0.6 else 0.0, method("low", "lower", ("delta",)))
    assert {group.simplest.statement for group in found.groups} == {"lower"}
    assert found.groups[0].simplest.case.instance.kind == "rr"


def test_slight_and_other_faults_are_told_apart():
    slightly = run(lambda put: math.nextafter(put.right, 0) if put.query["kind"] == "delta" and put.right > 1e-300 else None)
    assert slightly.groups
    assert all(group.simplest.is_slight and "1e-9 or less" in title(group.simplest) for group in slightly.groups)
    more = run(lambda put: put.right * (1 - 1e-8) if put.query["kind"] == "delta" and put.right > 1e-300 else None)
    assert not any(group.simplest.is_slight for group in more.groups)


@pytest.mark.parametrize(("part", "is_reported"), [(1e-12, False), (1e-2, True)])
def test_what_rounding_of_the_input_explains_is_counted_and_not_reported(part, is_reported):
    def low(put):
        return put.right * (1 - part) if put.query["kind"] == "delta" and put.query["eps"] <= 0 else None

    rounded = run(low, method(queries=("delta",)), source="rounded")
    exact = run(low, method(queries=("delta",)), source="exact")
    assert rounded.count("violated") == exact.count("violated") > 0
    assert exact.groups
    assert bool(rounded.groups) == is_reported
    assert bool(rounded.explained) != is_reported or sum(rounded.explained.values()) < rounded.count("violated")


def test_vacuous_bounds_are_counted_with_an_example():
    found = run(lambda _: math.inf)
    assert not found.groups
    assert found.count("vacuous") > 0
    assert any(outcome.word == "vacuous" for outcome, _ in found.examples)


# --- the same every time -------------------------------------------------------------------------------------------------


def as_text(found):
    return json.dumps(files.to_json(found, files.drafts(found)))


def test_two_runs_are_equal_and_another_seed_is_not():
    texts = [as_text(run(too_low_from_eight_copies, cases=6, seed=seed)) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_requests_do_not_depend_on_answers_or_on_other_requests():
    methods = [method("a"), method("b", queries=("delta",), kinds=("rr", "pmfs"))]
    forwards = [request(7, i, methods) for i in range(30)]
    assert forwards == [request(7, i, methods) for i in reversed(range(30))][::-1]
    assert {r.method.name for r in forwards} == {"a", "b"}
    assert all(r.instance.kind in r.method.mechanisms for r in forwards)
    assert len({str(r.instance) for r in forwards}) > 25


def test_what_is_generated_covers_what_accountants_stumble_over():
    found = [request(3, i, [method(kinds=KINDS)]) for i in range(200)]
    kinds = {r.instance.kind for r in found}
    assert kinds == set(KINDS)
    assert max(r.times for r in found) > 1_000
    assert min(r.times for r in found) == 1
    assert any(leaks(r.instance) for r in found if r.instance.kind == "pmfs")
    points = [(r, q) for r in found for q in r.questions if q.kind == "delta"]
    assert any(q.at == 0 for _, q in points)
    assert any(q.at < 0 for _, q in points)
    assert any(q.at > largest_loss(r.instance, r.times) for r, q in points)
    near = [(q.at, largest_loss(r.instance, r.times)) for r, q in points if q.at > 0]
    assert any(at == top for at, top in near)
    assert any(at in (math.nextafter(top, 0), math.nextafter(top, math.inf)) for at, top in near)
    deltas = [q.at for r in found for q in r.questions if q.kind == "epsilon"]
    assert min(deltas) < 1e-300
    assert max(deltas) > 1 - 1e-9


# --- the end -------------------------------------------------------------------------------------------------------------


def test_time_ends_a_hunt():
    now = iter(range(10_000))
    found = hunt(FakeTool(), seed=1, seconds=7.5, clock=lambda: float(next(now)))
    assert found.ended == "time"
    assert 3 <= found.requests <= 8


def test_an_interrupt_keeps_what_was_found():
    tool = FakeTool(too_low_from_eight_copies)
    right = tool.ask

    def ask(*arguments):
        if len(tool.asked) > 60:
            raise KeyboardInterrupt
        return right(*arguments)

    tool.ask = ask
    found = hunt(tool, seed=1, cases=1000)
    assert found.ended == "interrupted"
    assert found.groups
    assert found.requests < 60


def test_one_of_cases_and_time_is_needed_and_methods_must_exist():
    with pytest.raises(OutOfRange, match="give one of them"):
        hunt(FakeTool(), seed=1)
    with pytest.raises(OutOfRange, match="no method other, but upper"):
        hunt(FakeTool(), seed=1, cases=1, methods=["other"])
    with pytest.raises(OutOfRange, match="no method that answers"):
        hunt(FakeTool(str, method(queries=("spend",))), seed=1, cases=1)


def test_simplifying_makes_a_bounded_number_of_requests():
    tool = FakeTool(too_low_from_eight_copies)
    examiner = Examiner(tool)
    instance = Instance.sum([(5, Instance.rr(0.7310585)), (9, Instance.geometric(1.2345, 2))])
    (outcome,) = examiner.outcomes("upper", instance, 3, [Question("delta", 0.123456)])
    assert outcome.word == "violated"
    shrinker = Shrinker(examiner, outcome, calls=5)
    best = shrinker.run()
    assert examiner.calls == 6
    assert best.case.size() < outcome.case.size()
    assert best.likeness() == outcome.likeness()
    assert Shrinker(examiner, outcome, is_over=lambda: True).run() is outcome


# --- simpler mechanisms --------------------------------------------------------------------------------------------------


def test_simpler_mechanisms_are_simpler_and_valid():
    random = Random(5)
    seen = 0
    for i in range(25):
        asked = request(5, i, [method(kinds=KINDS)])
        for found in simpler.fewer_atoms(asked.instance):
            assert weight(found) < weight(asked.instance)
            seen += 1
        for found in simpler.shorter_numbers(asked.instance):
            assert digits(found) < digits(asked.instance)
            assert weight(found) <= weight(asked.instance)
            seen += 1
    assert seen > 100
    assert list(simpler.fewer_copies(1)) == []
    assert list(simpler.fewer_copies(2)) == [1]
    for _ in range(200):
        value = random.uniform(-50, 50)
        for found in simpler.shorter_float(value):
            assert len(repr(found)) <= len(repr(value))


def test_landmarks_are_those_of_the_composition():
    instance = Instance.pmfs({"a": Fraction(3, 5), "b": Fraction(1, 5), "c": Fraction(1, 5)}, {"a": Fraction(1, 5), "b": Fraction(4, 5)})
    for times in (1, 2, 5):
        marks, pld = Landmarks.of(instance, times), times * instance.pld()
        losses = [Loss(knot) for knot in pld.knots]
        assert marks.top().loss() == losses[-1]
        assert marks.top().near() == nearest(losses[-1])
        assert marks.bottom().loss() == losses[0]
        assert marks.infinite_mass() == float(1 - Fraction(4, 5) ** times)
        random = Random(1)
        assert all(marks.some_atom(random).loss() in losses for _ in range(20))
    assert Landmarks.of(Instance.approx(1.0, 1.0), 3).top() is None


# --- rounding of the input -----------------------------------------------------------------------------------------------


def test_answers_about_a_mechanism_with_rounded_masses_are_never_beyond_rounding():
    """A tool that is exact about masses that are off by a relative 1e-10 in all is not blamed, at whatever point it is asked."""
    random = Random(11)
    blamed = wrong = 0
    for i in range(80):
        asked = request(11, i, [method(kinds=("pmfs",), queries=("delta", "epsilon"))])
        if asked.times > 8:
            continue
        off = Instance.pmfs(*(_perturbed(random, dict(side), asked.times) for side in asked.instance.parameters))
        for question in asked.questions:
            value = exact_upper(off, asked.times, question.query())
            content = {"id": "1", "tool": "t", "mechanism": asked.instance.expression(), "times": asked.times, "query": dict(question.query())}
            says = {"upper": value if math.isfinite(value) else "inf"}
            claim = Claim.from_json(content | {"says": says})
            wrong += check(claim, certificates=False).verdict == "violated"
            blamed += is_beyond_rounding(claim, 0, "upper", float_value(str(value)), LEAST)
    assert wrong > 30
    assert blamed == 0


def _perturbed(random, masses, times):
    part = Fraction(1, 10**10) / times
    moved = {key: mass * (1 + part * Fraction(random.uniform(-1, 1)) / 2) for key, mass in masses.items()}
    total = sum(moved.values())
    scaled = {key: Fraction(round(mass / total * 10**28), 10**28) if mass > Fraction(1, 10**12) else mass for key, mass in moved.items()}
    largest = max(scaled, key=scaled.get)
    scaled[largest] += 1 - sum(scaled.values())
    return scaled


def test_what_is_missed_by_more_is_beyond_rounding():
    claim = Claim.from_json({"id": "1", "tool": "t", "mechanism": "rr(1)", "query": {"kind": "delta", "eps": 0.5}, "says": {"upper": 0.2}})
    assert is_beyond_rounding(claim, 0, "upper", float_value("0.2"), LEAST)
    assert is_beyond_rounding(claim, 0, "upper", float_value("0.287649136"), LEAST) is False
    assert is_beyond_rounding(claim, 0, "upper", float_value("0.2876491"), LEAST)
    assert is_beyond_rounding(claim, 0, "lower", float_value("0.288"), LEAST)
    assert is_beyond_rounding(claim, 0, "lower", float_value("0.2876491367"), LEAST) is False


# --- reports -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def found():
    return run(too_low_from_eight_copies, cases=16)


def test_a_folder_holds_reports_that_check_by_themselves(found, tmp_path):
    drafts = files.write(found, tmp_path / "faults")
    folder = tmp_path / "faults"
    names = {path.name for path in folder.iterdir()}
    assert {"findings.json", "claims.jsonl", f"{drafts[0].name}.md", *drafts[0].certificates} <= names
    for draft in drafts:
        (certificate,) = draft.certificates
        done = subprocess.run([sys.executable, "-I", "-S", str(CHECKER), str(folder / certificate)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    verdicts = [check(claim) for claim in read_claims(folder / "claims.jsonl")]
    assert [verdict.id for verdict in verdicts] == [draft.name for draft in drafts]
    assert {verdict.verdict for verdict in verdicts} == {"violated"}
    content = json.loads((folder / "findings.json").read_text())
    assert content["requests"] == 16
    assert [group["count"] for group in content["groups"]] == [group.count for group in found.groups]
    assert content["groups"][0]["times"] == 8


def test_a_report_says_what_a_maintainer_needs(found, tmp_path):
    draft = files.write(found, tmp_path)[0]
    text = (tmp_path / f"{draft.name}.md").read_text()
    outcome = draft.group.simplest
    assert text.startswith(f"# {title(outcome)}\n")
    assert "fake-tool 1.2.3, Python 3.11.7" in text
    assert "FakeAccountant" in text
    assert f"`{outcome.value!r}` (`{outcome.value.hex()}`)" in text
    assert "composed 8 times" in text
    exact = draft.finding.exact
    assert exact["lower"] in text
    assert exact["delta"] in text
    assert draft.finding.shortfall in text
    assert f"python3 -I -S check.py {draft.certificates[0]}" in text
    assert "--seed 1 --cases " in text
    line = next(line for line in text.splitlines() if line.startswith('{"id"') and "says" in line)
    assert check(Claim.from_json(json.loads(line))).verdict == "violated"


def test_an_earlier_hunt_is_replaced_and_other_files_are_not(found, tmp_path):
    files.write(found, tmp_path)
    before = {path.name for path in tmp_path.iterdir()}
    right = run(lambda _: None, cases=2)
    files.write(right, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"findings.json", "claims.jsonl"} < before
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.tex").write_text("mine")
    with pytest.raises(OutOfRange, match="not those of a hunt"):
        files.write(right, other)
    (other / "findings.json").write_text('{"format": "something"}')
    with pytest.raises(OutOfRange, match="not those of a hunt"):
        files.check_folder(other)


def test_a_report_of_a_crash_and_of_an_unreadable_value():
    def crash(put):
        failure = ToolFailure("hang", "no answer within 20 seconds", "")
        return Answer(put.query, "failure", reason=str(failure), failure=failure)

    findings = run(crash, cases=1)
    (draft,) = files.drafts(findings)
    text = report(findings, draft)
    assert "gives no answer in time" in text
    assert "no answer within 20 seconds" in text
    assert '"queries"' in text
    assert "The proof" not in text


# --- the command line ----------------------------------------------------------------------------------------------------


@pytest.fixture
def command(monkeypatch, capsys):
    def call(tool, *words):
        monkeypatch.setattr("certificates.audit.tools.tool.start", lambda *_: tool)
        status = main(["audit", "hunt", "--tool", "fake-tool", *words])
        return status, *capsys.readouterr()

    return call


def test_the_verb_writes_reports_and_its_status_says_what_was_found(command, tmp_path):
    status, out, _ = command(FakeTool(too_low_from_eight_copies), "--cases", "10", "-o", str(tmp_path / "found"))
    assert status == 1
    assert "upper bound on delta is below the exact value" in out
    assert "fake-tool 1.2.3, seed 1: 10 mechanisms" in out
    assert list((tmp_path / "found").glob("*.md"))
    status, out, _ = command(FakeTool(), "--cases", "3")
    assert (status, "No fault was found." in out) == (0, True)


def test_a_tool_that_cannot_be_asked_is_not_said_to_be_without_fault(command):
    status, out, _ = command(FakeTool(lambda _: None, replace(method(), mechanisms=("laplace",))), "--cases", "3")
    assert (status, "No fault" in out, "nothing is said about it" in out) == (3, False, True)


def test_the_verb_prints_json(command):
    status, out, _ = command(FakeTool(too_low_from_eight_copies), "--cases", "5", "--json")
    content = json.loads(out)
    assert status == 1
    assert content["format"] == "exactpld-hunt"
    assert content["groups"][0]["word"] == "violated"


def test_the_verb_refuses_before_it_hunts(command, tmp_path):
    (tmp_path / "file").write_text("mine")
    tool = FakeTool()
    status, _, err = command(tool, "--cases", "3", "-o", str(tmp_path))
    assert (status, tool.asked) == (2, [])
    assert "not those of a hunt" in err
    status, _, err = command(tool, "--cases", "3", "--method", "other")
    assert (status, "no method other" in err) == (2, True)


def test_an_interrupted_verb_keeps_its_reports(command, tmp_path):
    tool = FakeTool(too_low_from_eight_copies)
    right = tool.ask
    tool.ask = lambda *a: right(*a) if len(tool.asked) < 70 else exec("raise KeyboardInterrupt")
    status, _, err = command(tool, "--cases", "500", "-o", str(tmp_path))
    assert status == 130
    assert "what was found is in" in err
    assert list(tmp_path.glob("*.md"))


# --- snippets ------------------------------------------------------------------------------------------------------------

RR, PAIR = Instance.rr(0.1), Instance.pmfs({"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": Fraction(1, 2), "b": Fraction(1, 2)})
FIFTHS = {"a": Fraction(1, 5), "b": Fraction(1, 5), "c": Fraction(1, 5)}
RESPONSE = Instance.pmfs(FIFTHS | {"a": Fraction(3, 5)}, FIFTHS | {"b": Fraction(3, 5)})
LEAKY = Instance.pmfs({"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"b": Fraction(1, 2), "c": Fraction(1, 2)})
DELTA, EPSILON = Question("delta", 0.5), Question("epsilon", 1e-3)
SNIPPETS = [
    ("pld-pessimistic", RR, 1000, Question("delta", 30.0)),
    ("pld-pessimistic", Instance.sum([(2, RR), (3, Instance.approx(0.5, 0.01))]), 2, EPSILON),
    ("pld-pessimistic", PAIR, 10, Question("pure-epsilon")),
    ("pld-pessimistic", LEAKY, 3, DELTA),
    ("pld-pessimistic", Instance.k_rr(1.0, 5), 4, DELTA),
    ("pld-pessimistic", RESPONSE, 4, DELTA),
    ("pld-pessimistic", Instance.subsample(Instance.geometric(0.5, 2), 0.1), 20, EPSILON),
    ("pld-buckets", Instance.geometric(0.5, 3), 10, DELTA),
    ("pld-optimistic", RR, 100, DELTA),
    ("pld-optimistic", Instance.approx(0.5, 0.01), 10, DELTA),
    ("pld-vectorised", RR, 100, DELTA),
    ("pld-in-two", RR, 2, Question("delta", 0.1)),
    ("pld-in-two", PAIR, 7, DELTA),
    ("pld-accountant", RESPONSE, 4, EPSILON),
    ("pld-accountant", Instance.geometric(0.5, 2), 3, Question("pure-epsilon")),
    ("rdp-accountant", RR, 100, EPSILON),
    ("rdp-accountant", RR, 100, DELTA),
    ("rdp-accountant", RR, 100, Question("renyi", 5)),
]


@pytest.fixture(scope="module")
def dp_accounting():
    pytest.importorskip("dp_accounting")
    with start("dp-accounting", sys.executable, 60) as tool:
        yield tool


def confirm(tool, name, instance, times, question):
    (outcome,) = Examiner(tool).outcomes(name, instance, times, [question])
    assert outcome.answer.outcome == "said", outcome.answer.reason
    (text,) = outcome.answer.says.values()
    code = snippets.snippet(tool.hello.tool, Case(name, instance, times, question), tool.hello.method(name))
    printed, complaint = snippets.run(sys.executable, code)
    assert math.isclose(float(printed), float.fromhex(text), rel_tol=1e-9, abs_tol=1e-13), f"{code}\n{complaint}"


def test_a_snippet_for_dp_accounting_returns_what_the_worker_did(dp_accounting):
    confirm(dp_accounting, *SNIPPETS[0])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "instance", "times", "question"), SNIPPETS[1:])
def test_all_snippets_for_dp_accounting_return_what_the_worker_did(dp_accounting, name, instance, times, question):
    confirm(dp_accounting, name, instance, times, question)


@pytest.mark.parametrize("tool", ["dp-accounting", "prv-accountant", "autodp", "opendp"])
def test_snippets_are_python_and_there_is_none_where_the_tool_takes_no_such_mechanism(tool):
    made = 0
    names = {
        "dp-accounting": ["pld-pessimistic", "pld-optimistic", "pld-in-two", "pld-accountant", "rdp-accountant"],
        "prv-accountant": ["prv", "rdp"],
        "autodp": ["rdp", "kov", "pure-dp", "afa"],
        "opendp": ["pure", "approx", "zcdp", "randomized-response", "laplace"],
    }
    for name in names[tool]:
        for instance in (RR, PAIR, RESPONSE, LEAKY, Instance.geometric(0.5, 1), Instance.sum([(2, RR), (1, RR)])):
            for times in (1, 3):
                for question in (DELTA, EPSILON, Question("pure-epsilon")):
                    code = snippets.snippet(tool, Case(name, instance, times, question), method(name))
                    if code is not None:
                        compile(code, "snippet", "exec")
                        made += 1
    assert made > 20
    assert snippets.snippet("unknown", Case("x", RR, 1, DELTA), method("x")) is None
    assert snippets.snippet("prv-accountant", Case("prv", PAIR, 1, DELTA), method("prv")) is None


@pytest.mark.slow
def test_a_known_fault_of_dp_accounting_is_found_by_itself(dp_accounting, tmp_path):
    """Optimistic PLDs get the truncated tail as an infinite mass, so lower bounds are too large at epsilons that no loss reaches."""
    findings = hunt(dp_accounting, seed=1, cases=20, methods=["pld-optimistic"], calls=40)
    drafts = files.write(findings, tmp_path, sys.executable)
    assert findings.has_faulty_claims
    assert any(draft.printed for draft in drafts)
    assert all(draft.certificates or draft.why_none for draft in drafts if draft.claim)


def test_errors_of_the_exact_side_are_never_verdicts(monkeypatch):
    def too_large(*_, **__):
        raise ExactError("too large")

    monkeypatch.setattr("certificates.audit.hunt.outcome.check", too_large)
    found = run(lambda _: math.nan, cases=2)
    assert found.groups == ()
    assert found.count("undecided") == sum(found.counts.values()) > 0
