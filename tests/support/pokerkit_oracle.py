"""PokerKit as an oracle for the rules: random hands run in both engines, compared at every decision.

PokerKit plays the streets of our own variants and receives the cards that we deal. It decides on its own who is to act,
what that player may do, who wins, and how pots are divided. Known deviations are functions; each has a test of its own.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import pokerkit
from msgspec.structs import replace
from pokerkit import Automation, BettingStructure, Deck
from pokerkit import Opening as Theirs

from railbird_server.rules.events import Dealt, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Entrant, Setup
from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import OddChip, Order, Selection
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, FirstToAct, ForcedBets, Street, Variant
from railbird_shared.protocol.actions import Action, Bet, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.protocol.events import BoardDealt, Post, Posted, PotAwarded, Side, StreetBegan, Wagered

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
    """The options of the player in turn: seat, chips to call, and the least and the largest total to bet to."""

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
        """Takes the cards that we dealt, and deals them as soon as PokerKit wants to deal."""
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
        """Checks where PokerKit asks for the only legal act and we do not; returns whether it did."""
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
        tuple(
            _remember_hands(_pokerkit_hand_type(rules, variant.selection))
            for rules in (variant.high, variant.low)
            if rules
        ),
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


@cache
def _remember_hands(hand_type: type[pokerkit.Hand]) -> type[pokerkit.Hand]:
    """Returns the same hand type, which evaluates cards once: at a showdown PokerKit asks for each hand many times."""
    evaluate_as: Callable[..., pokerkit.Hand] = hand_type.from_game.__func__  # type: ignore[attr-defined]

    @lru_cache(maxsize=1000)
    def evaluate(hole: tuple[pokerkit.Card, ...], board: tuple[pokerkit.Card, ...]) -> pokerkit.Hand:
        return evaluate_as(remembering, hole, board)

    def from_game(
        _: type[pokerkit.Hand], hole_cards: pokerkit.CardsLike, board_cards: pokerkit.CardsLike = ()
    ) -> pokerkit.Hand:
        return evaluate(pokerkit.Card.clean(hole_cards), pokerkit.Card.clean(board_cards))

    entry = cached_property(lambda hand: hand.lookup.get_entry(hand.cards))
    entry.__set_name__(hand_type, "entry")
    remembering = type(hand_type.__name__, (hand_type,), {"from_game": classmethod(from_game), "entry": entry})
    return remembering


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


MAX_PLAYERS = 7
STACK_DEPTHS = (12, 100)
"""How deep stacks may be, in minimum bets: every other hand is full of all-ins."""


def comparable_variant(name: str) -> Variant:
    """Returns one of our games without what PokerKit lacks: each of these has a test of its own among the deviations.

    Odd chips go by position, an open pair lets nobody bet double, the opener of a draw has no first word later on, and
    nobody throws a hand in.
    """
    variant = VARIANTS[name]
    streets = tuple(
        replace(
            street,
            open_pair=False,
            first_to_act=FirstToAct.LEFT_OF_BUTTON if street.first_to_act is FirstToAct.OPENER else street.first_to_act,
        )
        for street in variant.streets
    )
    return replace(variant, streets=streets, odd_chip=OddChip.POSITION, pass_out=False)


class Decision(NamedTuple):
    """A decision in both engines: the hand, and the forced and voluntary bets of the round so far."""

    hand: Hand
    ours: BettingOptions
    theirs: BettingOptions
    forced: tuple[Posted, ...]
    wagers: tuple[Wagered, ...]

    @property
    def only_pokerkit_allows_wager(self) -> bool:
        """Whether PokerKit alone allows a bet or a raise, and everything else agrees."""
        return not self.ours.least and self.theirs == self.ours._replace(least=self.theirs.least, most=self.theirs.most)

    @property
    def only_we_allow_wager(self) -> bool:
        """Whether we alone allow a bet or a raise, and everything else agrees."""
        return not self.theirs.least and self.ours == self.theirs._replace(least=self.ours.least, most=self.ours.most)

    @property
    def opponents(self) -> list[Player]:
        """The other players in the hand."""
        return [player for player in self.hand.players.values() if player.seat != self.ours.seat and not player.folded]

    @property
    def fixed_bet(self) -> int:
        """The fixed bet of the street, in chips."""
        stakes = self.hand.setup.game.stakes
        return stakes.big_bet if self.hand.variant.streets[self.hand.street].big_bet else stakes.small_bet


def forced_bet_was_short(decision: Decision) -> bool:
    """A player had too few chips for their blind or bring-in (DL-12), or none left for it after the ante."""
    setup, posts = decision.hand.setup, [post for post in decision.forced if post.post is not Post.ANTE]
    by_button = decision.hand.variant.forced_bets is ForcedBets.ANTES_AND_BUTTON
    due = {setup.button} if by_button else {setup.small_blind, setup.big_blind} - {None}
    unpaid = bool(decision.forced) and not due <= {post.seat for post in posts}
    return unpaid or any(post.chips < post.to_match for post in posts)


def all_in_of_less_than_half_a_bet(decision: Decision) -> bool:
    """In fixed limit somebody went all-in for less than half a bet more, which does not count (BT-35)."""
    fixed = decision.hand.variant.structure is Structure.FIXED
    return fixed and any(wager.all_in and not wager.full for wager in decision.wagers)


def part_of_a_bet_counts_as_whole(decision: Decision) -> bool:
    """In fixed limit an all-in of half a bet or more, but less than a whole one, reopened the betting (BT-35)."""
    if decision.hand.variant.structure is not Structure.FIXED or not decision.only_we_allow_wager:
        return False
    blinds = [post.to_match for post in decision.forced if post.post in (Post.SMALL_BLIND, Post.BIG_BLIND)]
    levels = [max(blinds, default=0), *(wager.to for wager in decision.wagers if wager.full)]
    return any(above - below < decision.fixed_bet for below, above in pairwise(levels))


def short_all_in_opened_betting(decision: Decision) -> bool:
    """The first voluntary bet or raise was an all-in for less than a full one (BT-34)."""
    return decision.only_pokerkit_allows_wager and bool(decision.wagers) and not decision.wagers[0].full


def no_cap_between_two(decision: Decision) -> bool:
    """The cap on raises is out of force: only two players with chips are left in the hand (BT-30)."""
    able = [player for player in decision.opponents if not player.folded and player.stack]
    return decision.only_we_allow_wager and decision.hand.variant.raise_cap is not None and len(able) == 1


def no_opponent_can_call_more(decision: Decision) -> bool:
    """The others with chips left cannot even call, so that a raise could win nothing (AI-7)."""
    able = [player for player in decision.opponents if not player.folded and player.stack]
    return decision.only_we_allow_wager and all(p.bet + p.stack <= decision.hand.to_match for p in able)


def bring_in_takes_last_chip(decision: Decision) -> bool:
    """The bring-in costs a player their last chip, which PokerKit also offers as a completion (DL-12)."""
    chips = decision.hand.stacks[decision.ours.seat]
    return (
        decision.only_pokerkit_allows_wager
        and decision.ours.bring_in
        and chips <= decision.hand.setup.game.stakes.bring_in
    )


def highest_upcards_tie(decision: Decision) -> bool:
    """Two players show the highest rank, and where the high card begins suits decide (VT-S5-6)."""
    hand = decision.hand
    if hand.variant.streets[hand.street].first_to_act is not FirstToAct.HIGHEST_UPCARD:
        return False
    ranks = sorted(player.upcards[0].rank for player in hand.players.values())
    return ranks[-1] is ranks[-2]


KNOWN_BETTING_DEVIATIONS: tuple[Callable[[Decision], bool], ...] = (
    forced_bet_was_short,
    all_in_of_less_than_half_a_bet,
    part_of_a_bet_counts_as_whole,
    short_all_in_opened_betting,
    no_cap_between_two,
    no_opponent_can_call_more,
    bring_in_takes_last_chip,
    highest_upcards_tie,
)

HARMLESS_DEVIATIONS = {no_opponent_can_call_more.__name__, bring_in_takes_last_chip.__name__}
"""Deviations that leave both engines alike as long as nobody makes use of them."""


def low_qualifies_in_some_pots_only(awards: Sequence[PotAwarded]) -> bool:
    """Nobody who can win some pot has a low that qualifies, while another pot has one (SD-18, SD-19)."""
    low = {award.pot for award in awards if award.side is Side.LOW}
    return bool(low) and low != {award.pot for award in awards}


def several_odd_chips(awards: Sequence[PotAwarded]) -> bool:
    """Two or more chips of a share cannot be divided; PokerKit gives them all to one player (SD-16)."""
    odd = Counter((award.pot, award.side) for award in awards if award.odd)
    return max(odd.values(), default=0) > 1


def odd_chips_in_several_pots(awards: Sequence[PotAwarded]) -> bool:
    """More than one pot has an odd chip; PokerKit joins pots that only the same players are left in (SD-18)."""
    return len({award.pot for award in awards if award.odd or "SD-17" in award.because}) > 1


KNOWN_DIVISION_DEVIATIONS: tuple[Callable[[Sequence[PotAwarded]], bool], ...] = (
    low_qualifies_in_some_pots_only,
    several_odd_chips,
    odd_chips_in_several_pots,
)


class UnexplainedDeviationError(AssertionError):
    """The engines differ and no known deviation of PokerKit explains it."""


@dataclass
class Tally:
    """The results of random hands: how many ended alike in both engines, and how many met a known deviation."""

    agreed: int = 0
    decisions: int = 0
    deviations: Counter[str] = field(default_factory=Counter)


class PairedHand:
    """One hand in both engines; the seats run from the button's left."""

    def __init__(
        self, variant: Variant, stacks: Sequence[int], deck: Sequence[Card], stakes: Stakes | None = None
    ) -> None:
        seats = list(range(1, len(stacks) + 1))
        blinds = variant.forced_bets is ForcedBets.BLINDS
        heads_up = len(seats) == 2
        setup = Setup(
            number=1,
            game=variant.game_at(stakes) if stakes else variant.make_game(),
            button=seats[-1],
            entrants=tuple(Entrant(seat, stack) for seat, stack in zip(seats, stacks, strict=True)),
            small_blind=seats[1 if heads_up else 0] if blinds else None,
            big_blind=seats[0 if heads_up else 1] if blinds else None,
            variant=variant,
        )
        self.hand = Hand(setup, deck)
        self.theirs = PokerKitHand(self.hand, stacks)
        self.decisions = 0
        self._forced: list[Posted] = []
        self._wagers: list[Wagered] = []
        self._awards: list[PotAwarded] = []
        self._record(self.hand.start())

    @property
    def decision(self) -> Decision | None:
        """The decision of the player in turn, None unless both engines wait for a bet."""
        legal, theirs = self.hand.legal_actions(), self.theirs.options()
        if legal is None or theirs is None or legal.max_discards is not None:
            return None
        return Decision(self.hand, options_from_legal(legal), theirs, tuple(self._forced), tuple(self._wagers))

    @property
    def deviation(self) -> str:
        """The known deviation at which the engines differ, empty if they agree; raises UnexplainedDeviationError."""
        position = self.decision
        if position is None:
            return ""
        if position.ours == position.theirs:
            return ""
        for known in KNOWN_BETTING_DEVIATIONS:
            if known(position):
                return known.__name__
        raise UnexplainedDeviationError(f"{position.ours} here, {position.theirs} there")

    @property
    def final_deviation(self) -> str:
        """The name of a known deviation if the final stacks differ, empty if not; raises UnexplainedDeviationError."""
        if not self.theirs.over:
            raise UnexplainedDeviationError("the hand is over here, and goes on there")
        if self.theirs.stacks == self.hand.stacks:
            return ""
        for known in KNOWN_DIVISION_DEVIATIONS:
            if known(self._awards):
                return known.__name__
        raise UnexplainedDeviationError(f"{self.hand.stacks} here, {self.theirs.stacks} there")

    def act(self, action: Action) -> None:
        """Acts for the player in turn in both engines."""
        legal = self.hand.legal_actions()
        assert legal is not None
        self.decisions += 1
        events = self.hand.act(legal.seat, action)
        self.theirs.act(action)
        self._record(events)

    def play_to_end(self, rng: random.Random) -> str:
        """Plays random acts to the end; returns the deviation that the engines met, empty if they end alike."""
        while (legal := self.hand.legal_actions()) is not None:
            deviation = self.deviation
            if deviation and deviation not in HARMLESS_DEVIATIONS:
                return deviation
            allowed = replace(legal, wager=None) if deviation else legal
            self.act(random_action(allowed, self.hand.players[legal.seat].cards, rng))
        return self.final_deviation

    def _record(self, events: Iterable[RulesEvent]) -> None:
        for event in events:
            match event:
                case StreetBegan(street=street) if street > 0:
                    self._forced.clear()
                    self._wagers.clear()
                case Posted():
                    self._forced.append(event)
                case Wagered():
                    self._wagers.append(event)
                case PotAwarded():
                    self._awards.append(event)
                case _:
                    pass
        self.theirs.mirror_deals(events)


def random_action(legal: LegalActions, cards: list[Card], rng: random.Random) -> Action:
    """Returns a random legal act, but no fold where a check is free: PokerKit allows none."""
    if legal.max_discards is not None:
        return Draw(tuple(rng.sample(cards, rng.randint(0, min(legal.max_discards, 4)))))
    wager, roll = legal.wager, rng.random()
    if wager is not None and roll < 0.3:
        return wager.action(rng.choice((wager.minimum, wager.maximum, rng.randint(wager.minimum, wager.maximum))))
    if legal.bring_in is not None:
        return BringIn()
    if legal.check:
        return Check()
    return Fold() if roll > 0.85 else Call()


def compare_random_hands(game: str, hands: int, seed: int) -> Tally:
    """Plays random hands of a game in both engines; raises UnexplainedDeviationError if they differ otherwise."""
    variant = comparable_variant(game)
    tally = Tally()
    for number in range(hands):
        rng = random.Random(f"{game} {seed} {number}")
        players = rng.randint(2, min(variant.max_seats, MAX_PLAYERS))
        depth = STACK_DEPTHS[number % len(STACK_DEPTHS)]
        stacks = [rng.randint(1, depth * variant.default_bet) for _ in range(players)]
        deck = list(variant.pack)
        rng.shuffle(deck)
        comparison = PairedHand(variant, stacks, deck)
        try:
            deviation = comparison.play_to_end(rng)
        except Exception as error:
            raise UnexplainedDeviationError(f"{game}, seed {seed}, hand {number}, stacks {stacks}: {error}") from error
        tally.decisions += comparison.decisions
        tally.deviations.update([deviation] if deviation else [])
        tally.agreed += not deviation
    return tally
