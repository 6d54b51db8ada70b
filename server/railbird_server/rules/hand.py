"""The theory of operation of a hand, and the machine that runs it.

Everything that moves a hand forward is in this file. A hand is a loop over its variant's streets:

    start     the antes, then the blinds; the antes are gathered before the blinds go up
    street    burn and deal, then the draw if the street has one, then its betting round
    betting   players act in turn until the round is over; the bets are gathered into pots
    end       when one player is left he takes the pot unseen; when the streets are done the hands are shown,
              beaten ones mucked, and every pot is shared; when all pass a first round of a game that says so,
              the cards are thrown in and the pot is left for the next hand

Between two calls a hand waits in exactly one way: its stage, a betting round or a draw, has a player to act. `_run`
goes on until that is so or the hand is over, so an all-in deals itself out inside the `act` that made it. When no
more than one player can still bet and nobody can draw, the hands are turned up first (SD-24).

The machine is mutable inside and deterministic outside: the same setup, deck and acts give the same events. A refused
act raises before anything has changed. Chips in stacks, bets, pots and the carried pot are constant (BT-42).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from railbird_server.rules.betting import BettingRound, Limits
from railbird_server.rules.dealing import Dealer, deal_street
from railbird_server.rules.drawing import DrawRound
from railbird_server.rules.errors import BadSetup, IllegalAction
from railbird_server.rules.events import Mucked, RulesEvent
from railbird_server.rules.middle import Middle
from railbird_server.rules.openers import first_to_act
from railbird_server.rules.player import Player
from railbird_server.rules.showdown import award, must_show, show_order
from railbird_server.rules.variants import Forced, Opener, game_named
from railbird_shared.actions import Action, LegalActions
from railbird_shared.cards import Card
from railbird_shared.events import (
    HandEnded,
    HandShown,
    HandStarted,
    HandVoided,
    Post,
    Pot,
    PotAwarded,
    StreetBegan,
    ThrownIn,
)
from railbird_shared.games import Game, Structure
from railbird_shared.view import LastAct


class Entrant(Struct, frozen=True):
    """A player who is dealt in: the seat, and the chips in front of him."""

    seat: int
    stack: int


class Setup(Struct, frozen=True):
    """All that a hand needs but the cards.

    `entrants` run clockwise from the button's left. `button` may be an empty seat, and a blind that nobody posts is
    None (DL-25). `carried` is what an earlier hand left in the pot, in chips.
    """

    number: int
    game: Game
    button: int
    entrants: tuple[Entrant, ...]
    small_blind: int | None = None
    big_blind: int | None = None
    carried: int = 0


class Hand:
    """One hand of poker, from the forced bets to the last odd chip."""

    def __init__(self, setup: Setup, deck: Sequence[Card]) -> None:
        """Prepares a hand; raises BadSetup or BadDeck."""
        self.setup = setup
        self.variant = game_named(setup.game.id)
        self._check(setup)
        self._dealer = Dealer(deck, self.variant.pack, hold_bottom=any(s.draw for s in self.variant.streets))
        self._order = [Player(entrant.seat, entrant.stack) for entrant in setup.entrants]
        self.players = {player.seat: player for player in self._order}
        self._middle = Middle(self._order, setup.carried)
        self.board: list[Card] = []
        self.street = -1
        self.over = False
        self._stage: BettingRound | DrawRound | None = None
        self._opener: int | None = None
        self._turned_up = False
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
    def street_name(self) -> str:
        """The name of the running street, empty before the first."""
        return self.variant.streets[self.street].name if self.street >= 0 else ""

    @property
    def to_match(self) -> int:
        """The round's bet that players have to match, in chips."""
        return self._stage.to_match if isinstance(self._stage, BettingRound) else 0

    @property
    def to_act(self) -> int | None:
        """The seat that is to act or draw, None once the hand is over."""
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
        return self.variant.scale.value([*player.cards, *self.board]).words

    # --- moving --------------------------------------------------------------------------------------------------

    def start(self) -> list[RulesEvent]:
        """Takes the forced bets, deals the first cards and runs on to the first decision."""
        setup, stakes, because = self.setup, self.setup.game.stakes, self.variant.clauses
        seats = tuple(player.seat for player in self._order)
        events: list[RulesEvent] = [HandStarted(setup.number, setup.button, seats, setup.carried, ("DL-5", "DL-7"))]
        if stakes.ante:
            events += [self._middle.post(player, Post.ANTE, stakes.ante, 0, because) for player in self._order]
            events += self._middle.gather(refund=False)
        to_match = 0
        for seat, post, chips in (
            (setup.small_blind, Post.SMALL_BLIND, stakes.small_blind),
            (setup.big_blind, Post.BIG_BLIND, stakes.big_blind),
        ):
            if seat is not None and chips:
                to_match = max(to_match, chips)
                events.append(self._middle.post(self.players[seat], post, chips, to_match, because))
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
        self._legal = None
        self._run(events)
        return events

    def void(self, reason: str) -> list[RulesEvent]:
        """Ends the hand without a result: every player gets back what he put in (IR-6, IR-13)."""
        returned = self._middle.give_back()
        self._clear_cards()
        self._finish()
        return [HandVoided(self.setup.number, reason, returned, self.carried, ("IR-6", "IR-13"))]

    # --- the loop ------------------------------------------------------------------------------------------------

    def _run(self, events: list[RulesEvent]) -> None:
        while not self.over and self.to_act is None:
            if isinstance(self._stage, DrawRound):
                self._open_betting(0)
            else:
                self._end_round(self._stage, events)

    def _end_round(self, played: BettingRound | None, events: list[RulesEvent]) -> None:
        """Gathers the bets and goes on: to the only player left, a new deal, the next street or the showdown."""
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
            self._show_down(events, played.aggressor if played else None)

    def _next_street(self, events: list[RulesEvent], to_match: int) -> None:
        """Deals the next street and opens its draw or its betting round."""
        self._turn_up_all_in(events)
        self.street += 1
        street = self.variant.streets[self.street]
        live = self._live
        events.append(StreetBegan(self.street, street.name))
        for player in live:
            player.last = LastAct.NONE
        events += deal_street(self._dealer, street, live, self.board, face_up=self._turned_up)
        self._stage = None
        if street.draw:
            self._stage = DrawRound(live, self._dealer, street.draw)
        elif not self._turned_up:
            self._open_betting(to_match)

    def _open_betting(self, to_match: int) -> None:
        street = self.variant.streets[self.street]
        bring_in = self.setup.game.stakes.bring_in if street.opener is Opener.LOWEST_UPCARD else 0
        self._stage = BettingRound(
            self._order,
            first_to_act(street.opener, self._order, big_blind=self.setup.big_blind, opener=self._opener),
            self._limits(),
            to_match=to_match,
            gathered=self._middle.chips,
            bring_in=bring_in,
        )

    def _limits(self) -> Limits:
        street = self.variant.streets[self.street]
        game = self.setup.game
        if game.structure is not Structure.FIXED:
            return Limits(game.structure, game.stakes.minimum_bet)
        size = game.stakes.big_bet if street.big else game.stakes.small_bet
        double = game.stakes.big_bet if street.open_pair and self._pair_showing() else 0
        return Limits(Structure.FIXED, size, double, cap=self.variant.raise_cap)

    def _pair_showing(self) -> bool:
        """Whether any live player shows a pair in two upcards (VT-S7-11)."""
        return any(len({card.rank for card in player.upcards}) == 1 for player in self._live)

    def _all_passed(self) -> bool:
        """Whether the first round had somebody to bet and nobody did; players all-in with the ante do not pass."""
        return self._opener is None and sum(1 for player in self._live if player.stack) > 1

    # --- the end -------------------------------------------------------------------------------------------------

    def _win_unseen(self, winner: Player, events: list[RulesEvent]) -> None:
        """Gives everything to the last player in, who shows nothing (BT-13, SD-25)."""
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
        later = self.variant.streets[self.street + 1 :]
        if self._turned_up or self.street < 0 or any(street.draw for street in later):
            return
        live = self._live
        if sum(1 for player in live if player.stack) < 2:
            self._turned_up = True
            for player in live:
                self._show(player, "SD-24", events)

    def _show_down(self, events: list[RulesEvent], aggressor: int | None) -> None:
        """Shows the hands in order, mucks the beaten ones and shares the pots (SD-1..SD-7, AI-8)."""
        live = self._live
        scale = self.variant.scale
        strength = {player.seat: scale.strength([*player.cards, *self.board]) for player in live}
        order, clause = show_order(live, aggressor)
        shown: list[Player] = []
        for player in order:
            if self._turned_up or must_show(player, shown, self.pots, strength):
                self._show(player, clause, events)
                shown.append(player)
            else:
                player.mucked = True
                player.last = LastAct.MUCKED
                events.append(Mucked(player.seat, tuple(player.cards), ("SD-6", "SD-7")))
        standing = [player for player in live if not player.mucked]
        words = self._winning_words(standing)
        events += self._middle.pay_out(award(self.pots, standing, strength, words, self.variant.odd_chip))
        self._end(events)

    def _winning_words(self, standing: Sequence[Player]) -> Callable[[int], str]:
        """Names a winner's hand with as many kickers as tell it from the others shown (DS-3, DS-11)."""
        scale = self.variant.scale
        values = {player.seat: scale.value([*player.cards, *self.board]) for player in standing}

        def words(seat: int) -> str:
            return values[seat].describe([value for other, value in values.items() if other != seat])

        return words

    def _show(self, player: Player, clause: str, events: list[RulesEvent]) -> None:
        player.turn_up()
        player.last = LastAct.SHOWED
        player.shown = self.words(player.seat)
        events.append(HandShown(player.seat, tuple(player.cards), player.shown, (clause, "SD-5")))

    def _end(self, events: list[RulesEvent]) -> None:
        self._finish()
        events.append(HandEnded(self.setup.number))

    def _finish(self) -> None:
        self.over = True
        self._stage = self._legal = None

    def _clear_cards(self) -> None:
        for player in self._order:
            player.cards, player.face_down = [], []

    @property
    def _live(self) -> list[Player]:
        return [player for player in self._order if not player.folded]

    def _check(self, setup: Setup) -> None:
        variant = self.variant
        seats = [entrant.seat for entrant in setup.entrants]
        if not variant.least_seats <= len(seats) <= variant.most_seats:
            raise BadSetup(f"{variant.name} is for {variant.least_seats} to {variant.most_seats} players.")
        if len(set(seats)) != len(seats) or any(entrant.stack <= 0 for entrant in setup.entrants):
            raise BadSetup("Each player dealt in needs a seat of his own and chips in front of him.")
        for blind in (setup.small_blind, setup.big_blind):
            if blind is not None and blind not in seats:
                raise BadSetup(f"Seat {blind} is to post a blind but is not dealt in.")
        if variant.forced is Forced.BLINDS and setup.big_blind is None:
            raise BadSetup("Somebody has to post the big blind.")
