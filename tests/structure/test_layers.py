"""Imports run one way: from the engine up to the filters, from `exact` to `certificates`, and never back."""

import pytest

from tests.structure.sources import imports, modules

# One row a layer, lowest first: a module imports from earlier rows only. A name stands for a module of
# `exact`, or for a package with all that is in it; inside a package imports are free, but not circular.
# `exact/__init__.py` may import everything, and nothing in `exact` imports from it.
LAYERS = [
    ["errors", "suggestions"],
    ["exponent", "rational_products"],
    ["engine"],
    ["decimals", "ordered", "sums"],
    ["denominators"],
    ["monomials", "writing"],
    ["conversion", "latex"],
    ["number"],
    ["kernel", "loss", "ratio", "unexpanded"],
    ["ratio_order", "reader"],
    ["reading"],
    ["atoms", "discretised", "envelopes", "normal_distribution"],
    ["composition", "display", "grid_ties", "hockey_stick", "moments", "tradeoff"],
    ["blackwell", "outcomes", "tail_values"],
    ["binomial_curve"],
    ["product_curve"],
    ["composed_curve"],
    ["infimum"],
    ["lattice"],
    ["pld"],
    ["comparison", "garbling", "gaussian_dp", "grid", "partial_order"],
    ["hasse"],
    ["mechanisms", "profile"],
    ["constraints"],
    ["expressions"],
    ["filters"],
]
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}

IMPORTS_FLINT = ("exact.engine",)
# Modules that build claims and witnesses. They may not lean on the checker, nor the checker on them.
GENERATORS = ("certificates.claims",)

EXACT = sorted(name for name in modules() if name.split(".")[0] == "exact" and name != "exact")
ALL = sorted(modules())


def room(name):
    """`exact.mechanisms.table` is in the room `mechanisms`."""
    return name.split(".")[1]


def inside(name, package):
    return name == package or name.startswith(package + ".")


def test_there_is_something_to_test():
    assert EXACT, "the package exact has no modules"


@pytest.mark.parametrize("name", EXACT)
def test_module_has_a_layer(name):
    assert room(name) in RANK, (
        f"{modules()[name].place} has no place in the table LAYERS of tests/structure/test_layers.py; "
        f"put '{room(name)}' in the row above everything that it imports"
    )


@pytest.mark.parametrize("name", EXACT)
def test_imports_run_from_low_to_high(name):
    module = modules()[name]
    rank = RANK.get(room(name))
    if rank is None:
        pytest.skip("has no layer")
    for target, line in imports(module):
        where = f"{module.place}:{line}"
        assert target != "exact", (
            f"{where} imports from the package `exact` itself, which is above all layers; name the module"
        )
        if not inside(target, "exact") or room(target) == room(name):
            continue
        assert RANK.get(room(target), len(LAYERS)) < rank, (
            f"{where} imports {target}: layer '{room(name)}' may import from lower layers only, "
            f"{[other for row in LAYERS[:rank] for other in row]}"
        )


@pytest.mark.parametrize("name", ["exact", *EXACT])
def test_exact_does_not_know_certificates(name):
    if name not in modules():
        pytest.fail("exact/__init__.py does not exist")
    for target, line in imports(modules()[name]):
        assert not inside(target, "certificates"), f"{modules()[name].place}:{line} imports {target}"


@pytest.mark.parametrize("name", ALL)
def test_only_the_engine_imports_flint(name):
    for target, line in imports(modules()[name]):
        assert not inside(target, "flint") or any(inside(name, package) for package in IMPORTS_FLINT), (
            f"{modules()[name].place}:{line} imports {target}"
        )


@pytest.mark.parametrize("name", ALL)
def test_generators_do_not_lean_on_the_checker(name):
    if not any(inside(name, generator) for generator in GENERATORS):
        return
    for target, line in imports(modules()[name]):
        assert not inside(target, "certificates.check"), f"{modules()[name].place}:{line} imports {target}"


def test_no_circular_imports():
    """Also inside a package, and also imports inside functions: a circle is two ideas in the wrong files."""
    graph = {
        name: sorted({target for target, _ in imports(module) if target in modules() and target != name})
        for name, module in modules().items()
    }
    done, path = set(), []

    def visit(name):
        if name in path:
            pytest.fail("circular import: " + " -> ".join([*path[path.index(name) :], name]))
        if name not in done:
            path.append(name)
            for target in graph[name]:
                visit(target)
            path.pop()
            done.add(name)

    for name in graph:
        visit(name)


def test_no_name_twice_in_the_table():
    names = [name for row in LAYERS for name in row]
    assert len(names) == len(set(names))
