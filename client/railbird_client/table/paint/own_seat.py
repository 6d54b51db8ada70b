"""What is shown of the viewer's own seat."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.drawing.card_art import DEFAULT_STYLE, CardState, CardStyle
from railbird_client.table.shown_chances import Chance
from railbird_client.table.turn.time_left import TimeLeft
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.protocol.view import SeatView


class OwnSeatViewModel(Struct, frozen=True):
    """What is drawn of the viewer's own seat.

    `dealt_count` is the number of cards that the game deals. `face_down` says of each card whether nobody else sees it.
    `fresh` and `discards` are indices of cards that have just been drawn and that are chosen to be discarded, which
    happens while `choosing_discards`. `result` is what the viewer has won at the table, 0 while they play a hand: what
    lies in the pot is neither lost nor won. A hand is `given_up` once it is folded or mucked; its cards are dimmed.
    """

    seat: SeatView
    family: Family
    dealt_count: int = 2
    cards: tuple[Card, ...] = ()
    face_down: tuple[bool, ...] = ()
    fresh: frozenset[int] = frozenset()
    discards: frozenset[int] = frozenset()
    choosing_discards: bool = False
    given_up: bool = False
    hand_name: str = ""
    marks: tuple[str, ...] = ()
    result: int = 0
    to_act: bool = False
    time_left: TimeLeft | None = None
    card_style: CardStyle = DEFAULT_STYLE
    chance: Chance | None = None
    """The chance of the hand, where it is known."""

    def state_of(self, index: int) -> CardState:
        """Returns the state of the card at an index."""
        if self.given_up or index in self.discards:
            return CardState.DIMMED
        return CardState.FRESH if index in self.fresh else self.card_style.state_of(self.cards[index])
