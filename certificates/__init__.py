"""Certificates: claims about privacy loss distributions, in files that anybody can check again.

`FORMAT.md` defines the format. `check.py` is the checker; it needs nothing but the standard library.
`claims` builds claims and witnesses from exact objects; `cli` is the command line.
"""
