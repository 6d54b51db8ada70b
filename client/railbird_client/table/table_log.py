"""The log of the table: the sentences of every hand, the clauses of the last one's rulings, and the chat."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from railbird_client.table.showdown_story import ENDING_EVENTS, ShowdownStory
from railbird_client.table.table_words import has_enough_players
from railbird_client.table.view_models import ChatLine
from railbird_shared.game.announced_game import DISCARD, Family
from railbird_shared.game.clauses import Clauses
from railbird_shared.history import narration
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import clean_chat, clean_name

MAX_CHAT_LINES = 300


class ChatHistory:
    """The last lines of chat, oldest first."""

    def __init__(self) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=MAX_CHAT_LINES)

    def add(self, name: str, text: str, *, rail: bool) -> None:
        """Adds a line from the server, without control characters; a line with nothing to show is dropped."""
        clean = clean_chat(text)
        if clean:
            self.lines.append(ChatLine(clean_name(name) or "?", clean, rail))

    def tail(self, count: int) -> tuple[ChatLine, ...]:
        """Returns the last lines."""
        return tuple(self.lines)[-count:] if count > 0 else ()


MAX_SENTENCES = 2000

_SEATING_EVENTS = (
    ev.PlayerSat | ev.PlayerLeft | ev.ChipsAdded | ev.SatOut | ev.SeatExpiring | ev.CameBack | ev.ConnectionChanged
)
"""The events of players who come, go or change their seat's state."""


class LogLine(Struct, frozen=True):
    """A sentence of the log; a `deferred` one is about other players and waits while a result is shown."""

    sentence: str
    deferred: bool = False


class Reason(Struct, frozen=True):
    """A ruling of the last hand: its sentence, the clauses that decided it and the cards that play of a hand shown.

    `is_result` tells the rulings that ended the hand from those on the way.
    """

    sentence: str
    clauses: Clauses
    cards: str = ""
    is_result: bool = False


class Log:
    """The last `MAX_SENTENCES` sentences, oldest first.

    The result of a hand stays in view until the flop of the next. Until then sentences about other players who come
    or go are deferred.
    """

    def __init__(self, *, symbols: bool = True) -> None:
        self.reasons: list[Reason] = []
        self._reasons_before: list[Reason] = []
        self.showdown = ShowdownStory()
        self._lines: deque[LogLine] = deque(maxlen=MAX_SENTENCES)
        self._new_notes: deque[str] = deque(maxlen=MAX_CHAT_LINES)
        self._last_result = ""
        self._view: TableView | None = None
        self.symbols = symbols

    def add_snapshot(self, view: TableView) -> None:
        """Adds a summary of a table that the viewer has just joined, with its house rules, or come back to."""
        house = () if self._lines else tuple(f"House: {sentence}" for sentence in view.house)
        self._lines.extend(map(LogLine, (*house, *hand_summary(view, symbols=self.symbols))))
        self.reasons, self._reasons_before, self._last_result = [], [], ""
        self.showdown.begin(view)
        self._view = view

    def add_transitions(self, transitions: Sequence[Transition]) -> None:
        """Adds the sentences of events that have been folded."""
        if not transitions:
            return
        own_seats = {transitions[0].before.you.seat}  # and any that the viewer takes in these events
        own_seats.update(each.event.seat for each in transitions if isinstance(each.event, ev.YourSeat))
        for is_seating, group in groupby(transitions, lambda each: isinstance(each.event, _SEATING_EVENTS)):
            alike = tuple(group)
            is_own = any(isinstance(each.event, _SEATING_EVENTS) and each.event.seat in own_seats for each in alike)
            deferred = is_seating and self._is_result_unread and not is_own
            self._lines.extend(
                LogLine(sentence, deferred) for sentence in narration.narrate(alike, symbols=self.symbols)
            )
            for transition in alike:
                self._record(transition)
        self._view = transitions[-1].after

    def add_note(self, sentence: str) -> None:
        """Adds a sentence of the client's own."""
        self._lines.append(LogLine(sentence))
        self._new_notes.append(sentence)

    def take_notes(self) -> tuple[str, ...]:
        """Returns the client's own sentences that nobody has taken yet, for a player who reads no log."""
        taken = tuple(self._new_notes)
        self._new_notes.clear()
        return taken

    @property
    def sentences(self) -> tuple[str, ...]:
        """Every sentence, oldest first."""
        return tuple(line.sentence for line in self._lines)

    def tail(self, count: int) -> tuple[str, ...]:
        """Returns the last sentences, without deferred ones while a result is shown and another hand can follow."""
        view = self._view
        hides_deferred = self._is_result_unread and view is not None and (view.playing or has_enough_players(view))
        kept = [line.sentence for line in self._lines if not (hides_deferred and line.deferred)]
        return tuple(kept[-count:]) if count > 0 else ()

    @property
    def result_reasons(self) -> tuple[Reason, ...]:
        """The rulings that ended the latest hand that is over, empty if none was seen."""
        hands = ([reason for reason in reasons if reason.is_result] for reasons in (self.reasons, self._reasons_before))
        return tuple(next(filter(None, hands), ()))

    @property
    def heading(self) -> str:
        """The title of the log: the hand, and until its flop the result of the last one."""
        view = self._view
        if view is None or not view.hand:
            return "log"
        hand = f"hand {view.hand}"
        return f"{hand} · last: {self._last_result}" if self.recalls_last_hand else hand

    @property
    def recalls_last_hand(self) -> bool:
        """Whether a hand has just begun, and the result of the last one is still in view."""
        view = self._view
        return view is not None and bool(self._last_result) and view.playing and view.street < 1

    @property
    def _is_result_unread(self) -> bool:
        return bool(self.showdown.result or self._last_result)

    def _record(self, transition: Transition) -> None:
        """Keeps what an event tells of the showdown, and a ruling with its clauses."""
        event, view, _ = transition
        if isinstance(event, ev.HandStarted):
            told = self.showdown
            self._last_result = told.result[0] if len(told.result) == 1 else " · ".join(told.short_result)
            self.reasons, self._reasons_before = [], self.reasons
        elif isinstance(event, ev.StreetBegan) and event.street > 0:
            self._last_result = ""
        self.showdown.add((transition,), symbols=self.symbols)
        between_hands = isinstance(event, ev.SeatingEvent | ev.RotationEvent)
        because: Clauses = () if between_hands else getattr(event, "because", ())
        sentence = narration.event_sentence(event, view, symbols=self.symbols) if because else None
        if sentence is not None:
            cards = ""
            if isinstance(event, ev.HandShown) and event.best_cards:
                cards = narration.playing_cards(event.best_cards, event.best_low_cards, symbols=self.symbols)
            self.reasons.append(Reason(sentence, because, cards, isinstance(event, ENDING_EVENTS)))


def last_event_words(transitions: Iterable[Transition], before: str = "", *, symbols: bool = True) -> str:
    """Returns the last of some events that is worth telling, in few words; `before` if none of them is.

    As in "Finch raises to 180", "flop K♦ 9♠ 4♥", "Wren shows three kings", "Finch wins 896".
    """
    words = before
    winners: dict[int, str] = {}
    for event, view, _ in transitions:
        told = _event_words(event, view, symbols=symbols)
        if isinstance(event, ev.PotAwarded):
            winners[event.seat] = told
            told = " · ".join(winners.values())
        words = told or words
    return words


def _event_words(event: narration.Event, view: TableView, *, symbols: bool) -> str:
    match event:
        case ev.TurnBegan() | ev.PotsMade() | ev.BetReturned() | ev.CardsDealt() | ev.Posted(chips=0) | ev.YourCards():
            return ""
        case ev.HandStarted(hand=hand):
            return f"hand {hand}"
        case ev.Posted(seat=seat, post=post, chips=chips):
            return f"{view.name_at(seat)} {_POSTS.get(post, 'posts')} {chips:,}"
        case ev.StreetBegan(street=street, name=name):
            return name if view.game.family is not Family.BOARD or not street or name == DISCARD else ""
        case ev.BoardDealt(cards=cards):
            where = view.street_name if view.game.family is Family.BOARD else "for all"
            return f"{where} {narration.format_cards(cards, symbols=symbols)}".strip()
        case ev.HandShown(seat=seat, cards=cards, hand_name=hand_name):
            return f"{view.name_at(seat)} shows {hand_name or narration.format_cards(cards, symbols=symbols)}"
        case ev.PotAwarded(seat=seat, chips=chips):
            winner = view.at(seat)
            return f"{view.name_at(seat)} wins {chips + (winner.won if winner else 0):,}"
        case ev.HandVoided():
            return "the hand does not count"
        case _:
            return narration.event_sentence(event, view, symbols=symbols) or ""


_POSTS = {ev.Post.ANTE: "antes", ev.Post.STRADDLE: "straddles to", ev.Post.BRING_IN: "brings in"}


def hand_summary(view: TableView, *, symbols: bool = True) -> tuple[str, ...]:
    """Returns the state of the hand or the result of the last one; nothing before the first."""
    if not view.hand:
        return ()
    if not view.playing:
        won = ((seat, f" with {seat.shown_hand}" if seat.shown_hand else "") for seat in view.occupied if seat.won)
        return (f"— hand {view.hand} is over —", *(f"{seat.name} won {seat.won:,}{hand}" for seat, hand in won))
    board = narration.format_cards(view.board, symbols=symbols)
    street = " ".join(part for part in (view.street_name, board) if part)
    heading = " · ".join(part for part in (f"hand {view.hand}", street) if part)
    pot = f" — pot {view.total_pot:,}" if view.total_pot else " —"
    seat = None if view.turn is None else view.at(view.turn.seat)
    if seat is None:
        return (f"— {heading}{pot}",)
    call = min(seat.stack, view.to_match - seat.bet)
    return f"— {heading}{pot}", f"{seat.name} is to act{f', {call:,} to call' if call > 0 else ''}"
