"""How accurate is the envelope of ENV at small size? Largest expected error over all databases, against three alternatives, as eps n grows.

The instance: databases of n rows over a few elements, queries with values -1 and 1, J rounds of multiplicative weights. Compared at each eps:

* the **base** transcript: not private at this eps; its own pure privacy parameter is printed, too;
* its **envelope**, which is eps-differentially private;
* the **exponential mechanism** over the answers of the same transcripts, scored by their error;
* **geometric noise** on the count of each query at eps/k, and the answer 0, whose error is 1.

All values are proved bounds (printed to three digits); a crossover is bracketed by values of eps at which the comparison is decided.
"""

from fractions import Fraction
from math import comb

from exact import Number, exp, number
from exact.envelopes import Value, at_most, ends_of, exponential_mechanism, private_multiplicative_weights, release
from exact.envelopes.multiplicative_weights import MultiplicativeWeights

EPS = [Fraction(1, 8), Fraction(1, 4), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(4), Fraction(8), Fraction(16)]


def envelope_error(instance: MultiplicativeWeights, eps: Fraction) -> Value:
    """The largest expected error of the envelope."""
    return release(instance, eps, tier="enclosed", digits=8).largest_error()[0]


def selection_error(instance: MultiplicativeWeights, eps: Fraction) -> Value:
    """The largest expected error of the exponential mechanism over the transcripts: an answer that several give counts as often."""
    losses = {x: instance.losses(instance.target(x)) for x in instance.space.points}
    laws = exponential_mechanism({x: [-v for v in row] for x, row in losses.items()}, instance.space, eps)
    return max(sum((p * v for p, v in zip(laws[x], losses[x], strict=True)), Number(0)) for x in laws)


def noise_error(instance: MultiplicativeWeights, eps: Fraction) -> Value:
    """The expected largest of k independent errors (2/n) |X|, with P(|X| >= m) = 2 a^m/(1 + a) for m >= 1, a = e^(-eps/k).

    The sum over m >= 1 of ``1 - (1 - c a^m)^k`` with c = 2/(1 + a) is one of k geometric series.
    """
    k = len(instance.queries)
    a = exp(-eps / k)
    c = 2 / (1 + a)
    series = (comb(k, j) * (-1) ** (j + 1) * c**j * a**j / (1 - a**j) for j in range(1, k + 1))
    return sum(series, Number(0)) * 2 / instance.n


MECHANISMS = {"envelope": envelope_error, "exponential": selection_error, "geometric": noise_error}


def shown(value: Value) -> str:
    """Three digits."""
    low, high = ends_of(value, 8)
    return f"{float((low + high) / 2):.3f}"


def crossover(instance: MultiplicativeWeights, first: str, second: str) -> str:
    """Where the first mechanism stops being the better one: eps n between two values, found by bisection on the grid and between."""
    better = [at_most(MECHANISMS[first](instance, eps), MECHANISMS[second](instance, eps)) for eps in EPS]
    if all(better) or not any(better):
        return f"{first} is {'' if all(better) else 'not '}better than {second} at every eps of the table"
    last = len(better) - 1 - better[::-1].index(True)
    if last + 1 == len(EPS):
        return f"{first} is better than {second} at the largest eps of the table"
    low, high = EPS[last], EPS[last + 1]
    while high - low > high / 10:
        middle = (low + high) / 2
        if at_most(MECHANISMS[first](instance, middle), MECHANISMS[second](instance, middle)):
            low = middle
        else:
            high = middle
    return f"{first} is better than {second} up to eps n = {float(low * instance.n):.2f}, and no longer at {float(high * instance.n):.2f}"


def study(name: str, instance: MultiplicativeWeights) -> tuple[str, list[float], dict[str, list[float]]]:
    """Print the table of an instance, and return what is drawn."""
    base = release(instance, 1, tier="enclosed", digits=8)
    own = base.envelope.base_ratio.value
    print(f"{name}: k = {len(instance.queries)}, T = {instance.universe_size}, n = {instance.n}, J = {instance.rounds}")
    own_eps = number(ends_of(own, 8)[0])
    print(f"  base transcript: error {shown(base.largest_base_error()[0])}; neighbouring likelihood ratios up to {own_eps.decimal(3)}")
    print(f"  {'eps n':>8}" + "".join(f"{word:>14}" for word in MECHANISMS))
    columns: dict[str, list[float]] = {word: [] for word in MECHANISMS}
    for eps in EPS:
        values = {word: find(instance, eps) for word, find in MECHANISMS.items()}
        for word, value in values.items():
            columns[word].append(float(shown(value)))
        print(f"  {float(eps * instance.n):>8g}" + "".join(f"{shown(value):>14}" for value in values.values()))
    for first, second in (("envelope", "exponential"), ("envelope", "geometric")):
        print(f"  {crossover(instance, first, second)}")
    columns["base"] = [float(shown(base.largest_base_error()[0]))] * len(EPS)
    return name, [float(eps * instance.n) for eps in EPS], columns


STUDIES = [
    study("one query", private_multiplicative_weights(2, [[-1, 1]], 8, 5, 8, "log(2)")),
    study("three queries", private_multiplicative_weights(3, [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]], 4, 2, 8, "log(2)")),
]

try:
    import matplotlib as mpl
except ImportError:
    print("no picture: matplotlib is not installed")
else:
    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(STUDIES), figsize=(10, 4), sharey=True)
    styles = {"envelope": "o-", "exponential": "s--", "geometric": "^:", "base": "k-"}
    for axis, (name, x, columns) in zip(axes, STUDIES, strict=True):
        for word, style in styles.items():
            axis.plot(x, columns[word], style, markersize=4, linewidth=1, label=word)
        axis.axhline(1, color="grey", linewidth=0.8, label="answer 0")
        axis.set(xscale="log", ylim=(0, 2), title=name, xlabel="eps n")
    axes[0].set_ylabel("largest expected error")
    axes[0].legend()
    figure.tight_layout()
    figure.savefig("envelope_utility.png", dpi=120)
    print("written: envelope_utility.png")
