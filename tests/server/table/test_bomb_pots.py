"""Bomb pots: when one comes, who is told, what is refused, and that a restart changes nothing (HS-46, HS-47)."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from railbird_server.table.inputs import VoidHand
from railbird_server.table.settings import TableSettings, game_terms_or_refusal, settings_with
from railbird_server.table.table import ANNOUNCEMENT_MS, Table, TableState
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import commands
from railbird_shared.protocol.events import (
    BombPotAnnounced,
    BombPotAsked,
    BombPotPutOff,
    HandStarted,
    Post,
    Posted,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings

CALL = from_player("Wren", commands.CallBombPot())


def bomb_settings(chips: int = 10, every: int = 0, *, game: str = "holdem", pause: int = 0) -> TableSettings:
    return replace(table_settings(game, pause=pause), effective_rules=HouseRules(bomb_pot=chips, bomb_pot_every=every))


def bomb_table(chips: int = 10, every: int = 0, stacks: tuple[int, ...] = (200, 200, 200)) -> TableHarness:
    return start_table(stacks=stacks, settings=bomb_settings(chips, every))


def play_out(harness: TableHarness) -> None:
    """Checks or calls to the end of the hand."""
    while harness.hand_running:
        legal = harness.table.current_hand
        assert legal is not None
        assert legal.turn is not None
        harness.act("x" if legal.turn.legal.check else "c")


def started(harness: TableHarness) -> HandStarted:
    return next(event for event in reversed(harness.events) if isinstance(event, HandStarted))


def bomb_events(harness: TableHarness) -> list[object]:
    kinds = (BombPotAsked, BombPotAnnounced, BombPotPutOff)
    return [event for event in harness.events if isinstance(event, kinds)]


# --- called by the host


def test_the_host_calls_a_bomb_pot_and_everybody_is_told_before_they_pay() -> None:
    harness = bomb_table()
    harness.deal_next_hand()
    harness.submit(CALL)
    assert harness.view().next_bomb_pot == 10
    assert bomb_events(harness) == [BombPotAnnounced(10, "Wren", because=("HS-46",))]
    play_out(harness)
    harness.deal_next_hand()
    view = harness.view()
    assert (started(harness).bomb_pot, view.bomb_pot, view.next_bomb_pot) == (10, 10, 0)
    posted = [event for event in harness.events if isinstance(event, Posted)][-3:]
    assert {(event.post, event.chips) for event in posted} == {(Post.ANTE, 10)}
    assert (view.street_name, len(view.board), view.small_blind, view.big_blind) == ("flop", 3, None, None)
    play_out(harness)
    harness.deal_next_hand()
    assert started(harness).bomb_pot == 0
    assert harness.view().bomb_pot == 0


def test_the_first_to_act_sits_left_of_the_button_which_moves_as_always() -> None:
    harness = bomb_table()
    harness.submit(CALL)
    harness.deal_next_hand()
    assert (harness.view().button, harness.player_to_act) == (3, "Wren")
    play_out(harness)
    harness.deal_next_hand()
    assert harness.view().button == 1


def test_a_bomb_pot_called_between_hands_waits_until_everybody_has_read_it() -> None:
    harness = start_table(settings=bomb_settings(pause=4_000))
    harness.deal_next_hand()
    play_out(harness)
    rest = harness.outcome.wake_at or 0
    harness.now = rest - 500
    harness.submit(CALL)
    assert harness.outcome.wake_at == harness.now + ANNOUNCEMENT_MS
    harness.submit(from_player("Jay", commands.SitOut()))
    harness.deal_next_hand()
    assert set(started(harness).seats) == {1, 2}
    assert harness.stacks()["Jay"] >= 190


def test_the_host_calls_a_bomb_pot_off_again() -> None:
    harness = bomb_table()
    harness.submit(CALL)
    harness.submit(from_player("Wren", commands.CallBombPot(on=False)))
    assert bomb_events(harness)[-1] == BombPotPutOff("Wren")
    assert harness.view().next_bomb_pot == 0
    harness.deal_next_hand()
    assert started(harness).bomb_pot == 0
    assert harness.expect_refusal(from_player("Wren", commands.CallBombPot(on=False))) == "bomb-pot"


def test_only_the_host_calls_one_and_only_once() -> None:
    harness = bomb_table()
    assert harness.expect_refusal(from_player("Heron", commands.CallBombPot())) == "not-host"
    harness.submit(CALL)
    assert harness.expect_refusal(CALL) == "bomb-pot"
    assert harness.expect_refusal(from_player("Heron", commands.AskBombPot())) == "bomb-pot"


@pytest.mark.parametrize(("game", "chips"), [("holdem", 0), ("seven-card-stud", 10), ("badugi", 10)])
def test_without_a_board_or_the_custom_there_are_no_bomb_pots(game: str, chips: int) -> None:
    harness = start_table(game, settings=bomb_settings(chips, 1, game=game))
    assert harness.view("Heron").you.offers.bomb_pot is None
    assert harness.expect_refusal(CALL) == "no-bomb-pots"
    assert harness.expect_refusal(from_player("Heron", commands.AskBombPot())) == "no-bomb-pots"
    harness.deal_next_hand()
    assert started(harness).bomb_pot == 0


# --- agreed on by all


def test_a_bomb_pot_comes_once_all_who_are_to_be_dealt_in_ask_for_it() -> None:
    harness = bomb_table()
    harness.deal_next_hand()
    harness.submit(from_player("Heron", commands.AskBombPot()))
    harness.submit(from_player("Jay", commands.AskBombPot()))
    assert harness.view().bomb_pot_asked == (2, 3)
    assert harness.view("Jay").you.offers.bomb_pot is True
    assert harness.view().next_bomb_pot == 0
    harness.submit(from_player("Wren", commands.AskBombPot()))
    assert bomb_events(harness) == [
        BombPotAsked((2,)),
        BombPotAsked((2, 3)),
        BombPotAnnounced(10, agreed=True, because=("HS-46",)),
    ]
    play_out(harness)
    harness.deal_next_hand()
    assert started(harness).bomb_pot == 10


def test_who_takes_their_word_back_stops_it() -> None:
    harness = bomb_table()
    for name, on in (("Heron", True), ("Jay", True), ("Heron", False), ("Wren", True)):
        harness.submit(from_player(name, commands.AskBombPot(on=on)))
    assert harness.view().bomb_pot_asked == (1, 3)
    harness.deal_next_hand()
    assert started(harness).bomb_pot == 0
    assert harness.view().bomb_pot_asked == (1, 3)


def test_bots_and_who_sits_out_are_not_waited_for() -> None:
    harness = start_table(stacks=(200, 200), settings=bomb_settings())
    harness.submit(from_player("Robot", commands.Sit(), bot=True))
    harness.submit(from_player("Wren", commands.AskBombPot()))
    assert harness.view().bomb_pot_asked == (1,)
    harness.submit(from_player("Heron", commands.SitOut()))
    assert harness.view().next_bomb_pot == 10


def test_a_spectator_cannot_ask() -> None:
    harness = bomb_table()
    assert harness.expect_refusal(from_player("Robin", commands.AskBombPot())) == "not-seated"


# --- every so many hands


def test_every_third_hand_is_a_bomb_pot() -> None:
    harness = bomb_table(every=3)
    for _ in range(6):
        harness.deal_next_hand()
        play_out(harness)
    assert [event.bomb_pot for event in harness.events if isinstance(event, HandStarted)] == [0, 0, 10, 0, 0, 10]
    announced = [event for event in harness.events if isinstance(event, BombPotAnnounced)]
    assert announced == 2 * [BombPotAnnounced(10, because=("HS-46", "HS-47"))]


def test_a_called_bomb_pot_begins_the_count_anew() -> None:
    harness = bomb_table(every=3)
    harness.deal_next_hand()
    harness.submit(CALL)
    for _ in range(4):
        play_out(harness)
        harness.deal_next_hand()
    assert [event.bomb_pot for event in harness.events if isinstance(event, HandStarted)] == [0, 10, 0, 0, 10]


def test_in_a_rotation_a_bomb_pot_waits_for_a_game_with_a_board() -> None:
    house = HouseRules(bomb_pot=10, bomb_pot_every=2)
    rotation = Rotation((ChosenGame("razz", 2), ChosenGame("omaha", 2)), hands=3)
    terms = game_terms_or_refusal(house, rotation.games[0])
    settings = settings_with(replace(table_settings("razz"), house_rules=house, rotation=rotation), terms)
    harness = start_table("razz", settings=settings)
    for _ in range(6):
        harness.deal_next_hand()
        harness.submit(VoidHand("The power failed."))
    games = [(event.hand, event.bomb_pot) for event in harness.events if isinstance(event, HandStarted)]
    assert games == [(1, 0), (2, 0), (3, 0), (4, 10), (5, 0), (6, 10)]


# --- what goes wrong


def test_who_has_less_posts_what_they_have() -> None:
    harness = bomb_table(chips=50, stacks=(200, 20, 200))
    harness.submit(CALL)
    harness.deal_next_hand()
    view = harness.view()
    assert [(pot.chips, pot.seats) for pot in view.pots] == [(60, (1, 2, 3)), (60, (1, 3))]
    play_out(harness)
    assert sum(harness.stacks().values()) == 420


def test_a_void_bomb_pot_gives_back_what_was_posted() -> None:
    harness = bomb_table()
    harness.submit(CALL)
    harness.deal_next_hand()
    harness.submit(VoidHand("The power failed."))
    assert harness.stacks() == {"Wren": 200, "Heron": 200, "Jay": 200}


def test_straddles_and_chopped_blinds_have_no_part_in_a_bomb_pot() -> None:
    customs = HouseRules(bomb_pot=10, chopped_blinds=True)
    harness = start_table(settings=replace(bomb_settings(), straddles=1, effective_rules=customs))
    for name in ("Wren", "Heron", "Jay"):
        harness.submit(from_player(name, commands.Straddle()))
        harness.submit(from_player(name, commands.ChopBlinds()))
    harness.submit(CALL)
    harness.deal_next_hand()
    assert harness.view().total_pot == 30
    harness.act_each("x", "x", "b 10", "f", "f")
    assert harness.stacks()["Jay"] == 220


def test_a_table_brought_back_between_hands_plays_the_announced_bomb_pot() -> None:
    harness = bomb_table(every=5)
    harness.deal_next_hand()
    play_out(harness)
    harness.submit(from_player("Heron", commands.AskBombPot()))
    state = msgspec.json.decode(msgspec.json.encode(harness.table.state), type=TableState)
    assert Table.restored("t1", harness.table.settings, state).bomb_pots.asked == (2,)
    harness.submit(CALL)
    state = msgspec.json.decode(msgspec.json.encode(harness.table.state), type=TableState)
    harness.table = Table.restored("t1", harness.table.settings, state)
    harness.deal_next_hand()
    assert started(harness).bomb_pot == 10
