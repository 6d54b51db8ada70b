"""Commands with one field or two set to a value that an attacker would try, built from the types of the fields."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

import msgspec
import msgspec.inspect as types
from msgspec import NODEFAULT

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import rules_of
from railbird_shared.protocol.commands import Command
from railbird_shared.settings.kinds import Choice, Number

Path = tuple[str | int, ...]
"""Where a value stands in a command: names of fields, and 0 for the first of a list."""

Record = dict[str, Any]
"""A command, or a record in one, as JSON has it."""

Known = Mapping[str, tuple[Any, ...]]
"""Values that mean something in fields of these names, the most usual first.

Those with an @ stand for what a client knows where it is, such as the id of its table.
"""

COMMAND = "command"
"""The field of `administer` that holds another command."""

ODD_TEXTS = ("", "whist", "\u202eKs", "e\u0301\u0301\u0301", "\U0001f4a5" * 20, "\x00", "\uff37ren")
"""Texts for any field: none, an unknown name, turned around, a heap of accents, emoji, a zero, and a look-alike."""

ODD_NUMBERS = (0, 1, 2, 7, 1000)
"""Numbers for any field besides the least and the most that it may hold."""

KNOWN: Known = {
    "table": ("@table",),
    "tournament": ("@tournament",),
    "owner": ("@owner",),
    "hand": ("@hand",),
    "turn": ("@turn",),
    "v": (PROTOCOL_VERSION,),
    "token": ("@token",),
    "attempt": ("@attempt",),
    "game": ("holdem", "seven-card-stud-8", "badugi"),
    "wild": ("deuces", "lowest-card", "3 9 Kh"),
    "wild_ranks": ("none", "deuces", "lowest-concealed", "3 9 Kh"),
    "suit_order": ("cdhs", "shdc"),
    "name": ("Wren", "Heron", "House"),
    "style": ("tight", "loose"),
    "chip_worth": ("", "0.05 EUR", "1e9 EUR"),
    "unit": ("", "1 EUR", "0 EUR"),
    "chips": (200,),
    "bet": (2, 20),
    "levels": ([{"bet": 20, "seconds": 60}], [{"bet": 20, "hands": 3}, {"bet": 40, "hands": 1000, "break_minutes": 5}]),
    "payouts": ([], [50, 30, 20], [1] * 30),
}


class Setting(NamedTuple):
    """A value for a field of a command."""

    path: Path
    value: object


class CommandType(NamedTuple):
    """A type of commands, with a value that each of its fields takes usually and those to be tried.

    `records` are the records that stand in the command where one of their fields is set.
    """

    name: str
    usual: Record
    values: Mapping[Path, tuple[object, ...]]
    records: Mapping[Path, object]

    def singles(self) -> Iterator[tuple[Setting, ...]]:
        """Yields the command as it is usually, and then every value of every field alone."""
        yield ()
        for path, values in self.values.items():
            for value in values:
                yield (Setting(path, value),)

    def field_pairs(self) -> list[tuple[Path, Path]]:
        """Returns all pairs of fields, neither of which holds the other."""
        return [
            (one, other)
            for one, other in combinations(self.values, 2)
            if one[: len(other)] != other and other[: len(one)] != one
        ]

    def pairs(self, fields: Iterable[tuple[Path, Path]]) -> Iterator[tuple[Setting, ...]]:
        """Yields all pairs of values of these pairs of fields."""
        for one, other in fields:
            for value, another in product(self.values[one], self.values[other]):
                yield Setting(one, value), Setting(other, another)

    def frame(self, settings: Iterable[Setting], command_id: int, here: Mapping[str, str | int]) -> bytes:
        """Returns the frame of the command with these values, under an id; `here` is what the client knows."""
        command = copy.deepcopy(self.usual)
        for path, value in settings:
            self._put(command, path, value)
        frame = msgspec.json.encode(command | {"id": command_id})
        for name, value in here.items():
            frame = frame.replace(f'"@{name}"'.encode(), msgspec.json.encode(value))
        return frame

    def _put(self, command: Record, path: Path, value: object) -> None:
        holder: Any = command
        for length, step in enumerate(path[:-1], 1):
            if isinstance(holder, dict) and not holder.get(str(step)):
                holder[str(step)] = copy.deepcopy(self.records[path[:length]])
            holder = holder[step]
        holder[path[-1]] = value


def command_types() -> list[CommandType]:
    """Returns all types of commands, and of those that `administer` holds."""
    union = types.type_info(Command)
    assert isinstance(union, types.UnionType)
    found: list[CommandType] = []
    for struct in union.types:
        assert isinstance(struct, types.StructType)
        of_owner = next((field.type for field in struct.fields if field.name == COMMAND), None)
        if of_owner is None:
            found.append(_command_type(struct))
            continue
        assert isinstance(of_owner, types.UnionType)
        for each in of_owner.types:
            assert isinstance(each, types.StructType)
            found.append(_owner_command_type(struct, each))
    return found


def _command_type(struct: types.StructType) -> CommandType:
    records: dict[Path, object] = {}
    values = dict(_walk(struct, (), records))
    return CommandType(str(struct.tag), _usual(struct), values, records)


def _owner_command_type(struct: types.StructType, command: types.StructType) -> CommandType:
    outer, inner = _command_type(struct), _command_type(command)
    values = {path: each for path, each in outer.values.items() if path != (COMMAND,)}
    values |= {(COMMAND, *path): each for path, each in inner.values.items()}
    records = {(COMMAND, *path): record for path, record in inner.records.items()}
    return CommandType(f"{outer.name} {inner.name}", outer.usual | {COMMAND: inner.usual}, values, records)


def _walk(
    struct: types.StructType, path: Path, records: dict[Path, object]
) -> Iterator[tuple[Path, tuple[object, ...]]]:
    """Yields the fields of a record and of those in it, with their values; notes the records in it."""
    for field in struct.fields:
        if field.name == "id":
            continue
        here = (*path, field.name)
        if struct.cls is HouseRules and field.name == "games":
            yield here, ([["holdem", {}]], [["whist", {"jokers": 2}]], [["holdem", {}]] * 2)
            continue
        yield here, _values(field.name, field.type, house=struct.cls is HouseRules)
        for inner in _alternatives(field.type):
            if isinstance(inner, types.VarTupleType) and isinstance(inner.item_type, types.StructType):
                records[here] = [_usual(inner.item_type)]
                yield from _walk(inner.item_type, (*here, 0), records)
            elif isinstance(inner, types.StructType) and not inner.tag:
                records[here] = _usual(inner)
                yield from _walk(inner, here, records)


def _values(name: str, type_: types.Type, *, house: bool = False) -> tuple[object, ...]:
    """Returns the values to try for a field of that name and type, each once."""
    found: list[object] = [*KNOWN.get(name, ())]
    for each in _alternatives(type_):
        match each:
            case types.NoneType():
                found.append(None)
            case types.BoolType():
                found += [False, True]
            case types.IntType(ge=least, le=most):
                found += [value for value in (least, *ODD_NUMBERS, most) if value is not None]
            case types.StrType(max_length=longest):
                found += [text[:longest] for text in ODD_TEXTS] + ["x" * (longest or 1)]
            case types.BytesType():
                found += ["A" * 43 + "=", "/" * 42 + "8="]
            case types.EnumType(cls=cls):
                found += [member.value for member in list(cls)[:4]]
            case types.VarTupleType():
                found += _lists(each)
            case types.StructType():
                found += _records(each)
            case _:
                raise TypeError(f"No values are known for {each}.")
    kind = rules_of(HouseRules)[name].kind if house and name in rules_of(HouseRules) else None
    if isinstance(kind, Number | Choice):
        allowed = range(int(kind.least), int(kind.most) + 1) if isinstance(kind, Number) else kind.values
        found = [value for value in found if value is None or value in allowed] + [allowed[0], allowed[-1]]
    return tuple(value for place, value in enumerate(found) if not _is_in(value, found[:place]))


def _is_in(value: object, others: list[object]) -> bool:
    return any(type(value) is type(other) and value == other for other in others)


def _lists(type_: types.VarTupleType) -> list[object]:
    """Returns lists: none, one thing, the same thing twice, and as many as there may be."""
    items = _records(type_.item_type) if isinstance(type_.item_type, types.StructType) else []
    items = items or list(_values("", type_.item_type))
    most = min(type_.max_length or 40, 40)
    return [[], items[:1], items[:1] * 2, items[:3], [items[-1], items[0]], items[:1] * most]


def _records(struct: types.StructType) -> list[object]:
    """Returns records: the usual one, and for each field of one with a tag those with another value."""
    usual = _usual(struct)
    if not struct.tag:
        return [usual]
    others = [{**usual, field.name: value} for field in struct.fields for value in _values("", field.type)]
    return [usual, *others]


def _usual(struct: types.StructType) -> Record:
    """Returns a record with its required fields alone."""
    record: Record = {struct.tag_field: struct.tag} if struct.tag_field else {}
    for field in struct.fields:
        if field.default is NODEFAULT and field.default_factory is NODEFAULT:
            record[field.name] = _values(field.name, field.type)[0]
    return record


def _alternatives(type_: types.Type) -> tuple[types.Type, ...]:
    if isinstance(type_, types.Metadata):
        return _alternatives(type_.type)
    if isinstance(type_, types.UnionType):
        return tuple(inner for each in type_.types for inner in _alternatives(each))
    return (type_,)
