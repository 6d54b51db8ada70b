"""Random hands played through both engines at once, and the positions in which PokerKit is known to differ."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Entrant, Setup
from railbird_server.rules.variants import VARIANTS, Forced, OddChip, Opener, Variant
from railbird_shared.actions import Action, BringIn, Call, Check, Draw, Fold, LegalActions
from railbird_shared.cards import Card
from railbird_shared.events import Post, Posted, PotAwarded, Side, StreetBegan, Wagered
from railbird_shared.games import Stakes, Structure
from second_engine import Options, SecondEngine, our_options

MOST_PLAYERS = 7
DEPTHS = (12, 100)
"""How deep stacks may be, in minimum bets: every other hand is full of all-ins."""


def comparable(name: str) -> Variant:
    """Returns one of our games without what PokerKit lacks: each of these has a test of its own among the deviations.

    Odd chips go by position, an open pair lets nobody bet double, the opener of a draw has no first word later on, and
    nobody throws a hand in.
    """
    variant = VARIANTS[name]
    streets = tuple(
        replace(
            street,
            open_pair=False,
            opener=Opener.LEFT_OF_BUTTON if street.opener is Opener.FIRST_BETTOR else street.opener,
        )
        for street in variant.streets
    )
    return replace(variant, streets=streets, odd_chip=OddChip.POSITION, pass_out=False)


class Position(NamedTuple):
    """Where the engines say what may be done: the hand, and the round's forced and voluntary bets so far."""

    hand: Hand
    ours: Options
    theirs: Options
    forced: tuple[Posted, ...]
    wagers: tuple[Wagered, ...]

    @property
    def only_they_open(self) -> bool:
        """Whether PokerKit alone allows a bet or a raise, and all else is alike."""
        return not self.ours.least and self.theirs == self.ours._replace(least=self.theirs.least, most=self.theirs.most)

    @property
    def only_we_open(self) -> bool:
        """Whether we alone allow a bet or a raise, and all else is alike."""
        return not self.theirs.least and self.ours == self.theirs._replace(least=self.ours.least, most=self.ours.most)

    @property
    def others(self) -> list[Player]:
        """The other players in the hand."""
        return [player for player in self.hand.players.values() if player.seat != self.ours.seat and not player.folded]

    @property
    def size(self) -> int:
        """The fixed bet of the street, in chips."""
        stakes = self.hand.setup.game.stakes
        return stakes.big_bet if self.hand.variant.streets[self.hand.street].big else stakes.small_bet


def a_forced_bet_was_short(position: Position) -> bool:
    """Somebody had too few chips for his blind or bring-in (DL-12)."""
    return any(post.chips < post.to_match and post.post is not Post.ANTE for post in position.forced)


def an_all_in_missed_the_level(position: Position) -> bool:
    """In fixed limit somebody went all-in to a total that is no whole number of bets (BT-35)."""
    fixed = position.hand.variant.structure is Structure.FIXED
    return fixed and any(wager.all_in and wager.to % position.size for wager in position.wagers)


def a_short_all_in_came_first(position: Position) -> bool:
    """The first who bet or raised of his own will was all-in for less than a bet or a raise (BT-34)."""
    return position.only_they_open and bool(position.wagers) and not position.wagers[0].full


def two_are_left_at_the_cap(position: Position) -> bool:
    """The cap on raises is reached, but only two players are in the hand (BT-30)."""
    return position.only_we_open and position.hand.variant.raise_cap is not None and len(position.others) == 1


def nobody_could_call_more(position: Position) -> bool:
    """The others with chips left cannot even call, so that a raise could win nothing (AI-7)."""
    able = [player for player in position.others if player.can_act]
    return position.only_we_open and all(p.bet + p.stack <= position.hand.to_match for p in able)


def the_bring_in_takes_all(position: Position) -> bool:
    """The bring-in costs a player his last chip, which PokerKit offers as a completion too (DL-12)."""
    chips = position.hand.stacks[position.ours.seat]
    return position.only_they_open and position.ours.bring_in and chips <= position.hand.setup.game.stakes.bring_in


def upcards_are_alike(position: Position) -> bool:
    """Two players show the highest rank, and where the high card begins suits decide (VT-S5-6)."""
    hand = position.hand
    if hand.variant.streets[hand.street].opener is not Opener.HIGHEST_UPCARD:
        return False
    ranks = sorted(player.upcards[0].rank for player in hand.players.values())
    return ranks[-1] is ranks[-2]


KNOWN: tuple[Callable[[Position], bool], ...] = (
    a_forced_bet_was_short,
    an_all_in_missed_the_level,
    a_short_all_in_came_first,
    two_are_left_at_the_cap,
    nobody_could_call_more,
    the_bring_in_takes_all,
    upcards_are_alike,
)

WITHOUT_EFFECT = {nobody_could_call_more.__name__, the_bring_in_takes_all.__name__}
"""Deviations that leave both engines alike as long as nobody makes use of them."""


def a_low_in_some_pots_only(awards: Sequence[PotAwarded]) -> bool:
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


KNOWN_DIVISIONS: tuple[Callable[[Sequence[PotAwarded]], bool], ...] = (
    a_low_in_some_pots_only,
    several_odd_chips,
    odd_chips_in_several_pots,
)


class UnexplainedError(AssertionError):
    """The engines differ where no known deviation of PokerKit's says why."""


@dataclass
class Tally:
    """What came of random hands: how many ended alike in both engines, and how many parted at a known deviation."""

    alike: int = 0
    decisions: int = 0
    parted: Counter[str] = field(default_factory=Counter)


class Comparison:
    """One hand in both engines; the seats run from the button's left."""

    def __init__(
        self, variant: Variant, stacks: Sequence[int], deck: Sequence[Card], stakes: Stakes | None = None
    ) -> None:
        seats = list(range(1, len(stacks) + 1))
        blinds = variant.forced is Forced.BLINDS
        heads_up = len(seats) == 2
        setup = Setup(
            number=1,
            game=variant.at(stakes) if stakes else variant.announce(),
            button=seats[-1],
            entrants=tuple(Entrant(seat, stack) for seat, stack in zip(seats, stacks, strict=True)),
            small_blind=seats[1 if heads_up else 0] if blinds else None,
            big_blind=seats[0 if heads_up else 1] if blinds else None,
            variant=variant,
        )
        self.hand = Hand(setup, deck)
        self.theirs = SecondEngine(self.hand, stacks)
        self.decisions = 0
        self._forced: list[Posted] = []
        self._wagers: list[Wagered] = []
        self._awards: list[PotAwarded] = []
        self._note(self.hand.start())

    @property
    def position(self) -> Position | None:
        """What both engines say of the player in turn, None where they do not both wait for a bet."""
        legal, theirs = self.hand.legal(), self.theirs.options()
        if legal is None or theirs is None or legal.draw is not None:
            return None
        return Position(self.hand, our_options(legal), theirs, tuple(self._forced), tuple(self._wagers))

    @property
    def deviation(self) -> str:
        """The name of a known deviation if the engines part here, empty if they agree; raises UnexplainedError."""
        position = self.position
        if position is None:
            return ""
        if position.ours == position.theirs:
            return ""
        for known in KNOWN:
            if known(position):
                return known.__name__
        raise UnexplainedError(f"{position.ours} here, {position.theirs} there")

    @property
    def ending(self) -> str:
        """The name of a known deviation if the stacks differ at the end, empty if not; raises UnexplainedError."""
        if not self.theirs.over:
            raise UnexplainedError("the hand is over here, and goes on there")
        if self.theirs.stacks == self.hand.stacks:
            return ""
        for known in KNOWN_DIVISIONS:
            if known(self._awards):
                return known.__name__
        raise UnexplainedError(f"{self.hand.stacks} here, {self.theirs.stacks} there")

    def act(self, action: Action) -> None:
        """Acts for the player in turn in both engines."""
        legal = self.hand.legal()
        assert legal is not None
        self.decisions += 1
        events = self.hand.act(legal.seat, action)
        self.theirs.act(action)
        self._note(events)

    def play(self, dice: random.Random) -> str:
        """Plays on at random; returns the deviation at which the engines part, empty when they end alike."""
        while (legal := self.hand.legal()) is not None:
            deviation = self.deviation
            if deviation and deviation not in WITHOUT_EFFECT:
                return deviation
            allowed = replace(legal, wager=None) if deviation else legal
            self.act(choose(allowed, self.hand.players[legal.seat].cards, dice))
        return self.ending

    def _note(self, events: Iterable[RulesEvent]) -> None:
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
        self.theirs.tell(events)


def choose(legal: LegalActions, cards: list[Card], dice: random.Random) -> Action:
    """Returns a random legal act, but no fold where a check is free: PokerKit allows none."""
    if legal.draw is not None:
        return Draw(tuple(dice.sample(cards, dice.randint(0, min(legal.draw, 4)))))
    wager, roll = legal.wager, dice.random()
    if wager is not None and roll < 0.3:
        return wager.action(dice.choice((wager.minimum, wager.maximum, dice.randint(wager.minimum, wager.maximum))))
    if legal.bring_in is not None:
        return BringIn()
    if legal.check:
        return Check()
    return Fold() if roll > 0.85 else Call()


def compare(game: str, hands: int, seed: int) -> Tally:
    """Plays random hands of a game in both engines; raises UnexplainedError where they differ and nothing says why."""
    variant = comparable(game)
    tally = Tally()
    for number in range(hands):
        dice = random.Random(f"{game} {seed} {number}")
        players = dice.randint(2, min(variant.most_seats, MOST_PLAYERS))
        depth = DEPTHS[number % len(DEPTHS)]
        stacks = [dice.randint(1, depth * variant.habit) for _ in range(players)]
        deck = list(variant.pack)
        dice.shuffle(deck)
        comparison = Comparison(variant, stacks, deck)
        try:
            deviation = comparison.play(dice)
        except Exception as error:
            raise UnexplainedError(f"{game}, seed {seed}, hand {number}, stacks {stacks}: {error}") from error
        tally.decisions += comparison.decisions
        tally.parted.update([deviation] if deviation else [])
        tally.alike += not deviation
    return tally
