"""Certificates of version 3 about orders and budgets: chains, residues, runs of a residue filter, sandwiches."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.filters import (
    ABOVE,
    ASYMMETRIC,
    CUT,
    E_AND_HALF,
    E_TWICE,
    HALF,
    LEAK_E,
    LEAK_HALF,
    SQRT2,
    version_3,
)
from make.numbers import ONE, TINY, E, Json, Rational, exp, num, quotient, root
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    Certificate,
    approx,
    certificate,
    compose,
    rr,
    swap,
    table,
)

Order = Sequence[Sequence[int]]
OTHER = table([["1/5", "1/20"], ["4/5", "19/20"]])  # incomparable to ASYMMETRIC
LEAK_THIRD = table([["1/3", "0"], ["2/3", "2/3"], ["0", "1/3"]])
SYMMETRIC = table(
    [
        ["1/35", "0"],
        ["1/4", "1/20"],
        ["1/5", "1/7"],
        ["23/70", "23/70"],
        ["1/7", "1/5"],
        ["1/20", "1/4"],
        ["0", "1/35"],
    ]
)
# On the grid 1, x, 5/2 the upper mixture touches for x = 9/5 and is too small in one place from there down.
TOUCHED = table([["7/12", "1/4"], ["1/3", "7/12"], ["1/12", "1/6"]])
# Has the ratio 6/5. On the grid 1, x, 9/2 that counts for the second interval if x <= 6/5; if it does not, the upper
# mixture is too small.
ON_THE_GRID = table([["3/10", "1/10"], ["3/5", "1/2"], ["1/10", "2/5"]])
TWO_THREE = [[], [0], [0, 0], [1], [0, 1], [1, 1]]  # x, 2x <= y: fewer than three rounds


def texts(state: Sequence[int]) -> Json:
    """Return a multiset as it stands in a file."""
    return [str(i) for i in state]


def chain(queries: Sequence[Json], rounds: int | str, order: Order, note: str = "") -> Certificate:
    """Return a certificate that of two compositions one is below the other."""
    claim = {"queries": list(queries), "rounds": str(rounds)}
    return version_3(certificate("chain", claim, {"order": [texts(state) for state in order]}, note))


def not_chain(  # noqa: PLR0917  (the parts of the claim and of the witness, in order)
    queries: Sequence[Json],
    rounds: int | str,
    a: Sequence[int],
    b: Sequence[int],
    x_a: Json,
    x_b: Json,
    note: str = "",
) -> Certificate:
    """Return a certificate of two compositions, neither below the other."""
    claim = {"queries": list(queries), "rounds": str(rounds)}
    witness = {"a": texts(a), "b": texts(b), "x_a": x_a, "x_b": x_b}
    return version_3(certificate("not-chain", claim, witness, note))


def residue(left: Json, query: Json, budget: Json, note: str = "") -> Certificate:
    """Return a certificate that what is left is a residue of the budget after the query."""
    return version_3(certificate("residue", {"U": left, "L": query, "B": budget}, {}, note))


def run(budget: Json, *steps: tuple[str, Json, Json], note: str = "") -> Certificate:
    """Return a certificate of a run; each step is "budget" or "refused", the query, and the budget or the x."""
    claim = {"budget": budget, "steps": [{"query": query, key: value} for key, query, value in steps]}
    return version_3(certificate("residue-run", claim, {}, note))


def sandwich(plain: Json, grid: Sequence[Json], note: str = "") -> Certificate:
    """Return a certificate of the two mixtures of randomized responses; the last entry, inf, is added."""
    return version_3(certificate("sandwich", {"pld": plain, "grid": [*grid, "inf"]}, {}, note))


def ratio_2(mass: Rational) -> Json:
    """Return the PLD with this mass on the ratio 2 and all else on one other ratio, which is 1/2 for 2/3."""
    p = Fraction(mass)
    return table([[p, p / 2], [1 - p, 1 - p / 2]])


def _chain() -> dict[str, Certificate]:
    three_quarters, half = approx(ONE, "3/4"), approx(ONE, "1/2")
    return {
        "rounds-1": chain([RR2, LEAK_QUARTER], 1, [[]], "The identity alone."),
        "rounds-2": chain([RR3, RR2], 2, [[], [1], [0]]),
        "rounds-3": chain([RR2, RR4], 3, TWO_THREE),
        "rounds-4-one-query": chain([ASYMMETRIC], 4, [[], [0], [0, 0], [0, 0, 0]]),
        "rounds-16-one-query": chain([IDENTITY], 16, [[0] * i for i in range(16)], "All are equal."),
        "infinite": chain([LEAK_QUARTER, LEAK_THIRD], 2, [[], [0], [1]]),
        "equal-members": chain([half, three_quarters], 3, [[], [0], [1], [0, 0], [0, 1], [1, 1]], "2 * A = B."),
        "equal-members-exchanged": chain([half, three_quarters], 3, [[], [0], [0, 0], [1], [0, 1], [1, 1]]),
        "identity": chain([IDENTITY, RR2], 3, [[0], [], [0, 0], [0, 1], [1], [1, 1]]),
        "total-leak": chain([TOTAL_LEAK, RR2], 2, [[], [1], [0]]),
        "exponential": chain([rr(HALF), rr(E)], 3, TWO_THREE),
        "radicals": chain([rr(SQRT2), RR2], 3, TWO_THREE),
        "radicals-and-exponential": chain([rr(E), rr(SQRT2)], 2, [[], [1], [0]]),
        "near-tie": chain([ABOVE, rr(E), CUT], 2, [[], [2], [1], [0]], "e cut off, e, and e rounded up."),
    }


def _not_chain() -> dict[str, Certificate]:
    return {
        "rounds-2": not_chain([RR2, LEAK_QUARTER], 2, [0], [1], "1", "2"),
        "rounds-3": not_chain([RR2, RR3], 3, [1], [0, 0], "2", "3"),
        "rounds-16": not_chain([RR3, RR2], 16, [0], [1, 1], "2", "3"),
        "asymmetric": not_chain([ASYMMETRIC, OTHER], 2, [0], [1], "1", "3"),
        "identity-query": not_chain([IDENTITY, RR2, RR3], 4, [0, 2], [1, 1], "2", "3"),
        "infinite-of-p": not_chain([LEAK_THIRD, LEAK_HALF], 2, [1], [0], "1", "1/2"),
        "exponential": not_chain([rr(E), LEAK_E], 2, [0], [1], "1", E.json()),
        "radicals": not_chain([rr(SQRT2), approx(ONE, "1/10")], 2, [0], [1], "1", root(5, "1/2").json()),
        "dual": not_chain([ASYMMETRIC, swap(ASYMMETRIC)], 2, [0], [1], "3/2", "2/3"),
        "x-quotient": not_chain([rr(E), LEAK_E], 2, [0], [1], quotient(E, E), quotient(exp(2), E)),
    }


def _residue() -> dict[str, Certificate]:
    return {
        "exact": residue(RR2, RR3, compose((1, RR2), (1, RR3))),
        "of-randomized-response": residue(RR2, RR2, RR4),
        "nothing-left": residue(IDENTITY, RR2, RR2),
        "total-leak": residue(TOTAL_LEAK, TOTAL_LEAK, TOTAL_LEAK),
        "infinite": residue(approx(ONE, "1/3"), LEAK_QUARTER, approx(ONE, "1/2")),
        "infinite-of-p": residue(LEAK_HALF, swap(LEAK_HALF), compose((1, LEAK_HALF), (1, swap(LEAK_HALF)))),
        "asymmetric": residue(ASYMMETRIC, OTHER, compose((1, OTHER), (1, ASYMMETRIC))),
        "composed": residue(compose((2, RR2)), compose((1, RR2), (0, RR4)), compose((3, RR2))),
        "exponential": residue(rr(exp("1/2")), rr(HALF), rr(E)),
        "exponential-exact": residue(rr(HALF), rr(E), E_AND_HALF),
        "radicals": residue(rr(SQRT2), rr(SQRT2), RR2),
        "near-tie": residue(CUT, rr(E), E_TWICE),
    }


def _residue_run() -> dict[str, Certificate]:
    two, one = compose((2, RR2)), RR2
    return {
        "admitted": run(RR4, ("budget", RR2, RR2)),
        "refused": run(RR2, ("refused", RR3, "2")),
        "admitted-and-refused": run(
            compose((3, RR2)), ("budget", RR2, two), ("refused", LEAK_QUARTER, "8"), ("budget", RR2, one),
            ("refused", RR3, "2"), ("budget", RR2, IDENTITY), ("refused", RR2, "1")
        ),
        "wasteful": run(RR4, ("budget", RR2, IDENTITY), ("budget", IDENTITY, IDENTITY)),
        "budget-unchanged": run(TOTAL_LEAK, ("budget", RR4, TOTAL_LEAK), ("budget", TOTAL_LEAK, TOTAL_LEAK)),
        "infinite": run(
            approx(ONE, "1/2"), ("budget", LEAK_QUARTER, approx(ONE, "1/3")), ("refused", approx(ONE, "2/5"), "7")
        ),
        "asymmetric": run(
            compose((1, OTHER), (1, ASYMMETRIC)), ("budget", OTHER, ASYMMETRIC), ("refused", OTHER, "3")
        ),
        "exponential": run(
            rr(E), ("budget", rr(HALF), rr(HALF)), ("refused", rr(E), quotient(E, HALF)),
            ("budget", rr(HALF), IDENTITY)
        ),
        "radicals": run(RR2, ("budget", rr(SQRT2), rr(SQRT2)), ("refused", RR2, SQRT2.json())),
        "near-tie": run(rr(E), ("refused", ABOVE, E.json()), ("budget", CUT, IDENTITY)),
    }


def _sandwich() -> dict[str, Certificate]:
    cubed = compose((3, RR2))
    return {
        "atom-on-the-grid": sandwich(cubed, ["1", "2", "4"]),
        "symmetric": sandwich(SYMMETRIC, ["1", "6/5", "3", "7"]),
        "asymmetric": sandwich(ASYMMETRIC, ["1", "3/2", "9/4"]),
        "shortest": sandwich(OTHER, ["1"], "The identity below, the total leak above."),
        "ratio-1": sandwich(IDENTITY, ["1", "2"]),
        "ratio-1-and-more": sandwich(compose((2, RR2)), ["1", "4"], "The ratio 1 is counted once."),
        "last-ratio-on-the-grid": sandwich(RR4, ["1", "2", "4"]),
        "infinite": sandwich(compose((1, RR2), (1, LEAK_QUARTER)), ["1", "3/2", "5/2"]),
        "infinite-only": sandwich(LEAK_QUARTER, ["1", "100"]),
        "total-leak": sandwich(TOTAL_LEAK, ["1", "2"]),
        "exponential": sandwich(compose((2, rr(E))), ["1", HALF.json(), E.json(), exp(2).json()]),
        "exponential-between": sandwich(compose((2, rr(HALF))), ["1", "2", E.json()]),
        "exponential-infinite": sandwich(compose((1, rr(E)), (1, LEAK_E)), ["1", "2", quotient(exp(3), exp(2)), "20"]),
        "radicals": sandwich(compose((3, rr(SQRT2))), ["1", SQRT2.json(), "2", (num(2) * SQRT2).json()]),
        "radicals-between": sandwich(compose((2, rr(SQRT2))), ["1", root(3, "1/3").json(), root(5, "1/2").json()]),
        "touching-upper": sandwich(TOUCHED, ["1", "9/5", "5/2"]),
        "touching-upper-exponential": sandwich(TOUCHED, ["1", exp("3/5").json(), "5/2"]),
        "atom-on-the-grid-needed": sandwich(ON_THE_GRID, ["1", "6/5", "9/2"]),
        "near-tie-lower": sandwich(ratio_2(Fraction(2, 3) + TINY), ["1", "2"], "Both ratios are outside of (1/2, 2)."),
        "first-as-a-quotient": sandwich(RR2, [quotient(E, E), quotient(num(3) * E, E)]),
    }


def accepted() -> dict[str, Certificate]:
    """Return what must be verified, by name."""
    kinds = {
        "chain": _chain(),
        "not-chain": _not_chain(),
        "residue": _residue(),
        "residue-run": _residue_run(),
        "sandwich": _sandwich(),
    }
    return {f"{kind}-{name}": value for kind, rows in kinds.items() for name, value in rows.items()}
