"""Who posts a blind late instead of waiting for it, and who straddles after that."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import ExtraPost
from railbird_server.table.dealer_button import HANDS_WITHOUT_WAIT
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.events import HandStarted, Post, Posted
from support.table_harness import TableHarness, from_player, start_table, table_settings

SETTLED = HANDS_WITHOUT_WAIT


def settled(game: str = "holdem", *names: str, straddles: int = 0) -> TableHarness:
    """Returns a table after the first hands, so that newcomers wait."""
    harness = TableHarness(replace(table_settings(game, seats=8), straddles=straddles))
    harness.sit(*(names or ("Wren", "Heron", "Jay")), chips=200)
    play_hands(harness, SETTLED)
    return harness


def joined_by_a_poster(*, next_big_blind: int) -> TableHarness:
    """Returns a table where Magpie sits down in seat 4 and would post, when that seat owes the next big blind."""
    harness = settled()
    while next_big(harness) != next_big_blind:
        play_hands(harness, 1)
    harness.sit("Magpie", chips=200)
    harness.submit(from_player("Magpie", commands.PostBlind(on=True)))
    return harness


def test_a_newcomer_among_bots_is_dealt_in_at_once() -> None:
    harness = TableHarness(table_settings("holdem", seats=8))
    for name in ("Heron", "Jay", "Rook"):
        harness.submit(from_player(name, commands.Sit(chips=200), bot=True))
        harness.player_by_seat[len(harness.player_by_seat) + 1] = name
    play_hands(harness, SETTLED)
    for _ in range(4):
        harness.sit("Wren", chips=200)
        assert offers_to(harness, "Wren").post is None
        harness.deal_next_hand()
        assert "Wren" in dealt(harness)
        assert not posts(harness)
        fold_around(harness)
        harness.submit(from_player("Wren", commands.Stand()))


def test_a_house_can_deal_newcomers_in_at_once() -> None:
    harness = TableHarness(replace(table_settings("holdem", seats=8), newcomers_wait=False))
    harness.sit("Wren", "Heron", "Jay", chips=200)
    play_hands(harness, SETTLED)
    while next_big(harness) != 3:
        play_hands(harness, 1)
    harness.sit("Magpie", chips=200)
    assert offers_to(harness, "Magpie").post is None
    harness.deal_next_hand()
    assert "Magpie" in dealt(harness)
    assert not posts(harness)


def play_hands(harness: TableHarness, count: int) -> None:
    for _ in range(count):
        harness.deal_next_hand()
        fold_around(harness)


def fold_around(harness: TableHarness) -> None:
    while harness.hand_running:
        harness.act("f")


def offers_to(harness: TableHarness, name: str) -> Offers:
    you = harness.view(name).you
    return you.offers


def posts(harness: TableHarness) -> tuple[ExtraPost, ...]:
    assert harness.table.current_hand is not None
    return harness.table.current_hand.setup.extra_posts


def dealt(harness: TableHarness) -> set[str]:
    assert harness.table.current_hand is not None
    return {harness.player_by_seat[entrant.seat] for entrant in harness.table.current_hand.setup.entrants}


def test_in_the_first_hands_a_newcomer_is_dealt_in_and_posts_nothing() -> None:
    harness = TableHarness(table_settings())
    harness.sit("Wren", "Heron", "Jay", chips=200)
    harness.deal_next_hand()
    harness.sit("Magpie", chips=200)
    assert offers_to(harness, "Magpie").post is None
    assert harness.expect_refusal(from_player("Magpie", commands.PostBlind(on=True))) == "no-wait"


def test_a_newcomer_who_posts_a_live_big_blind_is_dealt_in_at_once() -> None:  # DL-27
    harness = settled()
    while next_big(harness) != 3:
        play_hands(harness, 1)
    harness.sit("Magpie", chips=200)
    assert offers_to(harness, "Magpie").post is False
    harness.submit(from_player("Magpie", commands.PostBlind(on=True)))
    assert offers_to(harness, "Magpie").post is True
    play_hands(harness, 1)
    assert posts(harness) == (ExtraPost(4, Post.LIVE_BLIND, 2),)
    assert offers_to(harness, "Magpie").post is None
    assert harness.table.chips == 800


def test_between_the_button_and_the_small_blind_a_newcomer_waits_although_he_would_post() -> None:  # DL-27
    harness = joined_by_a_poster(next_big_blind=2)
    play_hands(harness, 1)
    assert dealt(harness) == {"Wren", "Heron", "Jay"}
    play_hands(harness, 1)
    assert posts(harness) == (ExtraPost(4, Post.LIVE_BLIND, 2),)


def test_a_newcomer_who_withdraws_the_post_waits_for_the_big_blind() -> None:  # DL-27
    harness = settled()
    harness.sit("Magpie", chips=200)
    harness.submit(from_player("Magpie", commands.PostBlind(on=True)))
    harness.submit(from_player("Magpie", commands.PostBlind(on=False)))
    while "Magpie" not in dealt(harness):
        play_hands(harness, 1)
        assert posts(harness) == ()
    big = [event.seat for event in harness.events if isinstance(event, Posted) and event.post is Post.BIG_BLIND]
    assert big[-1] == harness.seat_of("Magpie").number


def test_a_player_who_missed_the_blinds_posts_a_dead_small_blind_too() -> None:  # DL-26
    harness = settled("holdem", "Wren", "Heron", "Jay", "Magpie", "Rook")
    absent = next(name for name in harness.player_by_seat.values() if harness.seat_of(name).number == next_big(harness))
    harness.submit(from_player(absent, commands.SitOut()))
    play_hands(harness, 2)
    harness.submit(from_player(absent, commands.SitIn()))
    harness.submit(from_player(absent, commands.PostBlind(on=True)))
    while absent not in dealt(harness):
        play_hands(harness, 1)
    seat = harness.seat_of(absent).number
    assert posts(harness) == (ExtraPost(seat, Post.DEAD_BLIND, 1), ExtraPost(seat, Post.LIVE_BLIND, 2))


def next_big(harness: TableHarness) -> int:
    """The seat that owes the big blind of the next hand."""
    assert harness.table.current_hand is not None
    dealt_in = sorted(entrant.seat for entrant in harness.table.current_hand.setup.entrants)
    big = harness.table.current_hand.setup.big_blind or 0
    return next((seat for seat in dealt_in if seat > big), dealt_in[0])


def test_a_player_who_need_not_wait_cannot_post() -> None:
    assert settled().expect_refusal(from_player("Wren", commands.PostBlind(on=True))) == "no-wait"
    harness = settled("five-card-draw")
    harness.sit("Magpie", chips=200)
    assert offers_to(harness, "Magpie").post is None
    assert harness.expect_refusal(from_player("Magpie", commands.PostBlind(on=True))) == "no-wait"
    assert harness.expect_refusal(from_player("Robin", commands.PostBlind(on=True))) == "not-seated"


def test_a_player_who_posts_late_does_not_straddle_too() -> None:  # BT-43
    harness = settled("holdem", "Wren", "Heron", "Jay", "Magpie", straddles=8)
    harness.sit("Rook", chips=200)
    for name in ("Wren", "Heron", "Jay", "Magpie", "Rook"):
        harness.submit(from_player(name, commands.Straddle(on=True)))
    harness.submit(from_player("Rook", commands.PostBlind(on=True)))
    while "Rook" not in dealt(harness):
        play_hands(harness, 1)
    seat = harness.seat_of("Rook").number
    assert [posting.post for posting in posts(harness) if posting.seat == seat] == [Post.LIVE_BLIND]


def test_a_newcomer_whom_the_big_blind_reaches_posts_it_once_and_nothing_late() -> None:  # DL-27
    harness = settled()
    while next_big(harness) != 1:
        play_hands(harness, 1)
    harness.sit("Magpie", chips=200)
    harness.submit(from_player("Magpie", commands.PostBlind(on=True)))
    harness.deal_next_hand()
    assert posts(harness) == ()
    assert forced(harness) == [(3, Post.SMALL_BLIND, 1), (4, Post.BIG_BLIND, 2)]


def test_a_newcomer_left_with_one_opponent_posts_only_the_small_blind() -> None:  # DL-28
    """Wren and Heron leave, and Magpie, between the blinds, need not wait: Magpie has the button, Jay the big blind."""
    harness = joined_by_a_poster(next_big_blind=2)
    harness.submit(from_player("Wren", commands.Stand()))
    harness.submit(from_player("Heron", commands.Stand()))
    harness.deal_next_hand()
    assert posts(harness) == ()
    assert forced(harness) == [(4, Post.SMALL_BLIND, 1), (3, Post.BIG_BLIND, 2)]


def test_a_newcomer_who_lets_the_blinds_pass_has_missed_none() -> None:  # DL-26, DL-27
    """Magpie owed no small blind before, so that the post is the live one alone."""
    harness = settled()
    harness.sit("Magpie", chips=200)
    harness.submit(from_player("Magpie", commands.SitOut()))
    play_hands(harness, 4)
    while next_big(harness) != 3:
        play_hands(harness, 1)
    harness.submit(from_player("Magpie", commands.SitIn()))
    harness.submit(from_player("Magpie", commands.PostBlind(on=True)))
    play_hands(harness, 1)
    assert posts(harness) == (ExtraPost(4, Post.LIVE_BLIND, 2),)


def test_a_wish_to_post_is_forgotten_once_it_was_carried_out() -> None:  # DL-26
    harness = joined_by_a_poster(next_big_blind=3)
    play_hands(harness, 1)
    assert "Magpie" in dealt(harness)
    harness.submit(from_player("Magpie", commands.SitOut()))
    play_hands(harness, 4)
    harness.submit(from_player("Magpie", commands.SitIn()))
    assert offers_to(harness, "Magpie").post is False


def forced(harness: TableHarness) -> list[tuple[int, Post, int]]:
    """What was posted in the hand that runs: seats, kinds and chips."""
    begun = max(place for place, event in enumerate(harness.events) if isinstance(event, HandStarted))
    return [(event.seat, event.post, event.chips) for event in harness.events[begun:] if isinstance(event, Posted)]


@pytest.mark.parametrize(("chips", "straddled"), [(3, ()), (4, (ExtraPost(3, Post.STRADDLE, 4),))])
def test_a_player_without_the_chips_does_not_straddle(chips: int, straddled: tuple[ExtraPost, ...]) -> None:  # BT-43
    settings = replace(table_settings(buy_in=(1, 200)), straddles=1)
    harness = start_table(stacks=(200, 200, chips, 200), settings=settings)
    harness.submit(from_player("Jay", commands.Straddle(on=True)))
    harness.deal_next_hand()
    assert posts(harness) == straddled


def test_after_a_misdeal_the_same_blinds_are_owed_again(monkeypatch: pytest.MonkeyPatch) -> None:  # IR-3, DL-27
    harness = joined_by_a_poster(next_big_blind=3)
    harness.deal_next_hand()
    with monkeypatch.context() as broken:
        broken.setattr(Hand, "act", fail)
        harness.act("f")
    assert not harness.hand_running
    harness.deal_next_hand()
    assert posts(harness) == (ExtraPost(4, Post.LIVE_BLIND, 2),)


def fail(*_: object) -> None:
    raise RuntimeError
