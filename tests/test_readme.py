"""README.md, the tours docs/audits.md, docs/envelopes.md and docs/filters.md, and docs/repair_theorem.md are executed: what they show happens.

* Blocks marked `python` run in order and in one namespace; a block with `>>>` is a doctest.
* Blocks marked `console`: below `$ exactpld ...` or `$ python3 -I -S certificates/check.py ...` stand the
  lines that it prints, on either stream; trailing white space is ignored, `...` stands for anything. Others
  (`make`, `pip`, `git`) are not run. All blocks run in order in one temporary folder that holds copies of
  `examples/` and of the checker. A command must end with status 0, unless `# exit status N` stands behind it.
"""

import doctest
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.conftest import ROOT, command_line_environment

README = ROOT / "README.md"
PAGES = ["README.md", "docs/audits.md", "docs/envelopes.md", "docs/filters.md", "docs/repair_theorem.md"]
ALONE = ["python3", "-I", "-S", "certificates/check.py"]


class Block(NamedTuple):
    language: str
    line: int  # of its first line of content, counted from 1
    text: str
    page: str


class Step(NamedTuple):
    line: int
    command: str
    status: int
    output: str


def blocks(language, page):
    """The fenced blocks of a page in one language; fails when there is none."""
    if not (ROOT / page).is_file():
        pytest.fail(f"{page} does not exist")
    text = (ROOT / page).read_text(encoding="utf-8")
    found = [
        Block(match[1], text.count("\n", 0, match.start(2)) + 1, match[2], page)
        for match in re.finditer(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", text, re.MULTILINE | re.DOTALL)
    ]
    chosen = [block for block in found if block.language == language]
    if not chosen:
        pytest.fail(f"{page} has no ```{language} block")
    return chosen


def steps(block):
    """The commands of a console block, each with the output that stands below it."""
    lines = block.text.replace("\\\n", "\0").split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    if not starts or starts[0] != 0:
        pytest.fail(f"{block.page}:{block.line}: a console block begins with a line '$ command'")
    for start, end in pairwise([*starts, len(lines)]):
        command = lines[start][2:].replace("\0", " ")
        status = re.search(r"# exit status (\d+)\s*$", command)
        yield Step(
            block.line + sum(line.count("\0") + 1 for line in lines[:start]),
            command,
            int(status[1]) if status else 0,
            tidy("\n".join(lines[start + 1 : end]).replace("\0", "\\\n")),
        )


def tidy(text):
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


@pytest.mark.parametrize("page", PAGES)
def test_python_blocks(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "readme"}
    for block in blocks("python", page):
        if ">>>" in block.text:
            example = doctest.DocTestParser().get_doctest(
                block.text, names, page, page, block.line - 1
            )
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
            said = []
            runner.run(example, out=said.append, clear_globs=False)
            names |= example.globs  # a doctest works on a copy
            if said:
                pytest.fail("".join(said))
        else:
            padded = "\n" * (block.line - 1) + block.text  # so that a traceback names the line of the page
            exec(compile(padded, page, "exec"), names)


@pytest.mark.parametrize("page", PAGES)
def test_console_blocks(page, tmp_path, exactpld):
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / "certificates").mkdir()
    shutil.copy(ROOT / "certificates" / "check.py", tmp_path / "certificates")
    ran = 0
    for block in blocks("console", page):
        for step in steps(block):
            words = shlex.split(step.command, comments=True)
            if words[:1] == ["exactpld"]:
                done = exactpld(*words[1:], cwd=tmp_path, merge=True)
            elif words[: len(ALONE)] == ALONE:
                done = subprocess.run(
                    [sys.executable, *words[1:]],
                    cwd=tmp_path,
                    env=command_line_environment(),
                    timeout=300,
                    check=False,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                )
            else:
                continue
            ran += 1
            got = tidy(done.stdout)
            where = f"{page}:{step.line}: {step.command}"
            assert done.returncode == step.status, (
                f"{where}\nended with status {done.returncode} and printed\n{got}"
            )
            assert doctest.OutputChecker().check_output(step.output, got, doctest.ELLIPSIS), (
                f"{where}\nthe page says\n{step.output}\nbut it prints\n{got}"
            )
    assert ran, f"no console block of {page} runs exactpld"


def test_quick_start_has_the_two_commands():
    """The continuous integration runs these two and nothing else to set up."""
    if not README.is_file():
        pytest.fail("README.md does not exist")
    section = re.search(
        r"^#+[^\n]*quick start[^\n]*\n.*?^```\w*\n(.*?)^```",
        README.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL | re.IGNORECASE,
    )
    assert section, "README.md has no heading 'Quick start' with a fenced block below it"
    for command in ("make demo", "make test"):
        assert re.search(rf"^(\$ )?{command}( |$)", section[1], re.MULTILINE), (
            f"the quick start does not say '{command}'"
        )
