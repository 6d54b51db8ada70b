from __future__ import annotations

from railbird_server.runtime.players import Player


def test_a_player_may_claim_a_seat_at_one_table_only() -> None:
    wren, heron = Player("p1", b""), Player("p2", b"")
    assert wren.claim_seat("t1")
    assert not wren.claim_seat("t2")
    assert heron.claim_seat("t2")


def test_a_claim_may_be_repeated_and_is_given_up_by_its_own_table_alone() -> None:
    wren = Player("p1", b"")
    assert wren.claim_seat("t1")
    assert wren.claim_seat("t1")
    wren.release_seat("t2")
    assert not wren.claim_seat("t2")
    wren.release_seat("t1")
    assert wren.claim_seat("t2")
