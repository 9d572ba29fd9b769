"""Random expressions of PLDs as trees, their texts, and their values by two algorithms that share nothing with `exact`."""

from fractions import Fraction
from math import comb

from tests.laws import brute, numeric

LOGS = {"0": 1, "log(2)": 2, "log(3)": 3, "log(3/2)": Fraction(3, 2), "2*log(2)": 4}
"""Epsilons with a rational exponential."""
LOSSES = [*LOGS, "1/2", "1", "3/2", "1/3", "2/7", "1e-3", "5", "log(2)/2", "log(3)/2", "1/2 + log(3)/2", "log(2)/3"]
LOSSES += ["log(1 + exp(1))", "log(sqrt(2) + 1)", "log(2 + sqrt(2))"]
RATES = ["1/10", "1/4", "1/3", "1/2", "9/10", "1e-5"]
IRRATIONAL_RATES = [*RATES, "exp(-1)", "sqrt(2)/3", "1 - exp(-1/2)"]
MASSES = ["1/5", "1/3", "exp(-2)", "exp(-3/2)", "sqrt(2)/5", "sqrt(2)*exp(-2)/2"]
LARGEST = 120
"""Products of atoms, about, that a tree may have."""


def _base(draw, rational):
    kind = draw.random()
    eps = draw.choice([*LOGS] if rational else LOSSES)
    rates = RATES if rational else IRRATIONAL_RATES
    if kind < 0.35:
        return ("rr", eps, draw.choice([2, 2, 2, 3, 4]))
    if kind < 0.6:
        return ("approx", eps, draw.choice(rates))
    if kind < 0.8 or rational:
        n = draw.randint(1, 4)
        sides = []
        while len(sides) < 2:
            weights = [draw.randint(0, 5) for _ in range(n)]
            if any(weights):
                sides.append([f"{w}/{sum(weights)}" for w in weights])
        return ("table", *zip(*sides, strict=True))
    if kind < 0.9:
        p, q = draw.choice(rates), draw.choice(rates)
        return ("table", (p, q), (f"1 - ({p})", f"1 - ({q})"))
    p, q, r = (draw.choice(MASSES) for _ in range(3))
    rest = f"1 - ({p}) - ({q}) - ({r})"
    return ("table", (p, q), (q, r), (r, p), (rest, rest))


def _tree(draw, rational, depth):
    kind = draw.random() if depth else 0
    if kind < 0.2:
        return _base(draw, rational)
    first = _tree(draw, rational, depth - 1)
    rate = draw.choice(RATES if rational else IRRATIONAL_RATES)
    if kind < 0.45:
        return ("times", draw.randint(2, 5), first)
    if kind < 0.75:
        return (draw.choice(["plus", "plus", "sup", "inf"]), first, _tree(draw, rational, depth - 1))
    if kind < 0.87:
        return ("subsample", first, rate)
    return ("dual", first) if kind < 0.93 else ("mixture", rate, first, _tree(draw, rational, depth - 1))


def size(tree):
    """About the number of products of atoms; large where the masses become long."""
    kind, *rest = tree
    if kind in ("rr", "approx", "table"):
        return 4 if kind == "table" else 3
    sizes = [size(part) for part in rest if isinstance(part, tuple)]
    if kind == "times":
        return comb(sizes[0] + rest[0] - 1, rest[0]) * (5 if "inf" in text(tree[2], hull="inf") else 1)
    return sizes[0] * sizes[1] if kind == "plus" else sum(sizes) + 1


def random_tree(draw, rational):
    """A tree drawn by a `random.Random`, of moderate size."""
    while True:
        tree = _tree(draw, rational, draw.choice([1, 2, 2, 3]))
        if size(tree) <= LARGEST:
            return tree


def text(tree, hull="&"):
    """The expression."""
    kind, *rest = tree
    if kind in ("rr", "approx"):
        return f"{kind}({rest[0]}, {rest[1]})"
    if kind == "table":
        return "table((" + "".join(f"({p}, {q}), " for p, q in rest) + "))"
    parts = [text(part, hull) for part in rest if isinstance(part, tuple)]
    if kind in ("plus", "sup", "inf"):
        return f"({parts[0]} {({'plus': '+', 'sup': '|', 'inf': hull})[kind]} {parts[1]})"
    if kind == "mixture":
        return f"mixture(({rest[0]}, {parts[0]}), (1 - ({rest[0]}), {parts[1]}))"
    forms = {"times": "{1}*({0})", "dual": "dual({0})", "subsample": "subsample({0}, {1})"}
    return forms[kind].format(parts[0], *(part for part in rest if not isinstance(part, tuple)))


class InFractions:
    """Trees of rational masses, by `tests.laws.brute`."""

    compose, join, meet, dual = (staticmethod(getattr(brute, name)) for name in ("compose", "join", "meet", "dual"))

    @staticmethod
    def value(text_of_number):
        """A decimal or a quotient of integers, or one less such a number."""
        minus, _, rest = text_of_number.partition("1 - (")
        return 1 - Fraction(rest[:-1]) if rest else Fraction(minus)

    @staticmethod
    def rr(eps, k):
        """k-ary randomised response."""
        t = Fraction(LOGS[eps])
        total, one = t + k - 1, Fraction(1)
        rows = [(t, one), (one, t), *[(one, one)] * (k - 2)]
        return brute.canonical([(p / total, q / total) for p, q in rows])

    @classmethod
    def approx(cls, eps, delta):
        """Randomised response that tells everything with probability delta."""
        d = cls.value(delta)
        rows = [(p * (1 - d), q * (1 - d)) for p, q in cls.rr(eps, 2)]
        return brute.canonical([(d, Fraction(0)), *rows, (Fraction(0), d)])

    @classmethod
    def table(cls, rows):
        """The masses."""
        return brute.canonical([(cls.value(p), cls.value(q)) for p, q in rows])

    @classmethod
    def power(cls, a, k):
        """k copies."""
        return brute.compose(cls.power(a, k - 1), a) if k > 1 else a

    @classmethod
    def subsample(cls, a, rate):
        """The pair ((1 - rate) Q + rate P, Q)."""
        r = cls.value(rate)
        return brute.canonical([(r * p + (1 - r) * q, q) for p, q in a])

    @classmethod
    def mixture(cls, *parts):
        """Side by side."""
        return brute.canonical([(cls.value(w) * p, cls.value(w) * q) for w, a in parts for p, q in a])


def evaluate(tree, algebra=numeric):
    """The atoms of a tree, by the functions of an algebra."""
    kind, *rest = tree
    if kind in ("rr", "approx"):
        return getattr(algebra, kind)(*rest)
    if kind == "table":
        return algebra.table(rest)
    parts = [evaluate(part, algebra) for part in rest if isinstance(part, tuple)]
    if kind == "times":
        return algebra.power(parts[0], rest[0])
    if kind == "subsample":
        return algebra.subsample(parts[0], rest[1])
    if kind == "mixture":
        return algebra.mixture((rest[0], parts[0]), (f"1 - ({rest[0]})", parts[1]))
    return getattr(algebra, {"plus": "compose", "sup": "join", "inf": "meet", "dual": "dual"}[kind])(*parts)
