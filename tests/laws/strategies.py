"""What the property tests draw: PLD expressions of every kind of mass, exact numbers as texts, points x.

Everything is drawn as *text*, so a failing example is printed as the expression that reproduces it.
`examples(n)` is the profile: n fixed examples, or ten times as many random ones with `HYPOTHESIS_PROFILE=thorough`.
"""

import os
from functools import lru_cache

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import exact

SLOW_MACHINE = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much]}


def examples(n):
    """The settings of a property test: n fixed examples, never a deadline."""
    if os.environ.get("HYPOTHESIS_PROFILE") == "thorough":
        return settings(max_examples=10 * n, **SLOW_MACHINE)
    return settings(max_examples=n, derandomize=True, **SLOW_MACHINE)


@lru_cache(maxsize=4096)
def read(text):
    """The PLD of an expression (cached: PLDs are immutable)."""
    return exact.pld(text)


# --- PLDs ------------------------------------------------------------------------------------------------------


def _fractions(weights):
    total = sum(weights)
    return [f"{w}/{total}" for w in weights]


@st.composite
def rational_tables(draw, largest=5):
    """Tables of at most `largest` atoms with rational masses, infinite losses allowed."""
    n = draw(st.integers(1, largest))
    weights = st.lists(st.integers(0, 6), min_size=n, max_size=n).filter(any)
    p, q = _fractions(draw(weights)), _fractions(draw(weights))
    return "table((" + ", ".join(f"({a}, {b})" for a, b in zip(p, q, strict=True)) + ",))"


PROBABILITIES = st.sampled_from(["0", "1/10", "1/4", "1/3", "2/5", "1/2", "0.9", "1"])
RATES = st.sampled_from(["1/10", "1/4", "1/3", "1/2", "4/5"])


def _from(losses):
    """Base PLDs with these epsilons."""
    eps = st.sampled_from(losses)
    return st.one_of(
        st.builds("rr({})".format, eps),
        st.builds("rr({}, {})".format, eps, st.integers(3, 4)),
        st.builds("approx({}, {})".format, eps, PROBABILITIES),
    )


_EXPONENTIAL = _from(["1/2", "1", "3/2", "0"])
_INCOMMENSURABLE = _from(["1/3", "2/7", "1.1", "1e-3"])
_LOGS = _from(["log(2)", "log(3)", "log(3/2)", "log(7/5)", "2*log(2)"])
_RADICALS = _from(["log(3)/2", "log(2)/3", "log(2)/2", "1/2 + log(3)/2", "log(6)/2"])
_INFINITE = st.one_of(
    st.sampled_from(
        [
            "identity()",
            "total_leak()",
            "approx(0, 1/4)",
            "losses({0: 2/3}, infinite=1/3)",
            "losses({1: 1/2, -1/2: 1/4}, 1/4)",
        ]
    ),
    st.builds("dual({})".format, st.just("losses({log(2): 1/2, 0: 1/4}, 1/4)")),
    st.builds("approx({}, {})".format, st.sampled_from(["1", "log(2)", "log(3)/2"]), PROBABILITIES),
)
_BASES = st.one_of(_EXPONENTIAL, _INCOMMENSURABLE, _LOGS, _RADICALS, _INFINITE, rational_tables(3))
_NO_MONOMIAL = st.one_of(
    st.builds("({} | {})".format, _BASES, _BASES),
    st.builds("({} & {})".format, _EXPONENTIAL, st.one_of(_INFINITE, _LOGS)),
    st.builds("subsample({}, {})".format, _BASES, RATES),
    st.builds("dual(subsample({}, {}))".format, _EXPONENTIAL, RATES),
    st.builds("mixture((1/3, {}), (2/3, {}))".format, _BASES, _BASES),
)

KINDS = {
    "rational": rational_tables(),
    "one exponential": st.one_of(_EXPONENTIAL, st.builds("({} + {})".format, _EXPONENTIAL, _EXPONENTIAL)),
    "incommensurable": st.one_of(_INCOMMENSURABLE, st.builds("({} + {})".format, _INCOMMENSURABLE, _EXPONENTIAL)),
    "logs of primes": st.one_of(_LOGS, st.builds("({} + {})".format, _LOGS, _LOGS)),
    "radicals": _RADICALS,
    "infinite masses": _INFINITE,
    "no monomial": _NO_MONOMIAL,
}
"""Strategies of PLD expressions by the kind of their masses."""

ANY = st.one_of(*KINDS.values())
"""PLD expressions of any kind."""

SMALL = _BASES
"""PLD expressions with few atoms, of any kind."""


def pairs_of(kind):
    """Two PLD expressions: one of this kind, and one of this or any kind (which makes ties and mixed denominators likely)."""
    return st.tuples(KINDS[kind], st.one_of(KINDS[kind], SMALL))


# --- numbers -----------------------------------------------------------------------------------------------------

_ATOMS = st.one_of(
    st.integers(0, 12).map(str),
    st.sampled_from(["0.1", "1e-3", "2.50", ".5", "7/3", "123456789/1000"]),
    st.sampled_from(["exp(1)", "exp(1/2)", "exp(-1/3)", "exp(log(3)/2)", "exp(2)", "exp(1e-2)", "exp(1 + log(2)/3)"]),
    st.sampled_from(["sqrt(2)", "sqrt(3/4)", "2**(1/3)", "(3/2)**(2/3)", "sqrt(6)"]),
)


def _larger(children):
    return st.one_of(
        st.builds("({} + {})".format, children, children),
        st.builds("({} - {})".format, children, children),
        st.builds("{}*{}".format, children, children),
        st.builds("{}/{}".format, children, children),
        st.builds("({})**{}".format, children, st.integers(-3, 4).map(str)),
        st.builds("(-{})".format, children),
    )


NUMBERS = st.recursive(_ATOMS, _larger, max_leaves=6)
"""Texts of exact numbers; some divide by zero (`read_number` returns None there)."""


def read_number(text):
    """The exact number of a text, or None where the text divides by zero."""
    try:
        return exact.number(text)
    except exact.NotReadable as problem:
        assert "division by zero" in str(problem)  # noqa: PT017 - nothing else may happen
        return None


LOSSES = st.sampled_from(
    [
        "0",
        "1",
        "-1/2",
        "7/3",
        "log(2)",
        "-log(3)",
        "1/2 + log(3)/2",
        "log(2)/3 - 1",
        "log(1 + exp(1))",
        "2*log(3/2)",
        "log(sqrt(2) + 1)",
        "1e-5",
    ],
)
"""Texts of finite losses."""

POINTS = st.sampled_from(
    [
        "0",
        "1/7",
        "1/3",
        "1/2",
        "9/10",
        "1",
        "11/10",
        "2",
        "7/3",
        "5",
        "100",
        "exp(1)",
        "exp(-1/2)",
        "sqrt(3)",
        "(exp(1) + 1)/2",
    ]
)
"""Texts of points x >= 0."""
