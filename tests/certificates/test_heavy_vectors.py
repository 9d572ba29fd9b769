"""Vectors that ask for much more work than their size suggests: small files, and small answers."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.certificates.checker_harness import VECTORS, expected, verdict

HEAVY = [
    VECTORS / "limit" / "composition-in-a-tree.json",
    VECTORS / "limit" / "composition-radicals-of-many-primes.json",
    VECTORS / "limit" / "composition-denominators-of-many-primes.json",
    VECTORS / "reject" / "R05-p-sum--many-long-terms.json",
]


@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_a_heavy_vector_is_small_and_answered_in_a_line(path: Path, checker: ModuleType) -> None:
    """The file is far below the limit of 4 MiB, and what is said of it, which may cite its numbers, is cut off."""
    data = path.read_bytes()
    assert len(data) < 300_000
    with pytest.raises((checker.Limit, checker.Rejected)) as error:
        checker.verify(data)
    assert len(str(error.value)) < 2_000


@pytest.mark.parametrize("path", HEAVY[:3], ids=lambda path: path.stem)
def test_the_steps_are_what_ends_it(path: Path, checker: ModuleType) -> None:
    """A tenth of the steps ends at the same limit, so the work before is within them; nothing else of the file is refused."""
    assert verdict(checker, path.read_bytes(), steps=1_000_000) == expected(path) == ("limit", "")
