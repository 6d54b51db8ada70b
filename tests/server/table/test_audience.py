"""How events are split into public and private parts, and what a snapshot holds."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from railbird_server.rules.events import Burned, Dealt, Discarded, Mucked
from railbird_server.table.audience import StepParts, snapshot, split
from railbird_server.table.inputs import (
    ConnectionDown,
    ForSeat,
    HostChanged,
    PlayerCommand,
    PlayerIdentity,
    TurnOpened,
)
from railbird_server.table.table import Table
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import GameRules, HandRanking, Order, Selection
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules, LowScale
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import LegalActions, Offers
from railbird_shared.protocol.commands import ShowHand, Sit, SitOut
from railbird_shared.protocol.view import LastAct, Turn, You
from support.table_harness import HOST, RAIL, find_cards, from_player, start_table, table_settings

ACES = parse_cards("As Ah")
THREE = parse_cards("As Ah Kd")
LEGAL = LegalActions(2, 200, fold=True, call=2)


# --- events


def test_a_player_gets_their_cards_and_others_only_the_count() -> None:  # DL-20
    assert split([Dealt(2, ACES, THREE[2:], THREE)]) == StepParts(
        (ev.CardsDealt(2, 2, THREE[2:]),), {2: (ev.YourCards(THREE, new=THREE),)}
    )


def test_discards_are_hidden_from_everybody_else() -> None:
    assert split([Discarded(2, THREE[2:], ACES, timed_out=True)]) == StepParts(
        (ev.Drew(2, 1, timed_out=True),), {2: (ev.YourCards(ACES),)}
    )


def test_a_burned_card_is_in_no_part() -> None:  # DL-18
    assert split([Burned(ACES[0])]) == StepParts((), {})


def test_a_mucked_hand_stays_hidden() -> None:  # SD-6
    assert split([Mucked(2, ACES, ("SD-6",))]) == StepParts((ev.HandMucked(2, ("SD-6",)),), {})


def test_only_the_player_in_turn_gets_the_legal_actions() -> None:
    assert split([TurnOpened(2, 7, 1_000, 31_000, LEGAL)]) == StepParts(
        (ev.TurnBegan(2, 7, 31_000),), {2: (ev.YourTurn(LEGAL),)}
    )


def test_only_the_holder_gets_the_name_of_their_hand() -> None:
    assert split([ForSeat(2, ev.YourHand("pair of aces"))]) == StepParts((), {2: (ev.YourHand("pair of aces"),)})


def test_a_player_gets_their_own_seat() -> None:
    sat, left = ev.PlayerSat(2, "Heron", 100), ev.PlayerLeft(2, "Heron", 90)
    assert split([sat]) == StepParts((sat,), {2: (ev.YourSeat(2),)})
    assert split([left]) == StepParts((left,), {2: (ev.YourSeat(None),)})


def test_a_wish_to_straddle_is_private() -> None:
    assert split([ForSeat(2, ev.YourOffers(Offers(straddle=True)))]) == StepParts(
        (), {2: (ev.YourOffers(Offers(straddle=True)),)}
    )


def test_public_events_stay_as_they_are_and_in_order() -> None:
    events = (ev.StreetBegan(1, "flop"), ev.BoardDealt(THREE), ev.Checked(2))
    assert split(events) == StepParts(events, {})


# --- snapshots


def test_the_snapshot_of_an_empty_table() -> None:
    settings = table_settings(seats=3)
    view = snapshot(Table("t9", settings, HOST), RAIL)
    assert (view.table, view.name, view.host, view.game) == ("t9", "Kitchen", "Wren", settings.game)
    assert view.seats == (None, None, None)
    assert (view.hand, view.playing, view.turn, view.you) == (0, False, None, You())
    assert (view.clock, settings.clock_ms) == (30_000, 30_000)


def test_the_rules_are_those_of_the_game_as_the_house_plays_it() -> None:
    base = table_settings()
    assert snapshot(Table("t1", base, HOST), RAIL).rules == VARIANTS["holdem"].rules
    eights = apply_house_rules(HouseRules(pack=36, wild_ranks="8", low_scale=LowScale.ACE_TO_SIX), VARIANTS["omaha8"])
    rules = snapshot(Table("t1", replace(base, variant=eights), HOST), RAIL).rules
    wild = parse_cards("8c 8d 8h 8s")
    assert rules == GameRules(
        high=HandRanking(pack=36, wild_cards=wild),
        low=HandRanking(order=Order.ACE_TO_SIX, pack=36, wild_cards=wild),
        selection=Selection.TWO_FROM_HAND,
    )


def test_a_snapshot_holds_no_player_id() -> None:
    table = Table("t1", table_settings(), PlayerIdentity("id-of-wren", "Wren"))
    table.handle(PlayerCommand(PlayerIdentity("id-of-wren", "Wren"), Sit()), 0)
    view = snapshot(table, "id-of-wren")
    assert view.host == "Wren"
    assert b"id-of" not in msgspec.json.encode(view)


def test_the_snapshot_of_a_hand_before_the_flop() -> None:
    harness = start_table(decks=["As Ks Qs Ah Kh Qh"])
    harness.deal_next_hand()
    jay, rail = harness.view("Jay"), harness.view()
    assert (jay.you.cards, jay.you.hand_name) == (parse_cards("Qs Qh"), "pair of queens")
    assert jay.you.legal is not None
    assert rail.turn == jay.turn == Turn(3, 1, 30_000)
    assert rail.you.seat is None
    assert find_cards(rail) == set()
    assert [seat.cards for seat in rail.occupied] == [(None, None)] * 3
    assert rail.total_pot == 3
    assert (rail.button, rail.small_blind, rail.big_blind) == (3, 1, 2)


def test_a_folded_player_still_knows_their_cards() -> None:
    harness = start_table(decks=["As Ks Qs Ah Kh Qh"])
    harness.deal_next_hand()
    harness.act("f")
    assert harness.view("Jay").you == You(3, parse_cards("Qs Qh"), "pair of queens")
    seat = harness.view().at(3)
    assert seat is not None
    assert (seat.folded, seat.cards) == (True, ())


def test_the_board_changes_the_names_of_the_hands() -> None:
    harness = start_table(stacks=(200, 200), decks=["As Ks 7h 2c 3d Ac Kc 8s"])
    harness.deal_next_hand()
    harness.act_each("c", "x")
    wren, heron = harness.view("Wren").you, harness.view("Heron").you
    assert wren is not None
    assert heron is not None
    assert (wren.hand_name, heron.hand_name) == ("pair of aces", "pair of kings")


def test_stud_shows_upcards_to_everybody() -> None:
    harness = start_table("seven-card-stud", decks=["2c 3c 4c 5d 6d 7d As Ks Qs"])
    harness.deal_next_hand()
    assert [seat.cards for seat in harness.view().occupied] == [
        (None, None, *parse_cards(card)) for card in ("As", "Ks", "Qs")
    ]


def test_of_a_folded_stud_hand_only_the_upcards_stay_visible() -> None:
    harness = start_table("seven-card-stud", decks=["2c 3c 4c 5d 6d 7d As Ks Qs"])
    harness.deal_next_hand()
    harness.act_each("in", "f")
    views = (harness.view(), *(harness.view(name) for name in ("Wren", "Heron", "Jay")))
    folded = [seat for view in views for seat in view.occupied if seat.folded]
    assert len(folded) == len(views)
    assert {seat.cards for seat in folded} <= {parse_cards(card) for card in ("As", "Ks", "Qs")}


def test_a_draw_shows_how_many_and_not_which() -> None:  # VT-5D-18, VT-5D-19
    harness = start_table("five-card-draw", (200, 200), decks=["As 2c Ah 3c Ad 4c 7s 5c 8d 9c Kd"])
    harness.deal_next_hand()
    harness.act_each("b 2", "c", "d 7s 8d")
    seat = harness.view("Heron").at(1)
    assert seat is not None
    assert (seat.drew, seat.cards, seat.last_act) == (2, (None,) * 5, LastAct.DREW)


def test_cards_shown_after_the_hand_are_in_every_snapshot() -> None:
    harness = start_table(decks=["As Ks Qs Ah Kh Qh"])
    harness.deal_next_hand()
    harness.act_each("r 6", "f", "f")
    harness.submit(from_player("Jay", ShowHand()))
    seat = harness.view().at(3)
    assert seat is not None
    assert (seat.cards, seat.shown_hand, seat.last_act) == (parse_cards("Qs Qh"), "pair of queens", LastAct.SHOWED)


def test_a_snapshot_shows_who_is_disconnected_and_who_sits_out() -> None:
    harness = start_table()
    harness.submit(ConnectionDown("Wren"))
    harness.submit(from_player("Heron", SitOut()))
    assert [(seat.connected, seat.sitting_out) for seat in harness.view().occupied] == [
        (False, False),
        (True, True),
        (True, False),
    ]


# --- the host


def test_a_snapshot_tells_the_host_and_nobody_else_that_they_host_with_or_without_a_seat() -> None:
    table = Table("t1", table_settings(), HOST)
    assert snapshot(table, HOST.id).you == You(is_host=True)
    assert not snapshot(table, RAIL).you.is_host
    table.handle(from_player(HOST.id, Sit()), 0)
    table.handle(from_player("Heron", Sit()), 0)
    assert snapshot(table, HOST.id).you.is_host
    assert not snapshot(table, "Heron").you.is_host


def test_another_player_of_the_same_name_is_not_the_host() -> None:
    table = Table("t1", table_settings(), PlayerIdentity("p1", "Wren"))
    assert not snapshot(table, "Wren").you.is_host


def test_a_change_of_host_shows_in_the_next_snapshots() -> None:
    harness = start_table()
    harness.table.handle(HostChanged(PlayerIdentity("Heron", "Heron")), harness.now)
    assert snapshot(harness.table, RAIL).host == "Heron"
    assert snapshot(harness.table, "Heron").you.is_host
    assert not snapshot(harness.table, HOST.id).you.is_host
