"""The drafts of a hunt are written as they are made: a hunt that is killed leaves those so far, and one that ends the same files as ever."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from certificates.audit import check, read_claims
from certificates.audit.hunt import files, snippets
from tests.certificates.test_audit_hunt import run, too_low_from_eight_copies


@pytest.fixture(scope="module")
def found():
    return run(too_low_from_eight_copies, cases=16)


def test_drafts_are_there_while_the_hunt_goes_on_and_no_interim_file_is_left(found, tmp_path):
    """A hunt that is killed midway leaves its drafts so far, each with its certificate; one that ends leaves what writing at the end does."""
    interim, seen = files.Writer(tmp_path / "interim"), []

    def keep(so_far):
        interim.write(so_far)
        content = json.loads((tmp_path / "interim" / "findings.json").read_text())
        assert {path.name for path in (tmp_path / "interim").iterdir()} == {"findings.json", "claims.jsonl", *content["files"]}
        verdicts = [check(claim).verdict for claim in read_claims(tmp_path / "interim" / "claims.jsonl")]
        seen.append((content["ended"], content["requests"] < 16, len(content["groups"]), verdicts))

    last = run(too_low_from_eight_copies, cases=16, keep=keep)
    assert len(seen) > 1
    assert all(one == ("running", True, len(one[3]), ["violated"] * len(one[3])) for one in seen)
    interim.write(last)
    files.write(found, tmp_path / "once")
    assert written(tmp_path / "interim") == written(tmp_path / "once")


def written(folder):
    """Return the contents of files by name, certificates without the time at which they were made."""
    texts = {path.name: path.read_text() for path in folder.iterdir()}
    parsed = {name: json.loads(text) for name, text in texts.items() if name.endswith(".json")}
    return texts | {name: {key: value for key, value in content.items() if key != "meta"} for name, content in parsed.items()}


def test_what_is_costly_is_worked_out_once_for_each_case(monkeypatch, tmp_path):
    ran = []
    monkeypatch.setattr(snippets, "snippet", lambda _, case, __: str(case))
    monkeypatch.setattr(snippets, "run", lambda _, code: ran.append(code) or ("", ""))
    writer = files.Writer(tmp_path, sys.executable)
    last = run(too_low_from_eight_copies, cases=16, keep=writer.write)
    writer.write(last)
    assert len(ran) == len(set(ran)) >= len(last.groups) > 0


def test_a_certificate_takes_no_place_of_something_else(found, tmp_path):
    (name,) = files.write(found, tmp_path / "other")[0].certificates
    folder = tmp_path / "folder"
    files.write(replace(found, groups=()), folder)
    (folder / name).write_text("mine")
    draft = files.write(found, folder)[0]
    assert (draft.certificates, (folder / name).read_text()) == ([], "mine")
    assert "not replaced" in draft.why_none


def test_a_killed_verb_leaves_the_drafts_so_far(tmp_path):
    """SIGKILL, in a process of its own: nothing is written at the end."""
    code = (
        "import os, sys; sys.path[:0] = sys.argv[1:3]; import certificates.audit.tools.tool as tool; from certificates.cli import main\n"
        "from tests.certificates.test_audit_hunt import FakeTool, too_low_from_eight_copies\n"
        "fake = FakeTool(too_low_from_eight_copies); right = fake.ask\n"
        "fake.ask = lambda *a: right(*a) if len(fake.asked) < 150 else os.kill(os.getpid(), 9)\n"
        "tool.start = lambda *_: fake\n"
        "main(['audit', 'hunt', '--tool', 'fake-tool', '--cases', '500', '-o', sys.argv[3]])\n"
    )
    root = str(Path(__file__).parents[2])
    done = subprocess.run([sys.executable, "-c", code, root, root, str(tmp_path / "faults")], capture_output=True, text=True, check=False)
    assert done.returncode == -9, done.stdout + done.stderr
    content = json.loads((tmp_path / "faults" / "findings.json").read_text())
    assert content["ended"] == "running"
    assert {path.name for path in (tmp_path / "faults").iterdir()} == {"findings.json", "claims.jsonl", *content["files"]}
    for group in content["groups"]:
        assert (tmp_path / "faults" / group["report"]).read_text().startswith(f"# {group['title']}\n")
        assert group["certificates"]
    assert content["groups"]
