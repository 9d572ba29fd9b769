"""Compare mechanisms in the Blackwell order, and form the least upper and the greatest lower bound.

Run it with `python examples/order_and_lattice.py`.
"""

from exact import approx, compare, find_witness, log, rr

A, B = rr(log(2)), approx(0, "1/4")

# A <= B is decided: it is True or False, never a guess.
print("A <= B:", A <= B)
print("B <= A:", B <= A)
found = compare(A, B)
print("A and B are", found.verdict)
for w in found.witnesses:
    print(f"  at x = {w.x}: h_A = {w.a} and h_B = {w.b}")

# The least PLD above both, and the greatest one below both.
J, M = A | B, A & B
print("A | B =", J)
print("A & B =", M)
print("both lie below A | B:", A <= J and B <= J)
print("A & B lies below both:", M <= A and M <= B)
print("laws: A | (A & B) == A:", (A | M) == A, " A & (A | B) == A:", (A & J) == A)

# Two uses of rr(1/2) leak no more than one use of rr(1), and less somewhere.
two, one = 2 * rr("1/2"), rr(1)
print("2*rr(1/2) <= rr(1):", two <= one, " the same:", two == one)
print("rr(1) is above 2*rr(1/2) most clearly at x =", find_witness(one, two))

# There is no < and no sorting: most pairs are not comparable.
try:
    sorted([A, B])
except TypeError as problem:
    print("sorted:", problem)
