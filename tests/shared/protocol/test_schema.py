"""The JSON Schema and the AsyncAPI document of the protocol; the files in docs/ make every change of them visible."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft7Validator
from msgspec import Struct

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.events import PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Message, RefusalCode
from railbird_shared.protocol.schema import (
    ASYNCAPI_FILE,
    SCHEMA_FILE,
    SCHEMA_ID,
    Schema,
    asyncapi_document,
    document_text,
    protocol_schema,
)
from support.golden_files import assert_matches_golden_file

_RUN_BEGAN = (
    '{"type": "step", "epoch": "e", "seq": 1, "at": 0,'
    ' "public": [{"event": "run-began", "run": 1, "times": 2, "hands": [%s]}]}'
)

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
RELEASED_FILE = Path(__file__).parent / "golden" / "released.json"
RELEASED: dict[str, str] = json.loads(RELEASED_FILE.read_text(encoding="utf-8"))
"""The version and the digest of the protocol of each release, which never change."""


@pytest.mark.parametrize(
    ("name", "document"),
    [(SCHEMA_FILE, protocol_schema), (ASYNCAPI_FILE, asyncapi_document)],
    ids=["schema", "asyncapi"],
)
def test_the_file_is_what_the_message_types_say_today(name: str, document: Callable[[], Schema]) -> None:
    assert_matches_golden_file(DOCS / name, f"{document_text(document())}\n", __file__)


def test_a_released_version_keeps_its_protocol() -> None:
    assert version_fault(VERSION, protocol_schema(), RELEASED) == ""


@pytest.mark.parametrize(
    ("version", "fault"),
    [
        ("0.2.0.dev0", ""),
        ("0.1.1.dev0", ""),
        ("0.2.0", "records no protocol of 0.2.0"),
        ("0.1.0", "0.1.0 is released with another protocol"),
        ("0.1.0.dev0", "0.1.0 is released already"),
    ],
)
def test_a_change_of_the_protocol_needs_a_version_that_is_not_released(version: str, fault: str) -> None:
    released = {"0.1.0": schema_digest(protocol_schema())}
    assert version_fault("0.1.0", protocol_schema(), released) == ""
    changed = protocol_schema()
    del changed["$defs"]["Hello"]["properties"]["bot"]
    assert fault in version_fault(version, changed, released)
    assert bool(fault) == bool(version_fault(version, changed, released))


def test_releases_that_differ_in_the_third_number_speak_the_same_version() -> None:
    raised = protocol_schema() | {"$id": f"urn:railbird:protocol:{PROTOCOL_VERSION + 1}"}
    released = {"0.1.0": schema_digest(protocol_schema())}
    assert "raise the second number" in version_fault("0.1.1.dev0", raised, released)
    assert version_fault("0.2.0.dev0", raised, released) == ""


def test_other_words_are_no_other_protocol() -> None:
    worded = protocol_schema()
    worded["$defs"]["Hello"]["description"] = "Says hello."
    assert schema_digest(worded) == schema_digest(protocol_schema())


def version_fault(version: str, schema: Schema, released: dict[str, str]) -> str:
    """Returns why a tree of that version may not have that protocol, empty where it may."""
    base, _, development = version.partition(".dev")
    digest = schema_digest(schema)
    minor, spoken = base.rpartition(".")[0], digest.partition(" ")[0]
    if any(other.startswith(f"{minor}.") and said.partition(" ")[0] != spoken for other, said in released.items()):
        return f"A release {minor} speaks another version of the protocol: raise the second number of the version."
    if development:
        return f"{base} is released already: raise the version in pyproject.toml." if base in released else ""
    if base not in released:
        return f'{RELEASED_FILE} records no protocol of {base}: to release it, add "{base}": "{digest}".'
    if released[base] != digest:
        return f"{base} is released with another protocol: raise the version in pyproject.toml."
    return ""


def schema_digest(schema: Schema) -> str:
    """Returns the version of a protocol, and the SHA-256 of its schema without the descriptions."""
    digest = hashlib.sha256(json.dumps(_without_words(schema), sort_keys=True).encode()).hexdigest()
    return f"{schema['$id'].rpartition(':')[2]} {digest}"


def _without_words(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_words(each) for each in value]
    if not isinstance(value, dict):
        return value
    words = {"description"} if isinstance(value.get("description"), str) else set()
    return {key: _without_words(value[key]) for key in value.keys() - words}


def test_every_command_and_message_is_in_the_schema() -> None:
    definitions = protocol_schema()["$defs"]
    assert {kind.__name__ for kind in (*get_args(Command), *get_args(Message))} <= set(definitions)


def test_no_public_event_has_a_place_for_a_card_that_not_everybody_may_see() -> None:
    definitions = protocol_schema()["$defs"]
    with_cards = {name for name, record in definitions.items() if '"#/$defs/Card"' in json.dumps(record)}
    assert with_cards == {
        "BoardDealt",
        "CalledAllIn",
        "CardsDealt",
        "CardsShown",
        "RabbitHunted",
        "ShowHand",
        "DealerDrawn",
        "Draw",
        "Game",
        "HandRanking",
        "HandSummary",
        "WinningCards",
        "HandShown",
        "LegalActions",
        "OpenersShown",
        "Opening",
        "RailCards",
        "RunBegan",
        "SeatView",
        "TableView",
        "You",
        "YourCards",
    }


TAGGED = (
    *get_args(Command),
    *get_args(Message),
    *get_args(PublicEvent),
    *get_args(PrivateEvent),
    *get_args(Action),
)


@pytest.mark.parametrize("struct", TAGGED)
def test_a_tag_is_the_name_of_its_class_in_kebab_case(struct: type[Struct]) -> None:
    words = re.findall("[A-Z][a-z]*", struct.__name__)
    assert struct.__struct_config__.tag == "-".join(words).lower()


def test_the_schema_is_one_of_draft_07() -> None:
    Draft7Validator.check_schema(protocol_schema())


def test_the_schema_has_no_keyword_that_a_strict_validator_does_not_know() -> None:
    assert _keywords(protocol_schema()) <= set(Draft7Validator.META_SCHEMA["properties"]) | {"$defs"}


def test_the_schema_is_named_by_the_version_of_the_protocol() -> None:
    assert protocol_schema()["$id"] == SCHEMA_ID == f"urn:railbird:protocol:{PROTOCOL_VERSION}"


def test_a_constant_tells_the_members_of_a_union_apart() -> None:
    definitions = protocol_schema()["$defs"]
    for struct in TAGGED:
        settings = struct.__struct_config__
        assert definitions[struct.__name__]["properties"][settings.tag_field] == {"const": settings.tag}


def test_the_codes_of_a_refusal_are_listed() -> None:
    definitions = protocol_schema()["$defs"]
    assert definitions["Refused"]["properties"]["code"] == {"$ref": "#/$defs/RefusalCode"}
    assert sorted(get_args(RefusalCode)) == definitions["RefusalCode"]["enum"]


def test_nothing_is_listed_twice() -> None:
    """Generators of types make two types of what stands in two places."""
    lists = [part.get("anyOf") or part.get("enum") for part in _parts(protocol_schema())]
    several = [json.dumps(choices) for choices in lists if choices and {"type": "null"} not in choices]
    assert [choices for choices, times in Counter(several).items() if times > 1] == []


def test_a_reference_stands_alone() -> None:
    """Draft-07 ignores what is beside a reference, and generators make a second type of both."""
    assert [part for part in _parts(protocol_schema()) if "$ref" in part and len(part) > 1] == []


def test_commands_and_messages_of_the_server_are_told_apart() -> None:
    definitions = protocol_schema()["$defs"]
    for name, union in (("ClientMessage", Command), ("ServerMessage", Message)):
        members = {choice["$ref"].removeprefix("#/$defs/") for choice in definitions[name]["anyOf"]}
        assert members == {kind.__name__ for kind in get_args(union)}


@pytest.mark.parametrize(
    ("name", "frame", "fits"),
    [
        ("ClientMessage", '{"type": "hello", "v": 2, "name": "Wren"}', True),
        ("ClientMessage", '{"type": "hello", "v": 2}', False),
        ("ClientMessage", '{"type": "accepted", "id": 1}', False),
        ("ServerMessage", '{"type": "accepted", "id": 1}', True),
        ("ServerMessage", '{"type": "refused", "code": "stale", "sentence": "That turn is over."}', True),
        ("ServerMessage", '{"type": "refused", "code": "nap", "sentence": "Everybody sleeps."}', False),
        ("ServerMessage", '{"type": "step", "epoch": "e", "seq": 1, "at": 0, "public": [{"event": "nap"}]}', False),
        ("ServerMessage", _RUN_BEGAN % '[1, ["As", "Kd"]]', True),
        ("ServerMessage", _RUN_BEGAN % "[1]", False),
        ("ServerMessage", _RUN_BEGAN % '[1, ["As"], 2]', False),
    ],
)
def test_a_message_fits_the_schema_or_not(name: str, frame: str, fits: bool) -> None:
    schema = protocol_schema()
    validator = Draft7Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})
    assert validator.is_valid(json.loads(frame)) == fits


def test_every_command_and_message_is_in_the_asyncapi_document() -> None:
    document = asyncapi_document()
    operations = document["operations"]
    received = {_named_by(each) for key in ("greet", "command") for each in operations[key]["messages"]}
    assert received == {kind.__name__ for kind in get_args(Command)}
    assert {_named_by(each) for each in operations["tell"]["messages"]} == {kind.__name__ for kind in get_args(Message)}
    names = {name: message["name"] for name, message in document["components"]["messages"].items()}
    assert names == {kind.__name__: kind.__struct_config__.tag for kind in (*get_args(Command), *get_args(Message))}


def test_every_reference_of_the_asyncapi_document_leads_to_something() -> None:
    files = {"": asyncapi_document(), f"./{SCHEMA_FILE}": protocol_schema()}
    references = [part["$ref"] for part in _parts(files[""]) if "$ref" in part]
    assert references
    for reference in references:
        file, _, path = reference.partition("#/")
        found = files[file]
        for key in path.split("/"):
            found = found[key]


def _named_by(reference: dict[str, str]) -> str:
    """The last part of a reference."""
    return reference["$ref"].rpartition("/")[2]


def _parts(value: object) -> Iterator[dict[str, Any]]:
    """Every object of a document."""
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        yield from _parts(each)


def _keywords(schema: dict[str, Any]) -> set[str]:
    """Every keyword of a schema and of those within it."""
    inner = [
        *schema.get("anyOf", ()),
        *schema.get("allOf", ()),
        *schema.get("properties", {}).values(),
        *schema.get("$defs", {}).values(),
    ]
    items = schema.get("items", [])
    inner += items if isinstance(items, list) else [items]
    return set(schema).union(*map(_keywords, inner))
