"""Hands one after another: when they begin, whose turn it is, and what is left for the next."""

from __future__ import annotations

import pytest

from railbird_server.table.inputs import Deal, Input, Tick
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Check, Fold, Raise
from railbird_shared.protocol.commands import Act, ShowHand, Sit, SitIn, SitOut, Stand
from railbird_shared.protocol.events import (
    DealerDrawn,
    HandEnded,
    HandScheduled,
    HandShown,
    HandStarted,
    Post,
    Posted,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings


def first(harness: TableHarness) -> HandStarted:
    """The last hand that began."""
    return [event for event in harness.events if isinstance(event, HandStarted)][-1]


def win_unseen(harness: TableHarness) -> None:
    """Jay raises and everybody folds."""
    harness.deal_next_hand()
    harness.act_each("r 6", "f", "f")


# --- when a hand begins


def test_a_table_with_one_player_deals_nothing() -> None:
    harness = TableHarness(table_settings())
    harness.sit("Wren")
    assert harness.outcome.wake_at is None
    assert harness.expect_refusal(Deal(harness.next_deck())) == "no-deal"


def test_a_short_pause_comes_before_the_first_hand_and_the_agreed_one_between_hands() -> None:
    harness = start_table(settings=table_settings(pause=7_000))
    assert (harness.outcome.wants_deck, harness.outcome.wake_at) == (False, 2_000)
    harness.deal_next_hand()
    harness.fold_to_end()
    assert (harness.outcome.wants_deck, harness.outcome.wake_at) == (False, 9_000)
    harness.now = 8_999
    harness.submit(Tick())
    assert not harness.outcome.wants_deck
    harness.now = 9_000
    harness.submit(Tick())
    assert harness.outcome.wants_deck


def test_viewers_are_told_when_the_next_hand_comes() -> None:
    harness = start_table(settings=table_settings(pause=8_000))
    assert harness.view().next_hand_at == 2_000
    harness.deal_next_hand()
    assert harness.view().next_hand_at is None
    harness.fold_to_end()
    assert harness.view().next_hand_at == 10_000
    harness.submit(from_player("Wren", SitOut()))
    assert harness.view().next_hand_at == 10_000
    assert HandScheduled(None) in harness.submit(from_player("Heron", SitOut()))
    assert HandScheduled(10_000) in harness.submit(from_player("Heron", SitIn()))


def test_a_hand_without_a_pause_before_it_is_not_announced() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.fold_to_end()
    assert not [event for event in harness.events if isinstance(event, HandScheduled)]


def test_the_first_deck_chooses_the_dealer_and_another_one_is_dealt() -> None:
    harness = start_table()
    (drawn,) = harness.submit(Deal(harness.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert drawn.seat == 3
    assert [seat for seat, _ in drawn.cards] == [1, 2, 3]
    assert harness.outcome.wants_deck
    events = harness.submit(Deal(harness.next_deck()))
    assert HandStarted(1, 3, (1, 2, 3), because=("DL-2", "DL-10", "DL-5", "DL-7")) in events
    assert not harness.outcome.wants_deck


def test_no_deck_is_taken_while_a_hand_runs() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.expect_refusal(Deal(harness.next_deck())) == "no-deal"


def test_a_due_hand_is_cancelled_when_players_leave() -> None:
    harness = start_table(stacks=(200, 200))
    assert harness.outcome.wants_deck
    harness.submit(from_player("Wren", SitOut()))
    assert not harness.outcome.wants_deck
    assert harness.expect_refusal(Deal(harness.next_deck())) == "no-deal"


def test_the_first_dealer_may_leave_before_the_first_hand() -> None:
    harness = start_table()
    harness.submit(Deal(harness.next_deck()))
    harness.submit(from_player("Jay", Stand()))
    harness.deal_next_hand()
    assert harness.hand_running


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_game_is_dealt_hand_after_hand(game: str) -> None:
    harness = start_table(game)
    for number in range(1, 5):
        harness.deal_next_hand()
        assert harness.table.hand_number == number
        harness.fold_to_end()


def test_a_player_who_sits_down_during_a_hand_is_dealt_into_the_next() -> None:  # DL-21
    harness = start_table(stacks=(200, 200))
    harness.deal_next_hand()
    harness.sit("Jay")
    harness.fold_to_end()
    harness.deal_next_hand()
    assert 3 in first(harness).seats


def test_after_the_first_hands_a_newcomer_waits_for_the_big_blind() -> None:
    harness = start_table(stacks=(200,) * 4)
    for _ in range(4):
        harness.deal_next_hand()
        harness.fold_to_end()
    harness.sit("Rook")
    dealt = []
    for _ in range(4):
        harness.deal_next_hand()
        dealt.append(5 in first(harness).seats)
        harness.fold_to_end()
    assert dealt == [False, False, False, True]


def test_a_player_who_missed_the_blinds_waits_for_the_big_blind() -> None:
    harness = start_table(stacks=(200,) * 4)
    for _ in range(3):
        harness.deal_next_hand()
        harness.fold_to_end()
    harness.submit(from_player("Heron", SitOut()))
    for _ in range(3):
        harness.deal_next_hand()
        harness.fold_to_end()
    harness.submit(from_player("Heron", SitIn()))
    dealt = []
    for _ in range(2):
        harness.deal_next_hand()
        dealt.append(2 in first(harness).seats)
        harness.fold_to_end()
    assert dealt == [False, True]


def test_a_player_who_missed_no_blind_is_dealt_in_as_soon_as_they_sit_in() -> None:
    harness = start_table(stacks=(200,) * 4)
    for _ in range(4):
        harness.deal_next_hand()
        harness.fold_to_end()
    harness.submit(from_player("Magpie", SitOut()))
    harness.deal_next_hand()
    harness.fold_to_end()
    harness.submit(from_player("Magpie", SitIn()))
    harness.deal_next_hand()
    assert 4 in first(harness).seats


def test_nobody_waits_for_the_big_blind_when_play_restarts() -> None:
    """Heron stays alone, and two newcomers sit down: all three are dealt in, as in the first hands of a table."""
    harness = start_table(stacks=(200,) * 3)
    for _ in range(4):
        harness.deal_next_hand()
        harness.fold_to_end()
    harness.submit(from_player("Wren", Stand()))
    harness.submit(from_player("Jay", Stand()))
    assert harness.outcome.wake_at is None
    harness.sit("Rook", "Finch")
    dealt = []
    for _ in range(2):
        harness.deal_next_hand()
        dealt.append(len(first(harness).seats))
        harness.fold_to_end()
    assert dealt == [3, 3]


def test_a_player_with_one_chip_is_dealt_in_as_big_blind() -> None:  # DL-12, AI-1
    """Heron owes a blind of two and has one chip, which wins one from each of the others."""
    settings = table_settings(buy_in=(1, 200))
    harness = start_table(stacks=(200, 1, 200), decks=["7d As 9c 7h Ad 9h 2c Ks Js 5d 2d 8h 2h 4s"], settings=settings)
    harness.deal_next_hand()
    (blind,) = [event for event in harness.events if isinstance(event, Posted) and event.post is Post.BIG_BLIND]
    assert (blind.seat, blind.chips, blind.to_match, blind.all_in, blind.because[-1]) == (2, 1, 2, True, "DL-12")
    harness.act_each("c", "c", "x", "x", "x", "x", "x", "x")
    assert harness.stacks() == {"Wren": 198, "Heron": 3, "Jay": 200}
    assert not harness.seat_of("Heron").sitting_out
    harness.deal_next_hand()
    assert 2 in first(harness).seats


# --- turns


def test_turns_are_numbered_within_their_hand() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.turn.turn == 1
    harness.act("c")
    assert harness.turn.turn == 2
    harness.fold_to_end()
    harness.deal_next_hand()
    assert harness.turn.turn == 1


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (from_player("Jay", Act(hand=1, turn=2, action=Fold())), "stale"),
        (from_player("Jay", Act(hand=0, turn=1, action=Fold())), "stale"),
        (from_player("Wren", Act(hand=1, turn=1, action=Fold())), "not-your-turn"),
        (from_player("Robin", Act(hand=1, turn=1, action=Fold())), "not-seated"),
        (from_player("Robin", Act(hand=0, turn=9, action=Fold())), "not-seated"),
        (from_player("Jay", Act(hand=1, turn=1, action=Check())), "no-check"),
        (from_player("Jay", Act(hand=1, turn=1, action=Raise(3))), "too-little"),
        (from_player("Jay", ShowHand()), "not-now"),
    ],
)
def test_acts_and_commands_refused_in_a_hand(request_: Input, code: str) -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.expect_refusal(request_) == code
    assert harness.player_to_act == "Jay"


def test_a_repeated_act_is_stale() -> None:
    harness = start_table()
    harness.deal_next_hand()
    act = from_player("Jay", Act(hand=1, turn=1, action=Fold()))
    harness.submit(act)
    assert harness.expect_refusal(act) == "stale"


def test_nobody_acts_between_hands() -> None:
    harness = start_table()
    win_unseen(harness)
    assert harness.expect_refusal(from_player("Jay", Act(hand=1, turn=4, action=Fold()))) == "stale"


def test_a_refused_act_leaves_the_deadline_unchanged() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.now = 20_000
    harness.expect_refusal(from_player("Jay", Act(hand=1, turn=1, action=Check())))
    assert harness.outcome.wake_at == 30_000


# --- showing


def test_a_winner_may_show_until_the_next_hand() -> None:  # IR-10
    harness = start_table()
    win_unseen(harness)
    shown, *_ = harness.submit(from_player("Jay", ShowHand()))
    assert isinstance(shown, HandShown)
    assert len(shown.cards) == 2
    assert shown.because == ("IR-10",)
    assert harness.expect_refusal(from_player("Jay", ShowHand())) == "nothing-to-show"
    harness.deal_next_hand()
    assert harness.expect_refusal(from_player("Jay", ShowHand())) == "not-now"


def test_a_folded_hand_is_not_shown() -> None:  # BT-10
    harness = start_table()
    win_unseen(harness)
    assert harness.expect_refusal(from_player("Wren", ShowHand())) == "nothing-to-show"
    assert harness.expect_refusal(from_player("Robin", ShowHand())) == "not-now"


def test_a_player_who_took_the_seat_of_another_has_nothing_to_show() -> None:
    harness = start_table()
    win_unseen(harness)
    harness.submit(from_player("Jay", Stand()))
    harness.submit(from_player("Robin", Sit(seat=3)))
    assert harness.expect_refusal(from_player("Robin", ShowHand())) == "not-now"


def test_the_same_inputs_give_the_same_events() -> None:
    runs = []
    for _ in range(2):
        harness = start_table("seven-card-stud")
        for _ in range(3):
            harness.deal_next_hand()
            harness.fold_to_end()
        runs.append(harness.events)
    assert runs[0] == runs[1]
    assert HandEnded(3) in runs[0]
