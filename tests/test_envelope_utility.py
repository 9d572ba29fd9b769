"""examples/envelope_utility.py against plain enumerations in doubles over all databases, nothing shared with it; docs/envelopes.md against both."""

import re
import runpy
from itertools import product
from math import exp, inf, log, log2

import numpy as np
import pytest

from exact.envelopes import ends_of
from tests.conftest import ROOT
from tests.exact import envelope_brute as brute

SCRIPT = runpy.run_path(str(ROOT / "examples" / "envelope_utility.py"), run_name="envelope_utility")
SIZES = {  # T, queries, n, J; eta = 8, gamma = log(2)
    "one query": (2, [[-1, 1]], 8, 5),
    "three queries": (3, [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]], 4, 2),
}


class Plain:
    """The largest expected errors of one instance."""

    def __init__(self, size, queries, n, rounds):
        powers = (lambda v: exp(8 * v), lambda v: 2.0**v)
        _, laws, losses = brute.weights(size, queries, n, rounds, powers, real=float)
        self.n, self.queries, self.databases = n, queries, list(laws)
        self.laws, self.losses = np.array([*laws.values()]), np.array([*losses.values()])
        self.distances = np.array([[brute.hamming(x, y) for y in laws] for x in laws])
        self.sensitivity = max(abs(self.losses[i] - self.losses[j]).max() for i, j in zip(*np.where(self.distances == 1), strict=True))

    def envelope(self, eps):
        rows = np.max(np.exp(-eps / 2 * self.distances)[:, :, None] * self.laws[None], axis=1)
        return self._largest(rows)

    def exponential(self, eps):
        return self._largest(np.exp(-eps / (2 * self.sensitivity) * self.losses))

    def _largest(self, rows):
        return ((rows * self.losses).sum(axis=1) / rows.sum(axis=1)).max()

    def base(self):
        return self._largest(self.laws)

    def base_eps(self):
        return max(np.log(self.laws[i] / self.laws[j]).max() for i, j in zip(*np.where(self.distances == 1), strict=True))

    def count_laws(self, eps):
        """For each count 0, ..., n the law of the count with geometric noise at eps, clamped to 0, ..., n: mass by mass, far out."""
        laws = np.zeros((self.n + 1, self.n + 1))
        for c in range(self.n + 1):
            reach = int(40 / eps) + self.n
            for z in range(-reach, reach + 1):
                laws[c, min(max(c + z, 0), self.n)] += (1 - exp(-eps)) / (1 + exp(-eps)) * exp(-eps * abs(z))
        return laws

    def counts(self, x):
        return [sum(query[d] == 1 for d in x) for query in self.queries]

    def clamped_laws(self, eps):
        """For each database the joint law of all noisy clamped counts."""
        laws = self.count_laws(eps)
        found = {}
        for x in self.databases:
            found[x] = np.ones(())
            for c in self.counts(x):
                found[x] = np.multiply.outer(found[x], laws[c])
        return found

    def clamped(self, eps):
        """The largest expected error of the answers: every noisy answer of every database is looked at."""
        worst = 0.0
        answers = [2 * y / self.n - 1 for y in range(self.n + 1)]
        for x, law in self.clamped_laws(eps).items():
            truth = [sum(query[d] for d in x) / self.n for query in self.queries]
            error = sum(
                law[y] * max(abs(answers[c] - t) for c, t in zip(y, truth, strict=True))
                for y in product(range(self.n + 1), repeat=len(truth))
            )
            worst = max(worst, error)
        return worst

    def error(self, name, eps):
        if name.startswith("noise"):
            return self.clamped(eps / int(name.partition("/")[2] or 1))
        return {"envelope": self.envelope, "exponential": self.exponential, "answer 0": lambda _: 1.0}[name](eps)


@pytest.fixture(scope="module", params=[*SIZES])
def study(request):
    """An instance, its study, and the second opinion."""
    instance = SCRIPT["INSTANCES"][request.param]
    return instance, SCRIPT["study"](request.param, instance), Plain(*SIZES[request.param])


def test_the_tables(study):
    """Every error at every eps, the base transcript's and its pure privacy parameter."""
    instance, found, plain = study
    for name, column in found.columns.items():
        for eps, text in zip(SCRIPT["EPS"], column, strict=True):
            assert float(text) == pytest.approx(plain.error(name, float(eps)), abs=0.00051), (name, eps)
    assert float(found.base) == pytest.approx(plain.base(), abs=0.00051)
    own = plain.base_eps() * instance.n
    assert own <= float(found.base_eps_n) <= own * 1.001


@pytest.mark.parametrize("eps", [SCRIPT["EPS"][0] / 8, SCRIPT["EPS"][2], SCRIPT["EPS"][5]])
def test_clamped_noise(study, eps):
    """To nine digits; far below the table, too, where nearly all noise is clamped: each answer is then -1 or 1."""
    instance, _, plain = study
    for share in (1, 2, 3):
        low, high = ends_of(SCRIPT["noise_error"](instance, eps, share), 12)
        assert float(low + high) / 2 == pytest.approx(plain.clamped(float(eps) / share), rel=1e-9)


def test_clamped_noise_is_private(study):
    """At eps over the number of counts that one row changes the worst ratio is e^eps, before and after clamping."""
    instance, _, plain = study
    share = SCRIPT["changed_counts"](instance)
    assert share == {1: 1, 3: 2}[len(plain.queries)]
    laws = plain.clamped_laws(1 / share)
    worst = max((laws[x] / laws[y]).max() for x in laws for y in laws if brute.hamming(x, y) == 1)
    assert log(worst) == pytest.approx(1)


def test_where_they_change_places(study):
    """Between the two values the difference of the second opinion's errors has its zero, and no other sign at any eps of the table."""
    instance, found, plain = study
    words = [w for w in found.columns if w != "envelope"]
    pairs = [("envelope", w) for w in words] + [(w, "answer 0") for w in words if w != "answer 0"]
    said = []
    for first, second in pairs:
        start, places = SCRIPT["changes"](instance, first, second)
        assert len(places) <= 1
        low, high = (float(v) / instance.n for v in places[0][:2]) if places else (inf, inf)
        assert high == inf or high - low <= high / 32
        sign = 1 if start == first else -1
        for eps in (*map(float, SCRIPT["EPS"]), *((low, high) if places else ())):
            gap = sign * (plain.error(second, eps) - plain.error(first, eps))
            assert gap >= -1e-12 if eps <= low else gap <= 1e-12, (first, second, eps)
        said.append(SCRIPT["told"](instance, first, second))
    assert said == found.places


def test_the_page(study, capsys):
    """docs/envelopes.md shows what the script prints."""
    _, found, _ = study
    SCRIPT["print_study"](found)
    assert capsys.readouterr().out in (ROOT / "docs" / "envelopes.md").read_text(encoding="utf-8")


def test_what_the_page_says_of_it():
    """The figures and the claims of the paragraph below the tables."""
    page = (ROOT / "docs" / "envelopes.md").read_text(encoding="utf-8")
    section = " ".join(re.search(r"\n## What it costs, at small size\n(.*?)\n## ", page, re.DOTALL)[1].split())
    one, three = (Plain(*sizes) for sizes in SIZES.values())

    def place(plain, first, second):
        """Where the error of the first reaches that of the second, as eps n."""
        low, high = log2(1 / 8), log2(32)
        for _ in range(30):
            middle = (low + high) / 2
            low, high = (middle, high) if plain.error(first, 2**middle) < plain.error(second, 2**middle) else (low, middle)
        return 2**low * plain.n

    figures = re.search(r"up to eps n of about (\S+) \(one query\) and (\S+) \(three queries\)", section)
    for text, plain in zip(figures.groups(), (one, three), strict=True):
        assert float(text) == pytest.approx(place(plain, "envelope", "exponential"), rel=0.02)
    figures = re.search(
        r"worse than the envelope up to eps n of about (\S+) \(eps/3\) or (\S+) \(eps/2\), and is the best from about (\S+) or (\S+) on", section
    )
    expected = [place(three, first, f"noise eps/{share}") for first in ("envelope", "answer 0") for share in (3, 2)]
    assert [float(text) for text in figures.groups()] == pytest.approx(expected, rel=0.02)
    for eps in map(float, SCRIPT["EPS"]):  # at no eps of the tables is the envelope the best
        assert one.error("noise eps", eps) < one.envelope(eps)
        assert three.envelope(eps) > 1
