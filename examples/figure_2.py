"""Draws Figure 2 of *Privacy Filters are Captured by Residues* for its smallest instance, from a certificate that the checker verifies.

Two queries, randomized response with likelihood ratio 2 and one that leaks everything with probability 1/4, and both together as the budget:
every composition that the natural filter lets through is <= the budget, and yet an adversary who chooses adaptively gets above it.
"""

from pathlib import Path

from certificates.claims import natural_filter_violated, write
from certificates.export import picture, strategy_tree, subject
from exact import approx, rr
from exact.filters import natural_filter

queries = [rr("log(2)"), approx(0, "1/4")]
budget = approx("log(2)", "1/4")

found = natural_filter(queries, budget, rounds=2)
print(f"{found.verdict}: at x = {found.x} the best adversary has {found.cost}, the budget {found.budget}")

certificate = Path("figure_2.json")
write(natural_filter_violated(queries, budget, found), certificate)

# The same as `exactpld draw figure_2.json -o figure_2.svg`, and with `--kind strategy`.
curves = subject.of_certificate(certificate.read_bytes()).curves()
print(f"branches: {', '.join(name for name, _ in curves.branches)}; above the budget: {curves.is_violated}")
picture.draw_filter_tradeoffs(curves, "figure_2.svg")
strategy_tree.draw_strategy(curves.strategy, curves.names, "figure_2_strategy.svg")
print("written: figure_2.json, figure_2.svg, figure_2_strategy.svg")
