"""How accurate is the envelope of ENV at small size? Largest expected error over all databases, against what else there is, as eps n grows.

The instances: databases of n rows over T elements, k queries with values -1 and 1, J rounds of multiplicative weights. Compared at each eps:

* the **envelope** of the transcripts, which is eps-differentially private;
* the **exponential mechanism** over the answers of the same transcripts, scored by their error;
* **clamped geometric noise**: two-sided geometric noise on the count of each query, and the noisy answers clamped to their range [-1, 1], which
  costs no privacy. On each count at eps/k, or, where a row can change fewer than k of the counts, at eps over how many that are;
* **the answer 0** to every query, whatever the database: the best answer that does not look at it. Its error is 1.

Beside them stands the **base** transcript, whose pure privacy parameter is its own and large: below it, which is printed, too, it is not private.

All values are proved bounds (printed to three digits). Where two mechanisms change places is bracketed by two values of eps n at which the
comparison is decided. Run it with `python examples/envelope_utility.py`; without matplotlib it prints the tables only.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import NamedTuple

from exact import Loss, Number, exp, number
from exact.envelopes import Value, at_most, ends_of, exponential_mechanism, private_multiplicative_weights, release
from exact.envelopes.multiplicative_weights import MultiplicativeWeights

EPS = [Fraction(2) ** power for power in range(-3, 6)]
INSTANCES = {
    "one query": private_multiplicative_weights(2, [[-1, 1]], 8, 5, 8, "log(2)"),
    "three queries": private_multiplicative_weights(3, [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]], 4, 2, 8, "log(2)"),
}


def envelope_error(instance: MultiplicativeWeights, eps: Fraction) -> Value:
    """The largest expected error of the envelope."""
    return release(instance, eps, tier="enclosed", digits=8).largest_error()[0]


def selection_error(instance: MultiplicativeWeights, eps: Fraction) -> Value:
    """The largest expected error of the exponential mechanism over the transcripts: an answer that several give counts as often."""
    losses = {x: instance.losses(instance.target(x)) for x in instance.space.points}
    laws = exponential_mechanism({x: [-v for v in row] for x, row in losses.items()}, instance.space, eps)
    return max(sum((p * v for p, v in zip(laws[x], losses[x], strict=True)), Number(0)) for x in laws)


def noise_error(instance: MultiplicativeWeights, eps: Fraction, share: int) -> Value:
    """The largest expected error of geometric noise on each count at eps/share, the answers clamped to [-1, 1].

    A query of value 1 on c of the n rows has the answer 2c/n - 1, the noisy answer is that of c + X clamped to 0, ..., n, and an error in the count
    is 2/n in the answer. With a = e^(-eps/share), P(X >= m) = P(X <= -m) = a^m/(1 + a) for m >= 1; so the clamped count is off by at least m with
    probability a^m/(1 + a) for each end of the range, 0 and n, that is at least m away from c. The noises are independent.
    """
    a = exp(-eps / share)

    def expected(counts: list[Fraction]) -> Number:
        """The sum over m of the probability that any of the counts is off by at least m."""
        off = ([a**m / (1 + a) * ((c >= m) + (instance.n - c >= m)) for c in counts] for m in range(1, instance.n + 1))
        return sum((1 - prod((1 - p for p in row), start=Number(1)) for row in off), Number(0)) * 2 / instance.n

    targets = {tuple(sorted(instance.target(x))) for x in instance.space.points}  # the order of the counts does not matter
    return max(expected([(answer + 1) * instance.n / 2 for answer in target]) for target in targets)


def zero_error(instance: MultiplicativeWeights) -> Value:
    """The largest error of the answer 0 to every query."""
    return number(max(abs(answer) for x in instance.space.points for answer in instance.target(x)))


def changed_counts(instance: MultiplicativeWeights) -> int:
    """How many of the counts differ, at most, when one row does: the sensitivity of the counts in the L1 norm."""
    columns = list(zip(*instance.queries, strict=True))
    return max(sum(v != w for v, w in zip(first, second, strict=True)) for first in columns for second in columns)


def mechanisms(instance: MultiplicativeWeights) -> dict[str, Callable[[Fraction], Value]]:
    """The private mechanisms by name, each as its largest expected error at an eps."""
    found: dict[str, Callable[[Fraction], Value]] = {
        "envelope": lambda eps: envelope_error(instance, eps),
        "exponential": lambda eps: selection_error(instance, eps),
    }
    for share in sorted({len(instance.queries), changed_counts(instance)}, reverse=True):
        found["noise eps" if share == 1 else f"noise eps/{share}"] = lambda eps, share=share: noise_error(instance, eps, share)
    return found | {"answer 0": lambda _: zero_error(instance)}


def shown(value: Value) -> str:
    """Three digits."""
    low, high = ends_of(value, 8)
    return f"{float((low + high) / 2):.3f}"


class Change(NamedTuple):
    """Between these two values of eps n one mechanism stops being better than another."""

    low: Fraction
    high: Fraction
    better: str
    """The mechanism that is better at the lower one."""


def changes(instance: MultiplicativeWeights, first: str, second: str) -> tuple[str, list[Change]]:
    """The better one of two mechanisms at the least eps of the table, and where that changes between two eps of it, found by bisection."""
    errors = mechanisms(instance)

    def better(eps: Fraction) -> str:
        return first if at_most(errors[first](eps), errors[second](eps)) else second

    at = [better(eps) for eps in EPS]
    found = []
    for (low, high), (before, after) in zip(pairwise(EPS), pairwise(at), strict=True):
        if before != after:
            left, right = low, high
            while right - left > right / 64:
                middle = (left + right) / 2
                left, right = (middle, right) if better(middle) == before else (left, middle)
            found.append(Change(left * instance.n, right * instance.n, before))
    return at[0], found


def told(instance: MultiplicativeWeights, first: str, second: str) -> str:
    """Return a sentence on which of two mechanisms is better where."""
    start, found = changes(instance, first, second)
    other = {first: second, second: first}
    if not found:
        return f"{start} is better than {other[start]} at every eps of the table"
    return "; ".join(
        f"{change.better} is better than {other[change.better]} up to eps n = {float(change.low):g}, no longer from {float(change.high):g} on"
        for change in found
    )


class Study(NamedTuple):
    """What is printed and drawn of one instance."""

    name: str
    sizes: str
    eps_n: list[float]
    columns: dict[str, list[str]]
    base: str
    base_eps_n: str
    places: list[str]


def study(name: str, instance: MultiplicativeWeights) -> Study:
    """Work out the table of an instance, and where mechanisms change places."""
    base = release(instance, 1, tier="enclosed", digits=8)
    own = Loss(number(ends_of(base.envelope.base_ratio.value, 8)[1])) * instance.n
    errors = mechanisms(instance)
    pairs = [("envelope", other) for other in errors if other != "envelope"]
    pairs += [(word, "answer 0") for word in errors if word.startswith(("exponential", "noise"))]
    return Study(
        name,
        f"k = {len(instance.queries)}, T = {instance.universe_size}, n = {instance.n}, J = {instance.rounds}",
        [float(eps * instance.n) for eps in EPS],
        {word: [shown(error(eps)) for eps in EPS] for word, error in errors.items()},
        shown(base.largest_base_error()[0]),
        own.bounds(4)[1],
        [told(instance, *pair) for pair in pairs],
    )


def print_study(found: Study) -> None:
    """Print the table of an instance."""
    print(f"{found.name}: {found.sizes}")
    print(f"  base transcript: error {found.base}; not private below eps n = {found.base_eps_n}")
    print(f"  {'eps n':>6}" + "".join(f"{word:>14}" for word in found.columns))
    for eps_n, *row in zip(found.eps_n, *found.columns.values(), strict=True):
        print(f"  {eps_n:>6g}" + "".join(f"{value:>14}" for value in row))
    for sentence in found.places:
        print(f"  {sentence}")


def draw(studies: list[Study]) -> None:
    """Draw the tables as a picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, len(studies), figsize=(12, 5.4), sharey=True)
    for axis, found in zip(axes, studies, strict=True):
        axis.axhline(float(found.columns["answer 0"][0]), color="0.75", linewidth=6, label="answer 0")
        base = f"base transcript, not private below eps n = {found.base_eps_n}"
        axis.axhline(float(found.base), color="black", linewidth=1.2, linestyle=(0, (6, 3)), label=base)
        noises = [word for word in found.columns if word.startswith("noise")]
        styles = {"envelope": ("o-", "#0072B2", "envelope"), "exponential": ("s--", "#E69F00", "exponential mechanism")}
        for word, style, colour in zip(noises, ("^:", "v-."), ("#009E73", "#D55E00"), strict=False):
            styles[word] = (style, colour, f"geometric {word.replace(' ', ' at ')} on each count, clamped to [-1, 1]")
        for word, (style, colour, label) in styles.items():
            axis.plot(found.eps_n, [float(v) for v in found.columns[word]], style, color=colour, markersize=5, linewidth=1.4, label=label)
        axis.set(xscale="log", ylim=(0, 2.3), title=f"{found.name}\n{found.sizes}", xlabel="eps n")
        axis.set_xticks(found.eps_n, [f"{value:g}" for value in found.eps_n])
        axis.minorticks_off()
        axis.grid(alpha=0.25)
        axis.legend(loc="upper right", fontsize=9)
    axes[0].set_ylabel("largest expected error over all databases")
    figure.suptitle("Envelope of private multiplicative weights against other eps-differentially private answers")
    figure.tight_layout()
    figure.savefig("envelope_utility.png", dpi=120)
    print("written: envelope_utility.png")


if __name__ == "__main__":
    studies = [study(name, instance) for name, instance in INSTANCES.items()]
    for one in studies:
        print_study(one)
    try:
        draw(studies)
    except ImportError:
        print("no picture: matplotlib is not installed")
