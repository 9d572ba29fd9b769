"""The figures of docs/audit_findings.md: every claim that a table of it names is decided again, and every certificate is verified again."""

import json
import math
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import pytest

from certificates.audit import check, read_claims
from tests.conftest import ROOT

FOLDER = ROOT / "examples" / "audit_findings"
PAGE = (ROOT / "docs" / "audit_findings.md").read_text(encoding="utf-8")
CLAIMS = {claim.id: claim for claim in read_claims(FOLDER / "claims.jsonl")}
ROWS = {cells[0].strip("`"): cells[1:] for cells in (
    [cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if re.match(r"\| `[a-z0-9-]+` \|", line)
) if len(cells) == 5}
CERTIFICATES = sorted(path.name for path in FOLDER.glob("*.json"))


@pytest.fixture(scope="module")
def decided():
    """Decide a claim, once."""
    found = {}

    def decide(name):
        if name not in found:
            found[name] = check(CLAIMS[name])
        return found[name]

    return decide


def agrees(text, value):
    """Whether a decimal is a number cut off after its last digit, or rounded there."""
    shown = Decimal(text)
    unit = Fraction(Decimal((0, (1,), shown.as_tuple().exponent)))
    return abs(Fraction(shown) - value) <= unit


def test_every_claim_stands_in_a_table_and_every_row_has_its_claim():
    assert ROWS.keys() == CLAIMS.keys()
    assert len(ROWS) >= 50


@pytest.mark.parametrize("name", CLAIMS)
def test_row(name, decided):
    _, said, exact, missed = ROWS[name]
    verdict = decided(name)
    finding = next(finding for finding in verdict.findings if finding.verdict == verdict.verdict)
    word = {"impossible": "invalid", "-": "sound", "nothing": "vacuous"}.get(missed, "violated")
    assert verdict.verdict == word
    if CLAIMS[name].query == "pld":
        assert "mass" in said
        assert "mass" in finding.reason or ("E[e^-" in said and "E[e^-" in finding.reason)
        return
    if finding.statement == "interval":
        assert said == "between {} and {}".format(*json.loads(finding.value))
        assert agrees(exact, Fraction(finding.exact["lower"]))
        return
    side, value = said.rsplit(" ", 1)
    assert side == {"upper": "at most", "lower": "at least", "estimate": "about"}[finding.statement]
    claimed = float(finding.value)
    assert repr(claimed) == value or (math.isnan(claimed) and value == "nan")
    if finding.exact["lower"] == "inf":
        assert exact == missed == "inf"
        return
    true = Fraction(finding.exact["lower"])
    assert agrees(exact, true)
    if word == "violated" and math.isinf(claimed):
        assert missed == "inf"
    elif word == "violated":
        assert agrees(missed, abs(Fraction(claimed) - true))


def test_rounded_inputs_are_marked():
    for name, claim in CLAIMS.items():
        assert ("rounded" in ROWS[name][0]) == (claim.content.get("input") == "rounded"), name


def test_certificates_are_those_of_the_claims(decided):
    assert len(CERTIFICATES) >= 10
    for name in CERTIFICATES:
        there = json.loads((FOLDER / name).read_bytes())["claim"]
        assert there in [json.loads(certificate.to_bytes())["claim"] for certificate in decided(name.removesuffix(".json")).certificates], name


def test_checker_verifies_them():
    checker = [sys.executable, "-I", "-S", str(ROOT / "certificates" / "check.py")]
    done = subprocess.run([*checker, *(str(FOLDER / name) for name in CERTIFICATES)], capture_output=True, timeout=120, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": verified: ") == len(CERTIFICATES)


def test_readme_lists_them():
    listed = re.findall(r"^\| `([a-z0-9-]+)` \|", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(f"{name}.json" for name in listed) == CERTIFICATES
