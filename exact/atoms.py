"""The canonical form of a PLD: its atoms, as numerators over one factored denominator.

`Atoms` holds the mass at the loss +inf under P, the mass at -inf under Q, and the finite atoms ``(p, q)``, both
positive, in strictly decreasing order of the likelihood ratio p/q. Masses are elements of `exact.sums` (plain integers
where everything is rational) over one denominator.

Each finite atom has the **key** of its ratio (`exact.ratio`). Atoms with equal keys merge by hashing. Different keys are
different ratios, except that keys with cofactors (as of the crossing atom of ``rr(1) | approx(0, 1/4)``, whose ratio is
(3e - 1)/4) are compared exactly with their neighbours.

This module and those built on it up to `exact.lattice` are plain functions on `Atoms`; `exact.pld.PLD` wraps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from typing import Any, TypeVar

from exact import engine, ratio
from exact.denominators import Product, cofactors, common_multiple
from exact.errors import NotADistribution, TooLarge
from exact.exponent import Exponent
from exact.number import Number
from exact.ratio import Key, Logs
from exact.ratio_order import by_decreasing_ratio
from exact.sums import Element, content, divide_by_factor, divide_exactly, element, power, terms_of
from exact.writing import shorten

ATOM_LIMIT = 300_000
"""The largest number of atoms before `TooLarge` is raised: some 400 MB where all is rational."""
TAILS_LIMIT = 10_000_000
"""The largest number of terms of all sums over the atoms of largest ratio before `TooLarge` is raised: some 400 MB."""
TAILS_STEP, TAILS_KEPT = 16, 1_000_000
"""Of long sums over the atoms of largest ratio only every so manieth is kept, and at most so many terms: some 100 MB."""
SCALED_LIMIT = 1_500_000
"""The largest number of terms of masses that are brought to a common denominator before `TooLarge` is raised: up to some 700 MB."""

Finite = tuple[tuple[Element, Element], ...]
Mass = tuple[Number, Number]
T = TypeVar("T")
Triple = tuple[Key, Element, Element]


@dataclass(frozen=True, slots=True, eq=False)
class Atoms:
    """The atoms of one PLD in canonical order; see the module."""

    den: Product
    p_infinite: Element
    q_infinite: Element
    finite: Finite
    keys: tuple[Key, ...]
    _known: dict[Any, Any] = field(default_factory=dict, repr=False)
    """What has been worked out before; every entry is put in whole, so an interrupt or a second thread finds all or nothing."""

    def once(self, key: Any, make: Callable[[], T]) -> T:
        """Return what has been worked out under this key, or else work it out and keep it."""
        found: T = self._known[key] if key in self._known else self._known.setdefault(key, make())
        return found

    def number(self, mass: Element) -> Number:
        """Return the mass with this numerator."""
        return Number(mass, self.den)

    def ratio(self, i: int) -> Number:
        """Return the likelihood ratio of the i-th finite atom."""
        return ratio.value(self.keys[i])

    def logs(self) -> Logs:
        """Return integer enclosures of ``2^96 ln(p/q)`` of the finite atoms."""
        return self.once("logs", lambda: tuple(ratio.log_enclosures(self.keys)))

    def curve(self, bits: int = engine.START_BITS) -> engine.Curve:
        """Return the atoms prepared for scans at this precision."""

        def make() -> engine.Curve:
            finite = [(terms_of(p), terms_of(q)) for p, q in self.finite]
            return engine.Curve(finite, terms_of(self.p_infinite), terms_of(self.q_infinite), terms_of(self.den.expand()), bits)

        return self.once(("curve", bits), make)

    def tails(self) -> Sequence[tuple[Element, Element]]:
        """Return for i = 0..n the numerators ``(P, Q)`` of the i finite atoms of largest ratio, the infinite mass
        included in P; `TooLarge` where they have more than `TAILS_LIMIT` terms together.
        """
        tails: Sequence[tuple[Element, Element]] | None = self._known.get("tails")
        if tails is None:
            p: Element = self.p_infinite
            q: Element = 0
            found = [(p, q)]
            size = 0
            for a, b in self.finite:
                p, q = p + a, q + b
                found.append((p, q))
                if not (isinstance(p, int) and isinstance(q, int)):
                    size += len(terms_of(p)) + len(terms_of(q))
                    if size > TAILS_LIMIT:
                        raise TooLarge(
                            f"the sums over the {len(self.finite)} atoms have more than {TAILS_LIMIT} terms, "
                            "too many to be listed; ask for single values, or compose fewer times"
                        )
            tails = self._known["tails"] = tuple(found)
        return tails

    def tail(self, i: int) -> tuple[Element, Element]:
        """Return ``tails()[i]``, without the others where they are not known and sums are long."""
        if "tails" in self._known or self.is_rational:
            return self.tails()[i]
        step: int
        kept: tuple[tuple[Element, Element], ...]
        step, kept = self._known.get("some tails", (TAILS_STEP, ((self.p_infinite, 0),)))
        while len(kept) <= i // step:
            kept = (*kept, self._beyond(*kept[-1], (len(kept) - 1) * step, len(kept) * step))
            if len(kept) * sum(len(terms_of(m)) for m in kept[-1]) > TAILS_KEPT:
                step, kept = 2 * step, kept[::2]
        self._known["some tails"] = step, kept
        return self._beyond(*kept[i // step], i - i % step, i)

    def _beyond(self, p: Element, q: Element, i: int, j: int) -> tuple[Element, Element]:
        """Return the j-th tail from the i-th one, (p, q)."""
        rows = self.finite[i:j]
        return add_up([p, *(p for p, _ in rows)]), add_up([q, *(q for _, q in rows)])

    @property
    def is_rational(self) -> bool:
        """Whether all masses are rational, so that all elements are integers."""
        return self.once("rational", self._has_integers)

    def _has_integers(self) -> bool:
        rows = ((self.p_infinite, self.q_infinite), *self.finite)
        return not self.den.factors and all(isinstance(m, int) for row in rows for m in row)

    def masses(self) -> list[Mass]:
        """Return all atoms as numbers ``(p, q)``, decreasing in the ratio, infinite losses included."""
        out = [(self.number(self.p_infinite), Number(0))] if self.p_infinite else []
        out += [(self.number(p), self.number(q)) for p, q in self.finite]
        if self.q_infinite:
            out.append((Number(0), self.number(self.q_infinite)))
        return out

    def __reduce__(self) -> tuple[type[Atoms], tuple[object, ...]]:
        return Atoms, (self.den, self.p_infinite, self.q_infinite, self.finite, self.keys)


# --- making ------------------------------------------------------------------------------------------------------------------------------


def from_masses(masses: Iterable[Mass]) -> Atoms:
    """Return the canonical atoms of a pair given by its masses ``(p, q)`` in any order.

    Raises
    ------
    NotADistribution
        When a mass is negative, or the masses under P or under Q do not add up to exactly 1; the message names the sum.
    TooLarge
        Beyond `ATOM_LIMIT` atoms.
    """
    atoms = list(masses)
    if len(atoms) > ATOM_LIMIT:
        raise TooLarge(f"a PLD of {len(atoms)} atoms is beyond the limit of {ATOM_LIMIT}")
    for i, (p, q) in enumerate(atoms):
        for mass, side in ((p, "P"), (q, "Q")):
            if mass.sign() < 0:
                raise NotADistribution(
                    f"the mass under {side} of atom {i + 1} is {shorten(str(mass))}, which is negative"
                )
    den = _common_denominator([mass for row in atoms for mass in row if mass])
    scale = cofactors(den, [mass.denominator for row in atoms for mass in row if mass])
    over = [(_over(p, scale), _over(q, scale)) for p, q in atoms]
    den, over = _lowest_terms(den, over)
    total = den.expand()
    for i, side in enumerate("PQ"):
        there = add_up(row[i] for row in over)
        if there != total:
            found = Number(there, den)
            about = "" if found.as_fraction() is not None else f" (about {found.decimal(10)})"
            raise NotADistribution(f"the masses under {side} add up to {shorten(str(found))}{about}, not to 1")
    finite = [(ratio.of_quotient(p, q), p, q) for p, q in over if p and q]
    return from_elements(den, add_up(p for p, q in over if not q), add_up(q for p, q in over if not p), finite)


def _lowest_terms(den: Product, over: list[tuple[Element, Element]]) -> tuple[Product, list[tuple[Element, Element]]]:
    """Cancel the factors of the denominator that are found to divide all numerators."""
    for f in den.factors:
        while f in den.factors:
            quotients = []
            for row in over:
                p, q = (m and divide_by_factor(m, f) for m in row)
                if p is None or q is None:
                    break
                quotients.append((p, q))
            if len(quotients) < len(over):
                break
            den, over = den.without(f), quotients
    return den, over


def _common_denominator(masses: Sequence[Number]) -> Product:
    """Return a common multiple of the denominators of positive masses; `TooLarge` where the masses would become too long."""
    den = Product()
    for mass in masses:
        if mass.denominator != den:
            den = common_multiple(den, mass.denominator)
    scaled = sum(mass.denominator.factors != den.factors for mass in masses)
    product: Element = 1  # about what they are scaled by
    for f, k in den.factors.items():
        lacking = [k - mass.denominator.factors.get(f, 0) for mass in masses]
        if any(lacking):
            product = product * power(f, max(lacking))
            _check_terms(scaled * len(terms_of(product)))
    return den


def _over(mass: Number, scale: Mapping[Product, Element]) -> Element:
    """Return the numerator of a mass over the common denominator."""
    return mass.numerator * scale[mass.denominator] if mass else 0


def from_elements(den: Product, p_infinite: Element, q_infinite: Element, finite: Iterable[Triple]) -> Atoms:
    """Return canonical atoms: merge equal ratios, sort, cancel common integers.

    Parameters
    ----------
    den
        The common denominator.
    p_infinite, q_infinite
        Numerators of the mass at +inf under P and at -inf under Q.
    finite
        ``(key, p, q)`` with p, q > 0; the caller guarantees that both sides add up to `den`.
    """
    merged: dict[Key, Triple] = {}
    for atom in finite:
        key, p, q = atom
        if key in merged:
            _, p0, q0 = merged[key]
            merged[key] = (key, p0 + p, q0 + q)
        else:
            merged[key] = atom
    atoms = list(merged.values())
    if len(atoms) > ATOM_LIMIT:
        raise TooLarge(f"a PLD has more than {ATOM_LIMIT} atoms, which is the limit")
    return from_sorted(den, p_infinite, q_infinite, by_decreasing_ratio(atoms))


def from_sorted(den: Product, p_infinite: Element, q_infinite: Element, ordered: Sequence[Triple]) -> Atoms:
    """Return canonical atoms from finite atoms that are merged and sorted already: cancel common integers."""
    g = den.content
    if g != 1:
        for mass in (p_infinite, q_infinite, *(m for _, p, q in ordered for m in (p, q))):
            g = gcd(g, content(mass))
            if g == 1:
                break
    if g != 1:
        den = Product(den.content // g, den.factors)
        ordered = [(key, divide_exactly(p, g), divide_exactly(q, g)) for key, p, q in ordered]
        p_infinite, q_infinite = divide_exactly(p_infinite, g), divide_exactly(q_infinite, g)
    return Atoms(den, p_infinite, q_infinite, tuple((p, q) for _, p, q in ordered), tuple(key for key, _, _ in ordered))


def add_up(elements: Iterable[Element]) -> Element:
    """Return the sum of elements."""
    values = list(elements)
    if all(isinstance(v, int) for v in values):
        return sum(values)
    terms: dict[Exponent, int] = {}
    for v in values:
        for e, c in terms_of(v).items():
            terms[e] = terms.get(e, 0) + c
    return element(terms)


def check_scaled(masses: Sequence[Element], scale: Element) -> None:
    """Raise `TooLarge` before masses are multiplied by a factor that makes them too long, as the longest of them shows."""
    if len(terms_of(scale)) <= 1 or not masses:
        return
    _check_terms(len(masses) * len(terms_of(max(masses, key=lambda mass: len(terms_of(mass))) * scale)))


def _check_terms(terms: int) -> None:
    if terms > SCALED_LIMIT:
        raise TooLarge(
            f"masses over a common denominator have {terms} terms, where the limit is {SCALED_LIMIT}; "
            "fewer folds, or fewer different denominators, may do"
        )


def are_same(a: Atoms, b: Atoms) -> bool:
    """Return whether two canonical forms are seen to be the same PLD by being spelled alike."""
    return a is b or (
        len(a.finite) == len(b.finite)
        and a.den == b.den
        and a.p_infinite == b.p_infinite
        and a.q_infinite == b.q_infinite
        and a.finite == b.finite
    )


def triple(atoms: Atoms, i: int) -> Triple:
    """Return ``(key, p, q)`` of the i-th finite atom."""
    p, q = atoms.finite[i]
    return atoms.keys[i], p, q


def count_at_least(a: Atoms, b: Atoms) -> list[int]:
    """Return for each finite atom of b how many finite atoms of a have a ratio at least as large (merging the two
    sorted lists).
    """
    out = []
    i, n = 0, len(a.finite)
    if a.is_rational and b.is_rational:
        rows = a.finite
        for p, q in b.finite:
            while i < n and rows[i][0] * q >= p * rows[i][1]:  # type: ignore[operator]
                i += 1
            out.append(i)
        return out
    logs_a, logs_b = a.logs(), b.logs()
    for j, log_b in enumerate(logs_b):
        while i < n:
            log_a = logs_a[i]
            if log_a[0] <= log_b[1] and (log_a[1] < log_b[0] or ratio.order(a.keys[i], b.keys[j]) < 0):
                break
            i += 1
        out.append(i)
    return out


def first_index(count: int, holds: Callable[[int], bool]) -> int:
    """Return the least i in 0..count-1 for which a monotone condition holds, `count` when it never does."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
