"""The fault hunter: asks a tool about random small mechanisms, decides its answers exactly, simplifies what is wrong, and drafts bug reports.

`hunt` runs it, `certificates.audit.hunt.files` writes what it found.
"""
