"""The checker stands alone: standard library only, no assert, no float, nothing that runs text as code."""

import ast
import shutil
import subprocess
import sys

import pytest

from tests.structure.sources import ROOT, imports, modules

CHECKER = "certificates.check"
# In the standard library, but no business of a checker: code from data, other processes, the network, chance.
UNWANTED = {
    "builtins",
    "code",
    "codeop",
    "ctypes",
    "ftplib",
    "http",
    "imaplib",
    "importlib",
    "marshal",
    "multiprocessing",
    "pickle",
    "pickletools",
    "pkgutil",
    "poplib",
    "random",
    "runpy",
    "shelve",
    "smtplib",
    "socket",
    "socketserver",
    "ssl",
    "subprocess",
    "urllib",
    "xmlrpc",
    "zipimport",
}
# Of `math`, what stays in the integers.
INTEGER_MATH = {"comb", "factorial", "gcd", "isqrt", "lcm", "perm", "prod"}


@pytest.fixture(scope="module")
def checker():
    if CHECKER not in modules():
        pytest.fail("certificates/check.py does not exist")
    return modules()[CHECKER]


def lines(checker, wrong):
    """The places of all syntax nodes for which `wrong` holds."""
    return [f"{checker.place}:{node.lineno}" for node in ast.walk(checker.tree) if wrong(node)]


def calls(name):
    return lambda node: (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    )


def test_imports_the_standard_library_only(checker):
    for target, line in imports(checker):
        first = target.split(".")[0]
        assert first in sys.stdlib_module_names, f"{checker.place}:{line} imports {target}"
        assert first not in UNWANTED, (
            f"{checker.place}:{line} imports {target}, which a checker does not need"
        )


def test_no_assert(checker):
    """`python -O` drops them."""
    assert not lines(checker, lambda node: isinstance(node, ast.Assert))


def test_no_float(checker):
    assert not lines(checker, calls("float"))
    assert not lines(
        checker, lambda node: isinstance(node, ast.Constant) and isinstance(node.value, (float, complex))
    )


def test_of_math_only_integers(checker):
    assert not lines(
        checker,
        lambda node: (
            isinstance(node, ast.ImportFrom)
            and node.module in {"math", "cmath", "statistics"}
            and not {alias.name for alias in node.names} <= INTEGER_MATH
        ),
    )
    assert not lines(
        checker,
        lambda node: (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "math"
            and node.attr not in INTEGER_MATH
        ),
    )


@pytest.mark.parametrize("name", ["eval", "exec", "compile", "__import__", "breakpoint", "input"])
def test_never_calls(checker, name):
    assert not lines(checker, calls(name))


def run_alone(folder, *args):
    return subprocess.run(
        [sys.executable, "-I", "-S", "check.py", *args],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=120,
    )


@pytest.fixture
def folder(checker, tmp_path):
    """A folder with the checker and nothing else."""
    shutil.copy(checker.path, tmp_path / "check.py")
    return tmp_path


def test_verifies_in_an_empty_folder(folder):
    vectors = sorted((ROOT / "tests" / "vectors" / "accept").glob("*.json"))
    if not vectors:
        pytest.fail("tests/vectors/accept holds no certificate")
    for vector in vectors[:3]:
        shutil.copy(vector, folder / "certificate.json")
        done = run_alone(folder, "certificate.json")
        assert done.returncode == 0, f"{vector.name}: status {done.returncode}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("args", [[], ["--no-such-option"], ["no-such-file.json"]])
def test_misuse_is_status_2(folder, args):
    done = run_alone(folder, *args)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_loads_nothing_of_ours(folder):
    """As a module, too: importing it brings neither the package exact nor an engine."""
    probe = (
        "import sys, check\n"
        "loaded = {name.split('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "print(sorted(loaded - {'__main__', 'check'}))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", probe], cwd=folder, capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout.strip() == "[]", done.stdout
