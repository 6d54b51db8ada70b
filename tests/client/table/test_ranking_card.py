"""The ranking card: which hand beats which in any game of any house."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from railbird_client.drawing.text_roles import TextRole
from railbird_client.table.game_pages import example_of, ranking_page, ranking_tables
from railbird_client.table.turn.hints import build_hints
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import Category, scale_of
from railbird_shared.game.ranking.hand_order import NO_HAND
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.view import TableView, You
from support.plain_text import plain_lines
from support.view_builders import holdem_view, omaha_view, seat_view, table_view

HOUSES = (HouseRules(), HouseRules(wild_ranks="deuces"), HouseRules(jokers=2), HouseRules(wild_ranks="lowest-card"))


def at_table(variant: Variant, cards: str = "", board: str = "") -> TableView:
    own = parse_cards(cards)
    return table_view(
        seat_view(1, hidden=len(own)),
        game=variant.make_game(),
        rules=variant.rules,
        you=You(1, own),
        board=parse_cards(board),
        playing=True,
    )


def rows(view: TableView, width: int = 70) -> list[str]:
    return plain_lines(ranking_page(view)(width))


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_example_is_what_it_is_called_and_beats_the_next(game: str) -> None:
    for table, side in zip(
        ranking_tables(at_table(VARIANTS[game])),
        [each for each in (VARIANTS[game].high, VARIANTS[game].low) if each is not None],
        strict=True,
    ):
        scale = scale_of(side)
        strengths = [scale.strength(row.cards) for row in table.rows]
        assert NO_HAND not in strengths
        if not side.circular:
            assert all(one > other for one, other in pairwise(strengths)), table.rows
        assert all(len(set(row.cards)) == len(row.cards) for row in table.rows)
        if side.order is Order.HIGH:
            assert [scale.decode(strength)[0].word for strength in strengths] == [
                row.name.lower() for row in table.rows
            ]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("game", ["holdem", "seven-card-stud", "five-card-draw"])
def test_a_house_with_wild_cards_has_five_of_a_kind(game: str, house: HouseRules) -> None:
    variant = apply_house_rules(house, VARIANTS[game])
    [table] = ranking_tables(at_table(variant))
    assert (table.rows[0].name == "Five of a kind") == (house != HouseRules())
    told = table.notes[-1].startswith(("A wild card stands for", "The bug is an ace"))
    assert told == (house != HouseRules())
    assert variant.high is not None
    scale = scale_of(variant.high)
    for row in table.rows:
        if not any(card in variant.high.wild_cards for card in row.cards) and house.wild_ranks != "lowest-card":
            assert scale.value(row.cards).category.word == row.name.lower()


def test_the_house_order_of_a_flush_counts() -> None:
    [table] = ranking_tables(at_table(apply_house_rules(HouseRules(flush_over_full=True), VARIANTS["holdem"])))
    names = [row.name for row in table.rows]
    assert names.index("Flush") < names.index("Full house")


def test_a_kind_that_the_pack_does_not_have_is_not_on_the_card() -> None:
    [table] = ranking_tables(at_table(VARIANTS["old-poker"]))
    assert not {"Straight", "Flush", "Straight flush"} & {row.name for row in table.rows}
    assert example_of(scale_of(RankingRules()), Category.FIVE_OF_A_KIND) is None
    two_packs = scale_of(RankingRules(packs=2))
    assert example_of(two_packs, Category.FIVE_OF_A_KIND) is not None


def test_the_kind_of_the_own_hand_is_marked() -> None:
    lines = rows(holdem_view())
    assert [line for line in lines if line.startswith("▶")] == [
        "▶ One pair        A♠ A♥ Q♥ J♥ T♦  two of one rank (yours)"
    ]
    marked = [line for line in ranking_page(holdem_view())(70) if line and line[0].text.startswith("▶")]
    assert marked[0][-1].role is TextRole.WIN
    assert not [line for line in rows(replace(holdem_view(), playing=False)) if "yours" in line]
    assert not [line for line in rows(replace(holdem_view(), you=You())) if "yours" in line]


def test_hints_follow_the_card() -> None:
    lines = plain_lines(ranking_page(holdem_view(), build_hints(holdem_view()))(70))
    assert lines[lines.index("Your hand now") + 1] == "You have a pair of kings, ace kicker."
    assert "Your hand now" not in rows(holdem_view())


def test_a_low_of_ones_own_is_shown() -> None:
    view = replace(omaha_view("omaha8", "As 2d Kc 3d"), board=parse_cards("Kd 7s 4h 5c"))
    assert "▶ Yours           7♠ 5♣ 4♥ 2♦ A♠  7-5-4-2-A" in [line.rstrip() for line in rows(view)]
    assert not [line for line in rows(omaha_view("omaha8", "As 2d Kc 3d")) if line.startswith("▶ Yours")]


def test_cards_that_the_game_does_not_have_mark_nothing() -> None:
    assert not [line for line in rows(at_table(VARIANTS["short-deck"], "2c 2d", "3c 3d 3h")) if line.startswith("▶")]


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_a_card_of_one_side_fits_a_screen_of_24_rows(game: str) -> None:
    variant = VARIANTS[game]
    lines = rows(at_table(variant, "As 2d 3c 4h 9s"[: 14 if len(variant.pack) >= 52 and "badugi" not in game else 0]))
    assert max(map(len, lines)) <= 70
    if variant.high is None or variant.low is None:
        assert len(lines) <= 18


@pytest.mark.parametrize("width", [30, 40, 52, 92])
def test_a_narrow_card_keeps_names_and_examples(width: int) -> None:
    lines = rows(holdem_view(), width)
    assert max(map(len, lines)) <= max(width, 34)
    assert any("Straight flush  K♠ Q♠ J♠ T♠ 9♠" in line for line in lines)


def test_the_orders_that_go_round_in_a_circle_say_so() -> None:
    assert any("No hand is unbeatable" in line for line in rows(at_table(VARIANTS["italian-draw"])))
    assert any("all but four sixes" in line for line in rows(at_table(VARIANTS["greek-draw"])))


def test_what_decides_between_equal_hands_is_told() -> None:
    suits = apply_house_rules(HouseRules(suit_tiebreak=1), VARIANTS["holdem"])
    assert any("spades, hearts, diamonds, clubs" in line for line in rows(at_table(suits)))
    assert any("The bug is an ace" in line for line in rows(at_table(VARIANTS["bug-draw"])))
