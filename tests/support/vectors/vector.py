"""Vectors: rulings kept as JSON, and how they are loaded.

`tests/rules/vectors/` holds our own. `RAILBIRD_VECTORS` names the file of the project's catalogue when it does not lie
beside the checkout. `tests/rules/test_vectors.py` runs every vector.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

OUR_VECTORS_FOLDER = Path(__file__).parents[2] / "rules" / "vectors"
CATALOGUE_FILE = Path(os.environ.get("RAILBIRD_VECTORS", Path(__file__).parents[4] / "shared" / "vectors.json"))


class UnknownVectorError(Exception):
    """A vector of a shape that no function answers."""


class Vector(Struct, frozen=True):
    """One ruling; which fields count depends on its kind."""

    id: str
    kind: str
    rule: str
    expected: Any
    hands: list[str] = []
    board: str = ""
    action: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    actions: list[list[Any]] = field(default_factory=list)

    @property
    def facts(self) -> Facts:
        """The facts from which the ruling follows."""
        return Facts(self.state | self.setup)


class Facts:
    """The facts of a vector by name; it records which were read, so that none is ignored."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = facts
        self._names_read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self._names_read.add(name)
        if name not in self._facts:
            raise UnknownVectorError(f"The vector says nothing of {name!r}, only of {', '.join(self._facts)}.")
        return self._facts[name]

    def __contains__(self, name: str) -> bool:
        self._names_read.add(name)
        return name in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def get(self, name: str, default: Any = None) -> Any:
        """Returns the fact of that name, or a default."""
        self._names_read.add(name)
        return self._facts.get(name, default)

    @property
    def unread(self) -> list[str]:
        """The facts that were not read."""
        return [name for name in self._facts if name not in self._names_read]


def load_all_vectors() -> list[Vector]:
    """Returns our own rulings and those of the catalogue, if it is there."""
    return load_our_vectors() + (load_vectors(CATALOGUE_FILE) if CATALOGUE_FILE.exists() else [])


def load_our_vectors() -> list[Vector]:
    """Returns our own rulings."""
    return [case for file in sorted(OUR_VECTORS_FOLDER.glob("*.json")) for case in load_vectors(file)]


def load_vectors(file: Path) -> list[Vector]:
    """Returns the rulings of one file."""
    return [parse_vector(fields) for fields in msgspec.json.decode(file.read_bytes(), type=list[dict[str, Any]])]


def parse_vector(fields: Mapping[str, Any]) -> Vector:
    """Returns the ruling that has these fields; one that cannot be read fails its own test and no other."""
    present = {name: value for name, value in fields.items() if value is not None or name == "expected"}
    try:
        return msgspec.convert(present, Vector)
    except msgspec.ValidationError as fault:
        return Vector(id=str(fields.get("id")), kind=f"unreadable: {fault}", rule="", expected=None)
