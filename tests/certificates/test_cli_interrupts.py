"""Ctrl-C while a module of C is loading: it comes out as an ImportError, and is an interrupt all the same."""

import sys
from itertools import pairwise

import pytest

from certificates.cli import main
from certificates.cli.demo import run_demo
from certificates.cli.interrupts import interrupt_behind
from certificates.cli.status import status_of


def chained(*problems, attribute="__cause__"):
    """The first of some errors, each the cause (or the context) of the one before."""
    for outer, inner in pairwise(problems):
        setattr(outer, attribute, inner)
    return problems[0]


def failed():
    """What Python says of a module that did not load."""
    return ImportError("initialization failed")


@pytest.mark.parametrize("attribute", ["__cause__", "__context__"])
def test_an_interrupted_import_is_an_interrupt(capsys, attribute):
    """Directly, and through other errors."""
    for problem in (
        chained(failed(), KeyboardInterrupt(), attribute=attribute),
        chained(ImportError("numpy is broken"), failed(), RuntimeError("no"), KeyboardInterrupt(), attribute=attribute),
        chained(ModuleNotFoundError("gone"), KeyboardInterrupt(), attribute=attribute),
    ):
        assert type(interrupt_behind(problem)) is KeyboardInterrupt
        assert status_of(problem) == 130
        assert capsys.readouterr().err == "exactpld: interrupted\n"


def test_other_errors_are_not():
    """An import that failed by itself, a circle of causes, and an error that is no ImportError."""
    circle = chained(failed(), failed())
    circle.__cause__.__context__ = circle
    for problem in (failed(), chained(failed(), ValueError("no")), circle, chained(ValueError("no"), KeyboardInterrupt())):
        assert interrupt_behind(problem) is None


def test_a_failed_import_is_a_fault(capsys):
    """It is reported as one."""
    with pytest.raises(ImportError) as caught:
        raise failed()
    assert status_of(caught.value) == 3
    assert "a fault of exactpld, please report it: ImportError: initialization failed" in capsys.readouterr().err


def test_while_the_verbs_are_loading(capsys, monkeypatch):
    """Before anything else is there to catch it."""

    class Interrupted:
        def find_spec(self, name, *_):
            if name == "certificates.cli.commands":
                raise self.problem

    finder = Interrupted()
    monkeypatch.delitem(sys.modules, "certificates.cli.commands", raising=False)
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    finder.problem = chained(failed(), KeyboardInterrupt())
    assert main(["--version"]) == 130
    assert capsys.readouterr().err == "exactpld: interrupted\n"
    finder.problem = failed()
    with pytest.raises(ImportError, match="initialization failed"):
        main(["--version"])


def test_the_demonstration_does_not_take_it_for_a_missing_library(tmp_path, monkeypatch, capsys):
    """Which it would get over."""

    def interrupted(*_):
        raise failed() from KeyboardInterrupt()

    monkeypatch.setattr("certificates.cli.demo.write_picture", interrupted)
    with pytest.raises(ImportError, match="initialization failed"):
        run_demo(tmp_path)
    assert "not installed" not in capsys.readouterr().out
