"""What hands are worth in every kind of game."""

from __future__ import annotations

import pytest

from railbird_shared.game.cards import JOKER, parse_cards
from railbird_shared.game.variants import VARIANTS
from support.bot_builders import game_evaluator


def pot_share(game: str, board: str, mine: str, *others: str) -> float:
    evaluator = game_evaluator(game)
    evaluate = evaluator.final_evaluator(parse_cards(board))
    return evaluator.pot_share(evaluate(parse_cards(mine)), [evaluate(parse_cards(other)) for other in others])


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("five-card-draw", "Ah Ad 7c 5s 2h", "Kh Kd 7s 5c 2d"),
        ("joker-draw", "X Ad 7c 5s 2h", "Kh Kd 7s 5c 2d"),
        ("lowball", "Ah 2d 3c 4s 5h", "2h 3d 4c 5s 7h"),
        ("lowball-27", "2h 3d 4c 5s 7h", "Ah 2d 3c 4s 5h"),
        ("badugi", "Kh Qd Jc Ts", "Ah 2d 3c 4c"),
        ("old-poker", "Ah Ad Kc Qs Jh", "Ah Kh Qh Jh Th"),
        ("razz", "Ah 2d 3c 4s 9h Kd Ks", "Ac Ad As 2c 3d 4h Th"),
    ],
)
def test_every_game_has_its_own_order(game: str, better: str, worse: str) -> None:
    assert pot_share(game, "", better, worse) == 1
    assert pot_share(game, "", worse, better) == 0


def test_a_flush_beats_a_full_house_where_the_deck_is_short() -> None:
    board = "Ah 9h 7h 9d Ac"
    assert pot_share("short-deck", board, "Kh 6h", "As Kd") == 1
    assert pot_share("holdem", board, "Kh 6h", "As Kd") == 0


def test_omaha_takes_two_cards_from_the_hand() -> None:
    assert pot_share("omaha", "Kh 9h 7h 4h 2s", "Ah Ks Qd Jc", "9s 9d 8c 3d") == 0
    assert pot_share("omaha", "Kh 9h 7h 4h 2s", "Ah 3h Qd Jc", "9s 9d 8c 3d") == 1


def test_both_halves_of_the_pot_count() -> None:
    board = "Kh 7c 5d 2s Jc"
    assert pot_share("omaha8", board, "Ah 3d Qd Qc", "Ks Kd 9c 9d") == 1 / 2
    assert pot_share("omaha8", board, "Ah 3d Kc Kd", "Ac 3s 9c 9d") == 3 / 4
    assert pot_share("omaha8", "Kh Tc 5d 2s Jc", "Ah 3d Qd Qc", "Ks Kd 9c 9d") == 1
    evaluator = game_evaluator("omaha8")
    evaluate = evaluator.final_evaluator(parse_cards("Kh Tc 5d 2s Jc"))
    assert evaluator.side_shares(evaluate(parse_cards("Ah 3d 4d 4c")), [evaluate(parse_cards("Ks Kd 9c 9d"))]) == (
        0,
        None,
    )


def test_the_lowest_straight_flush_beats_the_highest_in_italy() -> None:
    highest, lowest = "Ah Kh Qh Jh Th", "Ad 5d 6d 7d 8d"
    assert pot_share("italian-draw", "", lowest, highest) == 1
    assert pot_share("italian-draw", "", lowest, highest, "Ts 9s 8s 7s 6s") < 1


def test_hands_are_told_apart_before_any_low_is_made() -> None:
    evaluator = game_evaluator("stud8")
    strength_of = evaluator.early_evaluator(side=1)
    assert (
        strength_of(parse_cards("Ah 2d 4c"))
        > strength_of(parse_cards("Kh 2d 4c"))
        > strength_of(parse_cards("2h 2d 4c"))
    )


@pytest.mark.parametrize("game", VARIANTS)
def test_every_card_of_the_pack_can_be_valued(game: str) -> None:
    evaluator = game_evaluator(game)
    board, held = evaluator.pack[:3], evaluator.pack[-4:]
    assert len(evaluator.final_evaluator(board if evaluator.two_from_hand else ())(held)) == evaluator.side_count
    assert (JOKER in evaluator.pack) == (game in {"joker-draw", "bug-draw"})
