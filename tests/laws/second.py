"""A second opinion on irrational masses: texts of exact numbers evaluated by mpmath and by sympy, not by the package."""

import re

import mpmath


def value(text, digits=80):
    """The value of the text of a number or a finite loss, as an mpmath number good to about `digits` digits."""
    with mpmath.workdps(digits + 30):
        names = {"mpf": mpmath.mpf, "exp": mpmath.exp, "log": mpmath.log, "sqrt": mpmath.sqrt}
        wrapped = re.sub(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", lambda m: f"mpf('{m[0]}')", text)
        return eval(wrapped, {"__builtins__": {}}, names)


def symbolic(text):
    """The value of the text of a number or a finite loss, as a sympy expression with exact decimals."""
    import sympy

    names = {"R": sympy.Rational, "exp": sympy.exp, "log": sympy.log, "sqrt": sympy.sqrt}
    wrapped = re.sub(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", lambda m: f"R('{m[0]}')", text)
    return eval(wrapped, {"__builtins__": {}}, names)


def close(a, b, digits=60):
    """Whether two mpmath numbers agree to this many digits, relative to 1 or to their size."""
    with mpmath.workdps(digits + 40):
        return abs(a - b) <= mpmath.mpf(10) ** -digits * max(1, abs(a))


def rr_atoms(eps, k=2, digits=80):
    """The atoms of k-ary randomised response as mpmath pairs, straight from its definition."""
    with mpmath.workdps(digits + 30):
        t = mpmath.exp(value(eps, digits))
        total = t + k - 1
        return [(t / total, 1 / total), (1 / total, t / total)] + [(1 / total, 1 / total)] * (k - 2)


def product(*parts, digits=80):
    """All products of atoms."""
    with mpmath.workdps(digits + 30):
        out = [(mpmath.mpf(1), mpmath.mpf(1))]
        for part in parts:
            out = [(p * u, q * v) for p, q in out for u, v in part]
        return out


def h(atoms, x, digits=80):
    """The hockey-stick curve of mpmath atoms, by its definition."""
    with mpmath.workdps(digits + 30):
        return mpmath.fsum(max(mpmath.mpf(0), p - x * q) for p, q in atoms)


def tradeoff(atoms, alpha, digits=80):
    """The trade-off curve: the best of the tests that accept some least likely atoms, by linear programming duality (Neyman-Pearson)."""
    with mpmath.workdps(digits + 30):
        finite = [(p, q) for p, q in atoms if p and q]
        lines = [mpmath.mpf(0), *((1 - alpha - h(atoms, p / q, digits)) * q / p for p, q in finite)]
        if alpha == 0:
            lines.append(1 - mpmath.fsum(q for p, q in atoms if not p))
        return max(lines)
