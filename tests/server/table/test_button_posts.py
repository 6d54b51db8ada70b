"""Who posts a blind late instead of waiting for it, and who straddles after that."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import ExtraPost
from railbird_server.table.button import HANDS_WITHOUT_WAIT
from railbird_shared import commands
from railbird_shared.actions import Offers
from railbird_shared.events import HandStarted, Post, Posted
from support.table_harness import TableHarness, from_player, start_table, table_settings

SETTLED = HANDS_WITHOUT_WAIT


def settled(game: str = "holdem", *names: str, straddles: int = 0) -> TableHarness:
    """An evening that has gone on for so long that newcomers wait."""
    night = TableHarness(replace(table_settings(game, seats=8), straddles=straddles))
    night.sit(*(names or ("Wren", "Heron", "Jay")), chips=200)
    play_hands(night, SETTLED)
    return night


def joined_by_a_poster(*, next_big_blind: int) -> TableHarness:
    """An evening at which Magpie sits down at seat 4 and would post, when that seat owes the next big blind."""
    night = settled()
    while next_big(night) != next_big_blind:
        play_hands(night, 1)
    night.sit("Magpie", chips=200)
    night.submit(from_player("Magpie", commands.PostBlind(on=True)))
    return night


def play_hands(night: TableHarness, count: int) -> None:
    for _ in range(count):
        night.deal_next_hand()
        fold_around(night)


def fold_around(night: TableHarness) -> None:
    while night.hand_running:
        night.act("f")


def offers_to(night: TableHarness, name: str) -> Offers:
    you = night.view(name).you
    return you.offers


def posts(night: TableHarness) -> tuple[ExtraPost, ...]:
    assert night.table.current_hand is not None
    return night.table.current_hand.setup.extra_posts


def dealt(night: TableHarness) -> set[str]:
    assert night.table.current_hand is not None
    return {night.player_by_seat[entrant.seat] for entrant in night.table.current_hand.setup.entrants}


def test_while_play_is_young_a_newcomer_is_dealt_in_and_posts_nothing() -> None:
    night = TableHarness(table_settings())
    night.sit("Wren", "Heron", "Jay", chips=200)
    night.deal_next_hand()
    night.sit("Magpie", chips=200)
    assert offers_to(night, "Magpie").post is None
    assert night.expect_refusal(from_player("Magpie", commands.PostBlind(on=True))) == "no-wait"


def test_a_newcomer_who_posts_a_live_big_blind_is_dealt_in_at_once() -> None:  # DL-27
    night = settled()
    while next_big(night) != 3:
        play_hands(night, 1)
    night.sit("Magpie", chips=200)
    assert offers_to(night, "Magpie").post is False
    night.submit(from_player("Magpie", commands.PostBlind(on=True)))
    assert offers_to(night, "Magpie").post is True
    play_hands(night, 1)
    assert posts(night) == (ExtraPost(4, Post.LIVE_BLIND, 2),)
    assert offers_to(night, "Magpie").post is None
    assert night.table.chips == 800


def test_between_the_button_and_the_small_blind_a_newcomer_waits_although_he_would_post() -> None:  # DL-27
    night = joined_by_a_poster(next_big_blind=2)
    play_hands(night, 1)
    assert dealt(night) == {"Wren", "Heron", "Jay"}
    play_hands(night, 1)
    assert posts(night) == (ExtraPost(4, Post.LIVE_BLIND, 2),)


def test_a_newcomer_who_takes_it_back_waits_for_the_big_blind() -> None:  # DL-27
    night = settled()
    night.sit("Magpie", chips=200)
    night.submit(from_player("Magpie", commands.PostBlind(on=True)))
    night.submit(from_player("Magpie", commands.PostBlind(on=False)))
    while "Magpie" not in dealt(night):
        play_hands(night, 1)
        assert posts(night) == ()
    big = [event.seat for event in night.events if isinstance(event, Posted) and event.post is Post.BIG_BLIND]
    assert big[-1] == night.seat_of("Magpie").number


def test_who_missed_his_blinds_posts_a_dead_small_one_too() -> None:  # DL-26
    night = settled("holdem", "Wren", "Heron", "Jay", "Magpie", "Rook")
    absent = next(name for name in night.player_by_seat.values() if night.seat_of(name).number == next_big(night))
    night.submit(from_player(absent, commands.SitOut()))
    play_hands(night, 2)
    night.submit(from_player(absent, commands.SitIn()))
    night.submit(from_player(absent, commands.PostBlind(on=True)))
    while absent not in dealt(night):
        play_hands(night, 1)
    seat = night.seat_of(absent).number
    assert posts(night) == (ExtraPost(seat, Post.DEAD_BLIND, 1), ExtraPost(seat, Post.LIVE_BLIND, 2))


def next_big(night: TableHarness) -> int:
    """The seat that owes the big blind of the next hand."""
    assert night.table.current_hand is not None
    dealt_in = sorted(entrant.seat for entrant in night.table.current_hand.setup.entrants)
    big = night.table.current_hand.setup.big_blind or 0
    return next((seat for seat in dealt_in if seat > big), dealt_in[0])


def test_who_does_not_wait_or_plays_without_blinds_has_nothing_to_post() -> None:
    assert settled().expect_refusal(from_player("Wren", commands.PostBlind(on=True))) == "no-wait"
    night = settled("five-card-draw")
    night.sit("Magpie", chips=200)
    assert offers_to(night, "Magpie").post is None
    assert night.expect_refusal(from_player("Magpie", commands.PostBlind(on=True))) == "no-wait"
    assert night.expect_refusal(from_player("Robin", commands.PostBlind(on=True))) == "not-seated"


def test_who_posts_late_does_not_straddle_on_top_of_it() -> None:  # BT-43
    night = settled("holdem", "Wren", "Heron", "Jay", "Magpie", straddles=8)
    night.sit("Rook", chips=200)
    for name in ("Wren", "Heron", "Jay", "Magpie", "Rook"):
        night.submit(from_player(name, commands.Straddle(on=True)))
    night.submit(from_player("Rook", commands.PostBlind(on=True)))
    while "Rook" not in dealt(night):
        play_hands(night, 1)
    seat = night.seat_of("Rook").number
    assert [posting.post for posting in posts(night) if posting.seat == seat] == [Post.LIVE_BLIND]


def test_a_newcomer_whom_the_big_blind_reaches_posts_it_once_and_nothing_late() -> None:  # DL-27
    night = settled()
    while next_big(night) != 1:
        play_hands(night, 1)
    night.sit("Magpie", chips=200)
    night.submit(from_player("Magpie", commands.PostBlind(on=True)))
    night.deal_next_hand()
    assert posts(night) == ()
    assert forced(night) == [(3, Post.SMALL_BLIND, 1), (4, Post.BIG_BLIND, 2)]


def test_a_newcomer_who_is_left_with_one_other_posts_the_small_blind_only() -> None:  # DL-28
    """Wren and Heron go, and Magpie, between the blinds, need not wait; he has the button, and Jay the big blind."""
    night = joined_by_a_poster(next_big_blind=2)
    night.submit(from_player("Wren", commands.Stand()))
    night.submit(from_player("Heron", commands.Stand()))
    night.deal_next_hand()
    assert posts(night) == ()
    assert forced(night) == [(4, Post.SMALL_BLIND, 1), (3, Post.BIG_BLIND, 2)]


def test_a_newcomer_who_lets_the_blinds_pass_has_missed_none() -> None:  # DL-26, DL-27
    """He owed no small blind before: when he posts, it is the live one alone."""
    night = settled()
    night.sit("Magpie", chips=200)
    night.submit(from_player("Magpie", commands.SitOut()))
    play_hands(night, 4)
    while next_big(night) != 3:
        play_hands(night, 1)
    night.submit(from_player("Magpie", commands.SitIn()))
    night.submit(from_player("Magpie", commands.PostBlind(on=True)))
    play_hands(night, 1)
    assert posts(night) == (ExtraPost(4, Post.LIVE_BLIND, 2),)


def test_who_has_posted_once_is_asked_anew_when_he_has_missed_his_blinds() -> None:  # DL-26
    night = joined_by_a_poster(next_big_blind=3)
    play_hands(night, 1)
    assert "Magpie" in dealt(night)
    night.submit(from_player("Magpie", commands.SitOut()))
    play_hands(night, 4)
    night.submit(from_player("Magpie", commands.SitIn()))
    assert offers_to(night, "Magpie").post is False


def forced(night: TableHarness) -> list[tuple[int, Post, int]]:
    """What was posted in the hand that runs: seats, kinds and chips."""
    begun = max(place for place, event in enumerate(night.events) if isinstance(event, HandStarted))
    return [(event.seat, event.post, event.chips) for event in night.events[begun:] if isinstance(event, Posted)]


@pytest.mark.parametrize(("chips", "straddled"), [(3, ()), (4, (ExtraPost(3, Post.STRADDLE, 4),))])
def test_nobody_straddles_who_has_not_the_chips_for_it(chips: int, straddled: tuple[ExtraPost, ...]) -> None:  # BT-43
    spec = replace(table_settings(buy_in=(1, 200)), straddles=1)
    night = start_table(stacks=(200, 200, chips, 200), spec=spec)
    night.submit(from_player("Jay", commands.Straddle(on=True)))
    night.deal_next_hand()
    assert posts(night) == straddled


def test_after_a_misdeal_the_same_blinds_are_owed_again(monkeypatch: pytest.MonkeyPatch) -> None:  # IR-3, DL-27
    night = joined_by_a_poster(next_big_blind=3)
    night.deal_next_hand()
    with monkeypatch.context() as broken:
        broken.setattr(Hand, "act", fail)
        night.act("f")
    assert not night.hand_running
    night.deal_next_hand()
    assert posts(night) == (ExtraPost(4, Post.LIVE_BLIND, 2),)


def fail(*_: object) -> None:
    raise RuntimeError
