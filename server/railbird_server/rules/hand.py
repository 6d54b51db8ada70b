"""The theory of operation of a hand, and the machine that runs it.

Everything that moves a hand forward is in this file. A hand is a loop over its variant's streets:

    start     the antes, then the blinds; the antes are gathered before the blinds go up
    street    burn and deal, then the draw if the street has one, then its betting round if it has one
    betting   players act in turn until the round is over; the bets are gathered into pots
    end       when one player is left he takes the pot unseen; when the streets are done the players declare or claim
              where the house has that, the hands are shown, beaten ones mucked, and every pot is shared; when all pass
              a first round of a game that says so, the cards are thrown in and the pot is left for the next hand

Between two calls a hand waits in exactly one way: its stage (a betting round, a draw, or a choice) has a player to act.
`_run` goes on until that is so or the hand is over, so an all-in deals itself out inside the `act` that made it. When
no more than one player can still bet and nobody can draw, the hands are turned up first (SD-24), and where the house
allows it the players choose how often to deal the rest.

The machine is mutable inside and deterministic outside: the same setup, deck and acts give the same events. A refused
act raises before anything has changed. Chips in stacks, bets, pots, the carried pot and the rake are constant (BT-42).
"""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.betting import BettingRound
from railbird_server.rules.choosing import ClaimRound, DeclareRound, RunRound
from railbird_server.rules.claiming import claims_of
from railbird_server.rules.dealing import Dealer, deal_street
from railbird_server.rules.drawing import DrawRound
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.forced import take_forced_bets
from railbird_server.rules.middle import Middle
from railbird_server.rules.misdeal import is_significant
from railbird_server.rules.openers import first_to_act
from railbird_server.rules.opening import OpeningRule
from railbird_server.rules.player import Player
from railbird_server.rules.pots import shares
from railbird_server.rules.rounds import exchange_of, limits_of, terms_of
from railbird_server.rules.setup import Setup, check_setup
from railbird_server.rules.showdown import Showdown, cards_of, show, show_order, words_of
from railbird_shared.actions import Action, Declaration, LegalActions
from railbird_shared.cards import Card
from railbird_shared.events import (
    HandEnded,
    HandStarted,
    HandVoided,
    OpenersShown,
    Pot,
    PotAwarded,
    RunBegan,
    Side,
    StreetBegan,
    ThrownIn,
)
from railbird_shared.view import LastAct

Stage = BettingRound | DrawRound | RunRound | DeclareRound | ClaimRound


class Hand:
    """One hand of poker, from the forced bets to the last odd chip."""

    def __init__(self, setup: Setup, deck: Sequence[Card] | Dealer) -> None:
        """Prepares a hand from a deck, or from a dealer who holds one already; raises BadSetup or BadDeck."""
        self.setup = setup
        self.variant = variant = check_setup(setup)
        held = variant.bottom_card_held and variant.draws
        self._dealer = deck if isinstance(deck, Dealer) else Dealer(deck, variant.pack, hold_bottom=held)
        self._order = [Player(entrant.seat, entrant.stack) for entrant in setup.entrants]
        if variant.by_seat:
            self._order.sort(key=lambda player: player.seat)
        self.players = {player.seat: player for player in self._order}
        self._middle = Middle(self._order, setup.carried)
        self._opening = OpeningRule(variant.openers, variant.scale, setup.passed_out)
        self.board: list[Card] = []
        self.street = -1
        self.over = False
        self._stage: Stage | None = None
        self._opener: int | None = None
        self._aggressor: int | None = None
        self._declared: dict[int, Declaration] = {}
        self._last_choice = variant.last_choice
        self._turned_up = False
        self._runs_asked = False
        self._acts: list[RulesEvent] = []
        self._legal: LegalActions | None = None

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat, bets not counted."""
        return {player.seat: player.stack for player in self._order}

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The pots as they stood when bets were last gathered, the main pot first."""
        return self._middle.pots

    @property
    def carried(self) -> int:
        """The chips that wait outside the pots: from an earlier hand at the start, for the next one at the end."""
        return self._middle.waiting

    @property
    def raked(self) -> int:
        """The chips that the house took (AI-16)."""
        return self._middle.raked

    @property
    def street_name(self) -> str:
        """The name of the running street, empty before the first."""
        return self.variant.streets[self.street].name if self.street >= 0 else ""

    @property
    def to_match(self) -> int:
        """The round's bet that players have to match, in chips."""
        return self._stage.to_match if isinstance(self._stage, BettingRound) else 0

    @property
    def to_act(self) -> int | None:
        """The seat that is to act, draw or choose, None once the hand is over."""
        player = self._stage.to_act if self._stage else None
        return player.seat if player else None

    def legal(self) -> LegalActions | None:
        """Returns what the seat in turn may do, None once the hand is over."""
        if self._legal is None and self._stage and self._stage.to_act:
            self._legal = self._stage.legal()
        return self._legal

    def words(self, seat: int) -> str:
        """Returns what a seat's cards and the board make so far; empty for a hand given up."""
        player = self.players.get(seat)
        if player is None or player.folded or not player.cards:
            return ""
        return words_of(self.variant, player, self.board)

    def read(self, seat: int, side: Side) -> tuple[Card, ...]:
        """Returns the cards that a seat's hand on a side of the pot is made of, the most significant first (HR-3).

        The whole of a hi-lo pot goes by the high hand, except where its winner went for the low one (SD-21) and has it.
        """
        player = self.players[seat]
        if side is Side.WHOLE and self._declared.get(seat) is Declaration.LOW:
            low = cards_of(self.variant, player, self.board, Side.LOW)
            if low:
                return low
        return cards_of(self.variant, player, self.board, side)

    # --- moving --------------------------------------------------------------------------------------------------

    def start(self) -> list[RulesEvent]:
        """Takes the forced bets, deals the first cards and runs on to the first decision."""
        setup = self.setup
        seats = tuple(player.seat for player in self._order)
        events: list[RulesEvent] = [HandStarted(setup.number, setup.button, seats, setup.carried, ("DL-5", "DL-7"))]
        posted, to_match = take_forced_bets(setup, self.variant, self._order, self._middle)
        events += posted
        self._next_street(events, to_match)
        self._run(events)
        return events

    def act(self, seat: int, action: Action) -> list[RulesEvent]:
        """Carries out an act of the seat in turn and runs on to the next decision.

        Raises IllegalAction, with nothing changed (BT-22), for an act out of turn (BT-23) or one that is not legal.
        """
        legal = self.legal()
        if legal is None or self._stage is None:
            raise IllegalAction("hand-over", "The hand is over; wait for the next deal.", "BT-20")
        if seat != legal.seat:
            raise IllegalAction("not-your-turn", f"It is the turn of seat {legal.seat}; wait for yours.", "BT-23")
        events = self._stage.apply(legal, action)
        self._acts.append(events[0])
        self._legal = None
        if self.street == 0 and isinstance(self._stage, BettingRound) and self._stage.opener == seat:
            self._opening.record(self.players[seat])
        if self._stage.to_act is None:
            self._run(events)
        return events

    def void(self, reason: str) -> list[RulesEvent]:
        """Ends the hand without a result: every player gets back what he put in (IR-6, IR-13).

        It is a misdeal, which the same dealer deals again, until two players have acted (IR-3, IR-5).
        """
        stands = is_significant(self._acts)
        returned = self._middle.give_back()
        self._clear_cards()
        self._finish()
        because = ("IR-5" if stands else "IR-3", "IR-6", "IR-13")
        return [HandVoided(self.setup.number, reason, returned, self.carried, because)]

    # --- the loop ------------------------------------------------------------------------------------------------

    def _run(self, events: list[RulesEvent]) -> None:
        while not self.over and self.to_act is None:
            match self._stage:
                case DrawRound() if self.variant.streets[self.street].bets:
                    self._open_betting(0)
                case RunRound(times=times) if times > 1:
                    self._run_several_times(events, times)
                case RunRound():
                    self._next_street(events, 0)
                case DeclareRound() | ClaimRound():
                    self._show_down(events)
                case _:
                    self._end_round(events)

    def _end_round(self, events: list[RulesEvent]) -> None:
        """Gathers the bets and goes on: to the only player left, a new deal, the next street or the end."""
        played = self._stage if isinstance(self._stage, BettingRound) else None
        self._aggressor = played.aggressor if played else None
        if self.street == 0 and played is not None:
            self._opener = played.opener
        events += self._middle.gather(refund=True)
        live = self._live
        if len(live) == 1:
            self._win_unseen(live[0], events)
        elif self.street == 0 and self.variant.pass_out and self._all_passed():
            self._throw_in(events)
        elif self.street + 1 < len(self.variant.streets):
            self._next_street(events, 0)
        else:
            self._end_streets(live, events)

    def _next_street(self, events: list[RulesEvent], to_match: int) -> None:
        """Deals the next street and opens its draw or its betting round."""
        self._turn_up_all_in(events)
        if self._turned_up and self._ask_for_runs():
            return
        self.street += 1
        street = self.variant.streets[self.street]
        live = self._live
        events.append(StreetBegan(self.street, street.name))
        for player in live:
            player.last = LastAct.NONE
        events += deal_street(self._dealer, street, live, self.board, face_up=self._turned_up)
        self._stage = None
        if street.draw or street.discard:
            self._stage = DrawRound(live, self._dealer, exchange_of(self.variant, street))
        elif street.bets and not self._turned_up:
            self._open_betting(to_match)

    def _open_betting(self, to_match: int) -> None:
        setup, variant = self.setup, self.variant
        street = variant.streets[self.street]
        first = first_to_act(
            street.opener,
            self._order,
            last_blind=setup.last_blind,
            opener=self._opener,
            scale=variant.scale,
            suit_order=variant.suit_order,
        )
        limits = limits_of(setup, variant, street, self._order, to_match)
        terms = terms_of(
            setup,
            variant,
            self.street,
            self._order,
            to_match=to_match,
            gathered=self._middle.chips,
            barred=self._opening.barred(self._live) if self.street == 0 else frozenset(),
        )
        self._stage = BettingRound(self._order, first, limits, terms)

    def _all_passed(self) -> bool:
        """Whether all checked the first round; who is all-in with the ante cannot, and stays to the end (AI-2)."""
        return self._opener is None and all(player.stack for player in self._live)

    # --- the end -------------------------------------------------------------------------------------------------

    def _end_streets(self, live: Sequence[Player], events: list[RulesEvent]) -> None:
        """Asks for declarations or claims where the house has them, or goes to the showdown."""
        if self.variant.declare and self.variant.high and self.variant.low:
            self._stage = DeclareRound(live)
        elif self.variant.claims:
            order, _ = show_order(live, self._aggressor)
            self._stage = ClaimRound(order, self._claims)
        else:
            self._show_down(events)

    def _claims(self, player: Player) -> dict[str, int]:
        worth = claims_of(self.variant.scale, player, self.board)
        return {category.word: strength for category, strength in worth.items()}

    def _win_unseen(self, winner: Player, events: list[RulesEvent]) -> None:
        """Gives everything to the last player in, who shows nothing (BT-13, SD-25)."""
        self._rake(events)
        because = ("BT-13", "SD-25")
        latest_first = reversed(list(enumerate(self.pots)))
        awards = [PotAwarded(winner.seat, index, pot.chips, because=because) for index, pot in latest_first]
        events += self._middle.pay_out(awards)
        self._end(events)

    def _throw_in(self, events: list[RulesEvent]) -> None:
        """Ends a hand that everybody passed: the pot stays for the next (BT-38)."""
        self._clear_cards()
        events.append(ThrownIn(self._middle.throw_in(), ("BT-38", "VT-5D-4")))
        self._end(events)

    def _turn_up_all_in(self, events: list[RulesEvent]) -> None:
        """Turns the hands up once no decision is left in the hand (SD-24)."""
        if self._turned_up or self.street < self._last_choice:
            return
        live = self._live
        if sum(1 for player in live if player.stack) < 2:
            self._turned_up = True
            events += [show(player, self.words(player.seat), "SD-24") for player in live]

    def _ask_for_runs(self) -> bool:
        """Asks the players once how often to deal the rest, if the house and the pack allow more than one run."""
        if self._runs_asked or self.variant.runs < 2:
            return False
        self._runs_asked = True
        live, later = self._live, self.variant.streets[self.street + 1 :]
        wanted = sum(street.board + (street.down + street.up) * len(live) + street.burn for street in later)
        most = min(self.variant.runs, self._dealer.left // wanted)
        if most > 1:
            self._stage = RunRound(live, most)
        return most > 1

    def _run_several_times(self, events: list[RulesEvent], times: int) -> None:
        """Deals the rest several times, each for an equal share of every pot, odd chips to the earlier runs."""
        self._rake(events)
        live, street, board = self._live, self.street, list(self.board)
        held = [(player, len(player.cards)) for player in live]
        parts = [shares(pot.chips, range(1, times + 1)) for pot in self.pots]
        awards: list[PotAwarded] = []
        for run in range(1, times + 1):
            self.street, self.board[:] = street, board
            for player, count in held:
                player.go_back(count)
            hands = tuple((player.seat, tuple(player.cards)) for player in live)
            events.append(RunBegan(run, times, tuple(board), hands, ("SD-26",)))
            while self.street + 1 < len(self.variant.streets):
                self._next_street(events, 0)
            showdown = Showdown(self.variant, live, self.board)
            events += showdown.show(self.pots, None)
            pots = [Pot(part[run - 1][1], pot.seats) for part, pot in zip(parts, self.pots, strict=True)]
            paid = showdown.award(pots, run)
            awards += paid
            events += paid
        self._middle.pay_out(awards)
        self._end(events)

    def _show_down(self, events: list[RulesEvent]) -> None:
        """Shows the hands in order, mucks the beaten ones and shares the pots (SD-1..SD-7, AI-8)."""
        stage = self._stage
        self._declared = stage.sides if isinstance(stage, DeclareRound) else {}
        claimed = stage.strengths if isinstance(stage, ClaimRound) else {}
        self._rake(events)
        showdown = Showdown(self.variant, self._live, self.board, declared=self._declared, claimed=claimed)
        events += showdown.show(self.pots, self._aggressor)
        events += self._middle.pay_out(showdown.award(self.pots))
        self._end(events)

    def _rake(self, events: list[RulesEvent]) -> None:
        """Takes the house's share, but none before a second street was dealt (AI-17)."""
        if self.setup.rake and (self.street > 0 or self._turned_up):
            events += self._middle.take_rake(self.setup.rake)

    def _end(self, events: list[RulesEvent]) -> None:
        proof = self._opening.proof
        if proof and not self._lies_open(proof):
            events.append(proof)
        self._finish()
        events.append(HandEnded(self.setup.number))

    def _lies_open(self, openers: OpenersShown) -> bool:
        """Whether the opener showed his hand with his openers still in it (VT-5D-24, VT-5D-25)."""
        opener = self.players[openers.seat]
        return opener.turned_up and set(openers.cards) <= set(opener.cards)

    def _finish(self) -> None:
        self.over = True
        self._stage = self._legal = None

    def _clear_cards(self) -> None:
        for player in self._order:
            player.give_up_cards()

    @property
    def _live(self) -> list[Player]:
        return [player for player in self._order if not player.folded]
