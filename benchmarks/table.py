"""The rows of the benchmark table: what is declared, what was measured, how both are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from benchmarks.measure import Bench, exponent


class Kind(Enum):
    """What a row says."""

    FASTER = "x as fast"
    """How many times longer the rival takes; the goal is a least value."""
    AS_LONG = "x as long"
    """How many times longer we take; the goal is a largest value, as in the kinds below."""
    SECONDS = "s"
    EXPONENT = "exponent"
    COUNT = "count"


@dataclass(frozen=True)
class Row:
    """What is measured against what, and the goal; `cause` says what limits it and is shown where the goal is missed."""

    key: str
    what: str
    kind: Kind
    goal: float | None = None
    rival: str = ""
    cause: str = ""


@dataclass(frozen=True)
class Growth:
    """The cost at several sizes."""

    what: str
    points: tuple[tuple[float, float], ...]
    """Sizes and seconds."""


@dataclass
class Found:
    """What one subject measured: for each key our figure (seconds, exponent, count) and the rival's seconds, or why not."""

    pairs: dict[str, tuple[float, float | None]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    growth: list[Growth] = field(default_factory=list)

    def put(self, key: str, ours: float, theirs: float | None = None) -> None:
        """Record a row."""
        self.pairs[key] = (ours, theirs)


@dataclass(frozen=True)
class Subject:
    """Rows that are measured together."""

    title: str
    rows: tuple[Row, ...]
    measure: Callable[[Bench], Found]


def records(subject: Subject, found: Found) -> Iterator[dict[str, Any]]:
    """Yield the rows of a subject as they stand in the JSON file."""
    declared = {row.key for row in subject.rows}
    measured = {*found.pairs, *found.skipped}
    if declared != measured:
        raise AssertionError(f"{subject.title}: declared and measured rows differ in {sorted(declared ^ measured)}")
    for row in subject.rows:
        out: dict[str, Any] = {"subject": subject.title, **declaration(row)}
        if row.key in found.skipped:
            yield {**out, "skipped": found.skipped[row.key]}
            continue
        ours, theirs = found.pairs[row.key]
        yield judged({**out, "ours": _short(ours), "theirs": _short(theirs), "value": _short(_value(row.kind, ours, theirs))})


def judged(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with what its figure says about its goal: met or not, None without a goal."""
    value, goal = record["value"], record["goal"]
    met = None if goal is None else value >= goal if record["kind"] == Kind.FASTER.value else value <= goal
    return {**record, "met": met}


def declared_anew(kept: Mapping[str, Any], subjects: Iterable[Subject]) -> dict[str, Any]:
    """Return kept results with words and goals as they are declared now; ValueError when the rows are not the same."""
    declared = {(subject.title, row.key): declaration(row) for subject in subjects for row in subject.rows}
    old = {(row["subject"], row["key"]): row for row in kept["rows"]}
    if declared.keys() != old.keys() or any(old[place]["kind"] != new["kind"] for place, new in declared.items()):
        raise ValueError("the rows that are kept are not those that are declared; measure again")
    rows = [{**old[place], **new} for place, new in declared.items()]
    return {**kept, "rows": [row if "skipped" in row else judged(row) for row in rows]}


def growth_record(subject: Subject, growth: Growth) -> dict[str, Any]:
    """Return a line of growth of a subject as it stands in the JSON file."""
    points = [[size, _short(time)] for size, time in growth.points]
    return {"subject": subject.title, "what": growth.what, "points": points, "exponent": round(exponent(growth.points), 2)}


def declaration(row: Row) -> dict[str, Any]:
    """Return what of a record does not depend on measurements."""
    return {
        "key": row.key, "what": row.what, "rival": row.rival, "kind": row.kind.value, "goal": row.goal, "cause": row.cause,
    }  # fmt: skip


def _value(kind: Kind, ours: float, theirs: float | None) -> float:
    if kind in (Kind.FASTER, Kind.AS_LONG):
        if theirs is None:
            raise AssertionError("a ratio needs a rival")
        return theirs / ours if kind is Kind.FASTER else ours / theirs
    return ours


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.3g}")


# --- writing -----------------------------------------------------------------------------------------------------------------------------


def markdown(results: Mapping[str, Any]) -> str:
    """Return the results as Markdown: the table, what limits the rows that miss their goal, growth, and where it was
    measured.
    """
    lines = ["| | exactpld | against | measured | goal | |", "|---|---|---|---|---|---|"]
    notes: list[str] = []
    subject = None
    for row in results["rows"]:
        if row["subject"] != subject:
            subject = row["subject"]
            lines.append(f"| **{subject}** | | | | | |")
        lines.append("| " + " | ".join(_cells(row, notes)) + " |")
    out = ["\n".join(lines)]
    if notes:
        numbered = [f"{i}. {cause[0].upper()}{cause[1:]}." for i, cause in enumerate(notes, 1)]
        out.append("What limits the rows that miss their goal:\n\n" + "\n".join(numbered))
    out.append("\n".join(_growth(results["growth"])))
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    out.append(
        f"Measured on {results['date']}, {results['machine']}; {versions}. Medians of {results['runs']} runs or more, interleaved in one "
        "process, where no single run is spoken of; tools in environments of their own report their seconds. Trust the ratios, not the times."
    )
    return "\n\n".join(out) + "\n"


def _cells(row: Mapping[str, Any], notes: list[str]) -> list[str]:
    goal = _goal(row["kind"], row["goal"])
    if "skipped" in row:
        return [row["what"], "", row["rival"], row["skipped"], goal, "not measured"]
    is_time = row["kind"] not in (Kind.EXPONENT.value, Kind.COUNT.value)
    ours = seconds(row["ours"]) if is_time else ""
    against = f"{row['rival']}: {seconds(row['theirs'])}" if row["theirs"] is not None else row["rival"]
    verdict = {True: "met", False: "missed", None: "stated"}[row["met"]]
    if row["met"] is False:
        cause = row["cause"] or "not yet known"
        if cause not in notes:
            notes.append(cause)
        verdict += f" ({notes.index(cause) + 1})"
    return [row["what"], ours, against, _measured(row["kind"], row["value"]), goal, verdict]


def _measured(kind: str, value: float) -> str:
    if kind in (Kind.FASTER.value, Kind.AS_LONG.value):
        return f"{_plain(value)}{kind}"
    return seconds(value) if kind == Kind.SECONDS.value else f"{value:.2f}" if kind == Kind.EXPONENT.value else _plain(value)


def _goal(kind: str, goal: float | None) -> str:
    if goal is None:
        return ""
    if kind == Kind.FASTER.value:
        return f"at least {_plain(goal)}x"
    if kind == Kind.AS_LONG.value:
        return f"at most {_plain(goal)}x"
    return f"at most {seconds(goal) if kind == Kind.SECONDS.value else _plain(goal)}"


def _plain(value: float) -> str:
    """Write a number with three digits, without an exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def seconds(value: float) -> str:
    """Write a time with three digits."""
    if value >= 1:
        return f"{value:.3g} s"
    return f"{value * 1e3:.3g} ms" if value >= 1e-3 else f"{value * 1e6:.3g} us"


def _growth(lines: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield "| growth of | size: time | fitted exponent |"
    yield "|---|---|---|"
    for line in lines:
        points = ", ".join(f"{size:,.0f}: {seconds(time)}" for size, time in line["points"])
        yield f"| {line['what']} | {points} | {line['exponent']:.2f} |"


def text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows for a terminal, one line each."""
    out = []
    for row in rows:
        what, ours, against, measured, goal, verdict = _cells(row, [])
        out.append(f"  {what}\n      {ours or '-'} against {against or '-'}: {measured}; goal {goal or '-'}: {verdict.split(' (')[0]}")
        if row.get("met") is False:
            out.append(f"      limited by: {row['cause'] or 'not yet known'}")
    return "\n".join(out)
