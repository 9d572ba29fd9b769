"""The report of a campaign: who was asked, the counts, the error plots, the worst faults with their exact values, and what was not decided.

`report_of` makes it from a database, `write_report` writes it as Markdown or as one HTML page, or both into a folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_DOWN, Decimal, localcontext
from pathlib import Path

from certificates.audit.campaign.database import Database
from certificates.audit.campaign.document import (
    HTML_MARK,
    MARK,
    Code,
    Document,
    Heading,
    Part,
    Table,
    Text,
    html_page,
    markdown,
)
from certificates.audit.campaign.plots import Plot, error_plots
from certificates.audit.campaign.results import WORST, Fault, Point, Results, Row, points_of, results_of
from certificates.audit.verdict import FAULTY, MEANING, WORDS
from certificates.claims.certificate import make_folder, target_of, write_bytes
from exact.errors import OutOfRange
from exact.writing import shorten

NO_PLOTS = "The error plots are missing, since matplotlib is not installed: pip install 'exactpld[plot]' brings it."
OUTCOMES: Mapping[str, str] = {
    "error": "the tool raised an error",
    "start": "the worker of the tool did not start",
    "crash": "it ended without an answer",
    "hang": "there was no answer within the time limit",
    "garbage": "what was written was no answer",
    "fault": "exactpld failed, please report it; nothing is said about the answer",
}
"""What is meant by an outcome that is no verdict; `unsupported` may be the tool's word or ours."""
COLUMNS = (*WORDS[1:3], WORDS[0], *FAULTY, "undecided", "unsupported", *OUTCOMES)
FAULT_HEAD = ("tool and method", "mechanism", "k", "asked", "said", "exact value", "missed by", "relative", "slack", "claim")
FILES = {".md": MARK, ".html": HTML_MARK}
REASONS_SHOWN = 40


def report_of(kept: Database, *, worst: int = WORST, certificates: str | None = None, plots: bool = True) -> Document:
    """Return the report of a campaign.

    Parameters
    ----------
    kept
        The database of the campaign; it need not be finished.
    worst
        How many of the worst faults are listed of every method and kind of query.
    certificates
        The folder that certificates were written to, for the text; None for none.
    plots
        Whether error plots are drawn; without matplotlib a sentence stands in their place.
    """
    results = results_of(kept, worst)
    points = points_of(kept, results) if plots else []
    parts: list[Part] = [*_about(results), *_summary(results)]
    if plots:
        parts += [Heading("Errors"), *_drawn(points, results.rows)]
    parts += [*_faults(results, certificates), *_reasons(results), *_left_out(results)]
    return Document(results.title or "Audit of float accountants", tuple(parts))


def _drawn(points: Sequence[Point], rows: Sequence[Row]) -> list[Part]:
    try:
        found = error_plots(points, rows)
    except ImportError:
        return [Text(NO_PLOTS)]
    return [*found] or [Text("No value with an exact value beside it was said, so there is nothing to draw.")]


# --- parts -----------------------------------------------------------------------------------------------------------------------------------


def progress_sentence(results: Results) -> str:
    """Return how far the campaign is."""
    if results.jobs == results.total:
        return f"All {results.total:,} jobs are done."
    return f"{results.jobs:,} of {results.total:,} jobs are done: the campaign is not finished."


def count_sentence(results: Results) -> str:
    """Return how many answers there are of each kind, the worst first."""
    counts = results.counts
    words = [*reversed(WORDS), *OUTCOMES]
    parts = [f"{counts[word]:,} {word}" for word in words if counts[word]]
    return f"{sum(counts.values()):,} answers: {', '.join(parts) or 'none'}"


def _about(results: Results) -> list[Part]:
    about = results.about
    times = f"Begun {about.get('began', '?')}, last recorded {about.get('ended', 'never')}, decided by exactpld {about.get('exactpld', '?')}."
    allowed = "" if results.tolerance is None else f" Values may be off by {results.tolerance}; strict verdicts are kept in the database."
    rules = f"A float is the binary fraction that it is. A bound that holds is called loose beyond a factor of {float_text(results.loose)}.{allowed}"
    rows = [
        [name, "", "", f"not asked: {failure}"] if hello is None else [name, hello.version, hello.python, "asked"]
        for name, hello, failure in results.tools
    ]
    return [
        Text(f"{progress_sentence(results)} {count_sentence(results)}."),
        Text(f"{times} {rules}"),
        Text(f"Campaign {results.digest}"),
        Table(("tool", "version", "Python", ""), rows),
    ]


def float_text(text: str) -> str:
    """Return a fraction as a short decimal."""
    above, _, below = text.partition("/")
    return f"{int(above) / int(below or 1):.6g}"


def summary_table(results: Results) -> Table:
    """Return the counts of every tool and method, without columns that are all empty."""
    counts = results.counts
    words = [word for word in COLUMNS if counts[word]]
    has_within, has_rounded = any(row.within for row in results.rows), any(row.rounded for row in results.rows)
    head = ["tool and method", "said to be", *words]
    head += ["faulty, input rounded"] if has_rounded else []
    head += ["faulty but for the tolerance"] if has_within else []
    head += ["median excess", "worst violation", "tool (s)", "exact (s)"]
    rows = []
    for row in results.rows:
        cells = [row.title, row.documented, *(f"{row.counts[word]:,}" if row.counts.get(word) else "" for word in words)]
        cells += [f"{row.rounded:,}" if row.rounded else ""] if has_rounded else []
        cells += [f"{row.within:,}" if row.within else ""] if has_within else []
        rows.append([*cells, size_text(row.excess), size_text(row.worst), f"{row.seconds:.1f}", f"{row.exact_seconds:.1f}"])
    faulty = frozenset(2 + words.index(word) for word in (*FAULTY, "fault") if word in words)
    return Table(head, rows, frozenset(range(2, len(head))), frozenset({0}), faulty)


def size_text(size: float | None) -> str:
    """Return a relative error for people."""
    return "" if size is None else "exact is 0" if size == float("inf") else f"{size:.2g}"


def _summary(results: Results) -> list[Part]:
    counts = results.counts
    meaning = [f"{word}: {MEANING[word]}" for word in reversed(WORDS) if counts[word]]
    meaning += [f"{word}: {text}" for word, text in OUTCOMES.items() if counts[word]]
    return [
        Heading("Summary"),
        Text("Counts of answers. An answer with several values, such as a bracket, has the worst of their verdicts."),
        summary_table(results),
        Text(
            "Median excess: the median of |said − exact|/exact over the bounds that hold. Worst violation: its largest value over those that are "
            "violated. Input rounded: of the violated and invalid ones, those where the tool was given a rounded parameter. Seconds are those of "
            "the tool by its own account, and of deciding."
        ),
        Table(("word", "meaning"), [line.split(": ", 1) for line in meaning]),
    ]


def _faults(results: Results, certificates: str | None) -> list[Part]:
    if not results.faults:
        return [Heading("Faults"), Text("No answer is violated or invalid.")]
    where = (
        f"The certificate of a claim is {certificates}/CLAIM.json; anybody verifies it with the stand-alone checker:"
        if certificates is not None
        else "The certificates are in the database; these commands write all of them and verify them:"
    )
    command = "exactpld check" if certificates is not None else "exactpld audit report DATABASE --certificates certificates\nexactpld check"
    return [
        Heading("Faults"),
        Text(
            "The worst of every method and kind of query, by the amount that is missing. Slack is the least power of two that would make the bound "
            "true. Exact values are rounded down; ~ stands where the tool was given a rounded parameter, ≥ where the exact value is a lower bound "
            "from a finite post-processing."
        ),
        *(part for number in sorted({fault.row for fault in results.faults}) for part in _faults_of(results, number)),
        Text(where),
        Code(f"{command} {certificates or 'certificates'}/*.json"),
    ]


def _faults_of(results: Results, number: int) -> list[Part]:
    """Return the faults of one method, which its heading names."""
    row = results.rows[number]
    rows = [_fault_row(fault, row)[1:] for fault in results.faults if fault.row == number]
    said = f"{row.version}, said to be {row.documented}"
    return [Heading(f"{row.title} ({said})", is_below=True), Table(FAULT_HEAD[1:], rows, frozenset({1, 5, 6, 7}), frozenset({2, 3, 8}))]


def fault_table(results: Results, *, full: bool = False) -> Table:
    """Return the worst faults as a table, with all digits where that is asked for."""
    return Table(FAULT_HEAD, [_fault_row(fault, results.rows[fault.row], full=full) for fault in results.faults])


def _fault_row(fault: Fault, row: Row, *, full: bool = False) -> list[str]:
    width = 10_000 if full else 70
    is_coarse = fault.exact is not None and fault.label.startswith(("laplace", "gaussian"))
    exact = shorten(fault.reason, width) if fault.exact is None else f"{'≥ ' if is_coarse else ''}{fault.exact if full else digits(fault.exact)}"
    missed = "" if fault.exact is None else shorten(fault.reason, width)
    if fault.shortfall:
        missed = fault.shortfall if full else amount_text(fault.shortfall)
    label = f"{'~ ' if fault.input == 'rounded' else ''}{fault.label}"
    said = f"{fault.statement} {digits(fault.value)}"
    word = "" if fault.verdict == "violated" else f"{fault.verdict}: "
    relative = "" if fault.relative is None else size_text(abs(fault.relative))
    about = [row.title, shorten(label, width), f"{fault.times:,}", asked_text(fault)]
    return [*about, f"{word}{said}", exact, missed, relative, fault.slack or "", fault.claim]


def asked_text(fault: Fault) -> str:
    """Return what was asked, for people."""
    query = fault.query
    for name, symbol in (("eps", "δ at ε"), ("delta", "ε at δ"), ("alpha", "β at α")):
        if name in query:
            given = query[name]
            if isinstance(given, list):
                return f"{symbol} = a list of {len(given)}"
            return f"{symbol} = {float.fromhex(given)!r}"
    if "order" in query:
        return f"Rényi order {query['order']}"
    return str(query["kind"]) + (f", {query['direction']}" if "direction" in query else "")


def digits(text: str, count: int = 17) -> str:
    """Return a decimal with at most so many significant digits, the rest cut off and marked; other texts as they are.

    Examples
    --------
    >>> digits("0.123456789", 5), digits("1.25e-10", 5), digits("0.000000123456", 3), digits("PLD")
    ('0.12345...', '1.25e-10', '1.23...e-7', 'PLD')
    """
    try:
        value = Decimal(text)
    except ArithmeticError:
        return shorten(text, 60)
    if not value.is_finite() or len(value.as_tuple().digits) <= count:
        return text
    unit = Decimal((0, (1,), value.adjusted() - count + 1))
    with localcontext(prec=count + 10):
        cut = value.quantize(unit, ROUND_DOWN)
    if -5 <= value.adjusted() < count:
        return f"{cut:f}..."
    mantissa, _, power = f"{cut:e}".partition("e")
    return f"{mantissa}...e{power}"


def amount_text(text: str) -> str:
    """Return four digits of a positive amount, a decimal or a fraction, rounded down; other texts as they are.

    Examples
    --------
    >>> amount_text("4.10099024e-15"), amount_text("1/3"), amount_text("inf")
    ('4.100e-15', '3.333e-1', 'inf')
    """
    above, _, below = text.partition("/")
    try:
        with localcontext(prec=50):
            amount = Decimal(above) / Decimal(below or 1)
        return text if not amount.is_finite() else f"{amount.quantize(Decimal((0, (1,), amount.adjusted() - 3)), ROUND_DOWN):.3e}"
    except (ArithmeticError, ValueError):
        return shorten(text, 60)


def _reasons(results: Results) -> list[Part]:
    if not results.reasons:
        return []
    rows = [
        [results.rows[reason.row].title, reason.outcome, f"{reason.answers:,}", f"{reason.times} × {reason.label}", shorten(reason.text, 300)]
        for reason in results.reasons[:REASONS_SHOWN]
    ]
    more = len(results.reasons) - len(rows)
    return [
        Heading("Failures, and what was not decided"),
        Table(("tool and method", "outcome", "answers", "for example", "reason"), rows, frozenset({2})),
        *([Text(f"And {more} more reasons.")] if more else []),
    ]


def _left_out(results: Results) -> list[Part]:
    if not results.left_out:
        return []
    rows = [
        [f"{tool}, {method}", ", ".join(f"{kind}: {count:,}" for kind, count in left.items())]
        for (tool, method), left in results.left_out.items()
    ]
    sentence = "Compositions of mechanisms that a method does not take, by kind."
    return [Heading("Not asked"), Text(sentence), Table(("tool and method", "left out"), rows)]


# --- writing ---------------------------------------------------------------------------------------------------------------------------------


def write_report(document: Document, target: Path) -> list[Path]:
    """Write a report and return the files: Markdown or HTML as the ending of the name tells, or else both, with the pictures, into a folder.

    A file that was named is replaced; in a folder only reports of ours are.

    Raises
    ------
    OutOfRange
        For a name that cannot be written, and where another file would be replaced.
    OSError
        When a file cannot be written.
    """
    if target.suffix.lower() in FILES and not target.is_dir():
        target_of(target)
        write_bytes(_content(document, target.suffix.lower()), target)
        return [target]
    plots = {f"{part.name}.svg": part for part in document.parts if isinstance(part, Plot)}
    names = ["report.html", "report.md", *plots]
    make_folder(target, *names)
    for name in names:
        _check_ours(target / name)
    for name in names:
        write_bytes(_picture(plots[name]) if name in plots else _content(document, Path(name).suffix, ""), target / name)
    return [target / name for name in names]


def _content(document: Document, suffix: str, folder: str | None = None) -> bytes:
    return (html_page(document) if suffix == ".html" else markdown(document, folder)).encode()


SVG_HEAD = "<!-- exactpld-audit-report -->\n"


def _picture(plot: Plot) -> bytes:
    spaces = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    return (SVG_HEAD + plot.svg.replace("<svg ", spaces, 1) + "\n").encode()


def _check_ours(file: Path) -> None:
    if not file.exists():
        return
    target_of(file)
    with file.open("rb") as stream:
        head = stream.read(100)
    if head.strip() and b"exactpld-audit-report" not in head:
        raise OutOfRange(f"{file} is there, is no report, and is not replaced: give another folder, or move it away")

