"""Choices besides betting: the cards to draw, hi-lo declarations, declared hands, and how often to deal the rest.

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
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.events import Burned, Dealt, Discarded, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.game.cards import HAND_SIZE, Card, Rank
from railbird_shared.game.clauses import Clause
from railbird_shared.game.ranking import Category, HandValue, Scale
from railbird_shared.game.ranking.hand_order import encode_strength
from railbird_shared.game.ranking.strengths import EQUAL_RANKS
from railbird_shared.game.variants import Street, Variant
from railbird_shared.protocol.actions import Action, Claim, Declaration, Declare, Draw, LegalActions, Run
from railbird_shared.protocol.events import Claimed, DeclarationsShown, Declared, RunChosen
from railbird_shared.protocol.view import LastAct


class _ChoiceRound:
    """A round in which players choose one after the other; `to_act` is the one in turn, None once all have chosen."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = list(players)
        self._still_to_choose = iter(self._players)
        self.to_act = next(self._still_to_choose, None)

    @property
    def _chooser(self) -> Player:
        assert self.to_act is not None
        return self.to_act

    def _end_turn(self) -> None:
        self.to_act = next(self._still_to_choose, None)


DISCARD_LIMIT, DISCARD_LIMIT_WITH_KEEPER = 3, 4


class DrawRound(_ChoiceRound):
    """The draw of a street by `players` in order (VT-5D-6), in which cards are exchanged or only thrown away.

    Where the game limits discards at most three cards may go, or four if an ace or a wild card is kept (VT-5D-11).
    Where nobody gets five cards in a row, a player who throws away a whole hand gets the fifth card after all others
    have drawn (VT-5D-12). A card is burned before it unless somebody else was served since their fourth card (VT-5D-13,
    CX-40).
    """

    def __init__(self, players: Sequence[Player], dealer: Dealer, variant: Variant, street: Street) -> None:
        super().__init__(players)
        self._dealer = dealer
        self._variant = variant
        self._street = street
        self._owed_fifth_card: list[Player] = []
        self._last_served: Player | None = None

    def legal_actions(self) -> LegalActions:
        """Returns what the player in turn may throw away."""
        player = self._chooser
        most = min(self._street.draw or self._street.discard, len(player.cards))
        keepers: tuple[Card, ...] = ()
        if self._variant.discard_limit:
            if len(player.cards) > DISCARD_LIMIT_WITH_KEEPER:
                keepers = tuple(filter(self._is_keeper, player.cards))
            most = min(most, DISCARD_LIMIT_WITH_KEEPER if keepers else DISCARD_LIMIT)
        return LegalActions(
            player.seat,
            player.stack,
            player.bet,
            max_discards=most,
            min_discards=self._street.discard,
            fourth_discard_keeps=keepers,
        )

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Carries out the draw of the player in turn; raises IllegalAction, changing nothing."""
        player = self._chooser
        if not isinstance(action, Draw):
            raise IllegalAction("draw-first", "It is the draw: choose the cards to discard, or stand pat.", "DL-19")
        discards = action.discards
        kept = self._cards_to_keep(player, legal, discards)
        player.keep_only(kept)
        player.cards_drawn = len(discards)
        player.last_act = LastAct.DREW if discards else LastAct.PAT
        self._dealer.discard(player.seat, discards)
        events: list[RulesEvent] = [Discarded(player.seat, discards, tuple(kept))]
        if discards and not self._street.discard:
            owes_fifth = len(discards) == HAND_SIZE and self._variant.fifth_card_last
            if owes_fifth:
                self._owed_fifth_card.append(player)
            events.append(self._deal_cards(player, len(discards) - owes_fifth))
        self._end_turn()
        for owed in self._owed_fifth_card if self.to_act is None else ():
            if self._last_served is owed and (burned := self._dealer.burn_before_fifth(owed.seat)):
                events.append(Burned(burned))
            events.append(self._deal_cards(owed, 1))
        return events

    def _deal_cards(self, player: Player, count: int) -> Dealt:
        self._last_served = player
        cards = self._dealer.deal_replacements(player.seat, count)
        player.add_cards(cards, face_down=True)
        return Dealt(player.seat, cards, (), tuple(player.cards))

    def _is_keeper(self, card: Card) -> bool:
        """Whether a player who keeps this card may draw four: it is an ace or a wild card (CX-37)."""
        return card.rank is Rank.ACE or card.is_joker or card in self._variant.ranking.wild_cards

    def _cards_to_keep(self, player: Player, legal: LegalActions, discards: Sequence[Card]) -> list[Card]:
        if len(discards) < legal.min_discards:
            raise IllegalAction("too-few", f"Discard {_count_in_words(legal.min_discards)}.", "VT-XX-3")
        if legal.max_discards is not None and len(discards) > legal.max_discards:
            usual: Clause = "VT-5D-11" if self._variant.discard_limit else "VT-5D-6"
            clause = "VT-XX-3" if self._street.discard else usual
            raise IllegalAction("too-many", f"You can discard at most {_count_in_words(legal.max_discards)}.", clause)
        kept = list(player.cards)
        for card in discards:
            if card not in kept:
                raise IllegalAction("not-yours", f"{card} is not among the cards you can discard.", "VT-5D-6")
            kept.remove(card)
        if self._variant.discard_limit and len(discards) > DISCARD_LIMIT and not any(map(self._is_keeper, kept)):
            raise IllegalAction("no-keeper", "Draw four cards only to an ace or a wild card.", "VT-5D-11")
        return kept


def _count_in_words(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"


class DeclareRound(_ChoiceRound):
    """Every player declares in secret for high, low or both; all is revealed together (SD-21, SD-23)."""

    def __init__(self, players: Sequence[Player]) -> None:
        super().__init__(players)
        self.declarations: dict[int, Declaration] = {}

    def legal_actions(self) -> LegalActions:
        """Returns that the player in turn has to declare."""
        player = self._chooser
        return LegalActions(player.seat, player.stack, player.bet, declare=True)

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a declaration; the last one reveals them all. Raises IllegalAction."""
        if not isinstance(action, Declare):
            raise IllegalAction("declare-first", "Declare whether you go high, low or both ways.", "SD-21")
        self.declarations[legal.seat] = action.side
        self._chooser.last_act = LastAct.DECLARED
        self._end_turn()
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
        player = self._chooser
        return LegalActions(player.seat, player.stack, player.bet, claims=tuple(self._claimable_hands(player)))

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes a claim; raises IllegalAction for one that the cards cannot make (SD-11)."""
        if not isinstance(action, Claim):
            raise IllegalAction("claim-first", "Say which hand you have.", "SD-10")
        if action.hand not in legal.claims:
            hands = ", ".join(legal.claims)
            raise IllegalAction("false-claim", f"Your cards do not make that; claim one of: {hands}.", "SD-11")
        player = self._chooser
        self.claimed_strengths[legal.seat] = self._claimable_hands(player)[action.hand]
        player.shown_hand = action.hand
        self._end_turn()
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
        player = self._chooser
        return LegalActions(player.seat, player.stack, player.bet, max_runs=self._max_runs)

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Notes an answer; raises IllegalAction."""
        often = f"from 1 to {self._max_runs} times."
        if not isinstance(action, Run):
            raise IllegalAction("run-first", f"Say how often to deal the rest, {often}", "SD-26")
        if type(action.times) is not int or not 1 <= action.times <= self._max_runs:
            raise IllegalAction("bad-run", f"The rest can be dealt {often}", "SD-26")
        self._answers.append(action.times)
        self._end_turn()
        return [RunChosen(legal.seat, action.times)]


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
    for category, groups in EQUAL_RANKS.items():
        if category is not own and len(counts) >= len(groups) and all(map(ge, counts, groups)):
            yield category
    yield Category.HIGH_CARD


def _deciding_ranks(value: HandValue, category: Category) -> list[int]:
    """The deciding ranks of five cards read as a category: its groups, largest first, then the rest from the top."""
    if category in (value.category, Category.STRAIGHT):
        return [int(rank) for rank in value.ranks]
    left = sorted((int(card.rank) for card in value.played_as), reverse=True)
    ranks: list[int] = []
    for size in EQUAL_RANKS.get(category, ()):
        rank = max(rank for rank, count in Counter(left).items() if count >= size)
        ranks.append(rank)
        for _ in range(size):
            left.remove(rank)
    return [*ranks, *left][:HAND_SIZE]
