"""What these tests look at: the modules of both packages, parsed, and the files under version control."""

import ast
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("exact", "certificates")
NOT_OURS = {
    ".git",
    ".venv",
    ".venv-oldest",
    "build",
    "dist",
    "demo-output",
    "torture-offenders",
    "__pycache__",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
}


class Module(NamedTuple):
    """One source file: `exact.mechanisms.table`, or `exact.mechanisms` for the `__init__.py` of a package."""

    name: str
    path: Path
    is_package: bool
    text: str
    tree: ast.Module

    @property
    def place(self):
        return self.path.relative_to(ROOT).as_posix()


class Import(NamedTuple):
    """One imported module, as far as the source tells; `line` is where."""

    target: str
    line: int


@cache
def modules():
    """All modules of both packages by dotted name, those of no package in them included."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            text = path.read_text(encoding="utf-8")
            found[name] = Module(name, path, is_package, text, ast.parse(text, str(path)))
    return found


def imports(module):
    """Every import of a module, also inside functions; `from exact import number` is `exact.number`."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.name.split(".")
                kept = parts[: len(parts) - node.level + module.is_package]
                base = ".".join([*kept, *filter(None, [base])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield Import(inner if inner in modules() else base, node.lineno)


@cache
def tracked_files():
    """The files under version control; in an unpacked source archive, all files but by-products."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not NOT_OURS.intersection(path.relative_to(ROOT).parts)]
    return [path for path in paths if path.is_file()]
