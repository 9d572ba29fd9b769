"""What to say of a name that is not known: which known ones it may stand for."""

from __future__ import annotations

from collections.abc import Iterable

LISTED_UP_TO = 6
"""Up to so many known names, all are listed: fewer than the names of constructors, as many as those of numbers."""
LENGTH_LIMIT = 60
"""Of longer names, for which the search would take long, no similar ones are looked for."""
SIMILAR, SUGGESTED = 0.6, 3
"""How alike names must be (2 * matching characters / all characters), and how many are suggested."""
ALSO_CALLED = {"ln": "log", "e": "exp", "randomized_response": "rr", "randomised_response": "rr"}
"""What else some of the names are called elsewhere."""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the second half of a message about an unknown name.

    Examples
    --------
    >>> from exact.expressions import CONSTRUCTORS
    >>> suggestion("geometrik", CONSTRUCTORS)
    'did you mean geometric?'
    >>> suggestion("e", ["exp", "log"])
    'known are exp, log'
    """
    names = sorted(known)
    if len(names) <= LISTED_UP_TO:
        return f"known are {', '.join(names)}"
    if len(name) <= LENGTH_LIMIT:
        from difflib import get_close_matches

        word = ALSO_CALLED.get(name.lower(), name.lower())
        close = get_close_matches(word, names, SUGGESTED, SIMILAR)
        close += [other for other in names if len(word) > 2 and word in other and other not in close]
        if close:
            return f"did you mean {' or '.join(close[:SUGGESTED])}?"
    return "the README lists the names, under Expressions"
