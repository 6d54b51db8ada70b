"""Bots play every game of the catalogue for what it is: low hands for low, halves for halves, discards as they must."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from railbird_server.bots.decision import cheapest_act, choose_declaration, decide, make_trial
from railbird_server.bots.profiles import LOOSE, TIGHT, Style
from railbird_server.table import audience
from railbird_server.table.inputs import Deal, Outcome
from railbird_server.table.table import Table
from railbird_shared.game.announced_game import Game
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Call, Check, Claim, Declaration, Draw, LegalActions, Run
from railbird_shared.protocol.commands import Act, AddChips, Sit
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, SeatView, TableView, You
from support.bot_builders import count_decisions, evaluator_in, legal_actions_facing, own_equity
from support.hand_builders import salted
from support.table_harness import HOST, from_player, table_settings
from support.view_builders import PLAYER_NAMES, seat_view, table_view

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("style", [LOOSE, TIGHT])


def game_of(name: str) -> Game:
    return VARIANTS[name].make_game()


def at_table(
    name: str,
    cards: str,
    *others: SeatView,
    on: str = "",
    street: int = 0,
    to_match: int = 0,
    pot: int = 0,
    up: str = "",
) -> TableView:
    """Seat 1's view in any game."""
    held = parse_cards(cards)
    open_ = parse_cards(up)
    mine = replace(seat_view(1), cards=(None,) * (len(held) - len(open_)) + open_)
    seats = (mine, *others)
    return table_view(
        *seats,
        game=game_of(name),
        you=You(1, held),
        playing=True,
        hand=1,
        board=parse_cards(on),
        street=street,
        to_match=to_match,
        pots=(Pot(pot, tuple(each.seat for each in seats)),) if pot else (),
    )


def opponent(
    number: int, hidden: int, last: LastAct = LastAct.CHECKED, *, up: str = "", bet: int = 0, drew: int | None = None
) -> SeatView:
    return replace(seat_view(number, bet=bet, drew=drew), cards=(None,) * hidden + parse_cards(up), last_act=last)


# --- the chance of winning


def test_low_cards_have_the_best_equity_at_razz() -> None:
    def third(cards: str) -> float:
        against = (opponent(2, 2, LastAct.CALLED, up="Jh"), opponent(3, 2, LastAct.CALLED, up="6d"))
        return own_equity(at_table("razz", cards, *against, pot=3, up=cards[-2:]), random.Random(1))

    assert third("Ah 2d 4c") > 0.5 > third("9h Td Jc") > third("Kh Kd Kc")


def test_a_made_low_and_a_good_draw_are_worth_more_than_pairs_at_lowball() -> None:
    callers = (opponent(2, 5, LastAct.CALLED), opponent(3, 5, LastAct.CALLED))

    def before(cards: str) -> float:
        return own_equity(at_table("lowball", cards, *callers, pot=3), random.Random(1))

    chances = [before(cards) for cards in ("Ah 2d 4c 6s 7h", "Ah 2d 4c 6s Kh", "Kh Kd Jc 9s 9h")]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.6
    assert chances[-1] < 0.3


def test_standing_pat_at_triple_draw_lowers_the_equity_of_others() -> None:
    def after(drew: int) -> float:
        return own_equity(
            at_table("triple-draw", "9h 8d 6c 4s 2h", opponent(2, 5, drew=drew), street=3), random.Random(1)
        )

    assert after(0) < 0.35 < after(1) < after(3)


def test_four_suits_are_worth_more_than_three_at_badugi() -> None:
    def after(cards: str) -> float:
        return own_equity(at_table("badugi", cards, opponent(2, 4, drew=1), street=2), random.Random(1))

    assert after("7h 5d 4c 2s") > 0.7 > after("7h 5d 4c 2c")


def test_a_hand_that_can_win_both_halves_is_worth_more_than_one_that_can_win_half() -> None:
    def flop(cards: str) -> float:
        return own_equity(
            at_table("omaha8", cards, opponent(2, 4), opponent(3, 4), on="Kh 4c 3d", street=1, pot=6), random.Random(1)
        )

    assert flop("Ah 2d Ks Kd") > flop("Ks Kd 9c 9d") > flop("Qs Td 9c 9s")


def test_omaha_needs_two_cards_of_a_suit_for_a_flush() -> None:
    def river(cards: str) -> float:
        return own_equity(
            at_table("omaha", cards, opponent(2, 4), on="Kh 9h 7h 4h 2s", street=3, pot=9), random.Random(1)
        )

    assert river("Ah 3h Qd Jc") > 0.95
    assert river("Ah 3s Qd Jc") < 0.4


# --- what is done


@BOTH
def test_a_pat_eight_is_played_for_value_and_nothing_is_folded(style: Style) -> None:
    pat = at_table(
        "lowball", "Ah 2d 4c 6s 8h", opponent(2, 5, LastAct.BET, bet=4, drew=1), street=1, to_match=4, pot=12
    )
    assert count_decisions(pat, legal_actions_facing(pat, totals=(8,)), style)["Fold"] == 0
    pair = at_table(
        "lowball", "Kh Kd 4c 6s 8h", opponent(2, 5, LastAct.BET, bet=4, drew=1), street=1, to_match=4, pot=12
    )
    assert count_decisions(pair, legal_actions_facing(pair, totals=(8,)), style)["Fold"] >= 36


@BOTH
def test_high_doors_are_given_up_at_razz(style: Style) -> None:
    door = opponent(2, 2, LastAct.COMPLETED, up="4h", bet=4)
    view = at_table("razz", "Kh Qd Jc", door, to_match=4, pot=4, up="Jc")
    assert count_decisions(view, legal_actions_facing(view, totals=(8,)), style)["Fold"] >= 36
    start = at_table("razz", "Ah 2d 5c", door, to_match=4, pot=4, up="5c")
    assert count_decisions(start, legal_actions_facing(start, totals=(8,)), style)["Fold"] <= 2


@BOTH
def test_bad_omaha_is_folded_and_aces_double_suited_raise(style: Style) -> None:
    def raised(cards: str) -> Counter[str]:
        view = at_table(
            "omaha", cards, opponent(2, 4, LastAct.RAISED, bet=7), opponent(3, 4, LastAct.POSTED), to_match=7
        )
        return count_decisions(view, legal_actions_facing(view, min_wager=14), style)

    assert raised("9s 9d 9c 2h")["Fold"] == 40
    assert raised("As Ad Ks Kd")["Raise"] == 40


@pytest.mark.parametrize(("name", "on", "street"), [("pineapple", "", 1), ("crazy-pineapple", "Ks 8d 3c", 2)])
def test_pineapple_keeps_the_two_that_go_together(name: str, on: str, street: int) -> None:
    view = at_table(name, "Kh 4d Kd", opponent(2, 3), on=on, street=street)
    act = decide(view, LegalActions(1, 200, max_discards=1, min_discards=1), LOOSE, random.Random(1))
    assert act == Draw(parse_cards("4d"))


def test_crazy_pineapple_looks_at_the_flop() -> None:
    view = at_table("crazy-pineapple", "Ah Kd 3s", opponent(2, 3), on="3h 3d 8c", street=2)
    act = decide(view, LegalActions(1, 200, max_discards=1, min_discards=1), LOOSE, random.Random(1))
    assert act == Draw(parse_cards("Kd"))


def test_a_call_of_no_chips_is_taken() -> None:
    view = at_table(
        "classroom", "9h 7d 5c 3s 2h", opponent(2, 5, LastAct.POSTED), opponent(3, 5, LastAct.POSTED), to_match=1
    )
    legal = LegalActions(1, 99, 1, fold=True, call=0)
    assert {decide(view, legal, style, random.Random(seed)) for seed in range(20) for style in (LOOSE, TIGHT)} == {
        Call()
    }


def test_nobody_opens_without_openers() -> None:
    view = at_table("jacks-or-better", "Th Td 5c 3s 2h", opponent(2, 5))
    legal = LegalActions(1, 99, check=True)
    assert decide(view, legal, LOOSE, random.Random(1)) == Check()


# --- choices


def river_of(cards: str) -> TableView:
    return at_table("omaha8", cards, opponent(2, 4), opponent(3, 4), on="Kh 7c 5d 2s Jc", street=3, pot=6)


@pytest.mark.parametrize(
    ("cards", "side"),
    [("Ks Kd 9c 9d", Declaration.HIGH), ("Ah 3d Qs Ts", Declaration.LOW), ("Ah 3d Ks Kd", Declaration.BOTH)],
)
def test_the_likelier_side_is_declared(cards: str, side: Declaration) -> None:
    view = river_of(cards)
    assert decide(view, LegalActions(1, 100, declare=True), LOOSE, random.Random(1)).side is side  # type: ignore[union-attr]


def test_where_only_one_side_can_win_it_is_declared() -> None:
    sides = []
    for name, cards in (("razz", "Ah 2d 4c"), ("seven-card-stud", "Ah 2d 4c")):
        view = at_table(name, cards, opponent(2, 2, up="Kd"))
        evaluator = evaluator_in(view)
        trial = make_trial(view, evaluator)
        sides.append(choose_declaration(evaluator, trial, random.Random(1)).side)
    assert sides == [Declaration.LOW, Declaration.HIGH]


def test_the_best_claim_is_made() -> None:
    legal = LegalActions(1, 100, claims=("two pair", "pair", "high card"))
    assert decide(river_of("Ks Kd 9c 9d"), legal, LOOSE, random.Random(1)) == Claim("two pair")


def test_bots_agree_now_and_then_to_deal_twice() -> None:
    legal = LegalActions(1, 0, max_runs=3)
    wishes = [decide(river_of("Ks Kd 9c 9d"), legal, LOOSE, random.Random(seed)) for seed in range(40)]
    assert set(wishes) == {Run(1), Run(2)}
    assert decide(river_of("Ks Kd 9c 9d"), LegalActions(1, 0, max_runs=1), LOOSE, random.Random(1)) == Run(1)


def test_the_simplest_act_is_always_there() -> None:
    view = at_table("crazy-pineapple", "Ah Kd 3s", opponent(2, 3), on="3h 3d 8c", street=2)
    assert cheapest_act(view, LegalActions(1, 9, max_discards=1, min_discards=1)) == Draw(parse_cards("Ah"))
    assert cheapest_act(view, LegalActions(1, 9, max_discards=5)) == Draw()
    assert cheapest_act(view, LegalActions(1, 9, claims=("pair",))) == Claim("pair")
    assert cheapest_act(view, LegalActions(1, 9, max_runs=2)) == Run(1)
    assert cheapest_act(view, LegalActions(1, 9, declare=True)).side is Declaration.HIGH  # type: ignore[union-attr]


# --- whole evenings


@pytest.mark.usefixtures("hasty_bots")
@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_is_played_with_legal_acts_and_no_chip_is_lost(game: str) -> None:
    """Plays at the pure table; it raises for an act that is not legal."""
    variant = VARIANTS[game]
    players = min(4, variant.max_seats)
    table = Table("t1", replace(table_settings(game, seats=players), min_players=players), HOST)
    chance = random.Random(game)
    outcome, bought = Outcome(), 0
    for name, chips in zip(PLAYER_NAMES[:players], (30, 60, 200, 200), strict=False):
        outcome = table.handle(from_player(name, Sit(chips=chips)), 0)
        bought += chips
    while table.hand_number < 6:
        while outcome.wants_deck:
            outcome = table.handle(Deal(salted(chance.sample(variant.pack, len(variant.pack)))), 0)
        for held in table.seats.occupied:
            if not held.stack and not held.in_hand:
                outcome = table.handle(from_player(held.player, AddChips(chips=60)), 0)
                bought += 60
        turn = table.current_hand.turn if table.current_hand else None
        if turn is not None:
            style = LOOSE if turn.seat % 2 else TIGHT
            player = PLAYER_NAMES[turn.seat - 1]
            action = decide(audience.snapshot(table, player), turn.legal, style, chance)
            command = Act(hand=table.hand_number, turn=turn.turn, action=action)
            outcome = table.handle(from_player(player, command), 0)
    assert table.chips == bought
