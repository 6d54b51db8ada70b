"""Choices besides betting and drawing: hi-lo declarations, declared hands, and how often to deal the rest.

Each choice is a stage like a betting round: it has a player to act, their legal actions, and `apply` to execute one.

Declared hands (SD-10, SD-11). A hand counts as its owner claims, even when it is better: four kings may be claimed as
three of a kind, a flush as ace high. Claimed hands are compared by category and then rank by rank.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from operator import ge

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.game.cards import HAND_SIZE, Card
from railbird_shared.game.ranking import Category, HandValue, Scale
from railbird_shared.game.ranking.order import encode_strength
from railbird_shared.protocol.actions import Action, Claim, Declaration, Declare, LegalActions, Run
from railbird_shared.protocol.events import Claimed, DeclarationsShown, Declared, RunChosen
from railbird_shared.protocol.view import LastAct


class _ChoiceRound:
    """A round in which every player of a list makes one choice, in order."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = list(players)
        self._choices_made = 0

    @property
    def to_act(self) -> Player | None:
        """The player whose turn it is to choose, None once all have chosen."""
        return self._players[self._choices_made] if self._choices_made < len(self._players) else None

    @property
    def _current_player(self) -> Player:
        return self._players[self._choices_made]

    def _legal_actions(
        self, *, declare: bool = False, claims: tuple[str, ...] = (), runs: int | None = None
    ) -> LegalActions:
        player = self._current_player
        return LegalActions(player.seat, player.stack, player.bet, declare=declare, claims=claims, max_runs=runs)


class DeclareRound(_ChoiceRound):
    """Every player declares in secret for high, low or both; all is revealed together (SD-21, SD-23)."""

    def __init__(self, players: Sequence[Player]) -> None:
        super().__init__(players)
        self.declarations: dict[int, Declaration] = {}

    def legal_actions(self) -> LegalActions:
        """Returns that the player in turn has to declare."""
        return self._legal_actions(declare=True)

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a declaration; the last one reveals them all. Raises IllegalAction."""
        if not isinstance(action, Declare):
            raise IllegalAction("declare-first", "Declare whether you go high, low or both ways.", "SD-21")
        self.declarations[legal.seat] = action.side
        self._current_player.last_act = LastAct.DECLARED
        self._choices_made += 1
        events: list[RulesEvent] = [Declared(legal.seat)]
        if self.to_act is None:
            for player in self._players:
                player.last_act = LastAct(self.declarations[player.seat])
            events.append(DeclarationsShown(tuple(self.declarations.items()), ("SD-21", "SD-23")))
        return events


class ClaimRound(_ChoiceRound):
    """Every player says aloud what hand they have, and it counts for no more than that (SD-10, SD-11).

    `claimable_hands` returns the names of the hands that a player's cards can be claimed to make, the best first, with
    the strength of each.
    """

    def __init__(self, players: Sequence[Player], claimable_hands: Callable[[Player], dict[str, int]]) -> None:
        super().__init__(players)
        self._claimable_hands = claimable_hands
        self.claimed_strengths: dict[int, int] = {}

    def legal_actions(self) -> LegalActions:
        """Returns the hands that the player in turn can claim."""
        return self._legal_actions(claims=tuple(self._claimable_hands(self._current_player)))

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a claim; raises IllegalAction for one that the cards cannot make (SD-11)."""
        if not isinstance(action, Claim):
            raise IllegalAction("claim-first", "Say which hand you have.", "SD-10")
        if action.hand not in legal.claims:
            hands = ", ".join(legal.claims)
            raise IllegalAction("false-claim", f"Your cards do not make that; claim one of: {hands}.", "SD-11")
        player = self._current_player
        self.claimed_strengths[legal.seat] = self._claimable_hands(player)[action.hand]
        player.shown_hand = action.hand
        self._choices_made += 1
        return [Claimed(legal.seat, player.shown_hand, ("SD-10",))]


class RunRound(_ChoiceRound):
    """Every player in the hand says how often to deal the rest; all have to agree to more than one run (SD-26)."""

    def __init__(self, players: Sequence[Player], max_runs: int) -> None:
        super().__init__(players)
        self._max_runs = max_runs
        self._answers: list[int] = []

    @property
    def times(self) -> int:
        """How often the rest is dealt: as often as all have said, or once if they differ."""
        return self._answers[0] if len(set(self._answers)) == 1 else 1

    def legal_actions(self) -> LegalActions:
        """Returns the most runs that the player in turn can ask for."""
        return self._legal_actions(runs=self._max_runs)

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes an answer; raises IllegalAction."""
        if not isinstance(action, Run):
            raise IllegalAction(
                "run-first", f"Say how often to deal the rest, from 1 to {self._max_runs} times.", "SD-26"
            )
        if type(action.times) is not int or not 1 <= action.times <= self._max_runs:
            raise IllegalAction("bad-run", f"The rest can be dealt from 1 to {self._max_runs} times.", "SD-26")
        self._answers.append(action.times)
        self._choices_made += 1
        return [RunChosen(legal.seat, action.times)]


GROUP_SIZES = {
    Category.ONE_PAIR: (2,),
    Category.TWO_PAIR: (2, 2),
    Category.THREE_OF_A_KIND: (3,),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4,),
    Category.FIVE_OF_A_KIND: (5,),
}
"""The sizes of the groups of equal ranks that make a category, in cards."""


def claimable_categories(scale: Scale, player: Player, board: Sequence[Card]) -> dict[Category, int]:
    """Returns every category that the cards can make, the best first, with the strength of its best hand."""
    strengths: dict[Category, int] = {}
    cards = [*player.cards, *board]
    for value in map(scale.value, combinations(cards, min(HAND_SIZE, len(cards)))):
        for category in (value.category, *_lower_categories(value)):
            strength = encode_strength(category.value, _deciding_ranks(value, category))
            strengths[category] = max(strength, strengths.get(category, 0))
    return dict(sorted(strengths.items(), key=lambda claim: claim[1], reverse=True))


def _lower_categories(value: HandValue) -> Iterable[Category]:
    """The categories below its own that the same five cards also make."""
    counts = sorted(Counter(card.rank for card in value.played_as).values(), reverse=True)
    own = value.category
    if own is Category.STRAIGHT_FLUSH:
        yield Category.FLUSH
        yield Category.STRAIGHT
    for category, groups in GROUP_SIZES.items():
        if category is not own and len(counts) >= len(groups) and all(map(ge, counts, groups)):
            yield category
    yield Category.HIGH_CARD


def _deciding_ranks(value: HandValue, category: Category) -> list[int]:
    """The deciding ranks of five cards read as a category: its groups, largest first, then the rest from the top."""
    if category is value.category:
        return [int(rank) for rank in value.ranks]
    left = sorted((int(card.rank) for card in value.played_as), reverse=True)
    ranks: list[int] = []
    if category is Category.STRAIGHT:
        return [int(value.ranks[0])]
    for size in GROUP_SIZES.get(category, ()):
        rank = max(rank for rank, count in Counter(left).items() if count >= size)
        ranks.append(rank)
        for _ in range(size):
            left.remove(rank)
    return [*ranks, *left][:HAND_SIZE]
