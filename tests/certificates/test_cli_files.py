"""Files that the command line writes: what is replaced and said so, what is kept; folders, verbs and integers that are mistyped."""

import json

import pytest

from certificates.claims.certificate import check_replaceable
from exact.errors import OutOfRange
from tests.certificates.test_cli import FREE, MINIMAL, one_sentence

MAKERS = {
    "delta": ("delta", "rr(1)", "--eps", "1"),
    "compare": ("compare", "rr(1)", "rr(2)"),
    "filter": ("filter", str(MINIMAL)),
    "chain": ("chain", str(FREE)),
    "sandwich": ("sandwich", "rr(1)", "--grid", "0", "inf"),
    "save": ("save", "rr(1)"),
}
KEPT = "c.json is there, is neither a certificate nor a saved PLD, and is not replaced: give another name, or move it away"
STRANGERS = ("notes", "  notes", '{"format": "geojson"}', '["exactpld-pld"]', '"exactpld-certificate"', "{" + " " * 200 + '"exactpld-pld"}')


@pytest.mark.parametrize("verb", MAKERS)
def test_a_file_that_was_named_is_replaced(call, tmp_path, verb):
    """Whatever it holds, and it is said."""
    status, first, err = call(*MAKERS[verb], "-o", "c.json")
    assert (status, err, "(replaced)" in first) == (0, "", False)
    status, again, err = call(*MAKERS[verb], "-o", "c.json")
    assert (status, err) == (0, "")
    assert again.replace("c.json (replaced)", "c.json") == first != again
    for other in MAKERS.values():
        assert call(*other, "-o", "c.json")[0] == 0
        assert "c.json (replaced)" in call(*MAKERS[verb], "-o", "c.json")[1]
    (tmp_path / "c.json").write_text("")
    assert "c.json (replaced)" in call(*MAKERS[verb], "-o", "c.json")[1]
    (tmp_path / "c.json").write_text("notes")
    assert "c.json (replaced)" in call(*MAKERS[verb], "-o", "c.json")[1]


@pytest.mark.parametrize("content", STRANGERS)
def test_files_that_nobody_named_replace_only_ours(tmp_path, content):
    """A certificate or a saved PLD of any kind, and an empty file; anything else stays."""
    (tmp_path / "c.json").write_text(content)
    with pytest.raises(OutOfRange, match=KEPT):
        check_replaceable(tmp_path / "c.json")
    for ours in ("", " \n", '{"format": "exactpld-pld"}', ' {"format":"exactpld-certificate"}'):
        (tmp_path / "c.json").write_text(ours)
        check_replaceable(tmp_path / "c.json")


def test_json_says_what_was_written_as_before(call):
    for _ in range(2):
        fields = json.loads(call("delta", "rr(1)", "--eps", "1", "-o", "c.json", "--json")[1])
        assert (fields["certificate"], fields["kind"], "note" in fields) == ("c.json", "delta", False)


def test_a_link_to_notes(tmp_path):
    """What counts is the file that would be replaced; a certificate spelled on one line is ours."""
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "c.json").symlink_to("notes.txt")
    with pytest.raises(OutOfRange, match="is not replaced"):
        check_replaceable(tmp_path / "c.json")
    (tmp_path / "notes.txt").write_text(' \n{"format":"exactpld-pld"}')
    check_replaceable(tmp_path / "c.json")
    check_replaceable(tmp_path / "new.json")


def test_pictures_and_tables_are_replaced_and_said_so(call):
    for words in (("draw", "rr(1)", "-o", "a.svg"), ("hasse", "rr(1)", "rr(2)", "-o", "a.svg"), ("profile", "rr(1)", "--csv", "a.csv")):
        call(*words)
        status, out, err = call(*words)
        assert (status, err) == (0, "")
        assert out.endswith(f"written to {words[-1]} (replaced)\n")


def test_the_demo_keeps_what_is_not_its_own(call, tmp_path):
    (tmp_path / "mine.toml").write_text("a = 1")
    assert call("demo", "--dir", "mine.toml")[::2] == (2, "exactpld: mine.toml is a file where a folder is wanted\n")
    assert call("demo", "--dir", "mine.toml/x")[::2] == (2, "exactpld: cannot make mine.toml/x: mine.toml is a file where a folder is wanted\n")
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "certificate.json").write_text("notes")
    status, out, err = call("demo", "--dir", "demo")
    assert (status, out) == (2, "")
    assert "demo/certificate.json is there" in one_sentence(err)


@pytest.mark.parametrize(("word", "meant"), [("dlta", "delta"), ("Compare", "compare"), ("filtr", "filter")])
def test_a_verb_that_was_meant(call, word, meant):
    status, _, err = call(word)
    assert status == 2
    assert f"unknown verb '{word}'; known are audit, chain, check, " in one_sentence(err)
    assert f"; did you mean {meant}? (see" in err


def test_a_verb_like_no_other(call):
    assert "did you mean" not in call("xyzzy")[2]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("search", "s.toml", "--jobs", "2.5"), "'--jobs': an integer from 1 to 1024 is wanted, in digits, not '2.5'"),
        (("search", "s.toml", "--best", "0"), "'--best': an integer from 1 to 10000 is wanted, in digits, not '0'"),
        (("check", "c.json", "--steps", "1e9"), "'--steps': an integer of at least 0 is wanted, in digits, not '1e9'"),
        (("filter", "p.toml", "--simulate", "9" * 5000), "'--simulate': an integer of at least 1 is wanted, in digits, not '" + "9" * 40 + "...'"),
    ],
)
def test_integers(call, words, wanted):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert wanted in one_sentence(err)


def test_a_file_that_cannot_be_read_is_malformed(checker, tmp_path):
    """In words, not as Python spells the error."""
    for name, why in (("nosuch.json", "No such file or directory"), (".", "Is a directory")):
        assert checker.check_file(str(tmp_path / name), 1000) == {"status": "malformed", "reason": f"cannot be read: {why}"}
