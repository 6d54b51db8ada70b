"""A Merkle tree over salted cards: its root commits to an order of the pack, and a path opens one card of it.

Leaves, inner nodes and padding are hashed with different first bytes, so that none can stand for another. A leaf holds
its hand, order and place, so that it can stand nowhere else. Leaves are filled up to a power of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from railbird_shared.game.cards import Card
from railbird_shared.protocol.events import Opening
from railbird_shared.protocol.table_limits import DIGEST_BYTES

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
