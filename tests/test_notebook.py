"""The tutorial is executed from top to bottom, and what its cells show is compared with values worked out elsewhere."""

import re
import shutil
from fractions import Fraction
from math import comb

import mpmath
import nbformat
import pytest
from nbclient import NotebookClient

from tests.conftest import ROOT, command_line_environment

TUTORIAL = ROOT / "examples" / "tutorial.ipynb"


def test_the_file_carries_no_outputs():
    """No outputs, no counts, no metadata of somebody's machine: what is shown is what happens when it is run."""
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert cell.metadata == {}
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None), cell.id
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What each code cell shows, by its name: texts by their kind, ``stdout`` for what is printed."""
    folder = tmp_path_factory.mktemp("tutorial")
    shutil.copy(TUTORIAL, folder)
    notebook = nbformat.read(folder / TUTORIAL.name, as_version=4)
    places = {name: str(folder / name) for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR")}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (command_line_environment() | places).items():
            patch.setenv(name, value)
        client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
        client.execute()
    found = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            texts = found[cell.id] = {}
            for output in cell.outputs:
                if output.output_type == "stream":
                    texts[output.name] = texts.get(output.name, "") + output.text
                else:
                    texts.update(output.data)
    return found


def test_nothing_is_written_on_standard_error(shown):
    assert [name for name, texts in shown.items() if "stderr" in texts] == []


def test_numbers(shown):
    assert shown["numbers"]["text/latex"] == r"$\frac{10 e^{1/2} + 1}{30}$"
    with mpmath.workdps(40):
        true = mpmath.nstr((mpmath.mpf(1) / 10 + mpmath.exp(mpmath.mpf(1) / 2)) / 3, 20)
    rounded, lower, upper = re.findall(r"'([0-9.]+)'", shown["decimals"]["text/plain"])
    assert rounded == true
    assert rounded in (lower, upper)
    assert Fraction(upper) - Fraction(lower) == Fraction(1, 10**20)


def test_a_pld_is_drawn(shown):
    html = shown["plds"]["text/html"]
    assert "<svg" in html
    assert "PLD, 4 atoms" in html
    assert html.count(">1/2</td>") == 3


def test_composition(shown):
    """The 20-fold composition by the binomial theorem, in mpmath; approx(0, d) is a leak with probability d."""
    delta, eps = re.findall(r"'([0-9.]+)'", shown["composition"]["text/plain"])
    with mpmath.workdps(40):
        leak = mpmath.mpf(10) ** -6
        a, n = mpmath.mpf(1) / 10, 20
        p = mpmath.exp(a) / (1 + mpmath.exp(a))

        def curve(x):
            atoms = ((comb(n, k) * p**k * (1 - p) ** (n - k), comb(n, k) * p ** (n - k) * (1 - p) ** k) for k in range(n + 1))
            return leak + (1 - leak) * mpmath.fsum(max(mpmath.mpf(0), u - x * v) for u, v in atoms)

        assert mpmath.nstr(curve(mpmath.e), 15) == delta
        assert abs(curve(mpmath.exp(mpmath.mpf(eps))) - mpmath.mpf("1e-5")) < mpmath.mpf("1e-17")


def test_directions(shown):
    one, other = map(Fraction, re.findall(r"'([0-9.]+)'", shown["directions"]["text/plain"]))
    assert 0 < other < one < 1


def test_order(shown):
    assert shown["order"]["stdout"] == (
        "incomparable\nat x = 1: delta of L1 = 1/3, of L2 = 1/4\nat x = 2: delta of L1 = 0, of L2 = 1/4\n"
    )
    rows = [[Fraction(k) for k in re.findall(r"'([0-9/]+)'", row)] for row in re.findall(r"\(.*?\)", shown["kernel"]["text/plain"])]
    twice = [(Fraction(4, 9), Fraction(1, 9)), (Fraction(4, 9), Fraction(4, 9)), (Fraction(1, 9), Fraction(4, 9))]
    for side in (0, 1):  # the kernel takes the atoms of 2*L1 to those of L1
        images = [sum(mass[side] * row[i] for mass, row in zip(twice, rows, strict=True)) for i in (0, 1)]
        assert images == [[Fraction(2, 3), Fraction(1, 3)], [Fraction(1, 3), Fraction(2, 3)]][side]
    assert "<svg" in shown["lattice"]["text/html"]


def test_hasse(shown):
    text = shown["hasse"]["stdout"]
    assert "L1 + L2 = budget" in text
    assert re.search(r"^\d+ decisions; width 2; a chain: False$", text, re.MULTILINE)
    assert "<svg" in shown["picture"]["image/svg+xml"]


def test_counterexample(shown):
    """The gap is that of the smallest counterexample: 11/36 - 1/4 = 1/18, found by hand."""
    assert shown["filter"]["stdout"] == "violated: at x = 2 the adversary has delta 11/36, the budget 1/4\n"
    assert shown["certificate"]["stdout"].startswith("0 broken.json: verified: ")


def test_refusals(shown):
    lines = shown["refusals"]["stdout"].splitlines()
    starts = ["TypeError: the float 0.1 is refused", "TypeError: '<' not supported", "Unsupported: ", "OutOfRange: ", "TooLarge: "]
    assert len(lines) == len(starts)
    for line, start in zip(lines, starts, strict=True):
        assert line.startswith(start)
    assert "exact_float(0.1)" in lines[0]
