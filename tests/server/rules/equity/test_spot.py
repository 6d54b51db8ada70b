"""A spot is made of what an audience sees: all live hands known, nothing left to exchange, and the cards to come."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Dealt
from railbird_server.rules.spot import Spot, spot_of
from railbird_shared.game.variants import VARIANTS, Variant, get_variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.events import BoardDealt
from railbird_shared.protocol.view import TableView
from support.equity_spots import equities_of
from support.table_harness import TableHarness, start_table, table_settings


def rail_that_sees_all(harness: TableHarness) -> TableView:
    """Returns what the rail would see if every player showed it their cards."""
    view = harness.view()
    own = {seat: harness.view(player).you.cards for seat, player in harness.player_by_seat.items()}
    seats = tuple(
        None if seat is None else replace(seat, cards=own[seat.seat]) if seat.live else seat for seat in view.seats
    )
    return replace(view, seats=seats)


def deal(harness: TableHarness) -> None:
    """Deals for the dealer and then a hand."""
    while not harness.hand_running:
        harness.deal_next_hand()


def spots_of_a_checked_hand(game: str, players: int) -> Iterator[tuple[Spot | None, TableHarness]]:
    """Plays a hand in which everybody checks or calls, and yields the spot of each turn."""
    harness = start_table(game, (200,) * players, settings=table_settings(game, seats=players))
    variant = get_variant(game)
    deal(harness)
    while harness.hand_running:
        yield spot_of(rail_that_sees_all(harness), variant), harness
        legal = harness.turn.legal
        if legal.max_discards is not None:
            cards = harness.view(harness.player_to_act).you.cards
            harness.act(f"d {' '.join(map(str, cards[: legal.min_discards]))}" if legal.min_discards else "pat")
        elif legal.bring_in is not None:
            harness.act("in")
        else:
            harness.act("x" if legal.check else "c")


@pytest.mark.parametrize(("game", "players"), [("holdem", 3), ("omaha8", 2), ("seven-card-stud", 8), ("razz", 5)])
def test_what_is_to_come_is_what_the_hand_deals(game: str, players: int) -> None:
    promised: list[tuple[int, int, int]] = []
    harness: TableHarness | None = None
    for spot, running in spots_of_a_checked_hand(game, players):
        harness = running
        assert isinstance(spot, Spot)
        boards, owns = dealt_so_far(harness)
        promised.append((spot.to_come.board, spot.to_come.own, len(harness.events)))
        assert (len(spot.board), [len(hand.cards) for hand in spot.hands]) == (boards, [owns] * players)
    assert harness is not None
    for board, own, count in promised:
        later = harness.events[count:]
        assert sum(len(event.cards) for event in later if isinstance(event, BoardDealt)) == board
        assert sum(len(event.down + event.up) for event in later if isinstance(event, Dealt)) == own * players


def dealt_so_far(harness: TableHarness) -> tuple[int, int]:
    view = harness.view()
    return len(view.board), len(view.occupied[0].cards)


def test_eight_hands_of_stud_share_the_last_card() -> None:
    spots = [spot for spot, _ in spots_of_a_checked_hand("seven-card-stud", 8) if isinstance(spot, Spot)]
    assert spots[0].to_come.board == 1
    assert spots[0].to_come.own == 3


def test_hands_of_which_a_card_is_hidden_have_no_equity() -> None:
    harness = start_table("holdem")
    deal(harness)
    assert spot_of(harness.view(), VARIANTS["holdem"]) is None
    seen = rail_that_sees_all(harness)
    hidden = replace(seen.occupied[0], cards=(None, *seen.occupied[0].cards[1:]))
    assert spot_of(replace(seen, seats=(hidden, *seen.seats[1:])), VARIANTS["holdem"]) is None


@pytest.mark.parametrize("game", ["five-card-draw", "triple-draw", "pineapple"])
def test_while_cards_are_exchanged_an_equity_has_no_meaning_and_afterwards_it_has(game: str) -> None:
    found = [spot for spot, _ in spots_of_a_checked_hand(game, 3)]
    first_spot = next((place for place, spot in enumerate(found) if isinstance(spot, Spot)), len(found))
    assert first_spot > 0
    assert all(spot is None for spot in found[:first_spot])
    assert all(isinstance(spot, Spot) for spot in found[first_spot:])
    if game != "five-card-draw":  # everybody checks the first round of it, and the hand is over
        assert first_spot < len(found)


def test_a_hand_that_counts_as_declared_has_no_equity() -> None:
    variant = replace(VARIANTS["omaha8"], hilo_declare=True)
    assert spot_of(playing_view(), variant) is None


def playing_view() -> TableView:
    harness = start_table("holdem")
    deal(harness)
    return rail_that_sees_all(harness)


def test_bets_that_lie_before_the_seats_are_played_for_too() -> None:
    harness = start_table("holdem", (200, 200))
    deal(harness)
    spot = spot_of(rail_that_sees_all(harness), VARIANTS["holdem"])
    assert isinstance(spot, Spot)
    assert sum(pot.chips for pot in spot.pots) == harness.view().total_pot
    harness.act_each("c", "x")
    spot = spot_of(rail_that_sees_all(harness), VARIANTS["holdem"])
    assert isinstance(spot, Spot)
    assert [pot.chips for pot in spot.pots] == [4]


def test_the_cards_of_a_folded_hand_that_are_known_cannot_come() -> None:
    harness = start_table("holdem")
    deal(harness)
    before = rail_that_sees_all(harness)
    folded = harness.turn.seat
    harness.act("f")
    after = rail_that_sees_all(harness)
    cards = next(seat.cards for seat in before.occupied if seat.seat == folded)
    seats = tuple(
        replace(seat, cards=cards) if seat is not None and seat.seat == folded else seat for seat in after.seats
    )
    spot = spot_of(replace(after, seats=seats), VARIANTS["holdem"])
    assert isinstance(spot, Spot)
    assert spot.gone == cards
    assert folded not in [hand.seat for hand in spot.hands]


def test_house_rules_reach_the_equity() -> None:
    house: Variant = apply_house_rules(HouseRules(wild_ranks="deuces"), VARIANTS["seven-card-stud"])
    harness = start_table("seven-card-stud", (200, 200))
    deal(harness)
    view = replace(rail_that_sees_all(harness), rules=house.rules)
    spot = spot_of(view, house)
    assert isinstance(spot, Spot)
    assert spot.rules.high is not None
    assert spot.rules.high.wild_cards
    assert equities_of(spot).pots[0].ways > 0
