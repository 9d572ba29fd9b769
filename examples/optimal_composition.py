"""Optimal composition of pure and approximate differential privacy, as exact values of composed PLDs.

The best (eps', delta') that hold for *all* k mechanisms, each (eps, delta)-DP, are those of the k-fold composition of
approx(eps, delta), which dominates them: no formula is needed. Run it with `python examples/optimal_composition.py`.
"""

from math import comb, prod

from exact import approx, exp, geometric, log, loss, number, permute_and_flip, rr

# Equal mechanisms: Kairouz, Oh, Viswanath (ICML 2015), theorem 3.3, for k = 10 and (ln 2, 10^-6)-DP.
k, eps, delta = 10, log(2), number("1e-6")
A = k * approx(eps, delta)
t = exp(eps)
print(f"{k} mechanisms that are (ln 2, 10^-6)-DP: all optimal pairs, and the formula of the theorem")
for i in range(k // 2 + 1):
    total = (k - 2 * i) * eps
    sums = sum((comb(k, j) * (t ** (k - j) - t ** (k - 2 * i + j)) for j in range(i)), number(0))
    formula = 1 - (1 - delta) ** k * (1 - sums / (1 + t) ** k)
    print(f"  eps' = {total.decimal(6):>8}  delta' = {A.delta(total).decimal(10):<14} the same: {A.delta(total) == formula}")

# At any other delta' the least eps' is exact, too. Basic composition would say 10 ln 2.
best = A.epsilon("1e-3")
print(f"least eps' at delta' = 10^-3: {best.decimal(10)}, that is log({best.exp()}); basic: {(k * eps).decimal(10)}")

# Unlike mechanisms: Murtagh, Vadhan (TCC 2016), theorem 1.5. Exact optimal composition is #P-hard in general: the sum
# runs over all subsets; the PLD merges equal losses.
pairs = [(loss("1/2"), number("1e-5")), (loss(1), number(0)), (log(3), number("1/1000")), (loss("1/10"), number(0))]
B = sum((approx(e, d) for e, d in pairs[1:]), approx(*pairs[0]))
x = exp(1)
factors = [exp(e) for e, _ in pairs]
subsets = [[i for i in range(len(pairs)) if bits >> i & 1] for bits in range(2 ** len(pairs))]
inside = [prod((factors[i] for i in s), start=number(1)) for s in subsets]
whole = prod(factors, start=number(1))
share = sum((max(p - x * whole / p, number(0)) for p in inside), number(0)) / prod((1 + f for f in factors), start=number(1))
formula = 1 - prod((1 - d for _, d in pairs), start=number(1)) * (1 - share)
print(f"four unlike mechanisms, delta at eps = 1: {B.delta(1).decimal(15)}; the same as the sum over subsets: {B.delta(1) == formula}")

# The bound is met by no mechanism but the worst. Others leak less, and that is decided, too.
C = geometric("1/2", 1) + rr(1, 4) + permute_and_flip(log(3), [2, 1, 0], [1, 2, 0]) + rr("1/10")
print("four mechanisms with these guarantees lie below:", C <= B, " and not above:", not B <= C)
print("  their delta at eps = 1:", C.delta(1).decimal(15))
