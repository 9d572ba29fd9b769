"""Every file of examples/ is run: scripts as they are, problem files through `exactpld filter`, others through their verb, `search`, `envelope`."""

import shutil
import subprocess
import sys

import pytest

from tests.conftest import ROOT, command_line_environment

EXAMPLES = ROOT / "examples"


def named(suffix):
    return sorted(path.name for path in EXAMPLES.glob(f"*{suffix}"))


@pytest.fixture
def copies(tmp_path):
    """A copy of the folder, so that a script that writes leaves nothing in the checkout."""
    return shutil.copytree(EXAMPLES, tmp_path / "examples")


def test_there_are_scripts_and_problems():
    assert named(".py"), "examples/ holds no script (*.py)"
    assert named(".toml"), "examples/ holds no problem file (*.toml)"


@pytest.mark.parametrize("name", named(".py"))
def test_script(name, copies):
    done = subprocess.run(
        [sys.executable, str(copies / name)],
        cwd=copies,
        env=command_line_environment(),
        timeout=300,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, (
        f"examples/{name} ended with status {done.returncode}\n{done.stdout}{done.stderr}"
    )
    assert done.stdout.strip(), f"examples/{name} prints nothing; an example shows something"
    assert not done.stderr.strip(), f"examples/{name} wrote on standard error\n{done.stderr}"


@pytest.mark.parametrize("name", [name for name in named(".toml") if not name.startswith(("search", "audit", "envelope"))])
def test_problem(name, copies, exactpld):
    done = exactpld("filter", name, cwd=copies)
    assert done.returncode == 0, (
        f"exactpld filter examples/{name} ended with status {done.returncode}\n{done.stdout}{done.stderr}"
    )
    assert done.stdout.strip(), f"exactpld filter examples/{name} prints nothing"


@pytest.mark.parametrize("name", [name for name in named(".toml") if name.startswith("envelope")])
def test_envelope(name, copies, exactpld):
    done = exactpld("envelope", name, cwd=copies)
    assert done.returncode == 0, f"exactpld envelope examples/{name} ended with status {done.returncode}\n{done.stdout}{done.stderr}"
    assert "Verdict: purely private" in done.stdout


def test_small_campaign(copies, exactpld):
    """The standing campaign takes many minutes and tools that are not here; its parts are in tests/certificates/test_audit_campaign.py."""
    pytest.importorskip("dp_accounting")
    done = exactpld("audit", "run", "audit_small.toml", "-o", "results.sqlite", "--jobs", "1", cwd=copies)
    assert done.returncode == 1, f"{done.stdout}{done.stderr}"  # some claims of the tool are violated
    assert "violated" in done.stdout
    report = exactpld("audit", "report", "results.sqlite", "-o", "report.md", cwd=copies)
    assert report.returncode == 0, f"{report.stdout}{report.stderr}"
    assert (copies / "report.md").stat().st_size


def test_claims(copies, exactpld):
    for name in named(".jsonl") + named(".csv"):
        done = exactpld("audit", "check", name, cwd=copies)
        assert done.returncode in (0, 1), f"{name}: {done.stdout}{done.stderr}"
        assert "claims: " in done.stdout


@pytest.mark.parametrize("name", ["search.toml", pytest.param("search_one_parameter.toml", marks=pytest.mark.slow)])
def test_search(name, copies, exactpld):
    """The others take minutes; what they found is worked out again in tests/certificates/test_search.py."""
    done = exactpld("search", name, cwd=copies)
    assert done.returncode == 0, (
        f"exactpld search examples/{name} ended with status {done.returncode}\n{done.stdout}{done.stderr}"
    )
    assert "Largest gap:" in done.stdout.splitlines()
