"""Turns that are up, links that are lost, and timers that come too late."""

from __future__ import annotations

from railbird_server.rules.events import Discarded
from railbird_server.table import clock
from railbird_server.table.inputs import ConnectionDown, ConnectionUp, Tick
from railbird_shared.actions import BringIn, Call, Check, Claim, Declaration, Declare, Draw, Fold, LegalActions, Run
from railbird_shared.cards import parse_cards
from railbird_shared.commands import Sit, SitIn, SitOut
from railbird_shared.events import (
    Called,
    Checked,
    ConnectionChanged,
    Folded,
    HandShown,
    PlayerLeft,
    Posted,
    PotAwarded,
    SatOut,
    StreetBegan,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings
from support.view_builders import PLAYER_NAMES


def after_deal(game: str = "holdem", players: int = 3, clock_ms: int = 30_000, hold: int = 600_000) -> TableHarness:
    """An evening in its first hand; with three players Jay has the button."""
    spec = table_settings(game, clock=clock_ms, hold=hold)
    night = start_table(game, (200,) * players, spec=spec)
    night.deal_next_hand()
    return night


def let_pass(night: TableHarness, turns: int) -> None:
    """Nobody acts for so many turns."""
    for _ in range(turns):
        night.advance_to_wake_time()


# --- how long a hand is looked at


def test_a_table_rests_longer_the_more_there_is_to_see() -> None:
    spec = table_settings(pause=3_000)
    streets = (StreetBegan(1, "flop"), StreetBegan(2, "turn"), StreetBegan(3, "river"))
    shown = HandShown(1, parse_cards("As Ks"), "ace high")
    assert clock.showdown_pause((Folded(1),), spec) == 0
    assert clock.showdown_pause(streets[:1], spec) == 0
    assert clock.showdown_pause((Called(1, 5, 5), shown), spec) == 2_000
    assert clock.showdown_pause((Called(1, 5, 5), *streets, shown), spec) == 5_000


def test_the_next_hand_waits_until_an_all_in_was_seen() -> None:
    night = start_table("holdem", spec=table_settings(pause=3_000))
    night.deal_next_hand()
    night.act_each("r 200", "c", "f")
    assert not night.hand_running
    assert night.outcome.wake_at == night.now + 8_000


# --- what the clock does


CARDS = parse_cards("As Kd 7c")


def test_a_late_player_checks_if_it_is_free_and_folds_if_not() -> None:  # BT-40
    assert clock.action_on_timeout(LegalActions(1, 100, fold=True, check=True), CARDS) == Check()
    assert clock.action_on_timeout(LegalActions(1, 100, fold=True, call=2), CARDS) == Fold()


def test_a_late_player_sees_a_bet_that_costs_nothing() -> None:  # SIMPLE-6
    assert clock.action_on_timeout(LegalActions(1, 100, fold=True, call=0), CARDS) == Call()


def test_a_late_player_stands_pat_and_brings_in() -> None:
    assert clock.action_on_timeout(LegalActions(1, 100, max_discards=5), CARDS) == Draw()
    assert clock.action_on_timeout(LegalActions(1, 100, bring_in=1), CARDS) == BringIn()


def test_a_late_player_throws_away_what_he_must() -> None:  # VT-XX-3
    assert clock.action_on_timeout(LegalActions(1, 100, max_discards=1, min_discards=1), CARDS) == Draw(
        parse_cards("As")
    )


def test_a_late_player_goes_high_claims_his_best_and_runs_it_once() -> None:
    assert clock.action_on_timeout(LegalActions(1, 0, declare=True), CARDS) == Declare(Declaration.HIGH)
    assert clock.action_on_timeout(LegalActions(1, 0, claims=("flush", "high card")), CARDS) == Claim("flush")
    assert clock.action_on_timeout(LegalActions(1, 0, max_runs=3), CARDS) == Run(1)


def test_who_has_stood_up_gives_up_even_what_is_free() -> None:
    assert clock.action_on_leaving(LegalActions(1, 100, fold=True, check=True), CARDS) == Fold()


def test_the_events_say_that_the_clock_did_it() -> None:
    night = after_deal()
    assert Folded(3, timed_out=True) in night.advance_to_wake_time()
    night.act_each("c", "x")
    assert Checked(1, timed_out=True) in night.advance_to_wake_time()


def test_a_late_draw_is_standing_pat() -> None:
    night = after_deal("five-card-draw")
    night.act_each("b 2", "c", "c")
    (drawn,) = [event for event in night.advance_to_wake_time() if isinstance(event, Discarded)]
    assert (drawn.cards, drawn.timed_out) == ((), True)


def test_a_late_bring_in_is_posted() -> None:
    night = after_deal("seven-card-stud")
    assert any(isinstance(event, Posted) for event in night.advance_to_wake_time())


# --- deadlines


def test_a_turn_ends_at_its_deadline_and_not_before() -> None:
    night = after_deal()
    assert night.outcome.wake_at == 30_000
    night.now = 29_999
    assert night.submit(Tick()) == []
    night.now = 30_000
    assert Folded(3, timed_out=True) in night.submit(Tick())


def test_a_timer_never_hits_the_next_turn() -> None:
    night = after_deal()
    night.now = 29_999
    night.act("c")
    night.now = 30_000
    assert night.submit(Tick()) == []
    assert night.player_to_act == "Wren"
    assert night.outcome.wake_at == 59_999


def test_one_tick_ends_one_turn_however_late_it_comes() -> None:
    night = after_deal()
    night.now = 500_000
    night.submit(Tick())
    assert night.player_to_act == "Wren"
    assert night.outcome.wake_at == 530_000


def test_an_act_that_comes_before_the_tick_counts() -> None:
    night = after_deal()
    night.now = 30_001
    night.act("c")
    assert night.player_to_act == "Wren"


def test_without_a_clock_the_table_waits() -> None:
    night = after_deal(clock_ms=0)
    assert night.outcome.wake_at is None
    night.now = 10**9
    assert night.submit(Tick()) == []


def test_without_a_clock_a_turn_does_not_wait_for_ever_for_somebody_who_is_gone() -> None:
    night = after_deal(clock_ms=0)
    night.now = 5_000
    night.submit(ConnectionDown("Jay"))
    assert night.outcome.wake_at == 65_000
    night.submit(ConnectionUp("Jay"))
    assert night.outcome.wake_at is None
    night.submit(ConnectionDown("Jay"))
    assert Folded(3, timed_out=True) in night.advance_to_wake_time()


def test_without_a_clock_who_has_long_been_gone_is_waited_for_from_the_beginning_of_his_turn() -> None:
    night = after_deal(clock_ms=0)
    night.submit(ConnectionDown("Wren"))
    night.now = 200_000
    night.act("c")
    assert (night.player_to_act, night.outcome.wake_at) == ("Wren", 260_000)
    night.now = 259_999
    assert night.submit(Tick()) == []
    assert Folded(1, timed_out=True) in night.advance_to_wake_time()


# --- patience


def test_who_lets_three_turns_pass_is_sat_out_when_the_hand_is_over() -> None:
    night = after_deal()
    night.act("c")
    night.act("c")
    night.act("x")
    let_pass(night, 6)
    assert not any(isinstance(event, SatOut) for event in night.events)
    events = []
    while night.hand_running:
        events = night.advance_to_wake_time()
    assert [event for event in events if isinstance(event, SatOut)] == [SatOut(1), SatOut(2), SatOut(3)]
    assert not night.outcome.wants_deck


def test_with_the_link_down_two_turns_are_enough() -> None:
    night = after_deal(players=2)
    night.submit(ConnectionDown("Heron"))
    assert Folded(2, timed_out=True) in night.advance_to_wake_time()
    assert not night.seat_of("Heron").sitting_out
    night.deal_next_hand()
    assert night.player_to_act == "Wren"
    night.act("r 6")
    assert SatOut(2) in night.advance_to_wake_time()


def test_an_act_of_his_own_restores_patience() -> None:
    night = after_deal(players=2)
    night.act_each("c", "x")
    let_pass(night, 4)
    assert night.seat_of("Wren").timeouts == 2
    night.act("x")
    assert night.seat_of("Wren").timeouts == 0


def test_who_comes_back_is_dealt_in_again() -> None:
    night = after_deal(players=2)
    night.fold_to_end()
    night.submit(from_player("Wren", SitOut()))
    assert night.outcome.wake_at is None
    night.submit(from_player("Wren", SitIn()))
    night.deal_next_hand()
    assert night.hand_running


# --- links


def test_a_lost_link_keeps_the_seat_and_the_clock_running() -> None:
    night = after_deal()
    assert night.submit(ConnectionDown("Jay")) == [ConnectionChanged(3, connected=False)]
    assert night.submit(ConnectionDown("Jay")) == []
    assert night.outcome.wake_at == 30_000
    assert night.submit(ConnectionUp("Jay")) == [ConnectionChanged(3, connected=True)]
    assert night.submit(ConnectionUp("Jay")) == []


def test_the_link_of_somebody_without_a_seat_does_not_matter() -> None:
    night = after_deal()
    assert night.submit(ConnectionDown("Robin")) == []
    assert night.submit(ConnectionUp("Robin")) == []


def test_a_seat_is_held_for_a_while_and_then_freed_with_its_chips() -> None:
    night = TableHarness(table_settings(hold=600_000))
    night.sit("Wren", chips=150)
    night.now = 1_000
    night.submit(ConnectionDown("Wren"))
    assert night.outcome.wake_at == 601_000
    assert night.advance_to_wake_time() == [PlayerLeft(1, "Wren", 150)]
    assert night.outcome.wake_at is None
    assert night.table.bank.on_table == 0


def test_a_seat_is_not_freed_while_its_player_is_in_a_hand() -> None:
    night = after_deal(players=3, hold=10_000)
    night.submit(ConnectionDown("Jay"))
    night.now = 20_000
    assert night.submit(Tick()) == []
    events = [*night.advance_to_wake_time(), *night.act("f")]
    assert PlayerLeft(3, "Jay", 200) in events


def test_who_is_back_in_time_keeps_his_seat() -> None:
    night = TableHarness(table_settings(hold=600_000))
    night.sit(PLAYER_NAMES[0])
    night.submit(ConnectionDown("Wren"))
    night.now = 599_999
    night.submit(ConnectionUp("Wren"))
    assert night.outcome.wake_at is None
    assert night.expect_refusal(from_player("Wren", Sit())) == "seated"


def test_who_is_all_in_and_gone_plays_to_the_showdown_and_wins() -> None:  # AI-2
    """Jay's link is lost once his 50 chips are in: the others bet on against each other, and his aces win.

    His seat was not to be held so long, so what he won goes with him.
    """
    night = start_table(stacks=(200, 200, 50), decks=["2c 7d As 3c 8d Ah 4s Ad Kc Qc 5s 9s 6s 8h"])
    night.deal_next_hand()
    night.act("r 50")
    night.submit(ConnectionDown("Jay"))
    night.act_each("c", "c")
    for street in ("flop", "turn", "river"):
        assert night.view().street_name == street
        night.now += 10_000
        night.act_each("b 10", "c")
    assert [(award.seat, award.chips) for award in night.events if isinstance(award, PotAwarded)] == [(2, 60), (3, 150)]
    assert night.stacks() == {"Wren": 120, "Heron": 180, "Jay": 150}
    assert night.seat_of("Jay").connected is False
    night.now = 600_000
    assert PlayerLeft(3, "Jay", 150) in night.submit(Tick())
