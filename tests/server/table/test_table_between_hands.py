"""What waits for the end of a hand, what is forgotten then, and how long the next hand waits for it."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from railbird_server.table.inputs import ConnectionDown, ConnectionUp, ServerReturned, Tick
from railbird_server.table.table import Table, TableState
from railbird_shared.game.cards import parse_cards
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.commands import AddChips, DealOn, HuntRabbit, ShowHand, Sit, SitIn, SitOut, Stand
from railbird_shared.protocol.events import CameBack, ChipsAdded, HandScheduled, PlayerLeft, PlayerSat, SatOut
from support.table_harness import TableHarness, from_player, start_table, table_settings

ACES_AGAINST_SEVENS = "Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"


def all_in() -> TableHarness:
    """Heads-up: Heron is all-in for 40, and Wren, who has aces, is to answer."""
    harness = start_table(stacks=(100, 40), decks=[ACES_AGAINST_SEVENS])
    harness.deal_next_hand()
    harness.act("r 40")
    assert harness.player_to_act == "Wren"
    return harness


def test_an_all_in_player_tops_up_by_the_least_buy_in_first_and_then_by_less() -> None:  # AI-12, AI-14
    harness = all_in()
    assert harness.expect_refusal(from_player("Heron", AddChips(chips=19))) == "buy-in"
    harness.submit(from_player("Heron", AddChips(chips=20)))
    harness.submit(from_player("Heron", AddChips(chips=5)))
    assert ChipsAdded(2, 25, 25) in harness.act("c")


def test_a_top_up_is_added_once() -> None:  # AI-12
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=50)))
    harness.fold_to_end()
    harness.deal_next_hand()
    harness.fold_to_end()
    assert [event for event in harness.events if isinstance(event, ChipsAdded)] == [ChipsAdded(3, 50, 150)]


def test_a_leaving_player_takes_no_top_up_along() -> None:  # AI-12, AI-13
    harness = start_table(stacks=(100, 100, 100))
    harness.deal_next_hand()
    harness.submit(from_player("Jay", AddChips(chips=50)))
    harness.submit(from_player("Jay", Stand()))
    assert PlayerLeft(3, "Jay", 100) in harness.act("f")
    assert not [event for event in harness.events if isinstance(event, ChipsAdded)]
    assert harness.table.bank.accounts["Jay"].bought_in == 100


def test_a_player_who_leaves_broke_is_not_reported_sitting_out() -> None:
    harness = all_in()
    harness.submit(from_player("Heron", Stand()))
    events = harness.act("c")
    assert PlayerLeft(2, "Heron", 0) in events
    assert SatOut(2) not in events


def test_a_broke_player_already_sitting_out_is_not_reported_again() -> None:
    harness = all_in()
    harness.submit(from_player("Heron", SitOut()))
    assert SatOut(2) not in harness.act("c")
    assert harness.seat_of("Heron").sitting_out


def test_an_all_in_player_sitting_out_may_sit_in_before_the_end() -> None:
    harness = all_in()
    harness.submit(from_player("Heron", SitOut()))
    assert harness.submit(from_player("Heron", SitIn())) == [CameBack(2)]


def test_chips_taken_away_late_are_brought_back_too() -> None:  # AI-15
    harness = start_table()
    harness.now = 5 * harness.table.settings.return_ms
    harness.submit(from_player("Heron", Stand()))
    harness.now += harness.table.settings.return_ms - 1
    assert harness.submit(from_player("Heron", Sit(chips=100))) == [PlayerSat(2, "Heron", 200)]


def test_a_restored_connection_makes_up_for_no_timeout() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.submit(ConnectionDown("Jay"))
    harness.advance_to_wake_time()
    assert harness.seat_of("Jay").timeouts.in_a_row == 1
    harness.submit(ConnectionUp("Jay"))
    assert harness.seat_of("Jay").timeouts.in_a_row == 1


def test_a_player_sat_out_for_timeouts_stays_while_none_is_added() -> None:
    """Wren lets three turns pass and is sat out; then Heron folds, and Wren stays without having acted."""
    harness = start_table(stacks=(200, 200))
    harness.deal_next_hand()
    harness.act("f")
    harness.deal_next_hand()
    harness.act_each("c", "x")
    while harness.hand_running:
        harness.advance_to_wake_time() if harness.player_to_act == "Wren" else harness.act("x")
    assert harness.seat_of("Wren").sitting_out
    harness.submit(from_player("Wren", SitIn()))
    harness.deal_next_hand()
    assert harness.player_to_act == "Heron"
    harness.act("f")
    assert not harness.seat_of("Wren").sitting_out


# --- the next hand waits for players who may show, or hunt the rabbit


def won_unseen(*, pause: int = 3_000, rabbit_hunt: bool = False) -> TableHarness:
    """Returns a table where Wren has just won with cards that nobody saw, at the time 2,000."""
    house = HouseRules(rabbit_hunt=rabbit_hunt)
    harness = start_table(settings=replace(table_settings(pause=pause), effective_rules=house))
    harness.deal_next_hand()
    harness.act_each("f", "r 6", "f")
    assert harness.now == min(pause, 2_000)
    return harness


def waited_for(harness: TableHarness) -> list[str]:
    """Returns for whom the next hand waits, as they are told."""
    return [name for name in ("Wren", "Heron", "Jay") if harness.view(name).you.offers.deal_on]


def test_the_next_hand_waits_for_a_winner_who_decides_whether_to_show() -> None:  # IR-10
    harness = won_unseen()
    assert waited_for(harness) == ["Wren"]
    assert harness.outcome.wake_at == harness.view().next_hand_at == 8_000
    assert harness.expect_refusal(from_player("Heron", DealOn())) == "not-now"
    assert harness.submit(from_player("Wren", DealOn()))[0] == HandScheduled(5_000)
    assert harness.outcome.wake_at == 5_000
    assert waited_for(harness) == []
    assert harness.expect_refusal(from_player("Wren", DealOn())) == "not-now"


def test_the_next_hand_waits_no_longer_than_six_seconds() -> None:
    harness = won_unseen()
    harness.now = 7_999
    harness.submit(Tick())
    assert not harness.outcome.wants_deck
    harness.advance_to_wake_time()
    assert (harness.now, harness.outcome.wants_deck) == (8_000, True)


def test_a_long_pause_is_not_made_longer() -> None:
    harness = won_unseen(pause=10_000)
    assert harness.outcome.wake_at == 12_000
    assert waited_for(harness) == []


def test_who_has_no_more_to_say_is_dealt_to_at_once_after_the_pause() -> None:
    harness = won_unseen()
    harness.now = 7_000
    harness.submit(from_player("Wren", DealOn()))
    assert harness.outcome.wants_deck


@pytest.mark.parametrize("command", [ShowHand(), ShowHand(cards=parse_cards("Ad"))])
def test_shown_cards_are_read_before_the_next_hand(command: ShowHand) -> None:  # IR-10, HS-42
    harness = start_table(decks=["Ah Kc 7c Ad 7d 2d"], settings=table_settings(pause=3_000))
    harness.deal_next_hand()
    harness.act_each("f", "r 6", "f")
    harness.now = 7_000
    harness.submit(from_player("Wren", command))
    assert waited_for(harness) == []
    assert harness.outcome.wake_at == 10_000


def test_cards_that_are_shown_one_after_another_do_not_hold_the_table() -> None:
    harness = won_unseen()
    first, second = harness.view("Wren").you.cards
    harness.now = 7_900
    harness.submit(from_player("Wren", ShowHand(cards=(first,))))
    assert harness.outcome.wake_at == 10_900
    harness.now = 8_100
    harness.submit(from_player("Wren", ShowHand(cards=(second,))))
    assert harness.outcome.wake_at == 10_900


def test_the_next_hand_waits_for_all_who_may_hunt_the_rabbit() -> None:  # HS-43
    harness = won_unseen(rabbit_hunt=True)
    assert waited_for(harness) == ["Wren", "Heron", "Jay"]
    harness.submit(from_player("Jay", DealOn()))
    harness.submit(from_player("Wren", DealOn()))
    assert (waited_for(harness), harness.outcome.wake_at) == (["Heron"], 8_000)
    harness.now = 4_000
    harness.submit(from_player("Heron", HuntRabbit()))
    assert (waited_for(harness), harness.outcome.wake_at) == ([], 7_000)


def test_nobody_waits_for_who_is_not_there_or_wants_no_pause() -> None:
    harness = won_unseen()
    harness.submit(ConnectionDown("Wren"))
    assert harness.outcome.wake_at == 5_000
    harness.submit(ConnectionUp("Wren"))
    assert harness.outcome.wake_at == 8_000
    harness.submit(from_player("Wren", SitOut()))
    assert harness.outcome.wake_at == 5_000
    assert won_unseen(pause=0).outcome.wants_deck


def test_nobody_waits_for_a_bot() -> None:
    harness = TableHarness(table_settings(pause=3_000))
    for name in ("Wren", "Heron", "Jay"):
        harness.submit(from_player(name, Sit(), bot=True))
    harness.deal_next_hand()
    ended_at = harness.now
    harness.act_each("f", "r 6", "f")
    assert harness.outcome.wake_at == ended_at + 3_000


def test_nobody_waits_for_a_player_who_has_shown_at_the_showdown() -> None:
    harness = start_table(settings=table_settings(pause=3_000))
    harness.deal_next_hand()
    harness.act_each("c", "c", *["x"] * 10)
    assert not harness.hand_running
    assert waited_for(harness) == []
    assert harness.outcome.wake_at == harness.now + 5_000


def test_a_table_that_comes_back_waits_as_long_as_it_would_have() -> None:
    harness = won_unseen()
    state = msgspec.json.decode(msgspec.json.encode(harness.table.state), type=TableState)
    harness.table = Table.restored("t1", harness.table.settings, state)
    harness.submit(ServerReturned(10_000))
    assert harness.outcome.wake_at == 8_000
    harness.submit(from_player("Wren", DealOn()))
    assert harness.outcome.wake_at == 5_000
