"""Files that are not certificates of this format: name -> bytes. Digests are right wherever that makes sense."""

from __future__ import annotations

from make.malformed_audits import audits
from make.malformed_common import DELTA
from make.malformed_filters import filters
from make.malformed_kernels import kernels
from make.malformed_numbers import spelling, sums
from make.malformed_structure import digests, json_forms, structure
from make.malformed_theorems import theorems
from make.plds import certificate as any_certificate
from make.plds import file_text


def build() -> dict[str, bytes]:
    """Return file name -> content."""
    files = json_forms()
    for part in (structure(), digests(), spelling(), sums(), kernels(), filters(), audits(), theorems()):
        clash = files.keys() & part.keys()
        if clash:
            raise ValueError(f"two vectors are called {clash}")
        files |= {name: text.encode() for name, text in part.items()}
    files["other-kind-claim"] = file_text(
        any_certificate("dominated", DELTA["claim"], {"method": "knots"})
    ).encode()
    return {f"{name}.json": data for name, data in files.items()}
