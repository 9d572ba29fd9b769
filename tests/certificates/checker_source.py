"""Mutants of the checker's own source, and which of them the tests do not notice.

A mutant drops a statement that only checks or counts, negates a condition, moves a comparison by equality, moves an
integer by one, exchanges two operators, or rounds down what was rounded up (`_changes` is the list). Texts for people,
the command line and the formulas for numbers of steps are left alone. Each mutant runs in a forked process: first the
checks of the mutated function's results, where there are any, then the vectors that execute the mutated lines, the
quick ones first, until something is noticed. A loop that turns too often, too much memory or too long a time are noticed.
"""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator
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
OTHERS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Mod: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "gcd": "lcm", "lcm": "gcd"}
# Texts for people and the command line: what they do is tested from outside, and nothing is decided there.
WORDS = {"short", "spelled", "powers", "about", "in_words", "printable", "main", "check_file"}
SKIPPED = {"USAGE", "EXIT", "BOUNDS", "RULES", "KINDS", "TYPE_CHECKING"}
SKIPPED |= {"DEFAULT", "PRECISIONS", "QUICK"}  # how long to go on, and where to begin: any number is right
MEMORY = 1 << 30
SECONDS = 6  # of the processor, for one mutant, beyond three times what its cases take otherwise: the last resort
TURNS = 10_000  # of all `while` loops together in one case; ten times as many in the checks of a function
LONG = 1_000_000  # bits of the integer for which a loop turns

Case = tuple[bytes, Verdict, dict[str, int]]  # the file, its verdict, options of verify()
Place = tuple[Any, Any, Any]  # list or node, index or field, new value


class Endless(BaseException):
    """Raised in a mutant that does not come to an end."""


class Mutant:
    """One change: the name by which it is listed (which survives a change of line numbers), its lines, its code."""

    def __init__(self, function: str, kind: str, source: str, lines: range, code: list[CodeType]) -> None:
        self.function, self.lines, self.code = function, lines, code
        self.name = f"{function or 'module'} | {kind} | {source}"


def _called(node: ast.AST) -> str:
    """Return the name of the function that is called."""
    function = node.func if isinstance(node, ast.Call) else node
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _not(node: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


DROPPED = ast.Raise | ast.AugAssign | ast.Break | ast.Continue | ast.Delete


def _drops(node: ast.AST) -> Iterator[tuple[str, Place]]:
    """Return the removals of a statement in the bodies of this node."""
    for _, body in ast.iter_fields(node):
        for i, part in enumerate(body if isinstance(body, list) else []):
            call = isinstance(part, ast.Expr) and not isinstance(part.value, ast.Constant)
            early = isinstance(part, ast.Return) and isinstance(node, ast.If)
            if call or early or isinstance(part, DROPPED):
                nothing = ast.copy_location(ast.Pass(), part)
                yield f"drop {ast.unparse(part).splitlines()[0]}", (body, i, nothing)


def _changes(node: ast.AST) -> Iterator[tuple[str, Place]]:
    """Return (kind, place) for each change of this node or its statements."""
    yield from _drops(node)
    yield from _conditions(node)
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            yield f"flip {i} of {ast.unparse(node)}", (node.ops, i, FLIPS[type(op)]())
    if isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield f"and/or in {ast.unparse(node)}", (node, "op", other)
        for i in range(len(node.values)):
            rest = [value for j, value in enumerate(node.values) if i != j]
            rest.insert(0, ast.copy_location(ast.Constant(isinstance(node.op, ast.And)), node))
            yield f"drop operand {i} of {ast.unparse(node)}", (node, "values", rest)
    if isinstance(node, ast.Name) and node.id in NAMES:
        yield f"{NAMES[node.id]} for {node.id}", (node, "id", NAMES[node.id])
    yield from _arithmetic(node)


def _conditions(node: ast.AST) -> Iterator[tuple[str, Place]]:
    """Return the negations of conditions."""
    if isinstance(node, ast.If | ast.IfExp):
        yield f"negate {ast.unparse(node.test)}", (node, "test", _not(node.test))
    if isinstance(node, ast.Call) and _called(node) in ("form", "require"):
        i = 0 if _called(node) == "form" else 1
        yield f"negate {ast.unparse(node.args[i])}", (node.args, i, _not(node.args[i]))
    if isinstance(node, ast.comprehension):
        for i, test in enumerate(node.ifs):
            yield f"negate {ast.unparse(test)}", (node.ifs, i, _not(test))


def _arithmetic(node: ast.AST) -> Iterator[tuple[str, Place]]:
    """Return the changes of operators and of integers."""
    if isinstance(node, ast.BinOp) and type(node.op) in OTHERS:
        yield f"another operator in {ast.unparse(node)}", (node, "op", OTHERS[type(node.op)]())
    for field, child in ast.iter_fields(node):
        for key, part in enumerate(child) if isinstance(child, list) else [(field, child)]:
            place = child if isinstance(child, list) else node
            if isinstance(part, ast.Constant) and type(part.value) is int:
                for step in (1, -1):
                    new = ast.copy_location(ast.Constant(part.value + step), part)
                    yield f"{part.value}{step:+d} in {ast.unparse(node)}", (place, key, new)
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub | ast.Not):
                inner = part.operand
                if isinstance(inner, ast.BinOp) and isinstance(inner.left, ast.UnaryOp):
                    down = ast.BinOp(inner.left.operand, inner.op, inner.right)
                    yield f"round down {ast.unparse(part)}", (place, key, ast.copy_location(down, part))
                else:
                    yield f"without the sign of {ast.unparse(part)}", (place, key, inner)


def _nodes(node: ast.AST, function: str, lines: range) -> Iterator[tuple[ast.AST, str, range]]:
    """Return the nodes to be changed with the qualified name of their function and the lines of their statement."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}" if function else node.name
    first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    simple = isinstance(node, ast.stmt) and not hasattr(node, "body")
    if simple or (isinstance(node, ast.expr) and not lines):
        lines = range(first, last + 1)
    yield node, function, lines
    for field, child in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "keywords", "type_comment", "msg"):
            if field != "keywords":
                continue
            child = [word for word in child if getattr(word, "arg", "") in ("key", "default")]  # noqa: PLW2901
        for part in child if isinstance(child, list) else [child]:
            text = isinstance(part, ast.JoinedStr) and function.split(".")[-1] != "name_of"
            charge = isinstance(part, ast.Call) and _called(part) == "charge"
            if isinstance(part, ast.AST) and not text and not charge:
                yield from _nodes(part, function, range(0) if hasattr(node, "body") else lines)


def _wanted(statement: ast.stmt) -> bool:
    """Return whether a statement of the module is to be changed."""
    names = [getattr(t, "id", "") for t in getattr(statement, "targets", [])]
    names += [getattr(statement, "name", ""), getattr(getattr(statement, "target", None), "id", "")]
    named = isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Assign)
    return named and not (WORDS | SKIPPED) & set(names)


def parsed(text: str) -> ast.Module:
    """Return the tree of the source; each turn of a `while` loop is counted, with a look at what it waits for."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.While):
            seen = [name.id for name in ast.walk(node.test) if isinstance(name, ast.Name)]
            count = ast.parse(f"count_a_turn({', '.join(seen)})").body[0]
            for part in ast.walk(count):
                ast.copy_location(part, node.test)
            node.body.insert(0, count)
    return tree


def compiled(statement: ast.stmt) -> CodeType:
    """Return the code of one statement of the module."""
    future = ast.parse("from __future__ import annotations").body
    return compile(ast.fix_missing_locations(ast.Module([*future, statement], [])), str(CHECKER), "exec")


def mutants(text: str) -> Iterator[Mutant]:
    """Return every mutant of the source. The tree is changed, compiled, and changed back."""
    tree, source = parsed(text), text.splitlines()
    codes = [compiled(statement) for statement in tree.body]
    for n, statement in enumerate(tree.body):
        if not _wanted(statement):
            continue
        for node, function, lines in list(_nodes(statement, "", range(0))):
            for kind, (place, key, new) in list(_changes(node)):
                if "count_a_turn" in kind:
                    continue
                named = isinstance(key, str)
                old = getattr(place, key) if named else place[key]
                where = lines
                if isinstance(old, ast.stmt):
                    where = range(old.lineno, old.end_lineno + 1)
                elif not where:
                    first = getattr(node, "lineno", getattr(old, "lineno", 0))
                    where = range(first, first + 1)
                _put(place, key, new)
                mine = [*codes[:n], compiled(statement), *codes[n + 1 :]]
                _put(place, key, old)
                yield Mutant(function, kind, source[where[0] - 1].strip() if where else "", where, mine)


def _put(place: Any, key: Any, value: Any) -> None:
    if isinstance(key, str):
        setattr(place, key, value)
    else:
        place[key] = value


def module_of(codes: list[CodeType], name: str) -> ModuleType:
    """Return a fresh module that has executed the codes of its statements; `turns[0]` counts those of its loops."""
    module = ModuleType(name)
    module.__file__ = str(CHECKER)
    sys.modules[name] = module
    turns = [0]

    def count_a_turn(*values: object) -> None:
        turns[0] += 1
        if turns[0] > TURNS or any(isinstance(n, int) and n.bit_length() > LONG for n in values):
            raise Endless

    module.__dict__.update(count_a_turn=count_a_turn, turns=turns)
    for code in codes:
        exec(code, module.__dict__)
    return module


def judged(module: ModuleType, case: Case) -> bool:
    """Return whether the module gives a case its verdict."""
    module.turns[0] = 0
    return verdict(module, case[0], **case[2]) == case[1]


def covered(text: str, cases: list[Case]) -> list[tuple[float, set[int]]]:
    """Return, for each case, its time without tracing and the lines of the checker that it executes."""
    module = module_of([compiled(statement) for statement in parsed(text).body], "exactpld_checker_traced")
    result = []
    for case in cases:
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
        if not judged(module, case):
            raise AssertionError(f"the checker itself does not give {case[1]}")
        took = time.process_time() - start
        sys.settrace(begin)
        try:
            judged(module, case)
        finally:
            sys.settrace(None)
        result.append((took, lines))
    return result


def survives(mutant: Mutant, cases: list[Case], unit: Callable[[ModuleType], None] | None = None, usual: float = 0) -> bool:
    """Return whether the mutant gives all cases their verdicts and passes the unit check, in a process of its own.

    `usual` is how long the cases take with the checker itself: without it, many cases would look like a loop without end.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.setitimer(signal.ITIMER_PROF, SECONDS + 3 * usual)
            module = module_of(mutant.code, "exactpld_checker_mutant")
            module.turns[0] = -9 * TURNS
            if unit:
                unit(module)
            status = 0 if all(judged(module, case) for case in cases) else 1
        except BaseException:  # noqa: BLE001  (whatever it is, the mutant was noticed)
            status = 1
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def survivors(
    cases: list[Case], units: dict[str, Callable[[ModuleType], None]], part: int = 0, parts: int = 1
) -> tuple[list[str], set[str]]:
    """Return the names of the mutants that nothing notices, and those of all.

    Only every so many are tried where they are done in parts, from the one with this number on; named are all.
    """
    text = Path(CHECKER).read_text(encoding="utf-8")
    seen = covered(text, cases)
    for unit in units.values():  # what the checker itself does not pass would say nothing of its mutants
        module = module_of([compiled(statement) for statement in parsed(text).body], "exactpld_checker_itself")
        module.turns[0] = -9 * TURNS
        unit(module)
    found, every, names = set(), set[str](), dict[str, int]()
    for mutant in mutants(text):
        names[mutant.name] = names.get(mutant.name, 0) + 1
        if names[mutant.name] > 1:
            mutant.name += f" ({names[mutant.name]})"
        every.add(mutant.name)
        if len(every) % parts != part:
            continue
        reach = [(took, i) for i, (took, lines) in enumerate(seen) if not lines.isdisjoint(mutant.lines)]
        if not mutant.lines or not mutant.function:
            reach = [(took, i) for i, (took, _) in enumerate(seen)]
        if survives(mutant, [cases[i] for _, i in sorted(reach)], units.get(mutant.function), sum(took for took, _ in reach)):
            found.add(mutant.name)
    return sorted(found), every
