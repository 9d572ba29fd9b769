"""The laws of the transcripts of multiplicative weights, as base laws of an envelope."""

from __future__ import annotations

from exact.envelopes.enclosed import Ends
from exact.envelopes.multiplicative_weights import MultiplicativeWeights
from exact.number import Number


class TranscriptLaws:
    """The base laws of an instance; see `exact.envelopes.base.BaseLaws`."""

    __slots__ = ("classes", "exact", "instance", "outcomes", "why_not_exact")

    def __init__(self, instance: MultiplicativeWeights, *, exactly: bool = True) -> None:
        self.instance = instance
        self.outcomes = instance.transcripts
        self.classes = instance.target_of
        self.why_not_exact = instance.why_not_exact() if exactly else 'the tier "enclosed" was asked for'
        self.exact: tuple[tuple[Number, ...], ...] | None = None
        if not self.why_not_exact:
            self.exact = tuple(instance.exact_law(target) for target in instance.targets)

    def depth(self) -> int:
        """Return n such that all masses are at least ``2^-n``, 0 where that is not known."""
        return self.instance.depth()

    def fixed(self, scale: int) -> list[list[Ends]] | None:
        """Return integers around ``2^scale`` times the masses."""
        return self.instance.fixed_laws(self.instance.targets, scale)
