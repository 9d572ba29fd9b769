"""Counterexample search: the natural filter at every point of a grid of parameters, exactly, on all cores, resumable.

A **search** is a family of problems: queries, a budget and a number of rounds, with free parameters that run through finite sets of
exact numbers. At every point of the grid the verdict and the largest gap are decided; what is no problem there (an expression that is no
PLD) or beyond a limit is recorded with the reason. Findings are ranked by gap, by relative gap, and by simplicity.

Examples
--------
>>> from certificates.search import parse_search, run
>>> search = parse_search(b'''
... queries = ["rr(log(t))", "approx(0, d)"]
... budget = "approx(log(t), d)"
... rounds = 2
... [parameters]
... t = ["2", "4"]
... d = {from = "1/4", to = "1/2", step = "1/4"}
... ''')
>>> found = run(search, jobs=1)
>>> found.violated, found.free, found.refused, found.beyond_limits
(2, 2, 0, 0)
>>> best = found.by_gap[0]
>>> best.parameters, best.queries, best.gap
({'t': '4', 'd': '1/2'}, ('rr(log(4))', 'approx(0, 1/2)'), number('2/25'))
>>> found.by_relative_gap[0].relative_gap
number('2/9')
"""

from certificates.search.findings import Finding, Findings
from certificates.search.problem import Search, parse_search, read_search
from certificates.search.run import run
from certificates.search.written import write_certificates

__all__ = ["Finding", "Findings", "Search", "parse_search", "read_search", "run", "write_certificates"]
