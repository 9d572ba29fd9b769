"""What the tests of campaigns share: campaigns that ask a worker of our own, and databases as plain values."""

import json
import shutil
import sqlite3
from pathlib import Path

from certificates.audit.campaign import parse_campaign

WORKER = Path(__file__).with_name("audit_fake_worker.py")

CAMPAIGN = """
title = "A fake tool"
time_limit = 20
[[tool]]
name = "fake"
worker = "worker.py"
[[mechanism]]
kind = "rr"
eps = [0.25, 1.0]
times = [1, 3]
[[mechanism]]
kind = "pmfs"
P = {a = "3/4", b = "1/4"}
Q = {a = "1/4", b = "3/4"}
[[query]]
kind = "delta"
eps = [0.125]
share = [0.5]
atoms = 1
beside_atoms = 1
[[query]]
kind = "epsilon"
delta = [0.01]
[[ledger]]
spends = [[3, 0.1], [1, 0.3]]
"""


def prepared(folder, text=CAMPAIGN):
    """Return the campaign of a text, and put its worker into a folder."""
    shutil.copy(WORKER, folder / "worker.py")
    (folder / "campaign.toml").write_text(text, encoding="utf-8")
    return parse_campaign(text.encode(), folder)


def log(folder):
    """Return the lines that the worker has written: starts, and requests."""
    path = folder / "log"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def rows(path, statement, values=()):
    """Return the rows of a SELECT."""
    database = sqlite3.connect(path)
    try:
        return database.execute(statement, values).fetchall()
    finally:
        database.close()


def edit(path, statement, values=()):
    """Change a database behind our back."""
    database = sqlite3.connect(path)
    with database:
        database.execute(statement, values)
    database.close()


def content(path):
    """Return all that a database holds but times: tables as sorted lists of rows, certificates without their date."""
    out = {"about": rows(path, "SELECT * FROM about WHERE key NOT IN ('began', 'ended') ORDER BY key")}
    out["tools"] = rows(path, "SELECT * FROM tools ORDER BY number")
    out["jobs"] = rows(path, "SELECT digest, tool, name, version, method, options, mechanism, label, times, input, note FROM jobs ORDER BY digest")
    out["answers"] = rows(path, "SELECT * FROM answers ORDER BY job, place")
    out["findings"] = rows(path, "SELECT * FROM findings ORDER BY job, answer, place")
    found = rows(path, "SELECT job, answer, place, kind, bits, content FROM certificates ORDER BY job, answer, place")
    out["certificates"] = [(*rest, {key: value for key, value in json.loads(data).items() if key != "meta"}) for *rest, data in found]
    return out
