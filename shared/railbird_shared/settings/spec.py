"""The declaration of a setting, and the settings that a record declares.

A setting is a field of a frozen record, annotated with its `Spec`:

    approve_buy_ins: Annotated[bool, Spec("Whether the host approves buy-ins.", label="Approval")] = False

Facts of the type (the range of a number, the members of an enumeration, yes or no) are declared nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import lru_cache, reduce
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Any, NamedTuple, Self, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from railbird_shared.settings.kinds import Choice, Kind, Number, Switch, Text, Texts, typed_number
from railbird_shared.text.text_cleaning import MAX_QUOTED

StructT = TypeVar("StructT", bound=Struct)

USUAL = "as usual here"
"""A value that is left to the server."""

MAX_QUOTED_NUMBER = 10**12
"""The largest number that a refusal quotes."""


class Spec(Struct, frozen=True, eq=False):
    """The declaration of a setting besides its type and its default.

    `help` is one sentence, and `group` the section of a file and of a form where it stands. Without a `kind` the type
    says which values it may have. `zero` and `unset` say what 0 and nothing stand for, and `unit` what a number counts.
    `label` is the name of its row, which steps through `values`, or is `typed`; rows of one group stand by their
    `place`. `noun` names the setting in a refusal. `words` returns a value as a row shows it, `text` one as it is
    typed, and `told` the sentences by which players are told of a value, if they need nothing but it. `flags` are
    further names of its flag.

    Where one line is too short for a field, it has several specs: each adds what it says to the one before it.
    """

    help: str = ""
    group: str = ""
    kind: Kind | None = None
    label: str = ""
    values: tuple[Any, ...] = ()
    words: Callable[[Any], str] | None = None
    text: Callable[[Any], str] | None = None
    told: Callable[[Any], str | tuple[str, ...] | None] | None = None
    unit: str = ""
    zero: str = ""
    unset: str = USUAL
    typed: bool = False
    place: int = 0
    noun: str = ""
    flags: tuple[str, ...] = ()

    def with_more(self, other: Spec) -> Self:
        """Returns the spec with what another says besides."""
        said = {each.name: value for each in fields(other) if (value := getattr(other, each.name)) != each.default}
        return replace(self, **said)


class Part(NamedTuple):
    """The mark of a field whose record has settings of its own, with `prefix` before each of their names."""

    prefix: str = ""


class Setting(Struct, frozen=True):
    """A declared setting: its `name`, the fields on the `path` to it, and what the record says of it."""

    name: str
    path: tuple[str, ...]
    spec: Spec
    kind: Kind
    default: Any
    optional: bool
    """Whether the value may be None: what is usual."""

    @property
    def flag(self) -> str:
        """Its flag; of a switch the one that turns it on."""
        own = self.kind.on.split("/")[0] if isinstance(self.kind, Switch) else ""
        return own or f"--{self.name.replace('_', '-')}"

    @property
    def off_flag(self) -> str:
        """The flag that turns a switch off."""
        own = self.kind.off if isinstance(self.kind, Switch) else ""
        return own or f"--no-{self.name.replace('_', '-')}"

    @property
    def option_names(self) -> tuple[str, ...]:
        """All flags of its option, and its name, as `click` takes them."""
        if not isinstance(self.kind, Switch):
            return self.flag, *self.spec.flags, self.name
        return f"{self.flag}/{self.off_flag}", *self.kind.on.split("/")[1:], *self.spec.flags, self.name

    @property
    def help(self) -> str:
        """Its sentence, with what 0 stands for."""
        return f"{self.spec.help.removesuffix('.')}; 0: {self.spec.zero}." if self.spec.zero else self.spec.help

    def file_text(self, value: Any) -> str:
        """Returns a value as a flag or a file names it, empty for none."""
        if value is None or value in ("", ()):
            return ""
        if self.spec.text is not None:
            return self.spec.text(value)
        if isinstance(self.kind, Texts):
            return ", ".join(map(str, value))
        if isinstance(self.kind, Number) and self.kind.any_word and value == -1:
            return self.kind.any_word
        if isinstance(value, bool):
            return str(value).lower()
        return f"{value:.10g}" if isinstance(value, float) else str(value)

    def in_words(self, value: Any) -> str:
        """Returns a value in words."""
        if value is None:
            return self.spec.unset
        if self.spec.words is not None:
            return self.spec.words(value)
        if value == 0 and self.spec.zero and not isinstance(value, bool):
            return self.spec.zero
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | float):
            unit = self.spec.unit.removesuffix("s") if value == 1 else self.spec.unit
            return f"{value:,} {unit}".rstrip()
        return str(value)

    def typed_text(self, value: Any) -> str:
        """Returns a value as it is typed; nothing for one that is left out."""
        if self.spec.text is not None and value is not None:
            return self.spec.text(value)
        if value is None or (value == self.default and not value):
            return ""
        return f"{value:,}" if isinstance(value, int) else str(value)

    def read(self, text: str) -> Any:
        """Returns the value that somebody has typed, for nothing the default; raises ValueError with a sentence."""
        if not text.strip() and not self.default:
            return self.default
        if not isinstance(self.kind, Number):
            return self.kind.parse(text)
        number = typed_number(text, int(self.kind.most))
        try:
            return self.kind.parse("" if number is None else str(number))
        except ValueError:
            noun = self.spec.noun or f"the {self.spec.label.lower()}"
            of = f"of {self.spec.unit}," if self.spec.unit else "from"
            raise ValueError(f"Write {noun} as a number {of} {self.kind.least:,} to {self.kind.most:,}.") from None

    def sentences(self, value: Any) -> tuple[str, ...]:
        """Returns the sentences by which players are told of a value."""
        found = self.spec.told(value) if self.spec.told else None
        return tuple(filter(None, (found,) if isinstance(found, str) else found or ()))

    def value_in(self, record: Struct) -> Any:
        """Returns the value that a record has; a part that is left out has the default."""
        found: Any = record
        for name in self.path:
            if found is None:
                return self.default
            found = getattr(found, name)
        return found

    def refusal(self, place: str, value: object) -> str:
        """Returns the sentence about a value that it may not have; `place` says where the value stands."""
        return f"{place} cannot be {quoted(value)}: choose {self.kind.allowed}."


def quoted(value: object) -> str:
    """Returns a value as a refusal quotes it: short, on one line, and words as in TOML."""
    if isinstance(value, int) and abs(value) > MAX_QUOTED_NUMBER:
        return "so large a number"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MAX_QUOTED else f"{text[:MAX_QUOTED]}…"


@lru_cache(maxsize=64)
def settings_of(record: type[Struct]) -> tuple[Setting, ...]:
    """Returns the settings that a record declares: its own, then those of its bases, each with those of its parts."""
    return tuple(_settings(record, (), ""))


def with_settings(record: StructT, values: dict[str, Any]) -> StructT:
    """Returns a record with other values of its settings and fields; raises KeyError for a name of none."""
    owner: type[Struct] = type(record)
    known = {setting.name: setting.path for setting in settings_of(owner)}
    own = {name: value for name, value in values.items() if name not in known or len(known[name]) == 1}
    of_parts = values.keys() - own.keys()
    for head in {known[name][0] for name in of_parts}:
        hint, marks = _declared(owner, head)
        prefix = next(mark.prefix for mark in marks if isinstance(mark, Part))
        changes = {name.removeprefix(prefix): values[name] for name in of_parts if known[name][0] == head}
        made: type[Struct] = _bare_types(hint)[0]
        usual = next(field.default for field in fields(owner) if field.name == head)
        before = getattr(record, head)
        after = with_settings(made() if before is None else before, changes)
        own[head] = None if usual is None and after == made() else after
    return replace(record, **own)


def _settings(record: type[Struct], path: tuple[str, ...], prefix: str) -> Iterator[Setting]:
    own = get_annotations(record)
    for field in sorted(fields(record), key=lambda field: field.name not in own):  # its own, then those of its bases
        hint, marks = _declared(record, field.name)
        name, way = f"{prefix}{field.name}", (*path, field.name)
        for part in marks:
            if isinstance(part, Part):
                yield from _settings(_bare_types(hint)[0], way, f"{prefix}{part.prefix}")
        if specs := [mark for mark in marks if isinstance(mark, Spec)]:
            spec = reduce(Spec.with_more, reversed(specs))
            optional = NoneType in _read_hint(next(_declarations(record, field.name)))[0]
            yield Setting(name, way, spec, spec.kind or _kind(hint, spec.unit), field.default, optional)


def _declared(record: type[Struct], name: str) -> tuple[Any, list[object]]:
    """Returns the type of a field as it is declared, and its marks; a base may have declared it."""
    for hint in _declarations(record, name):
        marks = _read_hint(hint)[1]
        if any(isinstance(mark, Spec | Part) for mark in marks):
            return hint, marks
    return Any, []


def _declarations(record: type[Struct], name: str) -> Iterator[Any]:
    """Yields the types with which a field is declared: by the record, then by its bases."""
    return (_hints(base)[name] for base in record.__mro__ if name in get_annotations(base))


@lru_cache(maxsize=64)
def _hints(record: type) -> dict[str, Any]:
    """The types of its own fields, which Python evaluates anew whenever it is asked for one."""
    return get_annotations(record, eval_str=True)


def _read_hint(hint: Any) -> tuple[list[Any], list[object]]:
    """Returns the types that a field may have, and all that they are annotated with, from the outside to the inside."""
    if hasattr(hint, "__metadata__"):
        types, marks = _read_hint(hint.__origin__)
        return types, [*reversed(hint.__metadata__), *marks]
    if get_origin(hint) in (Union, UnionType):
        parts = [_read_hint(each) for each in get_args(hint)]
        return [each for types, _ in parts for each in types], [each for _, marks in parts for each in marks]
    return [hint], []


def _bare_types(hint: Any) -> list[Any]:
    """The types of a field without None and without what they are annotated with."""
    return [each for each in _read_hint(hint)[0] if each is not NoneType]


def _kind(hint: Any, unit: str) -> Kind:
    """Returns the kind of a setting by its type: a range, a length or the members of an enumeration."""
    kind = _bare_types(hint)[0]
    limits = [mark for mark in _read_hint(hint)[1] if isinstance(mark, Meta)]
    if kind is bool:
        return Switch()
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Choice(tuple(each.value for each in kind), kind)
    if kind is int or kind is float:
        least = next((each.ge for each in limits if each.ge is not None), None)
        most = next((each.le for each in limits if each.le is not None), None)
        if least is not None and most is not None:
            return Number(least, most, unit.upper() or "NUMBER", whole=kind is int)
    if kind is str:
        length = next((each.max_length for each in limits if each.max_length is not None), None)
        return Text() if length is None else Text(length, least=0)
    raise TypeError(f"A setting of type {hint} needs a kind of its own.")
