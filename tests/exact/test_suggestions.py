"""An unknown name is answered with the names that it may stand for, not with all there are."""

import re

import pytest

import exact
from exact.expressions import CONSTRUCTORS
from exact.suggestions import suggestion
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rrr(1)", "unknown name 'rrr'; did you mean rr?"),
        ("RR(1)", "unknown name 'RR'; did you mean rr?"),
        ("rr(ln(2))", "unknown name 'ln'; did you mean log?"),
        ("rr(lg(2))", "unknown name 'lg'; did you mean log?"),
        ("gauss(1, 1, 0, 1)", "unknown name 'gauss'; did you mean coarsened_gaussian or discrete_gaussian?"),
        ("gaussian(1, 1, 0, 1)", "unknown name 'gaussian'; did you mean discrete_gaussian or coarsened_gaussian?"),
        ("totalleak()", "unknown name 'totalleak'; did you mean total_leak?"),
        ("randomized_response(1)", "unknown name 'randomized_response'; did you mean rr?"),
        ("hockey_stick(1)", "did you mean from_hockey_stick or from_hockey_stick_lines?"),
        ("zzz(1)", "unknown name 'zzz'; the README lists the names, under Expressions"),
        ("z" * 100_000 + "(1)", "; the README lists the names, under Expressions"),
    ],
)
def test_unknown_names_of_plds(text, words):
    """The names that are alike, those that contain it, or where the list is; and in any case the place."""
    with pytest.raises(exact.NotReadable) as error:
        exact.pld(text)
    assert words in str(error.value)
    assert re.search(r", at character [0-9]+ \(near '.*'\)$", str(error.value))
    assert len(str(error.value)) < 250


def test_unknown_names_of_numbers():
    """There are few of them, so all are listed."""
    for read in (exact.number, exact.loss):
        with pytest.raises(exact.NotReadable, match="unknown name 'e'; known are exp, inf, log, sqrt, at character 1"):
            read("e(1)")


@pytest.mark.parametrize("name", sorted(CONSTRUCTORS))
def test_a_slip_of_the_pen_is_understood(name):
    """One letter too many, too few or wrong: the name that is meant is among those that are suggested, unless it has two letters."""
    for wrong in (f"{name[:2]}x{name[2:]}", f"{name[:-1]}", f"{name[:1]}x{name[2:]}", name.upper()):
        if wrong.lower() not in CONSTRUCTORS and len(name) > 2:
            assert re.search(rf"\b{name}\b", suggestion(wrong, CONSTRUCTORS)), wrong


def test_the_readme_lists_the_names():
    """The place that the message names has each constructor."""
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("**Expressions.**")[2].partition("\n\n")[0]
    assert [name for name in CONSTRUCTORS if not re.search(rf"`{name}[(`]", text)] == []
