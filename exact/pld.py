r"""The class `PLD`: a frozen privacy loss distribution with the operators of the Blackwell lattice. It has no
mathematics of its own.

| operator | twin | meaning |
|---|---|---|
| ``A + B``, ``k * A`` | `compose`, `self_compose` | composition, k-fold composition (int k >= 0) |
| ``A \| B`` | `join` | sup: the least PLD above both |
| ``A & B`` | `meet` | inf: the greatest PLD below both |
| ``A <= B``, ``A >= B`` | `is_dominated_by`, `dominates` | Blackwell order, decided |
| ``A == B`` | | the same PLD, decided |

There is no ``<``, ``>``, ``-``, ``bool`` or ``len``: most PLDs are not comparable, and `sorted` or `max` must fail
instead of lying.

A composition is kept as its factors; atoms are multiplied out when they are read, and then kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from exact import (
    blackwell,
    composed_curve,
    composition,
    conversion,
    display,
    hockey_stick,
    lattice,
    moments,
    tradeoff,
)
from exact.atoms import Atoms, Mass, are_same, from_masses
from exact.errors import OutOfRange, TooLarge
from exact.loss import Loss, inf
from exact.number import Number
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten

SHOWN_UP_TO = 10_000
"""Atoms up to which a composition is multiplied out to be shown."""
TIMES_LIMIT = 10_000_000
"""The largest k of a k-fold composition before `TooLarge` is raised: more were never tried."""

Factors = tuple[tuple[Atoms, int], ...]


class PLD:
    """A privacy loss distribution of finite support; immutable, hashable, equal iff the same distribution.

    Make one with a constructor (`exact.mechanisms`), with `pld` from an expression, or with operators.
    """

    __slots__ = ("_atoms", "_factors", "_halves", "_hash")

    def __init__(self, masses: Iterable[tuple[ExactInput, ExactInput]]) -> None:
        """Make a PLD from masses ``(p, q)``: probabilities under P and under Q, each side adding up to exactly 1."""
        self._set(((from_masses([(number(p), number(q)) for p, q in masses]), 1),))

    def _set(self, factors: Factors) -> None:
        self._factors = factors
        self._atoms: Atoms | None = factors[0][0] if len(factors) == 1 and factors[0][1] == 1 else None
        self._halves: composed_curve.Halves | None = None
        self._hash: int | None = None

    @classmethod
    def of_atoms(cls, *factors: tuple[Atoms, int]) -> PLD:
        """Return the composition of canonical atoms, each with a multiplicity (for the modules of this package)."""
        self = cls.__new__(cls)
        merged = composition.merged(factors)
        if any(k > TIMES_LIMIT for _, k in merged):
            raise TooLarge(f"a composition of more than {TIMES_LIMIT} equal parts is beyond the limit")
        self._set(merged)
        return self

    # --- what it is -------------------------------------------------------------------------------------------------------------------------

    @property
    def canonical(self) -> Atoms:
        """The canonical atoms, multiplied out; `TooLarge` beyond the limits."""
        if self._atoms is None:
            self._atoms = composition.compose(self._factors)
        return self._atoms

    @property
    def factors(self) -> Factors:
        """The parts of the composition as ``(canonical atoms, times)``."""
        return self._factors

    @property
    def atoms(self) -> tuple[Mass, ...]:
        """The atoms ``(p, q)`` as probabilities, in decreasing likelihood ratio, the losses +inf first and -inf
        last.
        """
        return tuple(self.canonical.masses())

    @property
    def p_infinite(self) -> Number:
        """The probability under P of the loss +inf."""
        return composed_curve.infinite_mass(self._factors)

    @property
    def q_infinite(self) -> Number:
        """The probability under Q of the loss -inf."""
        return self.dual().p_infinite

    @property
    def knots(self) -> tuple[Number, ...]:
        """The finite non-zero likelihood ratios, increasing: where the hockey-stick curve bends."""
        return tuple(hockey_stick.knots(self.canonical))

    def dual(self) -> PLD:
        """Return the PLD of the pair (Q, P)."""
        parts = self._factors if self._atoms is None else ((self._atoms, 1),)
        return PLD.of_atoms(*((composition.dual(a), k) for a, k in parts))

    def is_symmetric(self) -> bool:
        """Return whether the PLD equals its dual."""
        return self == self.dual()

    # --- curves --------------------------------------------------------------------------------------------------------------------------

    def hockey_stick(self, x: ExactInput) -> Number:
        """Return ``h(x) = sum max(0, p - x q)`` for x >= 0 (``h(0) = 1``); `OutOfRange` for a negative x."""
        point = number(x)
        if point.sign() < 0:
            raise OutOfRange(f"h(x) is defined for x >= 0, not for {shorten(str(point))}")
        return self._value(point)

    def _value(self, x: Number) -> Number:
        if composed_curve.is_better_unexpanded(self._factors, known=self._atoms is not None):
            return composed_curve.value(self._factors, self._known_halves(), x)
        return hockey_stick.value(self.canonical, x)

    def _known_halves(self) -> composed_curve.Halves | None:
        if self._halves is None:
            self._halves = composed_curve.halves(self._factors)
        return self._halves

    def delta(self, eps: LossInput) -> Number:
        """Return ``delta(eps) = h(e^eps)``, P over Q, for a real eps (nats) or +-inf: a probability.

        A guarantee of a mechanism needs both directions; the other one is ``dual().delta(eps)``.
        """
        e = loss(eps)
        if e.is_infinite:
            return self.p_infinite if e.sign() > 0 else Number(1)
        return self._value(e.exp())

    def epsilon(self, delta: ExactInput) -> Loss:
        """Return ``epsilon(delta) = ln inf {x > 0 : h(x) <= delta}`` (nats), P over Q, for a probability delta; never
        clipped at 0.

        +inf below the infinite mass; the largest finite loss at it; -inf for delta = 1. `OutOfRange` for a delta
        outside [0, 1].
        """
        d = number(delta)
        if d.sign() < 0 or d > 1:
            raise OutOfRange(f"delta must lie in [0, 1], not {shorten(str(d))}")
        if composed_curve.is_better_unexpanded(self._factors, known=self._atoms is not None):
            x = composed_curve.inverse(self._factors, self._known_halves(), d)
        else:
            x = hockey_stick.inverse(self.canonical, d)
        return inf if x is None else Loss(x) if x else -inf

    def tradeoff(self, alpha: ExactInput) -> Number:
        """Return the trade-off curve ``f(alpha)``: the least type II error at type I error alpha; `OutOfRange` outside
        [0, 1].
        """
        a = number(alpha)
        if a.sign() < 0 or a > 1:
            raise OutOfRange(f"alpha must lie in [0, 1], not {shorten(str(a))}")
        return tradeoff.value(self.canonical, a)

    @property
    def tradeoff_vertices(self) -> tuple[tuple[Number, Number], ...]:
        """The vertices ``(alpha, beta)`` of the trade-off curve, in increasing alpha."""
        return tuple(tradeoff.vertices(self.canonical))

    # --- moments -----------------------------------------------------------------------------------------------------------------------------

    def moment(self, n: ExactInput) -> Number:
        """Return ``E_P[(p/q)^n]``, exactly, for any integer n: the moment generating function of the loss at n.

        Loss +inf counts as infinite for n > 0 and as 0 for n < 0, and moments of a composition are products of those of
        its parts: nothing is multiplied out. ``moment(-1)`` is ``1 - q_infinite``.

        Raises
        ------
        OutOfRange
            When n is no integer; for n > 0, when P has mass at the loss +inf, so that the moment is infinite.
        TooLarge
            When the powers are too long, before they are worked out.
        """
        return moments.moment(self._factors, _integer("moment(n) needs an integer n", n))

    def renyi(self, alpha: ExactInput) -> Loss:
        """Return the Renyi divergence ``ln E_P[(p/q)^(alpha-1)]/(alpha-1)`` (nats), P over Q, for an integer alpha >= 2.

        +inf where P has mass at the loss +inf. A guarantee of a mechanism needs both directions; the other one is
        ``dual().renyi(alpha)``.

        Raises
        ------
        OutOfRange
            When alpha is no integer >= 2.
        Unsupported
            When the quotient is no exact loss: for alpha > 2 mostly where masses are irrational. `moment` is exact.
        TooLarge
            When the powers are too long.
        """
        return moments.renyi(self._factors, _integer("renyi(alpha) needs an integer alpha >= 2", alpha, 2))

    # --- operators and their twins -------------------------------------------------------------------------------------------------------

    def compose(self, *others: PLD) -> PLD:
        """Return the composition with the others."""
        return PLD.of_atoms(*self._factors, *(f for other in others for f in other.factors))

    def self_compose(self, k: int) -> PLD:
        """Return the k-fold composition, k >= 0; the identity for k = 0."""
        if not isinstance(k, int) or isinstance(k, bool):
            raise TypeError(f"a k-fold composition takes an integer, not {type(k).__name__}")
        if k < 0:
            raise OutOfRange(f"a k-fold composition needs k >= 0, not {shorten(str(Number(k)))}")
        return PLD.of_atoms(*((a, n * k) for a, n in self._factors))

    def join(self, other: PLD) -> PLD:
        """Return the least PLD above both."""
        return PLD.of_atoms((lattice.join(self.canonical, other.canonical), 1))

    def meet(self, other: PLD) -> PLD:
        """Return the greatest PLD below both."""
        return PLD.of_atoms((lattice.meet(self.canonical, other.canonical), 1))

    def is_dominated_by(self, other: PLD) -> bool:
        """Return whether ``self <= other`` in the Blackwell order, decided."""
        return self._same_factors(other) or blackwell.is_dominated(self.canonical, other.canonical)

    def dominates(self, other: PLD) -> bool:
        """Return whether ``other <= self`` in the Blackwell order, decided."""
        return other.is_dominated_by(self)

    def _same_factors(self, other: PLD) -> bool:
        if self is other:
            return True
        left = list(other.factors)
        for a, k in self._factors:
            found = next((i for i, (b, n) in enumerate(left) if k == n and are_same(a, b)), None)
            if found is None:
                return False
            del left[found]  # one for one: parts that are alike may stand side by side where their keys differ
        return not left

    def __add__(self, other: object) -> PLD:
        """Return the composition, `compose`."""
        return self.compose(other) if isinstance(other, PLD) else NotImplemented

    def __mul__(self, other: object) -> NoReturn:
        raise TypeError("write the number first: 3 * A is the 3-fold composition (A * 3 and A * B have no meaning)")

    def __rmul__(self, k: object) -> PLD:
        if isinstance(k, Number):
            value = k.as_fraction()
            if value is None or value.denominator != 1:
                raise TypeError(
                    f"{shorten(str(k))} * A has no meaning: only an integer number of compositions has (see mixture for weights)"
                )
            k = value.numerator
        if not isinstance(k, int) or isinstance(k, bool):
            return NotImplemented
        return self.self_compose(k)

    def __or__(self, other: object) -> PLD:
        """Return the sup, `join`."""
        return self.join(other) if isinstance(other, PLD) else NotImplemented

    def __and__(self, other: object) -> PLD:
        """Return the inf, `meet`."""
        return self.meet(other) if isinstance(other, PLD) else NotImplemented

    def __le__(self, other: object) -> bool:
        """Return whether it holds in the Blackwell order, `is_dominated_by`."""
        return self.is_dominated_by(other) if isinstance(other, PLD) else NotImplemented

    def __ge__(self, other: object) -> bool:
        """Return whether it holds in the Blackwell order, `dominates`."""
        return self.dominates(other) if isinstance(other, PLD) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PLD):
            return NotImplemented
        return self._same_factors(other) or blackwell.equal(self.canonical, other.canonical)

    def __hash__(self) -> int:
        """Hash by value, of quantities that are known without multiplying out atoms: infinite masses, extreme finite ratios."""
        if self._hash is None:
            self._hash = composed_curve.hash_of(self._factors)
        return self._hash

    def __bool__(self) -> NoReturn:
        raise TypeError("a PLD has no truth value; compare with ==, <= or find_witness")

    def __len__(self) -> NoReturn:
        raise TypeError("a PLD has no length; len(A.atoms) counts its atoms")

    def __str__(self) -> str:
        atoms = ", ".join(f"({p}, {q})" for p, q in self.atoms)
        return f"table(({atoms}{',' if len(self.atoms) == 1 else ''}))"

    def to_sympy(self) -> Any:
        """Return the atoms as an immutable sympy matrix, a row ``(p, q)`` for each."""
        return conversion.masses_to_sympy(self.atoms)

    def _repr_latex_(self) -> str | None:
        return self._shown(display.pld_latex)

    def _repr_html_(self) -> str | None:
        return self._shown(display.pld_html)

    def _shown(self, view: Callable[[Atoms], str]) -> str | None:
        if self._atoms is None and composed_curve.count_bound(self._factors) > SHOWN_UP_TO:
            return None
        try:
            return view(self.canonical)
        except TooLarge:
            return None

    def __repr__(self) -> str:
        text = self._shown(lambda _: str(self))
        if text is None:
            return f"<PLD composed of {sum(k for _, k in self._factors)} parts, not multiplied out>"
        return text if len(text) <= 2000 else f"<PLD of {len(self.atoms)} atoms>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return PLD.of_atoms, self._factors


def _integer(wanted: str, value: ExactInput, least: int | None = None) -> int:
    found = number(value).as_fraction()
    if found is None or found.denominator != 1 or (least is not None and found < least):
        raise OutOfRange(f"{wanted}, not {shorten(str(number(value)))}")
    return found.numerator
