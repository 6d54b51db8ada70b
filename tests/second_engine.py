"""PokerKit as a second opinion: a hand of ours, and the same hand there, with the same cards and the same acts.

PokerKit plays the streets of our own records, so that every game it has the parts for can be compared. It is told the
cards as we deal them; what it decides itself is who is to act, what he may do, who wins, and how pots are divided.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pokerkit
from pokerkit import Automation, BettingStructure, Deck
from pokerkit import Opening as Theirs

from railbird_server.rules.events import Dealt, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.variants import ForcedBets, FirstToAct, Selection, Street, Variant
from railbird_shared.actions import Action, Bet, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.cards import Card
from railbird_shared.events import BoardDealt
from railbird_shared.games import Stakes, Structure

AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING)
)
POKERKIT_STRUCTURES = {
    Structure.FIXED: BettingStructure.FIXED_LIMIT,
    Structure.POT: BettingStructure.POT_LIMIT,
    Structure.NO_LIMIT: BettingStructure.NO_LIMIT,
}
POKERKIT_OPENINGS = {
    FirstToAct.LEFT_OF_BLINDS: Theirs.POSITION,
    FirstToAct.LEFT_OF_BUTTON: Theirs.POSITION,
    FirstToAct.OPENER: Theirs.POSITION,
    FirstToAct.LOWEST_UPCARD: Theirs.LOW_CARD,
    FirstToAct.HIGHEST_UPCARD: Theirs.HIGH_HAND,
    FirstToAct.HIGHEST_UPCARD_ACE_LOW: Theirs.HIGH_CARD,
}
POKERKIT_HAND_TYPES = {
    (Order.HIGH, Selection.ANY): pokerkit.StandardHighHand,
    (Order.HIGH, Selection.TWO_FROM_HAND): pokerkit.OmahaHoldemHand,
    (Order.ACE_TO_FIVE, Selection.ANY): pokerkit.RegularLowHand,
    (Order.DEUCE_TO_SEVEN, Selection.ANY): pokerkit.StandardLowHand,
    (Order.BADUGI, Selection.ANY): pokerkit.BadugiHand,
}
POKERKIT_EIGHT_OR_BETTER = {
    Selection.ANY: pokerkit.EightOrBetterLowHand,
    Selection.TWO_FROM_HAND: pokerkit.OmahaEightOrBetterLowHand,
}


class BettingOptions(NamedTuple):
    """What the player in turn may do: seat, chips to call, and the least and the largest total he may bet to."""

    seat: int
    bring_in: bool
    call: int
    least: int
    most: int


class PokerKitHand:
    """The same hand in PokerKit. Its players are numbered from the button's left; ours are seats 1 and on in order."""

    def __init__(self, hand: Hand, stacks: Sequence[int]) -> None:
        self._our_hand = hand
        self._seats = [entrant.seat for entrant in hand.setup.entrants]
        self._hole_cards: dict[int, deque[Card]] = {seat: deque() for seat in self._seats}
        self._board: deque[Card] = deque()
        self.state = _pokerkit_state(hand.variant, hand.setup.game.stakes, stacks)

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat."""
        return dict(zip(self._seats, self.state.stacks, strict=True))

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return not self.state.status

    def mirror_deals(self, events: Iterable[RulesEvent]) -> None:
        """Hears which cards were dealt, and deals them as soon as it would deal some."""
        for event in events:
            if isinstance(event, Dealt):
                self._hole_cards[event.seat] += (*event.down, *event.up)
            if isinstance(event, BoardDealt):
                self._board += event.cards
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            while self._check_if_behind() or self._deal_next():
                pass

    def _check_if_behind(self) -> bool:
        """Checks where it asks for the only thing that can be done, as we do not; tells whether it did."""
        state = self.state
        behind = self._our_hand.over or (state.street_index is not None and state.street_index < self._our_hand.street)
        asked = behind and state.actor_index is not None and state.checking_or_calling_amount == 0
        if asked:
            state.check_or_call()
        return asked

    def _deal_next(self) -> bool:
        state = self.state
        dealee = state.hole_dealee_index
        if dealee is not None:
            waiting = self._hole_cards[self._seats[dealee]]
            if waiting:
                state.deal_hole(str(waiting.popleft()))
            return bool(waiting) or state.hole_dealee_index != dealee
        wanted = state.board_dealing_count
        if wanted and len(self._board) >= wanted:
            state.deal_board("".join(str(self._board.popleft()) for _ in range(wanted)))
            return True
        return False

    def options(self) -> BettingOptions | None:
        """Returns what the player in turn may do there, None when nobody is to bet."""
        state = self.state
        if state.actor_index is None:
            return None
        return BettingOptions(
            self._seats[state.actor_index],
            state.can_post_bring_in(),
            state.checking_or_calling_amount or 0,
            state.min_completion_betting_or_raising_to_amount or 0,
            state.max_completion_betting_or_raising_to_amount or 0,
        )

    def act(self, action: Action) -> None:
        """Carries out an act of the player in turn."""
        state = self.state
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            match action:
                case Fold():
                    state.fold()
                case Check() | Call():
                    state.check_or_call()
                case Bet(to) | Raise(to):
                    state.complete_bet_or_raise_to(to)
                case BringIn():
                    state.post_bring_in()
                case Draw(discards):
                    state.stand_pat_or_discard("".join(map(str, discards)))
                case _:
                    raise ValueError(action)


def options_from_legal(legal: LegalActions) -> BettingOptions:
    """Returns what the player in turn may do here."""
    wager = legal.wager
    least, most = (wager.minimum, wager.maximum) if wager else (0, 0)
    return BettingOptions(legal.seat, legal.bring_in is not None, legal.call or 0, least, most)


def _pokerkit_state(variant: Variant, stakes: Stakes, stacks: Sequence[int]) -> pokerkit.State:
    blinds: dict[int, int] = {}
    if variant.forced_bets is ForcedBets.BLINDS:
        blinds = {0: stakes.small_blind, 1: stakes.big_blind}
    if variant.forced_bets is ForcedBets.ANTES_AND_BUTTON:
        blinds = {0 if len(stacks) == 2 else -1: stakes.button_blind}
    return pokerkit.State(
        AUTOMATIONS,
        Deck.SHORT_DECK_HOLDEM if variant.ranking.pack == 36 else Deck.STANDARD,
        tuple(_pokerkit_hand_type(rules, variant.selection) for rules in (variant.high, variant.low) if rules),
        tuple(_pokerkit_street(variant, stakes, street) for street in variant.streets),
        POKERKIT_STRUCTURES[variant.structure],
        True,
        stakes.ante,
        blinds,
        stakes.bring_in if variant.forced_bets is ForcedBets.ANTES_AND_BRING_IN else 0,
        tuple(stacks),
        len(stacks),
    )


def _pokerkit_hand_type(rules: RankingRules, selection: Selection) -> type[pokerkit.Hand]:
    if rules.flush_over_full:
        return pokerkit.ShortDeckHoldemHand
    return POKERKIT_EIGHT_OR_BETTER[selection] if rules.qualifier else POKERKIT_HAND_TYPES[rules.order, selection]


def _pokerkit_street(variant: Variant, stakes: Stakes, street: Street) -> pokerkit.Street:
    """A street in PokerKit's terms, but for the burned card; it counts a bet among the raises, but no blind."""
    opening = POKERKIT_OPENINGS.get(street.first_to_act)
    if street.first_to_act is FirstToAct.BEST_SHOWING:
        opening = Theirs.HIGH_HAND if variant.high else Theirs.LOW_HAND
    assert opening is not None
    size = stakes.minimum_bet
    if variant.structure is Structure.FIXED:
        size = stakes.big_bet if street.big_bet else stakes.small_bet
    cap = variant.raise_cap
    blinds_count = street.first_to_act is FirstToAct.LEFT_OF_BLINDS
    return pokerkit.Street(
        False,
        (False,) * street.down + (True,) * street.up,
        street.board,
        street.draw > 0,
        opening,
        size,
        None if cap is None else cap + (0 if blinds_count else 1),
    )
