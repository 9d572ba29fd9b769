"""Edited files before the checker's reader: four verdicts, no other exception, nothing verified that is not right."""

from __future__ import annotations

import pytest

from tests.certificates.checker_harness import EXIT, vectors
from tests.torture import edits
from tests.torture.claims import load
from tests.torture.fuzz import Tally, main, make, try_one, well_formed


def run(checker, seed, count):
    tally = Tally()
    for number in range(count):
        try_one(checker, seed, number, tally)
    return tally


def test_some_hundred_files():
    tally = run(load(), 1, 600)
    assert tally.offenders == []
    assert {status for _, status in tally.counts} == set(EXIT)
    assert {sort for sort, _ in tally.counts} == {"signed", "unsigned", "bytes", "harmless"}
    assert len(tally.rules) > 10


@pytest.mark.slow
def test_some_thousand_files():
    tally = run(load(), 2, 4_000)
    assert tally.offenders == []
    assert tally.verified["right by brute force"] > 5


@pytest.mark.parametrize("name", ["form", "require"])
def test_a_checker_that_does_not_look_is_caught(name):
    """With the form or the rules switched off, files are noticed that crash it or that it verifies."""
    checker = load()
    setattr(checker, name, lambda *_: None)
    assert run(checker, 1, 600).offenders


def test_harmless_edits_keep_the_content():
    from random import Random

    for path in vectors("accept")[::5]:
        data = path.read_bytes()
        tree = edits.parse(data)
        assert edits.written(edits.parse(edits.written(tree).encode())) == edits.written(tree)
        assert well_formed(data)
        assert well_formed(edits.harmless(Random(1), tree))


def test_malformed_vectors_are_not_well_formed():
    wrong = ("byte-order-mark", "duplicate", "trailing", "utf-16", "utf-32")
    paths = [path for path in vectors("malformed") if any(word in path.stem for word in wrong)]
    assert paths
    assert [path.name for path in paths if well_formed(path.read_bytes())] == []


def test_a_number_is_always_the_same_file():
    assert [make(3, number) for number in range(60)] == [make(3, number) for number in range(60)]


def test_the_command_line_stops_in_time_and_saves(tmp_path, monkeypatch, capsys):
    checker = load()
    checker.form = lambda *_: None
    monkeypatch.setattr("tests.torture.fuzz.load", lambda: checker)
    assert main(["--seconds", "2", "--seed", "1", "--save", str(tmp_path)]) == 1
    assert "offenders" in capsys.readouterr().out
    assert list(tmp_path.iterdir())
