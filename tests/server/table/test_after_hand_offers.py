"""What players may request out of turn, and that only what would not be refused is offered."""

from __future__ import annotations

from railbird_server.rules.events import Mucked
from railbird_server.table.dealer_button import HANDS_WITHOUT_WAIT
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.events import HandShown
from support.table_harness import TableHarness, from_player, start_table


def offers_to(harness: TableHarness, name: str) -> Offers:
    you = harness.view(name).you
    return you.offers


def mucked() -> TableHarness:
    """Returns a table whose first hand is over: Wren has shown aces, Heron mucked, and Jay had folded."""
    harness = start_table(decks=["Ah Kc 2c Ad 7d 3d 9s Qs Js 5d 9d 4c 9h 8h"])
    harness.deal_next_hand()
    harness.act_each("f", "c", *["x"] * 7)
    assert [event.seat for event in harness.events if isinstance(event, Mucked)] == [2]
    return harness


def test_a_folded_player_may_see_a_hand_mucked_at_the_showdown() -> None:  # SD-8
    harness = mucked()
    assert offers_to(harness, "Jay").see_hands == (2,)
    (shown, *_) = harness.submit(from_player("Jay", commands.SeeHand(seat=2)))
    assert isinstance(shown, HandShown)
    assert offers_to(harness, "Jay").see_hands == ()


def test_a_player_who_took_the_seat_of_a_dealt_in_player_may_see_no_mucked_hand() -> None:  # SD-8
    harness = mucked()
    harness.submit(from_player("Jay", commands.Stand()))
    harness.submit(from_player("Robin", commands.Sit(seat=3)))
    assert offers_to(harness, "Robin").see_hands == ()
    assert harness.expect_refusal(from_player("Robin", commands.SeeHand(seat=2))) == "not-now"


def test_a_player_who_took_the_seat_of_a_mucker_has_no_hand_to_see() -> None:  # SD-14
    harness = mucked()
    harness.submit(from_player("Heron", commands.Stand()))
    harness.submit(from_player("Robin", commands.Sit(seat=2)))
    assert offers_to(harness, "Jay").see_hands == ()
    assert harness.expect_refusal(from_player("Jay", commands.SeeHand(seat=2))) == "nothing-to-see"


def test_a_player_sitting_out_is_not_offered_to_post() -> None:  # DL-27
    harness = start_table()
    for _ in range(HANDS_WITHOUT_WAIT):
        harness.deal_next_hand()
        harness.fold_to_end()
    harness.sit("Magpie")
    assert offers_to(harness, "Magpie").post is False
    harness.submit(from_player("Magpie", commands.SitOut()))
    assert offers_to(harness, "Magpie").post is None
    harness.submit(from_player("Magpie", commands.SitIn()))
    assert offers_to(harness, "Magpie").post is False


def test_a_leaving_player_is_offered_nothing_that_would_be_refused() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(from_player("Wren", commands.Stand()))
    assert offers_to(harness, "Wren") == Offers()
    assert harness.expect_refusal(from_player("Wren", commands.AddChips(chips=1))) == "leaving"
