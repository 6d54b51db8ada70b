"""Rulings kept as data: the files they lie in, and how one of them is read.

`RAILBIRD_VECTORS` names the catalogue's file when it lies elsewhere than beside the checkout.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

OWN = Path(__file__).parent / "rules" / "vectors"
CATALOGUE = Path(os.environ.get("RAILBIRD_VECTORS", Path(__file__).parents[2] / "shared" / "vectors.json"))


class UnknownVectorError(Exception):
    """A vector of a shape for which no question to the engine is known."""


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
        """What the ruling supposes."""
        return Facts(self.state | self.setup)


class Facts:
    """What a vector supposes, by name; remembers what was asked for, so that nothing supposed is passed over."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = facts
        self._read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self._read.add(name)
        if name not in self._facts:
            raise UnknownVectorError(f"The vector says nothing of {name!r}, only of {', '.join(self._facts)}.")
        return self._facts[name]

    def __contains__(self, name: str) -> bool:
        self._read.add(name)
        return name in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def get(self, name: str, otherwise: Any = None) -> Any:
        """Returns what is supposed of a name, or something else."""
        self._read.add(name)
        return self._facts.get(name, otherwise)

    @property
    def passed_over(self) -> list[str]:
        """What nobody asked for."""
        return [name for name in self._facts if name not in self._read]


def all_vectors() -> list[Vector]:
    """Returns our own rulings and those of the catalogue, if it is there."""
    return our_vectors() + (vectors_of(CATALOGUE) if CATALOGUE.exists() else [])


def our_vectors() -> list[Vector]:
    """Returns our own rulings."""
    return [case for file in sorted(OWN.glob("*.json")) for case in vectors_of(file)]


def vectors_of(file: Path) -> list[Vector]:
    """Returns the rulings of one file."""
    return [read(fields) for fields in msgspec.json.decode(file.read_bytes(), type=list[dict[str, Any]])]


def read(fields: Mapping[str, Any]) -> Vector:
    """Returns the ruling that has these fields; one that cannot be read fails by itself and not for all."""
    told = {name: value for name, value in fields.items() if value is not None or name == "expected"}
    try:
        return msgspec.convert(told, Vector)
    except msgspec.ValidationError as fault:
        return Vector(id=str(fields.get("id")), kind=f"unreadable: {fault}", rule="", expected=None)
