"""The hand on the table, running or just over: the rules' hand, the open turn, and what each seat knows of it.

A fault inside the rules costs the players one hand and never the table: the hand is rebuilt as it stood before the act
that failed, from the same setup, deck and acts, and then voided, so that every player gets their chips back (IR-6).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.dealing import Deck
from railbird_server.rules.events import Dealt, Discarded, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Setup
from railbird_server.table.bank import Unbalanced
from railbird_server.table.deal_proof import DealProof
from railbird_server.table.dealer_button import clockwise
from railbird_server.table.inputs import ForSeat, FullEvent, TurnOpened
from railbird_server.table.seats import Seats
from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Action

FAULT_REASON = "The server made a mistake in this hand, so it does not count."


class HandRecord(Struct, frozen=True):
    """A finished hand as what replays it; `actions` are the seats and their acts, in order.

    `timed_out` are the places in `actions`, counted from 0, of those that the clock did for a player (BT-40). The deck
    holds its salt, so that a reshuffle comes out as it did. A record never leaves the server.
    """

    setup: Setup
    deck: Deck
    actions: tuple[tuple[int, Action], ...]
    timed_out: tuple[int, ...] = ()


class EndedHand(Struct, frozen=True):
    """A hand that has ended, as what brings it back onto the table: see `HandInProgress.replay`.

    `void_reason` is why it was voided other than by the rules. `shown_after` are the hands shown after its end,
    `shown_in_part` those of which some cards were, and `rabbit` is the board that would have come, if it was shown.
    `bounties` were paid for it (HS-45).
    """

    record: HandRecord
    void_reason: str = ""
    shown_after: tuple[ev.HandShown, ...] = ()
    shown_in_part: tuple[ev.CardsShown, ...] = ()
    rabbit: ev.RabbitHunted | None = None
    bounties: tuple[ev.BountyPaid, ...] = ()


def find_winning_cards(hand: Hand, events: Sequence[RulesEvent]) -> dict[int, ev.WinningCards]:
    """Returns the cards that won by seat, from the events at a hand's end; none if declared, or run several times."""
    found: dict[int, ev.WinningCards] = {}
    if hand.variant.declared_hands:
        return found
    for event in events:
        if isinstance(event, ev.PotAwarded) and event.hand_name and not event.run:
            cards = hand.winning_cards(event.seat, event.side)
            won = found.get(event.seat) or ev.WinningCards(event.seat, ())
            is_low = hand.winning_half(event.seat, event.side) is ev.Side.LOW
            found[event.seat] = replace(won, low_cards=cards) if is_low else replace(won, cards=cards)
    return found


class HandInProgress:
    """One hand as the table plays it.

    `known_cards` are the cards that each seat knows, kept after it folds or the cards go back; `hand_names` are the
    last names of what they make. `shown_after` are the hands shown after the end and `winning_cards` the cards that
    won; `shown_in_part`, `rabbit` and `bounties` are those of `EndedHand`. `blinds` are the seats that posted them, and
    `last_events` the events of the last step. `proof` proves a fair deal, None for any other. `fault` is what went
    wrong, empty if nothing did.
    """

    def __init__(self, setup: Setup, deck: Deck) -> None:
        """Prepares the hand; raises BadSetup or BadDeck."""
        self.hand = Hand(setup, deck, name_playing_cards=True)
        self.turn: TurnOpened | None = None
        self.known_cards: dict[int, tuple[Card, ...]] = {}
        self.hand_names: dict[int, str] = {}
        self.shown_after: dict[int, ev.HandShown] = {}
        self.shown_in_part: dict[int, ev.CardsShown] = {}
        self.rabbit: ev.RabbitHunted | None = None
        self.bounties: tuple[ev.BountyPaid, ...] = ()
        self.winning_cards: dict[int, ev.WinningCards] = {}
        self.blinds: dict[ev.Post, int] = {}
        self.last_events: tuple[RulesEvent, ...] = ()
        self.fault = ""
        self._void_reason = ""
        self._digest = sha256()
        self._deck = deck
        self.proof = DealProof(deck.seeds, deck.cards) if deck.seeds else None
        self._actions: list[tuple[int, Action]] = []
        self._timed_out: list[int] = []
        self._turns = 0
        self._extended: set[int] = set()

    @property
    def setup(self) -> Setup:
        """The setup for which the hand was dealt."""
        return self.hand.setup

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.hand.over

    @property
    def chips(self) -> int:
        """The chips in bets and pots, and those that wait for the next hand."""
        bets = sum(player.bet for player in self.hand.players.values())
        return bets + self.hand.carried + sum(pot.chips for pot in self.hand.pots)

    @property
    def digest(self) -> str:
        """Stands for all events of the hand so far, hidden cards included: the same hand replayed has the same."""
        return self._digest.hexdigest()

    @property
    def is_misdeal(self) -> bool:
        """Whether the hand was voided so early that the same dealer deals again (IR-3)."""
        return any(isinstance(event, ev.HandVoided) and event.deal_again for event in self.last_events)

    @property
    def is_void(self) -> bool:
        """Whether the hand has ended without counting."""
        return any(isinstance(event, ev.HandVoided) for event in self.last_events)

    @property
    def record(self) -> HandRecord:
        """The whole hand with its deck and hidden cards, for the hand recorder, only once the hand is over."""
        assert self.over
        return HandRecord(self.setup, self._deck, tuple(self._actions), tuple(self._timed_out))

    @classmethod
    def replay(cls, ended: EndedHand) -> HandInProgress:
        """Returns a hand as it lay on the table after its end; one that cannot be played again lies there void."""
        try:
            current, events = cls.played_again(ended)
        except Exception as error:  # noqa: BLE001  the rules have changed since, and the stacks are elsewhere
            current = cls(ended.record.setup, ended.record.deck)
            current._void(error)
            current._actions, current._void_reason = list(ended.record.actions), ended.void_reason
            return current
        current.prove(events)
        return current

    @classmethod
    def played_again(cls, ended: EndedHand) -> tuple[HandInProgress, list[FullEvent]]:
        """Returns a hand played again, with all its events; raises what the rules raise if they have changed since."""
        current = cls(ended.record.setup, ended.record.deck)
        events = current.start()
        for place, (seat, action) in enumerate(ended.record.actions):
            events += current.act(seat, action, timed_out=place in ended.record.timed_out)
        if not current.over:
            events += current.void(ended.void_reason)
        current.shown_after = {shown.seat: shown for shown in ended.shown_after}
        current.shown_in_part = {shown.seat: shown for shown in ended.shown_in_part}
        current.rabbit, current.bounties = ended.rabbit, ended.bounties
        rabbit = (ended.rabbit,) if ended.rabbit else ()
        return current, [*events, *ended.shown_after, *ended.shown_in_part, *rabbit, *ended.bounties]

    def prove(self, events: Sequence[FullEvent]) -> list[FullEvent]:
        """Returns the events of a step with what proves the cards in them, where the deal is fair."""
        return [*events] if self.proof is None else self.proof.prove(events, self.hand.given)

    @property
    def ended(self) -> EndedHand:
        """The hand as what `replay` needs, only once the hand is over."""
        return EndedHand(
            self.record,
            self._void_reason,
            tuple(self.shown_after.values()),
            tuple(self.shown_in_part.values()),
            self.rabbit,
            self.bounties,
        )

    @property
    def kept(self) -> EndedHand | None:
        """The hand as its history is told, which after a fault ends before the act that failed; None without a deal."""
        if not self.fault:
            return self.ended
        if not self._actions:
            return None
        played = tuple(self._actions[:-1])
        timed_out = tuple(place for place in self._timed_out if place < len(played))
        return EndedHand(HandRecord(self.setup, self._deck, played, timed_out), FAULT_REASON)

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards that a seat of this hand holds."""
        return tuple(self.hand.players[seat].cards)

    def start(self) -> list[FullEvent]:
        """Begins the hand and runs on to the first decision."""
        try:
            return self._complete(self.hand.start())
        except Exception as error:  # noqa: BLE001  a fault of the rules voids the hand and spares the table
            return self._void(error)

    def act(self, seat: int, action: Action, *, timed_out: bool = False) -> list[FullEvent]:
        """Carries out an act of the seat in turn; raises IllegalAction with nothing changed (BT-22)."""
        try:
            events = self._complete(self.hand.act(seat, action))
        except IllegalAction:
            raise
        except Exception as error:  # noqa: BLE001  a fault of the rules voids the hand and spares the table
            events = self._void(error)
        self._actions.append((seat, action))
        self.turn = None
        if timed_out and isinstance(events[0], ev.Folded | ev.Checked | Discarded):
            self._timed_out.append(len(self._actions) - 1)
            events[0] = replace(events[0], timed_out=True)
        return events

    def open_turn(self, now: int, deadline: int | None) -> TurnOpened:
        """Gives the turn to the seat that is to act; the turns of a hand are numbered from 1."""
        legal = self.hand.legal_actions()
        assert legal is not None
        self._turns += 1
        self.turn = TurnOpened(legal.seat, self._turns, now, deadline, legal)
        return self.turn

    def extend_turn(self, milliseconds: int) -> list[ev.ClockExtended]:
        """Moves the deadline of the open turn, once in the hand for each seat."""
        turn = self.turn
        if turn is None or turn.deadline is None or turn.seat in self._extended or not milliseconds:
            return []
        self._extended.add(turn.seat)
        deadline = turn.deadline + milliseconds
        self.turn = replace(turn, deadline=deadline)
        return [ev.ClockExtended(turn.seat, deadline, milliseconds)]

    def ensure_time(self, now: int, least: int) -> list[ev.ClockExtended]:
        """Gives the open turn at least so many milliseconds from `now`."""
        turn = self.turn
        if turn is None or turn.deadline is None or turn.deadline >= now + least:
            return []
        self.turn = replace(turn, deadline=now + least)
        return [ev.ClockExtended(turn.seat, now + least, now + least - turn.deadline)]

    def stop_clock(self, now: int) -> TurnOpened | None:
        """Stops the clock of the open turn, and returns that; `start_clock` starts it again."""
        turn = self.turn
        if turn is not None and turn.deadline is not None:
            self.turn = replace(turn, deadline=None, left=turn.time_left(now))
        return self.turn

    def start_clock(self, now: int, least: int) -> int | None:
        """Starts the stopped clock of the open turn, with `least` milliseconds or more; returns the deadline if any."""
        turn = self.turn
        if turn is None:
            return None
        deadline = None if turn.left is None else now + max(turn.left, least)
        self.turn = replace(turn, deadline=deadline, left=None, started_at=now)
        return deadline

    def use_time_bank(self, now: int, left: int) -> int:
        """Has the open turn, whose clock has run out, go on by `left` milliseconds of time bank; returns its end."""
        assert self.turn is not None
        self.turn = replace(self.turn, deadline=now + left, on_time_bank=True)
        return now + left

    def void(self, reason: str) -> list[FullEvent]:
        """Ends a hand that cannot be played out: every player gets back what they put in (IR-13)."""
        assert not self.over
        self._void_reason = reason
        self.turn, self.winning_cards = None, {}
        events = [
            replace(event, deal_again=False, because=("IR-13",)) if isinstance(event, ev.HandVoided) else event
            for event in self.hand.void(reason)
        ]
        self._note_events(events)
        return [*events]

    def is_mucked(self, seat: int) -> bool:
        """Whether a seat mucked its hand at the showdown and has not turned it up since."""
        return seat not in self.shown_after and self.hand.players[seat].mucked

    def show_after(self, seat: int, because: Clauses) -> ev.HandShown:
        """Turns up the cards of a seat once the hand is over."""
        assert self.over
        name, best_cards = self.hand.name_hand(seat), self.hand.best_cards(seat)
        self.shown_in_part.pop(seat, None)
        self.shown_after[seat] = ev.HandShown(seat, self.cards(seat), name, because, *best_cards)
        return self.shown_after[seat]

    def hidden_cards(self, seat: int) -> tuple[Card, ...]:
        """Returns the cards of a seat that not everybody has seen."""
        return tuple(card for card, seen in zip(self.cards(seat), self._seen_cards(seat), strict=True) if seen is None)

    def show_in_part(self, seat: int, cards: Sequence[Card], because: Clauses) -> ev.CardsShown | ev.HandShown:
        """Turns up some hidden cards of a seat once the hand is over; the last of them shows the hand (HS-42)."""
        assert self.over
        wanted, seen = list(cards), list(self._seen_cards(seat))
        for place, card in enumerate(self.cards(seat)):
            if seen[place] is None and card in wanted:
                wanted.remove(card)
                seen[place] = card
        if None not in seen:
            return self.show_after(seat, because)
        self.shown_in_part[seat] = ev.CardsShown(seat, tuple(cards), tuple(seen), because)
        return self.shown_in_part[seat]

    def _seen_cards(self, seat: int) -> tuple[Card | None, ...]:
        """The cards of a seat that did not fold, in the order dealt, None for those that not everybody has seen."""
        if seat in self.shown_in_part:
            return self.shown_in_part[seat].cards
        player = self.hand.players[seat]
        if seat in self.shown_after or player.turned_up:
            return tuple(player.cards)
        return tuple(None if down else card for card, down in zip(player.cards, player.face_down, strict=True))

    def _complete(self, events: list[RulesEvent]) -> list[FullEvent]:
        """Checks the hand after a step, and adds the names of hands and the winning cards to its events."""
        self._check_chips()
        self.hand.legal_actions()
        named = self._update_known_cards(events)
        self.winning_cards |= find_winning_cards(self.hand, events)
        self._note_events(events)
        return [*events, *named, *self.winning_cards.values()]

    def _note_events(self, events: Sequence[RulesEvent]) -> None:
        self.last_events = tuple(events)
        self._digest.update(msgspec.json.encode(events))

    def _check_chips(self) -> None:
        """Raises Unbalanced if a finished hand has made or lost chips (BT-42)."""
        if not self.hand.over:
            return
        before = self.setup.carried + sum(entrant.stack for entrant in self.setup.entrants)
        after = self.hand.carried + self.hand.raked + sum(self.hand.stacks.values())
        if before != after:
            raise Unbalanced(f"Hand {self.setup.number} began with {before:,} chips and ended with {after:,}.")

    def _void(self, error: Exception) -> list[FullEvent]:
        """Voids the hand after a fault, rebuilt as it stood before the step that failed."""
        self.fault = f"{type(error).__name__}: {error}"
        self.hand = Hand(self.setup, self._deck, name_playing_cards=True)
        self.winning_cards = {}
        events: list[RulesEvent] = []
        if self.last_events:
            self.hand.start()
            for seat, action in self._actions:
                self.hand.act(seat, action)
        else:
            setup = self.setup
            seats = tuple(entrant.seat for entrant in setup.entrants)
            events.append(ev.HandStarted(setup.number, setup.button, seats, setup.carried, bomb_pot=setup.bomb_pot))
        events += self.hand.void(FAULT_REASON)
        self._note_events(events)
        return [*events]

    def _update_known_cards(self, events: Sequence[RulesEvent]) -> list[ForSeat]:
        """Notes the cards that each seat now knows; returns the names of their hands where those have changed."""
        known: dict[int, tuple[Card, ...]] = {}
        board = False
        for event in events:
            if isinstance(event, Dealt):
                known[event.seat] = event.holding
            elif isinstance(event, Discarded):
                known[event.seat] = event.kept
            elif isinstance(event, ev.Posted):
                self.blinds[event.post] = event.seat
            board |= isinstance(event, ev.BoardDealt)
        names = {seat: self.hand.name_hand(seat) for seat in (self.hand.players if board else known)}
        changed = {seat: name for seat, name in names.items() if name and name != self.hand_names.get(seat)}
        self.known_cards |= known
        self.hand_names |= changed
        return [ForSeat(seat, ev.YourHand(name)) for seat, name in changed.items()]


class CarriedPot(Struct):
    """A pot that is carried from hand to hand.

    `chips` wait for the next hand. `passed_out` counts the hands in a row that everybody has passed (VT-5D-23), and
    `paid` has the chips that each player has put in since a pot was won or divided, by player id.
    """

    chips: int = 0
    passed_out: int = 0
    paid: dict[str, int] = {}

    def end_hand(self, current: HandInProgress, seats: Seats) -> None:
        """Takes what a hand leaves, and notes who has paid for it."""
        self.chips = current.hand.carried
        if not current.fault:
            self.passed_out = self.passed_out + 1 if self.chips else 0
        if not self.chips:
            self.paid = {}
        for seat in seats.occupied if self.chips else ():
            if player := current.hand.players.get(seat.number):
                self.paid[seat.player] = self.paid.get(seat.player, 0) + player.paid + player.dead_chips

    def divide(self, seats: Seats, button: int) -> list[ev.CarriedPotTaken]:
        """Divides the pot among those at the table who have paid into it, by what they paid, and adds the shares.

        Odd chips go one each from the button's left. Where nobody who paid is left, all at the table share alike.
        """
        paid = {seat.number: self.paid.get(seat.player, 0) for seat in seats.occupied}
        if not any(paid.values()):
            paid = dict.fromkeys(paid, 1)
        order = clockwise((number for number, chips in paid.items() if chips), button)
        if not self.chips or not order:
            return []
        shares = {number: self.chips * paid[number] // sum(paid.values()) for number in order}
        uneven = [number for number in order if self.chips * paid[number] % sum(paid.values())]
        for number in uneven[: self.chips - sum(shares.values())]:
            shares[number] += 1
        for seat in seats.occupied:
            seat.stack += shares.get(seat.number, 0)
        self.chips, self.paid = self.chips - sum(shares.values()), {}
        return [ev.CarriedPotTaken(number, chips, ("BT-38",)) for number, chips in shares.items() if chips]
