"""Public calls of constraints and envelopes say what they take and what they raise."""

import inspect

import pytest

from exact import constraints, envelopes
from exact.envelopes import inequalities

FUNCTIONS = {
    f"{home.__name__}.{name}": call
    for home in (constraints, envelopes, inequalities)
    for name in home.__all__
    if inspect.isfunction(call := getattr(home, name))
}


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_a_public_call_says_what_it_takes_and_raises(name):
    words = inspect.getdoc(FUNCTIONS[name])
    assert "\nParameters\n----------\n" in words
    assert "\nRaises\n------\n" in words
    headings = {word for line in words.split("\n") if not line.startswith(" ") for word in line.split(", ")}
    missing = inspect.signature(FUNCTIONS[name]).parameters.keys() - headings
    assert not missing, f"{name} does not say what {', '.join(sorted(missing))} is"
