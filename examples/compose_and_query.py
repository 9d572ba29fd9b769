"""Compose mechanisms and ask for delta and epsilon, exactly.

Run it with `python examples/compose_and_query.py`.
"""

from exact import approx, log, number, rr, subsample

# Ten uses of randomized response with eps = 1/10, and one mechanism that fails with probability 10^-6.
A = 10 * rr("1/10") + approx(0, "1e-6")
print(f"A has {len(A.atoms)} atoms; it is symmetric: {A.is_symmetric()}")

# Delta at an epsilon is an exact number. Digits are read off it, correctly rounded or as proved bounds.
delta = A.delta("1/2")
print("delta(1/2) is", delta)
print("  rounded   ", delta.decimal(20))
print("  lies in   ", delta.bounds(20))

# Epsilon at a delta goes the other way, exactly: back in delta, nothing has been lost.
eps = A.epsilon("1e-5")
print("epsilon(10^-5) is about", eps.decimal(12))
print("  delta there is 10^-5 exactly:", A.delta(eps) == number("1e-5"))

# Texts are decimals, exactly: no float comes in by accident.
print("0.1 + 0.2 == 0.3:", number("0.1") + number("0.2") == number("0.3"))
try:
    rr(0.1)
except TypeError as problem:
    print("rr(0.1):", problem)

# Subsampling is not symmetric: a guarantee needs both directions.
S = subsample(rr(log(3)), "1/10")
print("subsampled, delta(0.05):", S.delta("0.05").decimal(10), "P over Q,", S.dual().delta("0.05").decimal(10), "Q over P")
