"""One draw: whose turn it is, which cards a player may discard, and when they get the replacements."""

from __future__ import annotations

from collections.abc import Sequence

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


class DrawRound:
    """The draw of a street by `players` in order (VT-5D-6), in which cards are exchanged or only thrown away.

    Where the game limits discards at most three cards may go, or four if an ace or a wild card is kept (VT-5D-11).
    Where nobody gets five cards in a row, a player who throws away a whole hand gets the fifth card after all others
    have drawn (VT-5D-12). A card is burned before it unless somebody else was served since their fourth card (VT-5D-13,
    CX-40).
    """

    def __init__(self, players: Sequence[Player], dealer: Dealer, variant: Variant, street: Street) -> None:
        self.to_act: Player | None = players[0]
        """The player whose turn it is to draw, None once all have drawn."""
        self._still_to_draw = iter(players[1:])
        self._dealer = dealer
        self._variant = variant
        self._street = street
        self._owed_fifth_card: list[Player] = []
        self._last_served: Player | None = None

    def legal_actions(self) -> LegalActions:
        """Returns what the player in turn may throw away."""
        player = self.to_act
        assert player is not None
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
        if discards and not self._street.discard:
            owes_fifth = len(discards) == HAND_SIZE and self._variant.fifth_card_last
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
        return card.rank is Rank.ACE or card.is_joker or card in self._variant.ranking.wild_cards

    def _cards_to_keep(self, player: Player, legal: LegalActions, discards: Sequence[Card]) -> list[Card]:
        """Returns the cards that the player keeps; raises IllegalAction for discards that are not allowed."""
        if len(discards) < legal.min_discards:
            raise IllegalAction("too-few", f"Discard {_count_in_words(legal.min_discards)}.", "VT-XX-3")
        if legal.max_discards is not None and len(discards) > legal.max_discards:
            clause: Clause = "VT-5D-11" if self._variant.discard_limit else "VT-5D-6"
            clause = "VT-XX-3" if self._street.discard else clause
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
