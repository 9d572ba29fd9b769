"""PLDs given by their masses: as a table of atoms, as two mass functions, or as the law of the loss."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping

from exact.errors import NotADistribution
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten


def table(atoms: Iterable[tuple[ExactInput, ExactInput]]) -> PLD:
    """Return the PLD with these atoms ``(p, q)``: masses under P and Q, both sides adding up to exactly 1 (else
    `NotADistribution`).

    Examples
    --------
    >>> table([("1/2", "1/4"), ("1/2", "3/4")]).knots
    (number('2/3'), number('2'))
    """
    if not hasattr(atoms, "__iter__"):
        raise TypeError(f"table takes atoms (p, q), not one {type(atoms).__name__}")
    rows = [tuple(row) if isinstance(row, tuple | list) else (row,) for row in atoms]
    for i, row in enumerate(rows):
        if len(row) != 2:
            raise NotADistribution(
                f"atom {i + 1} of a table must be a pair (p, q), not {len(row)} value{'s' if len(row) != 1 else ''}"
            )
    return PLD([(row[0], row[1]) for row in rows])


def pmfs(P: Mapping[Hashable, ExactInput], Q: Mapping[Hashable, ExactInput]) -> PLD:
    """Return the PLD of two mass functions ``outcome -> probability``; an outcome that one lacks has mass 0 there.

    Raises
    ------
    NotADistribution
        When a mass is negative, or a side does not add up to exactly 1.

    Examples
    --------
    >>> pmfs({"yes": "2/3", "no": "1/3"}, {"yes": "1/3", "no": "2/3"}) == table([("2/3", "1/3"), ("1/3", "2/3")])
    True
    """
    for side, name in ((P, "P"), (Q, "Q")):
        if not isinstance(side, Mapping):
            raise TypeError(f"pmfs takes two dictionaries outcome -> mass; {name} is a {type(side).__name__}")
    return PLD([(P.get(outcome, 0), Q.get(outcome, 0)) for outcome in dict.fromkeys([*P, *Q])])


def losses(law: Mapping[LossInput, ExactInput], infinite: ExactInput = 0) -> PLD:
    """Return the PLD whose privacy loss has this law under P.

    Parameters
    ----------
    law
        Dictionary ``finite loss (nats) -> probability under P``.
    infinite
        The probability under P of the loss +inf.

    Raises
    ------
    NotADistribution
        When the masses do not add up to 1, or ``E[e^-Z] > 1``: no Q exists. What is missing to 1 is the mass under Q of
        the loss -inf.

    Examples
    --------
    >>> losses({"log(2)": "2/3", "-log(2)": "1/3"})
    table(((2/3, 1/3), (1/3, 2/3)))

    References
    ----------
    D. Sommer, S. Meiser, E. Mohammadi, *Privacy loss classes: the central limit theorem in differential privacy* (2019).
    """
    if not isinstance(law, Mapping):
        raise TypeError(f"losses takes a dictionary loss -> mass, not a {type(law).__name__}")
    atoms: list[tuple[Number, Number]] = [(number(infinite), Number(0))]
    for z, mass in law.items():
        value = loss(z)
        if value.is_infinite:
            raise NotADistribution(
                "give the mass at +inf as losses(..., infinite=...); the loss -inf has no mass under P"
            )
        p = number(mass)
        atoms.append((p, p * (-value).exp()))
    missing = 1 - sum((q for _, q in atoms), Number(0))
    if missing.sign() < 0:
        raise NotADistribution(
            f"no distribution Q has these losses: E[e^-Z] = {shorten(str(1 - missing))} is more than 1"
        )
    return PLD([*atoms, (Number(0), missing)])
