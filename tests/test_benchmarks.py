"""The contestants of the benchmarks compute the same, the table says what was measured, the README shows it.

Nothing here depends on how long anything takes.
"""

import itertools
import json
import math
import re
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest

import exact
from benchmarks import (
    approximate_dp,
    audits,
    battery,
    bounds,
    checker,
    composition,
    constraints,
    dominance,
    filters,
    inputs,
    measure,
    profiles,
    rational,
    results,
    rivals,
    table,
    unexpanded,
)
from benchmarks.subjects import SUBJECTS
from benchmarks.table import Found, Growth, Kind, Row, Subject
from certificates.audit.standard_cases import standard_cases
from exact import PLD, engine, grid, lattice, ratio_order
from exact.engine import balls

DIGITS = 50


def assert_within(value, pair, digits=DIGITS - 2):
    """A decimal expansion lies in bounds, up to its own rounding."""
    lower, upper = (mpmath.mpf(bound) for bound in pair)
    slack = abs(upper) * mpmath.mpf(10) ** -digits
    assert lower - slack <= mpmath.mpf(str(value)) <= upper + slack


@pytest.fixture
def precise():
    with mpmath.workdps(DIGITS + 20):
        yield


# --- contestants agree -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 5, 8])
def test_composition(precise, k):
    pair = composition.digits(k)
    assert composition.delta(k) == pair == composition.atoms(k)
    assert_within(rivals.sympy_cancel(k), pair)
    assert_within(rivals.rational_functions(k), pair)
    for rival in (rivals.fourier, rivals.fourier_by_squaring):
        assert rival(k) == pytest.approx(float(pair[0]), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("k", [100, 1000])
def test_composition_of_the_sizes_measured(k):
    pair = composition.digits(k)
    assert composition.delta(k) == pair == composition.atoms(k)
    for rival in (rivals.fourier, rivals.fourier_by_squaring):
        assert rival(k) == pytest.approx(float(pair[0]), rel=1e-9)


@pytest.mark.parametrize("rows", [constraints.APART, constraints.TOGETHER, constraints.RATIONAL])
def test_constraints(rows):
    """All routes have the same atoms and digits, and the accountant six of them."""
    digits = [constraints.of_constraints(rows, 4, route) for route in ("fastest", "power", "mixture", "closed")]
    assert all(found == digits[0] for found in digits)
    assert len({constraints.atoms(rows, 4, route) for route in ("fastest", "power", "mixture", "closed")}) == 1
    if rivals.has_dp_accounting():
        lower = float(constraints.composed(constraints.made(rows), constraints.K).delta(1).bounds(17)[0])
        assert constraints.accountant(rows, constraints.K) == pytest.approx(lower, rel=1e-6)


@pytest.mark.parametrize(("queries", "rounds"), [(3, 1), (3, 4), (5, 3)])
def test_filters(queries, rounds):
    """The recursion in plain Fractions finds the same cost at one x."""
    family = filters.family(queries)
    cost = filters.at_one_point(filters.fresh(family), rounds)
    assert cost == filters.plain([filters.law(query) for query in family], filters.law(filters.budget()), rounds)


@pytest.mark.parametrize("k", [1, 20])
def test_dp_accounting(k):
    pytest.importorskip("dp_accounting")
    exactly = float(composition.digits(k)[0])
    assert exactly - 1e-12 <= rivals.dp_accounting(k) <= exactly + k * 1e-4  # pessimistic, on a grid of 1e-4


@pytest.mark.parametrize("k", [1, 9, 14])
def test_approximate_dp(precise, k):
    pair = approximate_dp.digits(k)
    assert approximate_dp.delta(k) == pair
    assert_within(approximate_dp.atom_by_atom(k), pair)


def test_rational_composition():
    law = rational.with_fractions(6, 3)
    ours = rational.multiplied_out(rational.base(6).canonical, 3)
    assert [(p.as_fraction(), q.as_fraction()) for p, q in ours.masses()] == list(law.values())


def test_rational_query_by_halves():
    pld = rational.base()
    assert rational.by_halves(pld, 3) == rational.from_all_atoms(pld.canonical, 3)


@pytest.mark.parametrize("eps", [unexpanded.HALF, unexpanded.TENTH])
def test_queries(precise, eps):
    k = 60
    assert float(unexpanded.MEAN_LOSS[eps]) == pytest.approx(float(eps) * math.tanh(eps / 2), rel=1e-4)
    e = mpmath.mpf(eps.numerator) / eps.denominator
    at = k * unexpanded.MEAN_LOSS[eps] - math.isqrt(k) * eps
    at = mpmath.mpf(at.numerator) / at.denominator
    up, down = 1 / (1 + mpmath.exp(-e)), 1 / (1 + mpmath.exp(e))
    tail = [
        mpmath.binomial(k, i) * up**i * down ** (k - i) * (1 - mpmath.exp(at - (2 * i - k) * e))
        for i in range(k + 1)
        if (2 * i - k) * e > at
    ]
    assert_within(mpmath.fsum(tail), unexpanded.query(eps, k))


def test_unlike_parts_have_unlike_losses(precise):
    epsilons = inputs.ugly_epsilons(5)
    pld = inputs.unlike_responses(5)
    assert len(pld.canonical.finite) == 2**5
    one = mpmath.mpf(1)
    total = mpmath.mpf(0)
    for signs in itertools.product((1, -1), repeat=5):
        p = q = one
        for s, eps in zip(signs, epsilons, strict=True):
            t = mpmath.exp(mpmath.mpf(eps.numerator) / eps.denominator)
            up, down = t / (1 + t), 1 / (1 + t)
            p, q = p * (up if s > 0 else down), q * (down if s > 0 else up)
        total += max(0, p - mpmath.e * q)
    assert_within(total, unexpanded.query_parts(pld))


def curve(a, x):
    """The hockey-stick curve in plain Fractions."""
    return sum(max(Fraction(0), p - x * q) for p, q in a)


def in_fractions(a):
    return [(p.as_fraction(), q.as_fraction()) for p, q in a.masses()]


def knots(*plds):
    return {p / q for a in plds for p, q in a if p and q}


@pytest.mark.parametrize("name", dominance.PAIRS)
def test_dominance_pairs(name):
    a, b = dominance.rational_pairs(40)[name]
    fa, fb = in_fractions(a), in_fractions(b)
    assert dominance.decide((a, b)) == all(curve(fa, x) <= curve(fb, x) for x in knots(fa, fb))
    assert dominance.decide((a, b)) == (name != "unlike")
    assert dominance.decide((b, a)) == (name == "equal")


@pytest.mark.parametrize("name", dominance.PAIRS)
@pytest.mark.parametrize(
    ("make", "size"),
    [(dominance.rational_pairs, 1_000), (dominance.rational_pairs, 10_000), (dominance.general_pairs, 11)],
)
def test_dominance_pairs_are_what_they_are_called(make, size, name):
    a, b = make(size)[name]
    assert dominance.decide((a, b)) == (name != "unlike")
    assert dominance.decide((b, a)) == (name == "equal")


def test_certified_sort_is_a_sort():
    b = dominance.rational_pairs(40)["equal"][1]
    mixed = dominance.shuffled(b)
    assert mixed != list(zip(b.keys, *zip(*b.finite, strict=True), strict=True))
    ratios = [Fraction(p, q) for _, p, q in ratio_order._sorted_rational(mixed)]
    assert ratios == sorted(ratios, reverse=True)
    assert len(ratios) == 40


def test_scan_is_of_prepared_plds():
    a, b = dominance.prepared(dominance.general_pairs(3)["unlike"])
    for side in (a, b):
        assert {"logs", ("curve", engine.START_BITS)} <= side._known.keys()


@pytest.mark.parametrize(("make", "size"), [(bounds.rational_pair, 40), (bounds.general_pair, 5)])
def test_bounds_are_of_pairs_that_cross_a_few_times(make, size):
    pair = make(size)
    assert 1 <= bounds.crossings(pair) <= 4
    a, b = (PLD.of_atoms((side, 1)) for side in pair)
    assert not a <= b
    assert not b <= a
    assert a <= (a | b)
    assert (a & b) <= b
    assert [side.is_rational for side in pair] == [make is bounds.rational_pair] * 2


def test_sup_of_the_rational_pair():
    a, b = bounds.rational_pair(30)
    fa, fb, sup = in_fractions(a), in_fractions(b), in_fractions(lattice.join(a, b))
    for x in knots(fa, fb, sup):
        assert curve(sup, x) == max(curve(fa, x), curve(fb, x))


@pytest.mark.parametrize(
    ("make", "size"), [(bounds.rational_pair, bounds.RATIONAL), (bounds.general_pair, bounds.GENERAL)]
)
def test_pairs_of_the_sizes_measured_cross_at_most_four_times(make, size):
    assert 1 <= bounds.crossings(make(size)) <= 4


def test_checker_verifies_what_is_timed():
    assert "h(x) is at least" in checker.verify(checker.delta_claim(20))
    assert "epsilon(1/100000) is at least" in checker.verify(checker.epsilon_claim(20))
    for make, kind in itertools.product(("rational_pair", "exponential_pair"), ("dominated", "dominated_by_kernel")):
        assert checker.verify(checker.order_claim(make, kind, 2)).startswith("A <= B")
    assert len(checker.exponential_pair(5)[1].atoms) == 40


def test_checker_is_the_stand_alone_one():
    data = checker.delta_claim(3).replace(b'"lower"', b'"lowest"')
    with pytest.raises(checker.checker().CertificateError):
        checker.verify(data)


# --- audits ---


BATTERY = {case.name: case for case in standard_cases()}


def test_battery_has_the_size_that_the_table_says():
    assert len(BATTERY) == battery.CASES
    assert sum(len(case.eps) + len(case.deltas) for case in BATTERY.values()) == battery.ANSWERS


@pytest.mark.parametrize("name", ["rr-0.5-x10", "rr-1.0-x100", "tiny-3.0-x100"])
def test_battery_against_binomial_sums(precise, name):
    """delta by its sum over the atoms; h at the exponential of epsilon is delta."""
    case = BATTERY[name]
    ((k, part),) = case.parts
    eps = mpmath.mpf(part.parameters[0])
    up, down = 1 / (1 + mpmath.exp(-eps)), 1 / (1 + mpmath.exp(eps))

    def delta(at):
        losses = (((2 * i - k) * eps, mpmath.binomial(k, i) * up**i * down ** (k - i)) for i in range(k + 1))
        return mpmath.fsum(mass * (1 - mpmath.exp(at - loss)) for loss, mass in losses if loss > at)

    answers = [mpmath.mpf(text) for text in battery.exact_answers(case)]
    for at, found in zip(case.eps, answers, strict=False):
        assert abs(found - delta(mpmath.mpf(at))) <= max(abs(found) * mpmath.mpf(10) ** (1 - battery.DIGITS), mpmath.mpf(10) ** -200)
    for wanted, found in zip(case.deltas, answers[len(case.eps) :], strict=True):
        off = found * mpmath.mpf(10) ** (1 - battery.DIGITS)
        assert delta(found + off) <= wanted <= delta(found - off)


def test_battery_takes_the_worse_direction():
    case = BATTERY["asymmetric-two-x5"]
    found, unlike = [Fraction(text) for text in battery.exact_answers(case)], 0
    for eps, value in zip(case.eps, found, strict=False):
        sides = [side.delta(Fraction(eps)) for side in (case.pld, case.pld.dual())]
        unlike += sides[0] != sides[1]
        assert value == Fraction(max(sides).decimal(battery.DIGITS))
    assert unlike


def test_ten_correct_digits():
    assert battery.is_right(0.25, "0.25")
    assert battery.is_right(0.25 * (1 + 4e-11), "0.25")
    assert not battery.is_right(0.25 * (1 + 6e-11), "0.25")
    assert not battery.is_right(0.25 * (1 - 6e-11), "0.25")
    assert not battery.is_right(2e-30, "1e-30")
    assert battery.is_right(1e-16, "0")
    assert not battery.is_right(1e-14, "0")
    assert battery.is_right(math.inf, "inf")
    assert not any(battery.is_right(said, "0.25") for said in (math.inf, math.nan, None))


@pytest.mark.parametrize("name", ["rr-0.5-x10", "k-rr-2.0-10-x1", "geometric-0.25-4-x10", "approx-1.0-1e-10-x10", "heterogeneous-two-rr"])
def test_dp_accounting_is_asked_the_same(name):
    """Where the grid fits, it is right."""
    pytest.importorskip("dp_accounting")
    case = BATTERY[name]
    assert all(map(battery.is_right, battery.fitted_answers(case), battery.exact_answers(case)))


def test_dp_accounting_is_asked_for_both_directions():
    pytest.importorskip("dp_accounting")
    case = BATTERY["asymmetric-three-x5"]
    for said, exactly in zip(battery.default_answers(case), battery.exact_answers(case), strict=True):
        assert float(exactly) <= said <= float(exactly) * 1.01


def test_tools_without_an_environment_are_not_measured(tmp_path, monkeypatch):
    for folder in (None, tmp_path):
        if folder is None:
            monkeypatch.delenv(battery.FOLDER, raising=False)
        else:
            monkeypatch.setenv(battery.FOLDER, str(folder))
        found = Found()
        for other in battery.OTHERS:
            assert other.version[0].isdigit()
            battery.measure_other(measure.Bench(1), other, found)
        assert not found.pairs
        assert len(found.skipped) == 2 * len(battery.OTHERS)


def test_what_a_tool_reports_is_its_time():
    assert battery.Asked(lambda: 0.25).run(clock=lambda: pytest.fail("the clock is not asked")) == 0.25


@pytest.mark.parametrize("name", profiles.COMPOSITIONS)
def test_profile_is_that_of_single_queries(name):
    a = exact.pld(profiles.COMPOSITIONS[name][0])
    eps = profiles.epsilons(name)[::40]
    assert profiles.at_once(inputs.fresh_pld(a), eps) == profiles.one_by_one([inputs.fresh_pld(a) for _ in eps], eps)
    assert len(profiles.epsilons(name)) == 100


def test_grids_are_what_they_are_called():
    size, pld = 1_000, audits.composition()
    above, below, rounded = audits.grid(size, up=True), audits.grid(size, up=False), audits.read(size)
    assert grid.find_above(pld, above) is None
    assert grid.find_below(pld, below) is None
    assert grid.find_above(pld, rounded) is not None
    assert len(above.atoms) == len(rounded.atoms) == size
    assert audits.verdict(audits.claim(size)) == "violated"


# --- measuring ---------------------------------------------------------------------------------------------------------------------------


def test_everything_is_forgotten_before_a_run():
    seen = []
    exact.rr(Fraction(1, 7)).delta(Fraction(1, 7)).bounds(20)
    assert balls._monomial.cache_info().currsize
    ticks = itertools.count()
    contestant = measure.Contestant(
        lambda thing: seen.append((thing, balls._monomial.cache_info().currsize)), prepare=lambda: "made anew"
    )
    assert contestant.run(lambda: next(ticks)) == 1
    assert seen == [("made anew", 0)]


def test_runs_are_interleaved_and_the_median_counts():
    order = []
    now = [0.0]
    costs = {"a": iter([0.9, 0.1, 0.5, 0.2]), "b": iter([3, 5, 4])}  # a first run counts only when it takes long

    def work(name):
        order.append(name)
        now[0] += next(costs[name])

    medians = measure.Bench(runs=3).medians(
        {name: measure.Contestant(lambda name=name: work(name)) for name in costs}, clock=lambda: now[0]
    )
    assert order == ["a", "b"] * 3 + ["a"]
    assert medians == {"a": pytest.approx(0.2), "b": pytest.approx(4)}


def test_quick_contestants_run_several_times_a_turn():
    now = [0.0]
    runs = []

    def work():
        runs.append(1)
        now[0] += measure.TURN_SECONDS / 4

    measure.Bench(runs=2).medians({"": measure.Contestant(work)}, clock=lambda: now[0])
    assert len(runs) == 1 + 2 * 4


def test_exponent_of_a_power_law():
    assert measure.exponent([(n, 3 * n**1.7) for n in (10, 50, 100, 2000)]) == pytest.approx(1.7)


# --- the table ---------------------------------------------------------------------------------------------------------------------------

ROWS = (
    Row("fast", "fast thing", Kind.FASTER, 10, "rival"),
    Row("slow", "slow thing", Kind.AS_LONG, 3, "rival", "it is slow"),
    Row("time", "time", Kind.SECONDS, 0.2),
    Row("fit", "growth", Kind.EXPONENT, 0.75),
    Row("count", "count", Kind.COUNT, 0, "", "some are open"),
    Row("stated", "no goal", Kind.AS_LONG, None, "rival"),
    Row("gone", "not here", Kind.FASTER, 5, "rival"),
)
FOUND = Found(
    {
        "fast": (0.001, 0.01),
        "slow": (0.4, 0.1),
        "time": (0.2, None),
        "fit": (0.751, None),
        "count": (3, None),
        "stated": (1, 0.25),
    },
    {"gone": "not installed"},
)
SUBJECT = Subject("Subject", ROWS, lambda _: FOUND)


def sample():
    growth = [table.growth_record(SUBJECT, Growth("things", ((10.0, 1e-3), (1000.0, 1e-1))))]
    rows = list(table.records(SUBJECT, FOUND))
    return {"date": "2026-01-02", "machine": "2 cores", "versions": {"numpy": "1"}, "runs": 15, "rows": rows, "growth": growth}


def test_goals_are_judged():
    assert {row["key"]: row.get("met") for row in sample()["rows"]} == {
        "fast": True, "slow": False, "time": True, "fit": False, "count": False, "stated": None, "gone": None,
    }  # fmt: skip


def test_markdown():
    text = table.markdown(sample())
    assert "| fast thing | 1 ms | rival: 10 ms | 10x as fast | at least 10x | met |" in text
    assert "| slow thing | 400 ms | rival: 100 ms | 4x as long | at most 3x | missed (1) |" in text
    assert "| time | 200 ms |  | 200 ms | at most 200 ms | met |" in text
    assert "| growth |  |  | 0.75 | at most 0.75 | missed (2) |" in text
    assert "| count |  |  | 3 | at most 0 | missed (3) |" in text
    assert "| not here |  | rival | not installed | at least 5x | not measured |" in text
    assert "\n1. It is slow.\n2. Not yet known.\n3. Some are open.\n" in text
    assert "| things | 10: 1 ms, 1,000: 100 ms | 1.00 |" in text
    assert "Measured on 2026-01-02, 2 cores; numpy 1." in text


def test_rows_with_one_cause_share_a_note():
    results_of_two = sample()
    results_of_two["rows"] += [row for row in results_of_two["rows"] if row["key"] == "slow"]
    text = table.markdown(results_of_two)
    assert text.count("missed (1)") == 2
    assert text.count("It is slow.") == 1


def test_rows_declared_and_measured_must_be_the_same():
    with pytest.raises(AssertionError, match="one more"):
        list(table.records(replace(SUBJECT, rows=(*ROWS, Row("one more", "x", Kind.SECONDS))), FOUND))


def test_words_and_goals_declared_anew():
    rows = (replace(ROWS[0], goal=11, what="faster thing"), *ROWS[1:])
    new = table.declared_anew(sample(), [replace(SUBJECT, rows=rows)])
    assert [row["what"] for row in new["rows"]][:2] == ["faster thing", "slow thing"]
    assert [row.get("met") for row in new["rows"]] == [False, False, True, False, False, None, None]
    assert new["rows"][1:] == sample()["rows"][1:]
    for rows in (ROWS[1:], (*ROWS, Row("one more", "x", Kind.SECONDS)), (replace(ROWS[0], kind=Kind.COUNT), *ROWS[1:])):
        with pytest.raises(ValueError, match="measure again"):
            table.declared_anew(sample(), [replace(SUBJECT, rows=rows)])


def test_text_names_what_limits():
    text = table.text(sample()["rows"])
    assert "limited by: it is slow" in text
    assert text.count("limited by") == 3


def test_results_are_kept_and_shown(tmp_path):
    kept, readme = tmp_path / "results.json", tmp_path / "README.md"
    results.write(sample(), kept)
    assert json.loads(kept.read_text(encoding="utf-8")) == sample()
    readme.write_text(f"before\n{results.START}\nold\n{results.END}\nafter\n", encoding="utf-8")
    results.show(sample(), readme)
    results.show(sample(), readme)
    text = readme.read_text(encoding="utf-8")
    assert text == f"before\n{results.START}\n{table.markdown(sample())}{results.END}\nafter\n"
    with pytest.raises(ValueError, match="has no lines"):
        results.shown_in("nothing")


# --- what is kept ------------------------------------------------------------------------------------------------------------------------


def test_readme_shows_the_kept_results():
    assert results.shown_in(results.README.read_text(encoding="utf-8")) == table.markdown(results.read())


def test_kept_results_are_of_the_rows_declared():
    kept = [{key: row[key] for key in ("subject", *table.declaration(ROWS[0]))} for row in results.read()["rows"]]
    declared = [
        {"subject": subject.title, **table.declaration(row)} for subject in SUBJECTS.values() for row in subject.rows
    ]
    assert kept == declared


def test_kept_results_are_judged_by_their_own_figures():
    for row in results.read()["rows"]:
        if row.get("met") is not None:
            better = row["value"] >= row["goal"] if row["kind"] == Kind.FASTER.value else row["value"] <= row["goal"]
            assert row["met"] == better, row
        if row.get("met") is False:
            assert row["cause"], row["key"]


def test_kept_results_say_when_and_on_what_kind_of_machine():
    kept = results.read()
    assert kept.keys() == {"date", "machine", "versions", "runs", "rows", "growth"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", kept["date"])
    assert re.fullmatch(r"\d+ cores \w+, \w+ 3\.\d+\.\d+", kept["machine"])
    assert kept["runs"] >= 15
    assert set(kept["versions"]) == set(results.MEASURED_WITH)
    assert results.surroundings(15).keys() == {"date", "machine", "versions", "runs"}


def test_kept_growth_is_what_is_measured_now():
    """No line stays behind of a measurement that has another name by now."""
    titles = {subject.title for subject in SUBJECTS.values()}
    source = "".join(path.read_text(encoding="utf-8") for path in (results.ROOT / "benchmarks").glob("*.py"))
    for line in results.read()["growth"]:
        assert line["subject"] in titles
        assert f'Growth("{line["what"]}"' in source


def test_keys_are_unique():
    keys = [(name, row.key) for name, subject in SUBJECTS.items() for row in subject.rows]
    assert len(keys) == len(set(keys))
