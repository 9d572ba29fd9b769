"""Discretised PLDs that break the form: (name, certificate that is changed, change)."""

from __future__ import annotations

from fractions import Fraction

from make.audit_curves import curve, no_pld
from make.audits import grid
from make.malformed_common import Change, drop, set_at
from make.numbers import Json
from make.plds import RR3, Certificate

GRID = grid(1, [(-1, Fraction(1, 8)), (0, Fraction(1, 4)), (1, Fraction(1, 2))], Fraction(1, 16))
CURVE = curve("upper", GRID, [RR3], "1", "1/100")
NO_PLD = no_pld(grid(1, [(-1, Fraction(1))]))
SAYS = ("claim", "says")
Changes = dict[str, Change]
INTEGERS = {
    "leading-zero": "01",
    "plus": "+1",
    "minus-zero": "-0",
    "rational": "1/2",
    "empty": "",
    "space": "1 ",
    "newline": "1\n",
    "hexadecimal": "0x1",
    "arabic": "\u0661",
    "integer": 1,
    "null": None,
    "list": ["1"],
}
DYADICS = {
    "even": "2p0",
    "even-minus": "-4p-3",
    "no-power": "1",
    "no-power-after-p": "1p",
    "no-integer": "p1",
    "leading-zero": "01p0",
    "leading-zero-below": "1p01",
    "zeros-below": "1p00",
    "minus-zero-below": "1p-0",
    "minus-leading-zero-below": "1p-01",
    "plus": "+1p0",
    "plus-below": "1p+1",
    "zero": "0p0",
    "zero-with-a-power": "0p-3",
    "minus-zero": "-0",
    "minus-zero-power": "-0p0",
    "capital": "1P0",
    "rational": "1/2",
    "float": "0.5",
    "hexadecimal-float": "0x1p0",
    "exponential": "1e0",
    "point": "1.0p0",
    "inf": "inf",
    "nan": "nan",
    "space": "1p0 ",
    "space-inside": "1 p0",
    "newline": "1p0\n",
    "underscore": "1_1p0",
    "arabic": "\u0661p0",
    "arabic-below": "1p\u0661",
    "of-21-digits": "100000000000000000001p-70",
    "minus-of-21-digits": "-100000000000000000001p-70",
    "power-of-five-digits": "1p10000",
    "power-of-five-digits-minus": "1p-12000",
    "two-powers": "1p1p1",
    "integer": 1,
    "number": 0.5,
    "null": None,
    "empty": "",
    "list": ["1", "0"],
}


def grids() -> list[tuple[str, Certificate, Change]]:
    """Return the rows."""
    path, atom = (*SAYS, "upper"), (*SAYS, "upper", "atoms", 1)
    changes: Changes = {f"{key}-missing": drop(*path, key) for key in GRID}
    changes |= {f"{key}-null": set_at(*path, key, None) for key in GRID}
    changes["key-unknown"] = set_at(*path, "first", "0")
    changes["text"] = set_at(*path, "grid")
    changes["list"] = set_at(*path, [GRID])
    units: dict[str, Json] = {"zero": "0", "minus": "-1", "sum": [["1", "1"]], "inf": "inf", "dyadic": "1p0", "not-lowest": "2/4", "float": 0.1}
    changes |= {f"unit-{name}": set_at(*path, "unit", value) for name, value in units.items()}
    changes |= {f"index-{name}": set_at(*atom, 0, value) for name, value in INTEGERS.items()}
    changes |= {f"mass-{name}": set_at(*atom, 1, value) for name, value in DYADICS.items()}
    changes |= {f"infinite-{name}": set_at(*path, "infinite", value) for name, value in DYADICS.items()}
    eighth = "1p-3"
    lists: dict[str, Json] = {
        "index-rational-last": [["0", eighth], ["5/2", eighth]],
        "of-null": [None],
        "of-text": ["01"],
        "of-one": [["0"]],
        "of-three": [["0", eighth, "0"]],
        "object": {"0": eighth},
        "same-index": [["0", eighth], ["0", eighth]],
        "same-index-later": [["-1", eighth], ["0", eighth], ["0", eighth]],
        "decreasing": [["1", eighth], ["0", eighth]],
        "decreasing-below-0": [["-1", eighth], ["-2", eighth]],
        "decreasing-as-texts": [["10", eighth], ["9", eighth]],
        "decreasing-with-zeros": [["1", "0"], ["0", "0"]],
        "index-decimal-large": [[str(10**60), eighth]],
        "index-sum": [[[["1", "1"]], eighth]],
    }
    changes |= {f"atoms-{name}": set_at(*path, "atoms", value) for name, value in lists.items()}
    rows = [(f"grid-{name}", CURVE, change) for name, change in changes.items()]
    value = (*SAYS, "value")
    rows += [
        ("grid-of-invalid-decreasing", NO_PLD, set_at(*value, "atoms", [["1", eighth], ["0", "1p0"]])),
        ("grid-of-invalid-same-index", NO_PLD, set_at(*value, "atoms", [["0", eighth], ["0", "1p0"]])),
        ("grid-of-invalid-even", NO_PLD, set_at(*value, "atoms", [["-1", "2p-1"]])),
        ("grid-of-invalid-unit-zero", NO_PLD, set_at(*value, "unit", "0")),
    ]
    return rows
