"""Edits of the tree of a JSON file, and of its bytes, for the fuzzer: what no honest writer writes.

A tree is made of str, list, `Raw` (written as it is) and `Object` (a list of pairs, so that a key may occur twice).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Tree = Any


class Raw(str):
    """Bytes that stand in the file as they are."""

    __slots__ = ()


class Object(list[Any]):
    """The pairs of a JSON object."""

    __slots__ = ()


def parse(data: bytes) -> Tree:
    """Return the tree of a file, or raise ValueError or RecursionError."""
    number = Raw
    hooks: Any = {"parse_int": number, "parse_float": number, "parse_constant": number}
    value = json.loads(data.decode("utf-8"), object_pairs_hook=Object, **hooks)
    return marked(value)


def marked(value: Any) -> Tree:
    """Return the tree with null, true and false as Raw."""
    if isinstance(value, Object):
        return Object([[key, marked(part)] for key, part in value])
    if isinstance(value, list):
        return [marked(part) for part in value]
    return value if isinstance(value, str) else Raw(json.dumps(value))


def copied(tree: Tree) -> Tree:
    """Return a copy; texts are shared."""
    if isinstance(tree, Object):
        return Object([[key, copied(part)] for key, part in tree])
    return [copied(part) for part in tree] if isinstance(tree, list) else tree


def written(tree: Tree) -> str:
    """Return the text of a tree, or raise RecursionError."""
    if isinstance(tree, Raw):
        return str(tree)
    if isinstance(tree, Object):
        return "{" + ",".join(f"{written(key)}:{written(part)}" for key, part in tree) + "}"
    if isinstance(tree, list):
        return "[" + ",".join(map(written, tree)) + "]"
    return json.dumps(tree)


def spots(tree: Tree) -> Iterator[tuple[Any, int]]:
    """Yield (list or pair, index) for every part below the root."""
    for i, part in enumerate(tree):
        if isinstance(tree, Object):
            yield part, 1
            part = part[1]  # noqa: PLW2901
        else:
            yield tree, i
        if isinstance(part, list):
            yield from spots(part)


NUMBERS = [
    *("+1", " 1", "1 ", "1\n", "\t1", "01", "00", "-0", "+0", "1.0", "1.", ".5", "1e3", "1E3", "1_000", "1,0", "--1", ""),
    *("0x1", "0X1", "0xff", "0b1", "0o7", "0x", "-0x0", "0x0", "x", "nan", "NaN", "inf", "-inf", "Infinity", "infinity"),
    *("1/1", "2/4", "1/0", "0/1", "0/0", "1/-2", "-1/-2", "1//2", "1/2/3", "/2", "1/", "1 / 2", "1/02", "1/0x2", "-1/2"),
    *("\u0661", "\uff11", "\u00b2", "\u00bd", "\u2212" + "1", "1\u2044" + "2", "\U0001d7cf", "1\u200b", "1\x00", "\x00"),
    *("0", "1", "2", "3", "-1", "1/2", "3/2", "1/3", "2/3", "10000", "-10000", "10001", "9" * 9, "9" * 10, "16", "17", "64"),
    *("9" * 60, "1" + "0" * 60, "9" * 61, hex(10**60), hex(10**60 - 1), hex(-(10**60)), hex(10**60).upper(), "0x" + "f" * 50),
    *("0x" + "f" * 16_384, "0x" + "f" * 16_385, "-0x" + "f" * 16_384, "1/0x" + "f" * 16_384, "9" * 5_000, "1/" + "9" * 5_000),
    *(f"1/{hex(2**256 - 1)}", f"1/{hex(2**256)}", f"{hex(2**256 - 1)}/{hex(2**255 - 19)}", "99999999/10000", "10000000/1001"),
    *("4", "9", "561", "2047", "3215031751", "18446744073709551557", "18446744073709551615", "18446744073709551629"),
    *("3825123056546413051", "318665857834031151167461", "4294967297", "2147483647", "65537", "1000003"),
    *("1p0", "3p-2", "-1p5", "2p0", "0p0", "1p-1074", "1p1200", "1p1201", "1p-9999", "01p0", "1p+1", "9" * 20 + "p-67", "9" * 21 + "p-70"),
]
TEXTS = ["\ud800", "\udfff\ud800", "\U0001f512", "a" * 10_000, "\\", '"', "null", "[", "{}", "knots", "kernel", "inf", "sha256:", "\u202e"]
RAWS = ["null", "true", "false", "0", "1", "-1", "-0", "1.5", "1e999", "-1e999", "1E400000000", "NaN", "Infinity", "-Infinity"]
RAWS += ["9" * 5_000, "1" + "0" * 400 + ".5", "01", "+1", ".5", "0x1", "'1'", "undefined", "", "\x00", "/* */ null", '"\\ud800"']
RAWS += ['"\\u0031"', '"\\x31"', '"\\', '"\n"', '"\x7f"', "[" * 60 + "]" * 60, "[" * 70 + "]" * 70, "[" * 5_000, "[,]", "[1,]", "{,}"]
KEYS = ["claim", "witness", "meta", "digest", "claim_digest", "kind", "version", "format", "A", "B", "pld", "den", "num", "atoms", "x"]
KEYS += ["compose", "value", "lower", "upper", "exp_value", "delta", "queries", "budget", "rounds", "tree", "method", "rows", "x_a", "x_b"]
KEYS += ["values", "rule", "moves", "cost", "order", "a", "b", "U", "L", "steps", "query", "refused", "grid"]
KEYS += ["claimant", "quantity", "says", "verdict", "pairs", "of", "alpha", "spends", "by", "points", "unit", "infinite", "pair", "t"]
KEYS += ["", "Claim", "claim ", "\u0441laim", "cla\u0456m", "den\x00", "__class__", "__proto__", "\ud800", "0"]
KINDS = ["dominated", "not-dominated", "equal", "incomparable", "delta", "epsilon", "natural-filter-violated"]
KINDS += ["natural-filter-free", "filter-cost", "chain", "not-chain", "residue", "residue-run", "sandwich", "audit"]
KINDS += ["audits", "Chain", "Equal", "equal ", "\uff45qual", ""]


def value(random: Random, tree: Tree) -> Tree:
    """Return some tree to be put somewhere."""
    how = random.randrange(7)
    if how == 0:
        return Raw(random.choice(RAWS))
    if how == 1:
        return random.choice(TEXTS)
    if how == 2:
        return random.choice([[], Object(), [[]], [Object()], Object([["num", "1"], ["den", "1"]]), [["1", "0"]], ["1", "1"]])
    if how == 3:
        one, two = random.choice(NUMBERS), random.choice(NUMBERS)
        return random.choice([[[one, two]], [["1", [one, [[two, "1/2"]]]]], [["1", "0"], [one, two]], [one, two]])
    if how == 4:
        parts = [holder[i] for holder, i in spots(tree)]
        return copied(random.choice(parts)) if parts else []
    return random.choice(NUMBERS)


def edit(random: Random, tree: Tree) -> None:
    """Change one spot of the tree, in place."""
    found = list(spots(tree))
    if not found:
        return
    holder, i = random.choice(found)
    part = holder[i]
    how = random.randrange(12)
    if isinstance(part, str) and not isinstance(part, Raw) and how < 5:
        holder[i] = retyped(random, part)
    elif how < 6:
        holder[i] = value(random, tree)
    elif how == 6:
        holder[i] = random.choice([[part], [part, part], Object([["num", part], ["den", part]]), Object([["", part]])])
    elif isinstance(part, Object):
        edit_object(random, tree, part)
    elif isinstance(part, list) and part:
        edit_list(random, tree, part)
    elif isinstance(holder, list) and len(holder) > 1:
        k = random.randrange(len(holder))
        holder[i], holder[k] = holder[k], holder[i]
    else:
        holder[i] = value(random, tree)


def retyped(random: Random, text: str) -> str:
    """Return a text in another spelling, or another text."""
    if text in KINDS:
        return random.choice(KINDS)
    k = random.randrange(len(text) + 1)
    spellings = [
        random.choice(NUMBERS),
        text[:k] + random.choice("0123456789-/+x.eE_ \u0660\uff11") + text[k:],
        text[:k] + text[k + 1 :],
        text + random.choice(("/1", "/2", "0", " ", "\n", "\x00")),
        "".join(chr(ord(c) + 0xFEE0) if c.isdigit() and random.random() < 0.5 else c for c in text),
        text.upper(),
        text[::-1],
        "-" + text,
        text * random.choice((2, 50)),
    ]
    return random.choice(spellings)


def edit_object(random: Random, tree: Tree, pairs: Object) -> None:
    """Add, drop, repeat, rename or move a key."""
    how = random.randrange(5)
    if how == 0 or not pairs:
        pairs.insert(random.randrange(len(pairs) + 1), [random.choice(KEYS), value(random, tree)])
        return
    k = random.randrange(len(pairs))
    if how == 1:
        del pairs[k]
    elif how == 2:
        twin = copied(pairs[k][1]) if random.random() < 0.5 else value(random, tree)
        pairs.insert(random.randrange(len(pairs) + 1), [pairs[k][0], twin])
    elif how == 3:
        pairs[k][0] = random.choice(KEYS)
    else:
        pairs.append(pairs.pop(k))


def edit_list(random: Random, tree: Tree, items: list[Any]) -> None:
    """Add, drop, repeat or move an item, or repeat it very often."""
    how, k = random.randrange(6), random.randrange(len(items))
    if how == 0:
        items.insert(k, value(random, tree))
    elif how == 1:
        del items[k]
    elif how == 2:
        items.insert(k, copied(items[k]))
    elif how == 3:
        items.reverse()
    elif how == 4:
        random.shuffle(items)
    else:
        items[k:k] = [copied(items[k]) for _ in range(random.choice((3, 70, 5_000)))]


JUNK = [b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"{}", b"null", b"]", b"}", b"//", b","]
MARKS = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00", b"\xc2\xa0", b"\xe2\x80\xa8"]
QUOTES = [b"'", b"\xe2\x80\x9c", b'\\"', b'""']
ENCODINGS = ["utf-16", "utf-16-be", "utf-32", "utf-7"]
SIGNS = [b",", b":", b"[", b"]", b"{", b"}"]
# Each takes (random, bytes, a place in them) and returns other bytes.
DAMAGES: list[Callable[[Random, bytes, int], bytes]] = [
    lambda r, data, k: data[:k] + bytes([b ^ (1 << r.randrange(8)) for b in data[k : k + 1]]) + data[k + 1 :],
    lambda _, data, k: data[:k],
    lambda r, data, k: data[:k] + data[k + r.randrange(20) :],
    lambda r, data, k: data[:k] + r.choice(JUNK) + data[k:],
    lambda r, data, _: r.choice(MARKS) + data,
    lambda r, data, _: data + r.choice(JUNK),
    lambda _, data, __: data + data,
    lambda r, data, _: data.decode("utf-8", "replace").encode(r.choice(ENCODINGS)),
    lambda r, data, _: data.replace(b'"', r.choice(QUOTES), r.choice((1, -1))),
    lambda r, data, _: data.replace(r.choice(SIGNS), r.choice([b",,", b";", b" ", b""]), 1),
    lambda r, data, _: data.replace(b"[", b"[" * r.choice((2, 64, 3_000)), 1),
    lambda _, data, k: data[k:] + data[:k],
]


def damaged(random: Random, data: bytes) -> bytes:
    """Return the bytes with some of them changed, cut off, added, or in another encoding."""
    return random.choice(DAMAGES)(random, data, random.randrange(len(data) + 1))


def harmless(random: Random, tree: Tree) -> bytes:
    """Return the same content in other bytes: keys moved, white space, escapes."""

    def text(part: Tree) -> str:
        space = random.choice(("", "", "", " ", "\n", "\r\n", "\t"))
        if isinstance(part, Raw):
            return space + str(part)
        if isinstance(part, Object):
            pairs = random.sample(part, len(part))
            return "{" + (space + ",").join(f"{space}{text(key)}{space}:{text(one)}" for key, one in pairs) + space + "}"
        if isinstance(part, list):
            return "[" + (space + ",").join(map(text, part)) + space + "]"
        if random.random() < 0.1:
            return space + '"' + "".join(f"\\u{ord(c):04X}" if ord(c) < 0x10000 else c for c in part) + '"'
        return space + json.dumps(part, ensure_ascii=random.random() < 0.5 or any("\ud800" <= c <= "\udfff" for c in part))

    return (text(tree) + random.choice(("", "\n", " \t\r\n "))).encode()
