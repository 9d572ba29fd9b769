"""Exact values as sympy expressions, as LaTeX and as HTML: each is read back, or compared with decimals and curves."""

import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
import sympy
from hypothesis import assume, given, settings

from exact import approx, display, exp, identity, inf, log, loss, number, pld, rr, subsample, table, total_leak
from tests.laws.strategies import ANY, LOSSES, NUMBERS, SMALL, read_number

TOO_LARGE = "100*subsample(rr(1), 1/10) + 100*rr(1/7) + 100*rr(1/11) + 100*rr(1/13)"


def agrees(expression, value):
    """The sympy expression, worked out by sympy to 40 digits, lies within the bounds of the exact value."""
    if value.sign() == 0:
        return sympy.simplify(expression) == 0
    low, high = (Fraction(bound) for bound in value.bounds(25))
    found = Fraction(str(expression.evalf(40)))
    slack = abs(found) / 10**30
    return low - slack <= found <= high + slack


# --- sympy


@given(NUMBERS)
@settings(max_examples=60)
def test_number_to_sympy(text):
    x = read_number(text)
    assume(x is not None)
    assert agrees(x.to_sympy(), x)


@given(LOSSES)
def test_loss_to_sympy(text):
    z = loss(text)
    assert agrees(z.to_sympy(), z)


def test_sympy_forms():
    """Logarithms come apart into primes where they do here; infinite losses are sympy's; factors below stay factors."""
    assert loss("1/2 + log(3)/2").to_sympy() == sympy.Rational(1, 2) + sympy.log(3) / 2
    assert log("1 + exp(1)").to_sympy() == sympy.log(1 + sympy.E)
    assert (inf.to_sympy(), (-inf).to_sympy()) == (sympy.oo, -sympy.oo)
    assert ((1 / number("exp(1) + 1")) ** 3).to_sympy() == (1 + sympy.E) ** -3
    assert number("2**(1/3)*sqrt(2)*exp(2)").to_sympy() == sympy.E**2 * sympy.root(2, 6) ** 5
    assert number(0).to_sympy() == 0


@given(SMALL)
@settings(max_examples=20)
def test_pld_to_sympy(text):
    a = pld(text)
    matrix = a.to_sympy()
    assert matrix.shape == (len(a.atoms), 2)
    for row, masses in enumerate(a.atoms):
        for column, mass in enumerate(masses):
            assert agrees(matrix[row, column], mass)


# --- LaTeX, read back by a small reader of its own


class Reader:
    r"""Reads sums of products of `\frac`, `\sqrt`, `\ln`, `e`, integers, brackets and powers into the text language."""

    TOKEN = re.compile(r"\\left\(|\\right\)|\\[a-z]+|\d+|[e^{}+\-/]")

    def __init__(self, text):
        assert re.fullmatch(rf"(?:{self.TOKEN.pattern}|\s)*", text), text
        self.rest = [*self.TOKEN.findall(text), "end"]

    def take(self, *tokens):
        return self.rest.pop(0) if self.rest[0] in tokens else None

    def total(self):
        out = self.take("-") or ""
        out += self.product()
        while sign := self.take("+", "-"):
            out += sign + self.product()
        return out

    def product(self):
        factors = [self.factor()]
        while self.rest[0] not in ("+", "-", "}", "\\right)", "end"):
            slash = self.take("/")
            dot = self.take("\\cdot")
            assert dot or slash or not self.rest[0].isdigit(), "two numbers side by side"
            factors.append(("/" if slash else "*") + self.factor())
        return "".join(factors)

    def factor(self):
        token = self.rest.pop(0)
        if token == "\\frac":
            return f"(({self.group()})/({self.group()}))"
        if token == "\\ln":
            return f"log({self.factor()})"
        if token == "\\left(":
            inside = self.total()
            assert self.take("\\right)")
            base = f"({inside})"
        elif token == "\\sqrt":
            base = f"sqrt({self.group()})"
        elif token == "e":
            return f"exp({self.group() if self.take('^') else 1})"
        else:
            assert token.isdigit(), token
            base = token
        return f"{base}**({self.group()})" if self.take("^") else base

    def group(self):
        assert self.take("{")
        inside = self.total()
        assert self.take("}")
        return inside


def read_back(latex, read):
    reader = Reader(latex)
    text = reader.total()
    assert reader.rest == ["end"]
    return read(text)


def test_the_reader_of_latex():
    assert read_back(r"-\frac{1}{2} + 3 \cdot 2^{1/3} e^{-1}", number) == number("-1/2 + 3*2**(1/3)/exp(1)")
    assert read_back(r"\ln\left(1 + e\right)", loss) == log("1 + exp(1)")


@given(NUMBERS)
def test_latex_of_a_number_reads_back(text):
    x = read_number(text)
    assume(x is not None)
    latex = x.latex()
    assert x._repr_latex_() == f"${latex}$"
    if latex.startswith(r"\approx"):
        assert x.text_size() > 120
        assert latex == rf"\approx {x.decimal(8)}".replace("e", r" \cdot 10^{") + "}" * ("e" in x.decimal(8))
    else:
        assert read_back(latex, number) == x


@given(LOSSES)
def test_latex_of_a_loss_reads_back(text):
    z = loss(text)
    assert read_back(z.latex(), loss) == z


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (number("exp(1/2)/3 - sqrt(2)"), r"\frac{e^{1/2} - 3 \sqrt{2}}{3}"),
        (number("-1/2"), r"-\frac{1}{2}"),
        ((1 / number("exp(1) + 1")) ** 3 / 2, r"\frac{1}{2 \left(e + 1\right)^{3}}"),
        (number("10**200"), r"\approx 1 \cdot 10^{200}"),
        (number("(1 + exp(1))**40"), r"\approx 6.5116668 \cdot 10^{22}"),
        (exp("1e-3"), "e^{1/1000}"),
        (inf, r"\infty"),
        (-inf, r"-\infty"),
        (loss("1/3 - log(3)/2"), r"\frac{1}{3} + \ln \frac{1}{3} + \frac{1}{2} \ln 3"),
        (log("(1 + exp(1))**40"), r"\approx 52.530468"),
    ],
)
def test_latex(value, latex):
    assert value._repr_latex_() == f"${latex}$"


def test_latex_of_a_pld():
    assert approx("log(2)", "1/4")._repr_latex_() == (
        "$\\begin{array}{rrr}\n\\frac{p}{q} & p & q \\\\ \\hline\n\\infty & \\frac{1}{4} & 0 \\\\\n"
        "2 & \\frac{1}{2} & \\frac{1}{4} \\\\\n\\frac{1}{2} & \\frac{1}{4} & \\frac{1}{2} \\\\\n"
        "0 & 0 & \\frac{1}{4} \\\\\n\\end{array}$"
    )
    long = (30 * rr(1))._repr_latex_().split("\n")
    assert len(long) == 2 + 5 + 1 + 2 + 1
    assert long[7] == r"\vdots & \vdots & \vdots \\"


# --- HTML


def cells(html):
    """The rows of the table of the fragment, which is well-formed XML."""
    return [[cell.text for cell in row] for row in ET.fromstring(html).iter("tr")]


def points(html):
    (line,) = (node for node in ET.fromstring(html).iter() if node.tag.endswith("polyline"))
    return [tuple(map(Fraction, point.split(","))) for point in line.attrib["points"].split()]


@given(ANY)
@settings(max_examples=60)
def test_html_shows_the_tradeoff_curve(text):
    """Every vertex of the drawing is a vertex of the curve and the other way round, to a tenth of a pixel."""
    a = pld(text)
    html = a._repr_html_()
    drawn = points(html)
    assert drawn[0] == (display.LEFT, display.TOP)
    assert drawn[-1] == (display.LEFT + display.SIDE, display.TOP + display.SIDE)
    true = [(display.LEFT + 120 * Fraction(x.decimal(20)), display.TOP + 120 * (1 - Fraction(y.decimal(20)))) for x, y in a.tradeoff_vertices]
    near = Fraction(11, 100)
    for x, y in true:
        assert any(abs(x - u) <= near and abs(y - v) <= near for u, v in drawn)
    for u, v in drawn[1:]:
        assert any(abs(x - u) <= near and abs(y - v) <= near for x, y in true)
    assert f"PLD, {len(a.atoms)} atom{'' if len(a.atoms) == 1 else 's'}, P over Q" in html


@given(ANY)
@settings(max_examples=40)
def test_html_lists_the_atoms(text):
    a = pld(text)
    head, *rows = cells(a._repr_html_())
    assert head == ["p/q", "p", "q"]
    assert len(rows) == min(len(a.atoms), 8 + bool(a.p_infinite) + bool(a.q_infinite)) or ["⋮"] * 3 in rows
    for cell in {cell for row in rows for cell in row} - {"⋮", "∞"}:
        assert cell.startswith("≈ ") or number(cell).sign() >= 0
    if ["⋮"] * 3 not in rows:
        for row, (p, q) in zip(rows, a.atoms, strict=True):
            for cell, mass in zip(row[1:], (p, q), strict=True):
                assert cell == f"≈ {mass.decimal(6)}" if cell.startswith("≈") else number(cell) == mass


def test_html_of_a_long_table():
    rows = cells((50 * rr(1))._repr_html_())[1:]
    assert len(rows) == 8
    assert rows[5] == ["⋮", "⋮", "⋮"]
    assert [row[0] for row in (rows[0], rows[-1])] == ["exp(50)", "exp(-50)"]
    assert rows[0][1:] == ["exp(50)/(exp(1) + 1)**50", "1/(exp(1) + 1)**50"]
    top = 5 * subsample(rr(1), "1/3")
    assert cells(top._repr_html_())[1][1] == f"≈ {top.atoms[0][0].decimal(6)}"


@pytest.mark.parametrize("a", [identity(), total_leak(), table(((1, "1/2"), (0, "1/2"))), subsample(total_leak(), "1/3")])
def test_html_at_the_ends(a):
    assert len(cells(a._repr_html_())) == 1 + len(a.atoms)


def test_html_of_many_atoms_has_no_drawing(monkeypatch):
    a = 10 * rr(1)
    assert "<svg" in a._repr_html_()
    monkeypatch.setattr(display, "DRAWN_ATOMS", 10)
    assert "<svg" not in a._repr_html_()
    assert len(cells(a._repr_html_())) == 9


def test_what_is_too_large_is_shown_as_such():
    """A notebook shows any value that a cell ends with, so showing one must not fail."""
    a = pld(TOO_LARGE)
    assert a._repr_html_() is a._repr_latex_() is None
    assert repr(a) == "<PLD composed of 400 parts, not multiplied out>"
