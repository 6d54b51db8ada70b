from __future__ import annotations

from railbird_server.store.protocols import Store


async def test_a_player_may_claim_a_seat_at_one_table_only() -> None:
    claims = Store()
    assert await claims.claim_seat("p1", "t1")
    assert not await claims.claim_seat("p1", "t2")
    assert await claims.claim_seat("p2", "t2")


async def test_a_claim_may_be_repeated_and_is_given_up_by_its_own_table_alone() -> None:
    claims = Store()
    assert await claims.claim_seat("p1", "t1")
    assert await claims.claim_seat("p1", "t1")
    claims.release_seat("p1", "t2")
    assert not await claims.claim_seat("p1", "t2")
    claims.release_seat("p1", "t1")
    assert await claims.claim_seat("p1", "t2")
