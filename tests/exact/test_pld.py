"""The PLD object: equality and hash by value, operators that are refused, copies, and compare() with its witnesses."""

import copy
import operator
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import approx, compare, find_witness, identity, number, pld, rr, table, total_leak
from tests.laws.strategies import ANY, SMALL, examples, read


@pytest.mark.parametrize(
    "op",
    [
        operator.lt,
        operator.gt,
        operator.sub,
        operator.truediv,
        operator.pow,
        operator.floordiv,
        operator.mod,
        operator.matmul,
        operator.xor,
    ],
)
def test_operators_without_meaning(op):
    """<, >, -, /, **, //, %, @, ^ between PLDs are TypeErrors: sorted() and max() fail instead of lying."""
    with pytest.raises(TypeError):
        op(rr(1), rr(2))


def test_no_sorting():
    """sorted, max and min of PLDs are TypeErrors."""
    for function in (sorted, max, min):
        with pytest.raises(TypeError):
            function([rr(1), rr(2)])


@pytest.mark.parametrize(
    "question",
    [
        lambda a: a * 3,
        lambda a: a * a,
        lambda a: a * Fraction(1, 2),
        lambda a: Fraction(1, 2) * a,
        lambda a: Fraction(2) * a,
        lambda a: number("1/2") * a,
        lambda a: exact.exp(1) * a,
        lambda a: exact.log(2) * a,
        lambda a: 0.5 * a,
        lambda a: True * a,
        lambda a: "2" * a,
        lambda a: a + 1,
        lambda a: 1 + a,
        lambda a: a | "rr(1)",
        lambda a: a & None,
        lambda a: a <= 1,
        lambda a: a >= "rr(1)",
        lambda a: -a,
        bool,
        len,
        lambda a: not a,
        lambda a: a.self_compose(1.0),
        lambda a: a.self_compose(True),
        iter,
        lambda a: a[0],
        float,
    ],
)
def test_refused(question):
    """A*3, fractions of a PLD, truth, length, mixing with strangers: TypeErrors."""
    with pytest.raises(TypeError):
        question(rr(1))


def test_negative_multiples():
    """-1 * A is out of range."""
    for question in (lambda: -1 * rr(1), lambda: rr(1).self_compose(-2), lambda: number(-1) * rr(1)):
        with pytest.raises(exact.OutOfRange):
            question()


def test_messages_help():
    """A * 3 says to write 3 * A; bool says what to compare with."""
    with pytest.raises(TypeError, match=r"3 \* A"):
        rr(1) * 3
    with pytest.raises(TypeError, match="<="):
        bool(rr(1))


def test_strangers_are_not_equal():
    """A PLD differs from texts, numbers, None and its own atoms."""
    a = rr(1)
    for other in ("rr(1)", 1, None, a.atoms, object()):
        assert a != other
        assert not a == other  # noqa: SIM201 - both operators are meant


def test_twins():
    """Each operator has a named twin with the same answer."""
    a, b = rr(1), approx(0, "1/4")
    assert a.compose(b) == a + b
    assert a.compose() == a
    assert a.compose(b, b) == a + 2 * b
    assert a.self_compose(3) == 3 * a == number(3) * a
    assert a.join(b) == a | b
    assert a.meet(b) == a & b
    assert a.is_dominated_by(a | b)
    assert (a | b).dominates(a)
    assert exact.dual(b) == b.dual()
    assert exact.join_all([a, b]) == a | b
    assert exact.join_all([a]) == a


def test_frozen():
    """A PLD has no attributes to set or delete."""
    a = rr(1)
    for name in ("atoms", "extra", "p_infinite"):
        with pytest.raises(AttributeError):
            setattr(a, name, 1)
    assert isinstance(a.atoms, tuple)
    assert isinstance(a.knots, tuple)
    assert isinstance(a.tradeoff_vertices, tuple)


@examples(60)
@given(st.one_of(ANY, st.builds("({} + 2*{})".format, SMALL, SMALL)))
def test_copies_and_pickles(text):
    """Pickles and copies are equal with equal hash and text, before and after the atoms are multiplied out, and still compose."""
    a = pld(text)
    early = pickle.loads(pickle.dumps(a))
    assert a.atoms
    for b in (early, pickle.loads(pickle.dumps(a)), copy.copy(a), copy.deepcopy(a)):
        assert b == a
        assert hash(b) == hash(a)
        assert str(b) == str(a)
        assert b + b == 2 * a
        assert identity() + b == a
    assert pickle.loads(pickle.dumps(identity())) + a == a


def test_sets_and_dictionaries():
    """PLDs of one value are one key, however made."""
    same = [
        rr("log(2)") + approx(0, "1/4"),
        approx("log(2)", "1/4"),
        pld("mixture((1/4, total_leak()), (3/4, rr(log(2))))"),
        pld("approx(log(4)/2, 0.25)"),
    ]
    assert len(set(same)) == 1
    assert {same[0]: 1}[same[3]] == 1
    assert len({rr(1), rr("1 + 1e-40"), rr("1 - 1e-40")}) == 3


def test_unequal():
    """PLDs that differ in one mass by 1e-60 differ, and so do a PLD and its dual when it is not symmetric."""
    tiny = number("1e-60")
    a = table([("1/2", "1/4"), ("1/2", "3/4")])
    assert a != table([(number("1/2") + tiny, "1/4"), (number("1/2") - tiny, "3/4")])
    assert a != a.dual()
    assert rr(1) != rr("1 + 1e-60")
    assert rr(1) != approx(1, "1e-60")
    assert 50 * rr("1/10") != 49 * rr("1/10")


@pytest.mark.parametrize(
    ("a", "b", "verdict"),
    [
        ("rr(1)", "rr(1)", "equal"),
        ("rr(1)", "rr(2)", "below"),
        ("rr(2)", "rr(1)", "above"),
        ("rr(log(2))", "approx(0, 1/4)", "incomparable"),
        ("rr(log(3))", "2*rr(log(2))", "incomparable"),
        ("rr(2)", "2*rr(1)", "above"),
        ("identity()", "total_leak()", "below"),
        ("rr(1)", "total_leak()", "below"),
        ("total_leak()", "rr(1)", "above"),
        ("total_leak()", "approx(1, 1/2)", "above"),
        ("identity()", "rr(1)", "below"),
        ("approx(1, 1/4)", "rr(1) + approx(0, 1/4)", "equal"),
        ("rr(1)", "rr(1 + 1e-60)", "below"),
        ("table(((1/2, 0), (1/2, 1)))", "table(((1, 1/2), (0, 1/2)))", "incomparable"),
    ],
)
def test_compare(a, b, verdict):
    """compare gives the verdict; witnesses: none when equal, one when below or above, two when incomparable, a > b first."""
    first, second = pld(a), pld(b)
    found = compare(first, second)
    assert found.verdict == verdict
    assert len(found.witnesses) == {"equal": 0, "below": 1, "above": 1, "incomparable": 2}[verdict]
    for w in found.witnesses:
        assert (w.a, w.b) == (first.hockey_stick(w.x), second.hockey_stick(w.x))
        assert w.a != w.b
    if verdict in ("above", "incomparable"):
        assert found.witnesses[0].a > found.witnesses[0].b
        assert found.witnesses[0].x == find_witness(first, second)
    if verdict in ("below", "incomparable"):
        assert found.witnesses[-1].a < found.witnesses[-1].b
        assert found.witnesses[-1].x == find_witness(second, first)


@examples(80)
@given(SMALL, SMALL)
def test_compare_is_the_order(s, t):
    """The verdict of compare is that of <= both ways, and swapping the sides swaps it."""
    a, b = read(s), read(t)
    verdict = compare(a, b).verdict
    assert (
        verdict
        == {(True, True): "equal", (True, False): "below", (False, True): "above", (False, False): "incomparable"}[
            a <= b, b <= a
        ]
    )
    assert compare(b, a).verdict == {"below": "above", "above": "below"}.get(verdict, verdict)


def test_least_witness_among_ties():
    """Of two knots with the same largest difference the lesser is the witness."""
    b = table([("1/4", "1/8"), ("3/4", "7/8")])
    a = table([("1/2", 0), ("1/2", 1)])
    gaps = {x: a.hockey_stick(x) - b.hockey_stick(x) for x in b.knots}
    largest = max(gaps.values())
    assert find_witness(a, b) == min(x for x, gap in gaps.items() if gap == largest)
    leak = approx(0, "1/2")
    assert find_witness(leak, identity()) == 1
    assert find_witness(total_leak(), rr(1)) == exact.exp(1)


def test_text():
    """The text of a PLD is its table; a long one is shortened in repr only."""
    assert str(rr("log(2)")) == "table(((2/3, 1/3), (1/3, 2/3)))"
    assert repr(identity()) == "table(((1, 1),))"
    big = 60 * rr("1/2")
    assert repr(big) == "<PLD of 61 atoms>"
    assert pld(str(big)) == big
