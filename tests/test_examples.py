"""Every file of examples/ is run: scripts as they are, problem files through `exactpld filter`, others through their verb, `search`, `envelope`."""

import re
import runpy
import shutil
import subprocess
import sys
from fractions import Fraction

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


def test_table_and_picture_of_several_constraints(copies, monkeypatch, capsys):
    """The columns of the table without "min" are the curves of the picture; under "min" stands the least of the parts, never below."""
    monkeypatch.chdir(copies)
    found = runpy.run_path("several_constraints.py")
    heads = ["exact", "Remark 2", "Remark 2 min", "Remark 1", "Remark 1 min", "(0.3, 0)", "(0.15, 0.02)"]
    tables = [part.splitlines() for part in capsys.readouterr().out.split("\n\n")[1:3]]
    assert [k for k, _ in found["panels"]] == [3, 20]
    for (k, curves), (title, head, *rows) in zip(found["panels"], tables, strict=True):
        assert title.startswith(f"{k} rounds")
        assert re.split(" {2,}", head.strip()) == ["eps", *heads]
        for eps, *values in (row.split() for row in rows[:6]):
            row = dict(zip(heads, map(Fraction, values), strict=True))
            least = {name: row.pop(f"{name} min") for name in ("Remark 1", "Remark 2")}
            drawn = [Fraction(curve.delta(eps).bounds(9)[1]) for curve in curves]
            assert list(row.values()) == drawn, (k, eps)
            assert all(row[name] <= value for name, value in least.items())
            assert least["Remark 1"] == min(row["(0.3, 0)"], row["(0.15, 0.02)"])
            if (k, eps) == (3, "0.6"):
                assert (values[3], values[4]) == ("0.0420616617", "0.0491297095")


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
