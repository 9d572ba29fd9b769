"""Float accountants that can be asked: each through a worker process of its own, in a Python environment that has it.

    with tools.start("dp-accounting") as tool:
        answers = tool.ask("pld-pessimistic", Instance.rr(0.5), 100, [queries.delta_at(10.0), queries.epsilon_at(1e-6)])

`docs/audit_protocol.md` describes the protocol. A crash, a hang or garbage is an answer that says so.
"""

from certificates.audit.tools import queries
from certificates.audit.tools.catalogue import CATALOGUE, Entry
from certificates.audit.tools.claims import claim_objects, claims_of
from certificates.audit.tools.environments import EnvironmentFailed, environment
from certificates.audit.tools.process import ToolFailure
from certificates.audit.tools.replies import Answer, Hello, Method
from certificates.audit.tools.tool import Tool, ToolUnavailable, start

__all__ = [
    "CATALOGUE",
    "Answer",
    "Entry",
    "EnvironmentFailed",
    "Hello",
    "Method",
    "Tool",
    "ToolFailure",
    "ToolUnavailable",
    "claim_objects",
    "claims_of",
    "environment",
    "queries",
    "start",
]
