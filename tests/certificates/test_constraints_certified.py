"""MULTI's theorems on instances, as certificates of the kind `identity` that the stand-alone checker verifies."""

import pytest

from certificates import claims
from certificates.check import Work, verify, verify_in
from certificates.claims import Constraints, Mixture
from certificates.crosscheck import crosscheck
from exact import Refuted, TooLarge, approx, from_tradeoff, heterogeneous, mixture, multi_dp, rr
from exact.constraints import (
    closed_form,
    composed,
    constraints,
    heterogeneous_guarantees,
    minkowski_sum,
    mixture_parts,
    remark_1,
    remark_2,
)

INSTANCES = {
    "double": ([("log(4)", 0), ("log(2)", "1/10")], 3),
    "double, twenty rounds": ([("log(4)", 0), ("log(2)", "1/10")], 20),
    "double with a leak": ([("log(3)", "1/100"), ("log(3/2)", "1/10")], 5),
    "Figure 2": ([("3/10", 0), ("3/20", "1/50")], 3),
    "incommensurable": ([("log(3/2)", 0), ("1/7", "1/50")], 2),
    "total variation": ([(1, "1/1000"), (0, "1/5")], 3),
    "three": ([("log(6)", 0), ("log(3)", "1/20"), ("log(3/2)", "1/5")], 3),
    "three, irrational": ([(1, 0), ("1/2", "1/50"), (0, "1/5")], 2),
    "four": ([("log(9)", 0), ("log(6)", "1/100"), ("log(3)", "1/20"), ("log(3/2)", "1/5")], 2),
}


def pairs(found):
    return Constraints.of((c.x, c.delta) for c in found)


@pytest.mark.parametrize("name", INSTANCES)
def test_theorems_2_and_3_for_any_number_of_constraints(name):
    """The power of the meet, the multinomial mixture, the list of guarantees, and the atoms by counting are one PLD."""
    rows, k = INSTANCES[name]
    some = constraints(*rows)
    constructions = [
        k * some.pld(),
        Mixture.of(mixture_parts(some, k)),
        pairs(closed_form(some, k).overall()),
        composed(some, k, route="closed"),
    ]
    assert verify(claims.identity(constructions).to_bytes())


def test_the_meet():
    """One round: the constraints, also with redundant ones, and the mixture of randomized responses."""
    some = constraints(("log(6)", 0), ("log(3)", "1/20"), ("log(3/2)", "1/5"), (0, "1/2"))
    assert verify(claims.identity([some.pld(), pairs(some.given), Mixture.of(mixture_parts(some, 1))]).to_bytes())


def test_theorem_1():
    words = (2, "log(3)", 1, "log(2)", 1, "log(4/3)")
    whole = heterogeneous(*words)
    assert verify(claims.identity([whole, pairs(heterogeneous_guarantees(*words))]).to_bytes())


def test_corollary_1():
    """The weighted Minkowski sum of the regions of Figure 1 is the region of their mixture."""
    parts = ("1/2", rr("1.3")), ("1/2", approx("0.5", "0.2"))
    assert verify(claims.identity([from_tradeoff(minkowski_sum(*parts)), Mixture.of(parts)]).to_bytes())


def test_another_pld_is_refused():
    some = constraints(("log(4)", 0), ("log(2)", "1/10"))
    with pytest.raises(Refuted):
        claims.identity([2 * some.pld(), Mixture.of(mixture_parts(some, 3))])
    assert mixture(*mixture_parts(some, 3)) != 3 * multi_dp(("log(4)", 0), ("log(2)", "1/11"))
    assert mixture(*mixture_parts(some, 1)) != rr("log(4)")


def test_constraints_that_are_hardly_apart():
    """Knots a little below 1 are no matter of the constraints, though coarse enclosures of them reach beyond 1."""
    near = constraints(("3/10**11", 0), ("1/(7*10**10)", "1/(50*10**10)"))
    certificate = claims.identity([near.pld(), pairs(near.given)])
    assert verify(certificate.to_bytes())
    assert crosscheck(certificate.content, ceiling_bits=4 * certificate.bits).checks


@pytest.mark.parametrize("name", INSTANCES)
def test_the_estimate_of_the_checkers_steps(name):
    """It is within a factor of ten of what the checker counts, or both are small."""
    rows, k = INSTANCES[name]
    some = constraints(*rows)
    constructions = [k * some.pld(), Mixture.of(mixture_parts(some, k)), pairs(closed_form(some, k).overall())]
    work = Work(10**9)
    verify_in(work, claims.identity(constructions).to_bytes())
    counted, estimate = 10**9 - work.left, claims.checking_steps(constructions)
    assert max(counted, estimate) < 200_000 or 0.1 < estimate / counted < 10


def test_too_much_for_the_checker():
    """It is refused before the work."""
    some = constraints(*((f"1/{2 * i + 1}", f"{i * (i - 1)}/10000") for i in range(1, 12)))
    with pytest.raises(TooLarge, match="so many terms"):
        claims.identity([some.pld(), Mixture.of(mixture_parts(some, 1))])


@pytest.mark.parametrize("baseline", [remark_1, remark_2])
@pytest.mark.parametrize("name", ["double", "double with a leak", "Figure 2"])
def test_remarks_1_and_2(name, baseline):
    """The composition lies below the bounds that one had before, and they do not lie below it."""
    rows, k = INSTANCES[name]
    some = constraints(*rows)
    whole, bound = k * some.pld(), baseline(some, k).pld()
    assert verify(claims.dominated(whole, bound).to_bytes()).kind == "dominated"
    assert verify(claims.not_dominated(bound, whole).to_bytes()).kind == "not-dominated"
