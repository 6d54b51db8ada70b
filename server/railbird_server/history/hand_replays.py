"""Recorded hands as somebody may look at them step by step: told to the rail, with the cards that their file names.

A file may leave cards unknown. Assumed cards are played in their place, and none is told: such a card
stays hidden, and a hand that only assumed cards decide ends before the pot is won.

A file of ten thousand hands takes seconds to be read as a whole. Where each hand has a table of its own, its part is
read alone, so that the first hands are there at once and a damaged one leaves the others whole.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from typing import NamedTuple

from msgspec.structs import replace

from railbird_server.history.parser import BadHistory, Fields, parse_histories
from railbird_server.history.replay import PlayedRecord, ReplayResult, play_record
from railbird_server.rules.events import Dealt, Discarded, RulesEvent
from railbird_server.table import audience
from railbird_server.table.hand_history import KnownTable, view_before
from railbird_server.table.hand_in_progress import find_winning_cards
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.toml_lines import find_line
from railbird_shared.game.cards import Card
from railbird_shared.history.hand_history import HandHistory, HandReplay, KnownCards, ReplayLine, UnplayableHand
from railbird_shared.protocol import events
from railbird_shared.protocol.table_limits import MAX_COUNT
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import clean_line, clean_name

_HEADER = re.compile(r"^[ \t]*\[[ \t]*(?:[A-Za-z0-9_-]+|\"[^\"\\\n]*\"|'[^'\n]*')[ \t]*\][ \t]*(?:#.*)?$", re.MULTILINE)
"""The line that begins the table of a hand."""

_ANY_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)")


class Section(NamedTuple):
    """A hand of a file: name, fields, its part of the file and the lines before that; or no fields, for an `error`."""

    name: str
    fields: Fields | None
    text: str
    lines_before: int = 0
    error: str = ""


def read_sections(text: str) -> Iterator[Section]:
    """Yields the hands of a file in order; raises BadHistory for a file that cannot be told apart into hands."""
    parts = _split(text)
    if len(parts) < 2:
        yield from (Section(name, fields, text) for name, fields in parse_histories(text).items())
        return
    lines, given, is_whole_damaged = 0, set[str](), False
    for part in parts:
        try:
            hands = parse_histories(part)
        except BadHistory as error:
            if not is_whole_damaged:
                with contextlib.suppress(BadHistory):
                    whole = parse_histories(text)  # a value has a line that looks like the beginning of a hand
                    yield from (Section(name, fields, text) for name, fields in whole.items() if name not in given)
                    return
            is_whole_damaged = True
            header = _HEADER.search(part)
            name = header[0].split("#")[0].strip().strip("[]").strip().strip("\"'") if header else ""
            yield Section(name, None, part, lines, _moved(str(error), lines))
        else:
            given.update(hands)
            yield from (Section(name, fields, part, lines) for name, fields in hands.items())
        lines += part.count("\n")


def _split(text: str) -> list[str]:
    """Returns the parts of a file that begin with the table of a hand; one part where it may not be divided."""
    starts = [header.start() for header in _HEADER.finditer(text)]
    if len(starts) < 2 or len(starts) < sum(1 for _ in _ANY_HEADER.finditer(text)):
        return [text]
    before = text[: starts[0]]
    if any(line.strip() and not line.lstrip().startswith("#") for line in before.splitlines()):
        return [text]
    starts[0] = 0
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _moved(sentence: str, lines: int) -> str:
    """Returns a sentence about a part of a file with the line of the whole file in front."""
    place = _PLACE.search(sentence)
    return f"line {int(place[1]) + lines}: {_PLACE.sub('', sentence)}" if place else sentence


MAX_SENTENCE_LENGTH = 400
"""The longest sentence about a hand, in characters; files may have names and values of any length."""

MAX_NAME_LENGTH = 60

ENDS_EARLY = "The file ends before the hand does."
UNKNOWN_BOARD = "The file does not name the cards of the board, so the hand is told up to there."
UNDECIDED = "The file does not name the cards that decide this hand, so it is told up to its showdown."


def replay_file(text: str, title: str) -> Iterator[ReplayLine]:
    """Yields every hand of a file, played by the rules; `title` names the file. Raises BadHistory for no history."""
    for number, section in enumerate(read_sections(text), start=1):
        name = clean_line(section.name, MAX_NAME_LENGTH)
        if section.fields is None:
            yield UnplayableHand(clean_line(section.error, MAX_SENTENCE_LENGTH), name)
            continue
        played = play_record(section.fields)
        if played.record is None or played.result is None:
            assert played.verdict.difference is not None
            sentence = f"{_place(section, played.field, played.action)}{played.verdict.difference.engine}"
            yield UnplayableHand(clean_line(sentence, MAX_SENTENCE_LENGTH), name)
        else:
            history, known = _tell(played.result, section.fields, title, number)
            yield HandReplay(history, name, known, tuple(_notes(section, played)), played.record.chips_per_unit)


def is_whole(line: ReplayLine) -> bool:
    """Whether a hand could be played to its end as its file has it."""
    return isinstance(line, HandReplay) and not line.notes


def _place(section: Section, field: str, action: int = 0) -> str:
    """Returns the line and the field that a sentence is about, with the colon before it; empty where nobody knows."""
    line = find_line(section.text, section=section.name, key=field, item=action)
    parts = [f"line {line + section.lines_before}" if line else "", f"field {field!r}" if field else ""]
    place = ", ".join(part for part in parts if part)
    return f"{place}: " if place else ""


def _notes(section: Section, played: PlayedRecord) -> Iterator[str]:
    result, difference = played.result, played.verdict.difference
    assert result is not None
    dealt = (event for event in result.events if isinstance(event, events.BoardDealt))
    if difference is not None:
        place = _place(section, "actions" if difference.action else "finishing_stacks", difference.action or 0)
        yield clean_line(f"{place}{difference}", MAX_SENTENCE_LENGTH)
    elif not result.named.issuperset(card for event in dealt for card in event.cards):
        yield UNKNOWN_BOARD
    elif not result.hand.over:
        yield ENDS_EARLY
    elif not result.decided:
        yield UNDECIDED


def _tell(result: ReplayResult, fields: Fields, title: str, place: int) -> tuple[HandHistory, tuple[KnownCards, ...]]:
    """Returns a hand as the rail sees it, and the cards that are known of each seat."""
    number = fields.get("hand")
    number = number if type(number) is int and 0 < number <= MAX_COUNT else place
    told: list[events.PublicEvent] = []
    known: list[KnownCards] = []
    for event in _events_named(result):
        told += _public_events(event, result.named, number)
        if isinstance(event, Dealt) or (isinstance(event, Discarded) and event.cards):
            held = event.holding if isinstance(event, Dealt) else event.kept
            cards = tuple(card if card in result.named else None for card in held)
            known.append(KnownCards(len(told), event.seat, cards))
    history = HandHistory("", number, _ended_at(fields), _view_before(result, fields, title), tuple(told))
    return history, tuple(each for each in known if any(each.cards))


def _events_named(result: ReplayResult) -> Iterator[RulesEvent]:
    """Yields the events of a hand, without what only assumed cards show, up to what they decide."""
    for event in result.events:
        match event:
            case events.BoardDealt(cards=cards) if not result.named.issuperset(cards):
                return
            case events.PotAwarded() if not result.decided:
                return
            case events.HandShown(cards=cards) if not result.named.issuperset(cards):
                continue
            case events.HandRenamed(seat=seat) if not result.named.issuperset(result.hand.players[seat].cards):
                continue
            case _:
                yield event
    if result.hand.over:
        won = find_winning_cards(result.hand, result.events).values()
        yield from (each for each in won if result.named.issuperset((*each.cards, *each.low_cards)))


def _public_events(event: RulesEvent, named: frozenset[Card], number: int) -> Sequence[events.PublicEvent]:
    """Returns what the rail is told of an event, in the hand of that number; an unknown upcard lies face down."""
    match event:
        case Dealt(seat, down, up):
            known = tuple(card for card in up if card in named)
            return (events.CardsDealt(seat, len(down) + len(up) - len(known), known),)
        case events.HandStarted() | events.HandEnded() | events.HandVoided():
            return (replace(event, hand=number),)
        case _:
            return audience.split([event]).public


def _view_before(result: ReplayResult, fields: Fields, title: str) -> TableView:
    listed = fields.get("players")
    names = dict(enumerate(listed if isinstance(listed, list) else [], start=1))
    players: dict[int, PlayerIdentity] = {}
    for entrant in result.hand.setup.entrants:
        name = names.get(entrant.seat)  # a file may leave a player without one
        name = (clean_name(name) if isinstance(name, str) else "") or f"Player {entrant.seat}"
        players[entrant.seat] = PlayerIdentity("", name)
    return view_before(result.hand, players, None, KnownTable("", _title(fields, title)))


def _title(fields: Fields, title: str) -> str:
    """Returns where a hand was played, as far as its file says that, or else the title of the file."""
    said = [fields.get(field) for field in ("event", "table", "venue")]
    titles = [clean_line(each, MAX_NAME_LENGTH) for each in (*said, title) if isinstance(each, str)]
    return next(filter(None, titles), "")


def _ended_at(fields: Fields) -> int:
    """Returns the day and time of a hand, in seconds since the beginning of 1970, UTC; 0 where it has none."""
    year, month, day, clock = (fields.get(name) for name in ("year", "month", "day", "time"))
    if type(year) is not int or type(month) is not int or type(day) is not int:
        return 0
    at = clock if isinstance(clock, time) else time()
    try:
        return max(0, int(datetime.combine(datetime(year, month, day, tzinfo=UTC), at, UTC).timestamp()))
    except (ValueError, OverflowError):
        return 0
