"""Players who move to another seat: when they move, what they owe for it, and what moves along."""

from __future__ import annotations

import pytest

from railbird_server.table.dealer_button import HANDS_WITHOUT_WAIT, Positions, delays_blinds
from railbird_server.table.inputs import FullEvent
from railbird_shared.history.narration import event_sentence
from railbird_shared.protocol.commands import AddChips, ChangeSeat, PostBlind, ShowHand, Sit, SitOut, Stand
from railbird_shared.protocol.events import HandStarted, Post, Posted, SeatChanged
from railbird_shared.protocol.folding import fold_each
from support.table_harness import TableHarness, from_player, start_table, table_settings


def settled(*, seats: int = 8, game: str = "holdem") -> TableHarness:
    """Returns a table with Wren, Heron and Jay in seats 1 to 3 after the first hands, so that newcomers wait."""
    harness = TableHarness(table_settings(game, seats=seats))
    harness.sit("Wren", "Heron", "Jay", chips=100)
    for _ in range(HANDS_WITHOUT_WAIT):
        harness.deal_next_hand()
        harness.fold_to_end()
    return harness


def play_until_big_blind_of(harness: TableHarness, name: str) -> None:
    """Plays hands until the big blind of the one just played was that of a player."""
    while True:
        events = harness.deal_next_hand()
        harness.fold_to_end()
        if (harness.seat_of(name).number, Post.BIG_BLIND) in posted(events):
            return


def change(harness: TableHarness, name: str, seat: int) -> list[SeatChanged]:
    """Asks for a seat; returns the moves that came of it at once."""
    events = harness.submit(from_player(name, ChangeSeat(seat=seat)))
    return [event for event in events if isinstance(event, SeatChanged)]


def posted(events: list[FullEvent]) -> set[tuple[int, Post]]:
    """Returns who posted what."""
    return {(event.seat, event.post) for event in events if isinstance(event, Posted)}


def test_between_hands_a_player_moves_at_once_with_their_chips() -> None:
    harness = start_table(stacks=(50, 60, 70))
    assert change(harness, "Wren", 6) == [SeatChanged(1, 6)]
    assert harness.player_by_seat == {2: "Heron", 3: "Jay", 6: "Wren"}
    assert harness.stacks()["Wren"] == 50
    assert harness.view("Wren").you.seat == 6
    assert harness.view("Wren").seats[0] is None


def test_in_a_hand_a_player_moves_before_the_next_one() -> None:
    """The winner is seen where they sat until the next deal, and their cards of it are dealt to the new seat."""
    harness = start_table()
    harness.deal_next_hand()
    assert change(harness, "Jay", 5) == []
    assert harness.view("Jay").you.offers.moves_to == 5
    assert harness.view().at(5) is None
    harness.fold_to_end()
    assert harness.view("Jay").you.seat == 3
    events = harness.deal_next_hand()
    assert SeatChanged(3, 5) in events
    assert next(event for event in events if isinstance(event, HandStarted)).seats in {(1, 2, 5), (2, 5, 1), (5, 1, 2)}
    assert len(harness.view("Jay").you.cards) == 2
    assert harness.view("Jay").you.seat == 5
    assert harness.view("Jay").you.offers.moves_to == 0


def test_who_waits_for_the_next_hand_moves_while_another_one_runs() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.sit("Magpie")
    assert change(harness, "Magpie", 6) == [SeatChanged(4, 6)]
    assert harness.hand_running


def test_without_a_next_hand_the_move_comes_when_the_hand_is_over() -> None:
    harness = start_table(stacks=(50, 60))
    harness.deal_next_hand()
    change(harness, "Wren", 4)
    harness.submit(from_player("Heron", SitOut()))
    harness.fold_to_end()
    assert harness.player_by_seat == {2: "Heron", 4: "Wren"}


def test_a_player_may_stay_after_all() -> None:
    harness = start_table()
    harness.deal_next_hand()
    change(harness, "Jay", 5)
    change(harness, "Jay", 0)
    assert harness.view("Jay").you.offers.moves_to == 0
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.seat_of("Jay").number == 3


def test_a_player_who_stands_up_moves_nowhere() -> None:
    harness = start_table()
    harness.deal_next_hand()
    change(harness, "Jay", 5)
    harness.submit(from_player("Jay", Stand()))
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.player_by_seat == {1: "Wren", 2: "Heron"}


def test_a_promised_seat_is_kept_for_who_asked_first() -> None:
    harness = start_table()
    harness.deal_next_hand()
    change(harness, "Jay", 4)
    assert harness.expect_refusal(from_player("Wren", ChangeSeat(seat=4))) == "seat-taken"
    assert harness.expect_refusal(from_player("Magpie", Sit(seat=4))) == "seat-taken"
    harness.sit("Magpie")
    assert harness.seat_of("Magpie").number == 5


@pytest.mark.parametrize(
    ("player", "seat", "code"),
    [
        ("Wren", 2, "seat-taken"),
        ("Wren", 7, "no-such-seat"),
        ("Wren", 1, "seated"),
        ("Magpie", 5, "not-seated"),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused(player: str, seat: int, code: str) -> None:
    harness = start_table()
    assert harness.expect_refusal(from_player(player, ChangeSeat(seat=seat))) == code


def test_chips_bought_in_the_hand_move_along() -> None:
    harness = start_table(stacks=(50, 60, 70))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=30)))
    change(harness, "Jay", 6)
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.view().at(6) is not None
    assert harness.table.bank.net_buy_in("Jay") == 100
    assert harness.table.chips == 210


def test_cards_of_the_hand_that_is_over_stay_with_the_old_seat() -> None:
    """Who moves can no longer show them, and whoever sits down there does not get them."""
    harness = start_table()
    harness.deal_next_hand()
    harness.fold_to_end()
    change(harness, "Wren", 6)
    assert harness.view("Wren").you.cards == ()
    assert harness.expect_refusal(from_player("Wren", ShowHand())) == "not-now"
    harness.submit(from_player("Magpie", Sit(seat=1)))
    assert harness.view("Magpie").you.cards == ()
    assert harness.expect_refusal(from_player("Magpie", ShowHand())) == "not-now"


# --- the blinds (DL-26, DL-27)


def test_who_moves_past_nobody_posts_the_big_blind_as_before() -> None:
    harness = settled()
    play_until_big_blind_of(harness, "Heron")
    assert change(harness, "Jay", 8) == [SeatChanged(3, 8)]
    assert (8, Post.BIG_BLIND) in posted(harness.deal_next_hand())


def test_nobody_delays_the_big_blind_by_moving() -> None:
    harness = settled()
    harness.sit("Magpie", chips=100)
    harness.submit(from_player("Magpie", PostBlind()))
    play_until_big_blind_of(harness, "Magpie")
    play_until_big_blind_of(harness, "Wren")
    assert change(harness, "Heron", 8) == [SeatChanged(2, 8, owes_blinds=True, because=("DL-26",))]
    assert harness.view("Heron").you.offers.post is False
    harness.submit(from_player("Heron", PostBlind()))
    assert 8 not in {seat for seat, _ in posted(harness.deal_next_hand())}  # between the button and the small blind
    harness.fold_to_end()
    assert {(8, Post.DEAD_BLIND), (8, Post.LIVE_BLIND)} < posted(harness.deal_next_hand())


def test_who_has_posted_the_big_blind_does_not_move_away_from_the_small_blind() -> None:
    harness = settled()
    play_until_big_blind_of(harness, "Wren")
    assert change(harness, "Wren", 8)[0].owes_blinds


def test_who_moves_towards_the_big_blind_owes_nothing() -> None:
    """Jay, on the button's side, moves before Wren: the big blind comes sooner."""
    assert not delays_blinds(BLINDS, [1, 2, 5], 8, 4)


BLINDS = Positions(1, (2, 5, 1), 2, 3)
"""The small blind was due at seat 2, the big blind at seat 3."""


@pytest.mark.parametrize(
    ("seat", "to", "delays"),
    [
        (4, 6, True),  # past the player in seat 5
        (6, 4, False),
        (6, 7, False),  # past nobody
        (4, 2, True),
        (3, 4, True),  # the small blind would be theirs
        (1, 3, True),  # to the seat that has just posted the big blind
        (8, 1, False),
    ],
)
def test_a_move_delays_the_blinds_if_they_reach_more_players_first(seat: int, to: int, delays: bool) -> None:
    others = [5, 7] if seat != 1 else [2, 5]
    if (seat, to) in {(6, 7), (8, 1)}:
        others = [5]
    assert delays_blinds(BLINDS, others, seat, to) is delays


def test_nothing_is_owed_in_a_game_without_blinds() -> None:
    assert not delays_blinds(Positions(1, (2, 3, 1)), [2, 3], 1, 4)
    harness = settled(game="five-card-draw", seats=6)
    assert change(harness, "Wren", 5) == [SeatChanged(1, 5)]


def test_the_log_tells_the_move_and_what_is_owed() -> None:
    harness = start_table()
    view = harness.view()
    told = [event_sentence(each.event, each.before) for each in fold_each(view, [SeatChanged(1, 5)])]
    assert told == ["Wren moves to seat 5"]
    sentence = event_sentence(SeatChanged(1, 5, owes_blinds=True), view)
    assert sentence == "Wren moves to seat 5, and waits for the big blind or posts it"
