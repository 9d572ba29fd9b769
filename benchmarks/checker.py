"""The stand-alone checker against the engine on the same question, in one process; the headline certificate as a whole
process against `import numpy`.

The checker is imported from its path. It recomputes what a certificate claims, in Python's integers, and reads the file,
digests included; the engine is asked the question alone, everything cold.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

from benchmarks.inputs import fresh_pld, little_below, rational_pld, unlike_responses
from benchmarks.measure import Bench, Contestant
from benchmarks.table import Found, Kind, Row, Subject
from certificates import claims
from exact import PLD, approx, garbling, rr
from exact.filters import natural_filter
from exact.reading import number

CHECKER = Path(__file__).resolve().parent.parent / "certificates" / "check.py"
STEPS = 10**12
HALF = Fraction(1, 2)
DIGITS = 50


@cache
def checker() -> ModuleType:
    """Return the checker, imported from its path."""
    spec = importlib.util.spec_from_file_location("stand_alone_checker", CHECKER)
    if spec is None or spec.loader is None:
        raise ImportError(f"{CHECKER} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def verify(data: bytes) -> str:
    """Return the claim in words; raises when it is not verified."""
    return str(checker().verify(data, STEPS).sentence)


@cache
def delta_claim(k: int) -> bytes:
    """Return a certificate of 50 digits of delta(1/2) of k-fold rr(1/2)."""
    pld = rr(HALF).self_compose(k)
    value = pld.delta(HALF)
    lower, upper = (number(bound) for bound in value.bounds(DIGITS))
    return claims.delta(pld, number("exp(1/2)"), lower=lower, upper=upper).to_bytes()


@cache
def epsilon_claim(k: int) -> bytes:
    """Return a certificate of bounds of epsilon(10^-5) of k-fold rr(1/2)."""
    pld = rr(HALF).self_compose(k)
    lower, upper = pld.epsilon("1e-5").bounds(15)
    return claims.epsilon(pld, number("1e-5"), lower=Fraction(lower), upper=Fraction(upper)).to_bytes()


@cache
def exponential_pair(parts: int) -> tuple[PLD, PLD]:
    """Return A and B with A <= B, closely; B has ``8 parts`` atoms with irrational masses."""
    b = unlike_responses(3) + (parts - 1) * rr(HALF)
    return little_below(b), b


@cache
def rational_pair(n: int) -> tuple[PLD, PLD]:
    """Return A and B with A <= B, closely, of about n rational atoms."""
    b = rational_pld(1, n)
    return little_below(b), b


@cache
def order_claim(make: str, kind: str, size: int) -> bytes:
    """Return a certificate of A <= B of this kind for the pair that a function of this module makes."""
    a, b = globals()[make](size)
    return getattr(claims, kind)(a, b).to_bytes()


def headline(path: Path) -> None:
    """Write the certificate of the smallest problem on which the natural filter breaks."""
    queries, budget = [rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/4")
    claims.write(claims.natural_filter_violated(queries, budget, natural_filter(queries, budget, 2)), path)


ENGINE = "exactpld"
ALL_ATOMS = "the checker multiplies out all 1,001 atoms and counts every step of its work; the engine sums the terms of two tails"

ROWS = (
    Row("delta", "50 digits of delta of rr(1/2)^1000", Kind.AS_LONG, 40, ENGINE, ALL_ATOMS),
    Row("epsilon", "15 digits of epsilon of rr(1/2)^1000", Kind.AS_LONG, None, ENGINE),
    Row("knots-rational", "A <= B by knots, 100 rational atoms", Kind.AS_LONG, None, ENGINE),
    Row("kernel-rational", "A <= B by kernel, 100 rational atoms, against finding the kernel", Kind.AS_LONG, None, ENGINE),
    Row("knots-general", "A <= B by knots, 40 atoms with general masses", Kind.AS_LONG, None, ENGINE),
    Row("knots-general-time", "the same, the time alone", Kind.SECONDS, 1),
    Row("headline", "the headline certificate, whole process", Kind.FASTER, 1, "python -c 'import numpy'"),
)


def measure(bench: Bench) -> Found:
    checker()
    found = Found()
    pair, general = rational_pair(100), exponential_pair(5)
    engine = {
        "delta": Contestant(lambda: rr(HALF).self_compose(1000).delta(HALF).bounds(DIGITS)),
        "epsilon": Contestant(lambda: rr(HALF).self_compose(1000).epsilon(Fraction(1, 10**5)).bounds(15)),
        "knots-rational": Contestant(lambda pair: pair[0] <= pair[1], lambda: tuple(map(fresh_pld, pair))),
        "kernel-rational": Contestant(lambda pair: garbling(*pair), lambda: tuple(map(fresh_pld, pair))),
        "knots-general": Contestant(lambda pair: pair[0] <= pair[1], lambda: tuple(map(fresh_pld, general))),
    }
    data = {
        "delta": delta_claim(1000),
        "epsilon": epsilon_claim(1000),
        "knots-rational": order_claim("rational_pair", "dominated", 100),
        "kernel-rational": order_claim("rational_pair", "dominated_by_kernel", 100),
        "knots-general": order_claim("exponential_pair", "dominated", 5),
    }
    for key, certificate in data.items():
        medians = bench.medians({"": Contestant(lambda certificate=certificate: verify(certificate)), ENGINE: engine[key]})
        found.put(key, medians[""], medians[ENGINE])
        if key == "knots-general":
            found.put("knots-general-time", medians[""])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        headline(path)
        medians = bench.medians(
            {
                "": Contestant(lambda: _run("-I", "-S", str(CHECKER), str(path))),
                "numpy": Contestant(lambda: _run("-c", "import numpy")),
            },
            clock=time.perf_counter,
        )
    found.put("headline", medians[""], medians["numpy"])
    return found


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


SUBJECT = Subject("The stand-alone checker", ROWS, measure)
