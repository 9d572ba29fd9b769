"""Audits: what float accountants say, decided exactly.

`read_claims` reads what tools said, `check` decides it, `certificates.audit.tools` asks tools for their values, `certificates.audit.campaign`
does so on whole grids, `certificates.audit.hunt` looks for faults, and `certificates.audit.testing` is for the tests of a tool's maintainers.
docs/audits.md is the tour.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from certificates.audit.checking import LOOSE, check
    from certificates.audit.claim import Claim, Tolerance
    from certificates.audit.claimsfile import parse_claim, read_claims
    from certificates.audit.verdict import FAULTY, WORDS, Finding, Verdict

__all__ = [
    "FAULTY",
    "LOOSE",
    "WORDS",
    "Claim",
    "Finding",
    "Tolerance",
    "Verdict",
    "check",
    "parse_claim",
    "read_claims",
]

_MODULES = {
    "checking": ("LOOSE", "check"),
    "claim": ("Claim", "Tolerance"),
    "claimsfile": ("parse_claim", "read_claims"),
    "verdict": ("FAULTY", "WORDS", "Finding", "Verdict"),
}


def __getattr__(name: str) -> Any:
    """Return a name of `__all__`, from its module. They are imported at their first use: the pytest plugin is in this package, and loads quickly."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
