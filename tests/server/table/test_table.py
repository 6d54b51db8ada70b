"""Hands one after another: when they begin, whose turn it is, and what is left for the next."""

from __future__ import annotations

import pytest

from railbird_server.rules.variants import VARIANTS
from railbird_server.table.inputs import ConnectionDown, Deal, Input, Tick, Watchers
from railbird_shared.actions import Check, Fold, Raise
from railbird_shared.commands import Act, ShowHand, Sit, SitIn, SitOut, Stand
from railbird_shared.events import (
    CarriedPotTaken,
    DealerDrawn,
    HandEnded,
    HandShown,
    HandStarted,
    PassedOut,
    Post,
    Posted,
    WatchersChanged,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings


def first(night: TableHarness) -> HandStarted:
    """The last hand that began."""
    return [event for event in night.events if isinstance(event, HandStarted)][-1]


def win_unseen(night: TableHarness) -> None:
    """Jay raises and everybody folds."""
    night.deal_next_hand()
    night.act_each("r 6", "f", "f")


# --- when a hand begins


def test_one_player_waits() -> None:
    night = TableHarness(table_settings())
    night.sit("Wren")
    assert night.outcome.wake_at is None
    assert night.expect_refusal(Deal(night.next_deck())) == "no-deal"


def test_a_short_pause_comes_before_the_first_hand_and_the_agreed_one_between_hands() -> None:
    night = start_table(spec=table_settings(pause=5_000))
    assert (night.outcome.wants_deck, night.outcome.wake_at) == (False, 2_000)
    night.deal_next_hand()
    night.fold_to_end()
    assert (night.outcome.wants_deck, night.outcome.wake_at) == (False, 7_000)
    night.now = 6_999
    night.submit(Tick())
    assert not night.outcome.wants_deck
    night.now = 7_000
    night.submit(Tick())
    assert night.outcome.wants_deck


def test_the_first_deck_chooses_the_dealer_and_another_one_is_dealt() -> None:
    night = start_table()
    (drawn,) = night.submit(Deal(night.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert drawn.seat == 3
    assert [seat for seat, _ in drawn.cards] == [1, 2, 3]
    assert night.outcome.wants_deck
    events = night.submit(Deal(night.next_deck()))
    assert HandStarted(1, 3, (1, 2, 3), because=("DL-2", "DL-10", "DL-5", "DL-7")) in events
    assert not night.outcome.wants_deck


def test_no_deck_is_taken_while_a_hand_runs() -> None:
    night = start_table()
    night.deal_next_hand()
    assert night.expect_refusal(Deal(night.next_deck())) == "no-deal"


def test_a_hand_that_was_due_waits_when_players_go() -> None:
    night = start_table(stacks=(200, 200))
    assert night.outcome.wants_deck
    night.submit(from_player("Wren", SitOut()))
    assert not night.outcome.wants_deck
    assert night.expect_refusal(Deal(night.next_deck())) == "no-deal"


def test_the_first_dealer_may_have_gone_before_the_first_hand() -> None:
    night = start_table()
    night.submit(Deal(night.next_deck()))
    night.submit(from_player("Jay", Stand()))
    night.deal_next_hand()
    assert night.hand_running


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_game_is_dealt_hand_after_hand(game: str) -> None:
    night = start_table(game)
    for number in range(1, 5):
        night.deal_next_hand()
        assert night.table.hand_number == number
        night.fold_to_end()


def test_who_sits_down_in_a_hand_is_dealt_into_the_next() -> None:  # DL-21
    night = start_table(stacks=(200, 200))
    night.deal_next_hand()
    night.sit("Jay")
    night.fold_to_end()
    night.deal_next_hand()
    assert 3 in first(night).seats


def test_a_newcomer_waits_for_the_big_blind_once_play_has_settled() -> None:
    night = start_table(stacks=(200,) * 4)
    for _ in range(4):
        night.deal_next_hand()
        night.fold_to_end()
    night.sit("Rook")
    dealt = []
    for _ in range(4):
        night.deal_next_hand()
        dealt.append(5 in first(night).seats)
        night.fold_to_end()
    assert dealt == [False, False, False, True]


def test_who_missed_the_blinds_waits_for_the_big_blind() -> None:
    night = start_table(stacks=(200,) * 4)
    for _ in range(3):
        night.deal_next_hand()
        night.fold_to_end()
    night.submit(from_player("Heron", SitOut()))
    for _ in range(3):
        night.deal_next_hand()
        night.fold_to_end()
    night.submit(from_player("Heron", SitIn()))
    dealt = []
    for _ in range(2):
        night.deal_next_hand()
        dealt.append(2 in first(night).seats)
        night.fold_to_end()
    assert dealt == [False, True]


def test_who_missed_no_blind_is_dealt_in_as_soon_as_he_is_back() -> None:
    night = start_table(stacks=(200,) * 4)
    for _ in range(4):
        night.deal_next_hand()
        night.fold_to_end()
    night.submit(from_player("Magpie", SitOut()))
    night.deal_next_hand()
    night.fold_to_end()
    night.submit(from_player("Magpie", SitIn()))
    night.deal_next_hand()
    assert 4 in first(night).seats


def test_where_play_had_stopped_nobody_waits_when_it_begins_again() -> None:
    """Heron stays alone, and two newcomers sit down: all three are dealt in, as in the first hands of an evening."""
    night = start_table(stacks=(200,) * 3)
    for _ in range(4):
        night.deal_next_hand()
        night.fold_to_end()
    night.submit(from_player("Wren", Stand()))
    night.submit(from_player("Jay", Stand()))
    assert night.outcome.wake_at is None
    night.sit("Rook", "Finch")
    dealt = []
    for _ in range(2):
        night.deal_next_hand()
        dealt.append(len(first(night).seats))
        night.fold_to_end()
    assert dealt == [3, 3]


def test_one_chip_is_dealt_in_as_the_big_blind_and_stays_at_the_table() -> None:  # DL-12, AI-1
    """Heron owes a blind of two, and has one chip: with it he wins one from each of the others."""
    spec = table_settings(buy_in=(1, 200))
    night = start_table(stacks=(200, 1, 200), decks=["7d As 9c 7h Ad 9h 2c Ks Js 5d 2d 8h 2h 4s"], spec=spec)
    night.deal_next_hand()
    (blind,) = [event for event in night.events if isinstance(event, Posted) and event.post is Post.BIG_BLIND]
    assert (blind.seat, blind.chips, blind.to_match, blind.all_in, blind.because[-1]) == (2, 1, 2, True, "DL-12")
    night.act_each("c", "c", "x", "x", "x", "x", "x", "x")
    assert night.stacks() == {"Wren": 198, "Heron": 3, "Jay": 200}
    assert not night.seat_of("Heron").sitting_out
    night.deal_next_hand()
    assert 2 in first(night).seats


# --- turns


def test_turns_are_numbered_within_their_hand() -> None:
    night = start_table()
    night.deal_next_hand()
    assert night.turn.turn == 1
    night.act("c")
    assert night.turn.turn == 2
    night.fold_to_end()
    night.deal_next_hand()
    assert night.turn.turn == 1


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (from_player("Jay", Act(hand=1, turn=2, action=Fold())), "stale"),
        (from_player("Jay", Act(hand=0, turn=1, action=Fold())), "stale"),
        (from_player("Wren", Act(hand=1, turn=1, action=Fold())), "not-your-turn"),
        (from_player("Robin", Act(hand=1, turn=1, action=Fold())), "not-your-turn"),
        (from_player("Jay", Act(hand=1, turn=1, action=Check())), "no-check"),
        (from_player("Jay", Act(hand=1, turn=1, action=Raise(3))), "too-little"),
        (from_player("Jay", ShowHand()), "not-now"),
    ],
)
def test_what_is_refused_in_a_hand(request_: Input, code: str) -> None:
    night = start_table()
    night.deal_next_hand()
    assert night.expect_refusal(request_) == code
    assert night.player_to_act == "Jay"


def test_an_act_named_twice_is_stale_the_second_time() -> None:
    night = start_table()
    night.deal_next_hand()
    act = from_player("Jay", Act(hand=1, turn=1, action=Fold()))
    night.submit(act)
    assert night.expect_refusal(act) == "stale"


def test_nobody_acts_between_hands() -> None:
    night = start_table()
    win_unseen(night)
    assert night.expect_refusal(from_player("Jay", Act(hand=1, turn=4, action=Fold()))) == "stale"


def test_a_refused_act_costs_no_time() -> None:
    night = start_table()
    night.deal_next_hand()
    night.now = 20_000
    night.expect_refusal(from_player("Jay", Act(hand=1, turn=1, action=Check())))
    assert night.outcome.wake_at == 30_000


# --- the pot that waits


def passed_out(*names: str) -> TableHarness:
    """An evening of five card draw on which everybody has passed the first hand, the named having stood up before."""
    night = start_table("five-card-draw")
    night.deal_next_hand()
    night.act_each("x", "x")
    for name in names:
        night.submit(from_player(name, Stand()))
    night.act("x")
    return night


def test_a_pot_that_nobody_opened_waits_and_the_button_moves_left() -> None:
    night = passed_out()
    assert PassedOut(3, ("BT-38", "VT-5D-4")) in night.events
    assert night.table.carried == 3
    night.deal_next_hand()
    assert (first(night).button, first(night).carried) == (1, 3)
    assert night.table.carried == 0
    assert night.view().total_pot == 6


def test_the_last_player_takes_a_waiting_pot() -> None:
    night = passed_out("Wren", "Heron")
    assert CarriedPotTaken(3, 3, ("BT-38",)) in night.events
    assert night.stacks() == {"Jay": 202}


def test_of_two_who_go_together_the_last_takes_a_waiting_pot() -> None:
    night = passed_out("Wren")
    for name in ("Heron", "Jay"):
        night.submit(from_player(name, SitOut()))
        night.submit(ConnectionDown(name))
    night.advance_to_wake_time()
    assert CarriedPotTaken(3, 3, ("BT-38",)) in night.events
    assert night.table.bank.on_table == 0


# --- showing


def test_a_winner_may_show_until_the_next_hand() -> None:  # IR-10
    night = start_table()
    win_unseen(night)
    shown, *_ = night.submit(from_player("Jay", ShowHand()))
    assert isinstance(shown, HandShown)
    assert len(shown.cards) == 2
    assert shown.because == ("IR-10",)
    assert night.expect_refusal(from_player("Jay", ShowHand())) == "nothing-to-show"
    night.deal_next_hand()
    assert night.expect_refusal(from_player("Jay", ShowHand())) == "not-now"


def test_a_folded_hand_is_not_shown() -> None:  # BT-10
    night = start_table()
    win_unseen(night)
    assert night.expect_refusal(from_player("Wren", ShowHand())) == "nothing-to-show"
    assert night.expect_refusal(from_player("Robin", ShowHand())) == "not-now"


def test_who_took_the_seat_of_another_has_nothing_to_show() -> None:
    night = start_table()
    win_unseen(night)
    night.submit(from_player("Jay", Stand()))
    night.submit(from_player("Robin", Sit(seat=3)))
    assert night.expect_refusal(from_player("Robin", ShowHand())) == "not-now"


# --- the rail


def test_the_rail_is_counted() -> None:
    night = TableHarness(table_settings())
    assert night.submit(Watchers(3)) == [WatchersChanged(3)]
    assert night.submit(Watchers(3)) == []
    assert night.view().watchers == 3


def test_the_same_evening_twice_is_the_same() -> None:
    told = []
    for _ in range(2):
        night = start_table("seven-card-stud")
        for _ in range(3):
            night.deal_next_hand()
            night.fold_to_end()
        told.append(night.events)
    assert told[0] == told[1]
    assert HandEnded(3) in told[0]
