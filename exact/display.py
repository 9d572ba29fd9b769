"""What a notebook shows of a PLD: a short table, and a small drawing of the trade-off curve as SVG.

For display. The cells are exact texts, or decimals marked as approximate; the coordinates of the drawing are floors of
enclosures, summed in integers, and good to its pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from exact.atoms import Atoms
from exact.number import Number

ROWS_FIRST, ROWS_LAST = 5, 2
"""Atoms of a long table that are shown, from each end."""
CELL = 32
"""Characters of a cell from which its decimal is shown instead."""
DRAWN_ATOMS = 5_000
UNIT = 10**9
LEFT, TOP, SIDE = 30, 8, 120
"""The square of the drawing, in pixels."""


def pld_latex(atoms: Atoms) -> str:
    """Return a LaTeX table of the atoms: ratio, p, q."""
    rows = [" & ".join(row) for row in _rows(atoms, lambda x: x.latex(), r"\infty", r"\vdots")]
    lines = [r"\frac{p}{q} & p & q \\ \hline", *(f"{row} \\\\" for row in rows)]
    return "\n".join([r"$\begin{array}{rrr}", *lines, r"\end{array}$"])


def pld_html(atoms: Atoms) -> str:
    """Return an HTML fragment: the trade-off curve, the number of atoms, a table of ratio, p and q."""
    count = len(atoms.finite) + bool(atoms.p_infinite) + bool(atoms.q_infinite)
    drawing = _drawing(atoms) if count <= DRAWN_ATOMS else ""
    head = "".join(f'<th style="text-align:right">{name}</th>' for name in ("p/q", "p", "q"))
    body = "".join(
        "<tr>" + "".join(f'<td style="text-align:right">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in _rows(atoms, _cell, "∞", "⋮")
    )
    return (
        f'<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:center">{drawing}'
        f"<div><div>PLD, {count} atom{'' if count == 1 else 's'}, P over Q</div>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div></div>"
    )


def _cell(x: Number) -> str:
    if x.text_size() <= 4 * CELL and len(text := str(x)) <= CELL:
        return text
    return f"≈ {x.decimal(6)}"


def _rows(atoms: Atoms, cell: Callable[[Number], str], infinite: str, dots: str) -> Iterator[tuple[str, ...]]:
    """Yield the cells of the table, the ratio +inf first and 0 last; the middle of a long one is left out."""
    zero = cell(Number(0))
    kept: list[int | None] = list(range(len(atoms.finite)))
    if len(kept) > ROWS_FIRST + ROWS_LAST + 1:
        kept[ROWS_FIRST : len(kept) - ROWS_LAST] = [None]
    if atoms.p_infinite:
        yield infinite, cell(atoms.number(atoms.p_infinite)), zero
    for i in kept:
        if i is None:
            yield (dots,) * 3
        else:
            p, q = atoms.finite[i]
            yield cell(atoms.ratio(i)), cell(atoms.number(p)), cell(atoms.number(q))
    if atoms.q_infinite:
        yield zero, zero, cell(atoms.number(atoms.q_infinite))


def curve(atoms: Atoms) -> Sequence[tuple[int, int]]:
    """Return the vertices ``(alpha, beta)`` of the trade-off curve in billionths, from (0, 1) to (1, 0).

    Each is off by less than one billionth for every atom.
    """
    alpha, beta = 0, UNIT - _billionths(atoms.number(atoms.q_infinite))
    points = [(0, UNIT), (alpha, beta)]
    for p, q in reversed(atoms.finite):
        alpha, beta = alpha + _billionths(atoms.number(p)), beta - _billionths(atoms.number(q))
        points.append((alpha, beta))
    return [*points, (UNIT - _billionths(atoms.number(atoms.p_infinite)), 0), (UNIT, 0)]


def _billionths(x: Number) -> int:
    low, _, s = x.enclosure(40)
    return (low * UNIT) << s if s >= 0 else (low * UNIT) >> -s


def _drawing(atoms: Atoms) -> str:
    places = dict.fromkeys(f"{_pixels(a, LEFT)},{_pixels(UNIT - b, TOP)}" for a, b in curve(atoms))
    right, bottom = LEFT + SIDE, TOP + SIDE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right + 10}" height="{bottom + 18}" role="img" '
        'font-size="10" font-family="sans-serif" fill="none" stroke="currentColor">'
        "<title>trade-off curve</title>"
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" stroke-width="0.5"/>'
        f'<line x1="{LEFT}" y1="{TOP}" x2="{right}" y2="{bottom}" stroke-width="0.5" stroke-dasharray="2 3"/>'
        f'<polyline points="{" ".join(places)}" stroke="#3b78b0" stroke-width="1.8" stroke-linejoin="round"/>'
        '<g stroke="none" fill="currentColor">'
        f'<text x="{LEFT - 4}" y="{TOP + 8}" text-anchor="end">1</text>'
        f'<text x="{LEFT - 4}" y="{bottom}" text-anchor="end">0</text>'
        f'<text x="{right}" y="{bottom + 13}" text-anchor="end">1</text>'
        f'<text x="{LEFT + SIDE // 2}" y="{bottom + 13}" text-anchor="middle">α</text>'
        f'<text x="{LEFT - 6}" y="{TOP + SIDE // 2}" text-anchor="end">f(α)</text>'
        "</g></svg>"
    )


def _pixels(billionths: int, start: int) -> str:
    """Return a place on a side of the square, to a tenth of a pixel."""
    tenths = max(0, min(billionths, UNIT)) * SIDE * 10 // UNIT + start * 10
    return f"{tenths // 10}.{tenths % 10}"
