"""Pictures of certificates and problems: what is in them, where which kind makes sense, what is refused."""

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from matplotlib.text import Text

from certificates import claims
from certificates.claims import write
from certificates.claims.certificate import seal
from certificates.export import curves as curve_pictures
from certificates.export import enlarged, figures, filter_curves, hasse, picture, strategy_tree, subject
from certificates.export.names import composition_name, expression_of, key_of, letter
from certificates.export.titles import flow, text_width
from exact import approx, number, pld, rr
from exact.errors import NotReadable, OutOfRange, Refuted, TooLarge
from exact.filters import Node, Strategy, chain, natural_filter
from exact.filters.discretisation import sandwich
from exact.filters.residue import ResidueFilter
from exact.filters.updates import pure_update

VECTORS = Path(__file__).parents[1] / "vectors"
QUERIES, BUDGET = ("rr(log(2))", "approx(0, 1/4)"), "approx(log(2), 1/4)"
PURE3, PURE3_BUDGET = ("rr(log(2))", "rr(log(5))", "rr(log(3))"), "approx(log(5/2), 5/12)"


def problem(queries=QUERIES, budget=BUDGET, rounds=2):
    """The text of a problem file."""
    return f"queries = {json.dumps(list(queries))}\nbudget = {json.dumps(budget)}\nrounds = {json.dumps(rounds)}\n"


def solved(queries=QUERIES, budget=BUDGET, rounds=2):
    """The curves of a problem."""
    plds = [pld(text) for text in queries]
    return filter_curves.of_result(natural_filter(plds, pld(budget), rounds), queries, pld(budget), budget)


def violation(queries=QUERIES, budget=BUDGET, rounds=2):
    """A certificate that the natural filter does not keep its budget."""
    plds = [pld(text) for text in queries]
    return claims.natural_filter_violated(plds, pld(budget), natural_filter(plds, pld(budget), rounds))


def texts(file):
    """The texts of a picture in SVG: matplotlib keeps each line in a comment."""
    return "\n".join(re.findall(r"<!-- (.*?) -->", file.read_text(encoding="utf-8"), re.DOTALL))


def shaded(file):
    """Whether the picture has a shaded region that is not empty."""
    groups = [g for g in ET.parse(file).iter("{http://www.w3.org/2000/svg}g") if g.get("id") == "violated"]
    return any(part.get("d") for g in groups for part in g.iter("{http://www.w3.org/2000/svg}path"))


# --- what is drawn


def test_curves_of_the_figure():
    """RES Figure 2, smallest instance (oracle 1a-1): the branches are L1 + L1 and L1 + L2 = B, the cost is L1 + sup{L1, L2} with the gap 1/18."""
    curves = solved()
    assert [name for name, _ in curves.branches] == ["2 L₁", "L₁ + L₂"]
    a, b = (pld(text) for text in QUERIES)
    assert [value for _, value in curves.branches] == [a + a, a + b]
    assert curves.supremum == (a + a) | (a + b) == curves.budget
    assert curves.adaptive == a + (a | b)
    assert curves.is_violated
    assert curves.adaptive.hockey_stick(2) - curves.budget.hockey_stick(2) == Fraction(1, 18)


def test_branches_of_a_strategy():
    """Of a certificate only the compositions that its strategy realises are drawn (oracle 1b-approx-2-5-3: after L1, L2 or twice L3)."""
    curves = subject.of_certificate(violation(PURE3, PURE3_BUDGET, 3).to_bytes()).curves()
    assert [name for name, _ in curves.branches] == ["L₁ + L₂", "L₁ + 2 L₃"]
    assert curves.names == PURE3
    assert curves.adaptive.hockey_stick("5/2") == Fraction(1, 2)
    assert all(value <= curves.budget for _, value in curves.branches)
    assert curves.supremum <= curves.budget
    assert len(solved(PURE3, PURE3_BUDGET, 3).branches) == 4


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_branches_are_the_maximal_compositions(rounds):
    """Against all multisets, by brute force."""
    plds = [pld(text) for text in PURE3]
    budget = pld(PURE3_BUDGET)
    allowed = set()
    for word in product(range(4), repeat=rounds):  # 3 passes
        indices = tuple(sorted(i for i in word if i < 3))
        whole = sum((plds[i] for i in indices), pld("identity()"))
        if whole <= budget:
            allowed.add(indices)
    counts = [[indices.count(i) for i in range(3)] for indices in allowed]
    last = {
        composition_name(indices)
        for indices in allowed
        if not any(c != [indices.count(i) for i in range(3)] and all(c[i] >= indices.count(i) for i in range(3)) for c in counts)
    }
    assert {name for name, _ in solved(PURE3, PURE3_BUDGET, rounds).branches} == last


def test_probabilities_of_nodes():
    """Those of the leaves of a strategy without infinite losses add up to one."""
    found = natural_filter([pld(text) for text in PURE3], pld(PURE3_BUDGET), 3)
    nodes = found.strategy.nodes()
    reached = filter_curves.reached(found.strategy, nodes)
    ends = Fraction(0)
    for node in nodes:
        for (p, _), (_, child) in zip(found.queries[node.query].atoms, node.children, strict=True):
            ends = ends + reached[id(node)] * p if child is None else ends
    assert ends == 1
    assert reached[id(found.strategy.root)] == 1


def test_curves_in_doubles():
    """The shaded region is bounded by the exact curves: type II errors against `PLD.tradeoff`."""
    for text in (BUDGET, "2*rr(1)", "total_leak()", "table(((1/2, 1/4), (1/2, 3/4)))"):
        value = pld(text)
        alphas = np.linspace(0, 1, 17)
        drawn = figures.tradeoff_at(figures.tradeoff_corners(value), alphas)
        exact = [float(value.tradeoff(Fraction(i, 16)).decimal(17)) for i in range(17)]
        assert np.max(np.abs(drawn - exact)) < 1e-12


# --- names


def test_names():
    """Letters of the paper; expressions that read back."""
    assert (letter(0), letter(11)) == ("L₁", "L₁₂")
    assert composition_name([0, 0, 0, 1]) == "3 L₁ + L₂"
    for text in ("rr(1)", "rr(log(2))", "approx(1/2, 1/10)", "approx(0, 1/4)", "identity()", "total_leak()"):
        assert expression_of(pld(text)) == text
    for text, count in (("2*rr(1)", 3), ("table(((1/2, 1/4), (1/2, 3/4)))", 2), ("table(((1/2, 1/4), (1/2, 3/4))) + approx(0, 1/9)", 4)):
        assert expression_of(pld(text)) == f"a PLD of {count} atoms"
    assert key_of(["x"] * 9)[-1] == "and 1 more query"
    assert key_of(["a", "b", "c"], [2]) == ["L₃ = c"]


# --- pictures of problems and certificates

LABELS = ["type I error α (under P)", "type II error f(α) (under Q)", "sup of the branches = B", "branch L₁ + L₂ = B", "branch 2 L₁", "no leak"]


def test_figure_2_of_a_certificate(call, tmp_path):
    """All curves are named, the region is shaded, the same certificate gives the same bytes, and no date."""
    write(violation(), tmp_path / "c.json")
    for name in ("a.svg", "b.svg"):
        assert call("draw", "c.json", "-o", name) == (0, f"Picture (tradeoff) of the verified certificate written to {name}\n", "")
    said = texts(tmp_path / "a.svg")
    for label in [*LABELS, "strategy", "budget B = approx(log(2), 1/4)", "L₁ = rr(log(2)),   L₂ = approx(0, 1/4)", "budget violated"]:
        assert label in said, said
    assert "At ε = log(2), δ is 11/36, above the 1/4 of the budget" in said
    assert shaded(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert b"dc:date" not in (tmp_path / "a.svg").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.svg", "b.svg", "c.json"]


def test_figure_2_of_a_problem(call, tmp_path):
    """A problem shows its title and the exact cost."""
    (tmp_path / "p.toml").write_text('title = "Costs $5"\n' + problem())
    assert call("draw", "p.toml", "-o", "a.svg") == (0, "Picture (tradeoff) written to a.svg\n", "")
    said = texts(tmp_path / "a.svg")
    for label in [*LABELS, "best adversary (exact cost)", "enlarged", "violated: more than the budget", "Costs $5"]:
        assert label in said, said
    assert shaded(tmp_path / "a.svg")


@pytest.mark.parametrize("source", ["problem", "certificate", "below"])
def test_the_point_of_the_title_is_enlarged(tmp_path, monkeypatch, source):
    """Where 1 - alpha - x beta is what the title says: 11/36 at x = 2, (17/36, 1/9); 47/72 at x = 1/2, (1/9, 17/36); its mirror image is not."""
    if source == "problem":
        curves, point = solved(), (17 / 36, 1 / 9)
    else:
        found = natural_filter([pld(text) for text in QUERIES], pld(BUDGET), 2, at=2 if source == "certificate" else "1/2")
        certificate = claims.natural_filter_violated(found.queries, pld(BUDGET), found)
        curves = subject.of_certificate(certificate.to_bytes()).curves()
        point = (17 / 36, 1 / 9) if source == "certificate" else (1 / 9, 17 / 36)
    figure = drawn(monkeypatch, picture, picture.draw_filter_tradeoffs, curves, tmp_path / "a.svg")
    axes = figure.axes[0]
    (inset,) = axes.child_axes
    for part in (axes, inset):
        (dot,) = [line for line in part.get_lines() if line.get_gid() == "point"]
        assert (dot.get_xdata()[0], dot.get_ydata()[0]) == pytest.approx(point)
    (left, right), (low, high) = inset.get_xlim(), inset.get_ylim()
    assert left < point[0] < right
    assert low < point[1] < high
    assert not left < point[1] < right
    said = [text.get_text() for text in inset.texts]
    assert f"δ = {curves.adaptive.hockey_stick(curves.x)}\nat {figures.at_epsilon(curves.x)}" in said


@pytest.mark.parametrize("x", ["2", "1/2", "3/2", "1/1000000", "exp(-900)", "exp(900)"])
def test_points_are_on_their_tangents(x):
    """1 - alpha - x beta is the exact delta of the adversary; no point where that is not above the budget."""
    family = [rr(1), rr(1), approx(0, "1/4")]
    budget = approx("1/2", "1/20")
    curves = filter_curves.of_strategy(Strategy(tuple(family), tree(family, 1)), number(x), ["a", "b", "c"], (budget, "B"), 2)
    allowed = budget.hockey_stick(curves.x)
    alpha, beta = enlarged.point_at(curves)
    delta = figures.as_float(curves.adaptive.hockey_stick(curves.x))
    assert beta == 0 if x == "exp(900)" else abs(1 - alpha - figures.as_float(curves.x) * beta - delta) < 1e-12
    assert curves.adaptive.hockey_stick(curves.x) > allowed
    assert enlarged.point_at(filter_curves.of_strategy(curves.strategy, curves.x, ["a", "b", "c"], (pld("total_leak()"), "B"), 2)) is None


@pytest.mark.parametrize(
    ("queries", "budget", "rounds"),
    [
        (QUERIES, "approx(log(2), 1/3)", 2),
        (("rr(1)", "approx(1/2, 1/10)"), "approx(2, 1/10)", 3),
        (("rr(1)",), "total_leak()", 2),
        (("rr(1)",), "total_leak()", "all"),
        (("rr(1)",), "rr(1/2)", 2),
    ],
    ids=["rational", "irrational", "leak", "leak, all rounds", "nothing allowed"],
)
def test_free_budgets(tmp_path, queries, budget, rounds):
    """Where the budget is kept, nothing is shaded, enlarged or marked."""
    curves = solved(queries, budget, rounds)
    assert not curves.is_violated
    picture.draw_filter_tradeoffs(curves, tmp_path / "a.svg")
    said = texts(tmp_path / "a.svg")
    assert ": budget kept" in said
    assert f"budget B = {budget}, kept" in said
    assert "violated" not in said
    assert "enlarged" not in said
    assert not shaded(tmp_path / "a.svg")
    assert ("sup of the branches" in said) == (budget != "rr(1/2)" and rounds != "all")


def test_profile_and_difference(call, tmp_path):
    """The gap is marked with its exact value, on either side of epsilon 0."""
    (tmp_path / "p.toml").write_text(problem())
    assert call("draw", "p.toml", "--kind", "profile", "-o", "a.svg")[0] == 0
    said = texts(tmp_path / "a.svg")
    for label in ("ε (nats)", "δ(ε), P over Q", "gap 1/18", "at ε = log(2)", "best adversary (exact cost)", "sup of the branches = B"):
        assert label in said, said
    assert shaded(tmp_path / "a.svg")
    assert call("draw", "p.toml", "--kind", "difference", "-o", "b.svg")[0] == 0
    said = texts(tmp_path / "b.svg")
    for label in ("A = best adversary (exact cost)", "L₁ = rr(log(2)),   L₂ = approx(0, 1/4)", "B = budget approx(log(2), 1/4)", "1/18", "A ≥ B"):
        assert label in said, said
    plds = [rr("log(2)"), approx(0, "1/4")]
    low = natural_filter(plds, pld(BUDGET), 2, at="1/2")
    picture.draw_filter_profiles(filter_curves.of_result(low, QUERIES, pld(BUDGET), BUDGET), tmp_path / "c.svg")
    assert "at ε = log(1/2)" in texts(tmp_path / "c.svg")
    far = natural_filter(plds, pld(BUDGET), 2, at=3)  # violated, and not at this x
    picture.draw_filter_profiles(filter_curves.of_result(far, QUERIES, pld(BUDGET), BUDGET), tmp_path / "d.svg")
    said = texts(tmp_path / "d.svg")
    assert "not above the 1/4 of the budget" in said
    assert "gap" not in said


def test_many_branches(tmp_path):
    """Four have a style of their own, the others one name together."""
    curves = solved(("rr(log(2))", "rr(log(3))", "rr(log(5))"), "rr(6)", 3)
    assert len(curves.branches) == 10
    picture.draw_filter_tradeoffs(curves, tmp_path / "a.svg")
    said = texts(tmp_path / "a.svg")
    assert len(re.findall("^branch (2|3|L)", said, re.MULTILINE)) == 4
    assert "6 more branches" in said


def test_a_mass_of_branches(tmp_path, monkeypatch):
    """Eight of the others are drawn, and the legend says of how many; their sup is that of all."""
    logs = [rr(f"log({k})") for k in (2, 3, 5, 7, 11)]
    curves = filter_curves.of_result(natural_filter(logs, rr(6), 4), [str(i) for i in range(5)], rr(6), "rr(6)")
    more = len(curves.branches) - 4
    assert more > 8
    figure = drawn(monkeypatch, picture, picture.draw_filter_tradeoffs, curves, tmp_path / "a.svg")
    grey = [line for line in figure.axes[0].get_lines() if line.get_color() == "0.55"]
    assert len(grey) == 8
    assert [line.get_label() for line in grey if not line.get_label().startswith("_")] == [f"8 of {more} more branches"]


def drawn(monkeypatch, module, draw, *args, **keywords):
    """The figure that a function draws."""
    found = []
    with monkeypatch.context() as patch:
        patch.setattr(module, "save_figure", lambda figure, _: found.append(figure))
        draw(*args, **keywords)
    found[0].canvas.draw()
    return found[0]


def cut_off(figure):
    """The texts of a figure that reach beyond its edges."""
    parts = [part for axes in figure.axes for part in (axes, *axes.child_axes)]
    ticks = [text for part in parts for axis in (part.xaxis, part.yaxis) for text in axis.get_ticklabels()]  # unseen ones are far out
    boxes = [(text, text.get_window_extent()) for text in figure.findobj(Text) if text.get_text() and text not in ticks]
    width, height = figure.bbox.size
    return [text.get_text() for text, b in boxes if b.x0 < 0 or b.y0 < 0 or b.x1 > width or b.y1 > height]


LONG = " ".join(["A problem whose title goes on and on and says what nobody wants to know,"] * 6)
LONG_QUERIES = [f"approx(log({10**19 + k}/{10**19}), {k}/1234567890123)" for k in range(1, 5)]
MANY_QUERIES = [f"rr(log({k + 2}/{k + 1}))" for k in range(9)]


@pytest.mark.parametrize(("queries", "title"), [(QUERIES, LONG), (LONG_QUERIES, ""), (MANY_QUERIES, LONG)], ids=["few", "long", "many"])
def test_titles_are_whole(tmp_path, monkeypatch, queries, title):
    """No text is cut off at an edge, and no line ends between a letter and what it stands for."""
    plds = [pld(text) for text in queries]
    curves = filter_curves.of_result(natural_filter(plds, rr("log(2)"), 2), queries, rr("log(2)"), "rr(log(2))", title)
    diagram = subject.Family(queries=tuple(plds), names=tuple(queries), rounds=2).diagram()
    strategy = Strategy(tuple(plds), tree(plds, len(plds) - 1))
    named = {"title": title, "key": key_of(queries)}
    figures = [
        drawn(monkeypatch, picture, picture.draw_filter_tradeoffs, curves, tmp_path),
        drawn(monkeypatch, picture, picture.draw_filter_profiles, curves, tmp_path),
        drawn(monkeypatch, curve_pictures, picture.draw_filter_difference, curves, tmp_path),
        drawn(monkeypatch, curve_pictures, curve_pictures.draw_tradeoffs, plds, [LONG[:40]] * len(plds), tmp_path, title=title),
        drawn(monkeypatch, curve_pictures, curve_pictures.draw_difference, (plds[0], plds[1]), (LONG, LONG), tmp_path, title=title),
        drawn(monkeypatch, hasse, hasse.draw_hasse, diagram, tmp_path, **named),
        drawn(monkeypatch, strategy_tree, strategy_tree.draw_strategy, strategy, queries, tmp_path, title=title),
    ]
    for figure in figures:
        assert cut_off(figure) == []
        lines = [line.strip() for text in figure.findobj(Text) for line in text.get_text().splitlines()]
        assert not [line for line in lines if line.endswith("=")]


def test_lines_of_titles():
    """Broken between items only; what is too long ends in an ellipsis; so does what is too much."""
    items = ["L₁ = rr(1)", "L₂ = rr(2)", "L₃ = " + "x" * 300]
    assert flow(items[:2], 9, 10) == ["L₁ = rr(1),   L₂ = rr(2)"]
    assert flow(items[:2], 1, 10) == ["L₁ = rr(1),", "L₂ = rr(2)"]
    assert flow([], 1, 10) == []
    *_, last = flow(items, 5, 10)
    assert re.fullmatch("L₃ = x{20,}…", last)
    assert text_width(last, 10) <= 5 < text_width(last.replace("…", "xx"), 10)
    assert flow(["abc"] * 5, 0.5, 10, between=" ", limit=2) == ["abc", "abc …"]


def test_too_many_branches(monkeypatch):
    """A limit, not a wait."""
    monkeypatch.setattr(filter_curves, "BRANCH_LIMIT", 3)
    with pytest.raises(TooLarge, match="more than 3 branches, too many for a picture"):
        solved(PURE3, PURE3_BUDGET, 3)


# --- strategies


def test_strategy(call, tmp_path):
    """Queries, probabilities and ratios; RES Figure 2: after 2 play L1 again, after 1/2 play L2."""
    write(violation(), tmp_path / "c.json")
    assert call("draw", "c.json", "--kind", "strategy", "-o", "a.svg")[1] == "Picture (strategy) of the verified certificate written to a.svg\n"
    lines = texts(tmp_path / "a.svg").splitlines()
    assert lines.count("play L₁") == 1
    assert {"play L₁, then stop", "play L₂, then stop", "P: 1", "P: 2/3", "P: 1/3", "loss +∞: 1/4", "2", "1/2"} <= set(lines)
    assert "L₁ = rr(log(2)),   L₂ = approx(0, 1/4)" in lines


def test_strategy_that_plays_nothing(tmp_path):
    """Depth 0: one box; as curves, the identity and no branch."""
    nothing = Strategy((rr(1),), None)
    strategy_tree.draw_strategy(nothing, ["rr(1)"], tmp_path / "a.svg")
    assert "stop: no query is played" in texts(tmp_path / "a.svg")
    curves = filter_curves.of_strategy(nothing, pld("rr(1)").knots[0], ["rr(1)"], None, None)
    assert curves.branches == ()
    assert not curves.is_violated
    picture.draw_filter_tradeoffs(curves, tmp_path / "b.svg")
    assert "Adaptive composition under a rule" in texts(tmp_path / "b.svg")
    with pytest.raises(OutOfRange, match="no difference"):
        picture.draw_filter_difference(curves, tmp_path / "c.svg")
    with pytest.raises(OutOfRange, match="1 queries, and 2 names"):
        strategy_tree.draw_strategy(nothing, ["a", "b"], tmp_path / "a.svg")


def tree(queries, i):
    """A complete binary tree in which every node plays a query of its own."""
    if i >= len(queries):
        return None
    return Node(i, tuple((ratio, tree(queries, 2 * i + j)) for j, ratio in enumerate(reversed(queries[i].knots))))


def test_large_strategies(tmp_path):
    """31 nodes are drawn; of 63 the lowest level is left out, and the picture says how many nodes that are."""
    for count, said in ((32, None), (64, "… 32 more nodes")):
        queries = [rr(f"log({i + 1})") for i in range(count)]
        strategy_tree.draw_strategy(Strategy(tuple(queries), tree(queries, 1)), [str(i) for i in range(count)], tmp_path / "a.svg")
        lines = texts(tmp_path / "a.svg").splitlines()
        assert sum(line.startswith("play ") for line in lines) == 31
        assert [line for line in lines if line.startswith("…")] == ([said] if said else [])


def test_many_ratios_on_one_line(tmp_path):
    """More than four are counted; a stop beside other answers has a box."""
    queries = (pld("12*rr(log(2))"), rr(1))
    then = Node(1, tuple((ratio, None) for ratio in reversed(queries[1].knots)))
    knots = [*reversed(queries[0].knots)]
    strategy = Strategy(queries, Node(0, tuple((ratio, then if i < 6 else None) for i, ratio in enumerate(knots))))
    strategy_tree.draw_strategy(strategy, ["a", "b"], tmp_path / "a.svg", title="many")
    lines = texts(tmp_path / "a.svg").splitlines()
    assert {"4096 … 4", "6 ratios", "7 ratios", "stop", "many"} <= set(lines)


def test_labels_do_not_hide_each_other():
    """On crossing lines they stand at different heights."""
    lines = {(0, 2): [(0.0, 0.0), (0.0, -1.6)], (0, 3): [(0.0, 0.0), (1.0, -1.6)], (1, 2): [(1.0, 0.0), (0.0, -1.6)]}
    labels = dict.fromkeys(lines, "exp(-1/3)")
    places = strategy_tree._label_places(lines, labels, 0.5)
    width, height = strategy_tree._size("exp(-1/3)")
    spots = [*places.values()]
    for i, (x, y) in enumerate(spots):
        for a, b in spots[:i]:
            assert abs(x - a) >= width or abs(y - b) >= height


# --- other kinds of certificates


def certificates():
    """One certificate of each kind that has a picture, with the kinds that make sense, the usual one first."""
    family = [rr("log(2)"), approx(0, "1/4")]
    result = natural_filter(family, pld(BUDGET), 2, at=2)
    free = natural_filter(family, pld("approx(log(2), 1/3)"), 2)
    session = ResidueFilter(rr(1), pure_update)
    session.admit(rr("1/2"))
    curves = ("tradeoff", "difference", "profile", "strategy", "hasse")
    return {
        "violated": (violation(), curves),
        "free": (claims.natural_filter_free(family, pld("approx(log(2), 1/3)"), free), curves),
        "cost": (claims.filter_cost(family, pld(BUDGET), result), curves),
        "chain": (claims.chain([rr(1)], 3, chain([rr(1)], 3)), ("hasse",)),
        "not-chain": (claims.not_chain(family, 2, chain(family, 2)), ("hasse", "tradeoff", "profile", "difference")),
        "dominated": (claims.dominated(rr(1), rr(2)), ("tradeoff", "profile", "difference")),
        "incomparable": (claims.incomparable(*family), ("tradeoff", "profile", "difference")),
        "delta": (claims.delta(rr("log(2)"), number(1), value=number("1/3")), ("tradeoff", "profile")),
        "residue": (claims.residue(rr("1/2"), rr("1/2"), rr(1)), ("tradeoff", "profile", "difference")),
        "residue-run": (claims.residue_run(session), ("tradeoff", "profile", "difference")),
        "sandwich": (claims.sandwich(2 * rr(1), sandwich(2 * rr(1), [0, 1, "inf"])), ("tradeoff", "profile")),
    }


@pytest.fixture(scope="module")
def made():
    return certificates()


@pytest.mark.parametrize(
    "name", ["violated", "free", "cost", "chain", "not-chain", "dominated", "incomparable", "delta", "residue", "residue-run", "sandwich"]
)
def test_kinds_of_certificates(call, tmp_path, made, name):
    """Every other kind is refused, in one sentence that says what there is."""
    certificate, possible = made[name]
    (tmp_path / "c.json").write_bytes(certificate.to_bytes())
    assert subject.of_certificate(certificate.to_bytes()).kinds() == possible
    assert call("draw", "c.json", "-o", "a.svg") == (0, f"Picture ({possible[0]}) of the verified certificate written to a.svg\n", "")
    ET.parse(tmp_path / "a.svg")
    for kind in {"tradeoff", "profile", "difference", "strategy", "hasse"} - set(possible):
        status, out, err = call("draw", "c.json", "--kind", kind, "-o", "b.svg")
        assert (status, out) == (2, "")
        assert f"--kind {kind} makes no sense for a certificate of the kind {certificate.kind}, which can be drawn as {', '.join(possible)}" in err
        assert err.count("\n") == 1
    assert not (tmp_path / "b.svg").exists()


def test_the_incomparable_pair_has_another_border(made, tmp_path, monkeypatch):
    """Of a certificate that a family is no chain; the note says what it means."""
    found = subject.of_certificate(made["not-chain"][0].to_bytes())
    assert found.pair == ("L₁", "L₂")
    figure = drawn(monkeypatch, hasse, hasse.draw_hasse, found.family.diagram(), tmp_path, pair=found.pair)
    boxes = [text for text in figure.findobj(Text) if text.get_bbox_patch() is not None]
    borders = {text.get_text(): text.get_bbox_patch().get_linestyle() for text in boxes}
    assert [name for name, border in borders.items() if border not in {"solid", "-"}] == ["L₁", "L₂"]
    assert len(borders) == 3
    assert any("dashed: two that are incomparable" in text.get_text() for text in figure.findobj(Text))


def test_sessions_show_refused_queries(call, tmp_path):
    """A title says how many were admitted; of a long session the end is drawn."""
    session = ResidueFilter(rr(1), pure_update)
    for query in (rr("1/2"), rr(3), rr("1/4")):
        session.admit(query)
    write(claims.residue_run(session), tmp_path / "c.json")
    assert dict(subject.of_certificate((tmp_path / "c.json").read_bytes()).plds) == {
        "budget = rr(1)": rr(1),
        "budget after step 1 = rr(1/2)": rr("1/2"),
        "refused at step 2: rr(3)": rr(3),
        "budget after step 3 = rr(1/4)": rr("1/4"),
    }
    for kind in ("tradeoff", "profile"):
        assert call("draw", "c.json", "--kind", kind, "-o", "a.svg")[0] == 0
        assert "Residue filter: 2 of 3 queries admitted" in texts(tmp_path / "a.svg")
    for _ in range(12):
        session.admit(rr("1/100"))
    long = subject.of_certificate(claims.residue_run(session).to_bytes())
    assert [name.split(" =")[0] for name, _ in long.plds] == ["budget", *(f"budget after step {i}" for i in range(5, 16))]
    assert long.title == "Residue filter: 14 of 15 queries admitted; the last 11 steps are drawn"


def test_a_strategy_that_stays_below_says_nothing_of_the_filter(tmp_path):
    """The best one at x = 1/100 keeps a budget that the filter does not keep."""
    plds = [pld(text) for text in QUERIES]
    result = natural_filter(plds, pld(BUDGET), 2, at="1/100")
    assert result.cost_pld.hockey_stick(2) > pld(BUDGET).hockey_stick(2)
    curves = subject.of_certificate(claims.filter_cost(plds, pld(BUDGET), result).to_bytes()).curves()
    assert not curves.is_violated
    picture.draw_filter_tradeoffs(curves, tmp_path / "a.svg")
    said = texts(tmp_path / "a.svg")
    assert "this strategy stays within the budget" in said
    assert "kept" not in said


def test_what_is_read_is_what_is_claimed(made):
    """The objects of the pictures of the simple kinds."""

    def plds(name):
        return dict(subject.of_certificate(made[name][0].to_bytes()).plds)

    assert plds("dominated") == {"A = rr(1)": rr(1), "B = rr(2)": rr(2)}
    assert plds("delta") == {"rr(log(2))": rr("log(2)")}
    assert plds("residue")["U + L = a PLD of 3 atoms"] == 2 * rr("1/2")
    assert [*plds("residue-run").values()] == [rr(1), rr("1/2")]
    assert [*plds("sandwich")] == ["upper discretisation", "the PLD", "lower discretisation"]
    lower, middle, upper = reversed(plds("sandwich").values())
    assert middle == 2 * rr(1)
    assert lower <= middle <= upper
    assert plds("not-chain") == {"L₁": rr("log(2)"), "L₂": approx(0, "1/4")}
    cost = subject.of_certificate(made["cost"][0].to_bytes()).curves()
    assert (cost.x, cost.adaptive.hockey_stick(2)) == (2, Fraction(11, 36))
    free = subject.of_certificate(made["free"][0].to_bytes()).curves()
    assert (free.adaptive_name, free.is_violated) == ("best adversary (exact cost)", False)


def test_a_cost_under_a_table_of_moves_has_no_budget(call, tmp_path):
    """Its strategy is drawn, and the curves without a budget."""
    family = [{"den": "3", "atoms": [["2", "1"], ["1", "2"]]}]
    claim = {"queries": family, "rule": {"moves": [[["0", "1"]], []]}, "x": "1", "cost": "1/3"}
    data = seal("filter-cost", claim, {"tree": ["0", [None, None]], "values": [["0", family[0]]]}).to_bytes()
    (tmp_path / "c.json").write_bytes(data)
    assert call("draw", "c.json", "-o", "a.svg")[0] == 0
    said = texts(tmp_path / "a.svg")
    assert "budget" not in said
    assert "strategy" in said
    assert call("draw", "c.json", "--kind", "difference", "-o", "b.svg")[0] == 2
    assert call("draw", "c.json", "--kind", "hasse", "-o", "b.svg")[0] == 2
    assert call("draw", "c.json", "--kind", "strategy", "-o", "b.svg")[0] == 0


def test_hasse_of_a_problem(call, tmp_path):
    """F^{<rounds}, the budget not needed; equal compositions in one box; the letters are explained."""
    (tmp_path / "p.toml").write_text('queries = ["rr(1)", "2*rr(1)"]\nrounds = 3\n')
    assert call("draw", "p.toml", "--kind", "hasse", "-o", "a.svg") == (0, "Picture (hasse) written to a.svg\n", "")
    said = texts(tmp_path / "a.svg")
    for label in ("no query", "2 L₁", "L₁ + L₂", "= 2 L₁", "Compositions of fewer than 3 queries"):
        assert label in said, said
    for rounds, status, sentence in (('"all"', 2, "needs a number of rounds"), ("16", 3, "136 compositions of fewer than 16 queries")):
        (tmp_path / "p.toml").write_text(f'queries = ["rr(1)", "2*rr(1)"]\nrounds = {rounds}\n')
        found, out, err = call("draw", "p.toml", "--kind", "hasse", "-o", "b.svg")
        assert (found, out) == (status, "")
        assert sentence in err


# --- what is refused


def test_a_rejected_certificate_is_not_drawn(call, tmp_path):
    """Nobody is shown the shaded region of a false claim."""
    content = json.loads(violation().to_bytes())
    forged = seal("natural-filter-violated", content["claim"] | {"rounds": "1"}, content["witness"])
    (tmp_path / "c.json").write_bytes(forged.to_bytes())
    status, out, err = call("draw", "c.json", "-o", "a.svg")
    assert (status, out) == (1, "")
    assert err.startswith("exactpld: c.json: the checker rejects this certificate, so it is not drawn: R26-tree-depth, ")
    assert not (tmp_path / "a.svg").exists()
    with pytest.raises(Refuted, match="R26-tree-depth"):
        subject.of_certificate(forged.to_bytes())


@pytest.mark.parametrize("folder", ["reject", "malformed", "limit"])
def test_bad_vectors_are_not_drawn(folder):
    """What the checker does not verify is refused, whatever is wrong with it."""
    expected = {"reject": Refuted, "malformed": NotReadable, "limit": TooLarge}[folder]
    files = sorted((VECTORS / folder).glob("*"), key=lambda file: (file.stat().st_size, file.name))[:25]
    assert files
    for file in files:
        with pytest.raises(expected):
            subject.of_certificate(file.read_bytes())


def test_small_accepted_vectors_have_a_subject():
    """Every kind of claim is drawn or refused in words."""
    for file in sorted((VECTORS / "accept").glob("*.json"), key=lambda file: (file.stat().st_size, file.name))[:40]:
        if json.loads(file.read_bytes())["kind"] in ("audit", "identity", "pure-dp", "pure-dp-tables", "not-pure-dp"):
            with pytest.raises(OutOfRange, match="has no picture"):
                subject.of_certificate(file.read_bytes())
        else:
            assert subject.of_certificate(file.read_bytes()).kinds()


BAD = [
    (("no.json",), 2, "cannot read no.json: No such file"),
    (("no.toml",), 2, "cannot read no.toml: No such file"),
    (("p.toml", "rr(1)"), 2, "p.toml is a file, which is drawn by itself"),
    (("rr(1)", "p.toml"), 2, "p.toml is a file, which is drawn by itself"),
    (("saved.json",), 2, "a saved PLD is drawn as @saved.json"),
    (("other.json",), 2, "other.json: it is no certificate"),
    (("other.toml",), 2, "other.toml: unknown key 'a'"),
    (("folder.json",), 2, "cannot read folder.json: Is a directory"),
    (("free.toml", "--kind", "strategy"), 2, "keeps this budget, so there is no strategy to draw"),
    (("p.toml", "--log"), 2, "--log is for --kind profile"),
    (("p.toml", "--kind", "profile", "--log"), 2, "--log is for the profiles of PLDs"),
    (("p.toml", "--kind", "curve"), 2, "--kind"),
    (("rr(1)", "--kind", "strategy"), 2, "--kind strategy needs a certificate (.json) or a problem file (.toml), not PLDs"),
    (("rr(1)", "--kind", "hasse"), 2, "the verb hasse draws the order of PLDs"),
    (("p.toml", "-o", "a.gif"), 2, "one of .png, .svg, .pdf"),
    (("large.toml",), 3, "queries[0] = 100000*rr(1)"),
]


@pytest.mark.parametrize(("words", "status", "sentence"), BAD, ids=[" ".join(words) for words, _, _ in BAD])
def test_bad_input(call, tmp_path, words, status, sentence):
    """One sentence, the documented status, no picture."""
    (tmp_path / "p.toml").write_text(problem())
    (tmp_path / "free.toml").write_text(problem(budget="approx(log(2), 1/3)"))
    (tmp_path / "large.toml").write_text(problem(queries=["100000*rr(1)"]))
    (tmp_path / "other.json").write_text('{"a": "1"}')
    (tmp_path / "other.toml").write_text("a = 1")
    (tmp_path / "folder.json").mkdir()
    call("save", "rr(1)", "-o", "saved.json")
    found, out, err = call("draw", *words, *(() if "-o" in words else ("-o", "a.svg")))
    assert (found, out) == (status, ""), err
    assert sentence in err
    assert err.count("\n") == 1
    assert not list(tmp_path.glob("a.*"))


def test_a_saved_pld_beside_an_expression(call, tmp_path):
    """`@FILE` is a PLD as ever, though its name ends in .json."""
    call("save", "rr(1)", "-o", "saved.json")
    assert call("draw", "@saved.json", "rr(2)", "-o", "a.svg") == (0, "Picture (tradeoff) written to a.svg\n", "")


def test_without_matplotlib(call, tmp_path, monkeypatch):
    """The same sentence as for PLDs, before the work."""
    monkeypatch.setattr("certificates.cli.picture.find_spec", lambda _: None)
    (tmp_path / "p.toml").write_text(problem())
    status, out, err = call("draw", "p.toml", "-o", "a.png")
    assert (status, out) == (2, "")
    assert "pip install 'exactpld[plot]'" in err
