"""Turns that are up, links that are lost, and timers that come too late."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.rules.events import Discarded
from railbird_server.table import turn_clock
from railbird_server.table.inputs import ConnectionDown, ConnectionUp, Tick
from railbird_server.table.seats import Timeouts
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol.actions import (
    BringIn,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Run,
)
from railbird_shared.protocol.commands import Sit, SitIn, SitOut
from railbird_shared.protocol.events import (
    Called,
    Checked,
    ClockExtended,
    ConnectionChanged,
    Folded,
    HandShown,
    LeaveReason,
    PlayerLeft,
    Posted,
    PotAwarded,
    SatOut,
    SitOutReason,
    StreetBegan,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings
from support.view_builders import PLAYER_NAMES


def after_deal(game: str = "holdem", players: int = 3, clock_ms: int = 30_000, hold: int = 600_000) -> TableHarness:
    """Returns a table in its first hand; with three players Jay has the button."""
    settings = table_settings(game, clock=clock_ms, hold=hold)
    harness = start_table(game, (200,) * players, settings=settings)
    harness.deal_next_hand()
    return harness


def let_pass(harness: TableHarness, turns: int) -> None:
    """Nobody acts for so many turns."""
    for _ in range(turns):
        harness.advance_to_wake_time()


# --- how long a hand is looked at


def test_the_pause_grows_with_streets_run_out_and_hands_shown() -> None:
    settings = table_settings(pause=3_000)
    streets = (StreetBegan(1, "flop"), StreetBegan(2, "turn"), StreetBegan(3, "river"))
    shown = HandShown(1, parse_cards("As Ks"), "ace high")
    assert turn_clock.showdown_pause((Folded(1),), settings) == 0
    assert turn_clock.showdown_pause(streets[:1], settings) == 0
    assert turn_clock.showdown_pause((Called(1, 5, 5), shown), settings) == 2_000
    assert turn_clock.showdown_pause((Called(1, 5, 5), *streets, shown), settings) == 5_000


def test_the_next_hand_waits_longer_after_an_all_in() -> None:
    harness = start_table("holdem", settings=table_settings(pause=3_000))
    harness.deal_next_hand()
    harness.act_each("r 200", "c", "f")
    assert not harness.hand_running
    assert harness.outcome.wake_at == harness.now + 8_000


# --- what the clock does


CARDS = parse_cards("As Kd 7c")


def test_a_late_player_checks_if_it_is_free_and_folds_if_not() -> None:  # BT-40
    assert turn_clock.action_on_timeout(LegalActions(1, 100, fold=True, check=True), CARDS) == Check()
    assert turn_clock.action_on_timeout(LegalActions(1, 100, fold=True, call=2), CARDS) == Fold()


def test_a_late_player_sees_a_bet_that_costs_nothing() -> None:  # SIMPLE-6
    assert turn_clock.action_on_timeout(LegalActions(1, 100, fold=True, call=0), CARDS) == Call()


def test_a_late_player_stands_pat_and_brings_in() -> None:
    assert turn_clock.action_on_timeout(LegalActions(1, 100, max_discards=5), CARDS) == Draw()
    assert turn_clock.action_on_timeout(LegalActions(1, 100, bring_in=1), CARDS) == BringIn()


def test_a_late_player_folds_to_a_bring_in_that_is_not_theirs() -> None:  # CX-44
    passed_on = LegalActions(1, 100, fold=True, bring_in=1)
    assert turn_clock.action_on_timeout(passed_on, CARDS) == turn_clock.action_on_leaving(passed_on, CARDS) == Fold()


def test_a_late_player_discards_what_they_must() -> None:  # VT-XX-3
    assert turn_clock.action_on_timeout(LegalActions(1, 100, max_discards=1, min_discards=1), CARDS) == Draw(
        parse_cards("As")
    )


def test_a_late_player_goes_high_claims_their_best_hand_and_runs_it_once() -> None:
    assert turn_clock.action_on_timeout(LegalActions(1, 0, declare=True), CARDS) == Declare(Declaration.HIGH)
    assert turn_clock.action_on_timeout(LegalActions(1, 0, claims=("flush", "high card")), CARDS) == Claim("flush")
    assert turn_clock.action_on_timeout(LegalActions(1, 0, max_runs=3), CARDS) == Run(1)


def test_a_player_who_has_stood_up_folds_even_when_checking_is_free() -> None:
    assert turn_clock.action_on_leaving(LegalActions(1, 100, fold=True, check=True), CARDS) == Fold()


def test_an_act_of_the_clock_is_marked_timed_out() -> None:
    harness = after_deal()
    assert Folded(3, timed_out=True) in harness.advance_to_wake_time()
    harness.act_each("c", "x")
    assert Checked(1, timed_out=True) in harness.advance_to_wake_time()


def test_a_late_draw_is_standing_pat() -> None:
    harness = after_deal("five-card-draw")
    harness.act_each("b 2", "c", "c")
    (drawn,) = [event for event in harness.advance_to_wake_time() if isinstance(event, Discarded)]
    assert (drawn.cards, drawn.timed_out) == ((), True)


def test_a_late_bring_in_is_posted() -> None:
    harness = after_deal("seven-card-stud")
    assert any(isinstance(event, Posted) for event in harness.advance_to_wake_time())


# --- deadlines


def test_a_turn_ends_at_its_deadline_and_not_before() -> None:
    harness = after_deal()
    assert harness.outcome.wake_at == 30_000
    harness.now = 29_999
    assert harness.submit(Tick()) == []
    harness.now = 30_000
    assert Folded(3, timed_out=True) in harness.submit(Tick())


def test_a_late_tick_does_not_end_the_next_turn() -> None:
    harness = after_deal()
    harness.now = 29_999
    harness.act("c")
    harness.now = 30_000
    assert harness.submit(Tick()) == []
    assert harness.player_to_act == "Wren"
    assert harness.outcome.wake_at == 59_999


def test_one_tick_ends_one_turn_however_late_it_comes() -> None:
    harness = after_deal()
    harness.now = 500_000
    harness.submit(Tick())
    assert harness.player_to_act == "Wren"
    assert harness.outcome.wake_at == 530_000


def test_an_act_that_comes_before_the_tick_counts() -> None:
    harness = after_deal()
    harness.now = 30_001
    harness.act("c")
    assert harness.player_to_act == "Wren"


def test_without_a_clock_the_table_waits() -> None:
    harness = after_deal(clock_ms=0)
    assert harness.outcome.wake_at is None
    harness.now = 10**9
    assert harness.submit(Tick()) == []


def test_without_a_clock_a_turn_waits_only_the_grace_for_a_disconnected_player() -> None:
    harness = after_deal(clock_ms=0)
    harness.now = 5_000
    harness.submit(ConnectionDown("Jay"))
    assert harness.outcome.wake_at == 65_000
    harness.submit(ConnectionUp("Jay"))
    assert harness.outcome.wake_at is None
    harness.submit(ConnectionDown("Jay"))
    assert Folded(3, timed_out=True) in harness.advance_to_wake_time()


def test_without_a_clock_the_grace_of_a_disconnected_player_starts_with_their_turn() -> None:
    harness = after_deal(clock_ms=0)
    harness.submit(ConnectionDown("Wren"))
    harness.now = 200_000
    harness.act("c")
    assert (harness.player_to_act, harness.outcome.wake_at) == ("Wren", 260_000)
    harness.now = 259_999
    assert harness.submit(Tick()) == []
    assert Folded(1, timed_out=True) in harness.advance_to_wake_time()


# --- patience


def test_three_timeouts_in_a_row_sit_a_player_out_after_the_hand() -> None:
    harness = after_deal()
    harness.act("c")
    harness.act("c")
    harness.act("x")
    let_pass(harness, 6)
    assert not any(isinstance(event, SatOut) for event in harness.events)
    events = []
    while harness.hand_running:
        events = harness.advance_to_wake_time()
    assert [event for event in events if isinstance(event, SatOut)] == [
        SatOut(seat, SitOutReason.MISSED_TURNS) for seat in (1, 2, 3)
    ]
    assert not harness.outcome.wants_deck


def test_two_timeouts_sit_a_disconnected_player_out() -> None:
    harness = after_deal(players=2)
    harness.submit(ConnectionDown("Heron"))
    assert Folded(2, timed_out=True) in harness.advance_to_wake_time()
    assert not harness.seat_of("Heron").sitting_out
    harness.deal_next_hand()
    assert harness.player_to_act == "Wren"
    harness.act("r 6")
    assert SatOut(2, SitOutReason.MISSED_TURNS) in harness.advance_to_wake_time()


def test_an_act_of_their_own_resets_a_players_timeouts() -> None:
    harness = after_deal(players=2)
    harness.act_each("c", "x")
    let_pass(harness, 4)
    assert harness.seat_of("Wren").timeouts.in_a_row == 2
    harness.act("x")
    assert harness.seat_of("Wren").timeouts == Timeouts(score=3)


def test_a_player_who_sits_in_is_dealt_in_again() -> None:
    harness = after_deal(players=2)
    harness.fold_to_end()
    harness.submit(from_player("Wren", SitOut()))
    assert harness.outcome.wake_at is None
    harness.submit(from_player("Wren", SitIn()))
    harness.deal_next_hand()
    assert harness.hand_running


# --- links


def test_a_lost_connection_keeps_the_seat_and_the_clock_running() -> None:
    harness = after_deal()
    assert harness.submit(ConnectionDown("Wren")) == [ConnectionChanged(1, connected=False)]
    assert harness.submit(ConnectionDown("Wren")) == []
    assert harness.outcome.wake_at == 30_000
    assert harness.submit(ConnectionUp("Wren")) == [ConnectionChanged(1, connected=True)]
    assert harness.submit(ConnectionUp("Wren")) == []


def test_the_connection_of_a_player_without_a_seat_does_not_matter() -> None:
    harness = after_deal()
    assert harness.submit(ConnectionDown("Robin")) == []
    assert harness.submit(ConnectionUp("Robin")) == []


def test_a_seat_is_held_for_a_while_and_then_freed_with_its_chips() -> None:
    harness = TableHarness(table_settings(hold=600_000))
    harness.sit("Wren", chips=150)
    harness.now = 1_000
    harness.submit(ConnectionDown("Wren"))
    assert harness.outcome.wake_at == 601_000
    assert harness.advance_to_wake_time() == [PlayerLeft(1, "Wren", 150, LeaveReason.DISCONNECTED)]
    assert harness.outcome.wake_at is None
    assert harness.table.bank.on_table == 0


def test_a_seat_is_not_freed_while_its_player_is_in_a_hand() -> None:
    harness = after_deal(players=3, hold=10_000)
    harness.submit(ConnectionDown("Jay"))
    harness.now = 20_000
    assert harness.submit(Tick()) == []
    events = [*harness.advance_to_wake_time(), *harness.act("f")]
    assert PlayerLeft(3, "Jay", 200, LeaveReason.DISCONNECTED) in events


def test_a_player_who_is_back_in_time_keeps_their_seat() -> None:
    harness = TableHarness(table_settings(hold=600_000))
    harness.sit(PLAYER_NAMES[0])
    harness.submit(ConnectionDown("Wren"))
    harness.now = 599_999
    harness.submit(ConnectionUp("Wren"))
    assert harness.outcome.wake_at is None
    assert harness.expect_refusal(from_player("Wren", Sit())) == "seated"


def test_a_disconnected_all_in_player_plays_to_the_showdown_and_can_win() -> None:  # AI-2
    """Jay's connection is lost once their 50 chips are in: the others bet on, and Jay's aces win.

    The seat is not reserved for so long, so the winnings are cashed out with it.
    """
    harness = start_table(stacks=(200, 200, 50), decks=["2c 7d As 3c 8d Ah 4s Ad Kc Qc 5s 9s 6s 8h"])
    harness.deal_next_hand()
    harness.act("r 50")
    harness.submit(ConnectionDown("Jay"))
    harness.act_each("c", "c")
    for street in ("flop", "turn", "river"):
        assert harness.view().street_name == street
        harness.now += 10_000
        harness.act_each("b 10", "c")
    assert [(award.seat, award.chips) for award in harness.events if isinstance(award, PotAwarded)] == [
        (2, 60),
        (3, 150),
    ]
    assert harness.stacks() == {"Wren": 120, "Heron": 180, "Jay": 150}
    assert harness.seat_of("Jay").connected is False
    harness.now = 600_000
    assert PlayerLeft(3, "Jay", 150, LeaveReason.DISCONNECTED) in harness.submit(Tick())


# --- more time for a lost connection


def test_a_player_who_loses_the_connection_in_their_turn_gets_more_time() -> None:
    harness = after_deal()
    harness.now = 20_000
    assert harness.submit(ConnectionDown("Jay")) == [
        ConnectionChanged(3, connected=False),
        ClockExtended(3, deadline=45_000, added=15_000),
    ]
    assert harness.outcome.wake_at == 45_000
    harness.now = 44_999
    assert harness.submit(Tick()) == []
    assert Folded(3, timed_out=True) in harness.advance_to_wake_time()


def test_a_player_who_comes_back_keeps_the_time_they_got() -> None:
    harness = after_deal()
    harness.now = 29_000
    harness.submit(ConnectionDown("Jay"))
    harness.now = 41_000
    harness.submit(ConnectionUp("Jay"))
    assert harness.outcome.wake_at == 45_000
    harness.act("c")
    assert harness.player_to_act == "Wren"


def test_a_turn_that_begins_without_a_connection_has_more_time() -> None:
    harness = after_deal()
    harness.submit(ConnectionDown("Wren"))
    assert ClockExtended(1, deadline=45_000, added=15_000) in harness.act("c")
    assert harness.outcome.wake_at == 45_000


def test_time_is_added_once_in_a_hand() -> None:
    harness = after_deal()
    for _ in range(2):
        harness.submit(ConnectionDown("Jay"))
        harness.submit(ConnectionUp("Jay"))
    assert harness.outcome.wake_at == 45_000
    harness.act_each("c", "c", "x", "x", "x")
    assert harness.player_to_act == "Jay"
    harness.submit(ConnectionDown("Jay"))
    assert harness.outcome.wake_at == 30_000


def test_time_is_added_again_in_the_next_hand() -> None:
    harness = after_deal(players=2)
    harness.submit(ConnectionDown("Heron"))
    harness.submit(ConnectionUp("Heron"))
    harness.fold_to_end()
    harness.deal_next_hand()
    harness.act("c")
    assert harness.player_to_act == "Heron"
    assert any(isinstance(event, ClockExtended) for event in harness.submit(ConnectionDown("Heron")))


def test_a_table_may_add_no_time() -> None:
    settings = replace(table_settings(), clock_extension_ms=0)
    harness = start_table("holdem", (200,) * 3, settings=settings)
    harness.deal_next_hand()
    harness.submit(ConnectionDown("Jay"))
    assert harness.outcome.wake_at == 30_000
