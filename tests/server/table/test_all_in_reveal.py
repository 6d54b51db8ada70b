"""The moments at which an audience knows every live hand: after each street and run of an all-in hand, and no other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.table import audience
from railbird_server.table.all_in_reveal import OpenHands, OpenSpot, in_hundredths
from railbird_server.table.inputs import FullEvent
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.view import WHOLE
from support.hand_builders import deal_order
from support.table_harness import TableHarness, start_table, table_settings

ACES_KINGS = deal_order("As Ah", "Ks Kh") + " 2c 2d 7h 9s 3c 4d 5c Jh"


class Follower:
    """A table with two players, and what everybody sees of its hands."""

    def __init__(self, *decks: str, runs: int = 1, game: str = "holdem") -> None:
        variant = apply_house_rules(HouseRules(runs=runs), VARIANTS[game])
        settings = replace(table_settings(game, seats=2), variant=variant)
        self.variant: Variant = variant
        self.harness: TableHarness = start_table(game, (200, 200), decks=decks, settings=settings)
        while not self.harness.hand_running:
            self.harness.deal_next_hand()
        self.hands = OpenHands(self.harness.view(), cards_to_come=True)

    def after(self, *acts: str) -> list[OpenSpot]:
        """Plays acts and returns the spots that open in them."""
        return [spot for act in acts for spot in self._follow(self.harness.act(act))]

    def _follow(self, events: list[FullEvent]) -> list[OpenSpot]:
        return self.hands.follow(audience.split(events).public, self.variant)


def test_an_all_in_before_the_flop_opens_a_spot_on_every_street_but_the_last() -> None:
    follower = Follower(ACES_KINGS)
    spots = follower.after("r 200", "c")
    assert [(each.street, len(each.spot.board), each.spot.to_come.board) for each in spots] == [
        (0, 0, 5),
        (1, 3, 2),
        (2, 4, 1),
    ]
    assert {each.run for each in spots} == {0}
    assert [sum(pot.chips for pot in each.spot.pots) for each in spots] == [400, 400, 400]
    held = {hand.cards for hand in spots[0].spot.hands}
    assert held == {parse_cards("As Ah"), parse_cards("Ks Kh")}


def test_before_the_hands_are_turned_up_no_spot_is_open() -> None:
    follower = Follower(ACES_KINGS)
    assert follower.after("c", "x", "x", "x", "b 4", "c") == []


def test_every_run_has_spots_of_its_own_in_which_the_cards_of_earlier_runs_are_gone() -> None:
    follower = Follower(runs=2)
    spots = follower.after("r 200", "c")
    assert [(each.run, each.street) for each in spots] == [(0, 0)]
    spots = follower.after("run 2", "run 2")
    assert [(each.run, each.street) for each in spots] == [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    first = next(event for event in spots if event.run == 1 and event.street == 2)
    assert [len(each.spot.gone) for each in spots] == [0, 0, 0, 5, 5]
    assert set(first.spot.board) < set(spots[-1].spot.gone)


@pytest.mark.parametrize("game", ["seven-card-stud", "omaha8"])
def test_the_view_it_follows_is_that_of_the_rail(game: str) -> None:
    follower = Follower(game=game)
    while follower.harness.hand_running:
        legal = follower.harness.turn.legal
        follower.after("in" if legal.bring_in is not None else "x" if legal.check else "c")
    assert follower.hands.view == follower.harness.view()


def test_the_shares_add_up_to_the_whole() -> None:
    assert in_hundredths([1 / 3, 1 / 3, 1 / 3]) == [3334, 3333, 3333]
    assert in_hundredths([0.5, 0.49999, 0.00001]) == [5000, 5000, 0]
    assert sum(in_hundredths([0.12162, 0.45796, 0.04354, 0.20571, 0.09459, 0.07658])) == WHOLE
