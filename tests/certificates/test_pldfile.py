"""Files of PLDs: there and back, in the words of the certificate format, and what the reader does with files from strangers."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given

from certificates import check as checker
from certificates import claims, pldfile
from certificates.claims import encoding
from exact import NotADistribution, NotReadable, OutOfRange, TooLarge, pld, rr, table, total_leak
from tests.laws.strategies import ANY, SMALL, examples, read

# --- there and back


@given(ANY)
@examples(80)
def test_there_and_back(text):
    """What is loaded equals what was saved, and is saved as the same bytes."""
    a = read(text)
    data = pldfile.to_bytes(a)
    again = pldfile.from_bytes(data)
    assert again == a
    assert hash(again) == hash(a)
    assert pldfile.from_bytes(pldfile.to_bytes(again)) == a
    data.decode("ascii")


@pytest.mark.parametrize("text", ["rr(1)", "3*rr(log(2)) + approx(0, 1e-6)", "rr(1) | approx(0, 1/4)", "dual(subsample(rr(log(3)/2), 1/3))"])
def test_save_and_load(tmp_path, text):
    """Through a file; the checker, which reads the same words by itself, verifies that both are one PLD."""
    a = pld(text)
    file = tmp_path / "a.json"
    pldfile.save(a, file)
    b = pldfile.load(str(file))
    assert a == b
    written = json.loads(file.read_bytes())
    assert list(written) == ["format", "version", "pld"]
    assert written["pld"] == encoding.pld(a)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]
    certificate = claims.equal(a, b)
    assert certificate.content["claim"]["A"] == written["pld"]
    assert checker.verify(certificate.to_bytes())


def test_rational_masses_by_hand():
    """The masses of a rational file are quotients of integers that anybody can read."""
    a = table([("1/2", "1/4"), ("1/2", "3/4")])
    content = json.loads(pldfile.to_bytes(a))["pld"]
    masses = [(Fraction(p) / Fraction(content["den"]), Fraction(q) / Fraction(content["den"])) for p, q in content["atoms"]]
    assert masses == [(Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 2), Fraction(3, 4))]
    by_hand = b'{"version":"1","pld":{"atoms":[["2/3","1/3"],["1/3","2/3"]],"den":"1"},"format":"exactpld-pld"}'
    assert pldfile.from_bytes(by_hand) == rr("log(2)")


def test_a_long_composition_stays_small():
    """It is saved and loaded by its parts, without being multiplied out; unlike parts are merged again only as a value."""
    a = 10_000 * rr("1/2") + 7 * rr("1/3")
    data = pldfile.to_bytes(a)
    assert len(data) < 500
    assert [k for _, k in pldfile.from_bytes(data).factors] == [10_000, 7]


def test_parts_beyond_those_of_a_file():
    """More than 64 different parts are multiplied out first."""
    first, *rest = (table([(f"1/{i}", 0), (f"{i - 1}/{i}", 1)]) for i in range(2, 70))
    a = first.compose(*rest)
    assert len(a.factors) == 68
    assert "compose" not in json.loads(pldfile.to_bytes(a))["pld"]
    assert pldfile.from_bytes(pldfile.to_bytes(a)) == a


def test_too_large_for_a_file(tmp_path):
    """Nothing is written that could not be loaded."""
    a = table([(f"{i}/200030001", f"{20002 - i}/200030001") for i in range(1, 20002)])
    assert len(a.atoms) == 20_001
    with pytest.raises(TooLarge, match="20001 atoms is too large for a file"):
        pldfile.save(a, tmp_path / "a.json")
    tiny = Fraction(1, 7**30_000)
    with pytest.raises(TooLarge, match="hexadecimal digits"):
        pldfile.save(table([(tiny, 1), (1 - tiny, 0)]), tmp_path / "a.json")
    assert not list(tmp_path.iterdir())


def test_where_nothing_is_written(tmp_path):
    """As everywhere: no folder, a directory, a device; an existing file stays as it was when saving fails."""
    for path, message in ((tmp_path / "no" / "a.json", "no folder"), (tmp_path, "directory"), ("/dev/null", "nothing is written below /dev")):
        with pytest.raises(OutOfRange, match=message):
            pldfile.save(rr(1), path)
    with pytest.raises(TypeError, match="a PLD is wanted, not str"):
        pldfile.save("rr(1)", tmp_path / "a.json")


# --- files from strangers


def content(**changes):
    """The bytes of a good file with changes to its keys (None removes one)."""
    good = {"format": "exactpld-pld", "version": "1", "pld": {"den": "3", "atoms": [["2", "1"], ["1", "2"]]}}
    return json.dumps({key: value for key, value in (good | changes).items() if value is not None}).encode()


def plain(den, *atoms):
    return content(pld={"den": den, "atoms": [list(atom) for atom in atoms]})


E = [["1", "1"]]
SQRT = [["1", ["0", [["2", "1/2"]]]]]


def with_sum(value):
    """A file whose first mass is this sum."""
    return plain("3", (value, "1"), ("1", "2"))


def with_exponent(value):
    return with_sum([["1", value]])


BAD = [
    (b"", NotReadable, "not JSON"),
    (b"\xff\xfe", NotReadable, "not UTF-8"),
    (b"\xef\xbb\xbf" + content(), NotReadable, "not JSON"),
    (b"[]", NotReadable, 'an object with "format": "exactpld-pld"'),
    (b'"exactpld-pld"', NotReadable, "no PLD file"),
    (content()[:-1], NotReadable, "not JSON"),
    (content() + b"{}", NotReadable, "Extra data"),
    (content() + b"\x00", NotReadable, "Extra data"),
    (content(format=None), NotReadable, "no PLD file"),
    (content(format="exactpld-certificate"), NotReadable, "no PLD file"),
    (content(format=["exactpld-pld"]), NotReadable, "no PLD file"),
    (content(version="2"), NotReadable, 'not "1"'),
    (content(version=None), NotReadable, 'not "1"'),
    (content(note="mine"), NotReadable, "unknown key 'note'"),
    (content(pld=None), NotReadable, "the key 'pld' is missing"),
    (content().replace(b'"format"', b'"version": "1", "format"'), NotReadable, "the key 'version' occurs twice"),
    (content().replace(b'"den"', b'"den": "3", "den"'), NotReadable, "the key 'den' occurs twice"),
    (content().replace(b'"3"', b"3"), NotReadable, "the JSON number 3"),
    (content().replace(b'"3"', b"3.0"), NotReadable, "the JSON number 3.0"),
    (content().replace(b'"3"', b"1e400"), NotReadable, "the JSON number 1e400"),
    (content().replace(b'"3"', b"NaN"), NotReadable, "the JSON number NaN"),
    (content().replace(b'"3"', b"null"), NotReadable, "pld.den must be a list, not null"),
    (content().replace(b'"3"', b"true"), NotReadable, "not true or false"),
    (content(pld="rr(1)"), NotReadable, "pld must be an object"),
    (content(pld=[]), NotReadable, "pld must be an object"),
    (content(pld={"den": "1"}), NotReadable, "pld lacks the key 'atoms'"),
    (content(pld={"den": "1", "atoms": [], "x": "1"}), NotReadable, "pld has the unknown key 'x'"),
    (content(pld={"compose": [], "den": "1"}), NotReadable, "pld has the unknown key 'den'"),
    (content(pld={"compose": []}), NotReadable, "pld.compose is empty"),
    (content(pld={"compose": ["1"]}), NotReadable, "pld.compose[0] must be a list of two"),
    (content(pld={"compose": [["1", {"compose": []}]]}), NotReadable, "pld.compose[0][1] lacks the key 'den'"),
    (content(pld={"compose": [["01", {}]]}), NotReadable, "must be a count"),
    (content(pld={"compose": [["-1", {}]]}), NotReadable, "must be a count"),
    (content(pld={"compose": [["10001", {}]]}), TooLarge, "pld.compose[0][0] is 10001, more than 10000"),
    (content(pld={"compose": [["1", {}]] * 65}), TooLarge, "65 items, more than 64"),
    (content(pld={"den": "1", "atoms": {}}), NotReadable, "pld.atoms must be a list, not an object"),
    (plain("1", ("1",)), NotReadable, "pld.atoms[0] must be a list of two items"),
    (plain("1", ("1", "1", "1")), NotReadable, "pld.atoms[0] must be a list of two items"),
    (plain("1"), NotADistribution, "add up to 0, not to 1"),
    (plain("0"), NotADistribution, "pld.den must be positive"),
    (plain("-1", ("-1", "-1")), NotADistribution, "pld.den must be positive"),
    (plain("1", ("1", "1"), ("0", "0")), NotADistribution, "pld.atoms[1] has no mass"),
    (plain("1", ("2", "1"), ("-1", "0")), NotADistribution, "negative"),
    (plain("1", ("1", "1/2")), NotADistribution, "under Q add up to 1/2"),
    (plain("3", ("2", "1"), ("2", "2")), NotADistribution, "under P add up to 4/3"),
    (plain("1", ("0.5", "0.5"), ("0.5", "0.5")), NotReadable, "pld.atoms[0][0] must be a rational number as a text, in its one spelling, not '0.5'"),
    (plain("3", ("1", "2"), ("2", "1")), NotReadable, "strictly decreasing ratios"),
    (plain("2", ("1", "1"), ("1", "1")), NotReadable, "strictly decreasing ratios"),
    (plain("2", ("0", "1"), ("2", "1")), NotReadable, "strictly decreasing ratios"),
    (plain("3", ("+2", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("02", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("2 ", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("٢", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("-0", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("2/1", "1"), ("1", "2")), NotReadable, "lowest terms"),
    (plain("3", ("4/2", "1"), ("1", "2")), NotReadable, "lowest terms"),
    (plain("3", ("2/0", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("0x2", "1"), ("1", "2")), NotReadable, "in decimal below 10^60"),
    (plain("3", ("0X2", "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("1" * 61, "1"), ("1", "2")), NotReadable, "one spelling"),
    (plain("3", ("0x1" + "0" * 16_384, "1"), ("1", "2")), TooLarge, "more than 16384 hexadecimal digits"),
    (plain("3", ("0x1" + "0" * 100_000, "1"), ("1", "2")), TooLarge, "more than 16384 hexadecimal digits"),
    (with_sum([]), NotReadable, "a rational number, which must be written as a text"),
    (with_sum([["2", "0"]]), NotReadable, "a rational number, which must be written as a text"),
    (with_sum([["0", "1"]]), NotReadable, "has the coefficient 0"),
    (with_sum([["1", "1"], ["1", "1/2"]]), NotReadable, "must strictly increase"),
    (with_sum([["1", "1"], ["1", "1"]]), NotReadable, "must strictly increase"),
    (with_sum([["1", "1", "1"]]), NotReadable, "[0] must be a list of two items"),
    (with_sum({"num": "1", "den": E}), NotReadable, "must be a list, not an object"),
    (with_sum([["1", str(i)] for i in range(1, 4098)]), TooLarge, "4097 items, more than 4096"),
    (with_exponent(["0", []]), NotReadable, "is empty"),
    (with_exponent(["0", [["4", "1/2"]]]), NotReadable, "pld.atoms[0][0][0][1][1][0][0] must be a prime, and 4 is none"),
    (with_exponent(["0", [["1", "1/2"]]]), NotReadable, "must be a prime"),
    (with_exponent(["0", [["-2", "1/2"]]]), NotReadable, "must be a prime"),
    (with_exponent(["0", [["561", "1/2"]]]), NotReadable, "must be a prime, and 561"),
    (with_exponent(["0", [["3825123056546413051", "1/2"]]]), NotReadable, "must be a prime"),  # a strong pseudoprime to nine bases
    (with_exponent(["0", [["18446744073709551629", "1/2"]]]), TooLarge, "primes from 2^64 on"),
    (with_exponent(["0", [["3", "1/2"], ["2", "1/2"]]]), NotReadable, "increasing integers"),
    (with_exponent(["0", [["2", "1/3"], ["2", "1/2"]]]), NotReadable, "increasing integers"),
    (with_exponent(["0", [["3/2", "1/2"]]]), NotReadable, "increasing integers"),
    (with_exponent(["0", [["2", "1"]]]), NotReadable, "strictly between 0 and 1"),
    (with_exponent(["0", [["2", "-1/2"]]]), NotReadable, "strictly between 0 and 1"),
    (with_exponent(["0", [[str(p), "1/2"] for p in range(2, 19)]]), TooLarge, "17 items, more than 16"),
    (with_exponent("10001"), TooLarge, "at most 10000"),
    (with_exponent("1/" + hex(1 << 256)), TooLarge, "parts below 2^256"),
    (with_sum([["1", f"1/{hex((1 << 250) + 2 * i + 1)}"] for i in range(400, 0, -1)]), TooLarge, "common denominator of the exponents"),
    (content().replace(b"{", b"[" * 17 + b"{", 1), TooLarge, "nested deeper than 16"),
    (b"[" * 1_000_000, TooLarge, "nested deeper than 16"),
    (b'{"a":' * 800_000, TooLarge, "nested deeper than 16"),
    (b'"' + b'\\"' * 2_000_000, NotReadable, "not JSON"),
    (b" " * ((4 << 20) + 1), TooLarge, "more than 4194304 bytes"),
]


@pytest.mark.parametrize(("data", "error", "message"), BAD, ids=[f"{i}-{message[:24]}" for i, (_, _, message) in enumerate(BAD)])
def test_what_is_no_pld_file(data, error, message):
    """Refused by the right rule, with the place."""
    with pytest.raises(error, match=re.escape(message)):
        pldfile.from_bytes(data)


def test_the_errors_of_a_file_name_it(tmp_path):
    """The file comes first; one that is not there is not readable."""
    file = tmp_path / "a.json"
    file.write_bytes(content(version="7"))
    with pytest.raises(NotReadable, match=re.escape(f"{file}: the version of the file is not")):
        pldfile.load(file)
    with pytest.raises(NotReadable, match=r"cannot read .*nowhere\.json: No such file"):
        pldfile.load(tmp_path / "nowhere.json")
    with pytest.raises(NotReadable, match=r"cannot read .*: Is a directory"):
        pldfile.load(tmp_path)
    with pytest.raises(NotReadable, match="null"):
        pldfile.load("a\0b")


def test_good_files():
    """White space and order of keys are free; a prime may be large; infinite masses stand at the ends."""
    assert pldfile.from_bytes(content()) == rr("log(2)")
    assert pldfile.from_bytes(json.dumps(json.loads(content()), indent=3).encode()) == rr("log(2)")
    assert pldfile.from_bytes(plain("1", ("1", "0"), ("0", "1"))) == total_leak()
    prime = "18446744073709551557"
    root = [["1", ["0", [[prime, "1/2"]]]]]
    den = [["1", "0"], root[0]]
    assert pldfile.from_bytes(plain(den, (root, "1"), ("1", root))) == rr(f"log({prime})/2")


BOMBS = [
    (plain("1", *((f"1/{(1 << 198) + i}", "1") for i in range(15_000))), "common denominator of the coefficients"),
    (plain("1", *([[[c, str(i)] for i, c in enumerate("1" * 1_100)]] * 2 for _ in range(4))), "too many terms"),
    (plain("1", (E, [["1", ["0", [[str(p), "1/2"]]]] for p in range(3, 4_000, 2)])), "prime"),
]


@pytest.mark.parametrize(("data", "message"), BOMBS, ids=[message for _, message in BOMBS])
def test_bombs(data, message):
    """Small files that ask for much work are refused before it."""
    with pytest.raises((TooLarge, NotReadable), match=message):
        pldfile.from_bytes(data)


@given(SMALL)
@examples(40)
def test_damage_is_noticed(text):
    """A digit that is changed makes another PLD, or none; never the same one silently."""
    a = read(text)
    data = pldfile.to_bytes(a)
    start = data.index(b'"pld":')
    for position in [i for i in range(start, len(data)) if data[i : i + 1].isdigit()][:12]:
        digit = b"1" if data[position : position + 1] != b"1" else b"2"
        changed = data[:position] + digit + data[position + 1 :]
        try:
            found = pldfile.from_bytes(changed)
        except (NotReadable, NotADistribution):
            continue
        assert found != a
