"""Who acts first in a betting round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.first_to_act import find_first_to_act, shows_pair
from railbird_server.rules.player import Player
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import JokerRole, Order
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import FirstToAct


def players_showing(*boards: str) -> list[Player]:
    players = []
    for seat, cards in enumerate(boards, start=1):
        player = Player(seat, 100)
        player.add_cards(parse_cards("2s 2h"), face_down=True)
        player.add_cards(parse_cards(cards), face_down=False)
        players.append(player)
    return players


def first_seat(
    rule: FirstToAct, players: list[Player], *, last_blind: int | None = None, opened: int | None = None
) -> int:
    return players[find_first_to_act(rule, players, last_blind=last_blind, opener=opened) % len(players)].seat


def test_with_blinds_the_player_left_of_the_big_blind_acts_first() -> None:  # BT-16
    assert first_seat(FirstToAct.LEFT_OF_BLINDS, players_showing("2c", "2c", "2c", "2c"), last_blind=2) == 3


def test_heads_up_the_button_acts_first_before_the_flop() -> None:  # DL-28
    assert first_seat(FirstToAct.LEFT_OF_BLINDS, players_showing("2c", "2c"), last_blind=1) == 2


def test_with_antes_the_player_left_of_the_button_acts_first() -> None:  # BT-15
    assert first_seat(FirstToAct.LEFT_OF_BUTTON, players_showing("2c", "2c")) == 1


def test_after_the_draw_the_opener_acts_first() -> None:  # VT-5D-8
    assert first_seat(FirstToAct.OPENER, players_showing("2c", "2c", "2c"), opened=3) == 3


@pytest.mark.parametrize(
    ("upcards", "seat"),
    [
        (("9d", "4c", "Kh"), 2),
        (("2d", "2c", "9s"), 2),
        (("3c", "2s", "Ac"), 2),
        (("Ac", "Ah", "Ad"), 1),
    ],
)
def test_the_lowest_upcard_brings_in(upcards: tuple[str, ...], seat: int) -> None:  # VT-S7-3, VT-S7-4, VT-S7-15
    assert first_seat(FirstToAct.LOWEST_UPCARD, players_showing(*upcards)) == seat


@pytest.mark.parametrize(
    ("boards", "seat"),
    [
        (("9d 9c", "Ac Kh", "Kd Qs"), 1),
        (("Ac Kh", "Ad Qs", "Kd Qc"), 1),
        (("Kd Qs", "Kh Qc", "Ks 9c"), 1),
        (("7c 7d 2h", "3c 3d 3h", "Ac Kc Qc"), 2),
        (("9s 8s 7s 6s", "2c 2d Ah Kh", "Ac Kc Qc Jc"), 2),
    ],
)
def test_the_best_hand_showing_acts_first(boards: tuple[str, ...], seat: int) -> None:  # VT-S7-7, VT-S7-8, PH-6
    assert first_seat(FirstToAct.BEST_SHOWING, players_showing(*boards)) == seat


def test_a_folded_hand_does_not_count_as_showing() -> None:
    players = players_showing("Ac Ad", "Kc 2d")
    players[0].folded = True
    assert first_seat(FirstToAct.BEST_SHOWING, players) == 2


DEUCES = RankingRules(jokers=2, wild_cards=WILD_SETS["deuces"])


@pytest.mark.parametrize("wild", ["2c", "X"])
@pytest.mark.parametrize(
    ("rule", "order", "seat"),
    [
        (FirstToAct.LOWEST_UPCARD, Order.HIGH, 3),
        (FirstToAct.HIGHEST_UPCARD, Order.HIGH, 1),
        (FirstToAct.HIGHEST_UPCARD, Order.DEUCE_TO_SEVEN, 2),
        (FirstToAct.HIGHEST_UPCARD_ACE_LOW, Order.ACE_TO_FIVE, 3),
    ],
)
def test_a_wild_upcard_is_the_best_upcard(wild: str, rule: FirstToAct, order: Order, seat: int) -> None:  # PH-9
    scale = scale_of(replace(DEUCES, order=order))
    players = players_showing(wild, "As", "7d")
    assert players[find_first_to_act(rule, players, scale=scale)].seat == seat


@pytest.mark.parametrize(
    ("upcards", "rules", "pair"),
    [
        ("9d 9c", DEUCES, True),
        ("9d 8c", DEUCES, False),
        ("9d 2c", DEUCES, True),
        ("9d X", DEUCES, True),
        ("9d X", RankingRules(jokers=1, joker_role=JokerRole.BUG), False),
        ("As X", RankingRules(jokers=1, joker_role=JokerRole.BUG), True),
        ("9d 2c", RankingRules(), False),
    ],
)
def test_an_open_pair_may_include_a_wild_card(upcards: str, rules: RankingRules, pair: bool) -> None:  # VT-S7-11, PH-9
    assert shows_pair(players_showing(upcards)[0], scale_of(rules)) is pair
