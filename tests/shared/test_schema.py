"""The protocol as other languages see it: a golden file makes every change of it visible."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from railbird_shared import codec
from railbird_shared.commands import Command
from railbird_shared.messages import Message

GOLDEN = Path(__file__).parent / "golden" / "protocol.schema.json"


def test_the_schema_is_the_one_last_agreed_on() -> None:
    """After a wanted change: `railbird-server schema > tests/shared/golden/protocol.schema.json`."""
    assert json.loads(json.dumps(codec.schema())) == json.loads(GOLDEN.read_text(encoding="utf-8"))


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
