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
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import BadDeck
from railbird_server.rules.events import Burned, Dealt, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.fair_deal.shuffling import CommittedDeal
from railbird_shared.game.cards import Card, format_cards
from railbird_shared.game.variants import Street, Variant
from railbird_shared.protocol.events import BOARD, BURNED, BoardDealt, SeedShare, StreetDeal
from railbird_shared.protocol.table_limits import MAX_RESHUFFLE_ORDERS

SALT_BYTES = 32
_SORT_KEY_BYTES = 8
"""How many bytes of a digest give a card its place in a reshuffle; two cards draw the same bytes once in 10**16."""


class DealSeeds(Struct, frozen=True):
    """The sources of a fair deal: the server's seed, those that players gave, and what binds them to a hand.

    `reshuffles` is to how many orders of a reshuffle the server commits, and `streets` say what each street deals; they
    are empty in a hand that began before they were told.
    """

    table: str
    hand: int
    server: bytes
    shares: tuple[SeedShare, ...] = ()
    reshuffles: int = 0
    streets: tuple[StreetDeal, ...] = ()

    def __repr__(self) -> str:
        return f"DealSeeds(hand {self.hand})"

    def deal_of(self, pack: Sequence[Card]) -> CommittedDeal:
        """Returns the deal of a pack that follows from the seeds."""
        return CommittedDeal(
            self.table, self.hand, pack, self.server, self.shares, reshuffles=self.reshuffles, streets=self.streets
        )


class Deck(Struct, frozen=True):
    """The cards of a pack in the order of the deal, and the secret `salt` of a reshuffle, SALT_BYTES long.

    The cards of a fair deal follow from its `seeds`, and so does the order of each reshuffle.
    """

    cards: tuple[Card, ...]
    salt: bytes
    seeds: DealSeeds | None = None

    def __repr__(self) -> str:
        return f"Deck({len(self.cards)} cards)"


def fair_deck(seeds: DealSeeds, pack: Sequence[Card]) -> Deck:
    """Returns the deck of a fair deal, which follows from its seeds and needs no salt."""
    return Deck(seeds.deal_of(pack).deck, b"", seeds)


def seeds_of_game(
    variant: Variant, table: str, hand: int, server: bytes, shares: tuple[SeedShare, ...] = ()
) -> DealSeeds:
    """Returns the seeds of a hand of a game, from the server's seed and what players gave.

    With them it is told before the first card what each street deals. Only draws can use up a pack, so only games with
    draws commit to orders of a reshuffle.
    """
    told = (msgspec.convert(street, StreetDeal, from_attributes=True) for street in variant.streets)
    streets = tuple(replace(deal, fifth_last=deal.draw > 0 and variant.fifth_card_last) for deal in told)
    return DealSeeds(table, hand, server, shares, MAX_RESHUFFLE_ORDERS if variant.has_draws else 0, streets)


class GivenCard(NamedTuple):
    """Where a card of a fair deal went: from a place of an order of the pack to a seat, the board or the burned cards.

    The orders are numbered as in the commitment, and the recipients as in `DeckDealt`.
    """

    order: int
    place: int
    to: int


class Dealer:
    """Deals from the top of a deck. With `hold_bottom` the last card is not drawn while another is left (VT-5D-14).

    Bare cards are a deck whose salt is not known, such as that of a recorded hand. They reshuffle by their order alone,
    and so differently from the hand that was played; a record that names every card needs no reshuffle.

    `given` says of each card of a fair deal where it went, in the order dealt.
    """

    def __init__(self, deck: Deck | Sequence[Card], pack: Sequence[Card], *, hold_bottom: bool = False) -> None:
        salted = deck if isinstance(deck, Deck) else Deck(tuple(deck), b"")
        cards, self._salt, self._seeds = salted.cards, salted.salt, salted.seeds
        different = set(cards)
        if not len(different) == len(cards) == len(pack) or different != set(pack):
            _check_pack(cards, pack)
        self._cards = self._stub = cards
        self._places: Sequence[int] = range(len(cards))
        self.given: list[GivenCard] = []
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

    def deal(self, to: Sequence[int]) -> tuple[Card, ...]:
        """Gives the next cards, one to each recipient in turn; notes where they went in a fair deal."""
        start = self._next
        self._next += len(to)
        if self._seeds is not None:
            places = self._places[start : self._next]
            self.given += [GivenCard(self._order, place, each) for place, each in zip(places, to, strict=True)]
        return self._stub[start : self._next]

    def burn(self) -> Card:
        """Lays the next card away face down (DL-17)."""
        (card,) = self.deal([BURNED])
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
            return self.deal([seat] * count)
        cards: list[Card] = []
        while len(cards) < count:
            place = self._next_place_for(seat)
            if place is None:
                self._reshuffle(seat)
                continue
            if place != self._next:  # the card comes next, the others stay in order
                stub, places = list(self._stub), list(self._places)
                stub.insert(self._next, stub.pop(place))
                places.insert(self._next, places.pop(place))
                self._stub, self._places = tuple(stub), places
            cards += self.deal([seat])
        return tuple(cards)

    @property
    def _order(self) -> int:
        """The order of the pack that the next card comes from."""
        reshuffles = self._seeds.reshuffles if self._seeds else 0
        return (self._reshuffle_count - 1) % reshuffles + 1 if self._reshuffle_count and reshuffles else 0

    def _next_place_for(self, drawer: int, *, after: int = 0) -> int | None:
        """The place of the next card that the drawer may get, `after` cards more, None if the stub has no such card."""
        start, end = self._next + after, len(self._stub) - self._held_back
        if not self._reshuffled_discards:
            return start if start < end else None
        places = range(start, end)
        return next((place for place in places if (drawer, self._stub[place]) not in self._reshuffled_discards), None)

    def _reshuffle(self, drawer: int) -> None:
        """Makes a new stub of the bottom card, the burned cards and the discards of the others, not of the drawer.

        One digest of the salt, the deck and the count of reshuffles gives every card of the pool a number to sort by.
        The cards of a fair deal come in an order that was committed to.
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
        if self._seeds is not None and self._seeds.reshuffles:
            self._stub, self._places = _in_order(pool, self._seeds.deal_of(self._cards).order(self._order))
        else:
            self._stub = self._by_digest(pool)
        self._next = 0
        self._held_back = 0

    def _by_digest(self, pool: Sequence[Card]) -> tuple[Card, ...]:
        source = b"%b %d %b" % (self._salt, self._reshuffle_count, format_cards(self._cards).encode())
        digest = shake_256(source).digest(_SORT_KEY_BYTES * len(pool))
        keys = [digest[place : place + _SORT_KEY_BYTES] for place in range(0, len(digest), _SORT_KEY_BYTES)]
        return tuple(card for _, card in sorted(zip(keys, pool, strict=True), key=itemgetter(0)))


def _in_order(pool: Sequence[Card], order: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[int, ...]]:
    """Returns the cards of a pool as they come in an order of the whole pack, with their places in it."""
    left = Counter(pool)
    cards: list[Card] = []
    places: list[int] = []
    for place, card in enumerate(order):
        if left[card]:
            left[card] -= 1
            cards.append(card)
            places.append(place)
    return tuple(cards), tuple(places)


def deal_street(
    dealer: Dealer, street: Street, live: Sequence[Player], board: list[Card], *, face_up: bool
) -> list[RulesEvent]:
    """Burns and deals a street: one card at a time from the button's left (DL-16), then the cards of the board.

    `live` are the players still in, who take their cards; `board` grows by the common cards. With `face_up` every card
    lies open, as it does once no decision is left (SD-24).
    """
    events: list[RulesEvent] = []
    short = street.community_card_if_short and dealer.cards_left < len(live)
    common = 1 if short else street.board
    wanted = common if short else common + (street.down + street.up) * len(live)
    if street.burn and dealer.cards_left > max(1, wanted):
        events.append(Burned(dealer.burn()))
    if not short and (street.down or street.up):
        seats = [player.seat for player in live]
        rounds = [dealer.deal(seats) for _ in range(street.down + street.up)]
        hidden = 0 if face_up else street.down
        for player, cards in zip(live, zip(*rounds, strict=True), strict=True):
            if street.down:
                player.add_cards(cards[: street.down], face_down=True)
            if street.up:
                player.add_cards(cards[street.down :], face_down=False)
            events.append(Dealt(player.seat, cards[:hidden], cards[hidden:], tuple(player.cards)))
    if common:
        cards = dealer.deal([BOARD] * common)
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
