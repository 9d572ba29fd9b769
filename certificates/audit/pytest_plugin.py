"""The pytest plugin for maintainers of accountants: a fixture with the assertions, the standard battery as a parametrisation, a summary of faults.

* Fixture `exact_audit`: an object with the assertions of `certificates.audit.testing`, whose certificates go to a folder of the run.
* Marker ``@pytest.mark.exactpld_standard_cases(kinds=..., most_times=...)``: the test runs once for each case of the standard battery, which it takes
  as the argument ``standard_case``.
* Option ``--exactpld-certificates=DIR``, ini `exactpld_certificates`: the folder; without them ``.exactpld`` in the root folder of the tests. It
  is made when there is a certificate. Ini `exactpld_tool`: the name and version of the tool, as certificates state it.

Nothing but pytest is imported before a test uses one of these, and nothing is printed unless a claim is faulty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from certificates.audit.testing import Auditor

MARKER = "exactpld_standard_cases"
ARGUMENT = "standard_case"
PROPERTY = "exactpld"
"""The name under which faults travel with the reports of tests, also from the workers of pytest-xdist."""
FOLDER = ".exactpld"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the ini values."""
    group = parser.getgroup("exactpld", "exact audits of privacy accountants (exactpld)")
    group.addoption(
        "--exactpld-certificates", metavar="DIR", help=f"folder for the certificates of false claims (default: {FOLDER} in the root folder)"
    )
    parser.addini("exactpld_certificates", "folder for the certificates of false claims, relative to the root folder")
    parser.addini("exactpld_tool", "name and version of the audited tool, as certificates state it")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line(
        "markers", f"{MARKER}(kinds=None, most_times=None): run the test for each case of the standard battery, its argument {ARGUMENT}"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give tests with the marker the cases."""
    mark = metafunc.definition.get_closest_marker(MARKER)
    if mark is None:
        return
    from certificates.audit.standard_cases import standard_cases

    if ARGUMENT not in metafunc.fixturenames:
        pytest.fail(f"{metafunc.definition.nodeid}: a test with the marker {MARKER} has the argument {ARGUMENT}", pytrace=False)
    try:
        cases = standard_cases(*mark.args, **mark.kwargs)
    except (TypeError, ValueError) as problem:
        pytest.fail(f"{metafunc.definition.nodeid}: {problem}", pytrace=False)
    metafunc.parametrize(ARGUMENT, cases, ids=str)


@pytest.fixture
def exact_audit(request: pytest.FixtureRequest) -> Iterator[Auditor]:
    """Assertions about what an accountant claims; see `certificates.audit.testing`. Certificates of faults are kept."""
    from certificates.audit.testing import Auditor

    auditor = Auditor(request.config.getini("exactpld_tool") or "", certificates_folder(request.config))
    yield auditor
    # Reports of the teardown bring this along, so that it need not be known before how the test ends.
    request.node.user_properties += [
        (PROPERTY, {"line": fault.line(), "certificates": list(fault.certificates), "problem": fault.problem}) for fault in auditor.faults
    ]


def certificates_folder(config: pytest.Config) -> Path:
    """Return the folder for certificates: of the option (relative to where pytest was called), of the ini file, or the default."""
    given = config.getoption("--exactpld-certificates")
    if given:
        return Path(config.invocation_params.dir, given)
    return Path(config.rootpath, config.getini("exactpld_certificates") or FOLDER)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List the claims that were faulty, with their certificates."""
    faults = _faults(terminalreporter)
    if not faults:
        return
    terminalreporter.section(f"exactpld: {len(faults)} faulty claim{'' if len(faults) == 1 else 's'}")
    write: Callable[[str], None] = terminalreporter.write_line
    for node, fault in faults:
        write(f"{node}: {fault['line']}")
        for name in fault["certificates"]:
            write(f"    certificate {name}")
        if not fault["certificates"]:
            write(f"    no certificate{': ' if fault['problem'] else ''}{fault['problem']}")
    if any(fault["certificates"] for _, fault in faults):
        write("'exactpld check FILE' verifies a certificate, and so does its stand-alone checker")


def _faults(terminalreporter: Any) -> list[tuple[str, dict[str, Any]]]:
    reports = (report for found in terminalreporter.stats.values() for report in found if getattr(report, "when", None) == "teardown")
    return [
        (report.nodeid, value)
        for report in reports
        for name, value in report.user_properties
        if name == PROPERTY and isinstance(value, dict)
    ]
