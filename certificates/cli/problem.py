"""Problem files of ``exactpld filter``: TOML with the queries, the budget and the number of rounds.

A file may come from a stranger: its size and the number of its queries are bounded before they are read, every key must be known, and a
message says which key is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from certificates import tomlfile
from certificates.cli.text import quoted
from certificates.cli.values import read_expression
from certificates.tomlfile import check_keys, kind_of, parse, read_bytes
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.filters.game import ROUND_LIMIT
from exact.filters.natural import Rounds
from exact.pld import PLD
from exact.writing import shorten

REQUIRED = ("queries", "budget", "rounds")
KNOWN = (*REQUIRED, "title")
EXAMPLE = 'queries = ["rr(log(2))", "approx(0, 1/4)"]'


@dataclass(frozen=True, slots=True)
class Problem:
    """A question about a filter or a family, its expressions as they were given beside what they stand for."""

    queries: tuple[PLD, ...]
    query_texts: tuple[str, ...]
    budget: PLD
    budget_text: str
    rounds: Rounds
    title: str | None

    def names(self) -> list[str]:
        """Return names of the queries for people: their expressions."""
        return [quoted(text) for text in self.query_texts]


def read_problem(path: Path, *, needs_budget: bool = True) -> Problem:
    """Return the problem in a file; where no budget is needed and none is given, it is the identity.

    Raises
    ------
    ExactError
        `NotReadable`, `OutOfRange` or `TooLarge` with the file and the key, and what the constructors raise.
    """
    data = read_bytes(path)
    try:
        return parse_problem(data, needs_budget=needs_budget)
    except ExactError as problem:
        raise type(problem)(f"{path}: {problem}") from None


def parse_problem(data: bytes, *, needs_budget: bool = True) -> Problem:
    """Return the problem in the content of a file; errors as `read_problem`."""
    content = parse(data, "problem file")
    if not needs_budget:
        content.setdefault("budget", "identity()")
    check_keys(content, REQUIRED if needs_budget else ("queries", "rounds"), KNOWN)
    texts = tomlfile.expressions(content["queries"], EXAMPLE)
    rounds = tomlfile.rounds(content["rounds"])
    budget = content["budget"]
    if not isinstance(budget, str):
        raise NotReadable(f'budget must be one expression in quotes, as in budget = "approx(log(2), 1/4)", not {kind_of(budget)}')
    title = tomlfile.title(content.get("title"))
    queries = tuple(read_expression(f"queries[{i}]", text) for i, text in enumerate(texts))
    return Problem(queries, texts, read_expression("budget", budget), budget.strip(), rounds, title)


def rounds_of(text: str, *, offer_all: bool = True) -> Rounds:
    """Return the number of rounds that a word of the command line stands for: digits or ``all``, which messages may offer."""
    if text == "all":
        return "all"
    wanted = f"--rounds must be an integer from 1 to {ROUND_LIMIT}" + (', or "all"' if offer_all else "")
    if not (text.isascii() and text.isdigit()):
        raise NotReadable(f"{wanted}, not {shorten(text)!r}")
    digits = text.lstrip("0")
    if not digits:
        raise OutOfRange(f"{wanted}, not 0")
    if len(digits) > len(str(ROUND_LIMIT)):
        raise TooLarge(f"rounds = {shorten(text)} is beyond the limit of {ROUND_LIMIT}")
    return tomlfile.rounds(int(digits))
