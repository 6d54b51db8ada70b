"""One hand of poker: its theory of operation, and the state machine that runs it.

Everything that moves a hand forward is in this file. A hand is a loop over the streets of its variant:

    start     the antes, then the blinds; the antes are collected before the blinds go up
    street    burn and deal, then the draw if the street has one, then the betting round if it has one
    betting   players act in turn until the round is over; the bets are collected into pots
    end       the last player left takes the pots without showing; after the last street players declare where the
              house asks for it, hands are shown or mucked, and every pot is shared; when all players pass the first
              round of a game that allows it, the hand ends and the pot is carried to the next hand

A hand is in one stage at a time, and `NEXT_STAGES` says which stage may follow which; the machine enters no other one.
Between two calls it waits in a stage whose round (betting, a draw or a choice) has a player to act. `_advance` runs
until that is so or the hand is over, so an all-in deals the rest of the hand inside the `act` that caused it. When at
most one player can still bet and nobody can draw, the hands are turned up first (SD-24), and where the house allows it
the players choose how often to deal the rest. `void` ends a hand in any stage.

The machine is mutable inside and deterministic outside: the same setup, deck and actions give the same events. A
refused action raises before anything has changed. The sum of stacks, bets, pots, carried pot and rake is constant
(BT-42).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.betting import BettingRound, make_betting_terms
from railbird_server.rules.choices import ClaimRound, DeclareRound, DrawRound, RunRound, claimable_categories
from railbird_server.rules.dealing import Dealer, Deck, GivenCard, board_to_come, deal_street
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.first_to_act import OpenersTracker, find_first_to_act
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.pots import Pots, split_chips
from railbird_server.rules.setup import Setup, check_setup, missing_chips, post_forced_bets
from railbird_server.rules.showdown import Showdown, order_of_showing, show_hand
from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.ranking import scale_of
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Action, Declaration, LegalActions
from railbird_shared.protocol.view import LastAct

Round = BettingRound | DrawRound | RunRound | DeclareRound | ClaimRound


class HandStage(Enum):
    """The stage of a hand. In every stage with a round, players act one after the other."""

    FORCED_BETS = auto()
    """Antes and blinds are taken; no card is dealt yet."""
    BETTING = auto()
    DRAWING = auto()
    """Players throw cards away, for new ones or, in pineapple, for none."""
    CHOOSING_RUNS = auto()
    """Players who are all-in say how often to deal the rest (SD-26)."""
    DEALING_OUT = auto()
    """A street is dealt without a decision: the hands lie open (SD-24), or it is the first of a bomb pot (HS-46)."""
    DECLARING = auto()
    """Players declare for high, low or both (SD-21)."""
    CLAIMING = auto()
    """Players say what their hand is, and it counts as that (SD-10)."""
    OVER = auto()

    __hash__ = object.__hash__
    """That of the enumeration is written in Python, and the table of stages is asked at every step."""


class WrongStage(Exception):
    """The machine was about to enter a stage that may not follow the one it is in: a fault in the rules."""


_ON_A_STREET = {HandStage.BETTING, HandStage.DRAWING, HandStage.CHOOSING_RUNS, HandStage.DEALING_OUT}
_AFTER_THE_STREETS = {HandStage.DECLARING, HandStage.CLAIMING, HandStage.OVER}

NEXT_STAGES: dict[HandStage, set[HandStage]] = {
    HandStage.FORCED_BETS: {HandStage.BETTING, HandStage.DEALING_OUT},
    HandStage.BETTING: _ON_A_STREET | _AFTER_THE_STREETS,
    HandStage.DRAWING: (_ON_A_STREET - {HandStage.DRAWING}) | _AFTER_THE_STREETS,
    HandStage.CHOOSING_RUNS: {HandStage.DEALING_OUT},
    HandStage.DEALING_OUT: _ON_A_STREET | {HandStage.OVER},
    HandStage.DECLARING: {HandStage.OVER},
    HandStage.CLAIMING: {HandStage.OVER},
    HandStage.OVER: set(),
}
"""The stages that may follow each stage in the course of play; only `void` ends a hand in any of them."""


_OVER = HandStage.OVER
"""A plain name, which costs a tenth of reading the enumeration in Python 3.11; it is read at every act."""


class Hand:
    """One hand of poker, from the forced bets to the last odd chip."""

    def __init__(self, setup: Setup, deck: Deck | Sequence[Card] | Dealer, *, name_playing_cards: bool = False) -> None:
        """Prepares a hand from a deck, or from a dealer with a deck; raises BadSetup or BadDeck.

        With `name_playing_cards` a hand shown down names the cards that play, which costs as much as ranking the hands.
        """
        self.setup = setup
        self._name_playing_cards = name_playing_cards
        self.variant = variant = check_setup(setup)
        hold_bottom = variant.bottom_card_held and variant.has_draws
        self._dealer = deck if isinstance(deck, Dealer) else Dealer(deck, variant.pack, hold_bottom=hold_bottom)
        self._acting_order = [Player(entrant.seat, entrant.stack) for entrant in setup.entrants]
        if variant.by_seat_number:
            self._acting_order.sort(key=lambda player: player.seat)
        self.players = {player.seat: player for player in self._acting_order}
        self._pots = Pots(self._acting_order, setup.carried)
        self._openers = OpenersTracker(variant.open_requirement, scale_of(variant.ranking), setup.pass_outs)
        self.board: list[Card] = []
        self.street = -1
        self.stage = HandStage.FORCED_BETS
        self._round: Round | None = None
        self._opener: int | None = None
        self._aggressor: int | None = None
        self._declarations: dict[int, Declaration] = {}
        self._hands_turned_up = False
        self._runs_offered = False
        self._act_events: list[RulesEvent] = []
        self._legal_actions: LegalActions | None = None

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat, bets not counted."""
        return {player.seat: player.stack for player in self._acting_order}

    @property
    def pots(self) -> tuple[ev.Pot, ...]:
        """The pots as they stood when bets were last gathered, the main pot first."""
        return self._pots.pots

    @property
    def carried(self) -> int:
        """The chips outside the pots: left by an earlier hand at the start, left for the next hand at the end."""
        return self._pots.carried

    @property
    def raked(self) -> int:
        """The chips that the house took (AI-16)."""
        return self._pots.raked

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.stage is HandStage.OVER

    @property
    def street_name(self) -> str:
        """The name of the running street, empty before the first."""
        return self.variant.streets[self.street].name if self.street >= 0 else ""

    @property
    def to_match(self) -> int:
        """The bet that players have to match in this round, in chips."""
        return self._round.to_match if isinstance(self._round, BettingRound) else 0

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is to act, draw or choose, None once the hand is over."""
        player = self._round.to_act if self._round else None
        return player.seat if player else None

    def legal_actions(self) -> LegalActions | None:
        """Returns what the seat in turn may do, None once the hand is over."""
        if self._legal_actions is None and self._round is not None and self._round.to_act is not None:
            legal = self._round.legal_actions()
            if self.street == 0 and self._openers.requirement and self.to_match == 0:
                legal = replace(legal, opens_with=self._openers.requirement)
            self._legal_actions = legal
        return self._legal_actions

    def name_hand(self, seat: int) -> str:
        """Returns what a seat's cards and the board make so far; empty for a hand given up."""
        player = self.players.get(seat)
        if player is None or player.folded or not player.cards:
            return ""
        return self._values_of(seat).name_whole_hand(seat)

    def best_cards(self, seat: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Returns the cards that play of a seat's hand and of its low in a hi-lo game, none unless it is complete."""
        return self._values_of(seat).playing_cards(seat)

    def winning_cards(self, seat: int, side: ev.Side) -> tuple[Card, ...]:
        """Returns the cards that a seat's hand on a side of the pot is made of, the most significant first (HR-3).

        For the whole of a hi-lo pot these are the cards of the hand that `winning_half` names.
        """
        values, half = self._values_of(seat), self.winning_half(seat, side)
        return values.value(half if half in values.scales else ev.Side.HIGH, seat).cards

    def winning_half(self, seat: int, side: ev.Side) -> ev.Side:
        """Returns the side whose hand won a side of the pot: `side`, or low for a whole pot won by a declared low.

        A whole hi-lo pot is won by the high hand, unless the winner declared low (SD-21) and has a low hand.
        """
        if side is ev.Side.WHOLE and self._declarations.get(seat) is Declaration.LOW:
            return ev.Side.LOW if self._values_of(seat).value(ev.Side.LOW, seat).cards else side
        return side

    def _values_of(self, seat: int) -> HandValues:
        return HandValues(self.variant, [self.players[seat]], self.board)

    @property
    def given(self) -> list[GivenCard]:
        """Where each card of a fair deal went so far; nobody but the server may know the cards themselves."""
        return self._dealer.given

    def board_to_come(self) -> tuple[Card, ...]:
        """Returns the rest of the board after a hand that was won before it came, from the same deck; else nothing."""
        if not self.over or not any(player.won for player in self._acting_order):
            return ()
        return board_to_come(self._dealer, self.variant.streets[self.street + 1 :])

    # --- moving --------------------------------------------------------------------------------------------------

    def start(self) -> list[RulesEvent]:
        """Takes the forced bets, deals the first cards and runs on to the first decision."""
        setup, seats = self.setup, tuple(self.players)
        because: Clauses = ("DL-5", "HS-46") if setup.bomb_pot else ("DL-5", "DL-7")
        posted, to_match = post_forced_bets(setup, self.variant, self._acting_order, self._pots)
        started = ev.HandStarted(setup.number, setup.button, seats, setup.carried, because, setup.bomb_pot)
        events: list[RulesEvent] = [started, *posted]
        self._begin_next_street(events, self._live_players, to_match)
        self._advance(events)
        return events

    def act(self, seat: int, action: Action) -> list[RulesEvent]:
        """Carries out an act of the seat in turn and runs on to the next decision.

        Raises IllegalAction, with nothing changed (BT-22), for an act out of turn (BT-23) or one that is not legal.
        """
        legal, current = self._legal_actions or self.legal_actions(), self._round
        if legal is None or current is None:
            raise IllegalAction("hand-over", "The hand is over; wait for the next deal.", "BT-20")
        if seat != legal.seat:
            raise IllegalAction("not-your-turn", f"It is the turn of seat {legal.seat}; wait for yours.", "BT-23")
        events = current.apply(legal, action)
        self._act_events.append(events[0])
        self._legal_actions = None
        if self.street == 0 and isinstance(current, BettingRound) and current.opener == seat:
            self._openers.record_openers(self.players[seat])
        if isinstance(events[0], ev.Folded) and self._is_chopped():
            self._chop_blinds(events)
        elif current.to_act is None:
            self._advance(events)
        return events

    def void(self, reason: str) -> list[RulesEvent]:
        """Ends the hand without a result: all players get back what they put in (IR-6, IR-13).

        Until two players have acted it is a misdeal, which the same dealer deals again (IR-3, IR-5).
        """
        misdeal = not has_significant_action(self._act_events)
        returned = self._pots.refund_all()
        self._clear_cards()
        self.stage, self._round, self._legal_actions = HandStage.OVER, None, None
        because: Clauses = ("IR-3" if misdeal else "IR-5", "IR-6", "IR-13")
        return [ev.HandVoided(self.setup.number, reason, returned, self.carried, deal_again=misdeal, because=because)]

    # --- the loop ------------------------------------------------------------------------------------------------

    def _advance(self, events: list[RulesEvent]) -> None:
        while self.stage is not _OVER and (self._round is None or self._round.to_act is None):
            match self._round:
                case DrawRound() if self.variant.streets[self.street].has_betting:
                    self._begin_betting(0)
                case RunRound(times=times) if times > 1:
                    self._deal_several_runs(events, times)
                case RunRound():
                    self._begin_next_street(events, self._live_players, 0)
                case DeclareRound() | ClaimRound():
                    self._show_down(events)
                case _:
                    self._end_round(events)

    def _end_round(self, events: list[RulesEvent]) -> None:
        """Gathers the bets and goes on: to the only player left, a new deal, the next street or the end."""
        betting_round = self._round if isinstance(self._round, BettingRound) else None
        self._aggressor = betting_round.aggressor if betting_round else None
        if self.street == 0 and betting_round is not None:
            self._opener = betting_round.opener
        events += self._pots.collect_bets(return_uncalled=True)
        live = self._live_players
        if len(live) == 1:
            self._award_uncontested(live[0], events)
        elif (
            # A player all-in with the ante has not checked (AI-2).
            self.street == 0 and self.variant.pass_out and self._opener is None and all(player.stack for player in live)
        ):
            self._clear_cards()
            events.append(ev.PassedOut(self._pots.carry_over(), ("BT-38", "VT-5D-4")))
            self._end_hand(events)
        elif self.street + 1 < len(self.variant.streets):
            self._begin_next_street(events, live, 0)
        else:
            self._finish_last_street(live, events)

    def _begin_next_street(self, events: list[RulesEvent], live: Sequence[Player], to_match: int) -> None:
        """Deals the next street to the live players and opens its draw or its betting round."""
        self._turn_up_all_in_hands(events)
        if self._hands_turned_up and self._offer_runs():
            return
        self.street += 1
        street = self.variant.streets[self.street]
        events.append(ev.StreetBegan(self.street, street.name))
        no_act = LastAct.NONE
        for player in live:
            player.last_act = no_act
        events += deal_street(self._dealer, street, live, self.board, face_up=self._hands_turned_up)
        if self._hands_turned_up:
            events += self._rename_open_hands(live)
        if street.draw or street.discard:
            self._enter(HandStage.DRAWING, DrawRound(live, self._dealer, self.variant, street))
        elif street.has_betting and not self._hands_turned_up:
            self._begin_betting(to_match)
        else:
            self._enter(HandStage.DEALING_OUT)

    def _begin_betting(self, to_match: int) -> None:
        setup, variant, first_round = self.setup, self.variant, self.street == 0
        first = find_first_to_act(
            variant.streets[self.street].first_to_act,
            self._acting_order,
            last_blind=setup.last_blind,
            opener=self._opener,
            scale=scale_of(variant.ranking),
            suit_order=variant.suit_order,
        )
        terms = make_betting_terms(
            setup,
            variant,
            self.street,
            self._acting_order,
            to_match=to_match,
            chips_in_pots=self._pots.total_chips + (missing_chips(setup, self._acting_order) if first_round else 0),
            cannot_open=self._openers.seats_without_openers(self._live_players) if first_round else frozenset(),
        )
        self._enter(HandStage.BETTING, BettingRound(self._acting_order, first, terms))

    # --- the end -------------------------------------------------------------------------------------------------

    def _finish_last_street(self, live: Sequence[Player], events: list[RulesEvent]) -> None:
        """Asks for declarations or claims where the house has them, or goes to the showdown."""
        if self.variant.hilo_declare and self.variant.high and self.variant.low:
            self._enter(HandStage.DECLARING, DeclareRound(live))
        elif self.variant.declared_hands:
            order, _ = order_of_showing(live, self._aggressor, self.pots)
            self._enter(HandStage.CLAIMING, ClaimRound(order, self._claimable_hands))
        else:
            self._show_down(events)

    def _claimable_hands(self, player: Player) -> dict[str, int]:
        strengths = claimable_categories(scale_of(self.variant.ranking), player, self.board)
        return {category.word: strength for category, strength in strengths.items()}

    def _award_uncontested(self, winner: Player, events: list[RulesEvent]) -> None:
        """Gives every pot to the last player in, whose hand stays hidden (BT-13, SD-25)."""
        self._take_rake(events)
        latest_first = reversed(list(enumerate(self.pots)))
        awards = [
            ev.PotAwarded(winner.seat, index, pot.chips, because=("BT-13", "SD-25")) for index, pot in latest_first
        ]
        events += self._pots.pay_out(awards)
        self._end_hand(events)

    def _is_chopped(self) -> bool:
        """Whether all but the blinds have folded, none of them paid a chip, and the blinds have agreed to chop."""
        setup = self.setup
        if not setup.chop or self.street != 0 or setup.carried:
            return False
        blinds = {setup.small_blind, setup.big_blind}
        others = [player for player in self._acting_order if player.seat not in blinds]
        out = all(player.folded and not (player.paid or player.dead_chips) for player in others)
        return bool(others) and out and not any(self.players[seat].folded for seat in blinds if seat is not None)

    def _chop_blinds(self, events: list[RulesEvent]) -> None:
        """Gives the blinds their bets back, and plays no pot (HS-44)."""
        events.append(ev.BlindsChopped(self._pots.refund_all(), ("HS-44",)))
        self._clear_cards()
        self._end_hand(events)

    def _turn_up_all_in_hands(self, events: list[RulesEvent]) -> None:
        """Turns the hands up once no decision is left in the hand (SD-24)."""
        if self._hands_turned_up or self.street < self.variant.last_decision_street:
            return
        live = self._live_players
        if len([player for player in live if player.stack]) < 2:
            self._hands_turned_up = True
            events += [show_hand(player, self.name_hand(player.seat), "SD-24") for player in live]

    def _rename_open_hands(self, live: Sequence[Player]) -> list[ev.HandRenamed]:
        """Names open hands again after a deal, and returns the names that have changed (SD-24)."""
        renamed: list[ev.HandRenamed] = []
        for player in live:
            name = self.name_hand(player.seat)
            if name != player.shown_hand:
                player.shown_hand = name
                renamed.append(ev.HandRenamed(player.seat, name))
        return renamed

    def _offer_runs(self) -> bool:
        """Asks the players once how often to deal the rest, if the house and the pack allow more than one run."""
        if self._runs_offered or self.variant.runs < 2:
            return False
        self._runs_offered = True
        live, later = self._live_players, self.variant.streets[self.street + 1 :]
        wanted = sum(street.board + (street.down + street.up) * len(live) + street.burn for street in later)
        most = min(self.variant.runs, self._dealer.cards_left // wanted)
        if most > 1:
            self._enter(HandStage.CHOOSING_RUNS, RunRound(live, most))
        return most > 1

    def _deal_several_runs(self, events: list[RulesEvent], times: int) -> None:
        """Deals the rest several times, each for an equal share of every pot, odd chips to the earlier runs."""
        self._take_rake(events)
        live, street, board = self._live_players, self.street, tuple(self.board)
        hands = tuple((player.seat, tuple(player.cards)) for player in live)
        parts = [split_chips(pot.chips, range(1, times + 1)) for pot in self.pots]
        awards: list[ev.PotAwarded] = []
        for run in range(1, times + 1):
            self.street, self.board[:] = street, board
            for player, (_, cards) in zip(live, hands, strict=True):
                player.rewind_cards(len(cards))
            events.append(ev.RunBegan(run, times, board, hands, ("SD-26",)))
            events += self._rename_open_hands(live)
            while self.street + 1 < len(self.variant.streets):
                self._begin_next_street(events, live, 0)
            showdown = Showdown(self.variant, live, self.board, name_playing_cards=self._name_playing_cards)
            events += showdown.show_hands(self.pots, None)
            pots = [ev.Pot(part[run - 1][1], pot.seats) for part, pot in zip(parts, self.pots, strict=True)]
            paid = showdown.award_pots(pots, run)
            awards += paid
            events += paid
        self._pots.pay_out(awards)
        self._end_hand(events)

    def _show_down(self, events: list[RulesEvent]) -> None:
        """Shows the hands in order, mucks the beaten ones and shares the pots (SD-1..SD-7, AI-8)."""
        last_round = self._round
        self._declarations = last_round.declarations if isinstance(last_round, DeclareRound) else {}
        self._take_rake(events)
        showdown = Showdown(
            self.variant,
            self._live_players,
            self.board,
            declarations=self._declarations,
            claimed_strengths=last_round.claimed_strengths if isinstance(last_round, ClaimRound) else None,
            name_playing_cards=self._name_playing_cards,
        )
        events += showdown.show_hands(self.pots, self._aggressor)
        events += self._pots.pay_out(showdown.award_pots(self.pots))
        self._end_hand(events)

    def _take_rake(self, events: list[RulesEvent]) -> None:
        """Takes the house's share, but none before a second street was dealt (AI-17)."""
        if self.setup.rake and (self.street > 0 or self._hands_turned_up):
            events += self._pots.take_rake(self.setup.rake)

    def _end_hand(self, events: list[RulesEvent]) -> None:
        if proof := self._openers.proof:
            opener = self.players[proof.seat]
            # A hand that was shown and still holds the openers is proof enough (VT-5D-24, VT-5D-25).
            if not (opener.turned_up and set(proof.cards) <= set(opener.cards)):
                events.append(proof)
        self._enter(HandStage.OVER)
        events.append(ev.HandEnded(self.setup.number))

    def _enter(self, stage: HandStage, new_round: Round | None = None) -> None:
        if stage not in NEXT_STAGES[self.stage]:
            raise WrongStage(f"{stage.name} follows {self.stage.name}.")
        self.stage = stage
        self._round = new_round
        self._legal_actions = None

    def _clear_cards(self) -> None:
        for player in self._acting_order:
            player.keep_only(())

    @property
    def _live_players(self) -> list[Player]:
        return [player for player in self._acting_order if not player.folded]


def has_significant_action(events: Iterable[RulesEvent]) -> bool:
    """Whether there has been significant action: two players have checked, bet, called, raised or folded (IR-1, IR-2).

    Forced bets are no acts. From then on the hand is played out (IR-5); before, a dealing error is a misdeal (IR-3).
    """
    acts = (event for event in events if isinstance(event, ev.Checked | ev.Wagered | ev.Called | ev.Folded))
    return len({event.seat for event in acts}) > 1
