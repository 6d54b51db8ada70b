from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.refusal import Refusal
from railbird_server.rules.dealing import SALT_BYTES
from railbird_server.runtime.tables.deck_source import PHASE_MS, SeedRound, shuffled
from railbird_shared.fair_deal.shuffling import context_of, seat_commitment, server_commitment
from railbird_shared.game.cards import PACK
from railbird_shared.protocol.commands import CommitSeed, OpenSeed
from railbird_shared.protocol.events import SeedShare


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


SERVER = bytes(32)
PLAYERS = {"Wren": 1, "Heron": 3}
CONTEXT = context_of("t", 5)


def seed_of(player: str) -> bytes:
    return player.encode().ljust(32)


def commitment_of(player: str) -> bytes:
    return seat_commitment(CONTEXT, PLAYERS[player], seed_of(player))


def commit(player: str, **changes: int) -> CommitSeed:
    return CommitSeed(**{"hand": 5, "attempt": 1} | changes, commitment=commitment_of(player))


def opening(player: str, **changes: int) -> OpenSeed:
    return OpenSeed(**{"hand": 5, "attempt": 1} | changes, seed=seed_of(player))


def new_round(**awaited: bool) -> SeedRound:
    return SeedRound(
        "t", 5, 1, SERVER, PLAYERS, awaited=[player for player in PLAYERS if awaited.get(player, True)], now=100
    )


def refusal_of(seeds: SeedRound, player: str, command: CommitSeed | OpenSeed) -> str:
    with pytest.raises(Refusal) as refused:
        seeds.commit(player, command) if isinstance(command, CommitSeed) else seeds.open(player, command)
    return refused.value.code


def test_all_commit_before_anybody_opens() -> None:
    seeds = new_round()
    question = seeds.question("Heron")
    assert (question.hand, question.seat, question.server) == (5, 3, server_commitment(CONTEXT, SERVER))
    seeds.commit("Wren", commit("Wren"))
    assert seeds.advance(100) is None
    assert refusal_of(seeds, "Wren", opening("Wren")) == "seed-late"
    seeds.commit("Heron", commit("Heron"))
    told = seeds.advance(100)
    assert told is not None
    assert told.shares == tuple(SeedShare(PLAYERS[player], commitment_of(player)) for player in PLAYERS)
    seeds.open("Heron", opening("Heron"))
    assert not seeds.done
    seeds.open("Wren", opening("Wren"))
    seeds.advance(100)
    assert seeds.done
    assert seeds.shares == tuple(
        SeedShare(seat, commitment_of(player), seed_of(player)) for player, seat in PLAYERS.items()
    )
    assert seeds.answered == PLAYERS.keys()


def test_nobody_is_waited_for_longer_than_the_time_of_a_phase() -> None:
    seeds = new_round()
    seeds.commit("Wren", commit("Wren"))
    assert seeds.advance(100 + PHASE_MS - 1) is None
    assert seeds.advance(100 + PHASE_MS) is not None
    assert refusal_of(seeds, "Heron", commit("Heron")) == "seed-late"
    assert seeds.due == 100 + 2 * PHASE_MS
    seeds.advance(seeds.due)
    assert seeds.done
    assert seeds.shares == (SeedShare(1, commitment_of("Wren")),)
    assert seeds.answered == {"Heron"}  # too late, but there


def test_who_is_not_waited_for_may_still_give_a_seed() -> None:
    seeds = new_round(Heron=False)
    seeds.commit("Heron", commit("Heron"))
    assert seeds.advance(100) is None
    seeds.commit("Wren", commit("Wren"))
    told = seeds.advance(100)
    assert told is not None
    assert len(told.shares) == 2


def test_who_commits_and_opens_nothing_is_waited_for_once() -> None:
    seeds = new_round(Heron=False)
    for player in PLAYERS:
        seeds.commit(player, commit(player))
    seeds.advance(100)
    seeds.open("Wren", opening("Wren"))
    seeds.advance(100)
    assert seeds.done
    assert [share.seed for share in seeds.shares] == [seed_of("Wren"), None]


def test_who_stands_up_before_the_seeds_are_opened_is_not_in_the_shuffle() -> None:
    seeds = new_round()
    seeds.commit("Heron", commit("Heron"))
    seeds.leave_out(["Heron"])
    assert refusal_of(seeds, "Heron", commit("Heron")) == "seed-late"
    seeds.commit("Wren", commit("Wren"))
    told = seeds.advance(100)
    assert told is not None
    assert told.shares == (SeedShare(1, commitment_of("Wren")),)
    assert seeds.asked == {"Wren": 1}


def test_who_stands_up_afterwards_stays_in_the_shuffle_as_if_they_were_silent() -> None:
    seeds = new_round()
    for player in PLAYERS:
        seeds.commit(player, commit(player))
    seeds.advance(100)
    seeds.leave_out(["Heron"])
    assert refusal_of(seeds, "Heron", opening("Heron")) == "seed-late"
    seeds.open("Wren", opening("Wren"))
    seeds.advance(100)
    assert seeds.done
    assert seeds.shares == (SeedShare(1, commitment_of("Wren"), seed_of("Wren")), SeedShare(3, commitment_of("Heron")))


def test_nobody_is_waited_for_when_all_have_stood_up() -> None:
    seeds = new_round()
    seeds.leave_out(PLAYERS)
    seeds.advance(100)
    assert seeds.done


def test_nobody_to_ask_needs_no_time() -> None:
    assert SeedRound("t", 5, 1, SERVER, {}).done


def test_another_seed_than_the_one_committed_to_is_refused() -> None:
    seeds = new_round(Heron=False)
    seeds.commit("Wren", commit("Wren"))
    seeds.advance(100)
    assert refusal_of(seeds, "Wren", OpenSeed(hand=5, attempt=1, seed=bytes(32))) == "seed-wrong"
    seeds.open("Wren", opening("Wren"))
    assert seeds.shares[0].seed == seed_of("Wren")


@pytest.mark.parametrize("changes", [{"hand": 4}, {"attempt": 2}])
def test_an_answer_to_another_shuffle_is_refused(changes: dict[str, int]) -> None:
    assert refusal_of(new_round(), "Wren", commit("Wren", **changes)) == "seed-late"


def test_a_stranger_and_a_second_commitment_are_refused() -> None:
    seeds = new_round()
    assert refusal_of(seeds, "Dipper", commit("Wren")) == "seed-late"
    seeds.commit("Wren", commit("Wren"))
    assert refusal_of(seeds, "Wren", CommitSeed(hand=5, attempt=1, commitment=bytes(32))) == "seed-late"
    assert seeds.shares[0].commitment == commitment_of("Wren")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Wren", "Heron"]),
            st.sampled_from(["commit", "open", "leave", "wait"]),
            st.integers(0, 900),
        )
    )
)
def test_a_round_ends_within_two_phases_whatever_the_players_do(moves: list[tuple[str, str, int]]) -> None:
    seeds, now = new_round(), 100
    for player, move, wait in moves:
        try:
            if move == "commit":
                seeds.commit(player, commit(player))
            elif move == "open":
                seeds.open(player, opening(player))
            elif move == "leave":
                seeds.leave_out([player])
        except Refusal:
            pass
        now += wait
        seeds.advance(now)
        assert seeds.done or seeds.due <= 100 + 2 * (PHASE_MS + 900)
        for share in seeds.shares:
            assert share.seed is None or seat_commitment(CONTEXT, share.seat, share.seed) == share.commitment
    seeds.advance(seeds.due)
    seeds.advance(seeds.due)
    assert seeds.done
