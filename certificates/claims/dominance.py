"""The kinds `dominated` (by knots and by kernel), `not-dominated`, `equal` and `incomparable`."""

from __future__ import annotations

from certificates.claims import encoding, precision
from certificates.claims.certificate import FILE_LIMIT, Certificate, seal
from certificates.claims.encoding import Json
from exact.comparison import find_witness
from exact.errors import OutOfRange, Refuted, TooLarge
from exact.garbling import garbling
from exact.kernel import Kernel
from exact.number import Number
from exact.pld import PLD
from exact.writing import shorten


def dominated(a: PLD, b: PLD) -> Certificate:
    """Return a certificate of ``A <= B`` by knots; `Refuted` when that is false."""
    return by_knots(a, b, {"A": encoding.pld(a), "B": encoding.pld(b)})


def by_knots(a: PLD, b: PLD, claim: Json) -> Certificate:
    """Return `dominated` for a claim that is spelled already."""
    _check_dominated(a, b)
    return seal("dominated", claim, {"method": "knots"}, precision.of_order(a, b))


def dominated_by_kernel(a: PLD, b: PLD) -> Certificate:
    """Return a certificate of ``A <= B`` by a kernel that turns B into A; `Refuted` when that is false.

    Nobody needs a theorem about knots to believe it: it is checked by multiplying out. It is longer than `dominated`, and
    `TooLarge` is raised when it is beyond the size of a file that a checker reads.
    """
    return by_kernel(a, b, {"A": encoding.pld(a), "B": encoding.pld(b)})


def by_kernel(a: PLD, b: PLD, claim: Json) -> Certificate:
    """Return `dominated_by_kernel` for a claim that is spelled already."""
    kernel = garbling(a, b)
    if kernel is None:
        _check_dominated(a, b)
        raise AssertionError("unreachable")  # pragma: no cover - a kernel is missing only where a witness is found
    entries = [entry for row in kernel.rows for _, entry in row]
    bits = max(precision.of_masses(a, b), precision.of_numbers(*entries))
    certificate = seal("dominated", claim, {"method": "kernel", "rows": rows(kernel)}, bits)
    size = len(certificate.to_bytes())
    if size > FILE_LIMIT:
        raise TooLarge(f"by kernel the certificate has {size} bytes, more than {FILE_LIMIT}; by knots it is shorter")
    return certificate


def rows(kernel: Kernel) -> Json:
    """Spell a kernel: for each row the entries ``[i, number]`` that are not zero."""
    return [[[str(i), encoding.number(entry)] for i, entry in row] for row in kernel.rows]


def _check_dominated(a: PLD, b: PLD) -> None:
    x = find_witness(a, b)
    if x is not None:
        raise Refuted(f"A <= B is false: h_A(x) > h_B(x) at x = {shorten(str(x))}")


def not_dominated(a: PLD, b: PLD, x: Number | None = None) -> Certificate:
    """Return a certificate that ``A <= B`` fails, at x or where the difference is largest; `Refuted` when it does not
    fail there.
    """
    point, gap = _gap(a, b, x, "A", "B")
    return seal(
        "not-dominated",
        {"A": encoding.pld(a), "B": encoding.pld(b)},
        {"x": encoding.number(point)},
        max(precision.of_gaps(gap), precision.of_numbers(point)),
    )


def incomparable(a: PLD, b: PLD) -> Certificate:
    """Return a certificate that neither ``A <= B`` nor ``B <= A``; `Refuted` when one of them holds."""
    x_a, gap_a = _gap(a, b, None, "A", "B")
    x_b, gap_b = _gap(b, a, None, "B", "A")
    witness = {"x_a": encoding.number(x_a), "x_b": encoding.number(x_b)}
    bits = max(precision.of_gaps(gap_a, gap_b), precision.of_numbers(x_a, x_b))
    return seal("incomparable", {"A": encoding.pld(a), "B": encoding.pld(b)}, witness, bits)


def equal(a: PLD, b: PLD) -> Certificate:
    """Return a certificate that A and B are the same PLD; `Refuted` when they are not."""
    if a != b:
        raise Refuted("A and B are not the same PLD")
    return seal("equal", {"A": encoding.pld(a), "B": encoding.pld(b)}, {}, precision.of_masses(a, b))


def _gap(a: PLD, b: PLD, x: Number | None, name_a: str, name_b: str) -> tuple[Number, Number]:
    """Return ``(x, h_a(x) - h_b(x))`` with a positive difference, or raise."""
    point = find_witness(a, b) if x is None else x
    if point is None:
        raise Refuted(f"{name_a} <= {name_b} holds, so there is no x with h_{name_a}(x) > h_{name_b}(x)")
    if point.sign() <= 0:
        raise OutOfRange(f"a witness x must be positive, not {shorten(str(point))}")
    gap = a.hockey_stick(point) - b.hockey_stick(point)
    if gap.sign() <= 0:
        raise Refuted(f"h_{name_a}(x) is not larger than h_{name_b}(x) at x = {shorten(str(point))}")
    return point, gap
