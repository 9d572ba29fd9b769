"""Transcripts of selection-only private multiplicative weights, as base laws of an envelope.

A database x of n rows over a universe of T elements has the answers ``F_q(x) = (1/n) sum_i q(x_i)`` to k queries ``q: universe -> [-1, 1]``. Every
query has two **signed copies** s = q and s = -q; the **target** of x is ``a(x)_s``, the mean of ``s(x_i)``. From the uniform mu_0, a round selects
a signed query with probability proportional to ``e^(eta (a_s - s(mu)))`` and updates ``mu(d) <- mu(d) e^(gamma s(d))``, normalised. The
**transcript** w is the list of the selections; its **answer** is that of the average of mu_0, ..., mu_{J-1}, and its **loss** at x is the largest
absolute difference from F(x).

The synthetic answers are exact numbers whenever rational multiples of gamma are, so losses are exact in both tiers. A mass is exact iff every
synthetic answer that it depends on is rational; otherwise ``e^(eta s(mu))`` is an exponential of an exponential, and is enclosed.

References
----------
ENV: *Pure-DP Statistical Query Release at the Conjectured Square-Root Rate*, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from exact import engine
from exact.envelopes.base import TABLE_LIMIT
from exact.envelopes.enclosed import Ends
from exact.envelopes.inputs import check_kind, check_size, check_word, listed, rational, shown
from exact.envelopes.metrics import SPACE_WORDS, FiniteMetric, Point, database_of, hamming, histograms
from exact.envelopes.synthetic_answers import (
    Target,
    Transcript,
    largest_difference,
    signed_ends,
    synthetic_means,
    target_at,
    total,
)
from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.loss import Loss
from exact.number import Number, as_monomial
from exact.reading import ExactInput, LossInput, loss
from exact.writing import rational_text, shorten

UNIVERSE_LIMIT = 64
QUERY_LIMIT = 16
ROW_LIMIT = 200
ROUND_LIMIT = 12
TRANSCRIPT_LIMIT = 20_000
"""The largest number ``(2k)^J`` of transcripts."""
SELECTION_LIMIT = 100_000
"""The largest number of selections, different targets times prefixes of transcripts, that are worked out."""
EXACT_SELECTIONS = 10_000
"""The largest number of selections that are worked out as exact numbers: some seconds."""
EXACT_MASSES = 40_000
"""The largest number of masses that are worked out as exact numbers."""
DEPTH_BITS = 128
"""The precision, in bits, at which the size of the least mass is found out."""
SELECTION_BITS = 1 << 27
"""The largest number of selections times bits of precision: some seconds."""

TargetInput = Sequence[ExactInput]
"""The answers to the queries, k rational numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class MultiplicativeWeights:
    """An instance of private multiplicative weights: everything that the laws depend on. Made by `private_multiplicative_weights`.

    Attributes
    ----------
    queries
        Their values on the universe ``0, ..., T - 1``.
    n, rounds, eta, gamma
        Rows, rounds J, selection parameter and update parameter.
    space
        The space of databases, or of their histograms.
    signed_order
        The signed queries as ``(query, sign)``: (0, 1), (0, -1), (1, 1), (1, -1), ... Transcripts hold places in this list.
    transcripts
        All of them, in lexicographic order.
    targets
        The different targets of databases.
    target_of
        For each point of the space the index of its target.
    """

    queries: tuple[tuple[Fraction, ...], ...]
    n: int
    rounds: int
    eta: Loss
    gamma: Loss
    space: FiniteMetric
    signed_order: tuple[tuple[int, int], ...]
    transcripts: tuple[Transcript, ...] = field(repr=False)
    targets: tuple[Target, ...] = field(repr=False)
    target_of: tuple[int, ...] = field(repr=False)
    means: dict[Transcript, tuple[Number, ...]] = field(repr=False, compare=False)
    """For each prefix the synthetic answers ``q(mu)`` behind it."""

    @property
    def universe_size(self) -> int:
        """The number T of elements of the universe."""
        return len(self.queries[0])

    def database(self, point: Point) -> tuple[int, ...]:
        """Return a database of a point, its n rows: itself, or the one with increasing rows that has this histogram; `OutOfRange` for a stranger."""
        found: Any = self.space.points[self.space.place(point)]
        return database_of(found) if self.space.kind == "histograms" else found

    def target(self, point: Point) -> Target:
        """Return the target ``a(x)`` of a point: k rational numbers in [-1, 1], without the negative copies; `OutOfRange` for a stranger."""
        return self.targets[self.target_of[self.space.place(point)]]

    def read_target(self, given: TargetInput) -> Target:
        """Return a target, which need not be that of a database, from k rational numbers.

        Raises
        ------
        TypeError
            For what is no list, and for an entry that is no exact number, such as a float.
        OutOfRange, Unsupported
            For another number of entries than there are queries, and for an irrational one.
        """
        found = listed("a target", given)
        if len(found) != len(self.queries):
            raise OutOfRange(f"a target has one entry for each query, that is {len(self.queries)}, not {len(found)}")
        return tuple(rational(f"entry {q} of a target", value) for q, value in enumerate(found))

    def read_transcript(self, given: Sequence[int]) -> Transcript:
        """Return a transcript from J integers, places in `signed_order`; TypeError for what is no list, `OutOfRange` for what is no transcript."""
        found = tuple(listed("a transcript", given))
        if len(found) != self.rounds or not all(self._is_place(s) for s in found):
            raise OutOfRange(
                f"a transcript has one selection for each of {self.rounds} rounds, one of 0, ..., {len(self.signed_order) - 1}, not {shown(found)}"
            )
        return found

    def _is_place(self, s: object) -> bool:
        return isinstance(s, int) and not isinstance(s, bool) and 0 <= s < len(self.signed_order)

    def answer(self, transcript: Sequence[int]) -> tuple[Number, ...]:
        """Return the answers to the queries of the average of mu_0, ..., mu_{J-1}: k exact numbers in [-1, 1], in the order of the queries.

        Parameters
        ----------
        transcript
            The J selections, places in `signed_order`.

        Raises
        ------
        TypeError, OutOfRange
            For what is no list, and for a list that is no transcript.

        References
        ----------
        ENV, section 3.
        """
        return self._answer(self.read_transcript(transcript))

    def _answer(self, transcript: Transcript) -> tuple[Number, ...]:
        rows = [self.means[transcript[:t]] for t in range(self.rounds)]
        return tuple(sum((row[q] for row in rows), Number(0)) / self.rounds for q in range(len(self.queries)))

    def loss(self, target: TargetInput, transcript: Sequence[int]) -> Number:
        """Return the largest absolute difference of an answer and the target: ``L_x(w)``, a number >= 0, for the target of x.

        Parameters
        ----------
        target
            The answers to the k queries, rational numbers, as the method `target` gives them; any others will do.
        transcript
            The J selections, places in `signed_order`.

        Raises
        ------
        TypeError, OutOfRange, Unsupported
            As `answer`; for another number of entries than there are queries, entries that are no exact numbers, and irrational ones.

        References
        ----------
        ENV, section 3.
        """
        return self._loss(self.read_target(target), self.read_transcript(transcript))

    def _loss(self, target: Target, transcript: Transcript) -> Number:
        return max(abs(found - wanted) for found, wanted in zip(self._answer(transcript), target, strict=True))

    def losses(self, target: TargetInput) -> list[Number]:
        """Return the losses of all transcripts, in their order; the target and errors are those of `loss`."""
        read = self.read_target(target)
        known: dict[Transcript, Number] = {}
        out = []
        for w in self.transcripts:
            if w[:-1] not in known:  # the last selection does not count
                known[w[:-1]] = self._loss(read, w)
            out.append(known[w[:-1]])
        return out

    def fixed_losses(self, scale: int) -> list[list[Ends]]:
        """Return integers around ``2^scale`` times the losses of all transcripts, in their order, for all targets.

        The scale is an integer from 1 to `engine.BIT_LIMIT`.
        """
        check_size("scale", scale, engine.BIT_LIMIT)
        distinct = {id(row): row for row in self.means.values()}  # the order of selections does not count, and rows are shared
        ends = {key: [signed_ends(mean, scale) for mean in row] for key, row in distinct.items()}
        rows = {w[:-1]: [ends[id(self.means[w[:t]])] for t in range(self.rounds)] for w in self.transcripts}
        sums = {prefix: [total([row[q] for row in found], scale) for q in range(len(self.queries))] for prefix, found in rows.items()}
        out = []
        for target in self.targets:
            known = {prefix: largest_difference(found, self.rounds, target, scale) for prefix, found in sums.items()}
            out.append([known[w[:-1]] for w in self.transcripts])
        return out

    def why_not_exact(self) -> str:
        """Return why the masses are no exact numbers, or are not worked out as such; empty where they are."""
        if as_monomial(self.eta.exp()) is None:
            return f"eta = {shorten(str(self.eta))} is the log of a sum"
        for prefix, row in self.means.items():
            for q, mean in enumerate(row):
                if mean.as_fraction() is None:
                    behind = f"after the selections {prefix}" if prefix else "at the beginning"
                    return f"the synthetic answer to query {q} {behind} is irrational, so e^(eta times it) is no exact number here"
        if len(self.targets) * len(self.means) > EXACT_SELECTIONS:
            return f"there are {len(self.targets)} different targets and {len(self.means)} prefixes, more than {EXACT_SELECTIONS} selections"
        if len(self.targets) * len(self.transcripts) > EXACT_MASSES:
            return f"there are {len(self.targets)} different targets and {len(self.transcripts)} transcripts, more than {EXACT_MASSES} masses"
        return ""

    def exact_law(self, target: TargetInput) -> tuple[Number, ...]:
        """Return the law of the transcripts under a target, in their order: probabilities that add up to 1.

        The target and errors are those of `loss`; `Unsupported`, too, where masses are no exact numbers, `TooLarge` for an exponent beyond
        1,000,000 nats.
        """
        read = self.read_target(target)
        selected: dict[Transcript, list[Number]] = {}
        for prefix, row in self.means.items():
            weights: list[Number] = []
            for wanted, mean in zip(read, row, strict=True):
                found = mean.as_fraction()
                if found is None:
                    raise Unsupported(self.why_not_exact())
                up = (self.eta * (wanted - found)).exp()
                weights += [up, up.reciprocal()]
            whole = sum(weights, Number(0))
            selected[prefix] = [weight / whole for weight in weights]
        level: dict[Transcript, Number] = {(): Number(1)}
        for _ in range(self.rounds):
            level = {(*prefix, s): mass * chance for prefix, mass in level.items() for s, chance in enumerate(selected[prefix])}
        return tuple(level[w] for w in self.transcripts)

    def fixed_laws(self, targets: Sequence[TargetInput], scale: int) -> list[list[Ends]] | None:
        """Return integers around ``2^scale`` times the laws under some targets; None where the precision does not suffice.

        The scale is an integer from 1 to `engine.BIT_LIMIT`; targets and errors are those of `loss`. `TooLarge` beyond `SELECTION_BITS`.
        """
        check_size("scale", scale, engine.BIT_LIMIT)
        read = [self.read_target(target) for target in listed("targets", targets)]
        if len(read) * len(self.means) * scale > SELECTION_BITS:
            raise TooLarge(f"{len(read)} targets and {len(self.means)} prefixes at {scale} bits are beyond the limit of {SELECTION_BITS} bits")
        return engine.transcript_masses(*self._parts(read), scale + 64, scale)

    def depth(self) -> int:
        """Return n such that all masses are at least ``2^-n``, 0 where that is not known."""
        return engine.transcript_depth(*self._parts(self.targets), DEPTH_BITS) or 0

    def _parts(self, targets: Sequence[Target]) -> tuple[engine.Quotient, list[list[engine.Quotient]], list[list[tuple[int, int]]]]:
        """Return e^eta, the synthetic answers behind all prefixes, and the targets, in the form that the engine takes."""
        ordered = sorted(self.means, key=lambda prefix: (len(prefix), prefix))
        means = [[mean.as_quotient() for mean in self.means[prefix]] for prefix in ordered]
        return self.eta.exp().as_quotient(), means, [[a.as_integer_ratio() for a in target] for target in targets]


def check_instance(where: str, instance: object) -> None:
    """Raise TypeError for what is no instance."""
    check_kind(where, instance, MultiplicativeWeights, "an instance that private_multiplicative_weights makes")


def private_multiplicative_weights(  # noqa: PLR0913, PLR0917 - an instance has as many parameters
    universe_size: int, queries: Sequence[Sequence[Any]], n: int, rounds: int, eta: LossInput, gamma: LossInput, space: str = "histograms"
) -> MultiplicativeWeights:
    """Return an instance of signed selection-only private multiplicative weights (ENV, section 3).

    Parameters
    ----------
    universe_size
        The number T of elements, 1 to `UNIVERSE_LIMIT`.
    queries
        A list of 1 to `QUERY_LIMIT` lists of T rational values in [-1, 1]; equal queries count as often as they occur.
    n
        Rows of a database, 1 to `ROW_LIMIT`. Neighbours differ in one row.
    rounds
        The number J of selections, 1 to `ROUND_LIMIT`, with at most `TRANSCRIPT_LIMIT` transcripts ``(2k)^J``.
    eta
        Selection parameter, in nats; finite, > 0: a rational number, a log, or a sum of these.
    gamma
        Update parameter, in nats, in (0, 1]: a rational number, the log of a rational number, or a sum of rational multiples of these.
    space
        "histograms": databases up to the order of their rows, on which the laws do not depend; "hamming": all databases. See
        `exact.envelopes.metrics.histograms` for why both have the same normalisers and ratios.

    Returns
    -------
    MultiplicativeWeights
        Targets, transcripts and synthetic answers; `exact.envelopes.release` has the laws and errors.

    Raises
    ------
    TypeError
        For sizes that are no integers, queries that are no lists, and values that are no exact numbers, such as floats.
    OutOfRange
        Outside these ranges.
    Unsupported
        For irrational values of queries, and a gamma whose rational multiples are no exact losses.
    TooLarge
        Beyond the limits.

    Examples
    --------
    >>> instance = private_multiplicative_weights(2, [[-1, 1]], 2, 2, "5*log(2)", "log(2)")
    >>> from exact.envelopes import release
    >>> found = release(instance, "2*log(2)")
    >>> found.envelope.tier, found.envelope.ratio.value, found.envelope.largest_normaliser()
    ('exact', number('9084/3935'), (number('436032/226525'), (1, 1)))
    >>> found.largest_base_error(), found.largest_error()
    ((number('7181/10250'), (2, 0)), (number('17179/19675'), (2, 0)))

    References
    ----------
    ENV, section 3.
    """
    size, n = check_size("universe_size", universe_size, UNIVERSE_LIMIT), check_size("n", n, ROW_LIMIT)
    table = _read_queries(queries, size)
    rounds = check_size("rounds", rounds, ROUND_LIMIT)
    signed = tuple((q, sign) for q in range(len(table)) for sign in (1, -1))
    if len(signed) ** rounds > TRANSCRIPT_LIMIT:
        raise TooLarge(f"{len(table)} queries and {rounds} rounds make {len(signed) ** rounds} transcripts; the limit is {TRANSCRIPT_LIMIT}")
    rate, step = _positive("eta", eta), _positive("gamma", gamma)
    if step > 1:
        raise OutOfRange(f"gamma must be at most 1, not {shorten(str(step))}")
    check_word("space", space, SPACE_WORDS)
    points = histograms(size, n) if space == "histograms" else hamming(size, n)
    found: dict[Target, int] = {}
    target_of = tuple(found.setdefault(target_at(table, point, n, space), len(found)) for point in points.points)
    transcripts = tuple(product(range(len(signed)), repeat=rounds))
    if len(found) * len(transcripts) > TABLE_LIMIT:
        raise TooLarge(f"{len(found)} different targets and {len(transcripts)} transcripts are beyond the limit of {TABLE_LIMIT} masses")
    prefixes = sum(len(signed) ** t for t in range(rounds))
    if len(found) * prefixes > SELECTION_LIMIT:
        raise TooLarge(f"{len(found)} different targets and {prefixes} prefixes are beyond the limit of {SELECTION_LIMIT} selections")
    means = synthetic_means(table, signed, rounds, step)
    return MultiplicativeWeights(table, n, rounds, rate, step, points, signed, transcripts, tuple(found), target_of, means)


def _read_queries(queries: Sequence[Sequence[Any]], size: int) -> tuple[tuple[Fraction, ...], ...]:
    rows = listed("the list of queries", queries, QUERY_LIMIT, entries="queries")
    if not rows:
        raise OutOfRange("queries is empty; at least one is needed")
    table = []
    for i, row in enumerate(rows):
        values = tuple(rational(f"the value of query {i} at {d}", value) for d, value in enumerate(listed(f"query {i}", row)))
        if len(values) != size:
            raise OutOfRange(f"query {i} has {len(values)} values for a universe of {size}")
        for value in values:
            if abs(value) > 1:
                raise OutOfRange(f"query {i} has the value {shorten(rational_text(value))}; values lie in [-1, 1]")
        table.append(values)
    return tuple(table)


def _positive(name: str, value: LossInput) -> Loss:
    found = loss(value)
    if found.is_infinite or found.sign() <= 0:
        raise OutOfRange(f"{name} must be finite and positive, not {shorten(str(found))}")
    return found
