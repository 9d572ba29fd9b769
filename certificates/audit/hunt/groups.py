"""What a hunt found: faults in groups, each with its simplest case, and counts of everything else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from certificates.audit.hunt.outcome import FAULTS, Outcome, Word
from certificates.audit.tools.replies import Hello

Ended = Literal["cases", "time", "interrupted", "running"]
LITTLE = Fraction(1, 10**14)
"""An amount that may be the rounding of sums of probabilities: what is missed by less comes after what is missed by more."""
EXAMPLES: tuple[Word, ...] = ("vacuous", "refused", "undecided")
"""Words of which the simplest case of each method and quantity is kept, as it was generated."""


@dataclass(frozen=True, slots=True)
class Group:
    """Faults of one kind.

    Attributes
    ----------
    simplest
        The simplest case.
    count
        How many generated questions failed in this way.
    request
        The number of the request that the simplest case was found from.
    original
        What it was before it was simplified.
    """

    simplest: Outcome
    count: int
    request: int
    original: Outcome


@dataclass(frozen=True, slots=True)
class Findings:
    """What a hunt found.

    Attributes
    ----------
    hello
        The tool.
    seed, methods
        With which requests were generated.
    requests, simplifying
        How many requests were generated, and how many were made to simplify.
    counts
        How many answers there were to generated questions, by method and word (`certificates.audit.hunt.outcome.Word`).
    explained
        How many bounds are false, but may be so because the input was rounded, by method.
    groups
        The faults, the gravest first.
    examples
        Of what is no fault but worth a look, the simplest case of each kind, with its number.
    ended
        Why the hunt ended; ``running`` of what was found before its end.
    """

    hello: Hello
    seed: int
    methods: tuple[str, ...]
    requests: int
    simplifying: int
    counts: Mapping[tuple[str, Word], int]
    explained: Mapping[str, int]
    groups: tuple[Group, ...]
    examples: tuple[tuple[Outcome, int], ...]
    ended: Ended

    def count(self, *words: Word) -> int:
        """Return how many answers have one of these words."""
        return sum(n for (_, word), n in self.counts.items() if word in words)

    @property
    def has_faulty_claims(self) -> bool:
        """Whether something violated or invalid was found."""
        return any(group.simplest.word in ("violated", "invalid") for group in self.groups)


class Collection:
    """Collects outcomes while a hunt runs; `place` gives the simplified case of a fault."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, Word]] = Counter()
        self.explained: Counter[str] = Counter()
        self.requests = 0
        self._seen: Counter[tuple[Any, ...]] = Counter()
        self._first: dict[tuple[Any, ...], tuple[Outcome, int]] = {}
        self._placed: dict[tuple[Any, ...], list[tuple[Outcome, Outcome, int]]] = {}
        self._examples: dict[tuple[Any, ...], tuple[Outcome, int]] = {}

    def add(self, outcome: Outcome, request: int) -> int:
        """Count an outcome, and return how many of its kind there have been; 0 where it is no fault."""
        method = outcome.case.method
        self.counts[method, outcome.word] += 1
        if outcome.word in FAULTS and not outcome.reported:
            self.explained[method] += 1
        if outcome.word in EXAMPLES:
            key = (method, outcome.word, outcome.case.question.kind, outcome.statement)
            there = self._examples.get(key)
            if there is None or outcome.case.size() < there[0].case.size():
                self._examples[key] = outcome, request
        if not outcome.is_fault:
            return 0
        kind = outcome.group()
        self._seen[kind] += 1
        self._first.setdefault(kind, (outcome, request))
        return self._seen[kind]

    def place(self, original: Outcome, simplest: Outcome, request: int) -> None:
        """Take the simplified case of a fault that was added."""
        self._placed.setdefault(original.group(), []).append((simplest, original, request))

    def kinds(self) -> int:
        """Return how many kinds of faults there are before they are simplified."""
        return len(self._seen)

    def faults(self) -> int:
        """Return how many faults were added."""
        return sum(self._seen.values())

    def groups(self) -> tuple[Group, ...]:
        """Return the groups: simplified cases by their kind. What was not simplified is counted with the first that was, of its kind."""
        found: dict[tuple[Any, ...], list[tuple[Outcome, Outcome, int]]] = {}
        counts: Counter[tuple[Any, ...]] = Counter()
        for kind, n in self._seen.items():
            placed = self._placed.get(kind) or [(self._first[kind][0], *self._first[kind])]
            for item in placed:
                found.setdefault(item[0].group(), []).append(item)
                counts[item[0].group()] += 1
            counts[placed[0][0].group()] += n - len(placed)
        groups = []
        for kind, items in found.items():
            simplest, original, request = min(items, key=lambda item: (item[0].case.size(), item[2]))
            groups.append(Group(simplest, counts[kind], request, original))
        return tuple(sorted(groups, key=_gravity))

    def examples(self) -> tuple[tuple[Outcome, int], ...]:
        """Return the simplest case of every kind that is no fault, with how often it was met."""
        counted = [(outcome, self.counts[outcome.case.method, outcome.word]) for outcome, _ in self._examples.values()]
        return tuple(sorted(counted, key=lambda item: (EXAMPLES.index(item[0].word), item[0].case.method, item[0].case.question.kind)))


def _gravity(group: Group) -> tuple[Any, ...]:
    """Order groups: false bounds, impossible values, failures of the worker, false bounds missed by little, those missed slightly."""
    outcome = group.simplest
    if outcome.is_slight:
        order = 4
    elif outcome.word == "violated":
        order = 3 if outcome.miss is not None and outcome.miss < LITTLE else 0
    else:
        order = 1 if outcome.word == "invalid" else 2
    return order, outcome.case.method, outcome.case.question.kind, outcome.case.size(), str(outcome.case), outcome.signs
