"""One draw: whose turn it is, which cards he may throw away, and when he gets the new ones."""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.rules.dealing import Dealer
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.events import Burned, Dealt, Discarded, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.actions import Action, Draw, LegalActions
from railbird_shared.cards import Card
from railbird_shared.view import LastAct

WHOLE_HAND = 5


class DrawRound:
    """A draw by `players` in order, each throwing away up to `most` cards for as many new ones (VT-5D-6).

    Nobody is given five cards running: who throws away a whole hand gets the fifth card after all others have drawn
    (VT-5D-12), with a card burned before it when nobody else drew (VT-5D-13).
    """

    def __init__(self, players: Sequence[Player], dealer: Dealer, most: int) -> None:
        self._waiting = list(players)
        self._dealer = dealer
        self._most = most
        self._owed: list[Player] = []
        self._served: list[Player] = []

    @property
    def to_act(self) -> Player | None:
        """The player who is to draw, None once all have."""
        return self._waiting[0] if self._waiting else None

    def legal(self) -> LegalActions:
        """Returns what the player in turn may throw away."""
        player = self._waiting[0]
        return LegalActions(player.seat, player.stack, player.bet, draw=min(self._most, len(player.cards)))

    def apply(self, legal: LegalActions, action: Action) -> list[RulesEvent]:
        """Carries out the draw of the player in turn; raises IllegalAction, changing nothing."""
        player = self._waiting[0]
        kept = _kept(player, legal, action)
        discards = action.discards if isinstance(action, Draw) else ()
        player.cards, player.face_down = kept, [True] * len(kept)
        player.drew = len(discards)
        player.last = LastAct.DREW if discards else LastAct.PAT
        self._dealer.discard(player.seat, discards)
        events: list[RulesEvent] = [Discarded(player.seat, discards, tuple(kept))]
        count = len(discards)
        if count:
            self._served.append(player)
        if count == WHOLE_HAND:
            self._owed.append(player)
            count -= 1
        events += self._give(player, count)
        self._waiting.pop(0)
        if not self._waiting:
            events += self._give_fifth_cards()
        return events

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


def _kept(player: Player, legal: LegalActions, action: Action) -> list[Card]:
    """Returns the cards that stay when an act is carried out; raises IllegalAction when it is no legal draw."""
    if not isinstance(action, Draw):
        raise IllegalAction("draw-first", "It is the draw: name the cards to throw away, or stand pat.", "DL-19")
    if len(action.discards) > (legal.draw or 0):
        raise IllegalAction("too-many", f"You can throw away at most {legal.draw} cards.", "VT-5D-11")
    kept = list(player.cards)
    for card in action.discards:
        if card not in kept:
            raise IllegalAction("not-yours", f"{card} is not among the cards you can throw away.", "VT-5D-6")
        kept.remove(card)
    return kept
