"""A second implementation of envelopes: plain databases, plain enumeration, Fractions or mpmath numbers, nothing shared with the package."""

from fractions import Fraction
from itertools import product


def envelope(laws, distance, half):
    """Rows, sums and worst ratio; laws: point -> list of masses, half(d) = e^(-(eps/2) d)."""
    rows = {x: [max(half(distance(x, y)) * laws[y][w] for y in laws) for w in range(len(laws[x]))] for x in laws}
    sums = {x: sum(row) for x, row in rows.items()}
    ratios = [
        rows[x][w] / sums[x] / (rows[y][w] / sums[y])
        for x in laws
        for y in laws
        if distance(x, y) == 1
        for w in range(len(rows[x]))
        if rows[y][w] > 0
    ]
    return rows, sums, max(ratios, default=None)


def hamming(x, y):
    return sum(a != b for a, b in zip(x, y, strict=True))


def weights(size, queries, n, rounds, powers, *, real=Fraction):
    """Transcripts, and for every database their laws and losses; powers = (v -> e^(eta v), v -> e^(gamma v)), real the type of numbers."""
    exp_eta, exp_gamma = powers
    queries = [[real(v) for v in query] for query in queries]
    signed = [(q, sign) for q in range(len(queries)) for sign in (1, -1)]
    transcripts = list(product(range(len(signed)), repeat=rounds))
    laws, losses = {}, {}
    for x in product(range(size), repeat=n):
        target = [sum(q[d] for d in x) / n for q in queries]
        laws[x], losses[x] = [], []
        for w in transcripts:
            mu = [real(1) / size] * size
            mass, mean = real(1), [real(0)] * len(queries)
            for s in w:
                answers = [sum(v * m for v, m in zip(q, mu, strict=True)) for q in queries]
                mean = [a + b for a, b in zip(mean, answers, strict=True)]
                scores = [exp_eta(sign * (target[q] - answers[q])) for q, sign in signed]
                mass = mass * scores[s] / sum(scores)
                q, sign = signed[s]
                grown = [m * exp_gamma(sign * v) for m, v in zip(mu, queries[q], strict=True)]
                mu = [m / sum(grown) for m in grown]
            laws[x].append(mass)
            losses[x].append(max(abs(a / rounds - t) for a, t in zip(mean, target, strict=True)))
    return transcripts, laws, losses
