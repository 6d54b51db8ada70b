"""Builders for the tests of a table: its terms, players at it, and an evening in which every step is checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from hands import action, deck_of, shuffled
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import Dealt
from railbird_server.rules.variants import game_named
from railbird_server.table import audience
from railbird_server.table.outcome import FullEvent, Outcome, TurnOpened
from railbird_server.table.requests import Act, Deal, Input, Sit, Tick
from railbird_server.table.seats import Seat
from railbird_server.table.spec import TableSpec
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.events import BoardDealt, DealerDrawn, HandShown, HandStarted, OpenersShown
from railbird_shared.folding import fold_all
from railbird_shared.view import TableView
from viewing import NAMES

RAIL = ""
"""The name under which an evening keeps what a spectator sees."""

CARD = re.compile(rb'"([2-9TJQKA][cdhs])"')


def terms(
    game: str = "holdem",
    *,
    seats: int = 6,
    ante: int = 0,
    buy_in: tuple[int, int] = (20, 200),
    clock: int = 30_000,
    pause: int = 0,
    hold: int = 600_000,
) -> TableSpec:
    """Returns the terms of a table; amounts in chips, times in milliseconds."""
    least, most = buy_in
    announced = game_named(game).announce(ante=ante)
    return TableSpec("Kitchen", "Wren", "Wren", announced, seats, least, most, clock, pause, hold)


class Evening:
    """A table, the time of day, and what everybody has been told so far.

    After every step it holds that each viewer's folded view equals the snapshot, that nobody was told a card he may not
    know, that the chips are those of the ledger and that somebody or something moves the table on; a refusal changes
    nothing. Players are called by their names, which serve as their ids too.
    """

    def __init__(self, spec: TableSpec, *, decks: Callable[[int], Sequence[Card]] | None = None) -> None:
        self.table = Table("t1", spec)
        self.now = 0
        self.outcome = Outcome()
        self.told: list[FullEvent] = []
        self._decks = decks or (lambda count: shuffled(count, spec.game.id))
        self._dealt = 0
        self._views: dict[str, TableView] = {RAIL: audience.snapshot(self.table, None)}
        self._open: set[str] = set()
        self._own: dict[str, set[str]] = {}

    # --- moving

    def ask(self, request: Input) -> list[FullEvent]:
        """Puts an input to the table and checks the step; returns its events."""
        if isinstance(request, Sit):
            self._views.setdefault(request.player, self._views[RAIL])
        before, books = self._state(), self._books()
        holders = self.holders
        try:
            self.outcome = self.table.handle(request, self.now)
        except IllegalAction as refusal:
            self._check_refusal(refusal.sentence)
            assert (self._state(), self._books()) == (before, books), request
            raise
        events = list(self.outcome.events)
        self.told += events
        self._check_step(events, holders)
        return events

    def refused(self, request: Input) -> str:
        """Puts an input that is to be refused; returns the code of the refusal."""
        with pytest.raises(IllegalAction) as refusal:
            self.ask(request)
        return refusal.value.code

    def sit(self, *names: str, chips: int = 0) -> None:
        """Seats players, each on the first free place."""
        for name in names:
            self.ask(Sit(name, name, chips=chips))

    def deal(self) -> list[FullEvent]:
        """Lets time pass until a hand begins, and brings the decks that the table asks for; returns the events."""
        events: list[FullEvent] = []
        while not any(isinstance(event, HandStarted) for event in events):
            events += self.ask(Deal(self.fresh_deck())) if self.outcome.wants_deck else self.wait()
        return events

    def fresh_deck(self) -> tuple[Card, ...]:
        """Returns the next deck."""
        self._dealt += 1
        return tuple(self._decks(self._dealt))

    def wait(self) -> list[FullEvent]:
        """Lets time pass until the table wants to be woken, and wakes it."""
        assert self.outcome.wake_at is not None, "nobody and nothing moves this table on"
        self.now = max(self.now, self.outcome.wake_at)
        return self.ask(Tick())

    def act(self, text: str) -> list[FullEvent]:
        """Acts for the player in turn, written as in `hands.play`."""
        return self.ask(Act(self.actor, self.table.hand_number, self.turn.turn, action(text)))

    def acts(self, *texts: str) -> list[FullEvent]:
        """Acts several times, each time for the player in turn."""
        return [event for text in texts for event in self.act(text)]

    def fold_out(self) -> None:
        """Ends the running hand: everybody folds, or brings it in, or stands pat."""
        while self.live:
            legal = self.turn.legal
            self.act("in" if legal.bring_in is not None else "pat" if legal.draw is not None else "f")

    # --- reading

    @property
    def live(self) -> bool:
        """Whether a hand is running."""
        return self.table.play is not None and not self.table.play.over

    @property
    def turn(self) -> TurnOpened:
        """The open turn; there has to be one."""
        assert self.table.play is not None
        assert self.table.play.turn is not None
        return self.table.play.turn

    @property
    def actor(self) -> str:
        """Who is to act."""
        return self.holders[self.turn.seat]

    @property
    def holders(self) -> dict[int, str]:
        """Who sits where."""
        return {seat.number: seat.player for seat in self.table.seats.occupied}

    def seat(self, name: str) -> Seat:
        """Returns the seat of a player."""
        seat = self.table.seats.of(name)
        assert seat is not None
        return seat

    def view(self, name: str = RAIL) -> TableView:
        """Returns the table as somebody has it from what he was told."""
        return self._views[name]

    def stacks(self) -> dict[str, int]:
        """Returns the chips in front of everybody."""
        return {seat.player: seat.stack for seat in self.table.seats.occupied}

    # --- checking

    def _check_refusal(self, sentence: str) -> None:
        """A refusal is a sentence."""
        assert sentence[0].isupper()
        assert sentence.endswith(".")

    def _check_step(self, events: Sequence[FullEvent], before: dict[int, str]) -> None:
        holders = before | self.holders
        seats = {player: number for number, player in holders.items()}
        places = {player: number for number, player in self.holders.items()}
        self._note_cards(events, holders)
        news = audience.tell(events)
        assert set(news.private) <= set(holders)
        for viewer, view in self._views.items():
            yours = news.private.get(seats[viewer], ()) if viewer in seats else ()
            whole = audience.snapshot(self.table, places.get(viewer))
            self._views[viewer] = fold_all(fold_all(view, news.public), yours)
            assert self._views[viewer] == whole, viewer
            allowed = self._open | self._own.get(viewer, set())
            told = cards_in(news.public, yours, replace(whole, game=replace(whole.game, wild=())))
            assert told <= allowed, viewer
        assert self.table.chips == self.table.bank.on_table
        rail = self._views[RAIL]
        assert sum(seat.stack for seat in rail.occupied) + rail.total_pot == self.table.bank.on_table
        self._check_motion()

    def _check_motion(self) -> None:
        """Somebody is to act, or something is due, or more players have to come."""
        outcome = self.outcome
        if self.live:
            assert self.turn.legal == (self.table.play and self.table.play.hand.legal())
            assert not outcome.wants_deck
            assert outcome.wake_at is not None or not self.table.spec.clock_ms
        elif len(self.table.seats.ready) >= self._enough and not self.table.halted:
            assert outcome.wake_at is not None
            assert outcome.wants_deck == (outcome.wake_at <= self.now)
        else:
            assert not outcome.wants_deck

    @property
    def _enough(self) -> int:
        """How many players a hand needs: for the first one as many as the terms say."""
        return 2 if self.table.play else self.table.spec.starts_with

    def _note_cards(self, events: Sequence[FullEvent], holders: dict[int, str]) -> None:
        for event in events:
            match event:
                case HandStarted():
                    self._open, self._own = set(), {}
                case Dealt(seat=seat, up=up, held=held):
                    self._open |= set(map(str, up))
                    self._own.setdefault(holders[seat], set()).update(map(str, held))
                case BoardDealt(cards=cards) | HandShown(cards=cards):
                    self._open |= set(map(str, cards))
                case OpenersShown(cards=cards):
                    self._open |= set(map(str, cards))
                case DealerDrawn(cards=drawn):
                    self._open |= {str(card) for _, card in drawn}
                case _:
                    pass

    def _state(self) -> list[TableView]:
        return [audience.snapshot(self.table, seat) for seat in (None, *self.holders)]

    def _books(self) -> bytes:
        return msgspec.json.encode(self.table.bank.accounts)


def evening(
    game: str = "holdem",
    stacks: Sequence[int] = (200, 200, 200),
    *,
    decks: Sequence[str] = (),
    spec: TableSpec | None = None,
) -> Evening:
    """Returns an evening with a bird on each of the first seats.

    `decks` is what lies on top of the decks of the first hands; the deck that chooses the first dealer comes before
    them and gives the highest card to the last of the birds. Other decks are shuffled by their number.
    """

    def deck(count: int) -> Sequence[Card]:
        if count == 1:
            low = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"][: len(stacks) - 1]
            return deck_of(" ".join([*low, "As"]), game)
        return deck_of(decks[count - 2], game) if count - 2 < len(decks) else shuffled(count, game)

    night = Evening(spec or terms(game), decks=deck)
    for name, chips in zip(NAMES, stacks, strict=False):
        night.sit(name, chips=chips)
    return night


def cards_in(*values: object) -> set[str]:
    """Returns every card that the encoded values name."""
    return {code.decode() for value in values for code in CARD.findall(msgspec.json.encode(value))}
