"""How a deck follows from seeds, and the Merkle tree by which a card of it is opened.

A seed is committed to before any other is known. All of them go into one key, by HMAC-SHA256 under the server's seed,
and the key into streams of pseudorandom bytes. Words of a stream that would favour some cards are passed over.

Leaves, inner nodes and padding are hashed with different first bytes, so that none can stand for another. A leaf holds
its hand, order and place, so that it can stand nowhere else. Leaves are filled up to a power of two.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import count

from railbird_shared.game.cards import JOKER, PACK, Card
from railbird_shared.protocol.events import DealCommitted, Opening, SeedShare, StreetDeal
from railbird_shared.protocol.table_limits import CARD_SALT_BYTES, DIGEST_BYTES

_LEAF, _NODE, _PADDING = b"\x00", b"\x01", sha256(b"\x02").digest()


def leaf_hash(context: bytes, order: int, place: int, card: Card, salt: bytes) -> bytes:
    """Returns the hash of a card at a place of an order; `context` is that of the hand."""
    return sha256(b"%b%b%c%c%b%b" % (_LEAF, context, order, place, str(card).encode().ljust(2), salt)).digest()


class MerkleTree:
    """The Merkle tree over the leaves of one order of the pack."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        size = 1 << (len(leaves) - 1).bit_length()
        self._levels = [[*leaves, *[_PADDING] * (size - len(leaves))]]
        while len(level := self._levels[-1]) > 1:
            pairs = zip(level[::2], level[1::2], strict=True)
            self._levels.append([sha256(_NODE + left + right).digest() for left, right in pairs])

    @property
    def root(self) -> bytes:
        """The commitment to all leaves and their places."""
        return self._levels[-1][0]

    def path(self, place: int) -> bytes:
        """Returns the hashes beside the way from a leaf to the root."""
        return b"".join([level[(place >> height) ^ 1] for height, level in enumerate(self._levels[:-1])])


def root_of(leaf: bytes, place: int, path: bytes) -> bytes:
    """Returns the root that a leaf leads to by a path from its place."""
    for start in range(0, len(path), DIGEST_BYTES):
        beside = path[start : start + DIGEST_BYTES]
        left, right = (beside, leaf) if place & 1 else (leaf, beside)
        leaf = sha256(_NODE + left + right).digest()
        place >>= 1
    return leaf


def path_bytes(cards: int) -> int:
    """Returns how long the path of a card of a pack is."""
    return DIGEST_BYTES * (cards - 1).bit_length()


def opens(opening: Opening, context: bytes, root: bytes, cards: int) -> bool:
    """Whether an opening shows its card in a pack of so many cards with that root."""
    if opening.place >= cards or len(opening.path) != path_bytes(cards):
        return False
    leaf = leaf_hash(context, opening.order, opening.place, opening.card, opening.salt)
    return root_of(leaf, opening.place, opening.path) == root


_SUITS = 4
_WORD_BYTES = 4
_WORDS = 1 << 8 * _WORD_BYTES
"""How many values a word of a stream has."""


def context_of(table: str, hand: int) -> bytes:
    """Returns what binds every hash of a deal to its table, by the table's id, and to its hand."""
    name = table.encode()
    return sha256(b"railbird fair deal 1" + len(name).to_bytes(2) + name + hand.to_bytes(8)).digest()


def server_commitment(context: bytes, seed: bytes) -> bytes:
    """Returns the commitment to the server's seed."""
    return sha256(b"server" + context + seed).digest()


def seat_commitment(context: bytes, seat: int, seed: bytes) -> bytes:
    """Returns the commitment to a seed of the player in a seat; nobody can open it from another seat."""
    return sha256(b"seat" + context + seat.to_bytes(1) + seed).digest()


@lru_cache(maxsize=16)
def canonical_pack(cards: int, jokers: int) -> tuple[Card, ...]:
    """Returns a pack in the order in which it is shuffled: clubs to spades, each from its lowest rank up, then jokers.

    A stripped pack lacks the lowest ranks. Raises ValueError for a pack that no game has.
    """
    ranks, odd = divmod(cards - jokers, _SUITS)
    whole = len(PACK) // _SUITS
    if odd or not 0 < ranks <= whole or jokers < 0:
        raise ValueError(f"No pack has {cards} cards with {jokers} jokers.")
    suits = [PACK[start : start + whole][whole - ranks :] for start in range(0, len(PACK), whole)]
    return (*(card for suit in suits for card in suit), *[JOKER] * jokers)


def deal_key(context: bytes, server_seed: bytes, seeds: Mapping[int, bytes]) -> bytes:
    """Returns the key of a deal from the server's seed and those that players opened, by seat."""
    shares = b"".join([seat.to_bytes(1) + seed for seat, seed in sorted(seeds.items())])
    return hmac.digest(server_seed, b"key" + context + shares, "sha256")


def _chunks(key: bytes, label: bytes, order: int, size: int) -> Iterator[bytes]:
    """Yields a pseudorandom stream in chunks, whose size divides that of its blocks."""
    for number in count():
        block = hmac.digest(key, label + order.to_bytes(1) + number.to_bytes(4), "sha256")
        for start in range(0, len(block), size):
            yield block[start : start + size]


def shuffled_order(key: bytes, order: int, pack: Sequence[Card]) -> tuple[Card, ...]:
    """Returns an order of the pack: 0 is the deck, n what the n-th reshuffle follows. Each order is equally likely."""
    words = (int.from_bytes(chunk) for chunk in _chunks(key, b"order", order, _WORD_BYTES))
    cards = list(pack)
    for last in range(len(cards) - 1, 0, -1):
        choices = last + 1
        limit = _WORDS - _WORDS % choices
        chosen = next(word for word in words if word < limit) % choices
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return tuple(cards)


def salts_of(key: bytes, order: int, count: int) -> list[bytes]:
    """Returns the salts of the cards of an order."""
    salts = _chunks(key, b"salts", order, CARD_SALT_BYTES)
    return [next(salts) for _ in range(count)]


class CommittedOrder:
    """An order of the pack with the tree, of which the root commits to it."""

    def __init__(self, context: bytes, key: bytes, order: int, pack: Sequence[Card]) -> None:
        self.order = order
        self.cards = shuffled_order(key, order, pack)
        self._salts = salts_of(key, order, len(pack))
        both = zip(self.cards, self._salts, strict=True)
        self._tree = MerkleTree([leaf_hash(context, order, place, *leaf) for place, leaf in enumerate(both)])
        self.root = self._tree.root

    def open(self, place: int) -> Opening:
        """Returns the opening of the card at a place."""
        return Opening(place, self.cards[place], self._salts[place], self._tree.path(place), self.order)


class CommittedDeal:
    """A deal that is fixed by its seeds: the deck, the orders of reshuffles, and the commitment to them.

    `seeds` are those that players opened, by seat; `shares` what they gave, opened or not. `streets` say what each
    street deals.
    """

    def __init__(
        self,
        table: str,
        hand: int,
        pack: Sequence[Card],
        server_seed: bytes,
        shares: Sequence[SeedShare] = (),
        *,
        reshuffles: int = 0,
        streets: Sequence[StreetDeal] = (),
    ) -> None:
        self.context = context_of(table, hand)
        self._server_seed = server_seed
        self._shares = tuple(shares)
        self._pack = canonical_pack(len(pack), sum(card.is_joker for card in pack))
        seeds = {share.seat: share.seed for share in shares if share.seed is not None}
        self._key = deal_key(self.context, server_seed, seeds)
        self._reshuffles = reshuffles
        self._streets = tuple(streets)

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        """The cards in the order of the deal."""
        return shuffled_order(self._key, 0, self._pack)

    def order(self, number: int) -> tuple[Card, ...]:
        """Returns an order of the pack; without the trees, which cost more."""
        return shuffled_order(self._key, number, self._pack) if number else self.deck

    @cached_property
    def orders(self) -> tuple[CommittedOrder, ...]:
        """Every order with its tree: the deck, and then those of the reshuffles."""
        return tuple(
            CommittedOrder(self.context, self._key, number, self._pack) for number in range(self._reshuffles + 1)
        )

    @cached_property
    def commitment(self) -> DealCommitted:
        """The commitment that the server publishes before the first card."""
        return DealCommitted(
            cards=len(self._pack),
            server=server_commitment(self.context, self._server_seed),
            roots=tuple(order.root for order in self.orders),
            jokers=sum(card.is_joker for card in self._pack),
            seeds=self._shares,
            streets=self._streets,
        )

    def open(self, order: int, place: int) -> Opening:
        """Returns the opening of one card."""
        return self.orders[order].open(place)
