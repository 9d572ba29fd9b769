"""Instances: one mechanism, the same for a tool and for the exact side, read strictly."""

import json
import random
from fractions import Fraction

import pytest

from certificates.audit.instance import KINDS, NESTING_LIMIT, Instance
from exact import approx, exact_float, geometric, pld, pmfs, rr, subsample
from exact.errors import ExactError, NotADistribution, NotReadable, OutOfRange, TooLarge, Unsupported

HALF = Fraction(1, 2)
EVERY = [
    Instance.rr(0.1),
    Instance.rr(0.0),
    Instance.approx(0.1, 1e-5),
    Instance.k_rr(0.7, 5),
    Instance.geometric(0.3, 4),
    Instance.pmfs({"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": HALF, "c d": HALF}),
    Instance.subsample(Instance.geometric(1.1, 2), 0.01),
    Instance.sum([(3, Instance.rr(0.5)), (2, Instance.subsample(Instance.rr(5e-324), 0.125)), (1, Instance.sum([(2, Instance.rr(1.0))]))]),
    Instance.laplace(2.0),
    Instance.gaussian(0.3, 1.7),
]
FINITE = [instance for instance in EVERY if instance.is_finite()]


def test_every_kind_is_here():
    assert {instance.kind for instance in EVERY} == set(KINDS)


@pytest.mark.parametrize("instance", EVERY, ids=Instance.label)
def test_json_gives_it_back(instance):
    text = json.dumps(instance.to_json())
    again = Instance.from_json(json.loads(text))
    assert again == instance
    assert hash(again) == hash(instance)
    assert "NaN" not in text


@pytest.mark.parametrize("instance", FINITE, ids=Instance.label)
def test_expression_gives_the_same_pld(instance):
    assert pld(instance.expression()) == instance.pld()


@pytest.mark.parametrize("instance", FINITE, ids=Instance.label)
def test_expression_gives_the_instance_back(instance):
    again = Instance.from_expression(instance.expression())
    assert again.pld() == instance.pld()
    if instance.kind != "sum":  # sums inside sums come back in one
        assert again == instance


@pytest.mark.parametrize("eps", [0.1, 1 / 3, 1e-300, 700.0])
def test_floats_are_what_they_are(eps):
    assert Instance.rr(eps).pld() == rr(exact_float(eps))
    assert Instance.rr(0.1).pld() != rr("0.1")


def test_constructors_are_those_of_exact():
    assert Instance.approx(0.5, 0.25).pld() == approx("1/2", "1/4")
    assert Instance.k_rr(0.5, 7).pld() == rr("1/2", 7)
    assert Instance.geometric(0.5, 3).pld() == geometric("1/2", 3)
    assert Instance.subsample(Instance.rr(0.5), 0.25).pld() == subsample(rr("1/2"), "1/4")
    P, Q = {"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": HALF, "b": HALF}
    assert Instance.pmfs(P, Q).pld() == pmfs(P, Q)
    assert (2 * Instance.rr(0.5) + Instance.rr(1.0)).pld() == pld("2*rr(1/2) + rr(1)")


def test_continuous_mechanisms_have_no_exact_pld():
    for instance in (Instance.laplace(1.0), Instance.sum([(1, Instance.rr(1.0)), (2, Instance.subsample(Instance.gaussian(1.0), 0.5))])):
        assert not instance.is_finite()
        with pytest.raises(Unsupported):
            instance.expression()
        with pytest.raises(Unsupported):
            instance.pld()


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("rr(0.1)", Unsupported),  # one tenth is no float
        ("rr(log(2))", Unsupported),
        ("rr(-1)", OutOfRange),
        ("rr(1, 1)", OutOfRange),
        ("rr(1, 5/2)", OutOfRange),
        ("rr(1) | rr(2)", NotReadable),
        ("dual(rr(1))", NotReadable),
        ("1/2", NotReadable),
        ("(1/2)*rr(1)", NotReadable),
        ("rr(1, 2, 3)", NotReadable),
        ("rr()", NotReadable),
        ('pmfs({"a": 1/2}, {"a": 1})', NotADistribution),
        ("geometric(0, 1)", OutOfRange),
        ("rr(10**400)", (Unsupported, TooLarge)),
    ],
)
def test_expressions_that_are_none(text, error):
    with pytest.raises(error):
        Instance.from_expression(text)


def test_a_number_that_is_no_float_is_answered_with_the_nearest():
    with pytest.raises(Unsupported, match=r"write float:0\.1 for the nearest"):
        Instance.from_expression("rr(0.1)")


def nested(depth):
    content = {"kind": "rr", "eps": "0x1p+0"}
    for _ in range(depth):
        content = {"kind": "subsample", "of": content, "q": "0x1p-1"}
    return content


RR = {"kind": "rr", "eps": "0x1.0p-1"}
BAD = [
    None,
    [],
    "rr",
    {},
    {"kind": "rr"},
    {"kind": "rr", "eps": "0x1p+0", "k": 2},
    {"kind": "other", "eps": "0x1p+0"},
    {"kind": ["rr"], "eps": "0x1p+0"},
    {"kind": "rr", "eps": "0.1"},
    {"kind": "rr", "eps": "0x1p99999"},
    {"kind": "rr", "eps": "0x1p1025"},
    {"kind": "rr", "eps": "-0x1p+0"},
    {"kind": "rr", "eps": "nan"},
    {"kind": "rr", "eps": "inf"},
    {"kind": "rr", "eps": float("inf")},
    {"kind": "rr", "eps": float("nan")},
    {"kind": "rr", "eps": True},
    {"kind": "rr", "eps": None},
    {"kind": "rr", "eps": 2**54 + 1},
    {"kind": "rr", "eps": "0x" + "1" * 100},
    {"kind": "approx", "eps": "0x1p+0", "delta": "0x1.8p+0"},
    {"kind": "k-rr", "eps": "0x1p+0", "k": 1},
    {"kind": "k-rr", "eps": "0x1p+0", "k": 2.0},
    {"kind": "k-rr", "eps": "0x1p+0", "k": True},
    {"kind": "k-rr", "eps": "0x1p+0", "k": 10**30},
    {"kind": "geometric", "a": "0x0.0p+0", "s": 1},
    {"kind": "geometric", "a": "0x1p+0", "s": -1},
    {"kind": "geometric", "a": "0x1p+0", "s": 10**6},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {}},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {"a": "1/2"}},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {"a": "-1", "b": "2"}},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {"a": 1}},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {"a": "1/0"}},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {"a": "1.0"}},
    {"kind": "pmfs", "P": {"a": "1"}, "Q": {"a": "9" * 5000 + "/" + "9" * 5000}},
    {"kind": "pmfs", "P": {'a"': "1"}, "Q": {"a": "1"}},
    {"kind": "pmfs", "P": {"": "1"}, "Q": {"a": "1"}},
    {"kind": "pmfs", "P": {"\n": "1"}, "Q": {"a": "1"}},
    {"kind": "subsample", "of": RR, "q": "0x1.8p+0"},
    {"kind": "subsample", "of": "rr", "q": "0x1p-1"},
    nested(NESTING_LIMIT),
    nested(500),
    {"kind": "sum", "parts": []},
    {"kind": "sum", "parts": [[0, RR]]},
    {"kind": "sum", "parts": [[True, RR]]},
    {"kind": "sum", "parts": [[10**9, RR]]},
    {"kind": "sum", "parts": [[1, RR, 1]]},
    {"kind": "sum", "parts": {"1": RR}},
    {"kind": "sum", "parts": [[1, RR]] * 2000},
    {"kind": "sum", "parts": [[1, {"kind": "sum", "parts": [[1, RR]] * 600}]] * 2},
    {"kind": "laplace", "scale": "0x0.0p+0", "sensitivity": "0x1p+0"},
    {"kind": "gaussian", "sigma": "0x1p+0"},
]


@pytest.mark.parametrize("content", BAD, ids=[str(i) for i in range(len(BAD))])
def test_what_is_no_instance_is_refused(content):
    with pytest.raises(ExactError) as raised:
        Instance.from_json(content)
    assert len(str(raised.value)) < 400


def test_random_content_is_read_or_refused():
    """Values of one field are put into another: nothing but our errors comes out."""
    rng = random.Random(1)
    pieces = [RR, "0x1p+0", 3, 0.5, None, [], {}, {"a": "1"}, "3/4", [[1, RR]], True]
    read = 0
    for _ in range(3000):
        kind = rng.choice(["rr", "approx", "k-rr", "geometric", "pmfs", "subsample", "sum", "laplace", "gaussian"])
        names = {"rr": ["eps"], "approx": ["eps", "delta"], "k-rr": ["eps", "k"], "geometric": ["a", "s"], "pmfs": ["P", "Q"]}.get(kind)
        names = names or {"subsample": ["of", "q"], "sum": ["parts"], "laplace": ["scale", "sensitivity"], "gaussian": ["sigma", "sensitivity"]}[kind]
        content = {"kind": kind, **{name: rng.choice(pieces) for name in names}}
        try:
            instance = Instance.from_json(content)
        except ExactError:
            continue
        read += 1
        assert Instance.from_json(instance.to_json()) == instance
    assert read > 30
