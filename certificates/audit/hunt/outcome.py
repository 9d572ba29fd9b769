"""What became of one question: what the tool answered, and what the exact side says to it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, Protocol

from certificates.audit.checking import check
from certificates.audit.claim import Claim, Tolerance
from certificates.audit.hunt.question import Case, Question, sign_word
from certificates.audit.hunt.rounding import is_beyond_rounding, part_lost
from certificates.audit.instance import Instance
from certificates.audit.quantity import Bound
from certificates.audit.tools.claims import claim_objects
from certificates.audit.tools.queries import Query
from certificates.audit.tools.replies import Answer, Hello
from certificates.audit.values import Value, float_value
from certificates.audit.verdict import FAULTY, Finding, Verdict
from exact.errors import ExactError, OutOfRange
from exact.reading import number

Word = Literal[
    "sound", "loose", "vacuous", "estimate", "unsupported", "undecided", "violated", "invalid", "refused", "error", "crash", "hang", "garbage"
]
"""A verdict, or: ``estimate``, a value that claims nothing; ``refused``, the tool raised ValueError or NotImplementedError;
``error``, it raised something else; ``crash``, ``hang``, ``garbage``, its worker failed."""

FAULTS: tuple[Word, ...] = ("violated", "invalid", "error", "crash", "hang", "garbage")
"""Words of what is simplified, grouped and drafted."""
REFUSALS = ("ValueError", "NotImplementedError")
SLIGHT = Tolerance(number("1e-9"), relative=True)
SLIGHT_WHOLE = Tolerance(number("1e-9"))
NEVER_LOOSE = Fraction(10**9)


class Asked(Protocol):
    """What can be asked: a tool."""

    @property
    def hello(self) -> Hello:
        """What it says of itself."""

    def ask(self, method: str, instance: Instance | None, times: int, queries: Iterable[Query]) -> list[Answer]:
        """Return an answer for every query."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a case.

    Attributes
    ----------
    case
        The question.
    word
        See `Word`.
    answer
        What the tool answered.
    statement
        Which of its values is meant: upper, lower, estimate; of an error its type.
    is_slight
        Of a false bound, whether it is missed by at most a part of 1e-9 (of a whole PLD, by 1e-9).
    signs
        The signs of the point and of the value, or ``exact inf`` where the exact value is infinite and a bound is not; of a
        slight fault nothing.
    reported
        Whether it is a fault of the tool; False where rounding of its input may explain it.
    finding
        The finding of the verdict, without a certificate.
    """

    case: Case
    word: Word
    answer: Answer
    statement: str = ""
    is_slight: bool = False
    signs: str = ""
    reported: bool = True
    finding: Finding | None = None

    @property
    def is_fault(self) -> bool:
        """Whether it is something to report."""
        return self.word in FAULTS and self.reported

    def likeness(self) -> tuple[Any, ...]:
        """Return what stays the same when the case is simplified: what fails, and how. An error is one whatever was asked."""
        if self.word not in FAULTY:
            return self.case.method, self.word, self.statement
        return self.case.method, self.word, self.statement, self.case.question.kind, self.is_slight, self.signs, self.reported

    def group(self) -> tuple[Any, ...]:
        """Return the group: the likeness, for a false claim with the kind of mechanism."""
        return (*self.likeness(), self.case.instance.kind) if self.word in FAULTY else self.likeness()

    @property
    def value(self) -> float | None:
        """The value that is wrong; None where there is no single one."""
        said = self.answer.says.get(self.statement)
        return float.fromhex(said) if isinstance(said, str) else None


    @property
    def miss(self) -> Fraction | None:
        """By how much the value misses the exact one, to some 30 digits; None where one of them is infinite or there is none."""
        value, lower = self.value, self.finding.exact.get("lower", "inf") if self.finding is not None else "inf"
        return None if value is None or not math.isfinite(value) or "inf" in lower else abs(Fraction(value) - Fraction(lower))


class Examiner:
    """Asks a tool and decides what it says.

    Parameters
    ----------
    tool
        What is asked: `certificates.audit.tools.tool.Tool`, or anything with its `hello` and its `ask`.

    Attributes
    ----------
    calls
        How many requests there were.
    """

    def __init__(self, tool: Asked) -> None:
        self.tool, self.calls = tool, 0

    def outcomes(self, method: str, instance: Instance, times: int, asked: Sequence[Question]) -> Iterator[Outcome]:
        """Yield the outcome of every question about one composition, in order; they are one request, and decided one by one."""
        self.calls += 1
        answers = self.tool.ask(method, instance, times, [question.query() for question in asked])
        for question, answer in zip(asked, answers, strict=True):
            yield self._outcome(Case(method, instance, times, question), answer)

    def claim(self, outcome: Outcome, name: str = "claim") -> dict[str, Any]:
        """Return the claim that an answer makes, as the object of JSON; its id is a name."""
        return claim_of(self.tool.hello, outcome.case, outcome.answer, name)

    def _outcome(self, case: Case, answer: Answer) -> Outcome:
        return decided(self.tool.hello, case, answer) if answer.outcome == "said" else _unanswered(case, answer)


def claim_of(hello: Hello, case: Case, answer: Answer, name: str) -> dict[str, Any]:
    """Return the claim that an answer to a case makes."""
    method = hello.method(case.method)
    if method is None:
        raise OutOfRange(f"{hello.tool} has no method {case.method}")
    (content,) = claim_objects(hello, method, case.instance, case.times, [answer])
    return content | {"id": name}


def verdict_of(content: dict[str, Any], *, certificates: bool) -> Verdict:
    """Return the verdict on a claim, with the tolerance by which slight faults are told from others."""
    claim = Claim.from_json(content)
    tolerance = SLIGHT_WHOLE if claim.query == "pld" else SLIGHT
    return check(claim, tolerance=tolerance, loose=NEVER_LOOSE, certificates=certificates)


def _unanswered(case: Case, answer: Answer) -> Outcome:
    if answer.outcome == "unsupported":
        return Outcome(case, "unsupported", answer)
    if answer.outcome == "error":
        name = answer.reason.partition(":")[0]
        return Outcome(case, "refused" if name in REFUSALS else "error", answer, name)
    kind = answer.failure.kind if answer.failure is not None else "crash"
    return Outcome(case, "crash" if kind == "start" else kind, answer)


def decided(hello: Hello, case: Case, answer: Answer) -> Outcome:
    """Return the outcome of an answer that says something."""
    outcome = Outcome(case, "undecided", answer)
    try:
        content = claim_of(hello, case, answer, "claim")
        verdict = verdict_of(content, certificates=False)
    except ExactError:
        return outcome
    found = strict_finding(verdict)
    word: Word = "estimate" if found.verdict == "vacuous" and found.statement == "estimate" else found.verdict
    if word not in FAULTY:
        return replace(outcome, word=word, statement=found.statement, finding=found)
    is_slight = found.tolerant == "sound"
    signs = "" if is_slight else " ".join(filter(None, (_sign_of_point(case.question), _sign_of_value(found))))
    reported = word == "invalid" or answer.input != "rounded" or _is_unexplained(content, case, found)
    return Outcome(case, word, answer, found.statement, is_slight, signs, reported, found)


def strict_finding(verdict: Verdict) -> Finding:
    """Return the first of the worst findings, all tolerance aside."""
    return next(finding for finding in verdict.findings if finding.verdict == verdict.strict)


def _is_unexplained(content: dict[str, Any], case: Case, found: Finding) -> bool:
    claim = Claim.from_json(content)
    bound: Bound = "lower" if found.statement == "lower" else "upper"
    try:
        value: Value = float_value(found.value)
        return is_beyond_rounding(claim, found.point, bound, value, part_lost(case.instance, case.times))
    except ExactError:
        return False  # whole PLDs, and what is beyond a limit


def _sign_of_point(question: Question) -> str:
    return f"eps {sign_word(float(question.at))}" if question.kind == "delta" and question.at is not None else ""


def _sign_of_value(found: Finding) -> str:
    if found.verdict == "violated" and found.exact.get("lower") == "inf":
        return "exact inf"
    try:
        value = float_value(found.value)
    except ExactError:
        return ""
    if value.is_nan:
        return "value nan"
    if value.infinite:
        return f"value {'inf' if value.infinite > 0 else '-inf'}"
    sign = value.as_number().sign()
    return f"value {('zero', 'positive', 'negative')[sign]}"


