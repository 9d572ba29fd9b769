"""A worker of the protocol of docs/audit_protocol.md for tests: its values are nearly right, and its faults are told by the mechanism.

It is run in the way of real ones, `python -I PATH`, and writes a line to the file `log` beside itself when it starts and for every request.
"""

import json
import math
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CRASH, HANG, GARBAGE, ERROR, UNSUPPORTED, NEGATIVE, NAN = (k / 1024 for k in (1, 2, 3, 4, 5, 6, 7))
"""The epsilons of randomized response at which it does so."""
OPTIONS = {"part": (1e-6).hex()}
METHODS = [
    {"name": "above", "documented": "upper", "queries": ["delta", "epsilon", "pld"], "mechanisms": ["rr", "pmfs", "laplace", "gaussian"]},
    {"name": "below", "documented": "upper", "queries": ["delta", "epsilon"], "mechanisms": ["rr", "laplace", "gaussian"], "options": OPTIONS},
    {"name": "lower", "documented": "lower", "queries": ["delta"], "mechanisms": ["rr", "laplace"]},
    {"name": "bracket", "documented": "bracket", "queries": ["delta"], "mechanisms": ["rr"]},
    {"name": "ledger", "documented": "upper", "queries": ["spend"], "mechanisms": []},
]


def log(line):
    with (HERE / "log").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def told(name, default):
    """What a test has told in a file beside the worker."""
    path = HERE / name
    return path.read_text(encoding="utf-8").strip() if path.exists() else default


def send(content):
    sys.stdout.write(json.dumps(content) + "\n")
    sys.stdout.flush()


def number(text):
    return float.fromhex(text) if isinstance(text, str) else float(text)


def delta_of(mechanism, times, eps):
    """Delta of the composition of randomized response, in doubles; 1/2 for all other mechanisms."""
    if mechanism["kind"] != "rr":
        return 0.5
    e = number(mechanism["eps"])
    p = 1 / (1 + math.exp(-e))
    terms = (math.comb(times, i) * p**i * (1 - p) ** (times - i) * -math.expm1(eps - (2 * i - times) * e) for i in range(times + 1))
    return math.fsum(t for t in terms if t > 0)


def value(method, mechanism, times, query, options):
    if query["kind"] == "spend":
        return {"upper": sum(k * number(amount) for k, amount in query["spends"]).hex()}
    if query["kind"] == "pld":
        return {"upper": {"interval": (1.0).hex(), "first": 0, "masses": [(0.5).hex(), (0.0).hex()], "infinite": (0.5).hex()}}
    if query["kind"] == "epsilon":
        return {"upper": (times * number(mechanism.get("eps", 1)) * (0.999 if method == "below" else 1)).hex()}
    exact = delta_of(mechanism, times, number(query["eps"]))
    strange = {NEGATIVE.hex(): (-1e-17).hex(), NAN.hex(): "nan"}.get(mechanism.get("eps"))
    if strange is not None:
        return {"upper": strange}
    part = number(options.get("part", (1e-6).hex()))
    if method == "bracket":
        return {"lower": (exact * (1 - 1e-9)).hex(), "estimate": exact.hex(), "upper": (exact * (1 + 1e-9)).hex()}
    factor = {"above": 1 + 1e-9, "below": 1 - part, "lower": 1 - 1e-9}[method]
    return {"lower" if method == "lower" else "upper": (exact * factor).hex()}


def main():
    log("start")
    version, seconds = told("version", "1.0"), float(told("seconds", "0"))
    if version == "none":
        sys.exit("this tool does not start")
    send({"protocol": 1, "tool": "fake", "version": version, "python": "3", "methods": METHODS})
    for line in sys.stdin:
        request = json.loads(line)
        mechanism, times = request["mechanism"] or {"kind": "none"}, request["times"]
        log(f"{request['method']} {json.dumps(request['mechanism'], sort_keys=True)} {times}")
        reply = {"id": request["id"], "seconds": 0.25}
        eps = mechanism.get("eps") if mechanism["kind"] == "rr" else None
        if eps == CRASH.hex():
            os._exit(7)
        if eps == HANG.hex():
            time.sleep(600)
        if eps == GARBAGE.hex():
            sys.stdout.write("what is this?\n")
            sys.stdout.flush()
            continue
        if eps == UNSUPPORTED.hex():
            send(reply | {"unsupported": "no such mechanism"})
            continue
        if eps == ERROR.hex():
            send(reply | {"error": {"type": "ValueError", "message": "out of <range> | *here*"}})
            continue
        time.sleep(seconds)
        answers = [value(request["method"], mechanism, times, query, request.get("options", {})) for query in request["queries"]]
        send(reply | {"input": "rounded" if request["method"] == "below" else "exact", "answers": answers})


if __name__ == "__main__":
    main()
