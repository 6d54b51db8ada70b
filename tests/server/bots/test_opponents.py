"""What a bot reads off the table, and nothing that its seat does not know."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.opponents import (
    DEFAULT_TRIALS,
    Trial,
    TrialResult,
    average_investment,
    bet_count,
    estimate_equity,
    fair_share,
    opponents_of,
    shuffled,
    take_best_hand,
    take_top,
    unseen_cards,
)
from railbird_shared.game.cards import PACK, parse_cards
from railbird_shared.game.ranking import HIGH_SCALE
from railbird_shared.protocol.view import LastAct
from support.bot_builders import game_evaluator, opponent_seat, view_from_seat_one
from support.view_builders import FIVE_CARD_DRAW, SEVEN_CARD_STUD, seat_view


def test_opponents_are_the_other_players_in_the_hand() -> None:
    view = view_from_seat_one(
        "As Ad",
        opponent_seat(2),
        seat_view(3, folded=True),
        seat_view(4, in_hand=False),
        opponent_seat(5),
        board="2c 3c 4c",
        street=1,
    )
    assert len(opponents_of(view)) == 2


def test_open_cards_and_draws_are_seen() -> None:
    view = view_from_seat_one("As Ad 3c", opponent_seat(2, game=SEVEN_CARD_STUD, up="Kh"), game=SEVEN_CARD_STUD)
    assert (opponents_of(view)[0].upcards, opponents_of(view)[0].hidden_count) == (parse_cards("Kh"), 2)
    view = view_from_seat_one(
        "As Ad 3c 4h 5h", opponent_seat(2, game=FIVE_CARD_DRAW, drew=3), game=FIVE_CARD_DRAW, street=1
    )
    assert opponents_of(view)[0].drew == 3


def test_betting_shows_strength_and_checking_none() -> None:
    def choices(last: LastAct, to_match: int) -> int:
        view = view_from_seat_one(
            "As Ad", opponent_seat(2, last, bet=to_match), board="2c 3c 4c", street=1, to_match=to_match, pot=12
        )
        return opponents_of(view)[0].candidates

    checked, called, bet, raised = (
        choices(last, to_match)
        for last, to_match in [(LastAct.CHECKED, 0), (LastAct.CALLED, 8), (LastAct.BET, 8), (LastAct.RAISED, 30)]
    )
    assert checked < called <= bet < raised


def test_some_bets_are_bluffs() -> None:
    view = view_from_seat_one(
        "As Ad", opponent_seat(2, LastAct.RAISED, bet=30), board="2c 3c 4c", street=1, to_match=30, pot=12
    )
    one = opponents_of(view)[0]
    picks = [one.sample_candidates(random.Random(seed)) for seed in range(100)]
    assert set(picks) == {1, one.candidates}
    assert 5 < picks.count(1) < 40


def test_a_player_still_to_act_may_fold() -> None:
    view = view_from_seat_one("As Ad", opponent_seat(2), opponent_seat(3, LastAct.CALLED, bet=2), to_match=2)
    waiting, called = opponents_of(view)
    assert (waiting.stay_probability < 1, called.stay_probability) == (True, 1)
    plays = [waiting.stays_in(random.Random(seed)) for seed in range(100)]
    assert 15 < sum(plays) < 70
    assert called.stays_in(random.Random(1))
    assert fair_share(view) > 1 / 3


def test_the_cards_unseen_are_all_but_those_on_view() -> None:
    view = view_from_seat_one("As Ad", opponent_seat(2), seat_view(3, up="Ks"), board="2c 3c 4c", street=1)
    assert unseen_cards(view, PACK) == [card for card in PACK if card not in parse_cards("As Ad Ks 2c 3c 4c")]


def test_investment_is_counted_in_minimum_bets_of_each_player() -> None:
    assert average_investment(view_from_seat_one("As Ad", opponent_seat(2), pot=20)) == 5


@pytest.mark.parametrize(("to_match", "bets"), [(0, 0), (2, 1), (4, 2), (6, 3)])
def test_fixed_bets_are_counted(to_match: int, bets: int) -> None:
    view = view_from_seat_one(
        "As Ad 3c", opponent_seat(2, game=SEVEN_CARD_STUD, up="Kh"), game=SEVEN_CARD_STUD, to_match=to_match
    )
    assert bet_count(view) == bets


def test_free_bets_are_counted_by_their_size() -> None:
    def bets(to_match: int, street: int) -> float:
        board = "2c 3c 4c" if street else ""
        return bet_count(
            view_from_seat_one("As Ad", opponent_seat(2), board=board, street=street, to_match=to_match, pot=12)
        )

    assert bets(2, 0) < 0.5
    assert bets(6, 0) == pytest.approx(1)
    assert bets(18, 0) == pytest.approx(2)
    assert bets(0, 1) == 0
    assert bets(8, 1) == pytest.approx(1, abs=0.1)
    assert bets(24, 1) == pytest.approx(2, abs=0.1)


def test_a_chance_is_the_average_of_many_trials() -> None:
    evaluator = game_evaluator("holdem")
    outcomes = iter([TrialResult((2,), [(1,)])] * (DEFAULT_TRIALS // 3) + [TrialResult((1,), [(2,)])] * DEFAULT_TRIALS)
    equity = estimate_equity(evaluator, Trial(lambda _: next(outcomes)), random.Random(1))
    assert equity == DEFAULT_TRIALS // 3 / DEFAULT_TRIALS


def test_a_harder_game_is_dealt_less_often() -> None:
    dealt: list[random.Random] = []

    def trial(rng: random.Random) -> TrialResult:
        dealt.append(rng)
        return TrialResult((2,), [(2,)])

    assert estimate_equity(game_evaluator("holdem"), Trial(trial, cost=3), random.Random(1)) == 1 / 2
    assert len(dealt) == DEFAULT_TRIALS // 3


def test_the_best_of_several_hands_is_taken_and_the_others_stay() -> None:
    deck = list(parse_cards("2s 7d Ks Kd 5c 9h Ah"))
    assert take_best_hand(deck, 2, 3, HIGH_SCALE.strength) == list(parse_cards("Ks Kd"))
    assert deck == list(parse_cards("2s 7d 5c 9h Ah"))


def test_upcards_count_with_the_hidden_cards() -> None:
    deck = list(parse_cards("Ks Kd 7c 2h"))
    assert take_best_hand(deck, 2, 2, lambda hand: HIGH_SCALE.strength((*hand, *parse_cards("7s 7d")))) == list(
        parse_cards("7c 2h")
    )


def test_too_short_a_deck_deals_all_its_cards() -> None:
    deck = list(parse_cards("Ks Kd 7c"))
    assert take_best_hand(deck, 2, 9, HIGH_SCALE.strength) == list(parse_cards("Ks Kd"))
    assert take_top(deck, 3) == list(parse_cards("7c"))
    assert deck == []


def test_shuffling_keeps_every_card() -> None:
    assert set(shuffled(PACK, random.Random(1))) == set(PACK)
    assert shuffled(PACK, random.Random(1)) == shuffled(PACK, random.Random(1)) != list(PACK)
