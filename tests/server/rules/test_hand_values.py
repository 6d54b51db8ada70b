"""What hands are worth for each side of the pot."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.hand_values import HandValues, evaluate_hand, scales_of
from railbird_server.rules.player import Player
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.game.game_rules import LowestWild
from railbird_shared.game.ranking import scale_of
from railbird_shared.game.ranking.hand_order import NO_HAND
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, get_variant
from railbird_shared.protocol.events import Side


def players_holding(*hands: str) -> list[Player]:
    players = []
    for seat, cards in enumerate(hands, start=1):
        player = Player(seat, 0)
        player.add_cards(parse_cards(cards), face_down=True)
        players.append(player)
    return players


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_pot_is_split_between_high_and_low_only_in_high_low_games(game: str) -> None:  # SD-18
    variant = VARIANTS[game]
    both = variant.high is not None and variant.low is not None
    assert tuple(scales_of(variant)) == ((Side.HIGH, Side.LOW) if both else (Side.WHOLE,))


def test_the_best_five_cards_play_even_if_all_are_on_the_board() -> None:  # HR-3, VT-HE-5
    hands = HandValues(get_variant("holdem"), players_holding("2c 2d", "3h Ac"), parse_cards("As Ks Qs Js Ts"), {})
    assert hands.winners(Side.WHOLE, (1, 2)) == [1, 2]


def test_equal_full_houses_tie_whatever_the_remaining_cards() -> None:  # VT-HE-6
    hands = HandValues(get_variant("holdem"), players_holding("Ac Kc", "Kd 3h"), parse_cards("5s 5h 5d Kh 7c"), {})
    assert hands.winners(Side.WHOLE, (1, 2)) == [1, 2]
    assert hands.name_hand(Side.WHOLE, 1, (1, 2)) == "fives full of kings"


def test_omaha_uses_two_hole_cards_and_three_board_cards() -> None:  # VT-OM-1, VT-OM-2
    four_flush = players_holding("As Kd Qd 2c", "9s 8s 3d 3c")
    hands = HandValues(get_variant("omaha"), four_flush, parse_cards("Ks 7s 4s 2s Td"), {})
    assert hands.winners(Side.WHOLE, (1, 2)) == [2]
    assert hands.name_hand(Side.WHOLE, 1, (1, 2)) == "kings and twos"


def test_high_and_low_may_use_different_cards() -> None:  # LO-26, VT-O8-1, VT-O8-2
    hands = HandValues(get_variant("omaha8"), players_holding("As Ad 2c 3h"), parse_cards("Ac 4d 5s Ah Kd"), {})
    assert hands.name_hand(Side.HIGH, 1, ()) == "four aces"
    assert hands.name_hand(Side.LOW, 1, ()) == "5-4-3-2-A"


def test_a_low_that_does_not_qualify_cannot_win() -> None:  # LO-22, VT-O8-3, VT-O8-5
    hands = HandValues(get_variant("omaha8"), players_holding("As 2d 3c 4h"), parse_cards("Kc Qd 5s 8h Jd"), {})
    assert hands.strengths[Side.HIGH][1] != NO_HAND
    assert hands.strengths[Side.LOW][1] == NO_HAND
    assert hands.winners(Side.LOW, (1,)) == []


def test_omaha_names_a_hand_before_the_board_is_complete() -> None:
    player = players_holding("As Ad 2c 3h")[0]
    assert (
        evaluate_hand(get_variant("omaha"), scale_of(get_variant("omaha").ranking), player, ()).words == "pair of aces"
    )


def test_a_claimed_hand_counts_for_its_claim() -> None:  # SD-10
    players = players_holding("As Ad", "Kc Kd")
    players[0].shown_hand = "high card"
    hands = HandValues(get_variant("holdem"), players, parse_cards("9s 7h 5d 3c 2d"), {1: 5, 2: 9})
    assert hands.winners(Side.WHOLE, (1, 2)) == [2]
    assert hands.name_hand(Side.WHOLE, 1, (1, 2)) == "high card"


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_only_games_with_circular_ranks_compare_all_hands_together(game: str) -> None:  # NU-1, NU-12
    """Two games have circular ranks: italian-draw and greek-draw."""
    assert HandValues(VARIANTS[game], (), (), {}).circular == (game in {"italian-draw", "greek-draw"})


# --- the lowest card wild beside common cards -----------------------------------------------------------------------


def lowest_wild_in(game: str, lowest: LowestWild, hand: str, board: str, up: str = "") -> tuple[str, tuple[Card, ...]]:
    """What a hand of a game is called where the lowest card is wild, and which cards are wild."""
    ranking = RankingRules(lowest_wild=lowest)
    variant = replace(VARIANTS[game], high=ranking)
    [player] = players_holding(hand)
    player.add_cards(parse_cards(up), face_down=False)
    value = evaluate_hand(variant, scale_of(variant.ranking), player, parse_cards(board))
    strength = HandValues(variant, [player], parse_cards(board), {}).strengths[Side.WHOLE][1]
    assert strength == value.strength
    return value.words, value.lowest_wild


@pytest.mark.parametrize(
    ("game", "hand", "board", "words", "wild"),
    [
        ("holdem", "9h 9d", "2c 7s Jh Kd 4c", "pair of kings", "9h 9d"),
        ("holdem", "9h Kd", "2c 7s Jh Kh 4c", "three kings", "9h"),
        ("holdem", "2h Kd", "2c 7s Jh Kh 4c", "three kings", "2h"),
        ("holdem", "Ah Kd", "2c 7s Jh Qc 4c", "pair of aces", "Kd"),
        ("omaha", "9h 8d Kd Kc", "2c 7s Jh Qh 4c", "pair of kings", "8d"),
    ],
)
def test_a_board_card_is_nobodys_lowest_card(
    game: str, hand: str, board: str, words: str, wild: str
) -> None:  # WC-26, WC-27, CX-41
    for lowest in (LowestWild.CARD, LowestWild.CONCEALED):
        assert lowest_wild_in(game, lowest, hand, board) == (words, parse_cards(wild))


@pytest.mark.parametrize(
    ("lowest", "common", "wild"),
    [
        (LowestWild.CARD, "2c", "2c"),
        (LowestWild.CARD, "Qc", "3s"),
        (LowestWild.CARD, "3c", "3s 3c"),
        (LowestWild.CONCEALED, "2c", "9d"),
    ],
)
def test_each_player_holds_the_common_last_card_of_stud(lowest: LowestWild, common: str, wild: str) -> None:
    """It is dealt face up, so that it is no concealed card (CX-41, VT-S7-12)."""
    _, cards = lowest_wild_in("seven-card-stud", lowest, "9d Kd", common, up="3s Jh Qh 7d")
    assert cards == parse_cards(wild)
