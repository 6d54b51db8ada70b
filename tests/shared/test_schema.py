"""The JSON Schema of the protocol; a golden file makes every change of it visible."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from railbird_shared import codec
from railbird_shared.actions import Action
from railbird_shared.commands import Command
from railbird_shared.events import PrivateEvent, PublicEvent
from railbird_shared.messages import Message

GOLDEN = Path(__file__).parent / "golden" / "protocol.schema.json"
RENEW = "uv run railbird-server schema > tests/shared/golden/protocol.schema.json"


def test_the_schema_equals_the_golden_file() -> None:
    schema, golden = json.loads(json.dumps(codec.schema())), json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert schema == golden, f"The protocol has changed. If it should, renew the golden file:\n  {RENEW}"


def test_every_command_and_message_is_in_the_schema() -> None:
    definitions = codec.schema()["$defs"]
    assert {kind.__name__ for kind in (*get_args(Command), *get_args(Message))} <= set(definitions)


def test_no_public_event_has_a_place_for_a_card_that_not_everybody_may_see() -> None:
    definitions = codec.schema()["$defs"]
    with_cards = {name for name, record in definitions.items() if '"#/$defs/Card"' in json.dumps(record)}
    assert with_cards == {
        "BoardDealt",
        "CardsDealt",
        "DealerDrawn",
        "Draw",
        "Game",
        "HandRanking",
        "WinningCards",
        "HandShown",
        "LegalActions",
        "OpenersShown",
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
