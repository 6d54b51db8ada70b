"""The ids of the clauses of the rules, and the texts of those that a table can cite.

The clauses stand in `server/railbird_server/guide/clauses.md`; a test holds that each id in the source is one of them.
After a change of the clauses run `uv run python tests/support/clause_texts.py --write`.
"""

from __future__ import annotations

from functools import cache

import msgspec

Clause = str
"""The id of a clause, as in "BT-29"; a client accepts ids that a newer server cites."""

Clauses = tuple[Clause, ...]
"""The clauses that decided a ruling, the most important first."""


@cache
def clause_texts() -> dict[Clause, str]:
    """Returns the texts of the clauses that a table can cite, in the order of the rules, by their ids."""
    from importlib import resources  # noqa: PLC0415  a start needs no texts

    file = resources.files("railbird_shared.game").joinpath("clause_texts.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[Clause, str])
