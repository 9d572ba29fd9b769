"""Search files: what is refused and why, parameters in expressions, values and their bits, the numbering of the grid."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certificates.search import parse_search, read_search
from certificates.search.template import RESERVED, Template
from certificates.search.values import bits, read_values
from exact import number
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.reader import read
from exact.reading import NAMES
from tests.certificates.search_grid import GRID, changed

WRONG = {
    "unknown key": (GRID.replace(b"title", b"titel"), NotReadable, "unknown key 'titel'.*did you mean 'title'"),
    "missing": (changed(rounds=None), NotReadable, "the key 'rounds' is missing"),
    "no toml": (b"queries = ", NotReadable, "not a search file"),
    "no text": (b"\xff", NotReadable, "not UTF-8"),
    "large": (b"#" * (1 << 20) + b"##", TooLarge, "at most 1048576 bytes"),
    "queries": (changed(queries='"rr(t)"'), NotReadable, "queries must be a list of expressions.*not a text"),
    "no query": (changed(queries="[]"), OutOfRange, "queries is empty"),
    "number as query": (changed(queries='["rr(t)", 3]'), NotReadable, r"queries\[1\] must be an expression in quotes, not an integer"),
    "many queries": (changed(queries=str(["rr(t)"] * 65).replace("'", '"')), TooLarge, "65 queries, more than 64"),
    "long query": (changed(queries='["rr(t + ' + "1 + " * 2500 + '1)"]'), TooLarge, "at most 10000 characters"),
    "budget": (changed(budget="3"), NotReadable, "budget must be an expression in quotes, not an integer"),
    "syntax": (changed(budget='"approx(log(t), d"'), NotReadable, "budget: .*expected"),
    "unknown name": (changed(budget='"approx(log(s), d)"'), NotReadable, "budget: unknown name 's'.*; there is no parameter of that name under"),
    "undeclared": (changed(queries='["rr(log(t))", "approx(0, d + e2)"]'), NotReadable, r"queries.1.: unknown name 'e2'.*no parameter of that name"),
    "budget of one word": (changed(budget='"supp"'), NotReadable, "budget: 'supp' is no expression; did you mean 'sup'.$"),
    "unknown constructor": (changed(queries='["rand(t)", "approx(0, d)"]'), NotReadable, r"queries\[0\]: unknown name 'rand'[^;]*;[^;]*$"),
    "called parameter": (changed(queries='["rr(t(2))", "approx(0, d)"]'), NotReadable, r"queries\[0\]: "),
    "parameter beside a number": (changed(queries='["rr(2t)", "approx(0, d)"]'), NotReadable, r"queries\[0\]: a number is written with digits"),
    "rounds": (changed(rounds="0"), OutOfRange, 'from 1 to 16, or "all", not 0'),
    "many rounds": (changed(rounds="17"), TooLarge, "rounds = 17 is beyond the limit of 16"),
    "rounds as text": (changed(rounds='"2"'), NotReadable, "rounds must be an integer from 1 to 16.*not a text"),
    "rounds as truth": (changed(rounds="true"), NotReadable, "not true or false"),
    "sup of all": (changed(budget='"sup"', rounds='"all"'), OutOfRange, "rounds must be an integer"),
    "title": (changed(title="3"), NotReadable, "title must be a text"),
    "unused": (changed(budget='"approx(log(t), 1/4)"', queries='["rr(log(t))"]'), OutOfRange, "the parameter 'd' stands in no query"),
    "no parameters": (GRID.split(b"[parameters]")[0] + b"[parameters]\n", OutOfRange, "there is no parameter"),
    "parameters": (GRID.split(b"[parameters]")[0] + b"parameters = 3\n", NotReadable, "parameters must be a table"),
    "many parameters": (GRID + b"".join(b"p%d = [1]\n" % i for i in range(15)), TooLarge, "17 parameters, more than 16"),
    "many points": (changed(t='{from = "1", to = "2", step = "1/100000"}'), TooLarge, "the grid has more than 1000000 points"),
    "constructor as name": (GRID.replace(b"t = [", b"rr = ["), OutOfRange, "cannot be called 'rr'"),
    "number as name": (GRID.replace(b"t = [", b"2 = ["), NotReadable, "needs a name of letters"),
    "dotted name": (GRID.replace(b"t = [", b'"a.b" = ['), NotReadable, "needs a name of letters"),
    "no values": (changed(t="[]"), OutOfRange, "t has no values"),
    "text as values": (changed(t='"2"'), NotReadable, "t must have a list or a range of values.*not a text"),
    "float": (changed(t='["2", 2.5]'), NotReadable, r"t\[1\] must be an exact number in quotes, not a float; in quotes"),
    "no number": (changed(t='["2", "(1, 2)"]'), NotReadable, r"t\[1\]: '\(1, 2\)' is no exact number"),
    "constructor as value": (changed(t='["rr(1)"]'), NotReadable, r"t\[0\]: unknown name 'rr'"),
    "twice": (changed(t='["1/2", "3", "0.5"]'), OutOfRange, r"t\[2\]: t has the value 1/2 twice"),
    "long value": (changed(t='["' + "1" * 1001 + '"]'), TooLarge, r"t\[0\] has more than 1000 characters"),
    "large value": (changed(t='["3**9999"]'), TooLarge, "more than 1000 characters"),
    "key of a range": (changed(t='{from = "1", to = "2", stepp = "1"}'), NotReadable, "t: unknown key 'stepp'.*did you mean 'step'"),
    "two ranges": (changed(t='{rationals = 4, step = "1/4"}'), NotReadable, "t: a range has either 'rationals' .* or 'step', not both"),
    "half a range": (changed(t='{from = "1", step = "1"}'), NotReadable, "t: the key 'to' is missing"),
    "irrational range": (changed(t='{from = "1", to = "sqrt(2)", step = "1"}'), OutOfRange, "t.to must be a rational number"),
    "infinite range": (changed(t='{from = "1", to = "inf", step = "1"}'), OutOfRange, "t.to must be a rational number"),
    "backwards": (changed(t='{from = "2", to = "1", step = "1"}'), OutOfRange, "t runs from 2 to 1"),
    "no step": (changed(t='{from = "1", to = "2", step = "0"}'), OutOfRange, "t.step must be positive, not 0"),
    "many steps": (changed(t='{from = "1", to = "2", step = "1e-9"}'), TooLarge, "t has 1000000001 values"),
    "many rationals": (changed(t='{rationals = 10000, from = "1", to = "2"}'), TooLarge, "more than 1000000"),
    "denominator": (changed(t='{rationals = "12", from = "1", to = "2"}'), OutOfRange, "t.rationals must be the largest denominator"),
    "no rationals": (changed(t='{rationals = 2, from = "1/5", to = "1/4"}'), OutOfRange, "no rational of denominator <= 2"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files(name):
    data, kind, message = WRONG[name]
    with pytest.raises(kind, match=message):
        parse_search(data)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(NotReadable, match=r"cannot read .*none\.toml"):
        read_search(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(changed(rounds="0"))
    with pytest.raises(OutOfRange, match=r"bad\.toml: rounds must be"):
        read_search(tmp_path / "bad.toml")


def test_blanks_around_expressions_are_no_part_of_them():
    search = parse_search(changed(queries='[" rr(log(t))", """\napprox(0, d) """]', budget='" approx(log(t), d) "'))
    assert ([query.text for query in search.queries], search.budget_text) == (["rr(log(t))", "approx(0, d)"], "approx(log(t), d)")
    assert search.digest == parse_search(GRID).digest
    assert parse_search(changed(budget='" sup "')).budget is None


# --- parameters in expressions

IRRATIONAL = ["sqrt(2)", "2 - sqrt(2)", "exp(1/2)", "-exp(1) + 3", "(exp(1) - 1)/(exp(1) + 2)"]
VALUES = st.sampled_from(["0", "1", "2", "-3", "1/2", "-5/7", "0.1", *IRRATIONAL])
SUMS = ["a", "a**2", "-a**2", "2 - a - b", "a/b", "a*b/3", "(a)", "a/(a + b)", "1/a/b", "(a - b)**2"]
SHAPES = [*SUMS, "[a, b]", "(a, -b, 2*a)", "exp(a)", "a**b", "{a: b, 'a': a}"]


@settings(max_examples=200)
@given(st.sampled_from(SHAPES), VALUES, VALUES)
def test_a_value_takes_the_place_of_its_name_and_no_more(shape, a, b):
    """The text with the values in it means what the reader makes of the names with the values as their meaning."""
    values = {name: number(text) for name, text in (("a", a), ("b", b))}
    template = Template.of(shape, ("a", "b")) if "{" not in shape else Template.of(f"pmfs({shape}, {{0: 1}})", ("a", "b"))
    text = template.at({name: str(value) for name, value in values.items()})
    names = NAMES | {"pmfs": lambda p, _: tuple(map(repr, [*p.items()]))}

    def meaning(expression, known):
        try:
            return read(expression, known)
        except ExactError as problem:
            return type(problem)

    assert meaning(text, names) == meaning(template.text, names | values)


def test_names_of_arguments_and_strings_are_left_alone():
    template = Template.of("rr(1, k = k) + pmfs({'k': k/4, 'r': 1 - k/4}, {'k': 1})", ["k"])
    assert template.at({"k": "3"}) == "rr(1, k = 3) + pmfs({'k': 3/4, 'r': 1 - 3/4}, {'k': 1})"
    assert template.used == {"k"}
    assert Template.of("approx(0, d)", ["d"]).at({"d": "1/4"}) == "approx(0, 1/4)"
    assert Template.of("approx(0, d/2)", ["d"]).at({"d": "1/4"}) == "approx(0, (1/4)/2)"


def test_every_name_with_a_meaning_is_reserved():
    assert {"rr", "table", "exp", "inf", "float"} <= RESERVED
    for name in sorted(RESERVED):
        with pytest.raises(OutOfRange, match=f"cannot be called '{name}'"):
            parse_search(GRID.replace(b"t = [", f"{name} = [".encode()))


# --- values, bits, the grid


@settings(max_examples=50)
@given(st.fractions(-3, 3, max_denominator=12), st.fractions(0, 3, max_denominator=12), st.fractions("1/12", 2, max_denominator=12))
def test_steps(low, width, step):
    texts = read_values("t", {"from": str(low), "to": str(low + width), "step": str(step)})
    wanted = list(itertools.takewhile(lambda value: value <= low + width, (low + i * step for i in itertools.count())))
    assert [Fraction(text) for text in texts] == wanted


@settings(max_examples=40)
@given(st.fractions(-2, 2, max_denominator=12), st.fractions(0, 2, max_denominator=12), st.integers(1, 12))
def test_rationals(low, width, largest):
    wanted = sorted({Fraction(n, d) for d in range(1, largest + 1) for n in range(-24, 49) if low <= Fraction(n, d) <= low + width})
    given_range = {"rationals": largest, "from": str(low), "to": str(low + width)}
    if wanted:
        assert [Fraction(text) for text in read_values("t", given_range)] == wanted
    else:
        with pytest.raises(OutOfRange):
            read_values("t", given_range)


@given(st.fractions())
def test_bits_of_a_rational(value):
    """Those of the numerator (1 for 0) and, of no integer, of the denominator, and one for the bar; one for the minus."""
    n, d = abs(value.numerator), value.denominator
    assert bits(str(value)) == max(1, len(f"{n:b}")) + (d > 1) * (len(f"{d:b}") + 1) + (value < 0)


def test_points_are_the_product_of_the_values():
    search = parse_search(GRID)
    rows = [list(values) for values in search.parameters.values()]
    points = [dict(zip(search.parameters, row, strict=True)) for row in itertools.product(*rows)]
    assert [search.values_at(i) for i in range(search.size)] == points
    assert [search.simplicity(i) for i in range(search.size)] == [sum(map(bits, row)) for row in itertools.product(*rows)]
    assert search.task(26) == (26, ("rr(log(2))", "approx(0, 3/20)"), "approx(log(2), 3/20)", 2)


def test_the_digest_is_that_of_the_question():
    digest = parse_search(GRID).digest
    same = [changed(title='"another"'), changed(title=None), GRID + b"# a comment\n", changed(t="['1.5', '2.0', '2.5', 3, '7/2', 4, 'sqrt(3) + 2']")]
    other = [changed(rounds="3"), changed(budget='"approx(log(t), 2*d)"'), changed(t='["2"]'), changed(queries='["rr(log(t))", "approx(0,d)"]')]
    assert {parse_search(data).digest for data in same} == {digest}
    assert len({digest, *(parse_search(data).digest for data in other)}) == len(other) + 1
