"""A pure table driven by tests: settings, seated players, and a harness that checks every step."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.rules.dealing import Deck
from railbird_server.rules.events import Dealt
from railbird_server.table import audience
from railbird_server.table.inputs import (
    BanRequest,
    Deal,
    FullEvent,
    Input,
    MuteRequest,
    NameChanged,
    Outcome,
    PlayerCommand,
    PlayerIdentity,
    Tick,
    TurnOpened,
)
from railbird_server.table.seats import Seat
from railbird_server.table.settings import TableSettings
from railbird_server.table.table import Table
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import GameRules
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Act, JoinWaitingList, Sit, TableCommand
from railbird_shared.protocol.events import (
    BoardDealt,
    CardsShown,
    DealerDrawn,
    GameAnnounced,
    GameChanged,
    HandShown,
    HandStarted,
    OpenersShown,
    PublicEvent,
    RabbitHunted,
)
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.view import TableView
from support.hand_builders import deck_with_top, parse_action, salted, shuffled_deck
from support.view_builders import PLAYER_NAMES

HOST = PlayerIdentity("Wren", "Wren")
"""The host of every table, with or without a seat."""

RAIL = ""
"""The id under which a harness keeps what a spectator sees."""

CARD_PATTERN = re.compile(rb'"([2-9TJQKA][cdhs])"')


def table_settings(
    game: str = "holdem",
    *,
    seats: int = 6,
    ante: int = 0,
    buy_in: tuple[int, int] = (20, 200),
    clock: int = 30_000,
    pause: int = 0,
    hold: int = 600_000,
) -> TableSettings:
    """Returns the settings of a table; amounts in chips, times in milliseconds. The usual buy-in is the largest."""
    min_buy_in, max_buy_in = buy_in
    announced = get_variant(game).make_game(ante=ante)
    return TableSettings("Kitchen", announced, seats, min_buy_in, max_buy_in, max_buy_in, clock, pause, hold)


def from_player(name: str, command: TableCommand, *, bot: bool = False) -> PlayerCommand:
    """Returns a command of the player called by that name, which serves as their id too."""
    return PlayerCommand(PlayerIdentity(name, name, bot), command)


class TableHarness:
    """A table, the time, and each viewer's view so far.

    After every step it checks that each viewer's folded view equals the snapshot, that nobody got a card they may not
    know, that the chips are those of the ledger and that somebody or something moves the table on; a refusal changes
    nothing. Players are called by their first names, which serve as their ids too; `known_as` has those of players who
    changed theirs.
    """

    def __init__(
        self, settings: TableSettings, *, decks: Callable[[int], Sequence[Card]] | None = None, table_id: str = "t1"
    ) -> None:
        self.table = Table(table_id, settings, HOST)
        self.now = 0
        self.outcome = Outcome()
        self.events: list[FullEvent] = []
        self.known_as: dict[str, str] = {}
        self._decks = decks or (lambda count: shuffled_deck(count, self.table.settings.variant or settings.game.id))
        self._decks_used = 0
        self._views: dict[str, TableView] = {RAIL: audience.snapshot(self.table, RAIL)}
        self._open_cards: set[str] = set()
        self._own_cards: dict[str, set[str]] = {}

    # --- moving

    def submit(self, request: Input) -> list[FullEvent]:
        """Puts an input to the table and checks the step; returns its events."""
        request = self.with_present_names(request)
        if isinstance(request, PlayerCommand) and isinstance(request.command, Sit | JoinWaitingList):
            self._views.setdefault(request.player.id, audience.snapshot(self.table, request.player.id))
        before, ledger = self._snapshots(), self._encoded_ledger()
        holders = self.player_by_seat
        try:
            self.outcome = self.table.handle(request, self.now)
        except Refusal as refusal:
            self._check_refusal(refusal.sentence)
            assert (self._snapshots(), self._encoded_ledger()) == (before, ledger), request
            raise
        if isinstance(request, NameChanged):
            self.known_as[request.player] = request.name
        events = list(self.outcome.events)
        self.events += events
        self._check_step(events, holders)
        return events

    def with_present_names(self, request: Input) -> Input:
        """Returns an input as a server would put it, which knows by what name a player goes now."""
        match request:
            case PlayerCommand(player=player):
                return replace(request, player=self._as_known(player))
            case BanRequest(by=by, player=player) | MuteRequest(by=by, player=player):
                return replace(request, by=self._as_known(by), player=self._as_known(player))
            case _:
                return request

    def _as_known(self, player: PlayerIdentity) -> PlayerIdentity:
        return replace(player, name=self.known_as.get(player.id, player.name))

    def expect_refusal(self, request: Input) -> str:
        """Puts an input that is to be refused; returns the code of the refusal."""
        with pytest.raises(Refusal) as refusal:
            self.submit(request)
        return refusal.value.code

    def sit(self, *players: str, chips: int = 0) -> None:
        """Seats players, each on the first free place."""
        for name in players:
            self.submit(from_player(name, Sit(chips=chips)))

    def deal_next_hand(self) -> list[FullEvent]:
        """Lets time pass until a hand begins, and brings the decks that the table asks for; returns the events."""
        events: list[FullEvent] = []
        while not any(isinstance(event, HandStarted) for event in events):
            events += self.submit(Deal(self.next_deck())) if self.outcome.wants_deck else self.advance_to_wake_time()
        return events

    def next_deck(self) -> Deck:
        """Returns the next deck."""
        self._decks_used += 1
        return salted(self._decks(self._decks_used), self._decks_used)

    def advance_to_wake_time(self) -> list[FullEvent]:
        """Lets time pass until the table wants to be woken, and wakes it."""
        assert self.outcome.wake_at is not None, "nobody and nothing moves this table on"
        self.now = max(self.now, self.outcome.wake_at)
        return self.submit(Tick())

    def act(self, text: str) -> list[FullEvent]:
        """Acts for the player in turn, written as in `hand_builders.play`."""
        return self.take(parse_action(text))

    def take(self, action: Action) -> list[FullEvent]:
        """Takes an action for the player in turn."""
        command = Act(hand=self.table.hand_number, turn=self.turn.turn, action=action)
        return self.submit(from_player(self.player_to_act, command))

    def act_each(self, *texts: str) -> list[FullEvent]:
        """Acts several times, each time for the player in turn."""
        return [event for text in texts for event in self.act(text)]

    def fold_to_end(self) -> None:
        """Ends the running hand: everybody folds, or brings it in, or stands pat."""
        while self.hand_running:
            legal = self.turn.legal
            self.act("in" if legal.bring_in is not None else "pat" if legal.max_discards is not None else "f")

    # --- reading

    @property
    def hand_running(self) -> bool:
        """Whether a hand is running."""
        return self.table.current_hand is not None and not self.table.current_hand.over

    @property
    def turn(self) -> TurnOpened:
        """The open turn; there has to be one."""
        assert self.table.current_hand is not None
        assert self.table.current_hand.turn is not None
        return self.table.current_hand.turn

    @property
    def player_to_act(self) -> str:
        """The player in turn."""
        return self.player_by_seat[self.turn.seat]

    @property
    def player_by_seat(self) -> dict[int, str]:
        """The players by seat."""
        return {seat.number: seat.player for seat in self.table.seats.occupied}

    def seat_of(self, name: str) -> Seat:
        """Returns the seat of a player."""
        seat = self.table.seats.of(name)
        assert seat is not None
        return seat

    def view(self, name: str = RAIL) -> TableView:
        """Returns the view of a player, or of the rail, folded from the events they got."""
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
        holders = audience.holders_in_step(before, events, self.player_by_seat)
        seats = {player: number for number, player in holders.items()}
        self._track_visible_cards(events, holders)
        split = audience.split(events)
        assert set(split.private) <= set(holders)
        for viewer, view in self._views.items():
            private = split.private.get(seats[viewer], ()) if viewer in seats else ()
            snapshot = audience.snapshot(self.table, viewer)
            self._views[viewer] = fold_all(fold_all(view, split.public), private)
            assert self._views[viewer] == snapshot, viewer
            allowed = self._open_cards | self._own_cards.get(viewer, set())
            without_wild_cards = replace(snapshot, game=replace(snapshot.game, wild=()), rules=GameRules())
            cards_received = find_cards([_without_rules(event) for event in split.public], private, without_wild_cards)
            assert cards_received <= allowed, viewer
        assert self.table.chips == self.table.bank.on_table
        rail = self._views[RAIL]
        assert sum(seat.stack for seat in rail.occupied) + rail.total_pot == self.table.bank.on_table
        self._check_something_is_due()

    def _check_something_is_due(self) -> None:
        """Somebody is to act, or something is due, or more players have to come."""
        outcome = self.outcome
        if self.hand_running:
            assert self.turn.legal == (self.table.current_hand and self.table.current_hand.hand.legal_actions())
            assert not outcome.wants_deck
            assert outcome.wake_at is not None or not self.table.settings.clock_ms or self.table.pauses.is_on
        elif self.table.pauses.is_on:
            assert not outcome.wants_deck
        elif len(self.table.seats.ready) >= self._players_needed and self.table.deals_on:
            assert outcome.wake_at is not None
            assert outcome.wants_deck == (outcome.wake_at <= self.now) or self.table.waiting.is_due
        else:
            assert not outcome.wants_deck
        if self.table.waiting.is_due and self.table.seats_people:
            assert outcome.wake_at is not None
            assert outcome.wake_at <= self.now

    @property
    def _players_needed(self) -> int:
        """How many players a hand needs: for the first one as many as the terms say."""
        return 2 if self.table.hand_number else self.table.settings.min_players

    def _track_visible_cards(self, events: Sequence[FullEvent], holders: dict[int, str]) -> None:
        for event in events:
            match event:
                case HandStarted():
                    self._open_cards, self._own_cards = set(), {}
                case Dealt(seat=seat, up=up, holding=held):
                    self._open_cards |= set(map(str, up))
                    self._own_cards.setdefault(holders[seat], set()).update(map(str, held))
                case BoardDealt(cards=cards) | HandShown(cards=cards):
                    self._open_cards |= set(map(str, cards))
                case OpenersShown(cards=cards):
                    self._open_cards |= set(map(str, cards))
                case CardsShown(shown=cards) | RabbitHunted(cards=cards):
                    self._open_cards |= set(map(str, cards))
                case DealerDrawn(cards=drawn):
                    self._open_cards |= {str(card) for _, card in drawn}
                case _:
                    pass

    def _snapshots(self) -> list[TableView]:
        return [audience.snapshot(self.table, player) for player in (RAIL, *self.player_by_seat.values())]

    def _encoded_ledger(self) -> bytes:
        return msgspec.json.encode(self.table.bank.accounts)


def start_table(
    game: str = "holdem",
    stacks: Sequence[int] = (200, 200, 200),
    *,
    decks: Sequence[str] = (),
    settings: TableSettings | None = None,
) -> TableHarness:
    """Returns a table with a player in each of the first seats.

    `decks` is what lies on top of the decks of the first hands; the deck that chooses the first dealer comes before
    them and gives the highest card to the last of them. Other decks are shuffled by their number.
    """

    def deck(count: int) -> Sequence[Card]:
        if count == 1:
            low = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc"][: len(stacks) - 1]
            return deck_with_top(" ".join([*low, "As"]), game)
        return deck_with_top(decks[count - 2], game) if count - 2 < len(decks) else shuffled_deck(count, game)

    harness = TableHarness(settings or table_settings(game), decks=deck)
    for name, chips in zip(PLAYER_NAMES, stacks, strict=False):
        harness.sit(name, chips=chips)
    return harness


def _without_rules(event: PublicEvent) -> PublicEvent:
    """Returns an event without the cards that the rules of a game name."""
    if isinstance(event, GameAnnounced):
        return replace(event, game=replace(event.game, wild=()))
    if isinstance(event, GameChanged):
        return replace(event, game=replace(event.game, wild=()), rules=GameRules())
    return event


def find_cards(*values: object) -> set[str]:
    """Returns every card that the encoded values name."""
    return {code.decode() for value in values for code in CARD_PATTERN.findall(msgspec.json.encode(value))}
