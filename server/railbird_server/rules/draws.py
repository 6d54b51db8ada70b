"""One draw: whose turn it is, which cards a player may discard, and when they get the replacements."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_server.refusal import IllegalAction
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.events import Burned, Dealt, Discarded, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.game.cards import HAND_SIZE, Card, Rank
from railbird_shared.game.clauses import Clause
from railbird_shared.game.variants import Street, Variant
from railbird_shared.protocol.actions import Action, Draw, LegalActions
from railbird_shared.protocol.view import LastAct

DISCARD_LIMIT, DISCARD_LIMIT_WITH_KEEPER = 3, 4


class DrawRules(Struct, frozen=True):
    """The rules of a draw: from `min_discards` to `max_discards` cards, with new ones for them if `replaced`.

    With `three_card_limit` at most three cards may go, or four if an ace or one of the `wild_cards` is kept
    (VT-5D-11). With `fifth_card_last` nobody gets five cards in a row (VT-5D-12, VT-5D-13).
    """

    max_discards: int
    min_discards: int = 0
    replaced: bool = True
    three_card_limit: bool = False
    wild_cards: tuple[Card, ...] = ()
    fifth_card_last: bool = True


def make_draw_rules(variant: Variant, street: Street) -> DrawRules:
    """Returns what the draw of a street allows."""
    return DrawRules(
        max_discards=street.draw or street.discard,
        min_discards=street.discard,
        replaced=street.discard == 0,
        three_card_limit=variant.discard_limit,
        wild_cards=variant.ranking.wild_cards,
        fifth_card_last=variant.fifth_card_last,
    )


class DrawRound:
    """A draw by `players` in order (VT-5D-6).

    A player who throws away a whole hand gets the fifth card after all others have drawn (VT-5D-12). A card is burned
    before it unless somebody else was served since their fourth card (VT-5D-13, CX-40).
    """

    def __init__(self, players: Sequence[Player], dealer: Dealer, rules: DrawRules) -> None:
        self.to_act: Player | None = players[0]
        """The player whose turn it is to draw, None once all have drawn."""
        self._still_to_draw = iter(players[1:])
        self._dealer = dealer
        self._rules = rules
        self._owed_fifth_card: list[Player] = []
        self._last_served: Player | None = None

    def legal_actions(self) -> LegalActions:
        """Returns what the player in turn may throw away."""
        player = self.to_act
        assert player is not None
        most = min(self._rules.max_discards, len(player.cards))
        keepers: tuple[Card, ...] = ()
        if self._rules.three_card_limit:
            if len(player.cards) > DISCARD_LIMIT_WITH_KEEPER:
                keepers = tuple(filter(self._is_keeper, player.cards))
            most = min(most, DISCARD_LIMIT_WITH_KEEPER if keepers else DISCARD_LIMIT)
        return LegalActions(
            player.seat,
            player.stack,
            player.bet,
            max_discards=most,
            min_discards=self._rules.min_discards,
            fourth_discard_keeps=keepers,
        )

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Carries out the draw of the player in turn; raises IllegalAction, changing nothing."""
        player = self.to_act
        assert player is not None
        if not isinstance(action, Draw):
            raise IllegalAction("draw-first", "It is the draw: choose the cards to discard, or stand pat.", "DL-19")
        discards = action.discards
        kept = self._cards_to_keep(player, legal, discards)
        player.keep_only(kept)
        player.cards_drawn = len(discards)
        player.last_act = LastAct.DREW if discards else LastAct.PAT
        self._dealer.discard(player.seat, discards)
        events: list[RulesEvent] = [Discarded(player.seat, discards, tuple(kept))]
        if discards and self._rules.replaced:
            owes_fifth = len(discards) == HAND_SIZE and self._rules.fifth_card_last
            if owes_fifth:
                self._owed_fifth_card.append(player)
            events.append(self._deal_cards(player, len(discards) - owes_fifth))
        self.to_act = next(self._still_to_draw, None)
        if self.to_act is None and self._owed_fifth_card:
            events += self._deal_fifth_cards()
        return events

    def _deal_fifth_cards(self) -> list[RulesEvent]:
        events: list[RulesEvent] = []
        for player in self._owed_fifth_card:
            if self._last_served is player:
                burned = self._dealer.burn_before_fifth(player.seat)
                events += [Burned(burned)] if burned else []
            events.append(self._deal_cards(player, 1))
        return events

    def _deal_cards(self, player: Player, count: int) -> Dealt:
        self._last_served = player
        cards = self._dealer.deal_replacements(player.seat, count)
        player.add_cards(cards, face_down=True)
        return Dealt(player.seat, cards, (), tuple(player.cards))

    def _is_keeper(self, card: Card) -> bool:
        """Whether a player who keeps this card may draw four: it is an ace or a wild card (CX-37)."""
        return card.rank is Rank.ACE or card.is_joker or card in self._rules.wild_cards

    def _cards_to_keep(self, player: Player, legal: LegalActions, discards: Sequence[Card]) -> list[Card]:
        """Returns the cards that the player keeps; raises IllegalAction for discards that are not allowed."""
        if len(discards) < legal.min_discards:
            raise IllegalAction("too-few", f"Discard {_count_in_words(legal.min_discards)}.", "VT-XX-3")
        if legal.max_discards is not None and len(discards) > legal.max_discards:
            clause: Clause = "VT-5D-11" if self._rules.three_card_limit else "VT-5D-6"
            clause = clause if self._rules.replaced else "VT-XX-3"
            raise IllegalAction("too-many", f"You can discard at most {_count_in_words(legal.max_discards)}.", clause)
        kept = list(player.cards)
        for card in discards:
            if card not in kept:
                raise IllegalAction("not-yours", f"{card} is not among the cards you can discard.", "VT-5D-6")
            kept.remove(card)
        if self._rules.three_card_limit and len(discards) > DISCARD_LIMIT and not any(map(self._is_keeper, kept)):
            raise IllegalAction("no-keeper", "Draw four cards only to an ace or a wild card.", "VT-5D-11")
        return kept


def _count_in_words(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
