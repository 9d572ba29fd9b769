"""The verdict on a claim, and on each of the statements that it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from certificates.claims import Certificate
from exact.errors import ExactError, Refuted, TooLarge, Undecided

Word = Literal["sound", "loose", "vacuous", "unsupported", "undecided", "violated", "invalid"]

WORDS: tuple[Word, ...] = ("vacuous", "sound", "loose", "unsupported", "undecided", "violated", "invalid")
"""From the least to the worst: a claim of several statements has the worst verdict of them."""

MEANING: Mapping[Word, str] = {
    "sound": "the bound holds",
    "loose": "the bound holds, and is further from the exact value than asked for",
    "vacuous": "the bound holds for every mechanism: it says nothing",
    "violated": "the bound is false",
    "invalid": "no mechanism has such values",
    "undecided": "a stated limit was reached: nothing is said",
    "unsupported": "the claim is of a kind that is not decided here",
}

FAULTY: tuple[Word, ...] = ("violated", "invalid")


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one statement: a bound on one quantity, or a property of several values.

    Attributes
    ----------
    verdict
        Strictly, without any tolerance.
    tolerant
        With the tolerance; None where none was declared.
    statement
        What was said, such as ``"upper"``, ``"lower"``, ``"estimate"``, ``"points"``.
    point
        The index of the value among those that were said.
    value
        The text of the value.
    exact
        Texts of the exact value (see docs/audits.md).
    shortfall
        For a violated bound, by how much it is missed: exactly where the text is short, else a decimal rounded down.
    slack
        The least power of two that, added to the bound, makes it true.
    factor
        How many times the bound is as large as the exact value (an upper bound), or the exact value as the bound (a lower one);
        ``"inf"``, or None.
    error
        For an estimate: estimate - exact value.
    witness
        Where it fails.
    reason
        In words.
    certificate
        The certificate of a violated or invalid verdict; None where the verdict is another one, or it could not be stated (then `reason`
        says why).
    """

    verdict: Word
    statement: str
    point: int = 0
    value: str = ""
    tolerant: Word | None = None
    exact: Mapping[str, str] = field(default_factory=dict)
    shortfall: str | None = None
    slack: str | None = None
    factor: str | None = None
    error: str | None = None
    witness: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    certificate: Certificate | None = None

    @classmethod
    def left_open(cls, problem: ExactError, statement: str, point: int = 0, value: str = "") -> Finding:
        """Return the finding of a statement that is not decided, with the reason."""
        word: Word = "undecided" if isinstance(problem, TooLarge | Undecided) else "unsupported"
        return cls(word, statement, point, value, reason=str(problem))

    @property
    def effective(self) -> Word:
        """The verdict that counts: within the tolerance, where there is one."""
        return self.tolerant or self.verdict

    def to_json(self) -> dict[str, Any]:
        """Return what there is to say, empty fields left out."""
        fields: dict[str, Any] = {"statement": self.statement, "point": self.point, "value": self.value}
        fields |= {"verdict": self.effective, "strict": self.verdict}
        rest = {name: getattr(self, name) for name in ("exact", "shortfall", "slack", "factor", "error", "witness", "reason")}
        return fields | {name: dict(item) if isinstance(item, Mapping) else item for name, item in rest.items() if item}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a claim: the worst of its findings.

    A tolerance that the tool declares, or the user gives, is respected by `verdict`; `strict` is the verdict without it.
    """

    id: str
    findings: tuple[Finding, ...]

    @property
    def verdict(self) -> Word:
        """The verdict that counts."""
        return worst([finding.effective for finding in self.findings])

    @property
    def strict(self) -> Word:
        """The verdict without any tolerance."""
        return worst([finding.verdict for finding in self.findings])

    @property
    def decisive(self) -> Finding:
        """The finding that the verdict is due to: of the worst ones the first."""
        wanted = self.verdict
        return next(finding for finding in self.findings if finding.effective == wanted)

    @property
    def is_faulty(self) -> bool:
        """Whether the claim is violated or invalid."""
        return self.verdict in FAULTY

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """The certificates of all strict faults, that of the decisive finding first."""
        ordered = sorted(self.findings, key=lambda finding: finding is not self.decisive)
        return tuple(finding.certificate for finding in ordered if finding.certificate is not None)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `exactpld audit check` prints, without the name of a file."""
        main = self.decisive.to_json()
        head = {
            "id": self.id,
            "verdict": self.verdict,
            "strict": self.strict,
            "exact": main.get("exact", {}),
            "shortfall": main.get("shortfall"),
            "slack": main.get("slack"),
            "witness": main.get("witness", {}),
        }
        extra = {name: main[name] for name in ("factor", "error", "reason") if name in main}
        return head | extra | ({"findings": [finding.to_json() for finding in self.findings]} if len(self.findings) > 1 else {})


def worst(words: Sequence[Word]) -> Word:
    """Return the worst verdict; a vacuous statement beside one that says something does not count."""
    return max(words, key=WORDS.index)


def least_power_of_two(amount: Fraction) -> str:
    """Return ``"2^n"`` for the least power of two that is at least a positive amount.

    Examples
    --------
    >>> least_power_of_two(Fraction(1, 18)), least_power_of_two(Fraction(1, 16))
    ('2^-4', '2^-4')
    """
    power = amount.numerator.bit_length() - amount.denominator.bit_length() - 1
    while Fraction(2) ** power < amount:
        power += 1
    return f"2^{power}"


def made(make: Callable[[], Certificate], *, certificates: bool) -> tuple[Certificate | None, str]:
    """Return a certificate, or None and why it was not made; where none is wanted there is no reason.

    A certificate that is refuted contradicts the verdict that it was made for: a fault of ours, raised as `RuntimeError` and never a verdict.
    """
    if not certificates:
        return None, ""
    try:
        return make(), ""
    except Refuted as problem:
        raise RuntimeError(f"a verdict and its certificate contradict each other: {problem}") from problem
    except ExactError as problem:
        return None, f"no certificate: {problem}"


def joined(*parts: str) -> str:
    """Return the parts that say something, one after the other."""
    return "; ".join(part for part in parts if part)
