"""The verb `audit check`: text, JSON, tolerances, certificates that the stand-alone checker verifies, and bad input."""

import json
from pathlib import Path

import pytest

RECORDED = Path(__file__).parent / "recorded" / "public_reports.jsonl"
SOUND = {"id": "fine", "tool": "tool", "version": "1.0", "mechanism": "rr(log(3))", "query": {"kind": "delta", "x": 2}, "says": {"upper": 0.25}}
FALSE = SOUND | {"id": "false", "says": {"upper": 0.2}}
INVALID = SOUND | {"id": "../no delta", "says": {"upper": -0.25}}


def write(*claims, name="claims.jsonl"):
    Path(name).write_text("".join(json.dumps(c) + "\n" for c in claims), encoding="utf-8")
    return name


def test_text(call):
    status, out, err = call("audit", "check", write(SOUND, FALSE, INVALID))
    assert (status, err) == (1, "")
    assert "false" in out
    assert "violated" in out
    assert "3602879701896397/72057594037927936" not in out
    assert "3 claims: 1 invalid, 1 violated, 1 sound" in out
    assert "fine" not in out
    assert "fine" in call("audit", "check", write(SOUND), "--full")[1]


def test_status_is_zero_unless_a_claim_is_faulty(call):
    assert call("audit", "check", write(SOUND))[0] == 0
    assert call("audit", "check", write(FALSE))[0] == 1
    assert call("audit", "check", write(FALSE), "--tolerance", "1/10")[0] == 0
    assert call("audit", "check", write(FALSE), "--tolerance", "relative:1/4")[0] == 0
    assert call("audit", "check", write(FALSE), "--tolerance", "relative:1/6")[0] == 1
    assert call("audit", "check", write())[:2] == (0, "0 claims: none\n")


@pytest.mark.parametrize(
    "open_claim",
    [
        {"mechanism": "rr(-1)"},
        {"mechanism": "rr(1) | 300000*geometric(1, 3)"},
        {"query": {"kind": "renyi", "order": 2}, "says": {"upper": "log(2)"}},
    ],
)
def test_status_is_three_where_a_claim_is_left_open(call, open_claim):
    """Nothing is said about it, so a script must not take it for sound; what is false counts first."""
    left_open = SOUND | {"id": "open"} | open_claim
    assert call("audit", "check", write(SOUND, left_open))[0] == 3
    assert call("audit", "check", write(SOUND, left_open, FALSE))[0] == 1


def test_json_is_one_object_for_each_claim(call):
    status, out, err = call("audit", "check", write(SOUND, FALSE, INVALID), "--json")
    assert (status, err) == (1, "")
    sound, false, invalid = map(json.loads, out.splitlines())
    assert sound == {
        "id": "fine",
        "verdict": "sound",
        "strict": "sound",
        "exact": {"delta": "1/4", "delta_decimal": "0.25", "lower": "0.25", "upper": "0.25"},
        "shortfall": None,
        "slack": None,
        "witness": {},
        "factor": "1",
        "certificate": None,
    }
    assert (false["verdict"], false["slack"], false["witness"]) == ("violated", "2^-4", {"pair": "both directions", "x": "2"})
    assert invalid["exact"]["delta"] == "1/4"


def test_certificates_are_verified_by_the_checker_alone(call):
    status, out, _ = call("audit", "check", write(SOUND, FALSE, INVALID), "--json", "-o", "out")
    assert status == 1
    files = [json.loads(line)["certificate"] for line in out.splitlines()]
    assert files == [None, "out/false.json", "out/no-delta.json"]
    status, said, _ = call("check", *files[1:])
    assert status == 0, said
    assert said.count(": verified: ") == 2
    assert call("audit", "check", "claims.jsonl", "-o", "out")[0] == 1  # ours are replaced
    Path("out/false.json").write_text("something else", encoding="utf-8")
    status, _, err = call("audit", "check", "claims.jsonl", "-o", "out")
    assert (status, err.count("\n")) == (2, 1)
    assert Path("out/false.json").read_text(encoding="utf-8") == "something else"


def test_every_fault_that_was_publicly_reported_has_a_certificate_that_is_verified(call):
    claims = [json.loads(line) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
    status, out, _ = call("audit", "check", write(*(c["claim"] for c in claims)), "--json", "-o", "out")
    assert status == 1
    found = [json.loads(line) for line in out.splitlines()]
    assert [f["verdict"] for f in found] == [c["verdict"] for c in claims]
    files = [f["certificate"] for f in found if f["verdict"] in ("violated", "invalid")]
    assert all(files)
    assert len(files) == 28
    status, said, _ = call("check", *files)
    assert status == 0, said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("no-such.jsonl",), "cannot read no-such.jsonl"),
        (("bad.jsonl",), "line 1"),
        (("claims.jsonl", "--tolerance", "-1"), "must not be negative"),
        (("claims.jsonl", "--tolerance", "log(2)"), "--tolerance"),
        (("claims.jsonl", "--loose", "1"), "--loose must be"),
        (("claims.jsonl", "-o", ""), "-o needs the name of a folder"),
        (("claims.jsonl", "-o", "bad.jsonl"), "bad.jsonl is a file"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_is_one_sentence(call, words, sentence):
    write(SOUND)
    Path("bad.jsonl").write_text("{\n", encoding="utf-8")
    status, out, err = call("audit", "check", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_an_unknown_verb(call):
    status, _, err = call("audit", "chek")
    assert status == 2
    assert "did you mean check?" in err
