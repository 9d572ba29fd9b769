"""The truth of envelopes by brute force: every database written out as a list, every transcript played by itself.

Where the base laws are tables, all is exact. Those of an instance are enclosed by integers: powers of e by mpmath's
intervals, all the rest by rounding down and up; what is not told by 2,560 binary places is `Undecided`.
"""

from __future__ import annotations

import contextlib
from fractions import Fraction
from itertools import pairwise, product
from math import ceil, floor, prod
from typing import Any

import mpmath
from sympy import isprime

from tests.torture.blocks import enclosed
from tests.torture.judge import Tied, need
from tests.torture.judge_theorems import Law, count, read_laws
from tests.torture.judge_values import ZERO, fraction, minus, sign_of
from tests.torture.pairs import ONE, Number
from tests.torture.reals import NoNumber, Real, TooLarge, Undecided, enclosure, iv, read_number, spend

Box = tuple[int, int]  # an enclosure of a number times 2^bits
Loss = tuple[Fraction, list[tuple[int, Fraction]]]  # r + sum of a ln p
BITS = (160, 640, 2_560)
NEAR = Fraction(1, 2**700)  # what is closer to a tie than this may be too close for the checker's enclosures
MOST_DATABASES, MOST_TRANSCRIPTS = 300, 1_500


def read_distances(said: Any, size: int) -> list[list[int]]:
    """Return distances; NotTrue if they are not those of a metric."""
    far = [[count(d, 1_000) for d in row] for row in said]
    need(len(far) == size and all(isinstance(row, list) and len(row) == size for row in said), NoNumber)
    points = range(size)
    spend(size**3 // 20)
    for x, y in product(points, points):
        need((far[x][y] == 0) == (x == y) and far[x][y] == far[y][x])
        need(all(far[x][z] <= far[x][y] + far[y][z] for z in points))
    return far


def envelope(laws: list[Law], far: list[list[int]], half: Number) -> list[list[Real]]:
    """Return the largest terms for each point and outcome, those of one point times a positive number of its own."""
    spend(len(laws) ** 2 * len(laws[0][1]))
    top, tables = max(max(row) for row in far), []
    for part in half:
        tables.append([ONE])
        for _ in range(top):
            tables[-1].append(tables[-1][-1] * part)
    above, below = tables  # half = above/below; distances count for below
    dens = [den for den, _ in laws]
    same = all(den.terms == dens[0].terms for den in dens)
    others = [ONE if same else times(dens[:y] + dens[y + 1 :]) for y in range(len(laws))]
    rows = []
    for distances in far:
        factors = [other * below[d] * above[top - d] for other, d in zip(others, distances, strict=True)]
        rows.append([largest([masses[o] * f for (_, masses), f in zip(laws, factors, strict=True)]) for o in range(len(laws[0][1]))])
    return rows


def times(factors: list[Real]) -> Real:
    """Return the product."""
    result = ONE
    for factor in factors:
        result = result * factor
    return result


def largest(values: list[Real]) -> Real:
    """Return the largest of some sums."""
    best = values[0]
    for value in values[1:]:
        if (value - best).sign() > 0:
            best = value
    return best


def judge_laws(base: Any, half: Number, upper: Number) -> None:
    """Judge an envelope of tables, exactly."""
    laws = read_laws(base["laws"])
    far = read_distances(base["distances"], len(laws))
    rows, tied = envelope(laws, far, half), False
    sums = [sum(row, start=ZERO) for row in rows]
    ways = [(x, y) for x, y in product(range(len(laws)), repeat=2) if far[x][y] == 1]
    need(ways)
    for x, y in ways:
        for p, q in zip(rows[x], rows[y], strict=True):
            left, right = p * sums[y] * upper[1], q * sums[x] * upper[0]
            sign = (right - left).sign()
            need(sign >= 0)
            tied = tied or (bool(left.terms) and (sign == 0 or (right.scaled(1 - NEAR) - left).sign() <= 0))
    need(not tied, Tied)


# ---- instances


def read_loss(said: Any) -> Loss:
    """Return a loss; NotTrue if it is not positive."""
    r, logs = (said, []) if isinstance(said, str) else said
    need(isinstance(said, str) or 1 <= len(logs) <= 16, NoNumber)
    found = [(fraction(p), fraction(a)) for p, a in logs]
    need(all(p.denominator == 1 and isprime(int(p)) and a for p, a in found), NoNumber)
    need(all(one[0] < two[0] for one, two in pairwise(found)), NoNumber)
    loss = fraction(r), [(int(p), a) for p, a in found]
    need(all(abs(part) <= 1_000 for part in (loss[0], *(a for _, a in found))), NoNumber)
    if not logs:
        need(loss[0] > 0)
        return loss
    for bits in BITS:  # it is not 0: logarithms of primes and 1 are independent
        low, high = ends(amount(loss, bits), 0)
        if low >= 1 or high <= -1:
            need(low >= 1)
            return loss
        low, high = ends(amount(loss, bits), bits)
        if low > 0 or high < 0:
            need(low > 0)
            return loss
    raise Undecided


def amount(loss: Loss, bits: int) -> Any:
    """Return an interval around a loss."""
    iv.prec = bits + 100
    return sum((iv.log(iv.mpf(p)) * a.numerator / a.denominator for p, a in loss[1]), start=iv.mpf(loss[0].numerator) / loss[0].denominator)


def ends(interval: Any, bits: int) -> Box:
    """Return integers around an interval times 2^bits."""
    low, high = (Fraction(*mpmath.libmp.to_rational(end)) * 2**bits for end in interval._mpi_)
    return floor(low), ceil(high)


def raised(loss: Loss, factor: Fraction, bits: int) -> Box:
    """Return e^(factor * loss)."""
    logs = [(p, a * factor) for p, a in loss[1] if factor]
    if abs(loss[0] * factor) + sum(abs(a) * p.bit_length() for p, a in logs) > 3_000:
        raise TooLarge
    low, high = enclosure((*(loss[0] * factor).as_integer_ratio(), tuple((p, *a.as_integer_ratio()) for p, a in logs)), bits)
    return max(low, 0), high


class Instance:
    """Private multiplicative weights, for databases as lists of elements."""

    def __init__(self, base: Any) -> None:
        keys = ("universe", "n", "rounds")
        self.size, self.n, self.rounds = (count(base[key], most) for key, most in zip(keys, (64, 64, 16), strict=True))
        queries = [[fraction(value) for value in query] for query in base["queries"]]
        need(self.size and self.n and self.rounds and 1 <= len(queries) <= 64, NoNumber)
        need(all(isinstance(query, list) and len(query) == self.size for query in base["queries"]), NoNumber)
        self.eta, self.gamma = read_loss(base["eta"]), read_loss(base["gamma"])
        need(all(abs(value) <= 1 for query in queries for value in query))
        self.signed = [[sign * value for value in query] for query in queries for sign in (1, -1)]
        need(self.size > 1)
        if self.size**self.n > MOST_DATABASES or len(self.signed) ** self.rounds > MOST_TRANSCRIPTS:
            raise TooLarge
        self.databases = list(product(range(self.size), repeat=self.n))

    def work(self) -> int:
        """Return about how much the laws and their envelope cost."""
        transcripts = len(self.signed) ** self.rounds
        return len(self.databases) * transcripts * (len(self.databases) + 8) // 10

    def fits(self, played: tuple[int, ...], bits: int) -> list[Box]:
        """Return e^(-eta mu(s)) for each signed query s, with the mu that was learned from those played."""
        scores = [sum((self.signed[s][c] for s in played), start=Fraction(0)) for c in range(self.size)]
        boxes = [raised(self.gamma, score - max(scores), bits) for score in scores]
        eta, found = amount(self.eta, bits), []  # which sets the precision
        mu = [iv.mpf(list(box)) for box in boxes]
        whole = sum(mu[1:], start=mu[0])
        for s in self.signed:
            mean = sum((m * v.numerator / v.denominator for m, v in zip(mu, s, strict=True)), start=iv.mpf(0)) / whole
            found.append(ends(iv.exp(-eta * mean), bits))
        return found

    def laws(self, bits: int) -> list[list[Box]]:
        """Return the law of the transcripts of each database."""
        spend(self.work() * bits // 160)
        kinds = range(len(self.signed))
        fits = {played: self.fits(played, bits) for t in range(self.rounds) for played in product(kinds, repeat=t)}
        found = []
        for x in self.databases:
            gains = [raised(self.eta, sum((s[c] for c in x), start=Fraction(0)) / self.n, bits) for s in self.signed]
            shares = {}
            for played, fit in fits.items():
                weights = [(g[0] * f[0], g[1] * f[1]) for g, f in zip(gains, fit, strict=True)]
                low, high = (sum(weight[side] for weight in weights) for side in (0, 1))
                need(low, Undecided)
                shares[played] = [((a << bits) // high, -((-b << bits) // low)) for a, b in weights]
            found.append([self.chance(shares, transcript, bits) for transcript in product(kinds, repeat=self.rounds)])
        return found

    def chance(self, shares: dict[tuple[int, ...], list[Box]], transcript: tuple[int, ...], bits: int) -> Box:
        """Return the probability of a transcript: of each query after those before it."""
        parts = [shares[transcript[:t]][s] for t, s in enumerate(transcript)]
        scale = bits * (len(parts) - 1)
        return prod(a for a, _ in parts) >> scale, -(-prod(b for _, b in parts) >> scale)

    def ratios(self, half: Number, bits: int) -> list[list[tuple[Box, Box]]]:
        """Return for all neighbours, both ways, enclosures of m_x(o) Z_y and of m_y(o) Z_x for all outcomes."""
        laws = self.laws(bits)
        (low, high), (least, most) = (enclosed(part, bits) for part in half)
        need(least > 0, Undecided)
        powers = [(least**d << bits, most**d << bits) for d in range(self.n + 1)]
        powers = [(a // high**d, -(-b // low**d)) for d, (a, b) in enumerate(powers)]
        rows, sums = [], []
        for x in self.databases:
            far = [powers[sum(a != b for a, b in zip(x, y, strict=True))] for y in self.databases]
            row = []
            for masses in zip(*laws, strict=True):
                a, b = (max(mass[side] * power[side] for mass, power in zip(masses, far, strict=True)) for side in (0, 1))
                row.append((a, b))
            rows.append(row)
            sums.append((sum(a for a, _ in row), sum(b for _, b in row)))
        found = []
        for i, x in enumerate(self.databases):
            for j, y in enumerate(self.databases):
                if sum(a != b for a, b in zip(x, y, strict=True)) == 1:
                    both = zip(rows[i], rows[j], strict=True)
                    found.append([(between(p, sums[j]), between(q, sums[i])) for p, q in both])
        return found


def between(one: Box, two: Box) -> Box:
    """Return the product of two enclosures of numbers that are not negative."""
    return one[0] * two[0], one[1] * two[1]


def judge_instance(base: Any, half: Number, upper: Number) -> None:
    """Judge an envelope of the transcripts of private multiplicative weights."""
    instance = Instance(base)
    if not minus(half, upper)[0].terms and not (half[0] - half[1]).terms:
        raise Tied  # with half = 1 all laws of the envelope are one
    for bits in BITS:
        with contextlib.suppress(Undecided):
            if settled(instance.ratios(half, bits), upper, bits):
                return
    raise Undecided


def settled(ratios: list[list[tuple[Box, Box]]], upper: Number, bits: int) -> bool:
    """Return whether all ratios are at most the bound for sure; NotTrue if one is not for sure."""
    top, bottom = (tuple(enclosed(part, bits)) for part in upper)
    need(min(top[0], bottom[0]) > 0, Undecided)
    sure = True
    for p, q in (both for row in ratios for both in row):
        left, right = between(p, bottom), between(q, top)
        need(left[0] <= right[1])
        sure = sure and left[1] <= right[0]
    return sure


def largest_ratio(base: Any, half: Number, bits: int) -> tuple[Fraction, Fraction]:
    """Return an enclosure of the largest ratio of an instance."""
    low, high = Fraction(0), Fraction(0)
    for row in Instance(base).ratios(half, bits):
        for (a, b), (c, d) in row:
            if c <= 0:
                raise Undecided
            low, high = max(low, Fraction(a, d)), max(high, Fraction(b, c))
    return low, high


def judge_pure_dp(claim: Any, witness: Any) -> None:
    """Judge the ratios of an envelope."""
    need(not witness and claim.keys() == {"base", "half", "ratio_upper"}, NoNumber)
    base, half, upper = claim["base"], read_number(claim["half"]), read_number(claim["ratio_upper"])
    need(sign_of(minus(half, (ONE, ONE))) >= 0)
    need(sign_of(upper) > 0)
    if base.keys() == {"laws", "distances"}:
        judge_laws(base, half, upper)
        return
    need(base.keys() == {"universe", "queries", "n", "rounds", "eta", "gamma"}, NoNumber)
    judge_instance(base, half, upper)


JUDGES = {"pure-dp": judge_pure_dp}
