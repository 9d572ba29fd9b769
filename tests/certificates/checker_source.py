"""Mutants of the checker's own source, and which of them the vectors do not notice.

A mutant drops a `raise` (or the call of a function that only checks), flips a comparison, negates the test that
guards a raise, or moves a constant 1 of the numeric code. Each runs in a forked process against the vectors that
execute the mutated line, the quick ones first, until one of them gets another verdict.
"""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from tests.certificates.checker_harness import CHECKER, Verdict, verdict

FLIPS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
STATUSES = ("Malformed", "Rejected", "Limit")
# Texts for people and the command line: what they do is tested from outside, and nothing is decided there.
WORDS = {
    "short",
    "approximate",
    "decimal",
    "about",
    "about_power",
    "ratio",
    "height",
    "both",
    "say",
    "say_number",
    "say_pld",
    "say_some",
    "printable",
    "main",
    "check_file",
}
MEMORY = 2 << 30
SECONDS = 15

Case = tuple[bytes, Verdict, dict[str, int]]  # the file, its verdict, options of verify()


class Mutant:
    """One change: the name by which it is listed (which survives a change of line numbers), its line, its code."""

    def __init__(self, function: str, kind: str, source: str, line: int, code: CodeType) -> None:
        self.name, self.line, self.code = f"{function} | {kind} | {source}", line, code


def _raises(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
        and node.exc.func.id in STATUSES
    )


def _guards(tree: ast.Module) -> set[str]:
    """Return the names of functions that raise one of the three, return nothing, and so only check."""
    return {
        f.name
        for f in ast.walk(tree)
        if isinstance(f, ast.FunctionDef)
        and any(_raises(n) for n in ast.walk(f))
        and not any(isinstance(n, ast.Return) and n.value for n in ast.walk(f))
    } - {"check", "validate"}


def _changes(node: ast.AST, guards: set[str]) -> Iterator[tuple[str, Any, Any, Any]]:
    """Return (kind, list or node, index or field, new value) for each change of this node or its statements."""
    for _, body in ast.iter_fields(node):
        for i, part in enumerate(body if isinstance(body, list) else []):
            if _raises(part):
                yield "drop raise", body, i, ast.copy_location(ast.Pass(), part)
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
                called = part.value.func
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if name in guards | {"check", "validate"}:
                    yield f"drop call of {name}", body, i, ast.copy_location(ast.Pass(), part)
    yield from _numeric_changes(node)
    if isinstance(node, ast.If) and any(_raises(n) for n in node.body):
        yield (
            "negate the guard",
            node,
            "test",
            ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test),
        )


def _numeric_changes(node: ast.AST) -> Iterator[tuple[str, Any, Any, Any]]:
    """Return the changes of comparisons and of constants."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in FLIPS:
                yield f"flip comparison {i} of {ast.unparse(node)}", node.ops, i, FLIPS[type(op)]()
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        for side in ("left", "right"):
            part = getattr(node, side)
            if isinstance(part, ast.Constant) and part.value == 1 and not isinstance(part.value, bool):
                zero = ast.copy_location(ast.Constant(0), part)
                yield f"drop the {side} 1 of {ast.unparse(node)}", node, side, zero


def mutants(text: str) -> Iterator[Mutant]:
    """Return every mutant of the source. The tree is changed, compiled, and changed back."""
    tree, lines = ast.parse(text), text.splitlines()
    guards = _guards(tree)
    owner: dict[ast.AST, str] = {}
    for scope in ast.walk(tree):  # breadth first: an inner function overwrites the outer one
        if isinstance(scope, ast.FunctionDef):
            owner.update(dict.fromkeys(ast.walk(scope), scope.name))
    for node in list(ast.walk(tree)):
        function = owner.get(node, "")
        if not function or function in WORDS:
            continue
        for kind, place, key, new in list(_changes(node, guards)):
            named = isinstance(key, str)
            old = getattr(place, key) if named else place[key]
            line = getattr(old, "lineno", getattr(node, "lineno", 0))
            _put(place, key, new)
            ast.fix_missing_locations(tree)
            code = compile(tree, str(CHECKER), "exec")
            _put(place, key, old)
            yield Mutant(function, kind, lines[line - 1].strip(), line, code)


def _put(place: Any, key: Any, value: Any) -> None:
    if isinstance(key, str):
        setattr(place, key, value)
    else:
        place[key] = value


def module_of(code: CodeType, name: str) -> ModuleType:
    """Return a fresh module that has executed the code."""
    module = ModuleType(name)
    module.__file__ = str(CHECKER)
    sys.modules[name] = module
    exec(code, module.__dict__)
    return module


def covered(text: str, cases: list[Case]) -> list[tuple[float, set[int]]]:
    """Return, for each case, its time without tracing and the lines of the checker that it executes."""
    module = module_of(compile(text, str(CHECKER), "exec"), "exactpld_checker_traced")
    result = []
    for data, wanted, options in cases:
        lines: set[int] = set()

        def local(frame: Any, event: str, _: Any, lines: set[int] = lines) -> Any:
            lines.add(frame.f_lineno)
            return local

        def begin(frame: Any, event: str, _: Any, lines: set[int] = lines) -> Any:
            if frame.f_code.co_filename != str(CHECKER):
                return None
            lines.add(frame.f_lineno)
            return local

        start = time.process_time()
        if verdict(module, data, **options) != wanted:
            raise AssertionError(f"the checker itself does not give {wanted}")
        took = time.process_time() - start
        sys.settrace(begin)
        try:
            verdict(module, data, **options)
        finally:
            sys.settrace(None)
        result.append((took, lines))
    return result


def survives(mutant: Mutant, cases: list[Case]) -> bool:
    """Return whether the mutant gives all cases their verdicts, in a process of its own."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(SECONDS)
            module = module_of(mutant.code, "exactpld_checker_mutant")
            status = (
                0 if all(verdict(module, data, **options) == wanted for data, wanted, options in cases) else 1
            )
        except BaseException:  # noqa: BLE001  (whatever it is, the mutant was noticed)
            status = 1
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def survivors(cases: list[Case]) -> list[str]:
    """Return the names of the mutants that no case notices."""
    text = Path(CHECKER).read_text(encoding="utf-8")
    seen = covered(text, cases)
    found = []
    for mutant in mutants(text):
        reach = sorted((took, i) for i, (took, lines) in enumerate(seen) if mutant.line in lines)
        if survives(mutant, [cases[i] for _, i in reach]):
            found.append(mutant.name)
    return sorted(set(found))
