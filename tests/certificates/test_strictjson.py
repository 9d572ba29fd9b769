"""JSON is read as Python's own reader does, but for what is refused: numbers, a key twice, too large, too deep."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certificates.strictjson import parse
from exact import NotReadable, TooLarge

TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(['"', "\\", "[", "{", '\\"[', "]}", "é\n"])
VALUES = st.recursive(
    st.none() | st.booleans() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def depth(value):
    """How many brackets stand inside each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_every_value_without_numbers_is_read(value, indent, ascii_only):
    """At its own depth and size a text is read, below them it is too large; brackets inside texts do not count."""
    data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()
    assert parse(data, size=len(data), nesting=depth(value)) == value
    with pytest.raises(TooLarge, match=f"more than {len(data) - 1} bytes"):
        parse(data, size=len(data) - 1, nesting=100)
    if depth(value):
        with pytest.raises(TooLarge, match=f"nested deeper than {depth(value) - 1}$"):
            parse(data, size=len(data), nesting=depth(value) - 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1", "the JSON number 1; numbers are written as texts"),
        ('["a", -0.5]', "the JSON number -0.5;"),
        ('{"a": {"b": 1e400}}', "the JSON number 1e400;"),
        ("Infinity", "the JSON number Infinity;"),
        ("[-Infinity, NaN]", "the JSON number -Infinity;"),
        ("9" * 10_000, "the JSON number 999.*;"),
        ('{"a": {"b": "1", "c": "2", "b": "1"}}', "the key 'b' occurs twice in one object"),
        ('{"b": "1", "\\u0062": "1"}', "the key 'b' occurs twice in one object"),
        ('{"a": "1"} {"a": "1"}', "the file is not JSON: Extra data"),
        ("", "the file is not JSON"),
        ('["a', "the file is not JSON"),
        ("['a']", "the file is not JSON"),
        ('["a",]', "the file is not JSON"),
        ('"a\nb"', "the file is not JSON: Invalid control character"),
        ("\ufeff[]", "the file is not JSON"),
    ],
)
def test_what_is_refused(text, message):
    """NotReadable, with what and where."""
    with pytest.raises(NotReadable, match=message) as error:
        parse(text.encode(), size=1 << 20, nesting=9)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("data", [b"\xff", b'"\xc3"', "[]".encode("utf-16"), b'"\xed\xa0\x80"'])
def test_other_encodings_are_refused(data):
    """UTF-8 only, and strictly."""
    with pytest.raises(NotReadable, match="not UTF-8 text"):
        parse(data, size=99, nesting=9)


@pytest.mark.parametrize("data", [b"[" * 300_000, b'{"a":' * 200_000, b'"' + b"\\" * 300_000 + b'"' + b"[" * 300_000, b'"[' * 300_000])
def test_bombs_end_at_once(data):
    """Nesting is bounded before Python's reader sees it; a text without end is no nesting."""
    with pytest.raises((TooLarge, NotReadable)):
        parse(data, size=1 << 22, nesting=64)
