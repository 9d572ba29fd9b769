"""Certificates of A <= B by kernel: the checker verifies them, the cross-check sees what is wrong, knots turn into kernels and back."""

import copy
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certificates import claims
from certificates.claims import dominance
from certificates.claims.certificate import FILE_LIMIT
from certificates.conversion import NESTING_LIMIT, read, to_kernel, to_knots
from certificates.crosscheck import Contradiction, NotACertificate, crosscheck
from exact import NotADistribution, NotReadable, OutOfRange, Refuted, TooLarge, garbling, number, pld
from tests.certificates.checker_harness import CHECKER, sign, vectors, verdict
from tests.laws.strategies import KINDS, examples, pairs_of
from tests.laws.strategies import read as read_expression

PAIRS = {
    "rational": ("rr(log(2)) + approx(0, 1/4)", "2*rr(log(3)) + approx(0, 1/3)"),
    "powers of e": ("rr(2)", "7*rr(1)"),
    "incommensurable": ("3*rr(1/7)", "4*rr(1/5)"),
    "roots": ("rr(log(3)/2)", "2*rr(log(2)) + rr(1)"),
    "no monomial": ("rr(1) | approx(0, 1/4)", "2*rr(1) + approx(0, 1/2)"),
    "infinite": ("approx(1, 1/4)", "losses({1: 1/2, -1/2: 1/4}, 1/4) | approx(1, 1/3)"),
    "identity": ("identity()", "5*rr(1/10)"),
    "total leak": ("3*rr(1)", "total_leak()"),
    "equal": ("rr(1) + rr(2)", "rr(2) + rr(1)"),
    "subsampled": ("subsample(8*rr(1/10), 1/3)", "8*rr(1/10)"),
}
DOMINATED = [path for path in vectors("accept") if json.loads(path.read_bytes())["kind"] == "dominated"]
pairs = pytest.mark.parametrize(("a", "b"), PAIRS.values(), ids=PAIRS)


def by_kernel(a, b):
    """The certificate of two expressions."""
    return claims.dominated_by_kernel(pld(a), pld(b))


# --- made and verified


@pairs
def test_the_checker_verifies(tmp_path, checker, a, b):
    """Cross-checked, written, and verified by the checker as a module and as a program of its own."""
    certificate = by_kernel(a, b)
    claims.write(certificate, tmp_path / "c.json")
    assert verdict(checker, certificate.to_bytes()) == ("verified", "")
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), str(tmp_path / "c.json")], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "verified: A <= B" in done.stdout


@pytest.mark.parametrize("kind", KINDS)
@examples(12)
@given(data=st.data())
def test_the_checker_verifies_whatever_is_made(checker, kind, data):
    """Pairs of all kinds of masses: where A <= B the kernel is verified, below the sup it always is; else it is refused."""
    a, b = map(read_expression, data.draw(pairs_of(kind)))
    for x, y in ((a, b), (b, a), (a, a | b)):
        if x <= y:
            certificate = claims.dominated_by_kernel(x, y)
            assert verdict(checker, certificate.to_bytes()) == ("verified", "")
            crosscheck(certificate.content, ceiling_bits=4 * certificate.bits)
        else:
            with pytest.raises(Refuted, match="A <= B is false: h_A"):
                claims.dominated_by_kernel(x, y)


def test_what_is_written():
    """One row per atom of B, entries [index, number] without zeros, and version 2, which nothing else needs."""
    certificate = by_kernel("approx(log(2), 0)", "approx(log(2), 1/4)")
    assert certificate.content["version"] == "2"
    assert certificate.content["witness"] == {
        "method": "kernel",
        "rows": [[["0", "1/2"], ["1", "1/2"]], [["0", "1"]], [["0", "1/6"], ["1", "5/6"]], [["1", "1"]]],
    }
    assert claims.dominated(pld("rr(1)"), pld("rr(2)")).content["version"] == "1"
    a, b = pld("rr(2)"), pld("7*rr(1)")
    rows = claims.dominated_by_kernel(a, b).content["witness"]["rows"]
    assert [[i for i, _ in row] for row in rows] == [[str(i) for i, _ in row] for row in garbling(a, b).rows]


def test_a_file_that_no_checker_reads_is_not_made(monkeypatch):
    """Beyond the size of a file: TooLarge, and knots are advised."""
    size = len(by_kernel("rr(1)", "rr(2)").to_bytes())
    monkeypatch.setattr(dominance, "FILE_LIMIT", size)
    assert by_kernel("rr(1)", "rr(2)")
    monkeypatch.setattr(dominance, "FILE_LIMIT", size - 1)
    with pytest.raises(TooLarge, match=f"by kernel the certificate has {size} bytes, more than {size - 1}; by knots it is shorter"):
        by_kernel("rr(1)", "rr(2)")


# --- the cross-check


def crosschecked(content):
    return crosscheck(content, ceiling_bits=256)


def test_the_comparisons():
    """RR with ratio 2 from RR with ratio 3: four entries, two sums, two atoms under P and under Q."""
    report = crosschecked(by_kernel("rr(log(2))", "rr(log(3))").content)
    names = [check.name for check in report.checks]
    assert [check.interval for check in report.checks] == ["confirmed", "confirmed", "tie"] * 2 + ["tie"] * 4
    assert names[:3] == ["R31-kernel-entry, entry 0 of row 0", "R31-kernel-entry, entry 1 of row 0", "R32-kernel-sum, row 0"]
    assert names[6:] == [f"{rule}, atom {i} of A" for i in (0, 1) for rule in ("R33-kernel-p", "R34-kernel-q")]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[["0", "3/2"], ["1", "-1/2"]], [["1", "1"]]], "R31-kernel-entry, entry 1 of row 0"),
        ([[["0", "5/6"], ["1", "1/7"]], [["0", "1/6"], ["1", "5/6"]]], "R32-kernel-sum, row 0"),
        ([[["0", "1"]], [["1", "1"]]], "R33-kernel-p, atom 0"),
        ([[["0", "0"], ["1", "1"]], [["0", "1"]]], "R31-kernel-entry, entry 0 of row 0"),
    ],
)
def test_the_cross_check_contradicts(rows, message):
    """A negative entry, a zero, a wrong sum, a wrong image."""
    content = by_kernel("rr(log(2))", "rr(log(3))").content | {"witness": {"method": "kernel", "rows": rows}}
    with pytest.raises(Contradiction, match=message):
        crosschecked(content)


def test_only_q_is_wrong():
    """P spread as it should be, Q not: (1/2, 1/2) to itself over (3/4, 1/4) by swapping."""
    b = {"den": "4", "atoms": [["2", "1"], ["2", "3"]]}
    content = {"kind": "dominated", "claim": {"A": b, "B": b}}
    content["witness"] = {"method": "kernel", "rows": [[["1", "1"]], [["0", "1"]]]}
    with pytest.raises(Contradiction, match="R34-kernel-q, atom 0"):
        crosschecked(content)


def test_a_tiny_error_is_seen():
    """An entry and its neighbour moved by 10^-40: the sum of the row is right, the image is not."""
    certificate = by_kernel("rr(1/3)", "rr(1/2)")
    content = copy.deepcopy(certificate.content)
    for (_, entry), step in zip(content["witness"]["rows"][0], ("1e-40", "-1e-40"), strict=True):
        moved = number(step)
        num = {json.dumps(e): c for c, e in entry["num"]}
        for c, e in entry["den"]:
            key = json.dumps(e)
            num[key] = str(number(num.get(key, "0")) + moved * number(c))
        entry["num"] = sorted(([c, json.loads(e)] for e, c in num.items()), key=lambda term: number(term[1]))
    with pytest.raises(Contradiction, match="R33-kernel-p"):
        crosschecked(content)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[["0", "1"]]], "the kernel has 1 rows, and B has 2 atoms"),
        ([[["2", "1"]], [["0", "1"]]], "the indices of row 0 do not increase from 0 to 1"),
        ([[["0", "1"]], [["1", "1/2"], ["0", "1/2"]]], "the indices of row 1 do not increase"),
        ([[["0"]], [["0", "1"]]], "not a certificate of FORMAT.md"),
        (None, "not a certificate of FORMAT.md"),
    ],
)
def test_the_cross_check_needs_the_shape(rows, message):
    """Rows for the atoms of B, indices of atoms of A."""
    content = by_kernel("rr(log(2))", "rr(log(3))").content | {"witness": {"method": "kernel", "rows": rows}}
    with pytest.raises(NotACertificate, match=message):
        crosschecked(content)


# --- knots into kernels and back


@pairs
def test_there_and_back(checker, a, b):
    """The claim stays as it is spelled, and both certificates are verified."""
    knots = claims.dominated(pld(a), pld(b))
    kernel = to_kernel(knots.to_bytes())
    back = to_knots(kernel.to_bytes())
    assert kernel.content["claim"] == knots.content["claim"]
    assert back.content == {**knots.content, "meta": back.content["meta"]}
    for certificate in (knots, kernel, back):
        assert verdict(checker, certificate.to_bytes()) == ("verified", "")


@pytest.mark.parametrize("path", DOMINATED, ids=lambda path: path.stem)
def test_accepted_vectors_are_converted(checker, path):
    """Files that were not made here: both forms are made of each, of the same claim, and verified."""
    data = path.read_bytes()
    for convert in (to_kernel, to_knots):
        certificate = convert(data)
        assert certificate.content["claim"] == json.loads(data)["claim"]
        assert verdict(checker, certificate.to_bytes()) == ("verified", "")


def test_another_spelling_of_a_pld_is_kept(checker):
    """Masses over a denominator that is not the least, and a part that is repeated 0 times."""
    rr_2 = {"den": "6", "atoms": [["4", "2"], ["2", "4"]]}
    b = {"compose": [["2", rr_2], ["0", rr_2]]}
    file = {"format": "exactpld-certificate", "version": "1", "kind": "dominated", "claim": {"A": rr_2, "B": b}}
    kernel = to_kernel(sign(file | {"witness": {"method": "knots"}, "meta": {}}))
    assert kernel.content["claim"] == {"A": rr_2, "B": b}
    assert verdict(checker, kernel.to_bytes()) == ("verified", "")


def test_a_false_claim_is_not_converted():
    """Nothing of the witness is believed."""
    good = json.loads(by_kernel("rr(1)", "rr(2)").to_bytes())
    claim = {"A": good["claim"]["B"], "B": good["claim"]["A"]}
    with pytest.raises(Refuted, match="A <= B is false"):
        to_knots(sign(good | {"claim": claim}))


RR_2 = {"den": "3", "atoms": [["2", "1"], ["1", "2"]]}
GOOD = {
    "format": "exactpld-certificate", "version": "1", "kind": "dominated", "claim": {"A": RR_2, "B": RR_2},
    "witness": {"method": "knots"}, "meta": {},
}


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        (b"\xff", NotReadable, "not UTF-8"),
        (b"{", NotReadable, "not JSON"),
        (sign(GOOD) + b"x", NotReadable, "not JSON"),
        (b"[]", NotReadable, "the file must be an object with the keys format, version"),
        (b'{"a": 1}', NotReadable, "the JSON number 1"),
        (b'{"a": NaN}', NotReadable, "the JSON number NaN"),
        (b'{"a": "1", "a": "1"}', NotReadable, "the key 'a' occurs twice"),
        (b"[" * (NESTING_LIMIT + 1), TooLarge, "nested deeper than 64"),
        (b" " * (FILE_LIMIT + 1), TooLarge, "more than 4194304 bytes"),
        (sign(GOOD | {"version": "6"}), NotReadable, "the version 1 or 2 or 3 or 4 or 5"),
        (sign(GOOD | {"format": ["x"]}), NotReadable, "the format"),
        (sign(GOOD | {"more": "x"}), NotReadable, "the keys format"),
        (sign(GOOD).replace(b'"2"', b'"3"', 1), NotReadable, "the digests are not those of the content"),
        (sign(GOOD | {"kind": "equal"}), OutOfRange, "only a certificate of the kind dominated .* this one is equal"),
        (sign(GOOD | {"claim": {"A": RR_2}}), NotReadable, "claim must be an object with the keys A, B"),
        (sign(GOOD | {"claim": {"A": RR_2, "B": {**RR_2, "den": "4"}}}), NotADistribution, "claim.B: the masses under P add up to 3/4"),
        (sign(GOOD | {"claim": {"A": {**RR_2, "den": "6/2"}, "B": RR_2}}), NotReadable, "claim.A.den must be in lowest terms"),
        (sign(GOOD | {"claim": {"A": RR_2, "B": {**RR_2, "atoms": RR_2["atoms"][::-1]}}}), NotReadable, "strictly decreasing"),
    ],
)
def test_what_is_not_converted(data, error, message):
    """Every other file is refused, with the reason and the place."""
    for convert in (to_kernel, to_knots):
        with pytest.raises(error, match=message):
            convert(data)


def test_the_good_file_is_good():
    """What the cases above are changes of is read."""
    assert read(sign(GOOD))["kind"] == "dominated"
    assert to_kernel(sign(GOOD)).content["witness"]["rows"] == [[["0", "1"]], [["1", "1"]]]


# --- the command line


def test_compare_by_kernel(call, tmp_path, checker):
    """`--method kernel` writes a kernel; without --kind dominated it is refused; a false claim gives status 1."""
    status, out, err = call("compare", "rr(1)", "2*rr(1)", "--kind", "dominated", "--method", "kernel", "-o", "c.json")
    assert (status, err) == (0, "")
    assert "Certificate (dominated) written to c.json" in out
    data = (tmp_path / "c.json").read_bytes()
    assert json.loads(data)["witness"]["method"] == "kernel"
    assert verdict(checker, data) == ("verified", "")
    for words in ((), ("--kind", "equal")):
        status, _, err = call("compare", "rr(1)", "rr(1)", *words, "--method", "kernel")
        assert status == 2
        assert "give --kind dominated with it" in err
    status, _, err = call("compare", "2*rr(1)", "rr(1)", "--kind", "dominated", "--method", "kernel", "-o", "d.json")
    assert status == 1
    assert "the claim wanted, dominated (A <= B), is false" in err
    assert not (tmp_path / "d.json").exists()


def test_convert(call, tmp_path, checker):
    """There and back by the verb, in words and as JSON."""
    assert call("compare", "rr(1)", "rr(2)", "-o", "knots.json")[0] == 0
    status, out, err = call("convert", "knots.json", "--method", "kernel", "-o", "kernel.json")
    assert (status, err) == (0, "")
    assert out == "Certificate (dominated) written to kernel.json\nIt states what knots.json states, and shows it by kernel.\n"
    status, out, err = call("convert", "kernel.json", "--method", "knots", "-o", "back.json", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == {"method": "knots", "certificate": "back.json", "kind": "dominated"}
    for name, method in (("knots", "knots"), ("kernel", "kernel"), ("back", "knots")):
        data = (tmp_path / f"{name}.json").read_bytes()
        assert json.loads(data)["witness"]["method"] == method
        assert verdict(checker, data) == ("verified", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("knots.json", "--method", "kernel"), "convert needs -o FILE"),
        (("knots.json", "-o", "x.json"), "Missing option '--method'"),
        (("nothing.json", "--method", "kernel", "-o", "x.json"), "cannot read nothing.json"),
        (("knots.json", "--method", "kernel", "-o", "knots.json"), "would replace knots.json, the file that it is made from"),
        (("other.json", "--method", "kernel", "-o", "x.json"), "other.json: only a certificate of the kind dominated"),
        (("text.json", "--method", "kernel", "-o", "x.json"), "text.json: the file is not JSON"),
    ],
)
def test_convert_refuses(call, tmp_path, words, message):
    """Bad input is one sentence and status 2, and no file."""
    (tmp_path / "knots.json").write_bytes(sign(GOOD))
    (tmp_path / "other.json").write_bytes(sign(GOOD | {"kind": "equal", "witness": {}}))
    (tmp_path / "text.json").write_text("no", encoding="utf-8")
    status, out, err = call("convert", *words)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert (tmp_path / "knots.json").read_bytes() == sign(GOOD)
    assert not (tmp_path / "x.json").exists()


def test_an_edited_claim_is_rejected_by_convert(call, tmp_path):
    """Status 1 with the rule, as of check and draw; what the checker calls malformed is bad input."""
    edited = json.loads(sign(GOOD))
    edited["claim"]["A"] = {"den": "1", "atoms": [["1", "1"]]}
    (tmp_path / "edited.json").write_text(json.dumps(edited))
    status, out, err = call("convert", "edited.json", "--method", "kernel", "-o", "x.json")
    assert (status, out) == (1, "")
    assert "edited.json: the checker rejects this certificate, so it is not converted: R08-claim-digest, " in err
    del edited["digest"]
    (tmp_path / "edited.json").write_text(json.dumps(edited))
    status, _, err = call("convert", "edited.json", "--method", "kernel", "-o", "x.json")
    assert status == 2
    assert "edited.json: the file must be an object with the keys" in err
    assert not (tmp_path / "x.json").exists()


def test_a_false_claim_is_refuted_by_convert(call, tmp_path):
    """Status 1, as for every claim that turns out to be false."""
    identity = {"den": "1", "atoms": [["1", "1"]]}
    (tmp_path / "false.json").write_bytes(sign(GOOD | {"claim": {"A": RR_2, "B": identity}}))
    status, _, err = call("convert", "false.json", "--method", "kernel", "-o", "x.json")
    assert status == 1
    assert "false.json: A <= B is false" in err
