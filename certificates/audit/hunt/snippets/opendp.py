"""Snippets for opendp."""

from __future__ import annotations

from fractions import Fraction

from certificates.audit.hunt.question import Case
from certificates.audit.hunt.snippets.script import Mechanism, converted, mechanism_of, number, parts_of, script
from certificates.audit.tools.replies import Method
from certificates.audit.tools.workers import serving
from exact.errors import Unsupported

HEAD = ("import opendp.prelude as dp", "", 'dp.enable_features("contrib", "honest-but-curious")')
SPACE = (
    "space = dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance()",
    "",
    "",
    "def measurement(measure, loss):",
    "    return dp.m.make_user_measurement(*space, output_measure=measure, function=lambda _: 0.0, privacy_map=lambda _: loss)",
    "",
    "",
)


def snippet(case: Case, method: Method) -> str:
    """Return the snippet; `Unsupported` where there is none."""
    if method.name in ("pure", "approx", "zcdp"):
        return _composition(case, method.name)
    if method.name == "randomized-response":
        return _response(case)
    if method.name == "laplace" and case.instance.kind == "geometric":
        scale, _ = serving.quotient(1.0, case.instance["a"])
        made = f"dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale={scale!r})"
        return _mapped(made, case.times, str(case.instance["s"]))
    if method.name == "laplace" and case.instance.kind == "laplace":
        made = f"dp.m.make_laplace(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), scale={case.instance['scale']!r})"
        return _mapped(made, case.times, repr(case.instance["sensitivity"]))
    raise Unsupported(f"there is no snippet for {method.name}")


def _mapped(made: str, times: int, distance: str) -> str:
    whole = "made" if times == 1 else f"dp.c.make_composition([made] * {times})"
    return script(*HEAD, f"made = {made}", f"print(repr(float({whole}.map({distance}))))")


def _composition(case: Case, method: str) -> str:
    found = parts_of(case)
    made = " + ".join(f"[{_measurement(method, part)}]{f' * {k}' if k > 1 else ''}" for k, part in found)
    lines = [*HEAD, *SPACE, f"parts = {made}", "whole = dp.c.make_composition(parts) if len(parts) > 1 else parts[0]"]
    if method == "pure":
        return script(*lines, "print(repr(float(whole.map(1))))")
    convert = "make_fixed_approxDP_to_approxDP" if method == "approx" else "make_zCDP_to_approxDP"
    asked = "delta" if case.question.kind == "delta" else "epsilon"
    return script(*lines, f"print(repr(float(dp.c.{convert}(whole).map(1).{asked}({number(float(case.question.at or 0.0))}))))")


def _measurement(method: str, mechanism: Mechanism) -> str:
    if method == "approx":
        eps, delta, _ = converted(serving.approx_parameters, mechanism)
        return f"measurement(dp.fixed_smoothed_max_divergence(), ({eps!r}, {delta!r}))"
    if mechanism["kind"] == "gaussian":
        raise Unsupported("there is no snippet for noise in a composition")
    eps, _ = converted(serving.pure_parameter, mechanism)
    pure = f"measurement(dp.max_divergence(), {eps!r})"
    return pure if method == "pure" else f"dp.c.make_pureDP_to_zCDP({pure})"


def _response(case: Case) -> str:
    found = serving.as_response(mechanism_of(case))
    if found is None or case.times > 1:
        raise Unsupported("the masses of randomized response are wanted")
    k, other = found
    truth, _ = serving.nearest(Fraction(1) - (k - 1) * other)
    what = "make_randomized_response_bool(" if k == 2 else f"make_randomized_response(categories={[str(i) for i in range(k)]}, "
    return script(*HEAD, f"print(repr(float(dp.m.{what}prob={truth!r}).map(1))))")
