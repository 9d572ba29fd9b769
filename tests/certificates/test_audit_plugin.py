"""The assertions for maintainers of accountants, the standard battery, and the pytest plugin in test suites of its own."""

import importlib.metadata
import json
import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from certificates.audit.testing import (
    AuditFailure,
    Auditor,
    assert_brackets,
    assert_dominated_by,
    assert_dominates,
    assert_lower_bound,
    assert_upper_bound,
    standard_cases,
)
from exact import pld
from exact.errors import NotReadable, OutOfRange, TooLarge, Undecided
from tests.certificates.checker_harness import CHECKER
from tests.conftest import ROOT, command_line_environment

pytest_plugins = ["pytester"]

RR = "rr(log(3))"  # P = (3/4, 1/4), Q = (1/4, 3/4): delta at 0 is 1/2
PLUGIN = "certificates.audit.pytest_plugin"


def checked(path):
    """What the stand-alone checker says of a certificate."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", CHECKER, path], env=command_line_environment(), capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    return done.returncode, done.stdout


def failure(call):
    with pytest.raises(AuditFailure) as raised:
        call()
    return raised.value


# ---- bounds


def test_bounds_that_hold_return_their_verdicts():
    found = assert_upper_bound(RR, lambda eps: 0.5 if eps == 0 else 1.0, at=[0.0, 1.0])
    assert [verdict.verdict for verdict in found] == ["sound", "vacuous"]
    assert assert_lower_bound(RR, lambda _: 0.5, at=[0.0])[0].verdict == "sound"
    assert assert_upper_bound(RR, lambda _: math.inf, at=[0.0])[0].verdict == "vacuous"


@pytest.mark.parametrize(
    ("query", "at", "upper", "too_small", "lower", "too_large"),
    [
        ("delta", [0.0], 0.5, math.nextafter(0.5, 0), 0.5, math.nextafter(0.5, 1)),
        ("epsilon", [0.0], 1.0986122886681099, 1.0986122886681096, 1.0986122886681096, 1.0986122886681099),
        ("pure-epsilon", None, 1.0986122886681099, 1.0986122886681096, 1.0986122886681096, 1.0986122886681099),
        ("clipped-epsilon", [0.75], 0, -0.25, 0, 1e-9),
        ("tradeoff", [0.25], 0.25, 0.249, 0.25, 0.251),
        ("renyi", [2], 0.8472978603872037, 0.8472978603872035, 0.8472978603872035, 0.8472978603872037),
    ],
)
def test_every_query(  # noqa: PLR0917
    query, at, upper, too_small, lower, too_large
):
    """The exact values are 1/2, ln 3, ln 3, 0, 1/4 and ln(7/3): floats next to them are told apart."""

    def said(value):
        return lambda *_: value

    assert_upper_bound(RR, said(upper), query=query, at=at)
    assert_lower_bound(RR, said(lower), query=query, at=at)
    assert failure(lambda: assert_upper_bound(RR, said(too_small), query=query, at=at)).faults
    assert failure(lambda: assert_lower_bound(RR, said(too_large), query=query, at=at)).faults
    assert_brackets(RR, said((lower, upper)), query=query, at=at)
    assert_brackets(RR, said((lower, math.nan, upper)), query=query, at=at)
    assert failure(lambda: assert_brackets(RR, said((lower, too_small)), query=query, at=at)).faults


def test_gdp():
    assert_upper_bound(RR, lambda: 1.3489795003921636, query="gdp")  # 2 Phi^-1(3/4), rounded up
    assert failure(lambda: assert_upper_bound(RR, lambda: 1.3489795003921632, query="gdp")).faults
    assert_lower_bound(RR, lambda: 1.0, query="gdp")
    assert failure(lambda: assert_lower_bound(RR, lambda: 2.0, query="gdp")).faults


def test_direction():
    """A guarantee is about both directions; P over Q alone may be less."""
    one_sided = "pmfs({a: 1/2, b: 1/2}, {a: 1/4, b: 3/4})".replace("a:", '"a":').replace("b:", '"b":')
    exact = {"P over Q": 0.69314718055994540, "Q over P": 0.40546510810816444}
    for direction, value in exact.items():
        assert_upper_bound(one_sided, lambda: value + 1e-15, query="pure-epsilon", direction=direction)  # noqa: B023
        assert failure(lambda: assert_upper_bound(one_sided, lambda: value - 1e-15, query="pure-epsilon", direction=direction))  # noqa: B023
    assert failure(lambda: assert_upper_bound(one_sided, lambda: 0.5, query="pure-epsilon"))
    assert "Q over P" in str(failure(lambda: assert_upper_bound(pld(one_sided).dual(), lambda: 0.5, query="pure-epsilon")))


def test_mechanisms_are_plds_expressions_instances_and_cases():
    case = next(case for case in standard_cases() if case.name == "rr-0.5-x10")
    for given in (case, case.composed, case.expression, case.pld, 10 * pld("rr(float:0.5)")):
        assert_upper_bound(given, lambda _: 0.5570521233470214, at=[0.0])
        assert failure(lambda: assert_upper_bound(given, lambda _: 0.5570521233470213, at=[0.0]))  # noqa: B023
    asked = []
    assert_upper_bound(case, lambda eps: asked.append(eps) or 1.0)
    assert_upper_bound(case, lambda delta: asked.append(delta) or 5.0, query="epsilon")
    assert tuple(asked) == case.eps + case.deltas


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), np.float32(0.5), np.array(0.5), Fraction(1, 2), Decimal("0.5"), "1/2", "0x1p-1"])
def test_values_of_many_kinds(value):
    assert_brackets(RR, lambda _: (value, value), at=[0.0])
    assert_upper_bound(RR, lambda _: 1, at=[value])


@pytest.mark.parametrize("value", [None, True, [0.5], np.longdouble(0.5), np.array([0.5, 0.5]), object()])
def test_values_that_are_refused(value):
    with pytest.raises(TypeError, match="the upper bound is a float"):
        assert_upper_bound(RR, lambda _: value, at=[0.0])


def test_what_is_asked_wrongly():
    for query, at in (("delta", None), ("delta", []), ("gdp", [1.0]), ("deltas", [1.0])):
        with pytest.raises(OutOfRange):
            assert_upper_bound(RR, lambda *_: 1.0, query=query, at=at)
    with pytest.raises(OutOfRange, match="a mechanism is a PLD"):
        assert_upper_bound(3, lambda _: 1.0, at=[0.0])
    with pytest.raises(OutOfRange, match="brackets are"):
        assert_brackets(RR, lambda _: 1.0, at=[0.0])
    for direction in ("both", "sideways"):
        with pytest.raises((OutOfRange, NotReadable)):
            assert_dominates(pld(RR), {"losses": [1.0], "masses": [1.0]}, direction=direction)


def test_an_exception_of_the_tool_is_its_own_and_says_where():
    with pytest.raises(ZeroDivisionError) as raised:
        assert_upper_bound(RR, lambda eps: 1 / eps, at=[0.0])
    assert "while it was asked for delta at eps = 0.0" in raised.value.__notes__[0]


def test_tolerance():
    for tolerance in (0.1, "0.1", Fraction(1, 10), {"relative": 0.25}):
        assert_upper_bound(RR, lambda _: 0.4, at=[0.0], tolerance=tolerance)
    for tolerance in (0.09, "0.0999", {"relative": 0.19}):
        assert failure(lambda: assert_upper_bound(RR, lambda _: 0.4, at=[0.0], tolerance=tolerance))  # noqa: B023


def test_factor():
    """A bound may be asked to be no looser than a factor; a vacuous one then fails, too."""
    assert_upper_bound(RR, lambda _: 0.55, at=[0.0], factor=1.2)
    for value, factor, word in ((0.55, "1.05", "loose"), (1.0, 3, "vacuous"), (math.inf, 3, "vacuous")):
        assert word in str(failure(lambda: assert_upper_bound(RR, lambda _: value, at=[0.0], factor=factor)))  # noqa: B023


def test_impossible_values():
    for value, words in ((math.nan, "not a number"), (-0.25, r"lies in [0, 1]"), (-math.inf, r"lies in [0, 1]")):
        said = str(failure(lambda: assert_upper_bound(RR, lambda _: value, at=[0.0])))  # noqa: B023
        assert "1 of 1 upper bounds on delta is impossible" in said
        assert words in said
    assert "above the upper one" in str(failure(lambda: assert_brackets(RR, lambda _: (0.75, 0.25), at=[0.0])))


def test_what_is_not_decided_is_neither_passed_nor_failed(monkeypatch):
    from exact.pld import PLD

    def too_large(self, x):
        raise TooLarge("a limit")

    monkeypatch.setattr(PLD, "hockey_stick", too_large)
    with pytest.raises(Undecided, match=r"upper bounds on delta at eps = 0.25 .*: a limit"):
        assert_upper_bound("rr(1)", lambda _: 0.5, at=[0.25])


def test_message_and_certificates(tmp_path):
    """The message says where, what, the exact value, by how much and where the certificate is, which the checker verifies."""
    folder = tmp_path / "not" / "there"
    raised = failure(
        lambda: assert_upper_bound(RR, lambda eps: {0.0: 0.3, 0.5: 0.5, 1.0: -0.5}[eps], at=[0.0, 0.5, 1.0], tool="a tool 1.0", save=folder)
    )
    first, second = raised.faults
    assert str(raised).splitlines() == [
        "a tool 1.0: 2 of 3 upper bounds on delta are false or impossible",
        "  mechanism: rr(log(3))",
        "  at eps = 0.0 (0x0.0p+0): violated",
        "    claimed at most  0.3 (0x1.3333333333333p-2)",
        "    exact value      0.5, of both directions",
        "    missed by        about 0.2; 2^-2 more would be enough",
        f"    certificate      {first.certificates[0]}",
        "  at eps = 1.0 (0x1.0000000000000p+0): invalid",
        "    claimed at most  -0.5 (-0x1.0000000000000p-1)",
        "    exact value      0.0704295428852386911599281321618",
        "    reason           a delta lies in [0, 1]",
        f"    certificate      {second.certificates[0]}",
        "  (certificates are verified by 'exactpld check FILE', or by certificates/check.py alone)",
    ]
    assert sorted(map(str, folder.iterdir())) == sorted(first.certificates + second.certificates)
    for name in first.certificates + second.certificates:
        status, said = checked(name)
        assert status == 0
        assert '"a tool 1.0"' in said


def test_certificates_of_one_claim_are_one_file(tmp_path):
    for _ in range(2):
        failure(lambda: assert_upper_bound(RR, lambda _: 0.3, at=[0.0], tool="../../a tool", save=tmp_path))
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("a-tool-rr-log-3-")


def test_many_faults_are_told_in_part():
    said = str(failure(lambda: assert_upper_bound(RR, lambda _: 0.0, at=[eps / 10 for eps in range(8)])))
    assert said.startswith("8 of 8 upper bounds on delta are false")
    assert "... and 3 more" in said


def test_a_certificate_that_cannot_be_written_does_not_hide_the_fault(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    raised = failure(lambda: assert_upper_bound(RR, lambda _: 0.3, at=[0.0], save=tmp_path / "file"))
    assert "not written: " in str(raised)
    assert raised.faults[0].certificates == ()
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_an_auditor_keeps_its_faults():
    auditor = Auditor("a tool")
    auditor.assert_upper_bound(RR, lambda _: 0.5, at=[0.0])
    failure(lambda: auditor.assert_upper_bound(RR, lambda _: 0.3, at=[0.0, 0.1]))
    assert [fault.where.split(" (")[0] for fault in auditor.faults] == ["eps = 0.0", "eps = 0.1"]
    said = "at eps = 0.0 (0x0.0p+0): claimed 0.3, exactly 0.5, missed by about 0.2"
    assert auditor.faults[0].line() == f"violated: upper bounds on delta of {RR} {said}"


# ---- whole PLDs


def rounded(up, times=20, eps=0.5, step=0.01):
    """The losses of randomized response, composed, rounded to a grid; float masses of the binomial law."""
    p = 1 / (1 + math.exp(-eps))
    masses = [math.comb(times, j) * p ** (times - j) * (1 - p) ** j for j in range(times + 1)]
    losses = [step * (math.ceil if up else math.floor)((times - 2 * j) * eps / step + (0.5 if up else -0.5)) for j in range(times + 1)]
    return {"losses": losses, "masses": [mass * (1 - 1e-9) for mass in masses], "infinite": 1e-9 if up else 0.0}


def test_whole_plds():
    """Losses rounded up dominate, those rounded down are dominated; and not the other way round."""
    exact = 20 * pld("rr(float:0.5)")
    up, down = rounded(up=True), rounded(up=False)
    assert assert_dominates(exact, up)[0].verdict == "sound"
    assert assert_dominates(exact, {name: np.array(value) for name, value in up.items()}, direction="Q over P")
    raised = failure(lambda: assert_dominates(exact, down, tool="a tool"))
    assert "a tool: a PLD that dominates" in str(raised)
    assert "worst at" in str(raised)
    assert assert_dominates(exact, down, tolerance=0.01)
    assert failure(lambda: assert_dominated_by(exact, up)).faults


def test_optimistic_plds():
    optimistic = {"interval": 0.25, "first": -2, "masses": [0.37, 0, 0, 0.6]}
    assert_dominated_by("rr(1/2)", optimistic)
    assert failure(lambda: assert_dominates("rr(1/2)", optimistic)).faults


def test_whole_plds_that_are_none(tmp_path):
    pld_like = {"losses": [1.0, -1.0], "masses": [0.75, 0.375], "infinite": 0.0}
    assert assert_dominates("rr(1)", pld_like)
    raised = failure(lambda: assert_dominates("rr(1)", pld_like, proper=True, save=tmp_path))
    assert "impossible" in str(raised)
    assert "add up to more than 1" in str(raised)
    assert [checked(name)[0] for name in raised.faults[0].certificates] == [0] * len(raised.faults[0].certificates)
    assert "mass 1 is nan" in str(failure(lambda: assert_dominates("rr(1)", pld_like | {"masses": [0.5, math.nan]})))
    for wrong in (3, {"losses": [1.0]}, {"masses": [1.0], "probabilities": [1.0]}):
        with pytest.raises(OutOfRange, match="a claimed PLD is"):
            assert_dominates("rr(1)", wrong)


# ---- the standard battery


def test_standard_cases():
    cases = standard_cases()
    assert len({case.name for case in cases}) == len(cases) > 40
    assert {case.kind for case in cases} == {"rr", "approx", "k-rr", "geometric", "asymmetric", "heterogeneous", "tiny"}
    asked = {(case.parameters["eps"], case.times) for case in standard_cases(["rr"])}
    assert asked == {(eps, times) for eps in (0.1, 0.5, 1.0, 3.0) for times in (1, 10, 100, 1000)}
    assert all(isinstance(x, float) for case in cases for x in case.eps + case.deltas)
    assert all(0 < delta < 1 for case in cases for delta in case.deltas)
    assert max(sum(k for k, _ in case.parts) for case in standard_cases(most_times=10)) == 10
    with pytest.raises(ValueError, match="the kinds of standard cases are"):
        standard_cases(["gaussian"])


@pytest.mark.parametrize("case", standard_cases(most_times=10), ids=str)
def test_the_masses_that_a_case_hands_out_are_those_of_its_pld(case):
    """A naive accountant in floats, which multiplies the masses of `parameters` out, is close to the exact delta for every case of one part."""
    if case.kind not in ("rr", "asymmetric"):
        return
    parameters = case.parameters
    if case.kind == "rr":
        p = 1 / (1 + math.exp(-parameters["eps"]))
        sides = {"1": p, "0": 1 - p}, {"1": 1 - p, "0": p}
    else:
        sides = parameters["P"], parameters["Q"]
    law = {(): (1.0, 1.0)}
    names = sorted({*sides[0], *sides[1]})
    for _ in range(case.times):
        following = {}
        for outcome, (p, q) in law.items():
            for i, name in enumerate(names):
                key = tuple(sorted((*outcome, i)))
                a, b = following.get(key, (0.0, 0.0))
                following[key] = a + p * sides[0].get(name, 0.0), b + q * sides[1].get(name, 0.0)
        law = following
    for eps in case.eps:
        naive = sum(max(0.0, p - math.exp(eps) * q) for p, q in law.values())
        assert abs(naive - float(case.pld.delta(str(Fraction(eps))).lower(20))) < 1e-12


# ---- the plugin


@pytest.fixture
def suite(pytester, monkeypatch):
    """A function that runs a test file with the plugin, in a process of its own, and returns what it printed."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    installed = any(point.value == PLUGIN for point in importlib.metadata.entry_points(group="pytest11"))

    def run(source, *options, ini="", status=None):
        pytester.makepyfile(test_accountant=source)
        pytester.makeini(f"[pytest]\n{ini}\n")
        result = pytester.runpytest_subprocess(*([] if installed else ["-p", PLUGIN]), "-p", "no:cacheprovider", *options)
        if status is not None:
            assert result.ret == status, result.stdout.str()
        return result

    return run


FAULTY = f"""
    import pytest

    def test_false(exact_audit):
        exact_audit.assert_upper_bound({RR!r}, lambda _: 0.25, at=[0.0, 1.0])

    def test_true(exact_audit):
        exact_audit.assert_upper_bound({RR!r}, lambda _: 0.5, at=[0.0])

    @pytest.mark.xfail
    def test_known(exact_audit):
        exact_audit.assert_lower_bound({RR!r}, lambda _: 0.75, at=[0.0])
"""


def test_plugin_lists_faults_and_keeps_certificates(suite, pytester):
    result = suite(FAULTY, "--strict-markers", ini="exactpld_tool = an accountant 2.0", status=1)
    result.assert_outcomes(passed=1, failed=1, xfailed=1)
    result.stdout.fnmatch_lines(
        [
            "E*AuditFailure: an accountant 2.0: 1 of 2 upper bounds on delta is false",
            "*= exactpld: 2 faulty claims =*",
            "test_accountant.py::test_false: violated: upper bounds on delta of rr(log(3)) at eps = 0.0 *: claimed 0.25, exactly 0.5, missed by 1/4",
            "    certificate *.exactpld*an-accountant-2.0-rr-log-3-*.json",
            "test_accountant.py::test_known: violated: lower bounds on delta*",
            "    certificate *.json",
            "'exactpld check FILE' verifies a certificate*",
        ]
    )
    written = list((pytester.path / ".exactpld").iterdir())
    assert len(written) == 2
    for path in written:
        assert checked(path)[0] == 0
        assert json.loads(path.read_text(encoding="utf-8"))["claim"]["claimant"] == "an accountant 2.0"


@pytest.mark.parametrize(
    ("options", "ini"),
    [(["--exactpld-certificates", "proofs"], "exactpld_certificates = ignored"), ([], "exactpld_certificates = proofs")],
)
def test_plugin_folder(suite, pytester, options, ini):
    suite(FAULTY, *options, ini=ini, status=1)
    assert len(list((pytester.path / "proofs").iterdir())) == 2
    assert not (pytester.path / ".exactpld").exists()


def test_plugin_in_workers(suite):
    """With pytest-xdist the faults come from other processes."""
    pytest.importorskip("xdist")
    result = suite(FAULTY, "-n", "2", status=1)
    result.stdout.fnmatch_lines(["*= exactpld: 2 faulty claims =*"])


def test_plugin_standard_cases(suite):
    source = """
        import pytest

        @pytest.mark.exactpld_standard_cases(kinds=["rr", "geometric"], most_times=1)
        def test_bounds(standard_case, exact_audit):
            exact_audit.assert_upper_bound(standard_case, lambda _: 1.0)
            assert standard_case.times == 1

        @pytest.mark.exactpld_standard_cases
        class TestAll:
            def test_names(self, standard_case):
                assert standard_case.expression
    """
    result = suite(source, "--strict-markers", "-v", status=0)
    result.assert_outcomes(passed=6 + len(standard_cases()))
    result.stdout.fnmatch_lines(["*test_bounds?rr-0.1-x1? PASSED*"])
    assert "faulty" not in result.stdout.str()


@pytest.mark.parametrize(
    ("decorator", "arguments", "message"),
    [
        ("exactpld_standard_cases", "", "has the argument standard_case"),
        ("exactpld_standard_cases(kinds=['none'])", "standard_case", "the kinds of standard cases are"),
        ("exactpld_standard_cases(colour='red')", "standard_case", "colour"),
    ],
)
def test_plugin_mistakes(suite, decorator, arguments, message):
    result = suite(f"import pytest\n@pytest.mark.{decorator}\ndef test_it({arguments}):\n    pass\n", status=2)
    result.stdout.fnmatch_lines([f"*{message}*"])


def test_plugin_leaves_other_suites_alone(suite, pytester):
    """A suite with fixtures of the same names keeps them; nothing of ours is imported or printed, and no folder is made."""
    source = """
        import sys
        import pytest

        @pytest.fixture
        def standard_case():
            return 1

        @pytest.fixture
        def exact_audit():
            return 2

        def test_own(standard_case, exact_audit):
            assert (standard_case, exact_audit) == (1, 2)
            ours = {name for name in sys.modules if name.partition(".")[0] in ("certificates", "exact", "flint", "mpmath", "sympy")}
            assert ours <= {"certificates", "certificates.audit", "certificates.audit.pytest_plugin"}
    """
    result = suite(source, "--strict-markers", "--strict-config", "-W", "error", status=0)
    result.assert_outcomes(passed=1)
    said = [line for line in result.stdout.str().splitlines() if not line.startswith("plugins: ")]  # where pytest lists all that is installed
    assert "exactpld" not in "\n".join(said).replace("certificates.audit", "")
    assert not (pytester.path / ".exactpld").exists()
