from __future__ import annotations

import pytest

from railbird_server.judge import ANY_CARDS, BadQuestion, parse_question, variant_of
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import VARIANTS


@pytest.mark.parametrize("written", ["As Td", "AsTd", "as, td", "A♠ 10♦", "aS10d"])
def test_cards_are_parsed_in_common_spellings(written: str) -> None:
    assert tuple(parse_question(ANY_CARDS, [written]).players[0].cards) == parse_cards("As Td")


def test_cards_after_a_slash_are_upcards() -> None:
    [player] = parse_question(ANY_CARDS, ["As Kd / 2c 3c"]).players
    assert player.hole_cards == list(parse_cards("As Kd"))
    assert player.upcards == list(parse_cards("2c 3c"))


def test_without_a_slash_the_order_of_dealing_decides_which_cards_are_upcards() -> None:
    [player] = parse_question(VARIANTS["seven-card-stud"], ["As Kd 2c 3c 4d 5d 9h"]).players
    assert player.hole_cards == list(parse_cards("As Kd 9h"))


@pytest.mark.parametrize(("board", "to_come"), [("Kh Kc Qc", 2), ("Kh Kc Qc 2d", 1), ("Kh Kc Qc 2d 2s", 0)])
def test_a_board_may_be_short_of_its_turn_and_river(board: str, to_come: int) -> None:
    assert parse_question(VARIANTS["holdem"], ["As Ad"], board).to_come == to_come


def test_the_seventh_card_of_stud_may_be_on_the_board() -> None:
    question = parse_question(VARIANTS["seven-card-stud"], ["As Kd 2c 3c 4d 5d", "Ac Kc 2h 3h 4h 5h"], "9h")
    assert question.to_come == 0


def test_with_two_packs_a_card_may_appear_twice() -> None:
    two = variant_of(packs=2)
    assert len(parse_question(two, ["As As", "Ks Ks"]).players) == 2


FIVE = "As Kd 9h 8c 4c"

BAD: list[tuple[str, list[str], str, str]] = [
    ("", [], "", "at least one hand"),
    ("", [""], "", "Hand 1 has no cards"),
    ("", ["As Kd", " / "], "Qs Js Ts", "Hand 2 has no cards"),
    ("", ["As / Kd / Qd"], "", "one slash"),
    ("", ["As Kd", "1s 2d"], "", "'1s' is not a card"),
    ("", ["As K"], "", "'K' is not a card"),
    ("", ["As As"], "", "As is named twice, in hand 1;"),
    ("", ["As", "Kd As"], "Qs As", "As is named 3 times, in hand 1 and hand 2 and the board"),
    ("", ["X 2c"], "", "--jokers 1"),
    ("", ["As Kd 9h 8c 4c 2c"], "3c 3d", "hand 1 has 8"),
    ("", ["2c"] * 11, "", "at most 10 hands"),
    ("holdem", ["As Kd", "Qh"], "Kh Kc Qc", "hand 2 has 1."),
    ("holdem", ["As Kd 2c"], "Kh Kc Qc", "two cards a hand, and hand 1 has 3"),
    ("holdem", ["As Kd"], "", "a board of 3, 4 or 5 cards, not 0"),
    ("holdem", ["As Kd"], "2c 2d 2h 3c 3d 3h", "not 6"),
    ("holdem", ["As Kd"], "Kh Zz Qc", "In the board, 'Zz' is not a card"),
    ("five-card-draw", [FIVE], "Kh", "has no board"),
    ("five-card-draw", ["As Kd"], "", "five cards a hand"),
    ("seven-card-stud", ["As Kd 2c 3c 4d 5d 9h"], "9s", "six cards a hand"),
    ("badugi", [FIVE], "", "four cards a hand"),
    ("crazy-pineapple", ["As Kd 9h"], "Kh Kc Qc", "two cards a hand"),
    ("classroom", [FIVE] * 6, "", "at most 5 hands"),
    ("short-deck", ["As 2c"], "Kh Kc Qc", "36 cards has no 2c"),
    ("bug-draw", ["X As Kd Qh Jc", "X 2c 3c 4d 5d"], "", "X is named twice, in hand 1 and hand 2; the pack has one"),
]


@pytest.mark.parametrize(("game", "hands", "board", "words"), BAD)
def test_invalid_cards_and_counts_are_refused_in_one_sentence(
    game: str, hands: list[str], board: str, words: str
) -> None:
    with pytest.raises(BadQuestion) as fault:
        parse_question(variant_of(game=game), hands, board)
    assert words in str(fault.value)
    assert "\n" not in str(fault.value)
    assert str(fault.value).endswith(".")


def test_two_from_hand_requires_a_board() -> None:
    with pytest.raises(BadQuestion, match="board of three to five"):
        parse_question(variant_of(two_from_hand=True), ["As Kd Qh Qd"])


@pytest.mark.parametrize("pot", [-1, 10**13])
def test_a_pot_out_of_range_is_refused(pot: int) -> None:
    with pytest.raises(BadQuestion, match="chips"):
        parse_question(ANY_CARDS, ["As"], pot=pot)


def test_a_question_can_be_about_every_game() -> None:
    for game, variant in VARIANTS.items():
        size = sum(street.down + street.up - street.discard for street in variant.streets)
        pack = list(map(str, variant_of(game).pack))
        board = sum(street.board for street in variant.streets)
        hands = [" ".join(pack[board + size * place :][:size]) for place in range(2)]
        assert len(parse_question(variant, hands, " ".join(pack[:board])).players) == 2
