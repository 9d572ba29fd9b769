"""How loose is the repair theorem? The exact cost of a natural filter beside three bounds that hold for it.

The budget is R_{eps,delta} with eps = log(64) and delta = 10^-6, the queries are nine symmetric ones on which the filter fails.
`docs/repair_theorem.md` explains the columns. Run it with `python examples/repair_table.py`.
"""

from exact import PLD, Loss, Number, approx, exp, identity, log, mixture, number, rr
from exact.filters import natural_filter, repair_constants, repaired_guarantee, universal_bound_upper

EPS, DELTA = log(64), number("1e-6")
BUDGET = approx(EPS, DELTA)


def mix(*parts: tuple[Number | str, Loss]) -> PLD:
    """Randomized responses with small weights, else nothing is said."""
    rest = 1 - sum((number(weight) for weight, _ in parts), number(0))
    return mixture(*((weight, rr(eps)) for weight, eps in parts), (rest, identity()))


# Two queries that rarely say much. After each, and after both, the largest rare leaks of three sizes for which delta is just used up.
first, second = mix(("1/100", log(16)), ("9/100", log(4))), mix(("1/100", log(4)), ("9/100", log(2)))
queries = [first, second, approx(0, DELTA)]
for before in (first, second, first + second):
    for eps in (log(3), log(12), log(48)):
        alone = (before + rr(eps)).hockey_stick(exp(EPS))
        query = mix((DELTA / alone, eps)) if alone > DELTA else None
        if query is not None and query not in queries:
            queries.append(query)

print(f"{len(queries)} symmetric queries, budget (log(64), 10^-6): eps is about {EPS.decimal(5)}")
print(" k   exact cost                  C_k           k-fold budget   repaired Theorem 9")
print("     delta at eps  eps at delta  delta at eps  eps at k delta  eps'       delta'")
for k in (1, 2, 3, 4):
    cost = natural_filter(queries, BUDGET, k).cost_pld
    shown = (
        cost.delta(EPS).decimal(4),
        cost.epsilon(DELTA).decimal(4),
        universal_bound_upper(DELTA, k, 4),
        (k * BUDGET).epsilon(k * DELTA).decimal(4),
        *(value.decimal(4) for value in repaired_guarantee(EPS, DELTA, k)),
    )
    print(f" {k}   {shown[0]:<13} {shown[1]:<13} {shown[2]:<13} {shown[3]:<15} {shown[4]:<10} {shown[5]}")

found = repair_constants(EPS, DELTA, 4)
print(f"k = 4: n = {found.n}, ceil(ln 1/delta) = {found.log_ceiling}, chi = 228 n ceil(ln 1/delta) = {found.chi}")
print("  l* =", ", ".join(str(budget) for budget in found.l))

rounds = 1
while repaired_guarantee(EPS, DELTA, rounds)[0] >= rounds * EPS:
    rounds *= 2
eps, delta = repaired_guarantee(EPS, DELTA, rounds)
print(f"Of k = 1, 2, 4, 8, ... the first with eps' < k eps is {rounds}: eps' = {eps.decimal(4)}, delta' = {delta.decimal(4)}")
