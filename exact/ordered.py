"""The comparison operators of exact values, from one decided comparison."""

from __future__ import annotations

from abc import abstractmethod


class Ordered:
    """A value that decides how it compares; operators return a ``bool``, or NotImplemented for strangers."""

    __slots__ = ()

    @abstractmethod
    def order(self, other: object) -> int | None:
        """Return the sign of ``self - other``, None for a stranger; raises where a comparison is refused or too close."""

    def __eq__(self, other: object) -> bool:
        sign = self.order(other)
        return NotImplemented if sign is None else sign == 0

    def __lt__(self, other: object) -> bool:
        sign = self.order(other)
        return NotImplemented if sign is None else sign < 0

    def __le__(self, other: object) -> bool:
        sign = self.order(other)
        return NotImplemented if sign is None else sign <= 0

    def __gt__(self, other: object) -> bool:
        sign = self.order(other)
        return NotImplemented if sign is None else sign > 0

    def __ge__(self, other: object) -> bool:
        sign = self.order(other)
        return NotImplemented if sign is None else sign >= 0

    @abstractmethod
    def __hash__(self) -> int:
        """Hash by value."""
