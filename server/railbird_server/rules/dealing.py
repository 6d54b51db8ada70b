"""The deck of a hand: the cut, deals, burns, and the reshuffle of a pack that runs short.

The deck decides every card (DL-14), those of a reshuffle as well, so the same deck and the same actions always give the
same cards. By the time of a reshuffle the players together have seen most of the deck, so that its order alone is no
secret: few orders are left to try. A deck that is played with therefore holds a secret salt, and a reshuffle is derived
from both. The salt is drawn with the deck, kept with it, and known to nobody outside the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import shake_256
from operator import itemgetter

from msgspec import Struct

from railbird_server.rules.errors import BadDeck
from railbird_server.rules.events import Burned, Dealt, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.cards import Card, format_cards
from railbird_shared.events import BoardDealt
from railbird_shared.variants import Street

SALT_BYTES = 32
"""How long the salt of a deck is."""

_SORT_KEY_BYTES = 8
"""How many bytes of a digest give a card its place in a reshuffle; two cards draw the same bytes once in 10**16."""


class Deck(Struct, frozen=True):
    """The cards of a pack in the order of the deal, and the secret `salt` of a reshuffle, SALT_BYTES long."""

    cards: tuple[Card, ...]
    salt: bytes

    def __repr__(self) -> str:
        return f"Deck({len(self.cards)} cards)"


class Dealer:
    """Deals from the top of a deck. With `hold_bottom` the last card is not drawn while another is left (VT-5D-14).

    Bare cards are a deck whose salt is not known, such as that of a recorded hand. They reshuffle by their order alone,
    and so differently from the hand that was played; a record that names every card needs no reshuffle.
    """

    __slots__ = (
        "_cards",
        "_discards",
        "_held_back",
        "_next",
        "_reshuffle_count",
        "_reshuffled_discards",
        "_salt",
        "_stub",
        "burned",
    )

    def __init__(self, deck: Deck | Sequence[Card], pack: Sequence[Card], *, hold_bottom: bool = False) -> None:
        if isinstance(deck, Deck):
            cards, self._salt = deck.cards, deck.salt
        else:
            cards, self._salt = tuple(deck), b""
        different = set(cards)
        if not len(different) == len(cards) == len(pack) or different != set(pack):
            _check_pack(cards, pack)
        self._cards = self._stub = cards
        self._reshuffle_count = 0
        self._next = 0
        self._held_back = 1 if hold_bottom else 0
        self._discards: list[tuple[int, Sequence[Card]]] = []
        self._reshuffled_discards: set[tuple[int, Card]] = set()
        self.burned: list[Card] = []

    @property
    def cards_left(self) -> int:
        """How many cards are still to come, the bottom card included."""
        return len(self._stub) - self._next

    @property
    def cards_to_come(self) -> tuple[Card, ...]:
        """The cards that are still to come, in order; nobody but the server may know them."""
        return self._stub[self._next :]

    def deal(self) -> Card:
        """Gives the next card."""
        card = self._stub[self._next]
        self._next += 1
        return card

    def deal_cards(self, count: int) -> tuple[Card, ...]:
        """Gives the next `count` cards."""
        cards = self._stub[self._next : self._next + count]
        self._next += len(cards)
        return cards

    def burn(self) -> Card:
        """Lays the next card away face down (DL-17)."""
        card = self.deal()
        self.burned.append(card)
        return card

    def burn_before_fifth(self, seat: int) -> Card | None:
        """Burns a card before the fifth that a player draws (VT-5D-13), from a reshuffled pool when the pack is short.

        Returns None, with nothing burned, if no other card is left that the player may get.
        """
        if self._next_place_for(seat, after=1) is None:
            self._reshuffle(seat)
        return None if self._next_place_for(seat, after=1) is None else self.burn()

    def discard(self, seat: int, cards: Sequence[Card]) -> None:
        """Takes a player's discards; they come back only when the pack runs out (VT-5D-16)."""
        self._discards.append((seat, cards))

    def deal_replacements(self, seat: int, count: int) -> tuple[Card, ...]:
        """Gives `count` cards to a player who drew, from a reshuffled pool when the pack is short (VT-5D-15).

        Players never get back what they threw away themselves, even from a pool reshuffled for another (VT-5D-16).
        """
        if not self._reshuffled_discards and self._next + count <= len(self._stub) - self._held_back:
            return self.deal_cards(count)
        cards: list[Card] = []
        while len(cards) < count:
            place = self._next_place_for(seat)
            if place is None:
                self._reshuffle(seat)
            else:
                self._move_to_top(place)
                cards.append(self.deal())
        return tuple(cards)

    def _next_place_for(self, drawer: int, *, after: int = 0) -> int | None:
        """The place of the next card that the drawer may get, `after` cards more, None if the stub has no such card."""
        start, end = self._next + after, len(self._stub) - self._held_back
        if not self._reshuffled_discards:
            return start if start < end else None
        places = range(start, end)
        return next((place for place in places if (drawer, self._stub[place]) not in self._reshuffled_discards), None)

    def _move_to_top(self, place: int) -> None:
        """Makes the card at a place the next one, the others staying in order."""
        if place != self._next:
            stub = list(self._stub)
            stub.insert(self._next, stub.pop(place))
            self._stub = tuple(stub)

    def _reshuffle(self, drawer: int) -> None:
        """Makes a new stub of the bottom card, the burned cards and the discards of the others, not of the drawer.

        One digest of the salt, the deck and the count of reshuffles gives every card of the pool a number to sort by.
        """
        pool = [*self._stub[self._next :], *self.burned]
        for seat, cards in self._discards:
            self._reshuffled_discards.update([(seat, card) for card in cards])
            if seat != drawer:
                pool += cards
        self._discards = [(seat, cards) for seat, cards in self._discards if seat == drawer]
        if all((drawer, card) in self._reshuffled_discards for card in pool):
            raise BadDeck("The pack is used up; play this game with fewer players.")
        self.burned = []
        self._reshuffle_count += 1
        source = b"%b %d %b" % (self._salt, self._reshuffle_count, format_cards(self._cards).encode())
        digest = shake_256(source).digest(_SORT_KEY_BYTES * len(pool))
        keys = [digest[place : place + _SORT_KEY_BYTES] for place in range(0, len(digest), _SORT_KEY_BYTES)]
        self._stub = tuple(card for _, card in sorted(zip(keys, pool, strict=True), key=itemgetter(0)))
        self._next = 0
        self._held_back = 0


def deal_street(
    dealer: Dealer, street: Street, live: Sequence[Player], board: list[Card], *, face_up: bool
) -> list[RulesEvent]:
    """Burns and deals a street: one card at a time from the button's left (DL-16), then the cards of the board.

    `live` are the players still in, who take their cards; `board` grows by the common cards. With `face_up` every card
    lies open, as it does once no decision is left (SD-24).
    """
    events: list[RulesEvent] = []
    short = street.community_card_if_short and dealer.cards_left < len(live)
    wanted = street.board + (1 if short else (street.down + street.up) * len(live))
    if street.burn and dealer.cards_left > max(1, wanted):
        events.append(Burned(dealer.burn()))
    common = street.board
    if short:
        common = 1
    elif street.down or street.up:
        rounds = [dealer.deal_cards(len(live)) for _ in range(street.down + street.up)]
        hidden = 0 if face_up else street.down
        for player, cards in zip(live, zip(*rounds, strict=True), strict=True):
            if street.down:
                player.add_cards(cards[: street.down], face_down=True)
            if street.up:
                player.add_cards(cards[street.down :], face_down=False)
            events.append(Dealt(player.seat, cards[:hidden], cards[hidden:], tuple(player.cards)))
    if common:
        cards = dealer.deal_cards(common)
        board += cards
        events.append(BoardDealt(cards))
    return events


def board_to_come(dealer: Dealer, streets: Sequence[Street]) -> tuple[Card, ...]:
    """Returns the common cards that these streets would bring if no player got any, and deals none of them."""
    left = dealer.cards_to_come
    board: list[Card] = []
    for street in streets:
        if street.burn and len(left) > max(1, street.board):
            left = left[1:]
        board += left[: street.board]
        left = left[street.board :]
    return tuple(board)


def _check_pack(deck: Sequence[Card], pack: Sequence[Card]) -> None:
    missing, extra = Counter(pack) - Counter(deck), Counter(deck) - Counter(pack)
    faults = [f"lacks {format_cards(missing.elements())}"] if missing else []
    faults += [f"has {format_cards(extra.elements())} too many"] if extra else []
    if faults:
        raise BadDeck(f"The deck {' and '.join(faults)}.")


MIN_CUT = 5
"""How many cards each part of a cut has at least."""


def cut_deck(deck: Sequence[Card], count: int) -> tuple[Card, ...]:
    """Returns the deck with its `count` upper cards laid under the rest.

    Raises BadDeck when one of the two parts has fewer than five cards (DL-15).
    """
    if not MIN_CUT <= count <= len(deck) - MIN_CUT:
        raise BadDeck(f"Leave at least {MIN_CUT} of the {len(deck)} cards in each part of the cut.")
    return (*deck[count:], *deck[:count])
