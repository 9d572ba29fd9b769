"""Ctrl-C in disguise. This module imports nothing, so that it can be asked while the rest is loading."""

from __future__ import annotations


def interrupt_behind(problem: BaseException) -> KeyboardInterrupt | None:
    """Return the Ctrl-C that an error is or, for an ImportError, that gave rise to it: a module of C that is loading reports it so."""
    if isinstance(problem, KeyboardInterrupt):
        return problem
    seen: list[BaseException] = []
    waiting: list[BaseException | None] = [problem] if isinstance(problem, ImportError) else []
    while waiting:
        current = waiting.pop()
        if isinstance(current, KeyboardInterrupt):
            return current
        if current is not None and not any(current is other for other in seen):
            seen.append(current)
            waiting += [current.__cause__, current.__context__]
    return None
