"""The examples of docs/constraints.md are run."""

import doctest

from tests.conftest import ROOT


def test_examples():
    done = doctest.testfile(str(ROOT / "docs" / "constraints.md"), module_relative=False)
    assert done.attempted > 20
    assert done.failed == 0
