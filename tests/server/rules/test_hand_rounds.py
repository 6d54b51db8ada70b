"""Rounds of betting within whole hands: turns, streets, structures, and what the cards have to do with them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.events import Burned, Dealt, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import ExtraPost
from railbird_server.table.audience import split
from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.cards import Card, format_cards
from railbird_shared.game.variants import VARIANTS, Variant, get_variant
from railbird_shared.protocol.events import HandShown, Post, Posted, PotAwarded, Wagered
from support.hand_builders import (
    deal_order,
    legal_actions,
    make_hand,
    parse_action,
    play_acts,
    shuffled_deck,
    start_hand,
    total_chips,
)


def variant_with(game: str, **changes: object) -> Variant:
    return replace(get_variant(game), **changes)


def without_burns(game: str) -> Variant:
    variant = get_variant(game)
    return replace(variant, streets=tuple(replace(street, burn=False) for street in variant.streets))


def wagers(dealt: Hand) -> tuple[int, int]:
    wager = legal_actions(dealt).wager
    assert wager is not None
    return wager.minimum, wager.maximum


# --- turns --------------------------------------------------------------------------------------------------------


def test_turns_go_clockwise_among_players_with_cards_and_chips() -> None:  # BT-1, BT-2, DL-1
    dealt = start_hand(make_hand(stacks=(200, 200, 20, 200)))
    play_acts(dealt, "r 20", "c", "f", "c")
    turns = []
    while dealt.street_name == "flop":
        turns.append(dealt.to_act)
        play_acts(dealt, "x")
    assert turns == [2, 4]


def test_a_bet_is_between_minimum_and_maximum_or_all_in() -> None:  # BT-5, BT-26, AI-1
    assert wagers(start_hand(make_hand(stacks=(200, 200, 150)))) == (4, 150)
    dealt = start_hand(make_hand(stacks=(200, 200, 5)))
    assert wagers(dealt) == (4, 5)
    for act in ("r 3", "r 6"):
        with pytest.raises(IllegalAction):
            play_acts(dealt, act)


def test_a_raise_costs_the_call_plus_the_raise() -> None:  # BT-6, BT-7
    dealt = start_hand(make_hand())
    play_acts(dealt, "r 6")
    (raised,) = [event for event in play_acts(dealt, "r 16") if isinstance(event, Wagered)]
    assert (raised.chips, raised.to) == (15, 16)
    assert legal_actions(dealt).call == 14


def test_in_an_ante_game_the_first_bet_opens_and_all_may_pass_before_it() -> None:  # BT-8, BT-15
    dealt = start_hand(make_hand("five-card-draw"))
    play_acts(dealt, "x", "x")
    assert (legal_actions(dealt).seat, legal_actions(dealt).check) == (3, True)
    play_acts(dealt, "b 2")
    assert legal_actions(dealt).call == 2


def test_a_folded_player_takes_no_further_part_and_loses_their_bets() -> None:  # BT-9, IR-8
    dealt = start_hand(make_hand())
    play_acts(dealt, "r 6", "f", "c")
    assert dealt.players[1].folded
    assert dealt.name_hand(1) == ""
    with pytest.raises(IllegalAction):
        dealt.act(1, parse_action("x"))
    play_acts(dealt, *["x"] * 6)
    assert dealt.stacks[1] == 199


def test_a_folded_hand_is_not_shown() -> None:  # BT-10
    dealt = start_hand(make_hand())
    events = play_acts(dealt, "r 6", "f", "c", *["x"] * 6)
    assert 1 not in {event.seat for event in events if isinstance(event, HandShown)}
    assert dealt.players[1].visible_cards == ()


def test_a_raiser_called_by_all_does_not_act_again() -> None:  # BT-12
    dealt = start_hand(make_hand())
    play_acts(dealt, "r 6", "c", "c")
    assert dealt.street_name == "flop"


def test_each_game_has_its_own_rule_for_who_acts_first_in_later_rounds() -> None:  # BT-17
    """Left of the button, with the opener, with the best hand showing."""
    board = start_hand(make_hand())
    play_acts(board, "c", "c", "x")
    draw = start_hand(make_hand("five-card-draw"))
    play_acts(draw, "x", "b 2", "c", "c", "pat", "pat", "pat")
    stud = start_hand(make_hand("seven-card-stud", (100, 100), deck=deal_order("2c 3c 4d", "5c 6c 7d") + "8c Ks Ad"))
    play_acts(stud, "in", "c")
    assert (board.to_act, draw.to_act, stud.to_act) == (1, 2, 2)


def test_the_pot_is_known_after_each_act() -> None:  # BT-39
    """Every event of an act says what it added, so that a viewer who follows the events knows the pot."""
    dealt = start_hand(make_hand())
    added = sum(event.chips for act in ("r 6", "r 16") for event in play_acts(dealt, act) if isinstance(event, Wagered))
    assert added + 3 == sum(player.bet for player in dealt.players.values())


@pytest.mark.parametrize("amount", [5.5, True, "6"])
def test_an_amount_that_is_not_a_whole_number_is_refused(amount: object) -> None:  # BT-41
    dealt = start_hand(make_hand())
    with pytest.raises(IllegalAction, match="whole number") as refusal:
        dealt.act(3, type(parse_action("r 6"))(amount))  # type: ignore[arg-type]
    assert refusal.value.clause == "BT-41"


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_chips_are_conserved(game: str) -> None:  # BT-42, AI-19
    dealt = make_hand(game, (7, 30, 100), deck=shuffled_deck(2, game), carried=5)
    assert total_chips(dealt) == 142
    dealt.start()
    while not dealt.over:
        assert total_chips(dealt) == 142
        allowed = legal_actions(dealt)
        cards = dealt.players[allowed.seat].cards
        if allowed.max_discards is not None:
            play_acts(
                dealt, "d " + " ".join(map(str, cards[: allowed.min_discards])) if allowed.min_discards else "pat"
            )
        else:
            play_acts(dealt, "in" if allowed.bring_in is not None else "x" if allowed.check else "c")
    assert sum(dealt.stacks.values()) + dealt.carried == 142


def test_only_bets_and_draws_are_accepted_between_deals() -> None:  # DL-19
    betting, drawing = start_hand(make_hand()), start_hand(make_hand("five-card-draw"))
    play_acts(drawing, "b 2", "c", "c")
    for dealt, act in ((betting, "pat"), (betting, "high"), (betting, "run 2"), (drawing, "x"), (drawing, "b 4")):
        with pytest.raises(IllegalAction) as refusal:
            play_acts(dealt, act)
        assert refusal.value.clause == "DL-19"


def test_hole_cards_go_to_their_owner_only_and_burned_cards_to_nobody() -> None:  # DL-18, DL-20, VT-5D-18, VT-5D-19
    dealt = make_hand("five-card-draw", (100, 100))
    news = split(dealt.start())
    assert not [event for event in news.public if isinstance(event, Dealt | Burned)]
    assert set(news.private) == {1, 2}
    events = play_acts(dealt, "b 2", "c", "d " + str(dealt.players[1].cards[0]))
    (drew,) = [event for event in split(events).public if type(event).__name__ == "Drew"]
    assert (drew.seat, drew.count) == (1, 1)  # type: ignore[union-attr]


# --- structures in whole hands ------------------------------------------------------------------------------------


def test_fixed_limit_bets_double_on_later_streets() -> None:  # BT-24, BT-31, VT-HE-8
    dealt = start_hand(make_hand("limit-holdem", (100, 100)))
    sizes = []
    play_acts(dealt, "c", "x")
    while not dealt.over:
        sizes.append((dealt.street_name, *wagers(dealt)))
        play_acts(dealt, "x", "x")
    assert sizes == [("flop", 2, 2), ("turn", 4, 4), ("river", 4, 4)]


def test_the_minimum_bet_is_the_big_blind_or_in_ante_games_the_stated_bet() -> None:  # BT-32
    blinds = start_hand(make_hand(stacks=(200, 200), bet=10))
    play_acts(blinds, "c", "x")
    antes = start_hand(make_hand(variant_with("five-card-draw", structure=Structure.NO_LIMIT), (200, 200), bet=10))
    assert wagers(blinds) == (10, 190)
    assert wagers(antes) == (10, 195)


def test_spread_limit_holds_in_a_complete_hand() -> None:  # BT-25, BT-36, BT-37
    dealt = start_hand(make_hand(variant_with("holdem", structure=Structure.SPREAD), (100, 100, 100)))
    assert wagers(dealt) == (4, 6)
    play_acts(dealt, "r 5")
    assert wagers(dealt) == (8, 9)
    with pytest.raises(IllegalAction, match="most you can raise to is 9"):
        play_acts(dealt, "r 10")
    play_acts(dealt, "f", "c")
    assert wagers(dealt) == (2, 4)


def test_half_pot_limit_holds_in_a_complete_hand() -> None:  # BT-28
    dealt = start_hand(make_hand(variant_with("holdem", structure=Structure.HALF_POT), (100, 100, 100)))
    assert wagers(dealt) == (4, 4)
    play_acts(dealt, "r 4", "c", "c")
    assert wagers(dealt) == (2, 6)
    play_acts(dealt, "b 6")
    assert wagers(dealt) == (12, 6 + (12 + 6 + 6) // 2)


@pytest.mark.parametrize("stacks", [(90, 90, 90), (90, 1, 90), (90, 3, 90), (2, 90, 90), (1, 2, 90, 90)])
def test_the_pot_limit_counts_a_short_blind_as_posted_in_full(stacks: tuple[int, ...]) -> None:  # BT-27, CX-45
    """Blinds of 2 and 4: with the call of 4 the pot is 10, so that the first raise is to 14 at most."""
    stakes = Stakes(small_blind=2, big_blind=4)
    dealt = start_hand(make_hand("omaha", stacks, stakes=stakes))
    assert wagers(dealt) == (8, 14)


def test_a_half_pot_limit_and_a_straddle_count_in_full_as_well() -> None:  # BT-28, BT-43, CX-45
    straddle = ExtraPost(3, Post.STRADDLE, 8)
    stakes = Stakes(small_blind=2, big_blind=4)
    for stacks in ((90, 90, 90, 90), (90, 90, 5, 90), (90, 3, 5, 90)):
        pot = start_hand(make_hand("omaha", stacks, stakes=stakes, posts=[straddle]))
        assert wagers(pot) == (16, 30)
        half = start_hand(
            make_hand(variant_with("omaha", structure=Structure.HALF_POT), stacks, stakes=stakes, posts=[straddle])
        )
        assert wagers(half) == (16, 19)


def test_later_rounds_count_what_a_short_blind_really_put_in() -> None:  # CX-45
    dealt = start_hand(make_hand("omaha", (90, 1, 90), stakes=Stakes(small_blind=2, big_blind=4)))
    play_acts(dealt, "c", "c")
    assert sum(pot.chips for pot in dealt.pots) == 9
    assert wagers(dealt) == (4, 9)


def test_pot_limit_counts_antes_and_bets() -> None:  # BT-27
    dealt = start_hand(make_hand("omaha", (100, 100, 100), ante=1))
    assert wagers(dealt) == (4, 2 + (3 + 3 + 2))


def test_the_six_player_example_is_legal_in_every_structure_but_fixed_limit() -> None:  # BT-14, BT-37
    """Antes of one, and a bet of two raised by four: fine in spread, pot and no-limit, not in fixed limit."""
    acts = ("x", "b 2", "f", "r 6", "c", "r 10", "f", "c", "f", "c")
    for structure in (Structure.SPREAD, Structure.POT, Structure.NO_LIMIT):
        dealt = start_hand(make_hand(variant_with("five-card-draw", structure=structure), (50,) * 6, bet=2, ante=1))
        play_acts(dealt, *acts)
        assert sum(pot.chips for pot in dealt.pots) == 42
    fixed = start_hand(make_hand("five-card-draw", (50,) * 6, bet=2, ante=1))
    with pytest.raises(IllegalAction) as refusal:
        play_acts(fixed, *acts)
    assert refusal.value.clause == "BT-24"


def test_a_house_raise_cap_holds_for_three_players_and_is_lifted_for_two() -> None:  # BT-29, BT-30, HS-17
    dealt = start_hand(make_hand(variant_with("limit-holdem", raise_cap=4), (100, 100, 100)))
    play_acts(dealt, "c", "c", "x", "b 2", "r 4", "c", "r 6", "r 8", "c", "r 10")
    with pytest.raises(IllegalAction) as refusal:
        play_acts(dealt, "r 12")
    assert refusal.value.clause == "BT-29"
    play_acts(dealt, "f", "c", "b 4", "r 8", "r 12", "r 16", "r 20", "r 24", "r 28")
    assert dealt.to_match == 28


@pytest.mark.parametrize(
    ("stacks", "acts", "clause"),
    [
        ((200, 200), ("r 10", "r 14"), "BT-33"),
        ((200, 14, 200), ("r 10", "c", "r 14", "r 40"), "BT-34"),
        ((20, 200), ("c", "r 20", "r 40"), "AI-7"),
        ((200, 5), ("r 6",), "AI-11"),
    ],
)
def test_a_refused_raise_names_its_clause(stacks: tuple[int, ...], acts: tuple[str, ...], clause: str) -> None:
    """Heads-up the second seat begins (BT-33, BT-34, AI-7, AI-11)."""
    dealt = start_hand(make_hand(stacks=stacks))
    with pytest.raises(IllegalAction) as refusal:
        play_acts(dealt, *acts)
    assert refusal.value.clause == clause


# --- dealing without burns, sevens that have to bet ---------------------------------------------------------------


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud", "five-card-draw", "triple-draw", "omaha8"])
def test_a_house_may_deal_without_burning(game: str) -> None:  # DL-17, HS-22
    def burned(variant: Variant) -> int:
        dealt = make_hand(variant, (100, 100), deck=shuffled_deck(1, game))
        events: list[RulesEvent] = dealt.start()
        while not dealt.over:
            allowed = legal_actions(dealt)
            act = (
                "pat"
                if allowed.max_discards is not None
                else "in"
                if allowed.bring_in
                else "x"
                if allowed.check
                else "c"
            )
            opens = game == "five-card-draw" and dealt.street == 0 and act == "x"
            events += play_acts(dealt, "b 2" if opens else act)
        return sum(isinstance(event, Burned) for event in events)

    assert burned(get_variant(game)) > 0
    assert burned(without_burns(game)) == 0


@pytest.mark.parametrize("game", ["five-card-draw", "triple-draw"])
@pytest.mark.parametrize("seed", range(8))
def test_players_never_draw_their_own_discards_again(game: str, seed: int) -> None:  # VT-5D-1, VT-5D-16
    dealt = start_hand(make_hand(game, (100,) * 6, deck=shuffled_deck(seed, game)))
    thrown: dict[int, list[Card]] = {seat: [] for seat in dealt.players}
    play_acts(dealt, *["b 2"] * (game == "five-card-draw"))
    while not dealt.over:
        allowed = legal_actions(dealt)
        discards = dealt.players[allowed.seat].cards[: allowed.max_discards]
        thrown[allowed.seat] += discards if allowed.max_discards else ()
        play_acts(dealt, f"d {format_cards(discards)}" if allowed.max_discards else "x" if allowed.check else "c")
        assert not any(set(player.cards) & set(thrown[seat]) for seat, player in dealt.players.items())


def test_without_burns_the_flop_is_the_next_three_cards() -> None:  # DL-17
    dealt = start_hand(
        make_hand(without_burns("holdem"), (100, 100), deck=deal_order("As Ks", "Qs Js") + "2c 3c 4c 5c 6c")
    )
    play_acts(dealt, "c", *["x"] * 7)
    assert [str(card) for card in dealt.board] == ["2c", "3c", "4c", "5c", "6c"]


def test_a_seven_low_has_to_bet_after_the_draw_but_not_before() -> None:  # VT-LB-5
    dealt = start_hand(
        make_hand(
            variant_with("lowball", sevens_must_bet=True),
            (100, 100),
            deck=deal_order("7h 5c 4d 2s Ad", "8c 6d 4h 3s 2d"),
        )
    )
    assert legal_actions(dealt).check
    play_acts(dealt, "b 2", "c", "pat", "pat")
    assert not legal_actions(dealt).check
    with pytest.raises(IllegalAction, match="seven or better") as refusal:
        play_acts(dealt, "x")
    assert refusal.value.clause == "VT-LB-5"
    play_acts(dealt, "b 4", "c")
    assert dealt.over


def test_an_eight_low_may_check_and_a_seven_low_behind_it_has_to_bet() -> None:  # VT-LB-5
    dealt = start_hand(
        make_hand(
            variant_with("lowball", sevens_must_bet=True),
            (100, 100),
            deck=deal_order("8c 6d 4h 3s 2d", "7h 5c 4d 2s Ad"),
        )
    )
    play_acts(dealt, "b 2", "c", "pat", "pat", "x")
    assert not legal_actions(dealt).check


def test_a_seven_low_may_check_without_the_must_bet_rule() -> None:  # VT-LB-5
    dealt = start_hand(make_hand("lowball", (100, 100), deck=deal_order("7h 5c 4d 2s Ad", "8c 6d 4h 3s 2d")))
    play_acts(dealt, "b 2", "c", "pat", "pat", "x", "x")
    assert dealt.over


def test_events_record_every_post_action_card_and_award() -> None:  # IR-12
    """They keep what is needed to go over it again: every post, act, card and award."""
    dealt = make_hand(stacks=(100, 100, 100))
    events = dealt.start() + play_acts(dealt, "c", "c", *["x"] * 10)
    kinds = {type(event).__name__ for event in events}
    assert {"HandStarted", "Posted", "Dealt", "Called", "Checked", "BoardDealt", "HandShown", "HandEnded"} <= kinds
    assert sum(event.chips for event in events if isinstance(event, PotAwarded)) == 6
    assert {event.post for event in events if isinstance(event, Posted)} == {Post.SMALL_BLIND, Post.BIG_BLIND}
