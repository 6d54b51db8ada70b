"""The theory of operation of a hand, and the machine that runs it.

Everything that moves a hand forward is in this file. A hand is a loop over its variant's streets:

    start     the antes, then the blinds; the antes are gathered before the blinds go up
    street    burn and deal, then the draw if the street has one, then its betting round
    betting   players act in turn until the round is over; the bets are gathered into pots
    end       when one player is left he takes the pot unseen; when the streets are done the hands are shown,
              beaten ones mucked, and every pot is shared; when all pass a first round of a game that says so,
              the cards are thrown in and the pot is left for the next hand

Between two calls a hand waits in exactly one way: a betting round has a player to act, or a draw has a player to
draw; otherwise it is over. `_run` goes on until one of these holds, so an all-in deals itself out inside the `act` that
made it. When no more than one player can still bet and nobody can draw, the hands are turned up first (SD-24).

The machine is mutable inside and deterministic outside: the same setup, deck and acts give the same events. A refused
act raises before anything has changed. Chips in stacks, bets, pots and the carried pot are constant (BT-42).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_server.rules.betting import BettingRound, Limits
from railbird_server.rules.dealing import Dealer, DrawRound
from railbird_server.rules.errors import BadSetup, IllegalAction
from railbird_server.rules.events import Burned, Dealt, Discarded, Mucked, RulesEvent
from railbird_server.rules.openers import first_to_act
from railbird_server.rules.player import Player
from railbird_server.rules.pots import layers, uncalled
from railbird_server.rules.showdown import award, must_show, show_order
from railbird_server.rules.variants import Forced, Opener, game_named
from railbird_shared.actions import Action, Draw, LegalActions
from railbird_shared.cards import Card
from railbird_shared.events import (
    BetReturned,
    BoardDealt,
    HandEnded,
    HandShown,
    HandStarted,
    HandVoided,
    Post,
    Posted,
    Pot,
    PotAwarded,
    PotsMade,
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
        self.board: list[Card] = []
        self.pots: tuple[Pot, ...] = ()
        self.carried = setup.carried
        self.street = -1
        self.over = False
        self._round: BettingRound | None = None
        self._draw: DrawRound | None = None
        self._drawing: list[Player] = []
        self._opener: int | None = None
        self._turned_up = False
        self._legal: LegalActions | None = None

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat, bets not counted."""
        return {player.seat: player.stack for player in self._order}

    @property
    def street_name(self) -> str:
        """The name of the running street, empty before the first."""
        return self.variant.streets[self.street].name if self.street >= 0 else ""

    @property
    def to_match(self) -> int:
        """The round's bet that players have to match, in chips."""
        return self._round.to_match if self._round else 0

    @property
    def to_act(self) -> int | None:
        """The seat that is to act or draw, None once the hand is over."""
        if self._drawing:
            return self._drawing[0].seat
        if self._round and self._round.to_act:
            return self._round.to_act.seat
        return None

    def legal(self) -> LegalActions | None:
        """Returns what the seat in turn may do, None once the hand is over."""
        if self._legal is None:
            if self._drawing:
                player = self._drawing[0]
                most = self.variant.streets[self.street].draw
                self._legal = LegalActions(player.seat, player.stack, player.bet, draw=min(most, len(player.cards)))
            elif self._round and self._round.to_act:
                self._legal = self._round.legal()
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
        setup = self.setup
        seats = tuple(player.seat for player in self._order)
        because = ("DL-5", "DL-7") if not setup.carried else ("DL-5", "DL-7", "BT-38")
        events: list[RulesEvent] = [HandStarted(setup.number, setup.button, seats, setup.carried, because)]
        stakes = setup.game.stakes
        if stakes.ante:
            events += [self._post(player, Post.ANTE, stakes.ante, 0) for player in self._order if player.stack]
            self._gather(events)
        blinds = 0
        for seat, post, chips in (
            (setup.small_blind, Post.SMALL_BLIND, stakes.small_blind),
            (setup.big_blind, Post.BIG_BLIND, stakes.big_blind),
        ):
            if seat is not None and chips and self.players[seat].stack:
                blinds = max(blinds, chips)
                events.append(self._post(self.players[seat], post, chips, blinds))
        if self.variant.forced is Forced.BLINDS:
            blinds = stakes.big_blind
        self._next_street(events, blinds)
        self._run(events)
        return events

    def act(self, seat: int, action: Action) -> list[RulesEvent]:
        """Carries out an act of the seat in turn and runs on to the next decision.

        Raises IllegalAction, with nothing changed (BT-22), for an act out of turn (BT-23) or one that is not legal.
        """
        legal = self.legal()
        if legal is None:
            raise IllegalAction("hand-over", "The hand is over; wait for the next deal.", "BT-20")
        if seat != legal.seat:
            raise IllegalAction("not-your-turn", f"It is the turn of seat {legal.seat}; wait for yours.", "BT-23")
        events: list[RulesEvent] = []
        if self._drawing:
            self._exchange(action, legal, events)
        else:
            assert self._round is not None
            events.append(self._round.apply(legal, action))
        self._legal = None
        self._run(events)
        return events

    def void(self, reason: str) -> list[RulesEvent]:
        """Ends the hand without a result: every player gets back what he put in (IR-6, IR-13)."""
        returned = tuple((player.seat, player.paid) for player in self._order if player.paid)
        for player in self._order:
            player.stack += player.paid
            player.bet = player.paid = 0
            player.cards, player.face_down = [], []
        self.carried = self.setup.carried
        self.pots = ()
        self._finish()
        return [HandVoided(self.setup.number, reason, returned, self.carried, ("IR-6", "IR-13"))]

    # --- the loop ------------------------------------------------------------------------------------------------

    def _run(self, events: list[RulesEvent]) -> None:
        while not self.over:
            if self._drawing:
                return
            if self._draw is not None:
                self._end_draw(events)
            elif self._round is not None and self._round.to_act is not None:
                return
            else:
                self._end_round(events)

    def _end_round(self, events: list[RulesEvent]) -> None:
        """Gathers the bets and goes on: to the only player left, the next street, the showdown or a new deal."""
        played = self._round
        if self.street == 0 and played is not None:
            self._opener = played.opener
        self._gather(events)
        live = self._live
        if len(live) == 1:
            self._win_unseen(live[0], events)
        elif self._passed_out(played):
            self._throw_in(events)
        elif self.street + 1 < len(self.variant.streets):
            self._next_street(events, 0)
        else:
            self._show_down(events, played.aggressor if played else None)

    def _next_street(self, events: list[RulesEvent], blinds: int) -> None:
        """Deals the next street and opens its draw or its betting round."""
        self._turn_up_all_in(events)
        self.street += 1
        street = self.variant.streets[self.street]
        events.append(StreetBegan(self.street, street.name))
        for player in self._live:
            player.last = LastAct.NONE
        if street.burn and self._enough_to_burn():
            events.append(Burned(self._dealer.burn()))
        self._deal(events)
        self._round = None
        if street.draw:
            self._draw = DrawRound(self._dealer)
            self._drawing = self._live
        elif not self._turned_up:
            self._open_betting(blinds)

    def _open_betting(self, blinds: int) -> None:
        street = self.variant.streets[self.street]
        stakes = self.setup.game.stakes
        first = first_to_act(street.opener, self._order, big_blind=self.setup.big_blind, opener=self._opener)
        bring_in = stakes.bring_in if street.opener is Opener.LOWEST_UPCARD else 0
        gathered = self.carried + sum(pot.chips for pot in self.pots)
        self._round = BettingRound(
            self._order, first, self._limits(), to_match=blinds, gathered=gathered, bring_in=bring_in
        )

    def _limits(self) -> Limits:
        street = self.variant.streets[self.street]
        stakes = self.setup.game.stakes
        if self.setup.game.structure is not Structure.FIXED:
            return Limits(self.setup.game.structure, stakes.minimum_bet)
        size = stakes.big_bet if street.big else stakes.small_bet
        double = stakes.big_bet if street.open_pair and self._pair_showing() else 0
        return Limits(Structure.FIXED, size, double, cap=self.variant.raise_cap)

    def _pair_showing(self) -> bool:
        """Whether any live player shows a pair among two upcards (VT-S7-11)."""
        return any(len({card.rank for card in player.upcards}) == 1 for player in self._live)

    # --- cards ---------------------------------------------------------------------------------------------------

    def _deal(self, events: list[RulesEvent]) -> None:
        """Deals a street's cards one at a time from the button's left (DL-16), then those of the board."""
        street = self.variant.streets[self.street]
        live = self._live
        board = street.board
        if street.common_if_short and self._dealer.left < len(live):
            board = 1
        elif street.down or street.up:
            dealt = [[self._dealer.deal() for _ in live] for _ in range(street.down + street.up)]
            for place, player in enumerate(live):
                cards = [row[place] for row in dealt]
                down = 0 if self._turned_up else street.down
                player.take(cards[:down], face_down=True)
                player.take(cards[down:], face_down=False)
                events.append(Dealt(player.seat, tuple(cards[:down]), tuple(cards[down:]), tuple(player.cards)))
        if board:
            cards = [self._dealer.deal() for _ in range(board)]
            self.board += cards
            events.append(BoardDealt(tuple(cards)))

    def _enough_to_burn(self) -> bool:
        """Whether a burn leaves the cards of this street; a short stud pack goes without or shares one (VT-S7-12)."""
        street = self.variant.streets[self.street]
        if not street.common_if_short:
            return True
        left, wanted = self._dealer.left, len(self._live)
        return left > wanted or 2 <= left < wanted

    def _exchange(self, action: Action, legal: LegalActions, events: list[RulesEvent]) -> None:
        """Carries out one player's draw (VT-5D-6)."""
        assert self._draw is not None
        player = self._drawing[0]
        if not isinstance(action, Draw):
            raise IllegalAction("draw-first", "It is the draw: name the cards to throw away, or stand pat.", "DL-19")
        discards = action.discards
        if len(discards) > (legal.draw or 0):
            raise IllegalAction("too-many", f"You can throw away at most {legal.draw} cards.", "VT-5D-11")
        kept = list(player.cards)
        for card in discards:
            if card not in kept:
                raise IllegalAction("not-yours", f"{card} is not among the cards you can throw away.", "VT-5D-6")
            kept.remove(card)
        player.cards, player.face_down = kept, [True] * len(kept)
        player.drew = len(discards)
        player.last = LastAct.DREW if discards else LastAct.PAT
        self._dealer.discard(player.seat, discards)
        events.append(Discarded(player.seat, discards, tuple(kept)))
        self._replace(player, self._draw.serve(player.seat, len(discards)), events)
        self._drawing = self._drawing[1:]

    def _end_draw(self, events: list[RulesEvent]) -> None:
        assert self._draw is not None
        for seat, burned, card in self._draw.finish():
            if burned is not None:
                events.append(Burned(burned))
            self._replace(self.players[seat], [card], events)
        self._draw = None
        self._open_betting(0)

    def _replace(self, player: Player, cards: list[Card], events: list[RulesEvent]) -> None:
        if cards:
            player.take(cards, face_down=True)
            events.append(Dealt(player.seat, tuple(cards), (), tuple(player.cards)))

    # --- chips ---------------------------------------------------------------------------------------------------

    def _post(self, player: Player, post: Post, chips: int, to_match: int) -> Posted:
        paid = min(chips, player.stack)
        player.pay(paid)
        player.last = LastAct.POSTED
        because = self.variant.clauses if paid == chips else (*self.variant.clauses, "DL-12")
        return Posted(player.seat, post, paid, to_match, all_in=player.stack == 0, because=because)

    def _gather(self, events: list[RulesEvent]) -> None:
        """Returns what nobody called and moves the bets into the pots (AI-4, AI-10)."""
        paid = {player.seat: player.paid for player in self._order}
        if self.street >= 0 and (excess := uncalled(paid)):
            seat, chips = excess
            player = self.players[seat]
            player.stack += chips
            player.paid -= chips
            paid[seat] -= chips
            events.append(BetReturned(seat, chips, ("AI-10",)))
        for player in self._order:
            player.bet = 0
        pots = layers(paid, [player.seat for player in self._live], self.setup.carried)
        if pots != self.pots:
            self.pots = pots
            events.append(PotsMade(pots))
        self.carried = 0

    def _win_unseen(self, winner: Player, events: list[RulesEvent]) -> None:
        """Gives everything to the last player in, who shows nothing (BT-13, SD-25)."""
        for index, pot in reversed(list(enumerate(self.pots))):
            self._pay_out(PotAwarded(winner.seat, index, pot.chips, because=("BT-13", "SD-25")), events)
        self._end(events)

    def _pay_out(self, awarded: PotAwarded, events: list[RulesEvent]) -> None:
        player = self.players[awarded.seat]
        player.stack += awarded.chips
        player.won += awarded.chips
        events.append(awarded)

    # --- the end -------------------------------------------------------------------------------------------------

    def _passed_out(self, played: BettingRound | None) -> bool:
        return self.variant.pass_out and self.street == 0 and played is not None and self._nobody_bet(played)

    def _nobody_bet(self, played: BettingRound) -> bool:
        """Whether all could have opened and none did; all-in antes leave nobody to pass."""
        return played.opener is None and sum(1 for player in self._live if player.stack) > 1

    def _throw_in(self, events: list[RulesEvent]) -> None:
        """Ends a hand that everybody passed: the pot stays for the next (BT-38)."""
        self.carried = sum(pot.chips for pot in self.pots)
        self.pots = ()
        for player in self._order:
            player.cards, player.face_down = [], []
        events.append(ThrownIn(self.carried, ("BT-38", "VT-5D-4")))
        self._end(events)

    def _turn_up_all_in(self, events: list[RulesEvent]) -> None:
        """Turns the hands up once no decision is left in the hand (SD-24)."""
        live = self._live
        later = self.variant.streets[self.street + 1 :]
        if self._turned_up or self.street < 0 or any(street.draw for street in later):
            return
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
        values = {player.seat: scale.value([*player.cards, *self.board]) for player in shown}
        standing = [player for player in live if player in shown]

        def words(seat: int) -> str:
            return values[seat].describe([value for other, value in values.items() if other != seat])

        for awarded in award(self.pots, standing, strength, words, self.variant.odd_chip):
            self._pay_out(awarded, events)
        self._end(events)

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
        self._round = self._draw = self._legal = None
        self._drawing = []

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
