"""Shapes of files that ask a checker for much more work than their size suggests; each once slipped through the count of steps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import count, islice

from make.chains import run
from make.filters import cost, moves_rule
from make.numbers import ONE, E, Json, Sum, exp, num
from make.plds import IDENTITY, TOTAL_LEAK, Certificate, compose, delta, pld, rr, violated
from make.reject_common import Row


def primes_from(start: int) -> Iterator[int]:
    """Yield the primes from an odd number on, by trial division."""
    return (n for n in count(start, 2) if all(n % d for d in range(2, int(n**0.5) + 1)))


def long_exponents(items: int) -> list[Sum]:
    """Return numbers of one term each: powers of 16 primes of their own, the exponents of 255 bits."""
    primes = primes_from(100_003)
    power = Fraction(2**254 + 1, 2**255)
    return [Sum([((Fraction(0), tuple((p, power) for p in islice(primes, 16))), Fraction(1))]) for _ in range(items)]


def ramp(atoms: int) -> Json:
    """Return a rational PLD with so many atoms, the masses 1, 2, ... under Q and the same backwards under P."""
    return pld(num(atoms * (atoms + 1) // 2), [(num(atoms - i), num(i + 1)) for i in range(atoms)])


def two_atoms(first: Sum, second: Sum) -> Json:
    """Return a PLD whose two atoms are ``(first, second)`` and the reverse."""
    return pld(first + second, [(first, second), (second, first)])


def tree_of_many_factors(depth: int, length: int) -> Certificate:
    """Return a filter whose tree asks query 0 to a depth, then in each leaf one of 63 queries again and again.

    The denominators have no factor in common, so masses over the one that all leaves share are products of many sums.
    """
    leak_and_one = [
        pld(ONE + exp(i), [(ONE, num(0)), (exp(i), exp(i)), (num(0), ONE)])  # one finite atom
        for i in range(2, 65)
    ]
    leaves = count()

    def chain(query: int, times: int) -> Json:
        return [str(query), [chain(query, times - 1)]] if times else None

    def tree(levels: int) -> Json:
        if levels:
            return ["0", [tree(levels - 1), tree(levels - 1)]]
        return chain(1 + next(leaves) % len(leak_and_one), length)

    return violated([rr(exp(1)), *leak_and_one], TOTAL_LEAK, depth + length, "1", tree(depth))


def radicals_of_many_primes(items: int, terms: int, atoms: int) -> Certificate:
    """Return a composition in which the radicals of parts of one term join in each product of the terms and atoms of two more parts."""
    plain = [(1, pld(x, [(x, x)])) for x in long_exponents(items)]
    three = Sum(((Fraction(t), ()), Fraction(3)) for t in range(terms))
    uneven = Sum(((Fraction(t), ()), Fraction(1 + t % 2)) for t in range(terms))
    return delta(compose(*plain, (1, two_atoms(three, uneven)), (1, ramp(atoms))), "1", lower="0")


def denominators_of_many_primes(items: int, atoms: int) -> Certificate:
    """Return a composition over ``(1 + x1) (1 + x2) ...``, each x a term of 16 primes."""
    plain = [(1, pld(ONE + x, [(ONE + x, ONE + x)])) for x in long_exponents(items)]
    return delta(compose(*plain, (1, two_atoms(ONE + E + E, num(3) + E)), (1, ramp(atoms))), "1", lower="0")


def long_terms_over_large_numbers(terms: int) -> Certificate:
    """Return masses of so many terms in all, whose common denominator has 81,000 bits; they are nowhere near adding up."""
    rows = []
    for j in range(-(-terms // 4000)):
        part = min(4000, terms - 4000 * j)
        rows.append(Sum(((Fraction(11 * i + j, 11), ()), Fraction(1)) for i in range(1, part + 1)))
    small = [Fraction(1, 2**65_000 - 1), Fraction(1, 2**16_000), *[Fraction(1)] * len(rows)]
    return delta(pld(ONE, [(row, num(q)) for row, q in zip(rows, small, strict=False)]), "1", lower="0")


def powers_of_the_identity(steps: int, items: int) -> Certificate:
    """Return a session whose PLDs are the identity, 10,000 times, and again: nothing but multiplications by 1."""
    nothing = compose(*[(10_000, IDENTITY)] * items)
    return run(nothing, *[("budget", nothing, nothing)] * steps)


def paths_without_common_denominators(knots: int, depth: int) -> Certificate:
    """Return a strategy that goes on differently after each of many answers, through 63 queries with denominators of their own.

    Over one denominator each path lacks those of nearly all the others.
    """
    leaks = [pld(num(n), [(num(1), num(0)), (num(n - 1), num(n - 1)), (num(0), num(1))]) for n in range(2, 65)]
    order = [[i] * depth for i in range(1, 64)]
    order += [[j] + [i] * (depth - 1) for i in range(1, 64) for j in range(1, 64) if i != j]

    def chain(queries: list[int]) -> Json:
        node: Json = None
        for i in reversed(queries):
            node = [str(i), [node]]
        return node

    table = [*[[(i, state + 1) for i in range(64)] for state in range(depth + 1)], []]
    tree = ["0", [chain(queries) for queries in order[:knots]]]
    return cost([ramp(knots), *leaks], moves_rule(table), "2", "1/2", tree, [])


def limits() -> dict[str, Certificate]:
    """Return those that end at the limit of steps: name -> certificate."""
    return {
        "composition-in-a-tree": tree_of_many_factors(5, 10),
        "composition-radicals-of-many-primes": radicals_of_many_primes(8, 50, 1000),
        "composition-denominators-of-many-primes": denominators_of_many_primes(6, 150),
        "filter-powers-of-the-identity": powers_of_the_identity(2, 64),
        "filter-paths-without-common-denominators": paths_without_common_denominators(300, 28),
    }


def rejected() -> list[Row]:
    """Return those that break a rule."""
    why = "4,100 terms over a number of 81,000 bits: what is lacking is shown cut off; without the rule, R06 names the masses under Q"
    return [("R05-p-sum", "many-long-terms", long_terms_over_large_numbers(4100), why)]
