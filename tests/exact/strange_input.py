"""Things that nobody should give, and what a call makes of them: an answer, an error of the project, or a raw error of Python."""

import linecache
from decimal import Decimal
from fractions import Fraction

import numpy as np

import exact
from exact import loss, number, rr
from exact.errors import ExactError

LONG = 10**6_000
"""Longer than Python turns into text."""


def nested(depth):
    value: object = 0
    for _ in range(depth):
        value = [value]
    return value


STRANGE = [
    None,
    "",
    "abc",
    "1,2",
    b"12",
    0.5,
    float("nan"),
    float("inf"),
    True,
    -1,
    LONG,
    -LONG,
    Fraction(1, LONG),
    Decimal("nan"),
    Decimal("1e400"),
    loss("inf"),
    number("sqrt(2)"),
    1j,
    object(),
    int,
    (),
    [],
    {},
    set(),
    (9, 9),
    ((9, 9),),
    [None],
    [[0.5]],
    [[]],
    [{}],
    ["a"],
    {(0,): 1},
    {"a": 1},
    {1: [1]},
    np.int64(2),
    np.float64(0.5),
    np.bool_(True),
    np.array([[0, 1], [1, 0]]),
    rr(1),
    nested(3_000),
    lambda: 1,
    [Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)],
]


def _is_ours(problem):
    """Whether an error is one that the project raises itself: of its own classes, or a TypeError from a statement `raise` of the project."""
    at = problem.__traceback__
    while at.tb_next:
        at = at.tb_next
    file = at.tb_frame.f_code.co_filename
    raised = exact.__path__[0] in file and linecache.getline(file, at.tb_lineno).lstrip().startswith("raise ")
    return isinstance(problem, ExactError) or (type(problem) is TypeError and raised)


def raw_errors(call, good, strange):
    """The errors that the project does not raise itself, where one argument after the other is something strange."""
    found = []
    for i in range(len(good)):
        for value in strange:
            try:
                call(*good[:i], value, *good[i + 1 :])
            except Exception as problem:  # noqa: BLE001 - which one it is, is the question
                if not _is_ours(problem):
                    found.append(f"argument {i}: {type(problem).__name__}: {problem}")
    return found
