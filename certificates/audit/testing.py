"""For the tests of an accountant: assertions that its values are bounds, decided exactly, with a certificate of every fault.

    from certificates.audit.testing import assert_upper_bound, standard_cases

    def test_delta():
        assert_upper_bound("100*rr(float:0.1)", lambda eps: my_accountant.delta(0.1, 100, eps), at=[0.5, 1.0, 2.0])

Floats, those asked about as well as those that are claimed, are the binary fractions that they are. An assertion that fails raises
`AuditFailure`, an `AssertionError`, which says where, what was claimed, what the exact value is, by how much it was missed, and where the
certificate is. What is not decided is neither passed nor failed: it raises `exact.errors.Undecided` or `Unsupported`. `docs/audits.md` shows
the pytest plugin, which brings these assertions as a fixture.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from certificates.audit.auditor import Allowed, Auditor, Direction, Exactly
from certificates.audit.faults import AuditFailure, Fault
from certificates.audit.standard_cases import StandardCase, standard_cases
from certificates.audit.verdict import Verdict

__all__ = [
    "AuditFailure",
    "Auditor",
    "Fault",
    "StandardCase",
    "assert_brackets",
    "assert_dominated_by",
    "assert_dominates",
    "assert_lower_bound",
    "assert_upper_bound",
    "standard_cases",
]


def assert_upper_bound(  # noqa: PLR0913 - one keyword for each way to ask
    exact_pld: Exactly,
    claim_fn: Callable[..., Any],
    *,
    query: str = "delta",
    at: Iterable[Any] | None = None,
    direction: Direction = "both",
    tolerance: Allowed = None,
    factor: Any = None,
    tool: str = "",
    save: str | os.PathLike[str] | None = None,
) -> list[Verdict]:
    """Return the verdicts if every claimed value is an upper bound of the exact one, or raise `AuditFailure` with those that are not.

    Parameters
    ----------
    exact_pld
        The mechanism: an exact PLD (the composition, P over Q), an expression, an `Instance` or a `StandardCase`.
    claim_fn
        Called with each item of `at` (with nothing for pure-epsilon and gdp); returns what the tool claims: a float, numpy's included, an integer,
        a `Fraction` or `Decimal`, or an exact text. An exception of it is not caught.
    query
        ``"delta"`` (at epsilons), ``"epsilon"`` or ``"clipped-epsilon"`` (at deltas; clipped: 0 where epsilon is negative), ``"tradeoff"`` (at
        alphas), ``"renyi"`` (at integer orders), ``"pure-epsilon"``, ``"gdp"``.
    at
        Where: floats, integers or fractions. For a `StandardCase`, its own list, if nothing is given, for delta and epsilon.
    direction
        ``"both"``: the worse of P over Q and Q over P, what a guarantee is about; or one of them.
    tolerance
        By how much values may be off: an amount, or ``{"relative": amount}``. None for not at all.
    factor
        If given, bounds that are more than so many times the exact value fail, too, and so do vacuous ones.
    tool
        The name and version of the tool, for messages and certificates.
    save
        A folder for certificates of faults, made when there is one. None for no certificates.

    Raises
    ------
    AuditFailure
        With all faults; an `AssertionError`.
    Undecided, Unsupported
        Where nothing is false, but not everything is decided.

    Examples
    --------
    >>> [verdict.verdict for verdict in assert_upper_bound("rr(log(3))", lambda eps: 0.5, at=[0.0])]
    ['sound']
    >>> assert_upper_bound("rr(log(3))", lambda eps: 0.25, at=[0.0], tool="a tool")
    Traceback (most recent call last):
        ...
    certificates.audit.faults.AuditFailure: a tool: 1 of 1 upper bounds on delta is false
      mechanism: rr(log(3))
      at eps = 0.0 (0x0.0p+0): violated
        claimed at most  0.25 (0x1.0000000000000p-2)
        exact value      0.5, of both directions
        missed by        1/4; 2^-2 more would be enough
    """
    asked = {"query": query, "at": at, "direction": direction, "tolerance": tolerance, "factor": factor}
    return Auditor(tool, save).assert_upper_bound(exact_pld, claim_fn, **asked)


def assert_lower_bound(  # noqa: PLR0913 - as `assert_upper_bound`
    exact_pld: Exactly,
    claim_fn: Callable[..., Any],
    *,
    query: str = "delta",
    at: Iterable[Any] | None = None,
    direction: Direction = "both",
    tolerance: Allowed = None,
    factor: Any = None,
    tool: str = "",
    save: str | os.PathLike[str] | None = None,
) -> list[Verdict]:
    """As `assert_upper_bound`, for lower bounds: the safe side of a trade-off curve, and what an optimistic accountant promises."""
    asked = {"query": query, "at": at, "direction": direction, "tolerance": tolerance, "factor": factor}
    return Auditor(tool, save).assert_lower_bound(exact_pld, claim_fn, **asked)


def assert_brackets(  # noqa: PLR0913 - as `assert_upper_bound`
    exact_pld: Exactly,
    claim_fn: Callable[..., Any],
    *,
    query: str = "delta",
    at: Iterable[Any] | None = None,
    direction: Direction = "both",
    tolerance: Allowed = None,
    factor: Any = None,
    tool: str = "",
    save: str | os.PathLike[str] | None = None,
) -> list[Verdict]:
    """As `assert_upper_bound`, where `claim_fn` returns ``(lower, upper)`` or ``(lower, estimate, upper)``: both bounds must hold."""
    asked = {"query": query, "at": at, "direction": direction, "tolerance": tolerance, "factor": factor}
    return Auditor(tool, save).assert_brackets(exact_pld, claim_fn, **asked)


def assert_dominates(  # noqa: PLR0913 - as `assert_upper_bound`
    exact_pld: Exactly,
    claimed: Any,
    *,
    direction: Direction = "P over Q",
    tolerance: Allowed = None,
    proper: bool = False,
    tool: str = "",
    save: str | os.PathLike[str] | None = None,
) -> list[Verdict]:
    """Return the verdict if the claimed discretised PLD dominates the exact one, as a pessimistic PLD must; or raise `AuditFailure`.

    Parameters
    ----------
    exact_pld
        The mechanism, as for `assert_upper_bound`.
    claimed
        ``{"losses": [...], "masses": [...], "infinite": mass}``, or ``{"interval": step, "first": index, "masses": [...], "infinite": mass}`` for the
        losses ``index*step, (index + 1)*step, ...``; numbers are floats, lists may be numpy arrays. Or an `exact.discretised.GridPLD`.
    direction
        Of which direction the claimed PLD is: ``"P over Q"`` or ``"Q over P"``.
    tolerance
        An amount of delta by which it may fall short.
    proper
        Whether it must also be a PLD, or part of one, by itself: no negative mass, total mass and ``E[e^-Z]`` at most 1. What bounds a PLD need not
        be one: losses rounded down raise ``E[e^-Z]``, and rounded masses may add up to a little more than 1. NaN and infinite masses always fail.
    tool, save
        As for `assert_upper_bound`.

    Examples
    --------
    >>> up, down = [2.0, -1.0], [1.0, -2.0]  # the losses 1 and -1, rounded up and down
    >>> masses = [0.7310585786300049, 0.2689414213699951]
    >>> [v.verdict for v in assert_dominates("rr(1)", {"losses": up, "masses": masses})]
    ['sound']
    """
    return Auditor(tool, save).assert_dominates(exact_pld, claimed, direction=direction, tolerance=tolerance, proper=proper)


def assert_dominated_by(  # noqa: PLR0913 - as `assert_upper_bound`
    exact_pld: Exactly,
    claimed: Any,
    *,
    direction: Direction = "P over Q",
    tolerance: Allowed = None,
    proper: bool = False,
    tool: str = "",
    save: str | os.PathLike[str] | None = None,
) -> list[Verdict]:
    """As `assert_dominates`, the other way round: the exact PLD must dominate the claimed one, as it does an optimistic PLD."""
    return Auditor(tool, save).assert_dominated_by(exact_pld, claimed, direction=direction, tolerance=tolerance, proper=proper)
