"""The customs of a home game: cards shown by choice, and the board that would have come."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.table.settings import TableSettings
from railbird_server.table.table import Table
from railbird_shared.game.cards import parse_cards
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.events import BlindsChopped, BoardDealt, BountyPaid, CardsShown, HandShown, RabbitHunted
from railbird_shared.protocol.view import LastAct
from support.table_harness import TableHarness, find_cards, from_player, start_table, table_settings

ACES_HOLD = "Ah Kc 7c Ad 7d 2d 9s Qs Js 5d 9d 4c 9h 8h"
"""Wren in the small blind has aces, Heron K-7 and Jay on the button 7-2; the flop is Q-J-5, then 4 and 8."""


def offers_to(harness: TableHarness, name: str) -> Offers:
    return harness.view(name).you.offers


def show(cards: str = "") -> commands.ShowHand:
    return commands.ShowHand(cards=parse_cards(cards))


def ended_before_the_flop(settings: TableSettings | None = None) -> TableHarness:
    """Returns a table where Wren has won from the small blind, with Heron and Jay out."""
    harness = start_table(decks=[ACES_HOLD], settings=settings)
    harness.deal_next_hand()
    harness.act_each("f", "r 6", "f")
    return harness


# --- one card or all


def test_a_winner_shows_one_card_and_keeps_the_other_hidden() -> None:  # HS-42
    harness = ended_before_the_flop()
    assert (offers_to(harness, "Wren").show, offers_to(harness, "Wren").show_one) == (True, True)
    (shown, *_) = harness.submit(from_player("Wren", show("Ad")))
    assert shown == CardsShown(1, parse_cards("Ad"), (None, *parse_cards("Ad")), ("IR-10", "HS-42"))
    seat = harness.view().at(1)
    assert seat is not None
    assert (seat.cards, seat.last_act) == ((None, *parse_cards("Ad")), LastAct.SHOWED)
    assert "Ah" not in find_cards(harness.view())
    assert (offers_to(harness, "Wren").show, offers_to(harness, "Wren").show_one) == (True, False)


def test_the_last_hidden_card_shows_the_hand() -> None:  # HS-42
    harness = ended_before_the_flop()
    harness.submit(from_player("Wren", show("Ad")))
    (shown, *_) = harness.submit(from_player("Wren", show("Ah")))
    assert isinstance(shown, HandShown)
    assert (shown.cards, shown.hand_name) == (parse_cards("Ah Ad"), "pair of aces")
    assert not offers_to(harness, "Wren").show
    assert harness.expect_refusal(from_player("Wren", show("Ah"))) == "nothing-to-show"


def test_a_card_that_is_not_held_or_lies_open_cannot_be_shown() -> None:  # HS-42
    harness = ended_before_the_flop()
    assert harness.expect_refusal(from_player("Wren", show("Kc"))) == "nothing-to-show"
    assert harness.expect_refusal(from_player("Wren", show("Ad Ad"))) == "nothing-to-show"
    harness.submit(from_player("Wren", show("Ad")))
    assert harness.expect_refusal(from_player("Wren", show("Ad"))) == "nothing-to-show"


def test_a_house_may_have_hands_shown_whole() -> None:  # HS-42
    harness = ended_before_the_flop(replace(table_settings(), effective_rules=HouseRules(show_one_card=False)))
    assert (offers_to(harness, "Wren").show, offers_to(harness, "Wren").show_one) == (True, False)
    assert harness.expect_refusal(from_player("Wren", show("Ad"))) == "shown-whole"
    (shown, *_) = harness.submit(from_player("Wren", show("Ad Ah")))
    assert isinstance(shown, HandShown)


def test_who_mucked_shows_one_card_and_may_still_be_asked_for_the_hand() -> None:  # HS-42, SD-8
    harness = start_table(decks=[ACES_HOLD])
    harness.deal_next_hand()
    harness.act_each("f", "c", *["x"] * 7)
    harness.submit(from_player("Heron", show("Kc")))
    seat = harness.view().at(2)
    assert seat is not None
    assert seat.cards == (*parse_cards("Kc"), None)
    assert offers_to(harness, "Jay").see_hands == (2,)
    harness.submit(from_player("Jay", commands.SeeHand(seat=2)))
    seat = harness.view().at(2)
    assert seat is not None
    assert seat.cards == parse_cards("Kc 7d")


@pytest.mark.parametrize("shown", ["Ad", ""])
def test_a_table_that_comes_back_remembers_what_was_shown_and_hunted(shown: str) -> None:  # HS-42, HS-43
    harness = ended_before_the_flop(replace(table_settings(), effective_rules=HouseRules(rabbit_hunt=True)))
    harness.submit(from_player("Wren", show(shown)))
    harness.submit(from_player("Jay", commands.HuntRabbit()))
    table = Table.restored("t1", harness.table.settings, harness.table.state)
    assert table.current_hand is not None
    assert harness.table.current_hand is not None
    assert table.current_hand.ended == harness.table.current_hand.ended
    assert (table.current_hand.rabbit, bool(table.current_hand.shown_in_part)) == (
        harness.table.current_hand.rabbit,
        bool(shown),
    )


# --- the rabbit


def test_the_rabbit_is_the_board_that_the_same_deck_deals() -> None:  # HS-43
    settings = replace(table_settings(), effective_rules=HouseRules(rabbit_hunt=True))
    played = start_table(decks=[ACES_HOLD], settings=settings)
    played.deal_next_hand()
    played.act_each("f", "c", *["x"] * 7)
    board = [card for event in played.events if isinstance(event, BoardDealt) for card in event.cards]
    harness = ended_before_the_flop(settings)
    (hunted, *_) = harness.submit(from_player("Jay", commands.HuntRabbit()))
    assert hunted == RabbitHunted(3, tuple(board), ("HS-43",))
    assert harness.view().rabbit == tuple(board)
    assert harness.view().board == ()


def test_only_the_cards_still_to_come_are_hunted() -> None:  # HS-43
    harness = start_table(
        decks=[ACES_HOLD], settings=replace(table_settings(), effective_rules=HouseRules(rabbit_hunt=True))
    )
    harness.deal_next_hand()
    harness.act_each("f", "c", "x", "b 2", "c", "b 4")
    assert harness.expect_refusal(from_player("Jay", commands.HuntRabbit())) == "not-now"
    assert not any(offers_to(harness, name).rabbit for name in ("Wren", "Heron", "Jay"))
    harness.act("f")
    assert all(offers_to(harness, name).rabbit for name in ("Wren", "Heron", "Jay"))
    harness.submit(from_player("Heron", commands.HuntRabbit()))
    assert harness.view().rabbit == parse_cards("8h")


def test_the_rabbit_is_hunted_once_and_runs_away_with_the_next_deal() -> None:  # HS-43
    harness = ended_before_the_flop(replace(table_settings(), effective_rules=HouseRules(rabbit_hunt=True)))
    harness.submit(from_player("Wren", commands.HuntRabbit()))
    assert harness.expect_refusal(from_player("Heron", commands.HuntRabbit())) == "nothing-to-hunt"
    assert not offers_to(harness, "Heron").rabbit
    harness.deal_next_hand()
    assert harness.view().rabbit == ()


def test_who_was_not_dealt_in_and_a_house_without_rabbits_hunt_none() -> None:  # HS-43
    harness = ended_before_the_flop(replace(table_settings(), effective_rules=HouseRules(rabbit_hunt=True)))
    harness.sit("Robin")
    assert not offers_to(harness, "Robin").rabbit
    assert harness.expect_refusal(from_player("Robin", commands.HuntRabbit())) == "not-now"
    harness = ended_before_the_flop()
    assert not offers_to(harness, "Wren").rabbit
    assert harness.expect_refusal(from_player("Wren", commands.HuntRabbit())) == "no-rabbit"


@pytest.mark.parametrize("game", ["seven-card-stud", "five-card-draw"])
def test_a_game_without_a_board_has_no_rabbit(game: str) -> None:  # HS-43
    harness = start_table(game, settings=replace(table_settings(game), effective_rules=HouseRules(rabbit_hunt=True)))
    harness.deal_next_hand()
    harness.fold_to_end()
    assert harness.expect_refusal(from_player("Wren", commands.HuntRabbit())) == "no-rabbit"


def test_after_a_showdown_and_a_void_hand_nothing_is_left_to_hunt() -> None:  # HS-43
    harness = start_table(
        decks=[ACES_HOLD], settings=replace(table_settings(), effective_rules=HouseRules(rabbit_hunt=True))
    )
    harness.deal_next_hand()
    harness.act_each("f", "c", *["x"] * 7)
    assert harness.expect_refusal(from_player("Wren", commands.HuntRabbit())) == "nothing-to-hunt"


# --- chopped blinds


def chopping(*wishes: str, players: int = 3) -> TableHarness:
    """Returns a table that has blinds chopped, with the first hand dealt; Wren and Heron are the blinds."""
    settings = replace(table_settings(), effective_rules=HouseRules(chopped_blinds=True))
    harness = start_table(stacks=(200,) * players, settings=settings)
    for name in wishes:
        harness.submit(from_player(name, commands.ChopBlinds()))
    harness.deal_next_hand()
    return harness


def test_the_blinds_take_their_bets_back_where_both_have_agreed() -> None:  # HS-44
    harness = chopping("Wren", "Heron")
    events = harness.act("f")
    chopped = BlindsChopped(((1, 1), (2, 2)), ("HS-44",))
    assert [event for event in events if isinstance(event, BlindsChopped)] == [chopped]
    assert not harness.hand_running
    assert harness.stacks() == {"Wren": 200, "Heron": 200, "Jay": 200}
    assert find_cards(harness.view()) == set()
    harness.deal_next_hand()
    assert harness.view().button == 1


@pytest.mark.parametrize("wishes", [(), ("Wren",), ("Heron", "Jay")])
def test_one_blind_alone_chops_nothing(wishes: tuple[str, ...]) -> None:  # HS-44
    harness = chopping(*wishes)
    harness.act("f")
    assert harness.hand_running


def test_blinds_are_not_chopped_once_anybody_else_has_put_chips_in() -> None:  # HS-44
    harness = chopping("Wren", "Heron")
    harness.act_each("c", "c", "x", "b 2", "c")
    assert harness.hand_running
    harness.act("f")
    assert harness.hand_running


def test_two_players_and_a_wish_during_the_hand_chop_nothing() -> None:  # HS-44
    harness = chopping("Wren", "Heron", players=2)
    harness.act("c")
    assert harness.hand_running
    harness = chopping("Wren")
    harness.submit(from_player("Heron", commands.ChopBlinds()))
    harness.act("f")
    assert harness.hand_running


@pytest.mark.parametrize(("game", "on"), [("holdem", False), ("seven-card-stud", True)])
def test_without_two_blinds_or_the_custom_there_is_nothing_to_chop(game: str, on: bool) -> None:  # HS-44
    harness = start_table(game, settings=replace(table_settings(game), effective_rules=HouseRules(chopped_blinds=on)))
    assert offers_to(harness, "Wren").chop is None
    assert harness.expect_refusal(from_player("Wren", commands.ChopBlinds())) == "no-chop"


# --- the bounty for seven-deuce


def bounty_table(stacks: tuple[int, ...] = (200, 200, 200), chips: int = 5) -> TableHarness:
    """Returns a table with a bounty where Jay on the button holds 7-2 in the first hand."""
    harness = start_table(
        stacks=stacks,
        decks=[ACES_HOLD],
        settings=replace(table_settings(), effective_rules=HouseRules(seven_deuce=chips)),
    )
    harness.deal_next_hand()
    return harness


def test_a_bluff_with_seven_deuce_is_paid_once_it_is_shown() -> None:  # HS-45
    harness = bounty_table()
    harness.act_each("r 6", "f", "f")
    assert harness.stacks() == {"Wren": 199, "Heron": 198, "Jay": 203}
    harness.submit(from_player("Jay", show("7c")))
    assert harness.stacks()["Jay"] == 203
    events = harness.submit(from_player("Jay", show("2d")))
    assert [event for event in events if isinstance(event, BountyPaid)] == [BountyPaid(3, ((1, 5), (2, 5)), ("HS-45",))]
    assert harness.stacks() == {"Wren": 194, "Heron": 193, "Jay": 213}
    assert harness.expect_refusal(from_player("Jay", show())) == "nothing-to-show"


def test_short_stacks_pay_what_they_have_and_sit_out() -> None:  # HS-45
    harness = bounty_table((40, 200, 200), chips=100)
    harness.act_each("r 6", "f", "f")
    harness.submit(from_player("Jay", show()))
    assert harness.stacks() == {"Wren": 0, "Heron": 98, "Jay": 342}
    seat = harness.view().at(1)
    assert seat is not None
    assert seat.sitting_out


def test_a_beaten_seven_deuce_and_a_house_without_the_bounty_get_nothing() -> None:  # HS-45
    harness = bounty_table()
    harness.act_each("c", "c", *["x"] * 10)
    assert not [event for event in harness.events if isinstance(event, BountyPaid)]
    harness = bounty_table(chips=0)
    harness.act_each("r 6", "f", "f")
    harness.submit(from_player("Jay", show()))
    assert harness.stacks() == {"Wren": 199, "Heron": 198, "Jay": 203}


def test_seven_deuce_that_wins_the_showdown_is_paid_as_the_hand_ends() -> None:  # HS-45
    settings = replace(table_settings(), effective_rules=HouseRules(seven_deuce=5))
    deck = "Ah Kc 7c Ad Qd 2d 9s 7s 7h 5d 9d 4c 9h 8h"
    harness = start_table(decks=[deck], settings=settings)
    harness.deal_next_hand()
    harness.act_each("c", "c", *["x"] * 10)
    assert harness.stacks() == {"Wren": 193, "Heron": 193, "Jay": 214}
