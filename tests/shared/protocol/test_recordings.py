"""The recordings in docs/recordings: what a client hears, and the view that follows, for authors in any language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from jsonschema import Draft7Validator

from railbird_shared.protocol import codec
from railbird_shared.protocol.events import HostEvent, PrivateEvent, PublicEvent
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.schema import protocol_schema
from railbird_shared.protocol.view import TableView
from support.golden_files import assert_matches_golden_file
from support.hand_recorder import RECORDINGS, record_hands

FOLDER = Path(__file__).parents[3] / "docs" / "recordings"

HOST_EVENTS = {event.__struct_config__.tag for event in get_args(HostEvent)}
"""What hosts do, which no recording has."""

NOT_RECORDED = {
    "books-corrected",
    "buy-in-approved",
    "buy-in-declined",
    "buy-in-requested",
    "blinds-chopped",
    "bomb-pot-announced",
    "bomb-pot-asked",
    "bomb-pot-put-off",
    "bounty-paid",
    "cards-shown",
    "break-announced",
    "play-paused",
    "play-resumed",
    "vote-called",
    "vote-counted",
    "vote-ended",
    "carried-pot-taken",
    "cards-opened",
    "deal-committed",
    "deck-dealt",
    "your-openings",
    "choice-began",
    "choice-ended",
    "claimed",
    "game-announced",
    "game-changed",
    "game-skipped",
    "hand-voided",
    "openers-shown",
    "rabbit-hunted",
    "rail-cards",
    "rail-changed",
    "rail-consent-changed",
    "passed-over",
    "player-renamed",
    "seat-assigned",
    "seat-changed",
    "seat-expiring",
    "time-bank-changed",
    "time-bank-started",
    "waiting-list-joined",
    "waiting-list-left",
    *HOST_EVENTS,
}
"""The rare events that no recording has."""


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_recording_is_what_the_table_says_today(name: str) -> None:
    lines = "".join(f"{json.dumps(line)}\n" for line in record_hands(RECORDINGS[name]))
    assert_matches_golden_file(FOLDER / f"{name}.jsonl", lines, __file__)


@pytest.mark.parametrize("name", RECORDINGS)
def test_the_recorded_messages_fold_to_the_recorded_views(name: str) -> None:
    view: TableView | None = None
    seq = 0
    for line in read(name):
        if "received" not in line:
            codec.decode_command(json.dumps(line["sent"]))
            continue
        message = codec.decode_message(json.dumps(line["received"]))
        match message:
            case Snapshot():
                view, seq = message.view, message.seq
            case Step():
                assert view is not None
                assert message.seq == seq + 1
                view, seq = fold_all(view, (*message.public, *message.private)), message.seq
            case _:
                pytest.fail(f"{message} is not recorded")
        assert view == msgspec.convert(line["view"], TableView)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", RECORDINGS)
def test_the_recorded_messages_fit_the_schema(name: str, every: int) -> None:
    definitions = protocol_schema()["$defs"]
    validators = {
        part: Draft7Validator({"$ref": f"#/$defs/{union}", "$defs": definitions})
        for part, union in (("received", "ServerMessage"), ("sent", "ClientMessage"))
    }
    for line in list(read(name))[::every]:
        for part in validators.keys() & line.keys():
            assert not list(validators[part].iter_errors(line[part])), line[part]


def test_the_recordings_have_every_common_event() -> None:
    events = {
        event["event"]
        for name in RECORDINGS
        for line in read(name)
        for part in ("public", "private")
        for event in line.get("received", {}).get(part, ())
    }
    tags = {event.__struct_config__.tag for event in (*get_args(PublicEvent), *get_args(PrivateEvent))}
    assert tags - events == NOT_RECORDED


def read(name: str) -> list[dict[str, dict[str, Any]]]:
    """Returns the lines of a recording."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
