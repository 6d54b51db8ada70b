"""One player's part in a hand: chips, cards and standing. Only the rules of a hand change it; others read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress

from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import LastAct

NOT_ACTED = -1


@dataclass(slots=True, eq=False)
class Player:
    """A seat that was dealt in. Amounts are chips.

    `stack` is what is left to bet, `bet` what lies before the seat this round, `paid` what the player put in over the
    hand and can win from each opponent (AI-3), `dead_chips` what they paid that nobody has to match. `face_down[i]`
    says whether `cards[i]` was dealt face down; `upcards` are the others, and with `turned_up` all lie open.
    `acted_at_level` is the level of the betting when the player last acted in the round, NOT_ACTED before that.
    """

    seat: int
    stack: int
    bet: int = 0
    paid: int = 0
    dead_chips: int = 0
    folded: bool = False
    cards: list[Card] = field(default_factory=list)
    face_down: list[bool] = field(default_factory=list)
    upcards: list[Card] = field(default_factory=list)
    turned_up: bool = False
    last_act: LastAct = LastAct.NONE
    cards_drawn: int | None = None
    shown_hand: str = ""
    mucked: bool = False
    won: int = 0
    acted_at_level: int = NOT_ACTED

    @property
    def hole_cards(self) -> list[Card]:
        """The cards that were dealt face down, whether or not they have been turned up since."""
        return list(compress(self.cards, self.face_down))

    @property
    def visible_cards(self) -> tuple[Card | None, ...]:
        """The cards as all players see them: None for a hidden card, and of a hand given up those that lay open."""
        if self.folded or self.mucked:
            return tuple(self.upcards)
        if self.turned_up:
            return tuple(self.cards)
        return tuple(None if down else card for card, down in zip(self.cards, self.face_down, strict=True))

    def pay(self, chips: int) -> None:
        """Moves chips from the stack to the bet before the seat."""
        self.stack -= chips
        self.bet += chips
        self.paid += chips

    def add_cards(self, cards: Sequence[Card], *, face_down: bool) -> None:
        """Adds dealt cards to the hand."""
        self.cards += cards
        self.face_down += [face_down] * len(cards)
        if not face_down:
            self.upcards += cards

    def keep_only(self, cards: Sequence[Card]) -> None:
        """Leaves the player with these cards, all face down."""
        self.cards = list(cards)
        self.face_down = [True] * len(self.cards)
        self.upcards = []

    def rewind_cards(self, count: int) -> None:
        """Leaves the player with the first `count` cards dealt to them, face up or down as they were."""
        self.cards, self.face_down = self.cards[:count], self.face_down[:count]
        self.upcards = [card for card, down in zip(self.cards, self.face_down, strict=True) if not down]
