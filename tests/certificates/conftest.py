"""What the tests of certificates share: the checker, loaded by path, and the command line, called in an empty folder."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.certificates.checker_harness import CHECKER, VECTORS


def load(name: str, path: Path) -> ModuleType:
    """Load a module from its file."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def checker() -> ModuleType:
    """The reference checker as a module."""
    return load("exactpld_checker_under_test", CHECKER)


@pytest.fixture(scope="session")
def builder() -> ModuleType:
    """The script that builds the vectors."""
    return load("exactpld_vector_builder", VECTORS / "build.py")


@pytest.fixture
def call(capsys, tmp_path, monkeypatch):
    """A function that runs one command line in an empty folder and returns its status, output and error output."""
    from certificates.cli import main

    monkeypatch.chdir(tmp_path)

    def run(*words):
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run
