"""A report as a list of parts, which Markdown and HTML are written from."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from certificates.audit.campaign.plots import Plot


def clean(text: str) -> str:
    """Return a text on one line, with what does not print spelled out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; of parts of the report, or below such a one."""

    text: str
    is_below: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Lines for a shell."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table, with the columns of numbers, those whose cells stay on one line, and those whose cells matter unless they are empty."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = frozenset()
    unbroken: frozenset[int] = frozenset()
    faulty: frozenset[int] = frozenset()


Part = Heading | Text | Code | Table | Plot


@dataclass(frozen=True, slots=True)
class Document:
    """A report: its title and its parts."""

    title: str
    parts: tuple[Part, ...]


# --- Markdown --------------------------------------------------------------------------------------------------------------------------------

MARK = "<!-- exactpld-audit-report -->"
"""How a Markdown report begins: such a file is replaced."""


def markdown(document: Document, folder: str | None = None) -> str:
    """Return the report in Markdown; plots are linked as files NAME.svg of a folder, or left out."""
    lines = [MARK, f"# {_md(document.title)}", ""]
    for part in document.parts:
        lines += [*_markdown(part, folder), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _markdown(part: Part, folder: str | None) -> Iterable[str]:
    if isinstance(part, Heading):
        return [f"{'###' if part.is_below else '##'} {_md(part.text)}"]
    if isinstance(part, Text):
        return [_md(part.text)]
    if isinstance(part, Code):
        return ["```sh", *part.text.splitlines(), "```"]
    if isinstance(part, Plot):
        return [] if folder is None else [f"![{_md(part.caption)}]({folder}{part.name}.svg)", "", f"*{_md(part.caption)}*"]
    marks = ["---:" if i in part.numbers else "---" for i in range(len(part.head))]
    return [_md_row(part.head), f"| {' | '.join(marks)} |", *map(_md_row, part.rows)]


def _md_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_md(cell) for cell in cells)} |"


def _md(text: str) -> str:
    """Return a text on one line in which no character of Markdown or HTML means anything."""
    return "".join(f"\\{c}" if c in r"\`*_[]<>|#" else c for c in clean(text).replace("&", "&amp;"))


# --- HTML ------------------------------------------------------------------------------------------------------------------------------------

STYLE = """\
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; color: #1a1a1a; background: #fff;
  max-width: 94rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid #d5d5d5; padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { max-width: 55rem; margin: .5rem 0; }
.scroll { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .82rem; line-height: 1.4; }
th, td { padding: .25rem .5rem; text-align: left; vertical-align: top; border-bottom: 1px solid #e4e4e4; overflow-wrap: break-word; }
th { background: #f4f5f7; font-weight: 600; vertical-align: bottom; }
tbody tr:hover { background: #fafbfc; }
td.n, th.n { text-align: right; }
td.n, td.one { white-space: nowrap; font-variant-numeric: tabular-nums; }
td.bad { color: #a33c00; font-weight: 600; }
pre { background: #f4f5f7; padding: .7rem .9rem; overflow-x: auto; font-size: .86rem; }
figure { margin: 1.2rem 0; max-width: 76rem; }
figure svg { width: 100%; height: auto; }
figcaption { font-size: .86rem; color: #444; max-width: 55rem; }
@media print { body { max-width: none; padding: 0; } h2, h3 { break-after: avoid; } figure, tr { break-inside: avoid; } }
"""
HTML_MARK = '<!DOCTYPE html><!-- exactpld-audit-report -->\n<html lang="en">'
"""How an HTML report begins: such a file is replaced."""


def html_page(document: Document) -> str:
    """Return the report as one HTML page: no scripts, no addresses, pictures inside."""
    title = html.escape(clean(document.title))
    screen = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    head = f'{HTML_MARK}\n<head>\n<meta charset="utf-8">\n{screen}\n<title>{title}</title>'
    body = "\n".join(map(_html, document.parts))
    return f"{head}\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}\n</body>\n</html>\n"


def _html(part: Part) -> str:
    if isinstance(part, Heading):
        level = "h3" if part.is_below else "h2"
        return f"<{level}>{_escaped(part.text)}</{level}>"
    if isinstance(part, Text):
        return f"<p>{_escaped(part.text)}</p>"
    if isinstance(part, Code):
        return f"<pre>{html.escape(part.text)}</pre>"
    if isinstance(part, Plot):
        picture = part.svg.replace("<svg ", f'<svg role="img" aria-label="{_escaped(part.caption)}" ', 1)
        return f"<figure>{picture}<figcaption>{_escaped(part.caption)}</figcaption></figure>"
    head = "".join(f"<th{' class=n' if i in part.numbers else ''}>{_escaped(cell)}</th>" for i, cell in enumerate(part.head))
    rows = "\n".join(f"<tr>{''.join(_cell(part, i, cell) for i, cell in enumerate(row))}</tr>" for row in part.rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>'


def _cell(table: Table, column: int, cell: str) -> str:
    kinds = (("n", column in table.numbers), ("one", column in table.unbroken), ("bad", column in table.faulty and bool(cell)))
    names = [word for word, wanted in kinds if wanted]
    mark = f' class="{" ".join(names)}"' if names else ""
    return f"<td{mark}>{_escaped(cell)}</td>"


def _escaped(text: str) -> str:
    return html.escape(clean(text))
