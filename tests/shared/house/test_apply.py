"""House rules applied to the games of the catalogue."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from railbird_shared.game.announced_game import Structure
from railbird_shared.game.cards import JOKER, Rank
from railbird_shared.game.game_rules import (
    CircularOrder,
    HighOrLow,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    Order,
    WildTiebreak,
)
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, FirstToAct, ForcedBets, Variant
from railbird_shared.house.apply import RuledOut, apply_house_rules, rules_without_effect
from railbird_shared.house.house_rules import (
    AnteForm,
    DiscardLimit,
    DrawForcedBets,
    FirstAfterDraw,
    HiLoDeclare,
    HouseRules,
    LowScale,
    StudStart,
)
from railbird_shared.house.rule import limited_rules
from railbird_shared.house.terms import house_game
from support.house_builders import tried_values


def game_under(house: HouseRules, game: str = "five-card-draw") -> Variant:
    return apply_house_rules(house, VARIANTS[game])


def low_ranking(variant: Variant) -> RankingRules:
    assert variant.low is not None
    return variant.low


def high_ranking(variant: Variant) -> RankingRules:
    assert variant.high is not None
    return variant.high


# --- cards and ranking


def test_jokers_are_bugs_in_draw_games_and_wild_in_others() -> None:  # HS-2, HS-3, WC-1
    house = HouseRules(jokers=1)
    assert high_ranking(game_under(house)).joker_role is JokerRole.BUG
    assert high_ranking(game_under(house, "holdem")).joker_role is JokerRole.WILD
    assert high_ranking(game_under(house, "joker-draw")).joker_role is JokerRole.WILD
    assert game_under(HouseRules(jokers=2), "holdem").pack.count(JOKER) == 2


def test_wild_cards_are_a_usual_set_or_any_ranks_and_cards() -> None:  # HS-4
    assert {card.rank for card in high_ranking(game_under(HouseRules(wild_ranks="deuces"))).wild_cards} == {Rank.TWO}
    named = high_ranking(game_under(HouseRules(wild_ranks="q, 3h"))).wild_cards
    assert sorted(map(str, named)) == ["3h", "Qc", "Qd", "Qh", "Qs"]
    assert high_ranking(game_under(HouseRules(wild_ranks="queens 3h"))).wild_cards == named
    assert high_ranking(game_under(HouseRules(wild_ranks="lowest-concealed"))).lowest_wild is LowestWild.CONCEALED


def test_both_halves_of_a_pot_are_decided_with_the_same_wild_cards_and_pack() -> None:  # HS-1, SK-11
    game = game_under(HouseRules(wild_ranks="Q", jokers=1, pack=40), "stud-hilo")
    assert low_ranking(game).wild_cards == high_ranking(game).wild_cards
    assert low_ranking(game).deck == high_ranking(game).deck


@pytest.mark.parametrize("game", ["holdem", "five-card-draw", "five-card-stud", "short-deck"])
def test_any_game_can_be_played_low(game: str) -> None:  # HS-8, VT-LB-4
    low = game_under(HouseRules(played=HighOrLow.LOW, low_scale=LowScale.DEUCE_TO_SEVEN), game)
    assert low.high is None
    assert low_ranking(low).order is Order.DEUCE_TO_SEVEN
    assert low.name.endswith("for Low (Deuce to Seven)")


def test_a_game_that_becomes_hi_lo_needs_an_eight_where_there_can_be_one() -> None:  # HS-11, VT-S8-2
    assert low_ranking(game_under(HouseRules(played=HighOrLow.HI_LO), "holdem")).qualifier == 8
    assert low_ranking(game_under(HouseRules(played=HighOrLow.HI_LO), "short-deck")).qualifier == 0
    assert low_ranking(game_under(HouseRules(played=HighOrLow.HI_LO, low_scale=LowScale.ACE_TO_SIX))).qualifier == 0
    assert low_ranking(game_under(HouseRules(), "stud-hilo")).qualifier == 0
    assert low_ranking(game_under(HouseRules(qualifier=8), "stud-hilo")).qualifier == 8
    assert low_ranking(game_under(HouseRules(qualifier=0), "stud8")).qualifier == 0


def test_the_options_of_ace_to_six_reach_its_scale() -> None:  # HS-9, HS-10, LO-20
    low = low_ranking(game_under(HouseRules(a6_broadway_straight=True, a6_aces_high_pair=True), "lowball-a6"))
    assert low.a6_broadway_straight
    assert low.a6_aces_high_pair


def test_orders_and_ties_reach_the_high_hands() -> None:  # HS-5, HS-12..15, SU-13
    high = high_ranking(
        game_under(HouseRules(flush_over_full=True, suit_tiebreak=2, suit_order="hdcs", double_ace_flush=True))
    )
    assert (high.flush_over_full, high.suit_tiebreak, high.suit_order, high.double_ace_flush) == (True, 2, "hdcs", True)
    assert game_under(HouseRules(suit_order="hdcs")).suit_order == "hdcs"
    assert (
        high_ranking(game_under(HouseRules(unbeatable=CircularOrder.NONE), "greek-draw")).unbeatable
        is CircularOrder.NONE
    )


# --- betting and drawing


def test_a_structure_brings_its_usual_cap_unless_one_is_set() -> None:  # HS-16, HS-17, BT-29
    assert game_under(HouseRules(structure=Structure.NO_LIMIT)).raise_cap is None
    assert game_under(HouseRules(structure=Structure.FIXED), "holdem").raise_cap == 3
    assert game_under(HouseRules(structure=Structure.FIXED, raise_cap=4), "holdem").raise_cap == 4
    assert game_under(HouseRules(raise_cap=0)).raise_cap is None


@pytest.mark.parametrize("structure", Structure)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_structure_has_stakes_in_every_game(structure: Structure, game: str) -> None:
    house = HouseRules(structure=structure)
    stakes = house_game(house, apply_house_rules(house, VARIANTS[game])).stakes
    assert stakes.minimum_bet > 0
    assert (stakes.big_bet > 0) == (structure in (Structure.FIXED, Structure.SPREAD))


def test_draw_is_played_with_antes_or_with_blinds() -> None:  # CX-39
    blinds = game_under(HouseRules(draw_bets=DrawForcedBets.BLINDS))
    record = VARIANTS["five-card-draw-blinds"]
    assert (blinds.forced_bets, blinds.streets, blinds.pass_out) == (record.forced_bets, record.streets, False)
    antes = game_under(HouseRules(draw_bets=DrawForcedBets.ANTES), "five-card-draw-blinds")
    record = VARIANTS["five-card-draw"]
    assert (antes.forced_bets, antes.streets, antes.pass_out) == (record.forced_bets, record.streets, True)


def test_the_round_after_a_draw_begins_where_the_house_says() -> None:  # HS-18, CX-5
    house = HouseRules(opener_first_round2=FirstAfterDraw.LEFT_OF_BUTTON)
    assert game_under(house).streets[1].first_to_act is FirstToAct.LEFT_OF_BUTTON
    house = HouseRules(opener_first_round2=FirstAfterDraw.OPENER)
    assert game_under(house, "triple-draw").streets[3].first_to_act is FirstToAct.OPENER


def test_draws_are_limited_and_served_as_the_house_says() -> None:  # HS-19..21
    house = HouseRules(discard_limit=DiscardLimit.THREE_OR_FOUR_WITH_ACE, fifth_card_last=False, bottom_card_held=False)
    game = game_under(house)
    assert (game.discard_limit, game.fifth_card_last, game.bottom_card_held) == (True, False, False)


def test_burns_can_be_left_out_or_done_everywhere_but_before_the_first_deal() -> None:  # HS-22, CX-27
    assert not any(street.burn for street in game_under(HouseRules(burn=False), "holdem").streets)
    burned = [street.burn for street in game_under(HouseRules(burn=True), "pineapple").streets]
    assert burned == [False, False, True, True, True]


def test_stud_begins_with_the_high_card_or_the_low_bring_in() -> None:  # HS-32, CX-15
    high = game_under(HouseRules(stud_start=StudStart.HIGH_CARD), "seven-card-stud")
    assert (high.forced_bets, high.streets) == (ForcedBets.ANTES, VARIANTS["seven-card-stud-traditional"].streets)
    low = game_under(HouseRules(stud_start=StudStart.LOW_BRING_IN), "five-card-stud")
    assert (low.forced_bets, low.streets[0].first_to_act) == (ForcedBets.ANTES_AND_BRING_IN, FirstToAct.LOWEST_UPCARD)
    assert game_under(HouseRules(stud_start=StudStart.HIGH_CARD), "razz").streets == VARIANTS["razz"].streets


def test_the_worst_card_brings_in_where_stud_is_played_low() -> None:
    razz = game_under(HouseRules(played=HighOrLow.LOW), "seven-card-stud")
    assert razz.streets == VARIANTS["razz"].streets
    kansas = game_under(HouseRules(low_scale=LowScale.DEUCE_TO_SEVEN), "razz")
    assert kansas.streets[0].first_to_act is FirstToAct.HIGHEST_UPCARD
    assert game_under(HouseRules(played=HighOrLow.HIGH), "razz").streets == VARIANTS["seven-card-stud"].streets


def test_plain_settings_are_copied_to_the_game() -> None:  # HS-23, HS-24, HS-26, HS-31, VT-LB-5
    game = game_under(
        HouseRules(odd_chip=OddChip.SUIT, declared_hands=True, open_requirement=OpeningRequirement.PROGRESSIVE)
    )
    assert (game.odd_chip, game.declared_hands, game.open_requirement) == (
        OddChip.SUIT,
        True,
        OpeningRequirement.PROGRESSIVE,
    )
    assert game_under(HouseRules(hilo_declare=HiLoDeclare.DECLARE), "omaha8").hilo_declare
    assert game_under(HouseRules(runs=3), "holdem").runs == 3
    assert game_under(HouseRules(sevens_must_bet=True), "lowball").sevens_must_bet


def test_openers_are_left_out_where_jacks_or_better_is_played_low() -> None:  # VT-LB-3
    assert game_under(HouseRules(played=HighOrLow.LOW), "jacks-or-better").open_requirement is OpeningRequirement.NONE


# --- settings that a game has no use for

WITHOUT_EFFECT = [
    (HouseRules(wild_ranks="deuces"), "short-deck", ("wild_ranks",)),
    (HouseRules(suit_tiebreak=1), "italian-draw", ("suit_tiebreak",)),
    (HouseRules(wild_tiebreak=WildTiebreak.NATURAL_FIRST), "greek-draw", ("wild_tiebreak",)),
    (HouseRules(unbeatable=CircularOrder.GREEK), "razz", ("unbeatable",)),
    (HouseRules(unbeatable=CircularOrder.GREEK), "old-poker", ("unbeatable",)),
    (HouseRules(flush_over_full=True), "lowball", ("flush_over_full",)),
    (HouseRules(flush_over_full=True), "old-poker", ("flush_over_full",)),
    (HouseRules(ante=0), "five-card-draw", ("ante",)),
    (HouseRules(ante=0), "seven-card-stud-traditional", ("ante",)),
    (HouseRules(ante=0), "classroom", ("ante",)),
    (HouseRules(ante=5, big_blind=2), "holdem", ("ante",)),
    (HouseRules(ante_form=AnteForm.BIG_BLIND), "razz", ("ante_form",)),
    (HouseRules(qualifier=8), "holdem", ("qualifier",)),
    (HouseRules(qualifier=8), "razz", ("qualifier",)),
    (HouseRules(open_requirement=OpeningRequirement.PROGRESSIVE), "seven-card-stud", ("open_requirement",)),
    (HouseRules(open_requirement=OpeningRequirement.JACKS), "lowball", ("open_requirement",)),
    (HouseRules(open_requirement=OpeningRequirement.JACKS), "five-card-draw-blinds", ("open_requirement",)),
    (HouseRules(draw_bets=DrawForcedBets.BLINDS), "jacks-or-better", ("draw_bets",)),
    (HouseRules(draw_bets=DrawForcedBets.BLINDS), "classroom", ("draw_bets",)),
    (HouseRules(played=HighOrLow.HIGH), "badugi", ("played",)),
    (HouseRules(played=HighOrLow.HI_LO), "badugi", ("played",)),
    (HouseRules(hilo_declare=HiLoDeclare.DECLARE), "holdem", ("hilo_declare",)),
    (HouseRules(sevens_must_bet=True), "five-card-draw", ("sevens_must_bet",)),
    (HouseRules(sevens_must_bet=True), "lowball-27", ("sevens_must_bet",)),
    (HouseRules(sevens_must_bet=True), "razz", ("sevens_must_bet",)),
    (HouseRules(declared_hands=True), "lowball", ("declared_hands",)),
    (HouseRules(declared_hands=True), "omaha8", ("declared_hands",)),
    (HouseRules(declared_hands=True), "omaha", ("declared_hands",)),
    (HouseRules(declared_hands=True), "short-deck", ("declared_hands",)),
    (HouseRules(runs=2), "five-card-draw", ("runs",)),
    (HouseRules(runs=2), "old-poker", ("runs",)),
]


def idle(house: HouseRules, game: str) -> tuple[str, ...]:
    return tuple(rule.name for rule in rules_without_effect(house, VARIANTS[game]))


@pytest.mark.parametrize(("house", "game", "names"), WITHOUT_EFFECT)
def test_a_setting_that_a_game_has_no_use_for_leaves_it_as_it_is(  # CX-47
    house: HouseRules, game: str, names: tuple[str, ...]
) -> None:
    assert idle(house, game) == names
    assert game_under(house, game) == VARIANTS[game]
    stakes = VARIANTS[game].make_game(house.effective_big_blind).stakes
    assert house_game(house, game_under(house, game)).stakes == stakes


@pytest.mark.parametrize(
    ("house", "game", "given_way"),
    [
        (HouseRules(unbeatable=CircularOrder.ITALIAN, pack=20), "five-card-draw", "unbeatable"),
        (HouseRules(unbeatable=CircularOrder.ITALIAN, suit_tiebreak=1), "five-card-draw", "suit_tiebreak"),
        (HouseRules(qualifier=8, low_scale=LowScale.DEUCE_TO_SEVEN), "stud-hilo", "qualifier"),
        (HouseRules(declared_hands=True, suit_tiebreak=1), "five-card-draw", "declared_hands"),
        (HouseRules(declared_hands=True, wild_ranks="lowest-card"), "five-card-draw", "declared_hands"),
        (HouseRules(runs=2, declared_hands=True), "holdem", "runs"),
        (HouseRules(runs=2, hilo_declare=HiLoDeclare.DECLARE), "stud8", "runs"),
        (
            HouseRules(open_requirement=OpeningRequirement.JACKS, draw_bets=DrawForcedBets.BLINDS),
            "five-card-draw",
            "open_requirement",
        ),
        (HouseRules(ante=0, stud_start=StudStart.HIGH_CARD), "seven-card-stud", "ante"),
        (HouseRules(wild_ranks="deuces", pack=20), "holdem", "wild_ranks"),
    ],
)
def test_of_two_settings_that_exclude_each_other_one_gives_way(house: HouseRules, game: str, given_way: str) -> None:
    assert idle(house, game) == (given_way,)
    default = {given_way: getattr(HouseRules(), given_way)}
    assert game_under(house, game) == game_under(replace(house, **default), game)


def test_openers_can_be_left_out_of_jacks_or_better_to_play_it_with_blinds() -> None:
    house = HouseRules(draw_bets=DrawForcedBets.BLINDS, open_requirement=OpeningRequirement.NONE)
    assert idle(house, "jacks-or-better") == ()
    assert game_under(house, "jacks-or-better").forced_bets is ForcedBets.BLINDS


def test_of_several_wild_cards_those_in_the_pack_are_wild() -> None:  # SK-1, CX-47
    game = game_under(HouseRules(wild_ranks="2 9"), "short-deck")
    assert {card.rank for card in game.ranking.wild_cards} == {Rank.NINE}


@pytest.mark.parametrize("name", [rule.name for rule in limited_rules(HouseRules)])
def test_no_setting_about_how_a_game_is_played_rules_a_game_out(name: str) -> None:  # CX-47
    for value in tried_values(name):
        setting: dict[str, Any] = {name: value}
        for game in VARIANTS:
            assert game_under(HouseRules(**setting), game).id == game


# --- settings of one game


def test_a_game_may_have_settings_of_its_own() -> None:  # CX-47
    house = HouseRules(qualifier=8, games=(("stud8", HouseRules(qualifier=0, ante=2)),))
    assert low_ranking(game_under(house, "stud8")).qualifier == 0
    assert house_game(house, game_under(house, "stud8")).stakes.ante == 2
    assert low_ranking(game_under(house, "stud-hilo")).qualifier == 8
    assert house_game(house, game_under(house, "stud-hilo")).stakes.ante == 1


# --- games that the cards do not serve

RULED_OUT = [
    (HouseRules(pack=20, seats=6), "five-card-draw", "20 cards cannot seat 6"),
    (HouseRules(pack=20), "triple-draw", "20 cards cannot seat 2"),
    (HouseRules(seats=8), "omaha-6", "only 7"),
    (HouseRules(seats=9), "five-card-draw", "2 to 8"),
    (HouseRules(seats=6), "classroom", "2 to 5, and by more only with bottom_card_held"),
    (HouseRules(seats=7, bottom_card_held=False), "five-card-draw", "2 to 6, and by more only with bottom_card_held"),
    (HouseRules(pack=36), "omaha8", "36 cards"),
    (HouseRules(pack=20), "italian-draw", "Twenty cards"),
]


@pytest.mark.parametrize(("house", "game", "words"), RULED_OUT)
def test_a_game_that_the_cards_do_not_serve_is_refused_in_one_sentence(
    house: HouseRules, game: str, words: str
) -> None:
    with pytest.raises(RuledOut, match=words) as refused:
        apply_house_rules(house, VARIANTS[game])
    assert str(refused.value).endswith(".")
    assert VARIANTS[game].name not in refused.value.reason
    assert not refused.value.reason.endswith(".")


# --- seats


@pytest.mark.parametrize(
    ("pack", "game", "seats"),
    [
        (20, "five-card-draw", 3),
        (32, "five-card-draw", 5),
        (36, "five-card-draw", 6),
        (20, "holdem", 6),
        (20, "five-card-stud", 3),
        (32, "seven-card-stud", 4),
        (20, "seven-card-stud", 2),
        (36, "triple-draw", 4),
        (20, "badugi", 2),
    ],
)
def test_a_small_pack_lowers_the_number_of_seats(pack: int, game: str, seats: int) -> None:  # DL-22, SK-6
    assert game_under(HouseRules(pack=pack), game).max_seats == seats


def test_a_house_may_have_fewer_seats_or_in_draw_games_up_to_eight() -> None:  # HS-30, VT-5D-1
    assert game_under(HouseRules(seats=4), "holdem").max_seats == 4
    assert game_under(HouseRules(seats=8)).max_seats == 8
