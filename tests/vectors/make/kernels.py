"""Certificates of dominance by a kernel: row j says what atom j of B becomes (FORMAT.md, section 6).

Most are made the other way round than a kernel is found: B and the kernel come first, and A is what comes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.numbers import ONE, ZERO, E, Json, Rational, Sum, exp, num, quotient, root
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR4,
    TOTAL_LEAK,
    Certificate,
    approx,
    certificate,
    compose,
    delta,
    pld,
    rr,
    sign,
    table,
)

Entry = tuple[int, Json]
Rows = Sequence[Sequence[Entry]]
Masses = Sequence[tuple[Sum, Sum]]
SQUARE2 = compose((2, RR2))  # atoms (4, 1), (4, 4), (1, 4), over 9
R_2_QUARTER = approx(num(2), "1/4")
T, S = E, exp(2)
SMALL, LARGE = root(2, "1/2"), root(2, "1/3") * exp("1/2")


def rows_json(rows: Rows) -> Json:
    """Return the rows of a kernel as they stand in a file."""
    return [[[str(i), entry] for i, entry in row] for row in rows]


def by_kernel(a: Json, b: Json, rows: Rows, note: str = "") -> Certificate:
    """Return a certificate of A <= B by a kernel, in version 2."""
    witness = {"method": "kernel", "rows": rows_json(rows)}
    return version_2(certificate("dominated", {"A": a, "B": b}, witness, note))


def version_2(value: Certificate) -> Certificate:
    """Return the same certificate in version 2 of the format."""
    return sign(dict(value, version="2"))


def rational(*rows: Sequence[Rational]) -> Rows:
    """Return the rows of a kernel of rational numbers, zeros left out."""
    return [[(i, num(k).json()) for i, k in enumerate(row) if Fraction(k)] for row in rows]


def spread(den: Sum, atoms: Masses, kernel: Sequence[Sequence[Sum]], scale: Sum = ONE) -> Json:
    """Return what comes out of the atoms by the kernel whose entries are those given, over the scale."""
    width = range(len(kernel[0]))
    sides: list[list[Sum]] = []
    for side in (0, 1):
        masses = [ZERO for _ in width]
        for atom, row in zip(atoms, kernel, strict=True):
            masses = [mass + atom[side] * entry for mass, entry in zip(masses, row, strict=True)]
        sides.append(masses)
    return pld(den * scale, list(zip(*sides, strict=True)))


def over(kernel: Sequence[Sequence[Sum]], scale: Sum) -> Rows:
    """Return the rows of that kernel, zeros left out; the scale is no rational number."""
    return [[(i, quotient(k, scale)) for i, k in enumerate(row) if k != ZERO] for row in kernel]


def halves(t: Sum, s: Sum) -> Rows:
    """Return the kernel from rr(ln s) to rr(ln t), two irrational ratios; it has negative entries if t > s."""
    top, rest, den = t * s - ONE, s - t, (ONE + t) * (s - ONE)
    return over([[top, rest], [rest, top]], den)


def _chains() -> tuple[Json, Json, Rows]:
    """Return A, B and a kernel of rational numbers with large coprime denominators."""
    size = 9
    weights = [(Fraction(2 * size - i), Fraction(size + i)) for i in range(size)]
    sums = [sum(w[side] for w in weights) for side in (0, 1)]
    masses = [(p / sums[0], q / sums[1]) for p, q in weights]
    kernel = [[Fraction(0)] * size for _ in range(size)]
    for j in range(size):
        part = Fraction(1, 10**12 + 39 + 2 * j)  # towards the middle, so that ratios go on decreasing
        kernel[j][j] += 1 - part
        kernel[j][j + 1 if j < size // 2 else j - 1 if j > size // 2 else j] += part
    image = [
        [sum(masses[j][side] * kernel[j][i] for j in range(size)) for side in (0, 1)] for i in range(size)
    ]
    return table(image), table(masses), rational(*kernel)


def _mixed() -> tuple[Json, Json, Rows]:
    """Return A, B and a kernel in which the entries that meet in an atom of A have different denominators."""
    one, two, three = ONE + E, num(2) + E, num(3) + exp("1/2")
    atoms = [(num(6) * E, num(2)), (num(2) * E, num(2) * E), (num(2), num(6) * E)]
    den = num(8) * E + num(2)
    # Row 0: E/one, 1/one; row 1: 1/two, E/two, 1/two; row 2: 2/three, (1 + e^(1/2))/three
    parts = [
        [(E, one), (ONE, one), (ZERO, one)],
        [(ONE, two), (E, two), (ONE, two)],
        [(ZERO, three), (num(2), three), (ONE + exp("1/2"), three)],
    ]
    others = [two * three, one * three, one * two]
    numerators = [[n * rest for n, _ in row] for row, rest in zip(parts, others, strict=True)]
    rows = [[(i, quotient(n, d)) for i, (n, d) in enumerate(row) if n != ZERO] for row in parts]
    return spread(den, atoms, numerators, one * two * three), pld(den, atoms), rows


CHAINS, MIXED_KERNEL = _chains(), _mixed()
JOIN = pld(
    num(4) + num(4) * E,
    [(ONE + E, ZERO), (num(3) * E - ONE, num(4)), (num(4), num(3) * E - ONE), (ZERO, ONE + E)],
)
ROTATION = [(num(5), num(2)), (num(3), num(3)), (num(2), num(5))]  # over 10


def accepted() -> dict[str, Certificate]:
    """Return what must be verified."""
    forget = rational([1, 0], ["1/2", "1/2"], [0, 1])
    leak = [[(0, quotient(E, ONE + E)), (1, quotient(ONE, ONE + E))]]
    leak += [[(0, quotient(ONE, ONE + E)), (1, quotient(E, ONE + E))]]
    return {
        "rr": by_kernel(RR2, RR4, rational(["7/9", "2/9"], ["2/9", "7/9"])),
        "reflexive": by_kernel(rr(E), rr(E), rational([1, 0], [0, 1])),
        "scaled": by_kernel(rr(E), pld(E + S, [(S, E), (E, S)]), rational([1, 0], [0, 1])),
        "exponential": by_kernel(rr(T), rr(S), halves(T, S)),
        "radicals": by_kernel(rr(SMALL), rr(LARGE), halves(SMALL, LARGE)),
        "composed": by_kernel(RR2, SQUARE2, forget, "The kernel forgets one of the two."),
        "composed-exponential": by_kernel(rr(E), compose((2, rr(E))), forget),
        "composed-on-both-sides": by_kernel(
            compose((2, rr(E))),
            compose((3, rr(E))),
            rational([1, 0, 0], ["1/3", "2/3", 0], [0, "2/3", "1/3"], [0, 0, 1]),
        ),
        "composed-incommensurable": by_kernel(
            rr(E),
            compose((1, RR2), (1, rr(E))),
            rational([1, 0], [1, 0], [0, 1], [0, 1]),
            "The ratios are 2e, e/2, 2/e and 1/(2e).",
        ),
        "zero-times": by_kernel(compose((0, RR4)), compose((1, RR2)), rational([1], [1])),
        "identity-below": by_kernel(IDENTITY, JOIN, rational([1], [1], [1], [1])),
        "infinite": by_kernel(LEAK_QUARTER, R_2_QUARTER, rational([1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1])),
        "infinite-forgotten": by_kernel(
            RR2, R_2_QUARTER, rational(["2/3", "1/3"], [1, 0], [0, 1], ["1/3", "2/3"])
        ),
        "infinite-in-a-row": by_kernel(RR2, TOTAL_LEAK, rational(["2/3", "1/3"], ["1/3", "2/3"])),
        "infinite-exponential": by_kernel(rr(E), TOTAL_LEAK, leak),
        "infinite-irrational": by_kernel(rr(E), JOIN, rational([1, 0], [1, 0], [0, 1], [0, 1])),
        "infinite-irrational-leak": by_kernel(
            LEAK_QUARTER, JOIN, rational([1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1])
        ),
        "infinite-composed": by_kernel(
            LEAK_QUARTER,
            compose((2, LEAK_QUARTER)),
            rational(["4/7", "3/7", 0], [0, 1, 0], [0, "3/7", "4/7"]),
        ),
        "total-leak": by_kernel(TOTAL_LEAK, TOTAL_LEAK, rational([1, 0], [0, 1])),
        "large-denominators": by_kernel(*CHAINS),
        "different-denominators": by_kernel(*MIXED_KERNEL),
        "version-2-knots": version_2(certificate("dominated", {"A": RR2, "B": RR4}, {"method": "knots"})),
        "version-2-delta": version_2(delta(RR2, "1", value="1/3")),
    }


def cycle() -> tuple[Json, Json, Rows]:
    """Return A, B and a kernel that is right as written and doubly stochastic, so that it passes for its transpose."""
    mix: list[list[Rational]] = [["5/8", "3/8", 0], ["1/4", "1/2", "1/4"], ["1/8", "1/8", "3/4"]]
    a = spread(num(10), ROTATION, [[num(k) for k in row] for row in mix])
    return a, pld(num(10), ROTATION), rational(*mix)


def transposed(rows: Rows, width: int) -> Rows:
    """Return the kernel with rows and columns exchanged."""
    return [[(j, dict(row)[i]) for j, row in enumerate(rows) if i in dict(row)] for i in range(width)]

