"""The ids of the clauses of the rules, as a type: a wrong id does not type-check.

Generated from `server/railbird_server/guide/clauses.md`; do not edit. After a change of the clauses run
`uv run python tests/support/clause_texts.py --write`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from typing import Literal

    # fmt: off
    Clause = Literal[
        "HR-1", "HR-2", "HR-3", "HR-4", "HR-5", "HR-6", "HR-7", "HR-8", "HR-9", "HR-10", "HR-11", "HR-12", "HR-13",
        "HR-14", "HR-15", "HR-16", "HR-17", "HR-18", "HR-19", "HR-20", "HR-21", "HR-22", "HR-23", "HR-24", "HR-25",
        "HR-26", "HR-27", "HR-28", "HR-29", "HR-30", "HR-31", "HR-32",
        "PH-1", "PH-2", "PH-3", "PH-4", "PH-5", "PH-6", "PH-7", "PH-8", "PH-9",
        "DS-1", "DS-2", "DS-3", "DS-4", "DS-5", "DS-6", "DS-7", "DS-8", "DS-9", "DS-10", "DS-11", "DS-12", "DS-13",
        "DS-14", "DS-15",
        "LO-1", "LO-2", "LO-3", "LO-4", "LO-5", "LO-6", "LO-7", "LO-8", "LO-9", "LO-10", "LO-11", "LO-12", "LO-13",
        "LO-14", "LO-15", "LO-16", "LO-17", "LO-18", "LO-19", "LO-20", "LO-21", "LO-22", "LO-23", "LO-24", "LO-25",
        "LO-26", "LO-27", "LO-28", "LO-29", "LO-30", "LO-31",
        "WC-1", "WC-2", "WC-3", "WC-4", "WC-5", "WC-6", "WC-7", "WC-8", "WC-9", "WC-10", "WC-11", "WC-12", "WC-13",
        "WC-14", "WC-15", "WC-16", "WC-17", "WC-18", "WC-19", "WC-20", "WC-21", "WC-22", "WC-23", "WC-24", "WC-25",
        "WC-26", "WC-27", "WC-28", "WC-29", "WC-30", "WC-31",
        "SU-1", "SU-2", "SU-3", "SU-4", "SU-5", "SU-6", "SU-7", "SU-8", "SU-9", "SU-10", "SU-11", "SU-12", "SU-13",
        "SU-14",
        "SK-1", "SK-2", "SK-3", "SK-4", "SK-5", "SK-6", "SK-7", "SK-8", "SK-9", "SK-10", "SK-11",
        "NU-1", "NU-2", "NU-3", "NU-4", "NU-5", "NU-6", "NU-7", "NU-8", "NU-9", "NU-10", "NU-11", "NU-12", "NU-13",
        "MD-1", "MD-2", "MD-3", "MD-4", "MD-5", "MD-6",
        "DL-1", "DL-2", "DL-3", "DL-4", "DL-5", "DL-6", "DL-7", "DL-8", "DL-9", "DL-10", "DL-11", "DL-12", "DL-13",
        "DL-14", "DL-15", "DL-16", "DL-17", "DL-18", "DL-19", "DL-20", "DL-21", "DL-22", "DL-23", "DL-24", "DL-25",
        "DL-26", "DL-27", "DL-28", "DL-29",
        "BT-1", "BT-2", "BT-3", "BT-4", "BT-5", "BT-6", "BT-7", "BT-8", "BT-9", "BT-10", "BT-11", "BT-12", "BT-13",
        "BT-14", "BT-15", "BT-16", "BT-17", "BT-18", "BT-19", "BT-20", "BT-21", "BT-22", "BT-23", "BT-24", "BT-25",
        "BT-26", "BT-27", "BT-28", "BT-29", "BT-30", "BT-31", "BT-32", "BT-33", "BT-34", "BT-35", "BT-36", "BT-37",
        "BT-38", "BT-39", "BT-40", "BT-41", "BT-42", "BT-43",
        "AI-1", "AI-2", "AI-3", "AI-4", "AI-5", "AI-6", "AI-7", "AI-8", "AI-9", "AI-10", "AI-11", "AI-12", "AI-13",
        "AI-14", "AI-15", "AI-16", "AI-17", "AI-18", "AI-19",
        "SD-1", "SD-2", "SD-3", "SD-4", "SD-5", "SD-6", "SD-7", "SD-8", "SD-9", "SD-10", "SD-11", "SD-12", "SD-13",
        "SD-14", "SD-15", "SD-16", "SD-17", "SD-18", "SD-19", "SD-20", "SD-21", "SD-22", "SD-23", "SD-24", "SD-25",
        "SD-26",
        "IR-1", "IR-2", "IR-3", "IR-4", "IR-5", "IR-6", "IR-7", "IR-8", "IR-9", "IR-10", "IR-11", "IR-12", "IR-13",
        "VT-5D-1", "VT-5D-2", "VT-5D-3", "VT-5D-4", "VT-5D-5", "VT-5D-6", "VT-5D-7", "VT-5D-8", "VT-5D-9", "VT-5D-10",
        "VT-5D-11", "VT-5D-12", "VT-5D-13", "VT-5D-14", "VT-5D-15", "VT-5D-16", "VT-5D-17", "VT-5D-18", "VT-5D-19",
        "VT-5D-20", "VT-5D-21", "VT-5D-22", "VT-5D-23", "VT-5D-24", "VT-5D-25", "VT-5D-26", "VT-5D-27",
        "VT-LB-1", "VT-LB-2", "VT-LB-3", "VT-LB-4", "VT-LB-5",
        "VT-S5-1", "VT-S5-2", "VT-S5-3", "VT-S5-4", "VT-S5-5", "VT-S5-6", "VT-S5-7",
        "VT-S7-1", "VT-S7-2", "VT-S7-3", "VT-S7-4", "VT-S7-5", "VT-S7-6", "VT-S7-7", "VT-S7-8", "VT-S7-9", "VT-S7-10",
        "VT-S7-11", "VT-S7-12", "VT-S7-13", "VT-S7-14", "VT-S7-15",
        "VT-RZ-1", "VT-RZ-2", "VT-RZ-3", "VT-RZ-4", "VT-RZ-5",
        "VT-S8-1", "VT-S8-2", "VT-S8-3", "VT-S8-4", "VT-S8-5", "VT-S8-6",
        "VT-HE-1", "VT-HE-2", "VT-HE-3", "VT-HE-4", "VT-HE-5", "VT-HE-6", "VT-HE-7", "VT-HE-8", "VT-HE-9", "VT-HE-10",
        "VT-OM-1", "VT-OM-2", "VT-OM-3",
        "VT-O8-1", "VT-O8-2", "VT-O8-3", "VT-O8-4", "VT-O8-5",
        "VT-DC-1", "VT-DC-2", "VT-DC-3", "VT-DC-4", "VT-DC-5", "VT-DC-6", "VT-DC-7",
        "VT-XX-1", "VT-XX-2", "VT-XX-3", "VT-XX-4", "VT-XX-5", "VT-XX-6",
        "HS-1", "HS-2", "HS-3", "HS-4", "HS-5", "HS-6", "HS-7", "HS-8", "HS-9", "HS-10", "HS-11", "HS-12", "HS-13",
        "HS-14", "HS-15", "HS-16", "HS-17", "HS-18", "HS-19", "HS-20", "HS-21", "HS-22", "HS-23", "HS-24", "HS-25",
        "HS-26", "HS-27", "HS-28", "HS-29", "HS-30", "HS-31", "HS-32", "HS-33", "HS-34", "HS-35", "HS-36", "HS-37",
        "HS-38", "HS-39", "HS-40", "HS-41", "HS-42", "HS-43", "HS-44", "HS-45", "HS-46", "HS-47", "HS-48",
        "SIMPLE-1", "SIMPLE-2", "SIMPLE-3", "SIMPLE-4", "SIMPLE-5", "SIMPLE-6", "SIMPLE-7", "SIMPLE-8", "SIMPLE-9",
        "SIMPLE-10", "SIMPLE-11", "SIMPLE-12", "SIMPLE-13", "SIMPLE-14", "SIMPLE-15", "SIMPLE-16", "SIMPLE-17",
        "SIMPLE-18", "SIMPLE-19", "SIMPLE-20",
        "CX-1", "CX-2", "CX-3", "CX-4", "CX-5", "CX-6", "CX-7", "CX-8", "CX-9", "CX-10", "CX-11", "CX-12", "CX-13",
        "CX-14", "CX-15", "CX-16", "CX-17", "CX-18", "CX-19", "CX-20", "CX-21", "CX-22", "CX-23", "CX-24", "CX-25",
        "CX-26", "CX-27", "CX-28", "CX-29", "CX-30", "CX-31", "CX-32", "CX-33", "CX-34", "CX-35", "CX-36", "CX-37",
        "CX-38", "CX-39", "CX-40", "CX-41", "CX-42", "CX-43", "CX-44", "CX-45", "CX-46", "CX-47", "CX-48",
        "NA-1", "NA-2", "NA-3", "NA-4", "NA-5", "NA-6", "NA-7", "NA-8", "NA-9", "NA-10", "NA-11", "NA-12", "NA-13",
    ]
    # fmt: on
else:
    # A plain text at run time: messages decode faster, and a client accepts clauses that a newer server cites.
    Clause = str

Clauses = tuple[Clause, ...]
"""The clauses that decided a ruling, the most important first."""


@cache
def clause_texts() -> dict[Clause, str]:
    """Returns the texts of the clauses that a table can cite, in the order of the rules, by their ids."""
    from importlib import resources  # noqa: PLC0415  a start needs no texts

    file = resources.files("railbird_shared.game").joinpath("clause_texts.json")
    return msgspec.json.decode(file.read_bytes(), type=dict[Clause, str])
