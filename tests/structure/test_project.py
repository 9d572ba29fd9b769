"""The files round the code agree: bounds and pins, version, licence, reasons of ignored rules, paper map."""

import importlib
import re
import tomllib

import pytest

from tests.structure.sources import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NOT_PINNED = {"mypy", "ruff", "dp-accounting"}  # tools that the tests do not run; a rival, whose one test is skipped without it


def release(text):
    """A version as a tuple without trailing zeros: 8.1 and 8.1.0 are the same."""
    parts = [int(part) for part in text.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def test_pins_are_the_lower_bounds():
    """`make test-oldest` tests what pyproject.toml promises, no more and no less."""
    extras = PROJECT["project"]["optional-dependencies"]
    required = [*PROJECT["project"]["dependencies"], *(line for extra in extras.values() for line in extra)]
    bounds = {}
    for line in required:
        match = re.fullmatch(r"([a-z-]+)(>=|~=)([0-9.]+)", line)
        assert match, f"pyproject.toml: '{line}' is not of the form name>=version"
        if match[1] not in NOT_PINNED:
            bounds[match[1]] = release(match[3])
    pins = {}
    for line in (ROOT / "tests" / "oldest.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, version = line.split("==")
            pins[name] = release(version)
    assert pins == bounds


def test_version_is_in_the_changelog():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## .*\b{re.escape(PROJECT['project']['version'])}\b", changelog, re.MULTILINE)


def test_licence():
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License")
    assert "Permission is hereby granted, free of charge" in text
    assert 'THE SOFTWARE IS PROVIDED "AS IS"' in text
    assert "the exactpld authors" in text


def test_every_ignored_rule_has_its_reason():
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    rules = re.findall(r"^ {4}\"[A-Z]+[0-9]*\",(.*)$", text, re.MULTILINE)
    assert rules
    assert all(re.match(r" +# \w", reason) for reason in rules)


def test_types_are_announced():
    assert (ROOT / "exact" / "py.typed").is_file()


# --- docs/paper_map.md

STATES = {"done", "planned"}


def map_rows():
    """The rows of all tables of the paper map: item, module, name, test, certificate, state."""
    text = (ROOT / "docs" / "paper_map.md").read_text(encoding="utf-8")
    for line in text[text.index("| item ") :].splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0] != "item" and not set(line) <= set("|-: "):
            yield cells


def test_map_rows_are_complete():
    for cells in map_rows():
        assert len(cells) == 6, cells
        assert cells[-1] in STATES or re.match(r"not covered, because \w", cells[-1]), cells


DONE = [cells for cells in map_rows() if cells[-1] == "done"]


@pytest.mark.parametrize("cells", DONE, ids=[cells[0] for cells in DONE])
def test_done_means_that_it_is_there(cells):
    """A row that says 'done' names things that exist: module and name, test, kind of certificate."""
    item, module_names, names, tests, kinds, _ = cells
    for module_name in code(module_names):
        name = "" if names == "(module)" else code(names)[0]
        try:
            thing = importlib.import_module(module_name)
            for part in filter(None, name.split(".")):
                thing = getattr(thing, part)
        except (ImportError, AttributeError) as error:
            pytest.fail(f"docs/paper_map.md, {item}: there is no {module_name}.{name} ({error})")
    for test in code(tests):
        assert (ROOT / test).exists(), f"docs/paper_map.md, {item}: {test} does not exist"
    form = (ROOT / "certificates" / "FORMAT.md").read_text(encoding="utf-8")
    for kind in code(kinds):
        assert f"### `{kind}`" in form, f"docs/paper_map.md, {item}: FORMAT.md has no kind `{kind}`"


def code(cell):
    """What stands between back-quotes in a cell."""
    return re.findall(r"`([^`]+)`", cell)
