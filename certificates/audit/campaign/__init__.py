"""Campaigns: many tools asked about whole grids of mechanisms, every answer decided, results in an SQLite file as they come.

Examples
--------
>>> from certificates.audit.campaign import parse_campaign, run
>>> campaign = parse_campaign(b'''
... [[tool]]
... name = "dp-accounting"
... methods = ["pld-pessimistic"]
... [[mechanism]]
... kind = "rr"
... eps = [0.1, 0.5]
... times = [1, 10, 100]
... [[query]]
... kind = "delta"
... eps = [1.0]
... beyond = true
... ''')
>>> len(campaign.mechanisms), campaign.questions[0].beyond
(2, True)

``run(campaign, database=Path("results.sqlite"))`` asks and decides; ``Database.open(path)``, `results_of` and `certificates.audit.campaign.report`
read what is in the file, also while the campaign is running.
"""

from certificates.audit.campaign.campaign import Campaign, ToolEntry, parse_campaign, read_campaign
from certificates.audit.campaign.database import Database
from certificates.audit.campaign.results import Fault, Point, Reason, Results, Row, points_of, results_of
from certificates.audit.campaign.run import run

__all__ = [
    "Campaign",
    "Database",
    "Fault",
    "Point",
    "Reason",
    "Results",
    "Row",
    "ToolEntry",
    "parse_campaign",
    "points_of",
    "read_campaign",
    "results_of",
    "run",
]
