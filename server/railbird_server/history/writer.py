"""Writes finished hands: as text, JSON or Poker Hand Histories, in one text each or a folder with one file per hand.

A hand is written with all its cards, or as one of its players may know it, with `??` for each card that they do not.

The format of Poker Hand Histories has another order than the rules in two places: all players discard before any of
them gets new cards, and the forced bets of two players are reversed. It cannot record burned cards, raise caps, chips
carried over from an earlier hand, or a board that was dealt more than once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, time
from itertools import zip_longest
from pathlib import Path

import msgspec

from railbird_server.history.game_setup import GAME_CODES, game_code_of
from railbird_server.history.parser import BadHistory, format_history_cards
from railbird_server.rules.dealing import Deck
from railbird_server.rules.events import Dealt, Discarded, Mucked, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import DEAD_POSTS, Setup
from railbird_server.store.records import FinishedHand, FoundHand, StoredHand
from railbird_server.table.hand_history import HandUnreadable, KnownTable, RetoldHand, history_of, retell
from railbird_server.table.inputs import FullEvent
from railbird_shared.game.announced_game import Structure
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import ForcedBets, Variant
from railbird_shared.history.hand_history import HandHistory, HandSummary
from railbird_shared.history.hand_story import HandStory
from railbird_shared.history.hand_text import HandForm, hand_text
from railbird_shared.history.narration import format_cards
from railbird_shared.protocol import events
from railbird_shared.protocol.actions import Action

SeatActions = Sequence[tuple[int, Action]]
"""Actions with the seats that took them, in order."""

WrittenEvent = FullEvent | events.PublicEvent | events.PrivateEvent
"""An event of a hand with all its cards, or one that a viewer was told."""

OUT_OF_TIME = " # out of time"
"""The note beside an act that the clock did for a player."""

NOT_TO_THE_END = "Only a hand that was played to its end, with one board, can be told as a hand history."


def write_history(setup: Setup, deck: Deck | Sequence[Card], actions: SeatActions, *, names: Sequence[str] = ()) -> str:
    """Returns the history of a finished hand; `names` are the players', clockwise from the button's left.

    Raises BadHistory for a hand that the format cannot record, or that is not finished.
    """
    hand = Hand(setup, deck)
    code = _code_of(setup, hand.variant)
    told: list[RulesEvent] = hand.start()
    for seat, action in actions:
        told += hand.act(seat, action)
    if not hand.over:
        raise BadHistory(NOT_TO_THE_END)
    return _write(hand, told, code, names)


def write_known_history(told: RetoldHand, known: HandHistory, *, all_cards: bool = False) -> str:
    """Returns the history of a hand that is over as a viewer may know it; raises BadHistory as `write_history` does.

    Of the hand itself only what everybody at the table knows is written. With `all_cards` every card is written, and
    nobody's are the viewer's own.
    """
    hand, viewer = told.hand.hand, None if all_cards else known.view.you.seat
    names = [seat.name for entrant in hand.setup.entrants if (seat := known.view.at(entrant.seat))]
    ended = datetime.fromtimestamp(known.ended_at, UTC)
    more = [
        ("table", known.view.name),
        *(("day", ended.day), ("month", ended.month), ("year", ended.year)),
        *(("time", ended.time()), ("time_zone", "UTC")),
    ]
    code = _code_of(hand.setup, hand.variant)
    return _write(hand, told.events if all_cards else known.events, code, names, viewer=viewer, more=more)


def _code_of(setup: Setup, variant: Variant) -> str:
    """Returns the code of a game; raises BadHistory where the format cannot tell it as it was played."""
    code = game_code_of(variant)
    if code is None or setup.game.structure is not variant.structure:
        raise BadHistory(f"The format of hand histories has no code for {setup.game.title} as it was played here.")
    if setup.bomb_pot:
        raise BadHistory("A bomb pot cannot be told as a hand history: the format has a bet before the flop.")
    if setup.carried:
        raise BadHistory("A hand with chips from an earlier one in the pot cannot be told as a hand history.")
    return code


def _write(
    hand: Hand,
    told: Sequence[WrittenEvent],
    code: str,
    names: Sequence[str],
    *,
    viewer: int | None = None,
    more: Sequence[tuple[str, object]] = (),
) -> str:
    if any(isinstance(event, events.HandVoided | events.RunBegan | events.BlindsChopped) for event in told):
        raise BadHistory(NOT_TO_THE_END)
    setup = hand.setup
    fields: list[tuple[str, object]] = [
        ("variant", code),
        *_forced_bets(setup, hand.variant),
        ("starting_stacks", [entrant.stack for entrant in setup.entrants]),
        ("actions", _ActionWriter(setup, viewer).write(told)),
        ("hand", setup.number),
        ("seats", [entrant.seat for entrant in setup.entrants]),
        *more,
    ]
    if names:
        fields.append(("players", list(names)))
    if not hand.raked:
        fields.append(("finishing_stacks", list(hand.stacks.values())))
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields)


def _forced_bets(setup: Setup, variant: Variant) -> list[tuple[str, object]]:
    """Returns the fields of the forced bets; a live blind of a newcomer is negative."""
    stakes = setup.game.stakes
    posts = [(post.seat, post.chips) for post in setup.extra_posts if post.post in DEAD_POSTS]
    dead = _amounts_by_player(setup, [*posts, (setup.big_blind, setup.big_blind_ante)])
    antes = [stakes.ante + chips for chips in dead]
    order = -1 if len(setup.entrants) == 2 else 1  # the format lists the forced bets of two players in reverse
    fields: list[tuple[str, object]] = [("ante_trimming_status", not any(dead)), ("antes", antes[::order])]
    if variant.forced_bets is ForcedBets.ANTES_AND_BRING_IN:
        fields.append(("bring_in", stakes.bring_in))
    else:
        bets = [(seat, -chips if post is events.Post.LIVE_BLIND else chips) for seat, post, chips in setup.live_bets()]
        fields.append(("blinds_or_straddles", _amounts_by_player(setup, bets)[::order]))
    if setup.game.structure is Structure.FIXED:
        return [*fields, ("small_bet", stakes.small_bet), ("big_bet", stakes.big_bet)]
    return [*fields, ("min_bet", stakes.minimum_bet)]


def _amounts_by_player(setup: Setup, bets: Sequence[tuple[int | None, int]]) -> list[int]:
    return [sum(chips for seat, chips in bets if seat == entrant.seat) for entrant in setup.entrants]


class _ActionWriter:
    """Writes events as actions. Dealt cards are written when somebody acts, so that each player gets one action."""

    def __init__(self, setup: Setup, viewer: int | None) -> None:
        self._viewer = viewer
        self._labels = {entrant.seat: f"p{number}" for number, entrant in enumerate(setup.entrants, start=1)}
        self._pending_cards: dict[int, list[Card | None]] = {}
        self._own_cards: tuple[Card, ...] = ()
        self._shown_cards: dict[int, tuple[Card, ...]] = {}
        self._lines: list[str] = []

    def write(self, told: Sequence[WrittenEvent]) -> list[str]:
        for event, following in zip_longest(told, told[1:]):
            match event:
                case Dealt(seat, down, up):
                    self._pending_cards.setdefault(seat, []).extend((*down, *up))
                case events.CardsDealt(seat, down, up):
                    self._pending_cards.setdefault(seat, []).extend((*[None] * down, *up))
                case events.YourCards(cards, new):
                    self._own_cards = cards
                    self._name_own_cards(new)
                case Discarded(seat, cards):
                    self._add_discards(seat, cards)
                case events.Drew(seat, count):
                    self._add_discards(seat, self._own_discards(following) or [None] * count)
                case events.StreetBegan():
                    self._flush_dealt()
                case _:
                    self._write_event(event)
        self._flush_dealt()
        return self._lines

    def _add_discards(self, seat: int, cards: Sequence[Card | None]) -> None:
        self._lines.append(f"{self._labels[seat]} sd {format_history_cards(cards)}".strip())

    def _own_discards(self, following: WrittenEvent | None) -> list[Card]:
        """Returns the cards that the viewer threw away; none where the event after a draw is not what they kept."""
        if not isinstance(following, events.YourCards) or following.new:
            return []
        return list((Counter(self._own_cards) - Counter(following.cards)).elements())

    def _name_own_cards(self, new: Sequence[Card]) -> None:
        """Names the viewer's own cards among those dealt: theirs alone are the unknown ones that all others lack."""
        if self._viewer is None or not new:
            return
        pending = self._pending_cards.get(self._viewer, [])
        for card in new:
            if card not in pending:
                pending[pending.index(None)] = card

    def _write_event(self, event: WrittenEvent) -> None:
        match event:
            case events.BoardDealt(cards):
                self._add_line(f"d db {format_history_cards(cards)}")
            case events.Folded(seat, timed_out):
                self._add_line(f"{self._labels[seat]} f{OUT_OF_TIME if timed_out else ''}")
            case events.Checked(seat, timed_out):
                self._add_line(f"{self._labels[seat]} cc{OUT_OF_TIME if timed_out else ''}")
            case events.Called(seat):
                self._add_line(f"{self._labels[seat]} cc")
            case events.Wagered(seat, to=to):
                self._add_line(f"{self._labels[seat]} cbr {to}")
            case events.Posted(seat, events.Post.BRING_IN):
                self._add_line(f"{self._labels[seat]} pb")
            case events.HandShown(seat, cards) if self._shown_cards.get(seat) != cards:
                self._shown_cards[seat] = cards
                self._add_line(f"{self._labels[seat]} sm {format_history_cards(cards)}")
            case Mucked(seat) | events.HandMucked(seat):
                self._add_line(f"{self._labels[seat]} sm")

    def _add_line(self, line: str) -> None:
        self._flush_dealt()
        self._lines.append(line)

    def _flush_dealt(self) -> None:
        for seat in self._labels:
            if cards := self._pending_cards.pop(seat, None):
                self._lines.append(f"d dh {self._labels[seat]} {format_history_cards(cards)}")


def _toml(value: object) -> str:
    """Writes a value in TOML, whose lists, numbers and basic strings are those of JSON."""
    if isinstance(value, time):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


class HistoryFolder:
    """A folder of hand histories; `error` says why a hand is missing in it, empty while none is."""

    def __init__(self, path: Path, variant: Variant) -> None:
        """Creates the folder; raises BadHistory for a game without a code, or if the folder cannot be created."""
        if game_code_of(variant) is None:
            games = ", ".join(GAME_CODES.values())
            raise BadHistory(f"The format of hand histories has no code for {variant.name}: choose one of {games}.")
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadHistory(f"Hands cannot be written to {path}: {error.strerror}.") from None
        self.error = ""
        self._path = path

    def add(self, setup: Setup, deck: Deck | Sequence[Card], actions: SeatActions, names: Sequence[str]) -> None:
        """Writes a hand, replacing a file of its number; sets `error` if it cannot be written."""
        try:
            text = write_history(setup, deck, actions, names=names)
            (self._path / f"{setup.number}.phh").write_text(text, encoding="utf-8")
        except OSError as error:
            self.error = f"Hand {setup.number} could not be written to {self._path}: {error.strerror}."
        except BadHistory as error:
            self.error = f"Hand {setup.number} is not in {self._path}: {error}"


def seat_of(finished: FinishedHand, player: str) -> int | None:
    """Returns the seat in which a player sat in a hand, None where they did not."""
    return next((seat for seat, who in finished.players.items() if who.id == player), None)


def tell(stored: StoredHand, player: str) -> tuple[RetoldHand, HandHistory]:
    """Returns a hand as a player may know it, or the rail where they did not sit in it; raises HandUnreadable."""
    finished = stored.finished
    told = retell(finished.hand, finished.digest)
    table = KnownTable(stored.table, stored.name, stored.seats)
    return told, history_of(told, finished.players, seat_of(finished, player), table, stored.ended_at)


def known_phh(told: RetoldHand, history: HandHistory) -> str:
    """Returns a hand as a Poker Hand History for its viewer; empty if the format cannot tell it."""
    try:
        return write_known_history(told, history)
    except BadHistory:
        return ""


def summary_of(found: FoundHand, stored: StoredHand | None, player: str) -> HandSummary:
    """Returns a hand as a list names it to the player of that id."""
    index = found.index
    end: tuple[tuple[Card, ...], tuple[Card, ...], str, str] = ((), (), "", "")
    if stored is not None:
        with suppress(HandUnreadable):
            story = HandStory(tell(stored, player)[1])
            end = story.cards, story.after.board, story.made, story.decision
    return HandSummary(
        found.table,
        found.name,
        found.number,
        found.ended_at,
        index.title,
        index.pot,
        tuple(seat.name for seat in index.seats),
        sum(seat.net for seat in index.seats if seat.player == player),
        *end,
    )


def format_time(seconds: int) -> str:
    """Returns a time of the calendar as text."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def export_hand(stored: StoredHand, form: HandForm, *, player: str = "", all_cards: bool = False) -> str:
    """Returns a hand as text that ends with a line break, as the player of that id knew it or without one as all did.

    With `all_cards` every card that was dealt to anybody is in it. Raises BadHistory where the PHH format cannot tell
    the hand, and where the rules have changed since it was played.
    """
    try:
        told, history = tell(stored, player)
    except HandUnreadable:
        raise BadHistory("The hand cannot be told any more: the rules have changed since it was played.") from None
    match form:
        case HandForm.TEXT:
            text = hand_text(history, format_time(stored.ended_at))
            return text + "".join(f"{line}\n" for line in _hidden_lines(told, history)) if all_cards else text
        case HandForm.PHH:
            return write_known_history(told, history, all_cards=all_cards)
        case HandForm.JSON:
            record = {"history": history, "record": stored.finished.hand.record} if all_cards else {"history": history}
            return msgspec.json.encode(record).decode() + "\n"


def _hidden_lines(told: RetoldHand, history: HandHistory) -> Iterator[str]:
    """Yields what was dealt, thrown away and mucked face down, in order."""
    yield "*** ALL CARDS ***"
    for event in told.events:
        match event:
            case Dealt(seat, down) if down:
                yield f"{history.view.name_at(seat)} is dealt {format_cards(down)}"
            case Discarded(seat, cards) if cards:
                yield f"{history.view.name_at(seat)} throws away {format_cards(cards)}"
            case Mucked(seat, cards):
                yield f"{history.view.name_at(seat)} mucks {format_cards(cards)}"
