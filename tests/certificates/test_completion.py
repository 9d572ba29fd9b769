"""Completion in a shell: bash itself runs the script and completes verbs, options, choices and files."""

import os
import shutil
import stat
import subprocess
import sys

import pytest

from certificates.cli import main
from certificates.cli.commands import cli
from tests.conftest import command_line_environment

VERBS = set(cli.commands)
SHIM = """#!/bin/sh
exec {python} -c 'import sys; sys.argv[0] = "exactpld"; from certificates.cli import main; sys.exit(main())' "$@"
"""


@pytest.fixture
def environment(tmp_path):
    """An environment in which `exactpld` is a command."""
    shim = tmp_path / "bin" / "exactpld"
    shim.parent.mkdir()
    shim.write_text(SHIM.format(python=sys.executable))
    shim.chmod(shim.stat().st_mode | stat.S_IXUSR)
    return command_line_environment() | {"PATH": f"{shim.parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture
def complete(tmp_path, environment):
    """A function that lets bash complete the last of the words, and returns what it offers."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    version = subprocess.run([bash, "-c", "echo ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]}"], check=True, capture_output=True, encoding="utf-8")
    if int(version.stdout) < 44:
        pytest.skip("bash is older than 4.4")

    def run(*words):
        script = (
            'eval "$(exactpld completion bash)"\n'
            'compopt() { echo "compopt_$2"; }\n'  # it works only while a user is typing
            'COMP_WORDS=("$@")\nCOMP_CWORD=$(($# - 1))\n_exactpld_completion exactpld\nprintf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            [bash, "--norc", "-c", script, "bash", *words],
            cwd=tmp_path,
            env=environment,
            timeout=120,
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.stderr == ""
        return set(done.stdout.split("\n")) - {""}

    return run


def test_verbs(complete):
    assert complete("exactpld", "") == VERBS
    assert complete("exactpld", "de") == {"delta", "demo"}
    assert complete("exactpld", "no-such") == set()


def test_options(complete):
    assert {"--eps", "--x", "--digits", "--json", "--full", "--output", "--help"} <= complete("exactpld", "delta", "--")
    assert complete("exactpld", "delta", "'rr(1) + rr(2)'", "--eps", "1", "2", "--d") == {"--digits"}
    assert complete("exactpld", "--v") == {"--version"}


def test_choices(complete):
    assert complete("exactpld", "compare", "'rr(1)'", "'rr(2)'", "--kind", "") == {"dominated", "not-dominated", "equal", "incomparable"}
    assert complete("exactpld", "completion", "") == {"bash", "zsh", "fish"}


def test_files(complete):
    for words in (("filter", "p"), ("check", ""), ("check", "one.json", "t"), ("delta", "'rr(1)'", "-o", ""), ("hasse", "'rr(1)'", "-o", "")):
        assert complete("exactpld", *words) == {"compopt_default"}, words


def test_wrong_words_complete_to_nothing(complete):
    assert complete("exactpld", "no-such", "--") <= VERBS | {"--version", "--help"}
    assert complete("exactpld", "delta", "--digits", "x", "--eps", "--") >= {"--json"}


@pytest.mark.parametrize(
    ("shell", "words"),
    [("bash", "complete -o nosort -F"), ("zsh", "#compdef exactpld"), ("fish", "complete --no-files --command exactpld")],
)
def test_scripts(capsys, shell, words):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert words in script
    assert f"_EXACTPLD_COMPLETE={shell}_complete" in script


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_script_runs(shell, environment, tmp_path):
    """The other shells, where they are installed, read the script without a complaint."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    command = 'autoload -Uz compinit; compinit; eval "$(exactpld completion zsh)"' if shell == "zsh" else "exactpld completion fish | source"
    done = subprocess.run([program, "-c", command], cwd=tmp_path, env=environment, timeout=120, check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")


def test_unknown_shells_and_questions(capsys, environment, tmp_path):
    assert main(["completion", "tcsh"]) == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in capsys.readouterr().err
    done = subprocess.run(
        ["exactpld"],
        cwd=tmp_path,
        env=environment | {"_EXACTPLD_COMPLETE": "rubbish"},
        timeout=120,
        check=False,
        capture_output=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")
