from __future__ import annotations

from railbird_server.rules.dealing import SALT_BYTES
from railbird_server.runtime.tables.deck_source import shuffled
from railbird_shared.game.cards import PACK


def test_a_shuffled_pack_holds_every_card_once() -> None:
    assert sorted(shuffled(PACK).cards, key=PACK.index) == list(PACK)


def test_shuffling_leaves_the_pack_unchanged() -> None:
    before = tuple(PACK)
    shuffled(PACK)
    assert before == PACK


def test_every_card_can_come_to_every_place() -> None:  # DL-13
    places: dict[int, set[str]] = {place: set() for place in range(4)}
    for _ in range(800):
        for place, card in enumerate(shuffled(PACK[:12]).cards[:4]):
            places[place].add(str(card))
    assert all(len(seen) == 12 for seen in places.values())


def test_every_shuffle_draws_a_salt_of_its_own() -> None:  # DL-14
    salts = {shuffled(PACK).salt for _ in range(50)}
    assert len(salts) == 50
    assert {len(salt) for salt in salts} == {SALT_BYTES}
