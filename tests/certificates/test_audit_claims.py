"""Reading claims: floats as the binary fractions they are, exact texts, CSV, whole PLDs, and what strangers may send."""

import json
from fractions import Fraction

import pytest

from certificates.audit import check, parse_claim, read_claims
from certificates.audit.claimsfile import LINE_LIMIT
from certificates.audit.values import FloatText, exact_value, float_value, value
from exact import number
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge

BASE = {"id": "1", "tool": "tool", "mechanism": "rr(log(3))", "query": {"kind": "delta", "eps": 1}, "says": {"upper": 0.5}}


def parse(**fields):
    return parse_claim(json.dumps(BASE | fields).encode())


def parse_text(text):
    return parse_claim(text.encode())


# --- values ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [0.1, 5e-324, 1.7976931348623157e308, -2.5, 0.0, 1 / 3])
def test_floats_are_the_binary_fractions_they_are(there):
    for text in (repr(there), f"{there:.17g}", there.hex(), there.hex().upper().replace("0X", "0x"), there.as_integer_ratio()[0] and f"{there:.25e}"):
        if text:
            assert float_value(text).as_fraction() == Fraction(there)
    assert value(there, "v").as_fraction() == value(FloatText(repr(there)), "v").as_fraction() == Fraction(there)


def test_a_json_number_is_a_float_and_a_json_text_is_exact():
    said = [parse(says={"upper": item}).says.upper[0].as_fraction() for item in (0.1, "0.1", "float:0.1", "0x1.999999999999ap-4", "1/10")]
    assert said == [Fraction(0.1), Fraction(1, 10), Fraction(0.1), Fraction(0.1), Fraction(1, 10)]


def test_values_that_are_none():
    for text, sign in (("inf", 1), ("-inf", -1), ("Infinity", 1), ("-Infinity", -1)):
        assert exact_value(text).infinite == sign
    assert exact_value("NaN").is_nan
    line = '{"id": "1", "tool": "t", "mechanism": "rr(1)", "query": {"kind": "delta", "eps": Infinity}, "says": {"upper": NaN}}'
    claim = parse_text(line)
    assert claim.says.upper[0].is_nan
    assert claim.quantities[0].x is None


@pytest.mark.parametrize("text", ["1e400", "0x1p2000", "0x", "1_0", "0x1.8", "one", "1/0", "--1", "0.1f", "٣", "1e", "."])
def test_what_is_no_float(text):
    if text == "0x1.8":
        assert float_value(text).as_fraction() == Fraction(3, 2)
        return
    with pytest.raises(NotReadable):
        float_value(text)


def test_epsilons_may_be_logarithms():
    claim = parse(query="pure-epsilon", says={"upper": "log(3)"})
    assert check(claim).verdict == "sound"


# --- what is wrong -----------------------------------------------------------------------------------------------------------------------

WRONG = {
    "no object": "[]",
    "no JSON": '{"id": "1"',
    "a key twice": '{"id": "1", "id": "2"}',
    "bytes after it": json.dumps(BASE) + " x",
    "an unknown key": json.dumps(BASE | {"claims": 1}),
    "no query": json.dumps({k: v for k, v in BASE.items() if k != "query"}),
    "an unknown query": json.dumps(BASE | {"query": {"kind": "dela", "eps": 1}}),
    "eps and x": json.dumps(BASE | {"query": {"kind": "delta", "eps": 1, "x": 1}}),
    "neither": json.dumps(BASE | {"query": {"kind": "delta"}}),
    "a field of another query": json.dumps(BASE | {"query": {"kind": "delta", "eps": 1, "delta": 1}}),
    "x = 0": json.dumps(BASE | {"query": {"kind": "delta", "x": 0}}),
    "eps = NaN": json.dumps(BASE | {"query": {"kind": "delta", "eps": "nan"}}),
    "delta = 2": json.dumps(BASE | {"query": {"kind": "epsilon", "delta": 2}}),
    "order 1": json.dumps(BASE | {"query": {"kind": "renyi", "order": 1}}),
    "order 2.0": json.dumps(BASE | {"query": {"kind": "renyi", "order": 2.0}}),
    "order 1000": json.dumps(BASE | {"query": {"kind": "renyi", "order": 1000}}),
    "clipped 1": json.dumps(BASE | {"query": {"kind": "epsilon", "delta": 0, "clipped": 1}}),
    "says nothing": json.dumps(BASE | {"says": {}}),
    "an error without estimate": json.dumps(BASE | {"says": {"upper": 1, "error": 1}}),
    "failed and more": json.dumps(BASE | {"says": {"failed": "x", "upper": 1}}),
    "a list for one": json.dumps(BASE | {"says": {"upper": [1]}}),
    "one for a list": json.dumps(BASE | {"query": {"kind": "profile", "eps": [1, 2]}, "says": {"upper": 1}}),
    "a list too short": json.dumps(BASE | {"query": {"kind": "profile", "eps": [1, 2]}, "says": {"upper": [1]}}),
    "times 1.0": json.dumps(BASE | {"times": 1.0}),
    "times -1": json.dumps(BASE | {"times": -1}),
    "times true": json.dumps(BASE | {"times": True}),
    "a direction": json.dumps(BASE | {"direction": "up"}),
    "pairs with a direction": json.dumps(BASE | {"mechanism": {"pairs": {"a": "rr(1)"}}, "direction": "both"}),
    "no pairs": json.dumps(BASE | {"mechanism": {"pairs": {}}}),
    "P alone": json.dumps(BASE | {"mechanism": {"P": {"a": 1}}}),
    "a mass NaN": json.dumps(BASE | {"mechanism": {"P": {"a": "nan"}, "Q": {"a": 1}}}),
    "a negative tolerance": json.dumps(BASE | {"tolerance": "-1"}),
    "two tolerances": json.dumps(BASE | {"tolerance": {"absolute": 1, "relative": 1}}),
    "a ledger with a mechanism": json.dumps(BASE | {"query": {"kind": "spend", "spends": [[1, 1]]}}),
    "a PLD without a unit": json.dumps(BASE | {"query": "pld", "says": {"upper": {"masses": [1]}}}),
    "a PLD with a long list of losses": json.dumps(BASE | {"query": "pld", "says": {"upper": {"losses": [0, 1], "masses": [1]}}}),
    "a version that is none": json.dumps(BASE | {"version": 1}),
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in WRONG.items()])
def test_what_is_wrong_is_one_sentence(text, tmp_path):
    with pytest.raises(ExactError) as found:
        parse_text(text)
    assert "\n" not in str(found.value)
    file = tmp_path / "claims.jsonl"
    file.write_text(json.dumps(BASE) + "\n\n" + text + "\n", encoding="utf-8")
    with pytest.raises(ExactError, match="line 3: "):
        list(read_claims(file))


def test_mechanisms_that_are_none_are_unsupported_and_large_ones_undecided():
    for mechanism, word in (
        ({"P": {"a": "1/2"}, "Q": {"a": 1}}, "unsupported"),
        ("rr(-1)", "unsupported"),
        ("nothing(1)", "unsupported"),
        ("rr(1) | 300000*geometric(1, 3)", "undecided"),
    ):
        found = check(parse(mechanism=mechanism))
        assert found.verdict == word, found
        assert found.decisive.reason


def test_limits(tmp_path):
    with pytest.raises(TooLarge):
        parse(mechanism="rr(1)" + " " * 1_000_001)
    with pytest.raises(TooLarge):
        parse(note="x" * 10_001)
    with pytest.raises(TooLarge):
        parse_text('{"id": ' + "[" * 20 + "]" * 20 + "}")
    with pytest.raises(TooLarge):
        parse_text(json.dumps(BASE).replace('"id": "1"', '"id": "1", "times": ' + "9" * 5_000))
    with pytest.raises((TooLarge, OutOfRange)):
        parse(times=10**9)
    long = tmp_path / "long.jsonl"
    with long.open("wb") as file:
        file.truncate(LINE_LIMIT + 10)
    with pytest.raises(TooLarge):
        list(read_claims(long))
    with pytest.raises(NotReadable, match="cannot read"):
        list(read_claims(tmp_path))


def test_an_id_is_used_once(tmp_path):
    file = tmp_path / "claims.jsonl"
    file.write_text(json.dumps(BASE) + "\n" + json.dumps(BASE) + "\n", encoding="utf-8")
    with pytest.raises(OutOfRange, match=r"line 2: .* line 1"):
        list(read_claims(file))


# --- CSV ---------------------------------------------------------------------------------------------------------------------------------


def csv(tmp_path, *lines):
    file = tmp_path / "claims.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(read_claims(file))


def test_csv_and_json_say_the_same(tmp_path):
    rows = csv(
        tmp_path,
        "id,tool,version,mechanism,times,query,at,bound,value,error,tolerance,note",
        '1,a,1.0,"approx(1, 1/10)",3,delta,0.5,upper,0.25,,1e-9,"two, words"',
        "2,a,1.0,rr(1),,epsilon,exact:0.1,lower,0x1.8p+0,,,",
        "3,a,1.0,rr(1),,pure-epsilon,,upper,inf,,,",
        "4,a,1.0,rr(1),,renyi,3,estimate,1/3,0.1,,",
        "5,a,1.0,rr(1),,clipped-epsilon,0.1,upper,nan,,,",
        "6,a,1.0,rr(1),,tradeoff,0.1,lower,0.1,,,",
    )
    wanted = [
        {
            "mechanism": "approx(1, 1/10)",
            "times": 3,
            "query": {"kind": "delta", "eps": 0.5},
            "says": {"upper": 0.25},
            "tolerance": 1e-9,
            "note": "two, words",
        },
        {"mechanism": "rr(1)", "query": {"kind": "epsilon", "delta": "0.1"}, "says": {"lower": 1.5}},
        {"mechanism": "rr(1)", "query": {"kind": "pure-epsilon"}, "says": {"upper": float("inf")}},
        {"mechanism": "rr(1)", "query": {"kind": "renyi", "order": 3}, "says": {"estimate": "1/3", "error": 0.1}},
        {"mechanism": "rr(1)", "query": {"kind": "epsilon", "delta": 0.1, "clipped": True}, "says": {"upper": float("nan")}},
        {"mechanism": "rr(1)", "query": {"kind": "tradeoff", "alpha": 0.1}, "says": {"lower": 0.1}},
    ]
    for i, (row, fields) in enumerate(zip(rows, wanted, strict=True)):
        same = parse_text(json.dumps({"id": str(i + 1), "tool": "a", "version": "1.0", **fields}))
        assert (row.quantities, row.mechanism, row.note) == (same.quantities, same.mechanism, same.note)
        assert check(row).to_json() | {"id": 0} == check(same).to_json() | {"id": 0} or i == 4
        for bound in ("upper", "lower", "estimate"):
            a, b = getattr(row.says, bound), getattr(same.says, bound)
            assert (a is None) == (b is None)
            assert a is None or [v.exact for v in a] == [v.exact for v in b]


@pytest.mark.parametrize(
    "lines",
    [
        ["tool,mechanism,query,bound"],
        ["tool,mechanism,query,bound,value,colour", "a,rr(1),pure-epsilon,upper,1,red"],
        ["tool,tool,mechanism,query,bound,value"],
        ["tool,mechanism,query,bound,value", "a,rr(1),pure-epsilon,upper"],
        ["tool,mechanism,query,bound,value", "a,rr(1),delta,upper,1"],
        ["tool,mechanism,query,at,bound,value", "a,rr(1),pure-epsilon,1,upper,1"],
        ["tool,mechanism,query,at,bound,value", "a,rr(1),pld,1,upper,1"],
        ["tool,mechanism,query,bound,value", "a,rr(1),pure-epsilon,about,1"],
        ["tool,mechanism,query,bound,value", "a,rr(1),pure-epsilon,upper,"],
        ["tool,mechanism,query,bound,value,times", "a,rr(1),pure-epsilon,upper,1,1.5"],
        ["tool,mechanism,query,bound,value", 'a,"rr(1),pure-epsilon,upper,1'],
    ],
)
def test_csv_that_is_wrong(tmp_path, lines):
    with pytest.raises(NotReadable):
        csv(tmp_path, *lines)


# --- whole PLDs --------------------------------------------------------------------------------------------------------------------------


def whole(bound, masses, infinite=0, mechanism="rr(1/2)", **more):
    says = {bound: {"interval": 0.5, "first": -1, "masses": masses, "infinite": infinite}}
    return check(parse(mechanism=mechanism, direction="P over Q", query={"kind": "pld", **more}, says=says))


def test_whole_plds():
    p = number("exp(1/2)/(1 + exp(1/2))").lower(40)  # the mass of the larger loss
    low, high = float(p) - 2**-50, float(p) + 2**-50
    assert whole("upper", [1 - high, 0, high]).verdict == "sound"
    assert whole("upper", [0, 0, 1]).verdict == "sound"
    assert whole("lower", [0, 1, 0]).verdict == "sound"
    below = whole("upper", [1 - low, 0, low])
    assert [finding.verdict for finding in below.findings] == ["invalid", "violated"]  # E[e^-Z] is 1 for the exact masses
    assert below.decisive.witness["defect"] == "mean"
    assert below.findings[-1].certificate is not None
    assert whole("lower", [0, 0, 1]).verdict == "violated"
    assert whole("upper", [float("nan"), 0, 1]).verdict == "invalid"
    assert whole("upper", [-0.25, 0.25, 1]).verdict == "invalid"
    assert whole("upper", [0, 0, 0.5], 0.75).verdict == "invalid"


def test_losses_rounded_down_are_no_fault_of_a_lower_bound():
    """They make E[e^-Z] larger than 1, so that the grid is no PLD; it may bound one from below all the same."""
    masses = [float(number("1/(1 + exp(1/2))").upper(20)), float(number("exp(1/2)/(1 + exp(1/2))").lower(20))]
    said = {"losses": [-0.5625, 0.4375], "masses": [masses[0] - 2**-50, masses[1] - 2**-50]}
    for bound, word in (("lower", "sound"), ("upper", "invalid")):
        claim = parse(mechanism="rr(1/2)", direction="P over Q", query={"kind": "pld", "least_eps": 0.25}, says={bound: said})
        assert check(claim).verdict == word


def test_a_total_below_one_fails_near_zero_only():
    short = whole("upper", [0, 0, 0.75])
    assert short.verdict == "violated"
    assert "excess_at_x_0" in short.decisive.witness
    assert whole("upper", [0, 0, 0.75], least_eps=0.0).verdict == "sound"


def test_losses_in_any_order():
    says = {"upper": {"losses": [1.0, float("inf"), -0.5], "masses": [0.5, 0.25, 0.25]}}
    found = check(parse(mechanism="approx(1/2, 1/8)", direction="P over Q", query="pld", says=says))
    assert found.verdict in {"sound", "violated"}
    assert check(parse(mechanism="identity()", direction="P over Q", query="pld", says=says)).verdict == "sound"
