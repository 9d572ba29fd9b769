"""Markov kernels between the atoms of two PLDs, stored sparsely with exact entries.

A kernel with n rows and m columns says for each of n outcomes what it becomes: ``K[j][i]`` is the probability that
outcome j becomes outcome i. `exact.garbling` makes the kernel that shows ``A <= B``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from exact.errors import NotADistribution, OutOfRange
from exact.number import Number, coerce
from exact.writing import shorten

Pair = tuple[Number, Number]
Row = tuple[tuple[int, Number], ...]

ZERO, ONE = Number(0), Number(1)


@dataclass(frozen=True, slots=True)
class Kernel:
    """A Markov kernel: row j is the distribution of what outcome j becomes.

    Parameters
    ----------
    rows
        For each outcome j the positive probabilities as pairs ``(i, probability)``, i increasing.
    columns
        How many outcomes there are to become: ``0 <= i < columns``.

    Raises
    ------
    OutOfRange
        For an index outside that range, or indices of a row that do not increase.
    NotADistribution
        For an entry that is not positive, or a row that does not add up to exactly 1.
    TypeError
        For an entry that is no exact number.

    Notes
    -----
    ``len(K)`` counts the rows and ``K[j]`` is row j in full, so ``sum(K[j]) == 1``.

    Examples
    --------
    >>> from exact import garbling, rr
    >>> K = garbling(rr("log(2)"), rr("log(3)"))
    >>> K[0]
    (number('5/6'), number('1/6'))
    >>> K.rows[0]
    ((0, number('5/6')), (1, number('1/6')))
    """

    rows: tuple[Row, ...]
    columns: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", tuple(tuple((i, _number(entry)) for i, entry in row) for row in self.rows))
        for j, row in enumerate(self.rows):
            last = -1
            for i, entry in row:
                if not last < i < self.columns:
                    raise OutOfRange(
                        f"row {j} of the kernel has the index {i} after {last}; indices increase from 0 to {self.columns - 1}"
                    )
                if entry.sign() <= 0:
                    raise NotADistribution(
                        f"entry {i} of row {j} of the kernel is {shorten(str(entry))}, which is not positive"
                    )
                last = i
            total = add_up(entry for _, entry in row)
            if total != ONE:
                raise NotADistribution(f"row {j} of the kernel adds up to {shorten(str(total))}, not to 1")

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, j: int) -> tuple[Number, ...]:
        full = [ZERO] * self.columns
        for i, entry in self.rows[j]:
            full[i] = entry
        return tuple(full)

    def __iter__(self) -> Iterator[tuple[Number, ...]]:
        return (self[j] for j in range(len(self.rows)))

    def __repr__(self) -> str:
        return f"<Kernel of {len(self.rows)} rows, {self.columns} columns, {sum(map(len, self.rows))} entries>"

    def apply(self, masses: Sequence[Pair]) -> tuple[Pair, ...]:
        """Return what masses ``(p, q)`` of the rows become: for each column i the exact ``sum_j K[j][i] (p_j, q_j)``.

        Parameters
        ----------
        masses
            One pair a row, such as ``B.atoms``.

        Raises
        ------
        OutOfRange
            When there are not as many pairs as rows.

        Examples
        --------
        >>> from exact import garbling, rr
        >>> A, B = rr(1), rr(2)
        >>> garbling(A, B).apply(B.atoms) == A.atoms
        True
        """
        if len(masses) != len(self.rows):
            raise OutOfRange(f"a kernel of {len(self.rows)} rows takes as many masses, not {len(masses)}")
        parts: list[list[Pair]] = [[] for _ in range(self.columns)]
        for (p, q), row in zip(masses, self.rows, strict=True):
            for i, entry in row:
                parts[i].append((entry * p, entry * q))
        return tuple((add_up(p for p, _ in part), add_up(q for _, q in part)) for part in parts)

    def after(self, first: Kernel) -> Kernel:
        """Return the kernel that applies `first` and then this one, the exact product.

        Raises
        ------
        OutOfRange
            When `first` does not end in the outcomes that this kernel begins with.

        Notes
        -----
        Post-processing is transitive: a garbling of B to A after one of C to B is one of C to A.

        Examples
        --------
        >>> from exact import garbling, rr
        >>> A, B, C = rr("log(2)"), rr("log(3)"), rr("log(4)")
        >>> garbling(A, B).after(garbling(B, C)) == garbling(A, C)
        True
        """
        if first.columns != len(self.rows):
            raise OutOfRange(f"a kernel of {len(self.rows)} rows cannot follow one of {first.columns} columns")
        rows = []
        for row in first.rows:
            parts: dict[int, list[Number]] = {}
            for k, weight in row:
                for i, entry in self.rows[k]:
                    parts.setdefault(i, []).append(weight * entry)
            rows.append(tuple((i, add_up(parts[i])) for i in sorted(parts)))
        return Kernel(tuple(rows), self.columns)


def _number(value: object) -> Number:
    found = coerce(value)
    if found is None:
        raise TypeError(f"an entry of a kernel is an exact number, not {type(value).__name__}")
    return found


def add_up(numbers: Iterable[Number]) -> Number:
    """Return the exact sum, those over one denominator first, which keeps the denominators small."""
    groups: dict[object, Number] = {}
    for number in numbers:
        key = number.denominator
        groups[key] = groups[key] + number if key in groups else number
    return sum(groups.values(), ZERO)
