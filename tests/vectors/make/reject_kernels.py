"""Forgeries against kernels, R29 to R34, and what R01 and R02 find in a kernel."""

from __future__ import annotations

from fractions import Fraction

from make.kernels import (
    CHAINS,
    MIXED_KERNEL,
    R_2_QUARTER,
    SQUARE2,
    S,
    T,
    by_kernel,
    cycle,
    halves,
    rational,
    spread,
    transposed,
)
from make.numbers import E_CEILING, ONE, TINY, ZERO, E, Rational, Sum, exp, num, quotient, root
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    compose,
    pld,
    rr,
    swap,
    table,
)
from make.reject_common import Row, rational_rr

RIGHT = rational(["7/9", "2/9"], ["2/9", "7/9"])  # from RR4 to RR2
NINE = [(num(4), ONE), (num(4), num(4)), (ONE, num(4))]  # the atoms of SQUARE2
THIN = table([["1/1000", "0"], ["999/1000", "1"]])
UNIT = rational([1, 0], [0, 1])
NEGATIVE: list[list[Rational]] = [["11/10", "-1/10", 0], ["-1/10", "6/5", "-1/10"], [0, "-1/10", "11/10"]]
INWARD: list[list[Rational]] = [["3/4", "1/4", 0], [0, 1, 0], [0, "1/4", "3/4"]]


def numbers_of(kernel: list[list[Rational]]) -> list[list[Sum]]:
    """Return the kernel in exact numbers."""
    return [[num(k) for k in row] for row in kernel]


def diagonal(weights: list[Sum]) -> list[list[Sum]]:
    """Return the kernel that takes each atom so many times."""
    return [[w if i == j else ZERO for i in range(len(weights))] for j, w in enumerate(weights)]


def shape() -> list[Row]:
    """Return kernels of a wrong shape, all else right."""
    forget = rational([1, 0], ["1/2", "1/2"], [0, 1])
    composed = "Rows are counted after composition and merging: three atoms, not four."
    return [
        ("R29-kernel-rows", "", by_kernel(RR2, RR4, [*RIGHT, []]), "An empty row more."),
        ("R29-kernel-rows", "one-more", by_kernel(RR2, RR4, [*RIGHT, [(0, "1")]]), "A row more, of sum 1."),
        ("R29-kernel-rows", "none", by_kernel(RR2, RR4, []), "No row at all."),
        ("R29-kernel-rows", "one-less", by_kernel(IDENTITY, RR4, rational([1])), "The second row is missing."),
        ("R29-kernel-rows", "one-less-infinite", by_kernel(TOTAL_LEAK, TOTAL_LEAK, rational([1, 0])), "Same."),
        (
            "R29-kernel-rows",
            "composed",
            by_kernel(RR2, SQUARE2, rational([1, 0], [1, 0], [0, 1], [0, 1])),
            composed,
        ),
        ("R29-kernel-rows", "plain-part", by_kernel(RR2, compose((2, RR2)), forget[:2]), "As many as of RR2."),
        (
            "R30-kernel-index",
            "",
            by_kernel(RR2, RR4, [RIGHT[0], [(0, "2/9"), (2, "7/9")]]),
            "Atoms 0 and 1 are all.",
        ),
        (
            "R30-kernel-index",
            "beyond",
            by_kernel(RR2, RR4, [[*RIGHT[0], (2, "1")], RIGHT[1]]),
            "A third column, of which no atom of A takes notice.",
        ),
        (
            "R30-kernel-index",
            "beyond-and-back",
            by_kernel(RR2, RR4, [[*RIGHT[0], (2, "1/2"), (3, "-1/2")], RIGHT[1]]),
            "The row adds up to 1 all the same.",
        ),
        (
            "R30-kernel-index",
            "counted-from-1",
            by_kernel(RR2, RR4, [[(i + 1, k) for i, k in row] for row in RIGHT]),
            "Indices are counted from 0.",
        ),
        ("R30-kernel-index", "large", by_kernel(RR2, RR4, [[*RIGHT[0], (999999999, "1")], RIGHT[1]]), "Same."),
    ]


def entries() -> list[Row]:
    """Return kernels with entries that are not positive, though image and sums are exact."""
    exact = "Rows add up to 1 and the image is exact, but the claim is false."
    cut = num(E_CEILING)
    return [
        ("R31-kernel-entry", "", by_kernel(RR4, RR2, rational(["7/5", "-2/5"], ["-2/5", "7/5"])), exact),
        ("R31-kernel-entry", "irrational", by_kernel(rr(S), rr(T), halves(S, T)), exact),
        (
            "R31-kernel-entry",
            "near-tie",
            by_kernel(rational_rr(E_CEILING), rr(E), halves(cut, E)),
            "One entry is (e - t)/..., with t the number e rounded up after 60 decimals.",
        ),
        ("R31-kernel-entry", "infinite", by_kernel(TOTAL_LEAK, RR2, rational([2, -1], [-1, 2])), exact),
        (
            "R31-kernel-entry",
            "in-the-middle",
            by_kernel(spread(num(9), NINE, numbers_of(NEGATIVE)), SQUARE2, rational(*NEGATIVE)),
            exact,
        ),
        ("R31-kernel-entry", "zero", by_kernel(RR2, RR2, [[(0, "1"), (1, "0")], [(1, "1")]]), "Zeros are left out."),
        (
            "R31-kernel-entry",
            "zero-quotient",
            by_kernel(RR2, RR2, [[(0, "1"), (1, quotient(ZERO, ONE + E))], [(1, "1")]]),
            "Zeros are left out.",
        ),
        (
            "R31-kernel-entry",
            "zero-in-the-last-row",
            by_kernel(RR2, RR2, [[(0, "1")], [(0, "0"), (1, "1")]]),
            "Zeros are left out.",
        ),
    ]


def sums() -> list[Row]:
    """Return kernels with rows that do not add up to 1."""
    exact = "The image is exact: what row 1 has too little, rows 0 and 2 have too much."
    rows: list[Row] = []
    for name, step in (("", Fraction(1, 10)), ("near-tie", TINY), ("other-way", Fraction(-1, 10))):
        weights = diagonal([num(1 + 4 * step), num(1 - 5 * step), num(1 + 4 * step)])
        kernel = [[(j, row[j].json())] for j, row in enumerate(weights)]
        rows.append(("R32-kernel-sum", name, by_kernel(spread(num(9), NINE, weights), SQUARE2, kernel), exact))
    # The same for rr(1) twice, whose atoms are (e^2, 1), (2e, 2e), (1, e^2): 1/100, -(1 + e^2)/(200 e), 1/100.
    less = num(200) * E - ONE - exp(2)
    a = pld(
        num(100) * (ONE + E) * (ONE + E),
        [(num(101) * exp(2), num(101)), (less, less), (num(101), num(101) * exp(2))],
    )
    kernel = [[(0, "101/100")], [(1, quotient(less, num(200) * E))], [(2, "101/100")]]
    mixed = [list(row) for row in MIXED_KERNEL[2]]
    mixed[1][1] = (1, quotient(E + num(TINY), num(2) + E))
    large = [list(row) for row in CHAINS[2]]
    large[4] = [(4, "1/2")]
    backwards = transposed(rational(*INWARD), 3)
    rows += [
        ("R32-kernel-sum", "irrational", by_kernel(a, compose((2, rr(E))), kernel), exact),
        ("R32-kernel-sum", "by-little", by_kernel(*MIXED_KERNEL[:2], mixed), "By 10^-60/(2 + e); and R33."),
        ("R32-kernel-sum", "empty-row", by_kernel(RR2, RR4, [RIGHT[0], []]), "And R33."),
        ("R32-kernel-sum", "last-row", by_kernel(RR2, RR4, [RIGHT[0], [(0, "2/9"), (1, "2/3")]]), "And R33."),
        ("R32-kernel-sum", "large", by_kernel(*CHAINS[:2], large), "And R33."),
        (
            "R32-kernel-sum",
            "transposed",
            by_kernel(spread(num(9), NINE, numbers_of(INWARD)), SQUARE2, backwards),
            "Columns that add up to 1 instead of rows; and R33.",
        ),
        (
            "R32-kernel-sum",
            "infinite",
            by_kernel(RR2, TOTAL_LEAK, rational(["2/3", "1/2"], ["1/3", "2/3"])),
            "And R33.",
        ),
    ]
    return rows


def images() -> list[Row]:
    """Return kernels that make something else than A of B."""
    a, b, mix = cycle()
    chain = list(CHAINS[2])
    chain[5], chain[6] = chain[6], chain[5]
    root2 = root(2, "1/2")
    p_only, q_only = "The q are right, the p are not.", "The p are right, the q are not."
    near = [["2/3", Fraction(1, 3) - TINY], ["1/3", Fraction(2, 3) + TINY]]
    rows: list[Row] = [
        ("R33-kernel-p", "", by_kernel(table([["3/4", "1/3"], ["1/4", "2/3"]]), RR4, RIGHT), p_only),
        (
            "R33-kernel-p",
            "false-claim",
            by_kernel(table([["99/100", "1/3"], ["1/100", "2/3"]]), RR4, RIGHT),
            p_only,
        ),
        (
            "R33-kernel-p",
            "hidden-infinite-mass",
            by_kernel(swap(THIN), rr(num(9)), rational([1, 0], ["899/900", "1/900"])),
            "Mass 1/1000 at -inf that B has not. " + p_only,
        ),
        ("R33-kernel-p", "transposed", by_kernel(a, b, transposed(mix, 3)), "Rows and columns exchanged."),
        ("R33-kernel-p", "exchanged", by_kernel(RR2, RR4, [RIGHT[1], RIGHT[0]]), "The rows in the other order."),
        ("R33-kernel-p", "wrong-way", by_kernel(RR4, RR2, RIGHT), "The claim is false."),
        ("R33-kernel-p", "unit", by_kernel(RR4, RR2, UNIT), "The claim is false."),
        ("R33-kernel-p", "near-tie", by_kernel(rational_rr(E_CEILING), rr(E), UNIT), "e rounded up."),
        ("R33-kernel-p", "near-tie-exponential", by_kernel(rr(E + num(TINY)), rr(E), UNIT), "e + 10^-60."),
        ("R33-kernel-p", "radicals", by_kernel(rr(root2 + root2), rr(root2), UNIT), "2 sqrt(2) and sqrt(2)."),
        ("R33-kernel-p", "composed", by_kernel(RR3, SQUARE2, rational([1, 0], ["1/2", "1/2"], [0, 1])), "Not RR3."),
        ("R33-kernel-p", "nothing-arrives", by_kernel(RR2, RR4, rational([1], [1])), "Atom 1 gets nothing."),
        ("R33-kernel-p", "rows-exchanged", by_kernel(*CHAINS[:2], chain), "Two of nine."),
        ("R34-kernel-q", "", by_kernel(table([["2/3", "1/4"], ["1/3", "3/4"]]), RR4, RIGHT), q_only),
        (
            "R34-kernel-q",
            "false-claim",
            by_kernel(table([["2/3", "1/100"], ["1/3", "99/100"]]), RR4, RIGHT),
            q_only,
        ),
        ("R34-kernel-q", "near-tie", by_kernel(table(near), RR4, RIGHT), "By 10^-60. " + q_only),
        (
            "R34-kernel-q",
            "hidden-infinite-mass",
            by_kernel(THIN, rr(num(9)), rational(["1/900", "899/900"], [0, 1])),
            "Mass 1/1000 at +inf that B has not. " + q_only,
        ),
        (
            "R34-kernel-q",
            "infinite-mass-lost",
            by_kernel(LEAK_QUARTER, R_2_QUARTER, rational([1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0])),
            "The loss -inf has no p, so only the q tell.",
        ),
        (
            "R34-kernel-q",
            "irrational",
            by_kernel(pld(ONE + E, [(E, ONE - num(TINY)), (ONE, E + num(TINY))]), rr(E), UNIT),
            "By 10^-60/(1 + e).",
        ),
    ]
    return rows


def numbers() -> list[Row]:
    """Return kernels whose entries are no numbers."""
    one = pld(ONE + E, [(E, ONE), (ONE, E)])
    minus = quotient(num(-1) * E, num(-1) * E)
    leak = [[(0, quotient(E, ONE + E)), (1, quotient(ONE, ONE + E))]]
    both = num(-1) - E
    leak.append([(0, quotient(num(-1), both)), (1, quotient(num(-1) * E, both))])
    return [
        ("R02-quotient-denominator", "kernel", by_kernel(one, one, [[(0, minus)], [(1, "1")]]), "-e/-e is 1."),
        ("R02-quotient-denominator", "kernel-last", by_kernel(one, TOTAL_LEAK, leak), "-1/(-1 - e)."),
        (
            "R01-prime",
            "kernel",
            by_kernel(one, one, [[(0, quotient(root(4, "1/2"), root(4, "1/2")))], [(1, "1")]]),
            "sqrt(4)/sqrt(4).",
        ),
    ]


def kernels() -> list[Row]:
    """Return the rows of these rules."""
    return [*shape(), *entries(), *sums(), *images(), *numbers()]
