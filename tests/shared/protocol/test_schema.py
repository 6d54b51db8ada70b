"""The JSON Schema of the protocol; a golden file makes every change of it visible."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft7Validator
from msgspec import Struct

from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.codec import protocol_schema
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.events import PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Message

_RUN_BEGAN = (
    '{"type": "step", "epoch": "e", "seq": 1, "at": 0,'
    ' "public": [{"event": "run-began", "run": 1, "times": 2, "hands": [%s]}]}'
)

GOLDEN = Path(__file__).parent / "golden" / "protocol.schema.json"
RENEW = "uv run railbird-server schema > tests/shared/protocol/golden/protocol.schema.json"


def test_the_schema_equals_the_golden_file() -> None:
    schema, golden = json.loads(json.dumps(protocol_schema())), json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert schema == golden, f"The protocol has changed. If it should, renew the golden file:\n  {RENEW}"


def test_every_command_and_message_is_in_the_schema() -> None:
    definitions = protocol_schema()["$defs"]
    assert {kind.__name__ for kind in (*get_args(Command), *get_args(Message))} <= set(definitions)


def test_no_public_event_has_a_place_for_a_card_that_not_everybody_may_see() -> None:
    definitions = protocol_schema()["$defs"]
    with_cards = {name for name, record in definitions.items() if '"#/$defs/Card"' in json.dumps(record)}
    assert with_cards == {
        "BoardDealt",
        "CardsDealt",
        "CardsShown",
        "RabbitHunted",
        "ShowHand",
        "DealerDrawn",
        "Draw",
        "Game",
        "HandRanking",
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


def _keywords(schema: dict[str, Any]) -> set[str]:
    """Every keyword of a schema and of those within it."""
    inner = [*schema.get("anyOf", ()), *schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    items = schema.get("items", [])
    inner += items if isinstance(items, list) else [items]
    return set(schema).union(*map(_keywords, inner))
