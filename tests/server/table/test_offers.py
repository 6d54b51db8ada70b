"""What players may ask for when it is not their turn, and that only those are told so who would not be refused."""

from __future__ import annotations

from railbird_server.rules.events import Mucked
from railbird_server.table.button import HANDS_WITHOUT_WAIT
from railbird_shared import commands
from railbird_shared.actions import Offers
from railbird_shared.events import HandShown
from support.table_harness import TableHarness, from_player, start_table


def offers_to(night: TableHarness, name: str) -> Offers:
    you = night.view(name).you
    return you.offers


def mucked() -> TableHarness:
    """An evening whose first hand is over: Wren has shown his aces, Heron mucked, and Jay had folded."""
    night = start_table(decks=["Ah Kc 2c Ad 7d 3d 9s Qs Js 5d 9d 4c 9h 8h"])
    night.deal_next_hand()
    night.act_each("f", "c", *["x"] * 7)
    assert [event.seat for event in night.events if isinstance(event, Mucked)] == [2]
    return night


def test_who_folded_may_see_a_hand_that_was_mucked_at_the_showdown() -> None:  # SD-8
    night = mucked()
    assert offers_to(night, "Jay").see_hands == (2,)
    (shown, *_) = night.submit(from_player("Jay", commands.SeeHand(seat=2)))
    assert isinstance(shown, HandShown)
    assert offers_to(night, "Jay").see_hands == ()


def test_who_took_the_seat_of_a_player_of_the_hand_may_see_nothing_of_it() -> None:  # SD-8
    night = mucked()
    night.submit(from_player("Jay", commands.Stand()))
    night.submit(from_player("Robin", commands.Sit(seat=3)))
    assert offers_to(night, "Robin").see_hands == ()
    assert night.expect_refusal(from_player("Robin", commands.SeeHand(seat=2))) == "not-now"


def test_who_took_the_seat_of_a_player_who_mucked_has_nothing_to_be_seen() -> None:  # SD-14
    night = mucked()
    night.submit(from_player("Heron", commands.Stand()))
    night.submit(from_player("Robin", commands.Sit(seat=2)))
    assert offers_to(night, "Jay").see_hands == ()
    assert night.expect_refusal(from_player("Jay", commands.SeeHand(seat=2))) == "nothing-to-see"


def test_who_sits_out_is_not_asked_to_post() -> None:  # DL-27
    night = start_table()
    for _ in range(HANDS_WITHOUT_WAIT):
        night.deal_next_hand()
        night.fold_to_end()
    night.sit("Magpie")
    assert offers_to(night, "Magpie").post is False
    night.submit(from_player("Magpie", commands.SitOut()))
    assert offers_to(night, "Magpie").post is None
    night.submit(from_player("Magpie", commands.SitIn()))
    assert offers_to(night, "Magpie").post is False


def test_who_is_leaving_is_offered_nothing_that_he_would_be_refused() -> None:
    night = start_table()
    night.deal_next_hand()
    night.submit(from_player("Wren", commands.Stand()))
    assert offers_to(night, "Wren") == Offers()
    assert night.expect_refusal(from_player("Wren", commands.AddChips(chips=1))) == "leaving"
