"""Rules for every source file: no text is run as code, public names are documented, files stay short."""

import ast
import builtins
import re

import pytest

from tests.structure.sources import ROOT, modules, tracked_files

MOST_LINES = 400
# Longer modules, each with its reason.
LONG_MODULES = {
    "certificates.check": "one file that a sceptic reads in one sitting and runs by its path",
}

# Names that turn text into code or objects. No number of a file may ever reach one of them.
FORBIDDEN = {"eval", "exec", "pickle", "marshal", "shelve", "sympify", "parse_expr", "__import__"}

# Modules with a family of exceptions of their own: all of exact's, and the checker's, which shares nothing.
FAMILIES = {"exact.errors", "certificates.check"}

# Folders of somebody's machine. Written in parts, since this file is under version control itself.
HOMES = "home|work|root|Users"
MACHINE_PATHS = re.compile("(?<![\\w.])/(" + HOMES + ")/")

ALL = sorted(modules())


@pytest.mark.parametrize("name", ALL)
def test_nothing_runs_text_as_code(name):
    module = modules()[name]
    for node in ast.walk(module.tree):
        used = set()
        if isinstance(node, ast.Name):
            used = {node.id}
        elif isinstance(node, ast.Attribute):
            used = {node.attr}
        elif isinstance(node, ast.Import):
            used = {part for alias in node.names for part in alias.name.split(".")}
        elif isinstance(node, ast.ImportFrom):
            used = {*(node.module or "").split("."), *(alias.name for alias in node.names)}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "compile":
            used = {"exec"}
        assert not used & FORBIDDEN, f"{module.place}:{node.lineno} uses {sorted(used & FORBIDDEN)}"


def undocumented(node, prefix):
    """Public classes, functions and methods without a docstring, below a module or class."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.If, ast.Try)):
            yield from undocumented(child, prefix)
        if not isinstance(
            child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        ) or child.name.startswith("_"):
            continue
        if any(
            "overload" in ast.dump(decorator) or "setter" in ast.dump(decorator)
            for decorator in child.decorator_list
        ):
            continue
        if not ast.get_docstring(child):
            yield f"{prefix}{child.name} (line {child.lineno})"
        if isinstance(child, ast.ClassDef):
            yield from undocumented(child, f"{prefix}{child.name}.")


@pytest.mark.parametrize("name", ALL)
def test_public_names_have_docstrings(name):
    module = modules()[name]
    assert ast.get_docstring(module.tree), f"{module.place} has no docstring"
    missing = list(undocumented(module.tree, ""))
    assert not missing, f"{module.place}: no docstring at {', '.join(missing)}"


def exceptions():
    """All exception classes of the packages, with their modules; found by their bases."""
    classes = [
        (module, node)
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    ]
    known = {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
    found = {}
    while True:
        new = {
            (module.name, node.name): (module, node)
            for module, node in classes
            if (module.name, node.name) not in found
            and any(
                ast.unparse(base).split(".")[-1] in known
                or re.search(r"(Error|Exception)$", ast.unparse(base))
                for base in node.bases
            )
        }
        if not new:
            return list(found.values())
        found |= new
        known |= {name for _, name in new}


def test_exceptions_say_when():
    """Each docstring starts 'Raised when'; one base a family of exceptions may start 'Base of'."""
    if "exact.errors" not in modules():
        pytest.fail("exact/errors.py does not exist")
    bases = set()
    for module, node in exceptions():
        words = ast.get_docstring(node) or ""
        if module.name in FAMILIES and module.name not in bases and words.startswith("Base of"):
            bases.add(module.name)
        else:
            assert words.startswith("Raised when"), (
                f"{module.place}:{node.lineno}: the docstring of {node.name} does not start 'Raised when'"
            )


@pytest.mark.parametrize("name", ALL)
def test_modules_stay_short(name):
    module = modules()[name]
    length = module.text.count("\n")
    if name in LONG_MODULES:
        return
    assert length <= MOST_LINES, (
        f"{module.place} has {length} lines, more than {MOST_LINES}: two ideas? (or a reason in LONG_MODULES)"
    )


def test_list_of_long_modules_is_true():
    assert set(LONG_MODULES) <= set(modules()), "LONG_MODULES names a module that does not exist"


def test_certificates_is_a_docstring_only():
    """`certificates/__init__.py` runs nothing, so importing the checker runs nothing else."""
    body = modules()["certificates"].tree.body
    assert len(body) == 1
    assert ast.get_docstring(modules()["certificates"].tree)


def test_no_paths_of_somebodys_machine():
    found = []
    for path in tracked_files():
        data = path.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
            if MACHINE_PATHS.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    assert not found, f"absolute paths of a machine: {', '.join(found)}"
