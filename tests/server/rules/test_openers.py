"""Openers: who has them, what is needed after pass-outs, and the proof at the end."""

from __future__ import annotations

import pytest

from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.hand import Hand
from railbird_server.rules.openers import OpenersTracker, seats_with_seven_or_better
from railbird_server.rules.player import Player
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import OpeningRequirement
from railbird_shared.game.ranking import HIGH_SCALE, scale_of
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.events import OpenersShown
from support.hand_builders import deal_order, legal_actions, make_hand, play_acts, start_hand

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
