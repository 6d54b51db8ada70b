"""One draw: whose turn it is, which cards he may throw away, and when he gets the new ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from railbird_server.rules.dealing import Dealer
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import Burned, Dealt, Discarded, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.actions import Action, Draw, LegalActions
from railbird_shared.cards import Card, Rank
from railbird_shared.view import LastAct

WHOLE_HAND = 5
LIMIT, LIMIT_WITH_KEEPER = 3, 4


class Exchange(Struct, frozen=True):
    """What a draw allows: up to `most` cards thrown away, at least `least`, with new ones for them if `replaced`.

    With `limited` no more than three, and four only to an ace or one of the `wild` cards (VT-5D-11). With
    `fifth_last` nobody is given five cards running (VT-5D-12, VT-5D-13).
    """

    most: int
    least: int = 0
    replaced: bool = True
    limited: bool = False
    wild: frozenset[Card] = frozenset()
    fifth_last: bool = True


class DrawRound:
    """A draw by `players` in order (VT-5D-6).

    Who throws away a whole hand gets the fifth card after all others have drawn (VT-5D-12), with a card burned before
    it when nobody else drew (VT-5D-13).
    """

    def __init__(self, players: Sequence[Player], dealer: Dealer, terms: Exchange) -> None:
        self._waiting = list(players)
        self._dealer = dealer
        self._terms = terms
        self._owed: list[Player] = []
        self._served: list[Player] = []

    @property
    def to_act(self) -> Player | None:
        """The player who is to draw, None once all have."""
        return self._waiting[0] if self._waiting else None

    def legal(self) -> LegalActions:
        """Returns what the player in turn may throw away."""
        player = self._waiting[0]
        most = min(self._terms.most, len(player.cards))
        keepers: tuple[Card, ...] = ()
        if self._terms.limited:
            if len(player.cards) > LIMIT_WITH_KEEPER:
                keepers = tuple(filter(self._is_keeper, player.cards))
            most = min(most, LIMIT_WITH_KEEPER if keepers else LIMIT)
        return LegalActions(
            player.seat, player.stack, player.bet, draw=most, draw_least=self._terms.least, draw_to=keepers
        )

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Carries out the draw of the player in turn; raises IllegalAction, changing nothing."""
        player = self._waiting[0]
        kept = self._kept(player, legal, action)
        discards = action.discards if isinstance(action, Draw) else ()
        player.keep(kept)
        player.drew = len(discards)
        player.last = LastAct.DREW if discards else LastAct.PAT
        self._dealer.discard(player.seat, discards)
        events: list[RulesEvent] = [Discarded(player.seat, discards, tuple(kept))]
        if self._terms.replaced:
            events += self._serve(player, len(discards))
        self._waiting.pop(0)
        if not self._waiting:
            events += self._give_fifth_cards()
        return events

    def _serve(self, player: Player, count: int) -> list[RulesEvent]:
        if count:
            self._served.append(player)
        if count == WHOLE_HAND and self._terms.fifth_last:
            self._owed.append(player)
            count -= 1
        return self._give(player, count)

    def _give_fifth_cards(self) -> list[RulesEvent]:
        events: list[RulesEvent] = []
        for player in self._owed:
            if self._served == [player] and self._dealer.left > 1:
                events.append(Burned(self._dealer.burn()))
            events += self._give(player, 1)
        return events

    def _give(self, player: Player, count: int) -> list[RulesEvent]:
        if not count:
            return []
        cards = tuple(self._dealer.replace(player.seat, count))
        player.take(cards, face_down=True)
        return [Dealt(player.seat, cards, (), tuple(player.cards))]

    def _is_keeper(self, card: Card) -> bool:
        """Whether a card may be the one that is kept when four are drawn: an ace or a wild card (CX-37)."""
        return card.rank is Rank.ACE or card.is_joker or card in self._terms.wild

    @property
    def _why_no_more(self) -> str:
        """The clause that says how many cards may be thrown away."""
        if not self._terms.replaced:
            return "VT-XX-3"
        return "VT-5D-11" if self._terms.limited else "VT-5D-6"

    def _kept(self, player: Player, legal: LegalActions, action: Action) -> list[Card]:
        """Returns the cards that stay when an act is carried out; raises IllegalAction when it is no legal draw."""
        if not isinstance(action, Draw):
            raise IllegalAction("draw-first", "It is the draw: name the cards to throw away, or stand pat.", "DL-19")
        discards = action.discards
        if len(discards) < legal.draw_least:
            raise IllegalAction("too-few", f"Throw {_cards(legal.draw_least)} away.", "VT-XX-3")
        if legal.draw is not None and len(discards) > legal.draw:
            raise IllegalAction("too-many", f"You can throw away at most {_cards(legal.draw)}.", self._why_no_more)
        kept = list(player.cards)
        for card in discards:
            if card not in kept:
                raise IllegalAction("not-yours", f"{card} is not among the cards you can throw away.", "VT-5D-6")
            kept.remove(card)
        if self._terms.limited and len(discards) > LIMIT and not any(map(self._is_keeper, kept)):
            raise IllegalAction("no-keeper", "Draw four cards only to an ace or a wild card.", "VT-5D-11")
        return kept


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
