"""Draws Figure 2 of *Composition Theorems for Multiple Differential Privacy Constraints*, and prints its numbers as a table.

Mechanisms that are (0.3, 0)-DP and (0.15, 0.02)-DP at once, composed 3 and 20 times: the exact region, the bounds of Remarks 1 and 2 of the
paper, and what each constraint gives alone. Remark 1 composes both constraints alone and intersects the regions; Remark 2 intersects the region of
(0.3, 0) with the total variation that (0.15, 0.02) implies, composed, and that of (0.15, 0.02), composed alone. The picture draws the intersected
regions. The table has their delta, and under "min" what is read off without intersecting: at each eps the least delta of the two parts of a remark.

Run it with `python examples/several_constraints.py`; without matplotlib it prints the table only.
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
    print(f"\n{k} rounds, delta at eps (the bounds rounded up; remarks: the intersected region, min: the least of its parts at this eps):")
    heads = ("exact", "Remark 2", "Remark 2 min", "Remark 1", "Remark 1 min", "(0.3, 0)", "(0.15, 0.02)")
    print(f"  {'eps':>4}" + "".join(f"{head:>14}" for head in heads))
    for eps in ("0", "0.15", "0.3", "0.6", "0.9", "1.5"):
        remarks = [value for bound in (second, first) for value in (bound.region_delta(eps), bound.minimum_delta(eps))]
        values = [whole.delta(eps), *remarks, first.part_delta(0, eps), first.part_delta(1, eps)]
        print(f"  {eps:>4}" + "".join(f"{value.bounds(9)[1]:>14}" for value in values))
    for name, bound in (("Remark 1", first), ("Remark 2", second)):
        apart, inside = largest_minimum_gap(bound, both, k), largest_region_gap(bound, both, k)
        print(f"  {name} is too large by up to {inside.gap.decimal(6)} (at eps = {inside.eps.decimal(6)}),", end=" ")
        print(f"its min by up to {apart.gap.decimal(6)} (at eps = {apart.eps.decimal(6)})")
    alone = [part.pld() for part in first.parts]
    panels.append((k, [whole, second.pld(), first.pld(), *alone]))

# For 3 rounds, the same by the other routes: the mixture of Theorem 2, and the list of guarantees of Theorem 3.
same = composed(both, 3, route="mixture") == composed(both, 3, route="closed") == closed_form(both, 3).pld() == 3 * both.pld()
print(f"\nthe power of the meet, Theorem 2 and Theorem 3 give one PLD: {same}")

if find_spec("matplotlib"):
    from certificates.export.figures import BLACK, BLUE, ORANGE, RED, SKY, new_figure, save_figure, tradeoff_corners

    second_name = "Remark 2: (0.3, 0) with the total variation of (0.15, 0.02), composed;\nthen intersected with (0.15, 0.02), composed alone"
    styles = (  # each alone wide and pale: the remarks run on them in part, and leave them to be seen
        ("(0.15, 0.02), composed alone", {"color": ORANGE, "linewidth": 5, "alpha": 0.5}),
        ("(0.3, 0), composed alone", {"color": SKY, "linewidth": 5, "alpha": 0.6}),
        ("Remark 1: both composed alone, then intersected", {"color": RED, "linewidth": 1.6, "linestyle": (0, (5, 2))}),
        (second_name, {"color": BLUE, "linewidth": 1.6, "linestyle": (0, (6, 1.5, 1, 1.5))}),
        ("exact: both at once, composed", {"color": BLACK, "linewidth": 2}),
    )
    figure = new_figure(9.6, 10)
    for (above, below), (k, curves) in zip(figure.subplots(2, 2).T, panels, strict=True):
        reach = 1.2 if k == 3 else 4
        grid = [loss(f"{n}/100") for n in range(0, int(100 * reach) + 1, 3)]
        for pld, (name, style) in zip(reversed(curves), styles, strict=True):
            corners = tradeoff_corners(pld)
            above.plot([x for x, _ in corners], [y for _, y in corners], label=name, **style)
            below.plot([float(e.decimal(6)) for e in grid], [float(pld.delta(e).decimal(8)) for e in grid], label=name, **style)
        above.set(title=f"{k} rounds", xlabel="type I error α", ylabel="least type II error f(α)", xlim=(0, 1), ylim=(0, 1))
        above.set_aspect("equal")
        below.set(xlabel="ε (nats)", ylabel="δ(ε)", xlim=(0, reach), ylim=(0, None))
        for axes in (above, below):
            axes.grid(alpha=0.25)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside lower center", ncols=2, fontsize=9)
    figure.suptitle("Mechanisms that are (0.3, 0)-DP and (0.15, 0.02)-DP at once, composed 3 and 20 times")
    save_figure(figure, "several_constraints.svg")
    print("written: several_constraints.svg")
