"""Certificates that must be rejected: (rule, variant, certificate, why only this rule stops it).

The variant may be empty. In each of them all else is right: a checker without the named rule would verify it (or,
where the remark says so, would name another rule). The remark goes into the `note` of the file.
"""

from __future__ import annotations

from make import (
    heavy_shapes,
    powers,
    reject_audit_parts,
    reject_audit_shapes,
    reject_audits,
    reject_chains,
    reject_costs,
    reject_filters,
    reject_identities,
    reject_kernels,
    reject_later_kinds,
    reject_numbers,
    reject_order,
    reject_plds,
    reject_pure_dp,
    reject_trees,
    reject_values,
)
from make.plds import file_text
from make.reject_common import Row


def rows() -> list[Row]:
    """Return the whole table."""
    return [
        *reject_numbers.numbers(),
        *reject_plds.plds(),
        *reject_numbers.digests(),
        *reject_order.order(),
        *reject_values.values(),
        *reject_trees.trees(),
        *reject_kernels.kernels(),
        *powers.rejected(),
        *heavy_shapes.rejected(),
        *reject_filters.filters(),
        *reject_costs.costs(),
        *reject_later_kinds.later_kinds(),
        *reject_chains.chains(),
        *reject_audits.audits(),
        *reject_audit_shapes.shapes(),
        *reject_audit_parts.parts(),
        *reject_identities.identities(),
        *reject_pure_dp.ratios_of_laws(),
    ]


def build() -> dict[str, str]:
    """Return file name -> content; the remark stands in meta."""
    files: dict[str, str] = {}
    for rule, variant, certificate, why in rows():
        name = f"{rule}--{variant}.json" if variant else f"{rule}.json"
        if name in files:
            raise ValueError(f"two vectors are called {name}")
        noted = dict(certificate, meta={"producer": "tests/vectors/build.py", "why": why})
        files[name] = file_text(certificate if variant == "with-meta" else noted)
    return files
