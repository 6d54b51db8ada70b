"""Who acts first in a betting round."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.first_to_act import OpenersTracker, find_first_to_act, seats_with_seven_or_better, shows_pair
from railbird_server.rules.hand import Hand
from railbird_server.rules.player import Player
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import JokerRole, OpeningRequirement, Order
from railbird_shared.game.ranking import HIGH_SCALE, scale_of
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules
from railbird_shared.game.variants import FirstToAct, get_variant
from railbird_shared.protocol.events import OpenersShown
from support.hand_builders import deal_order, legal_actions, make_hand, play_acts, start_hand


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


TENS, JACKS, QUEENS, KINGS, ACES = (
    "Ts Td 7c 5d 2s",
    "Jh Jc 9s 6h 3s",
    "Qh Qc 9c 6d 3d",
    "Kh Kc 9d 6s 3h",
    "Ah Ac 9h 6c 3c",
)


def player_holding(cards: str) -> Player:
    player = Player(1, 100)
    player.add_cards(parse_cards(cards), face_down=True)
    return player


def can_open(
    cards: str, rule: OpeningRequirement = OpeningRequirement.JACKS, passed_out: int = 0, game: str = "jacks-or-better"
) -> bool:
    return not OpenersTracker(rule, scale_of(get_variant(game).ranking), passed_out).seats_without_openers(
        [player_holding(cards)]
    )


def jacks(*hands: str, then: str = "", game: str = "jacks-or-better") -> Hand:
    return start_hand(make_hand(game, (100,) * len(hands), deck=f"{deal_order(*hands)} {then}"))


@pytest.mark.parametrize(
    ("cards", "enough"),
    [
        (TENS, False),
        (JACKS, True),
        (ACES, True),
        ("Ah Kd Qc Js 9d", False),
        ("2h 2d 3c 3s 4h", True),
        ("2h 2d 2c 7s 4h", True),
        ("6h 5d 4c 3s 2h", True),
        ("9h 7h 5h 3h 2h", True),
        ("2h 2d 2c 3s 3h", True),
    ],
)
def test_opening_requires_a_pair_of_jacks_or_better(cards: str, enough: bool) -> None:  # VT-5D-20
    assert can_open(cards) is enough


def test_any_hand_may_open_without_an_opening_requirement() -> None:  # VT-LB-3
    assert can_open("Ah Kd Qc Js 9d", OpeningRequirement.NONE)
    assert get_variant("lowball").open_requirement is OpeningRequirement.NONE


@pytest.mark.parametrize(
    ("passed_out", "needed"),
    [(0, JACKS), (1, QUEENS), (2, KINGS), (3, ACES), (4, KINGS), (5, QUEENS), (6, JACKS), (7, QUEENS)],
)
def test_the_progressive_requirement_rises_to_aces_and_falls_again(passed_out: int, needed: str) -> None:  # VT-5D-23
    rising = [TENS, JACKS, QUEENS, KINGS, ACES]
    enough = [cards for cards in rising if can_open(cards, OpeningRequirement.PROGRESSIVE, passed_out)]
    assert enough == rising[rising.index(needed) :]


def test_a_lone_ace_with_the_bug_is_a_pair_of_aces() -> None:  # VT-5D-26, VT-5D-27, WC-13
    assert can_open("Ac X 9d 6h 3s", game="bug-draw")
    assert not can_open("Kc X 9d 6h 3s", game="bug-draw")
    assert can_open("Ac X 9d 6h 3s", OpeningRequirement.PROGRESSIVE, 3, game="bug-draw")


def test_opening_without_openers_is_refused_and_anyone_may_pass() -> None:  # VT-5D-21
    dealt = jacks(TENS, JACKS, KINGS)
    assert legal_actions(dealt).wager is None
    with pytest.raises(IllegalAction, match="too low to open") as refusal:
        play_acts(dealt, "b 2")
    assert refusal.value.clause == "VT-5D-21"
    play_acts(dealt, "x", "x", "b 2")
    assert dealt.to_match == 2


def test_once_the_pot_is_opened_any_hand_may_raise() -> None:  # VT-5D-20
    dealt = jacks(TENS, JACKS, KINGS)
    play_acts(dealt, "x", "b 2", "f", "r 4")
    assert dealt.to_match == 4


def test_the_requirement_is_told_until_somebody_opens() -> None:  # VT-5D-20, VT-5D-21
    dealt = jacks(JACKS, TENS, KINGS)
    assert legal_actions(dealt).opens_with == "a pair of jacks or better"
    play_acts(dealt, "x")
    told = legal_actions(dealt)
    assert (told.opens_with, told.wager) == ("a pair of jacks or better", None)
    play_acts(dealt, "x", "b 2")
    assert legal_actions(dealt).opens_with == ""


def test_an_uncalled_opener_still_shows_openers() -> None:  # VT-5D-24
    events = play_acts(jacks(JACKS, TENS, KINGS), "b 2", "f", "f")
    (proof,) = [event for event in events if isinstance(event, OpenersShown)]
    assert proof == OpenersShown(1, parse_cards("Jh Jc"), "pair of jacks", ("VT-5D-24",))


def test_an_opener_who_folds_later_still_shows_openers() -> None:  # VT-5D-24
    events = play_acts(jacks(JACKS, TENS, KINGS), "b 2", "f", "r 4", "f")
    assert [event.seat for event in events if isinstance(event, OpenersShown)] == [1]


def test_a_fully_shown_hand_proves_openers() -> None:  # VT-5D-24
    events = play_acts(jacks(KINGS, TENS, JACKS), "b 2", "f", "c", "pat", "pat", "x", "x")
    assert not [event for event in events if isinstance(event, OpenersShown)]


def test_openers_may_be_split_and_are_shown_as_they_were_at_the_opening() -> None:  # VT-5D-25
    dealt = jacks("Jh Jc 9h 6h 4h", TENS, KINGS, then="4c 2h")
    events = play_acts(dealt, "b 2", "f", "c", "d Jc", "pat", "b 4", "f")
    (proof,) = [event for event in events if isinstance(event, OpenersShown)]
    assert proof.cards == parse_cards("Jh Jc")


@pytest.mark.parametrize(
    ("cards", "proof"),
    [
        ("2h 2d 3c 3s 4h", "3c 3s 2h 2d"),
        ("2h 2d 2c 7s 4h", "2h 2d 2c"),
        ("2h 2d 2c 2s 4h", "2h 2d 2c 2s"),
        ("6h 5d 4c 3s 2h", "6h 5d 4c 3s 2h"),
    ],
)
def test_only_the_cards_of_the_openers_are_shown(cards: str, proof: str) -> None:  # VT-5D-24
    rule = OpenersTracker(OpeningRequirement.JACKS, HIGH_SCALE, 0)
    rule.record_openers(player_holding(cards))
    shown = rule.proof
    assert shown is not None
    assert set(shown.cards) == set(parse_cards(proof))


def test_only_the_first_opener_is_recorded() -> None:  # VT-5D-25
    rule = OpenersTracker(OpeningRequirement.JACKS, HIGH_SCALE, 0)
    rule.record_openers(player_holding(JACKS))
    rule.record_openers(player_holding(ACES))
    shown = rule.proof
    assert shown is not None
    assert shown.hand_name == "pair of jacks"


def test_a_passed_out_pot_is_carried_over_and_all_ante_again() -> None:  # VT-5D-22, BT-38
    first = jacks(JACKS, TENS, KINGS)
    play_acts(first, "x", "x", "x")
    again = make_hand("jacks-or-better", (99, 99, 99), carried=first.carried, passed_out=1)
    again.start()
    assert sum(pot.chips for pot in again.pots) == 6


@pytest.mark.parametrize(
    ("cards", "bound"),
    [("7h 5c 4d 2s Ad", True), ("5h 4c 3d 2s Ad", True), ("8h 4c 3d 2s Ad", False), ("5h 5c 3d 2s Ad", False)],
)
def test_a_seven_low_or_better_has_to_bet_under_the_house_rule(cards: str, bound: bool) -> None:  # VT-LB-5
    assert seats_with_seven_or_better([player_holding(cards)], scale_of(get_variant("lowball").ranking)) == (
        frozenset({1}) if bound else frozenset()
    )


def test_a_folded_seven_low_does_not_have_to_bet() -> None:  # VT-LB-5
    player = player_holding("7h 5c 4d 2s Ad")
    player.folded = True
    assert not seats_with_seven_or_better([player], scale_of(get_variant("lowball").ranking))
