"""Draws Figure 2 of *Composition Theorems for Multiple Differential Privacy Constraints*, and prints its numbers as a table.

Mechanisms that are (0.3, 0)-DP and (0.15, 0.02)-DP at once, composed 3 and 20 times: the exact region, the bounds of Remarks 1 and 2 of the
paper, and what each constraint gives alone. Run it with `python examples/several_constraints.py`; without matplotlib it prints the table only.
"""

from importlib.util import find_spec

from exact import loss
from exact.constraints import (
    closed_form,
    composed,
    constraints,
    largest_minimum_gap,
    largest_region_gap,
    remark_1,
    remark_2,
)

both = constraints(("0.3", 0), ("0.15", "0.02"))
print(f"both constraints are active: {len(both.active) == 2}; alpha = {both.alpha} = {both.alpha.decimal(12)}")

panels = []
for k in (3, 20):
    whole, first, second = composed(both, k), remark_1(both, k), remark_2(both, k)
    print(f"\n{k} rounds, delta at eps (the bounds rounded up):")
    print(f"  {'eps':>4}  {'exact':>12}  {'Remark 2':>12}  {'Remark 1':>12}  {'(0.3, 0)':>12}  {'(0.15, 0.02)':>12}")
    for eps in ("0", "0.15", "0.3", "0.6", "0.9", "1.5"):
        values = [whole.delta(eps), second.minimum_delta(eps), first.minimum_delta(eps), first.part_delta(0, eps), first.part_delta(1, eps)]
        print(f"  {eps:>4}  " + "  ".join(f"{value.bounds(9)[1]:>12}" for value in values))
    for name, bound in (("Remark 1", first), ("Remark 2", second)):
        apart, inside = largest_minimum_gap(bound, both, k), largest_region_gap(bound, both, k)
        print(f"  {name} is too large by up to {apart.gap.decimal(6)} (at eps = {apart.eps.decimal(6)});", end=" ")
        print(f"its region, the inf of its parts, by up to {inside.gap.decimal(6)} (at eps = {inside.eps.decimal(6)})")
    alone = [part.pld() for part in first.parts]
    names = ("exact", "Remark 2", "Remark 1", "(0.3, 0) alone", "(0.15, 0.02) alone")
    panels.append((k, list(zip(names, [whole, second.pld(), first.pld(), *alone], strict=True))))

# For 3 rounds, the same by the other routes: the mixture of Theorem 2, and the list of guarantees of Theorem 3.
same = composed(both, 3, route="mixture") == composed(both, 3, route="closed") == closed_form(both, 3).pld() == 3 * both.pld()
print(f"\nthe power of the meet, Theorem 2 and Theorem 3 give one PLD: {same}")

if find_spec("matplotlib"):
    from certificates.export.figures import BLACK, BLUE, GREEN, ORANGE, RED, new_figure, save_figure, tradeoff_corners

    styles = (
        {"color": BLACK, "linewidth": 2.2},
        {"color": BLUE, "linewidth": 1.6, "linestyle": "--"},
        {"color": RED, "linewidth": 1.6, "linestyle": "-."},
        {"color": GREEN, "linewidth": 1.1, "linestyle": ":"},
        {"color": ORANGE, "linewidth": 1.1, "linestyle": ":"},
    )
    figure = new_figure(9.6, 9.2)
    for (above, below), (k, curves) in zip(figure.subplots(2, 2).T, panels, strict=True):
        reach = 1.2 if k == 3 else 4
        grid = [loss(f"{n}/100") for n in range(0, int(100 * reach) + 1, 3)]
        for (name, pld), style in reversed(list(zip(curves, styles, strict=True))):
            corners = tradeoff_corners(pld)
            above.plot([x for x, _ in corners], [y for _, y in corners], label=name, **style)
            below.plot([float(e.decimal(6)) for e in grid], [float(pld.delta(e).decimal(8)) for e in grid], label=name, **style)
        above.set(title=f"{k} rounds", xlabel="type I error α", ylabel="type II error f(α)", xlim=(0, 1), ylim=(0, 1))
        above.set_aspect("equal")
        below.set(xlabel="ε (nats)", ylabel="δ(ε)", xlim=(0, reach), ylim=(0, None))
        for axes in (above, below):
            axes.grid(alpha=0.25)
            handles, labels = axes.get_legend_handles_labels()
            axes.legend(handles[::-1], labels[::-1], fontsize=8)
    save_figure(figure, "several_constraints.svg")
    print("written: several_constraints.svg")
