"""Makes the assertions of `certificates.audit.testing`: turns what is given into claims, checks them, writes certificates, raises the failure."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from certificates.audit.certified import file_name
from certificates.audit.checking import LOOSE, check
from certificates.audit.claim import Claim, Tolerance, WholePLD, tolerance
from certificates.audit.faults import AuditFailure, Fault
from certificates.audit.instance import Instance
from certificates.audit.mechanism import Mechanism, Pair
from certificates.audit.standard_cases import StandardCase
from certificates.audit.verdict import Verdict
from certificates.claims.certificate import Certificate, check_replaceable, make_folder, write
from certificates.crosscheck import Contradiction
from exact.discretised import GridPLD
from exact.errors import ExactError, OutOfRange, Undecided, Unsupported
from exact.pld import PLD
from exact.writing import shorten

Exactly = PLD | str | Instance | StandardCase
"""A mechanism: a PLD, an expression of one, an instance with float parameters, or a case of the standard battery."""
Direction = Literal["both", "P over Q", "Q over P"]
Allowed = Tolerance | Mapping[str, Any] | float | str | Fraction | None

PLACES: Mapping[str, str | None] = {
    "delta": "eps",
    "epsilon": "delta",
    "clipped-epsilon": "delta",
    "tradeoff": "alpha",
    "renyi": "order",
    "pure-epsilon": None,
    "gdp": None,
}
"""The queries, each with what it is asked at."""


@dataclass(frozen=True, slots=True)
class _Given(Mechanism):
    """A mechanism that is there as its pairs already."""

    given: tuple[Pair, ...] = ()
    text: str = ""

    def pairs(self) -> list[Pair]:
        """Return the pairs."""
        return list(self.given)

    def __str__(self) -> str:
        return self.text


@dataclass
class Auditor:
    """Makes the assertions of this module, with a folder for certificates and the name of the tool in common.

    Attributes
    ----------
    tool
        The name and version of the tool, for messages and certificates.
    save
        A folder for certificates, made when the first one is written; None for no certificates.
    faults
        All that were found by this object.
    """

    tool: str = ""
    save: str | os.PathLike[str] | None = None
    faults: list[Fault] = field(default_factory=list)

    def assert_upper_bound(self, exact_pld: Exactly, claim_fn: Callable[..., Any], **options: Any) -> list[Verdict]:
        """As `certificates.audit.testing.assert_upper_bound`."""
        return self._bounds(exact_pld, claim_fn, ("upper",), **options)

    def assert_lower_bound(self, exact_pld: Exactly, claim_fn: Callable[..., Any], **options: Any) -> list[Verdict]:
        """As `certificates.audit.testing.assert_lower_bound`."""
        return self._bounds(exact_pld, claim_fn, ("lower",), **options)

    def assert_brackets(self, exact_pld: Exactly, claim_fn: Callable[..., Any], **options: Any) -> list[Verdict]:
        """As `certificates.audit.testing.assert_brackets`."""
        return self._bounds(exact_pld, claim_fn, ("lower", "upper"), **options)

    def assert_dominates(self, exact_pld: Exactly, claimed: Any, **options: Any) -> list[Verdict]:
        """As `certificates.audit.testing.assert_dominates`."""
        return self._whole(exact_pld, claimed, "upper", **options)

    def assert_dominated_by(self, exact_pld: Exactly, claimed: Any, **options: Any) -> list[Verdict]:
        """As `certificates.audit.testing.assert_dominated_by`."""
        return self._whole(exact_pld, claimed, "lower", **options)

    # --- how ---------------------------------------------------------------------------------------------------------------------------------

    def _bounds(  # noqa: PLR0913 - the options of the assertions
        self,
        exact_pld: Exactly,
        claim_fn: Callable[..., Any],
        bounds: tuple[str, ...],
        *,
        query: str = "delta",
        at: Iterable[Any] | None = None,
        direction: Direction = "both",
        tolerance: Allowed = None,
        factor: Any = None,
    ) -> list[Verdict]:
        mechanism = _mechanism(exact_pld, direction)
        loose = LOOSE if factor is None else Fraction(str(factor) if isinstance(factor, str) else factor)
        found = []
        for place in _places(exact_pld, query, at):
            says = _says(_asked(claim_fn, query, place, mechanism), bounds)
            claim = replace(Claim.from_json(self._content(query, place, says)), mechanism=mechanism)
            verdict = check(claim, tolerance=_tolerance(tolerance), loose=loose, certificates=self.save is not None)
            where = f"{PLACES[query]} = {_shown(place)}" if place is not None else ""
            found.append((claim, verdict, where))
        return self._judged(found, f"{_words(bounds)} on {query}", strictly_loose=factor is not None)

    def _content(self, query: str, place: Any, says: Mapping[str, Any]) -> dict[str, Any]:
        kind = "epsilon" if query == "clipped-epsilon" else query
        asked: dict[str, Any] = {"kind": kind} | ({"clipped": True} if kind != query else {})
        at = PLACES[query]
        if at is not None:
            asked[at] = _item(place, f"what {query} is asked at")
        return {"id": "asserted", "tool": self.tool or "the tool", "mechanism": "identity()", "query": asked, "says": dict(says)}

    def _whole(  # noqa: PLR0913 - the options of the assertions
        self,
        exact_pld: Exactly,
        claimed: Any,
        bound: Literal["upper", "lower"],
        *,
        direction: Direction = "P over Q",
        tolerance: Allowed = None,
        proper: bool = False,
    ) -> list[Verdict]:
        if direction == "both":
            raise OutOfRange('a whole PLD is about one direction: "P over Q" or "Q over P"')
        grid = claimed if isinstance(claimed, GridPLD) else _grid(claimed)
        says = _whole_pld(grid, bound)
        claim = Claim("asserted", self.tool or "the tool", "", "", _mechanism(exact_pld, direction), "pld", (), says)
        verdict = check(claim, tolerance=_tolerance(tolerance), certificates=self.save is not None)
        if not proper and not isinstance(grid, str):
            verdict = Verdict(verdict.id, tuple(finding for finding in verdict.findings if finding.verdict != "invalid"))
        return self._judged([(claim, verdict, "")], "a PLD that dominates" if bound == "upper" else "a PLD that is dominated", strictly_loose=False)

    def _judged(self, found: Sequence[tuple[Claim, Verdict, str]], what: str, *, strictly_loose: bool) -> list[Verdict]:
        """Return the verdicts if all are good; else raise what is worst."""
        bad = ("violated", "invalid", "loose", "vacuous") if strictly_loose else ("violated", "invalid")
        faults = [self._fault(claim, verdict, where, what, bad) for claim, verdict, where in found if verdict.verdict in bad]
        if faults:
            self.faults += faults
            raise AuditFailure(faults, len(found))
        for _, verdict, where in found:
            if verdict.verdict in ("undecided", "unsupported"):
                error = Undecided if verdict.verdict == "undecided" else Unsupported
                raise error(f"{what}{f' at {where}' if where else ''}: {verdict.decisive.reason}")
        return [verdict for _, verdict, _ in found]

    def _fault(
        self, claim: Claim, verdict: Verdict, where: str, what: str, bad: Sequence[str]
    ) -> Fault:
        files, problems = [], []
        for certificate in verdict.certificates:
            try:
                files.append(str(self._written(claim, certificate)))
            except Contradiction:
                raise  # it would be a fault of ours
            except (ExactError, OSError) as problem:
                problems.append(f"not written: {problem}")
        findings = tuple(finding for finding in verdict.findings if finding.effective in bad)
        return Fault(self.tool, str(claim.mechanism), what, where, findings, tuple(files), "; ".join(problems))

    def _written(self, claim: Claim, certificate: Certificate) -> Path:
        folder = Path(self.save or ".")
        make_folder(folder)
        digest = certificate.claim_digest.rpartition(":")[2][:12]
        path = folder / f"{file_name(f'{self.tool} {claim.mechanism}')[:60].strip('-.')}-{digest}.json"
        check_replaceable(path)
        write(certificate, path)
        return path


# --- reading what is given ----------------------------------------------------------------------------------------------------------------------


def _mechanism(given: Exactly, direction: str) -> Mechanism:
    if isinstance(given, StandardCase | Instance):
        given = given.expression if isinstance(given, StandardCase) else given.expression()
    if isinstance(given, str):
        return Mechanism.from_json(given, 1, direction)
    if not isinstance(given, PLD):
        raise OutOfRange(f"a mechanism is a PLD, an expression, an Instance or a StandardCase, not a {type(given).__name__}")
    if direction not in ("both", "P over Q", "Q over P"):
        raise OutOfRange(f"direction is both, P over Q or Q over P, not {shorten(direction)}")
    pairs = [Pair("P over Q", given)] if direction != "Q over P" else []
    symmetric = all(PLD.of_atoms((atoms, 1)).is_symmetric() for atoms, _ in given.factors)
    if direction == "both" and symmetric:
        pairs = [Pair("both directions", given)]
    elif direction != "P over Q":
        pairs.append(Pair("Q over P", given.dual()))
    return _Given((), 1, direction, tuple(pairs), shorten(repr(given), 200))


def _places(given: Exactly, query: str, at: Iterable[Any] | None) -> list[Any]:
    if query not in PLACES:
        raise OutOfRange(f"query is one of {', '.join(PLACES)}, not {shorten(str(query))}")
    if PLACES[query] is None:
        if at is not None:
            raise OutOfRange(f"{query} is not asked at anything")
        return [None]
    if at is None and isinstance(given, StandardCase) and query in ("delta", "epsilon", "clipped-epsilon"):
        return list(given.eps if query == "delta" else given.deltas)
    places = [] if at is None else list(at)
    if not places:
        raise OutOfRange(f"at is the list of the {PLACES[query]}s to ask about, and not empty")
    return places


def _asked(claim_fn: Callable[..., Any], query: str, place: Any, mechanism: Mechanism) -> Any:
    try:
        return claim_fn() if place is None else claim_fn(place)
    except Exception as problem:
        at = "" if place is None else f" at {PLACES[query]} = {_shown(place)}"
        problem.add_note(f"(while it was asked for {query}{at} of {shorten(str(mechanism), 200)})")
        raise


def _says(claimed: Any, bounds: tuple[str, ...]) -> dict[str, Any]:
    if len(bounds) == 1:
        return {bounds[0]: _item(claimed, f"the {bounds[0]} bound")}
    try:
        values = list(claimed)
    except TypeError:
        values = []
    if len(values) not in (2, 3):
        raise OutOfRange("brackets are (lower, upper) or (lower, estimate, upper)")
    return {"lower": _item(values[0], "the lower bound"), "upper": _item(values[-1], "the upper bound")}


def _item(value: Any, what: str) -> Any:
    """Return a value as an item of JSON that means the same; a number of numpy as the float or the integer that it is."""
    if hasattr(value, "dtype") and hasattr(value, "item") and getattr(value, "size", 0) == 1:
        value = value.item()
    if isinstance(value, float):
        return float(value)
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Decimal):
        return str(value) if value.is_finite() else float(value)
    raise TypeError(f"{what} is a float, an integer, a Fraction, a Decimal or a text, not a {type(value).__name__}")


def _shown(place: Any) -> str:
    item = _item(place, "a place")
    return f"{item!r} ({item.hex()})" if isinstance(item, float) and math.isfinite(item) else str(item)


def _tolerance(given: Allowed) -> Tolerance | None:
    if given is None or isinstance(given, Tolerance):
        return given
    if isinstance(given, Mapping):
        return tolerance({key: _item(value, "a tolerance") for key, value in given.items()}, "tolerance")
    return tolerance(_item(given, "a tolerance"), "tolerance")


def _grid(claimed: Any) -> GridPLD | str:
    """Return a discretised PLD, or why it cannot be read as one: masses that are no numbers."""
    if not isinstance(claimed, Mapping) or not {"masses"} <= claimed.keys() <= {"masses", "losses", "interval", "first", "infinite"}:
        raise OutOfRange("a claimed PLD is a dictionary with masses, losses or interval and first, and infinite")
    masses, infinite = _floats(claimed["masses"]), float(claimed.get("infinite", 0.0))
    for i, mass in enumerate([*masses, infinite]):
        if not math.isfinite(mass):
            return f"{f'mass {i}' if i < len(masses) else 'the infinite mass'} is {mass}"
    if "losses" in claimed:
        return GridPLD.from_floats(masses, infinite, losses=_floats(claimed["losses"]))
    return GridPLD.from_floats(masses, infinite, interval=float(claimed["interval"]), first=int(claimed.get("first", 0)))


def _whole_pld(grid: GridPLD | str, bound: Literal["upper", "lower"]) -> WholePLD:
    if isinstance(grid, str):
        return WholePLD(faults={bound: grid})
    return WholePLD(upper=grid) if bound == "upper" else WholePLD(lower=grid)


def _floats(values: Any) -> list[float]:
    return [float(value) for value in (values.tolist() if hasattr(values, "tolist") else values)]


def _words(bounds: tuple[str, ...]) -> str:
    return "brackets" if len(bounds) > 1 else f"{bounds[0]} bounds"
