"""Declarations, declared hands and the number of runs: who is asked, which answers are legal, and what follows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.choices import ClaimRound, DeclareRound, RunRound, claimable_categories
from railbird_server.rules.hand import Hand
from railbird_server.rules.player import Player
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.ranking import Category, scale_of
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.actions import Declaration, Run
from railbird_shared.protocol.events import Claimed, DeclarationsShown, Declared, PotAwarded, RunChosen
from support.hand_builders import deal_order, legal_actions, make_hand, parse_action, play_acts, start_hand

Choice = DeclareRound | ClaimRound | RunRound
CLAIMABLE = {"flush": 60, "one pair": 20, "high card": 10}


def players(count: int) -> list[Player]:
    return [Player(seat, 0) for seat in range(1, count + 1)]


def choose(choice: Choice, *acts: str) -> list[object]:
    return [event for act in acts for event in choice.apply(choice.legal_actions(), parse_action(act))]


def refused(choice: Choice, act: str) -> IllegalAction:
    before = choice.legal_actions()
    with pytest.raises(IllegalAction) as refusal:
        choose(choice, act)
    assert choice.legal_actions() == before
    return refusal.value


# --- declarations -------------------------------------------------------------------------------------------------


def test_declarations_stay_secret_until_the_last_and_are_revealed_together() -> None:  # SD-21, SD-23
    choice = DeclareRound(players(3))
    assert choice.legal_actions().declare
    assert choose(choice, "high", "both") == [Declared(1), Declared(2)]
    sides = ((1, Declaration.HIGH), (2, Declaration.BOTH), (3, Declaration.LOW))
    assert choose(choice, "low") == [Declared(3), DeclarationsShown(sides, ("SD-21", "SD-23"))]
    assert choice.to_act is None
    assert choice.declarations == dict(sides)


@pytest.mark.parametrize("act", ["x", "f", "claim flush", "run 1", "pat"])
def test_other_actions_are_refused_in_a_declaration(act: str) -> None:  # SD-21, BT-22
    assert refused(DeclareRound(players(2)), act).clause == "SD-21"


def test_players_without_chips_declare_too() -> None:  # SD-21, AI-2
    hilo = replace(get_variant("stud-hilo"), hilo_declare=True)
    dealt = start_hand(make_hand(hilo, (1, 1)))
    assert legal_actions(dealt).declare
    play_acts(dealt, "high", "low")
    assert dealt.over


@pytest.mark.parametrize(("game", "acts"), [("stud-hilo", ("low", "low")), ("stud-hilo", ("high", "high"))])
def test_winning_cards_are_those_of_the_declared_side(game: str, acts: tuple[str, str]) -> None:  # SD-21
    variant = replace(get_variant(game), hilo_declare=True)
    dealt = start_hand(make_hand(variant, (1, 1)))
    events = play_acts(dealt, *acts)
    (won,) = [event for event in events if isinstance(event, PotAwarded)]
    scale = variant.low if acts[0] == "low" else variant.high
    assert scale is not None
    assert scale_of(scale).value(dealt.winning_cards(won.seat, won.side)).describe() == won.hand_name


def test_an_uncalled_hand_ends_without_a_declaration() -> None:  # BT-13, SD-21
    dealt = start_hand(make_hand(replace(get_variant("stud-hilo"), hilo_declare=True), (100, 100)))
    events = play_acts(dealt, "in", "r 4", "f")
    assert not [event for event in events if isinstance(event, Declared)]


def test_a_game_without_a_split_pot_has_no_declaration() -> None:  # SD-21
    dealt = start_hand(make_hand(replace(get_variant("holdem"), hilo_declare=True), (50, 50)))
    play_acts(dealt, "r 50", "c")
    assert dealt.over


# --- claims -------------------------------------------------------------------------------------------------------


def test_a_hand_counts_as_what_its_owner_claims() -> None:  # SD-10
    choice = ClaimRound(players(2), lambda _: CLAIMABLE)
    assert choice.legal_actions().claims == ("flush", "one pair", "high card")
    (claimed,) = choose(choice, "claim one pair")
    assert isinstance(claimed, Claimed)
    assert (claimed.seat, claimed.because) == (1, ("SD-10",))
    assert choice.claimed_strengths == {1: 20}


@pytest.mark.parametrize(("act", "clause"), [("claim full house", "SD-11"), ("claim Flush", "SD-11"), ("x", "SD-10")])
def test_a_claim_the_cards_cannot_make_is_refused(act: str, clause: str) -> None:  # SD-11
    assert refused(ClaimRound(players(2), lambda _: CLAIMABLE), act).clause == clause


def hand_with_claims(*hands: str, board: str) -> Hand:
    """Hold'em in a house of declared hands, checked down to the claims."""
    game = replace(get_variant("holdem"), declared_hands=True)
    flop, turn, river = board[:8], board[9:11], board[12:]
    burns = iter(("2c", "3c", "4c"))
    deck = f"{deal_order(*hands)} {next(burns)} {flop} {next(burns)} {turn} {next(burns)} {river}"
    dealt = start_hand(make_hand(game, (100, 100), deck=deck))
    play_acts(dealt, "c", *["x"] * 7)
    return dealt


def test_an_unclaimed_flush_counts_only_as_the_claimed_hand() -> None:  # SD-10
    dealt = hand_with_claims("9s 9c", "Ah 8h", board="9h 8c 3h Ad Jh")
    events = play_acts(dealt, "claim three of a kind", "claim two pair")
    (award,) = [event for event in events if isinstance(event, PotAwarded)]
    assert (award.seat, award.hand_name) == (1, "three of a kind")
    assert "SD-10" in award.because


def test_a_claimed_flush_wins_as_a_flush() -> None:  # SD-10
    dealt = hand_with_claims("9s 9c", "Ah 8h", board="9h 8c 3h Ad Jh")
    events = play_acts(dealt, "claim three of a kind", "claim flush")
    assert [event.seat for event in events if isinstance(event, PotAwarded)] == [2]


def test_equal_claims_are_compared_rank_by_rank() -> None:  # SD-10, HR-7
    dealt = hand_with_claims("9s 9c", "Ah 8h", board="9h 8c 3h Ad Jh")
    events = play_acts(dealt, "claim one pair", "claim one pair")
    assert [event.seat for event in events if isinstance(event, PotAwarded)] == [2]


# --- runs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "times"),
    [(("run 2", "run 2"), 2), (("run 3", "run 3"), 3), (("run 3", "run 2"), 1), (("run 1", "run 2"), 1)],
)
def test_several_runs_need_the_same_answer_from_every_player(wishes: tuple[str, ...], times: int) -> None:  # SD-26
    choice = RunRound(players(2), 3)
    assert choice.legal_actions().max_runs == 3
    assert choose(choice, *wishes) == [RunChosen(1, int(wishes[0][-1])), RunChosen(2, int(wishes[1][-1]))]
    assert choice.times == times


@pytest.mark.parametrize("act", ["run 0", "run 3", "x", "high"])
def test_a_number_of_runs_above_the_maximum_is_refused(act: str) -> None:  # SD-26
    assert "1 to 2" in refused(RunRound(players(2), 2), act).sentence


@pytest.mark.parametrize("times", [True, 1.0, "2", None])
def test_a_number_of_runs_that_is_not_a_whole_number_is_refused(times: object) -> None:  # SD-26, BT-41
    choice = RunRound(players(2), 3)
    with pytest.raises(IllegalAction):
        choice.apply(choice.legal_actions(), Run(times))  # type: ignore[arg-type]


HIGH = scale_of(RankingRules())


def claims(cards: str, board: str = "") -> dict[Category, int]:
    player = Player(1, 0)
    player.add_cards(parse_cards(cards), face_down=True)
    return claimable_categories(HIGH, player, parse_cards(board))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ks Kh Kd Kc 2s", ["four of a kind", "three of a kind", "two pair", "one pair", "high card"]),
        ("Ks Kh Kd 2c 2s", ["full house", "three of a kind", "two pair", "one pair", "high card"]),
        ("9s 8s 7s 6s 5s", ["straight flush", "flush", "straight", "high card"]),
        ("Ks 9s 7s 6s 5s", ["flush", "high card"]),
        ("9s 8s 7s 6s 5h", ["straight", "high card"]),
        ("Ks Kh 9d 9c 2s", ["two pair", "one pair", "high card"]),
        ("Ks Qh 9d 8c 2s", ["high card"]),
    ],
)
def test_a_hand_may_be_claimed_as_its_own_category_or_a_lower_one(cards: str, words: list[str]) -> None:  # SD-10, SD-11
    mine = [category.word for category in claims(cards)]
    assert mine[0] == words[0]
    assert set(words) - set(mine) <= {"two pair"}
    assert set(mine) <= set(words)


def test_a_claim_may_use_any_five_of_seven_cards() -> None:  # SD-10, HR-3
    mine = claims("9s 9c", board="9h 8h 3h Ah Jh")
    assert Category.FLUSH in mine
    assert Category.THREE_OF_A_KIND in mine
    assert Category.FULL_HOUSE not in mine


def test_a_claim_counts_as_the_best_hand_of_its_category() -> None:  # SD-10
    """Two pair of three: aces and kings, not aces and twos."""
    assert claims("Ah Ad Ks Kh 2c", "2d 7s")[Category.TWO_PAIR] > claims("Ah Ad Qs Qh 2c", "2d 7s")[Category.TWO_PAIR]


def test_a_claim_of_a_higher_category_beats_any_ranks_of_a_lower_one() -> None:  # HR-6
    assert claims("2h 2d 2c 7s 9d")[Category.THREE_OF_A_KIND] > claims("Ah Ad Ks Kh Qc")[Category.TWO_PAIR]


def test_the_wheel_is_claimed_as_a_five_high_straight() -> None:  # HR-21, SD-10
    assert claims("Ah 2d 3c 4s 5d")[Category.STRAIGHT] < claims("6h 2d 3c 4s 5d")[Category.STRAIGHT]


def test_four_of_a_kind_claimed_as_trips_keeps_the_fourth_as_a_kicker() -> None:  # SD-10
    """Claimed as three of a kind, four kings are three kings with a king beside them."""
    assert claims("Ks Kh Kd Kc 2s")[Category.THREE_OF_A_KIND] > claims("Ks Kh Kd Qc Js")[Category.THREE_OF_A_KIND]
