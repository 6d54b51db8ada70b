"""The recordings in docs/recordings: what a client hears, and the view that follows, for authors in any language."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any, Optional, get_args

import msgspec
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from railbird_shared.fair_deal.record import DealProgress
from railbird_shared.game.rotation import Choosing
from railbird_shared.protocol import codec
from railbird_shared.protocol.events import HostEvent, PrivateEvent, PublicEvent
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.message_base import Event
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.quantities import BreakMinutes, Chips, Milliseconds, SeatNumber
from railbird_shared.protocol.schema import protocol_schema
from railbird_shared.protocol.table_limits import PACK_SIZE
from railbird_shared.protocol.view import PauseView, TableView, VoteView, WaitingPlayer
from support import page_fold
from support.examples import examples
from support.golden_files import assert_matches_golden_file
from support.hand_recorder import RECORDINGS, Line, record_hands
from support.random_views import random_view
from support.session_recorder import RECORDED_SESSIONS, record_session
from support.type_strategies import strategy_for

DOCS = Path(__file__).parents[3] / "docs"
FOLDER = DOCS / "recordings"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")

EVENTS: tuple[type[Event], ...] = (*get_args(PublicEvent), *get_args(PrivateEvent))
TAGS = {event.__struct_config__.tag for event in EVENTS}
HOST_EVENTS = {event.__struct_config__.tag for event in get_args(HostEvent)}
"""What hosts do, of which recordings have the end of a night."""

NOT_RECORDED = {
    "books-corrected",
    "buy-in-approved",
    "buy-in-declined",
    "buy-in-requested",
    "blinds-chopped",
    "bounty-paid",
    "cards-shown",
    "break-announced",
    "play-paused",
    "play-resumed",
    "vote-called",
    "vote-counted",
    "vote-ended",
    "carried-pot-taken",
    "claimed",
    "game-skipped",
    "hand-voided",
    "openers-shown",
    "rabbit-hunted",
    "rail-changed",
    "passed-over",
    "player-renamed",
    "seat-assigned",
    "seat-changed",
    "seat-expiring",
    "time-bank-started",
    "waiting-list-joined",
    "waiting-list-left",
    *(HOST_EVENTS - {"night-ending"}),
}
"""The rare events that no recording has."""


NAMES = (*RECORDINGS, *RECORDED_SESSIONS)


def record(name: str) -> list[Line]:
    """Plays what a recording has; returns its lines."""
    return record_hands(RECORDINGS[name]) if name in RECORDINGS else record_session(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_is_what_the_table_says_today(name: str) -> None:
    lines = "".join(f"{json.dumps(line)}\n" for line in record(name))
    assert_matches_golden_file(FOLDER / f"{name}.jsonl", lines, __file__)


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_messages_fold_to_the_recorded_views(name: str) -> None:
    view: TableView | None = None
    seq = 0
    for line in read(name):
        if "received" not in line:
            codec.decode_command(json.dumps(line["sent"]))
            continue
        match codec.decode_message(json.dumps(line["received"])):
            case Snapshot() as snapshot:
                view, seq = snapshot.view, snapshot.seq
            case Step() as step:
                assert view is not None
                assert step.seq == seq + 1
                view, seq = fold_all(view, (*step.public, *step.private)), step.seq
            case _:
                assert "view" not in line
                continue
        assert view == msgspec.convert(line["view"], TableView)


@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_messages_fold_to_the_recorded_views_by_the_letter_of_the_page(name: str) -> None:
    view: page_fold.Record = {}
    for line in read(name):
        message = line.get("received", {})
        if message.get("type") == "snapshot":
            view = page_fold.fill("TableView", message["view"])
        elif message.get("type") == "step":
            view = page_fold.fold_all(view, message)
        if "view" in line:
            assert view == page_fold.fill("TableView", line["view"])


def test_every_event_is_folded_by_the_letter_of_the_page() -> None:
    assert page_fold.ROWS.keys() == TAGS


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__struct_config__.tag)
@settings(max_examples=examples(15), phases=(Phase.generate,))
@given(data=st.data())
def test_the_programs_fold_every_event_by_the_letter_of_the_page(kind: type[Event], data: st.DataObject) -> None:
    event: Any = data.draw(strategy_for(kind))
    view = random_view(random.Random(data.draw(st.integers(0, 1_000_000))), "seven-card-stud", 10)
    others = {field: data.draw(strategy_for(hint)) for field, hint in MORE_OF_A_VIEW.items()}
    view = msgspec.structs.replace(view, **others)
    after = fold_all(view, [event])
    assume(all(len(cards) < PACK_SIZE for cards in (after.board, *(seat.cards for seat in after.occupied))))
    before, folded = _plain(view), _plain(after)
    assert page_fold.fold(before, msgspec.json.decode(msgspec.json.encode(event))) == folded
    tag = str(kind.__struct_config__.tag)
    assert _changed_fields(tag, before, folded) <= _fields_named_by(tag)


def _changed_fields(tag: str, before: page_fold.Record, after: page_fold.Record) -> set[str]:
    """The fields of a view, of `you` and of seats that differ, without those of which the row says only what stays."""
    pairs = [(before, after)]
    if "`you` = only" not in ROWS[tag] and "`you`: only" not in ROWS[tag]:
        pairs.append((before["you"], after["you"]))
    if "a new record" not in ROWS[tag]:
        pairs += [(old, new) for old, new in zip(before["seats"], after["seats"], strict=True) if old and new]
    return {field for old, new in pairs for field in new if old[field] != new[field]} - {"seats", "you"}


ROWS = dict.fromkeys(TAGS, "")
"""What the page says of each event, by its tag."""
for line in PAGE.split("### How each event changes the view\n")[1].split("\n### ")[0].splitlines():
    if line.startswith("| `"):
        tags, _, told = line.strip("| ").partition(" | ")
        ROWS |= dict.fromkeys(re.findall("`([^`]+)`", tags), told)


def _fields_named_by(tag: str) -> set[str]:
    """The fields that the row of an event names, and those of the rows that it refers to."""
    named = set(re.findall("`([^`]+)`", ROWS[tag]))
    named |= {"turn", "legal"} if "turn ends" in ROWS[tag] else set()
    return named.union(*(_fields_named_by(other) for other in named & ROWS.keys() if other != tag))


def _plain(view: TableView) -> page_fold.Record:
    return page_fold.fill("TableView", msgspec.json.decode(msgspec.json.encode(view)))


MORE_OF_A_VIEW = {
    "pause": PauseView | None,
    "next_hand_at": Optional[Milliseconds],  # noqa: UP045  an annotated type takes no bar at runtime
    "vote": VoteView | None,
    "deal": DealProgress | None,
    "choosing": Choosing | None,
    "waiting": tuple[WaitingPlayer, ...],
    "muted": tuple[str, ...],
    "next_bomb_pot": Chips,
    "bomb_pot": Chips,
    "bomb_pot_asked": tuple[SeatNumber, ...],
    "coming_break": BreakMinutes,
}
"""What a view may have beside what a random one has."""


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
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
        for name in NAMES
        for line in read(name)
        for part in ("public", "private")
        for event in line.get("received", {}).get(part, ())
    }
    assert TAGS - events == NOT_RECORDED


def test_a_returning_client_is_recorded_with_the_steps_it_has_missed() -> None:
    lines = read("reconnect")
    hellos = [place for place, line in enumerate(lines) if "resume" in line.get("sent", {})]
    resumed = [lines[place]["sent"]["resume"]["seq"] for place in hellos]
    told = [next(line["received"] for line in lines[place:] if "view" in line) for place in hellos]
    assert [message["type"] for message in told] == ["step", "step", "snapshot"]
    assert [message["seq"] for message in told[:2]] == [number + 1 for number in resumed[:2]]
    assert resumed[2] == 0
    acts = [line["sent"] for line in lines if line.get("sent", {}).get("id") == 100]
    assert len(acts) == 2, "an act without an answer is sent again"
    assert acts[0] == acts[1]
    assert sum(line.get("received") == {"type": "accepted", "id": 100} for line in lines) == 1


def read(name: str) -> list[dict[str, dict[str, Any]]]:
    """Returns the lines of a recording."""
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
