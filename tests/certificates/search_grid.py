"""The small grid of the tests of the search, and how its file is changed."""

import re

GRID = b"""
title = "a small grid"
queries = ["rr(log(t))", "approx(0, d)"]
budget = "approx(log(t), d)"
rounds = 2
[parameters]
t = ["3/2", "2", "5/2", "3", "7/2", "4", "2 + sqrt(3)"]
d = {from = "0", to = "11/10", step = "1/20"}
"""


def changed(**lines):
    """The small grid with other lines; None leaves a line out."""
    text = GRID.decode()
    for key, value in lines.items():
        text = re.sub(rf"(?m)^{key} = .*\n", "" if value is None else f"{key} = {value}\n", text)
    return text.encode()
