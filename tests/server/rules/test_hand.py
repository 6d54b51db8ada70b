"""Whole hands: forced bets, streets, all-ins, showdowns and what is refused."""

from __future__ import annotations

from typing import TypeVar

import pytest
from msgspec.structs import replace

from railbird_server.refusal import BadDeck, IllegalAction
from railbird_server.rules.events import Burned, Dealt, Mucked, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Entrant
from railbird_shared.game.cards import PACK, parse_cards
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import get_variant
from railbird_shared.protocol.events import (
    BetReturned,
    BoardDealt,
    HandEnded,
    HandRenamed,
    HandShown,
    PassedOut,
    Posted,
    PotAwarded,
    RunBegan,
)
from support.hand_builders import (
    deck_with_top,
    legal_actions,
    make_hand,
    parse_action,
    play_acts,
    shuffled_deck,
    start_hand,
)

E = TypeVar("E")


def only(events: list[RulesEvent], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def names(events: list[RulesEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


# --- the start ----------------------------------------------------------------------------------------------------


def test_forced_bets_come_before_any_card() -> None:  # DL-7
    opening = names(make_hand().start())
    assert opening.index("Posted") < opening.index("Dealt")
    assert opening.count("Posted") == 2


def test_antes_are_collected_before_the_deal() -> None:  # DL-8
    dealt = make_hand("five-card-draw", ante=2)
    dealt.start()
    assert sum(pot.chips for pot in dealt.pots) == 6
    assert all(player.bet == 0 for player in dealt.players.values())


def test_a_stack_below_the_blind_posts_all_in() -> None:  # DL-12
    posted = only(make_hand(stacks=(200, 1, 200)).start(), Posted)
    assert (posted[1].chips, posted[1].all_in, posted[1].to_match) == (1, True, 2)
    assert "DL-12" in posted[1].because


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_then_last() -> None:  # DL-28
    dealt = start_hand(make_hand(stacks=(200, 200)))
    assert dealt.setup.button == dealt.setup.small_blind == 2
    assert dealt.to_act == 2
    play_acts(dealt, "c", "x")
    assert dealt.to_act == 1


def test_after_the_flop_the_first_active_player_left_of_the_button_acts_first() -> None:  # VT-HE-4
    dealt = start_hand(make_hand(stacks=(200, 200, 200, 200)))
    play_acts(dealt, "c", "c", "f", "x")
    assert dealt.street_name == "flop"
    assert dealt.to_act == 2


def test_the_big_blind_wins_the_blinds_unshown_when_all_others_fold() -> None:  # BT-13, SD-25
    dealt = start_hand(make_hand())
    events = play_acts(dealt, "f", "f")
    assert only(events, BetReturned) == [BetReturned(2, 1, ("AI-10",))]
    assert [(award.seat, award.chips, award.hand_name) for award in only(events, PotAwarded)] == [(2, 2, "")]
    assert not only(events, HandShown)
    assert dealt.stacks == {1: 199, 2: 201, 3: 200}


def test_holdem_burns_and_deals_flop_turn_and_river() -> None:  # VT-HE-1..3, VT-HE-10
    dealt = make_hand(deck="As Ks 2c Ah Kh 3c 9d Qs Qd 4h 9h Jc 9s 5d")
    events = dealt.start() + play_acts(dealt, "f", "c", "x", *["x"] * 6)
    assert [board.cards for board in only(events, BoardDealt)] == [
        parse_cards("Qs Qd 4h"),
        parse_cards("Jc"),
        parse_cards("5d"),
    ]
    assert len(only(events, Burned)) == 3
    assert dealt.over


# --- turns and refusals -------------------------------------------------------------------------------------------


def test_an_act_out_of_turn_is_refused() -> None:  # BT-23
    dealt = start_hand(make_hand())
    with pytest.raises(IllegalAction) as refusal:
        dealt.act(1, parse_action("f"))
    assert refusal.value.clause == "BT-23"
    assert dealt.to_act == 3


def test_an_action_after_the_end_of_the_hand_is_refused() -> None:
    dealt = start_hand(make_hand())
    play_acts(dealt, "f", "f")
    with pytest.raises(IllegalAction, match="over"):
        dealt.act(2, parse_action("x"))
    assert dealt.legal_actions() is None


def test_a_player_who_called_cannot_raise_in_the_same_turn() -> None:  # BT-20, BT-21
    dealt = start_hand(make_hand())
    play_acts(dealt, "c")
    with pytest.raises(IllegalAction):
        dealt.act(3, parse_action("r 10"))


# --- all-in -------------------------------------------------------------------------------------------------------


def test_all_in_before_the_flop_exposes_the_hands_and_then_deals_the_board() -> None:  # AI-7, SD-24
    dealt = start_hand(make_hand(stacks=(50, 50)))
    events = play_acts(dealt, "r 50", "c")
    order = names(events)
    assert order.index("HandShown") < order.index("BoardDealt")
    assert sum(len(board.cards) for board in only(events, BoardDealt)) == 5
    assert only(events, HandShown)[0].because[0] == "SD-24"
    assert dealt.over


def test_every_card_dealt_renews_the_names_of_the_open_hands() -> None:  # SD-24
    dealt = start_hand(make_hand(stacks=(50, 50), deck="4s 7c 2h 7d 9s Kc 4h Kd 3s Jh 3c 2d"))
    events = play_acts(dealt, "r 50", "c")
    flop = next(place for place, event in enumerate(events) if isinstance(event, BoardDealt))
    assert only(events[:flop], HandShown)[0].hand_name == "four high"
    assert events[flop + 1 : flop + 3] == [HandRenamed(1, "kings and fours"), HandRenamed(2, "kings and sevens")]
    assert only(events[flop + 3 :], HandRenamed) == []  # the jack and the deuce change neither


def test_the_names_of_open_hands_start_again_with_every_run() -> None:  # SD-26
    variant = replace(get_variant("holdem"), runs=2)
    dealt = start_hand(make_hand(variant, (50, 50), deck="4s 7c 2h 7d 9s Kc 4h Kd 3s Jh 3c 2d"))
    events = play_acts(dealt, "r 50", "c", "run 2", "run 2")
    _, second = [place for place, event in enumerate(events) if isinstance(event, RunBegan)]
    assert events[second + 1] == HandRenamed(1, "four high")
    assert events[second + 2] == HandRenamed(2, "pair of sevens")


def test_a_shown_hand_names_the_cards_that_play() -> None:  # HR-3
    dealt = start_hand(make_hand(stacks=(50, 50), deck="4s 7c 2h 7d 9s Kc 4h Kd 3s Jh 3c 2d"))
    early, *_, last = only(play_acts(dealt, "r 50", "c"), HandShown)
    assert early.best_cards == ()
    assert last.best_cards == parse_cards("Kc Kd 7c 7d Jh")


def test_a_shown_hand_of_a_divided_pot_names_its_low_cards_too() -> None:  # SD-18
    deck = "As Kc 2s Kd 3d 9d 4c 9c 7h 8s 5s Qs Tc 7d 7c Jh"
    dealt = start_hand(make_hand("omaha8", stacks=(100, 100), deck=deck))
    shown = {event.seat: event for event in only(play_acts(dealt, "c", *["x"] * 7), HandShown)}
    assert shown[1].best_low_cards == parse_cards("8s 7d 5s 2s As")
    assert all(event.best_low_cards == () for seat, event in shown.items() if seat != 1)


def test_an_uncalled_bet_is_returned_and_the_main_pot_still_runs_out() -> None:  # AI-10
    dealt = start_hand(make_hand(stacks=(100, 30), deck="As 2c Ah 7d"))
    events = play_acts(dealt, "c", "r 100", "c")
    assert only(events, BetReturned) == [BetReturned(1, 70, ("AI-10",))]
    assert sum(len(board.cards) for board in only(events, BoardDealt)) == 5
    assert sum(dealt.stacks.values()) == 130


def test_a_player_all_in_on_an_earlier_street_can_still_win_the_main_pot() -> None:  # AI-2, AI-9
    dealt = start_hand(make_hand(stacks=(20, 100, 100), deck="As 7c 8c Ah 7d 8d 2s Ks Qd Jh 2h 4c 2d 3s"))
    play_acts(dealt, "c", "r 20", "c", "c", "b 40", "c", "x", "x", "x", "x")
    assert dealt.stacks == {1: 60, 2: 40, 3: 120}


def test_side_pots_are_awarded_before_the_main_pot() -> None:  # AI-8
    dealt = start_hand(make_hand(stacks=(20, 50, 100), deck="As Ks 7c Ah Kh 7d 2s 9s 8d 3h 2h 4c 2d 5s"))
    events = play_acts(dealt, "r 100", "c", "c")
    assert [(award.pot, award.seat, award.chips) for award in only(events, PotAwarded)] == [(1, 2, 60), (0, 1, 60)]
    assert only(events, BetReturned) == [BetReturned(3, 50, ("AI-10",))]


def test_stud_runs_to_a_showdown_when_all_are_all_in_with_the_ante() -> None:
    dealt = make_hand("seven-card-stud", (1, 1, 1))
    events = dealt.start()
    assert dealt.over
    assert sum(dealt.stacks.values()) == 3
    assert len(only(events, HandShown)) >= 3


def test_draw_hands_stay_hidden_while_a_player_can_still_draw() -> None:
    dealt = make_hand("five-card-draw", (5, 5))
    opening = dealt.start()
    events = play_acts(dealt, "b 2", "r 4", "c", "d " + str(dealt.players[1].cards[0]))
    assert not only(opening + events, HandShown)
    events = play_acts(dealt, "pat")
    assert only(events, HandShown)


# --- the showdown -------------------------------------------------------------------------------------------------


def test_the_last_to_bet_shows_first_and_the_beaten_hand_is_mucked() -> None:  # SD-2, SD-6
    dealt = start_hand(make_hand(stacks=(200, 200), deck="As 7c Ah 2d 9d Ks Qd Jh 9h 4c 9s 3s"))
    events = play_acts(dealt, "c", "x", "x", "x", "x", "x", "b 4", "c")
    shown, mucked = only(events, HandShown), only(events, Mucked)
    assert (shown[0].seat, shown[0].because) == (1, ("SD-2", "SD-5"))
    assert mucked == [Mucked(2, parse_cards("7c 2d"), ("SD-6", "SD-7"))]


def test_when_all_check_the_first_player_left_of_the_button_shows_first() -> None:  # SD-3
    dealt = start_hand(make_hand(stacks=(200, 200), deck="7c As 2d Ah 9d Ks Qd Jh 9h 4c 9s 3s"))
    events = play_acts(dealt, "c", *["x"] * 7)
    assert [shown.seat for shown in only(events, HandShown)] == [1, 2]


def test_a_hand_that_can_win_a_side_pot_is_shown_though_beaten_in_the_main_pot() -> None:  # SD-6
    dealt = start_hand(make_hand(stacks=(20, 100, 100), deck="As Ks 7c Ah Kh 7d 2s 9s 8d 3h 2h 4c 2d 5s"))
    events = play_acts(dealt, "c", "r 20", "c", "c", "b 10", "c", *["x"] * 4)
    assert [shown.seat for shown in only(events, HandShown)] == [2, 1]
    assert [mucked.seat for mucked in only(events, Mucked)] == [3]
    assert dealt.stacks == {1: 60, 2: 90, 3: 70}


def test_a_hand_is_shown_with_all_its_cards() -> None:  # SD-5, VT-S7-9
    dealt = make_hand("seven-card-stud", (1, 1))
    assert {len(shown.cards) for shown in only(dealt.start(), HandShown)} >= {7}


def test_equal_hands_share_and_the_first_left_of_the_button_gets_the_odd_chip() -> None:  # SD-15, SD-16
    dealt = start_hand(make_hand(deck="2c 3c 4c 2d 3d 4d 5c Ts Js Qs 5d Ks 5h As"))
    events = play_acts(dealt, "c", "f", *["x"] * 7)
    awards = only(events, PotAwarded)
    assert [(award.seat, award.chips, award.odd) for award in awards] == [(2, 3, 1), (3, 2, 0)]
    assert {"SD-15", "SD-16"} <= set(awards[0].because)


def test_in_stud_the_odd_chip_goes_to_the_highest_card_by_suit() -> None:  # SD-16, SU-4
    deck = "Ah As Kd Kc Qc Qd  2c Js Jh  2d 9h 9d  2h 7c 7h  2s 5d 5c"
    dealt = start_hand(make_hand("seven-card-stud", (100, 100), deck=deck, carried=1))
    events = play_acts(dealt, "in", "c", *["x"] * 8)
    awards = only(events, PotAwarded)
    assert [(award.seat, award.chips, award.odd) for award in awards] == [(2, 4, 1), (1, 3, 0)]
    assert "SU-4" in awards[0].because


def test_the_winning_hand_is_named_with_its_deciding_kicker() -> None:  # DS-11
    dealt = start_hand(make_hand(stacks=(200, 200), deck="As Ad Qs Kd 9d Ah 7d 4h 9h 2c 9s 3s"))
    events = play_acts(dealt, "c", *["x"] * 7)
    assert [(award.seat, award.hand_name) for award in only(events, PotAwarded)] == [(2, "pair of aces, king kicker")]


# --- draw ---------------------------------------------------------------------------------------------------------


def test_when_all_pass_the_hand_ends_and_the_pot_is_carried_over() -> None:  # BT-38, VT-5D-4
    dealt = start_hand(make_hand("five-card-draw", (100, 100, 100), carried=6))
    events = play_acts(dealt, "x", "x", "x")
    assert only(events, PassedOut) == [PassedOut(9, ("BT-38", "VT-5D-4"))]
    assert isinstance(events[-1], HandEnded)
    assert dealt.over
    assert dealt.carried == 9
    assert dealt.stacks == {1: 99, 2: 99, 3: 99}


def test_a_player_all_in_with_the_ante_gets_a_showdown_when_the_others_pass() -> None:  # AI-2, AI-3, BT-38
    """Two players check; the hand is not passed out, because the third is all-in and cannot check."""
    dealt = start_hand(make_hand("five-card-draw", (1, 100, 100), deck=shuffled_deck(1, "five-card-draw")))
    events = play_acts(dealt, "x", "x")
    assert not only(events, PassedOut)
    assert dealt.street_name == "draw"
    play_acts(dealt, "pat", "pat", "pat", "x", "x")
    assert dealt.over
    assert dealt.carried == 0
    assert sum(dealt.stacks.values()) == 201


def test_a_carried_pot_is_won_with_the_next_hand() -> None:  # BT-38
    dealt = start_hand(make_hand("five-card-draw", (100, 100, 100), carried=9))
    play_acts(dealt, "b 2", "f", "f")
    assert dealt.stacks == {1: 111, 2: 99, 3: 99}
    assert dealt.carried == 0


def test_after_the_draw_the_opener_acts_first_and_the_bet_doubles() -> None:  # VT-5D-8, VT-5D-17
    dealt = start_hand(make_hand("five-card-draw", (100, 100, 100)))
    play_acts(dealt, "x", "b 2", "c", "c", "pat", "pat", "pat")
    assert dealt.to_act == 2
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert wager.totals == (4,)


def test_when_the_opener_has_folded_the_next_active_player_acts_first() -> None:  # VT-5D-8
    dealt = start_hand(make_hand("five-card-draw", (100, 100, 100)))
    play_acts(dealt, "b 2", "c", "r 4", "f", "c", "pat", "pat")
    assert dealt.to_act == 2


def test_the_last_player_left_wins_without_a_draw() -> None:  # VT-5D-5
    dealt = start_hand(make_hand("five-card-draw", (100, 100)))
    events = play_acts(dealt, "b 2", "f")
    assert dealt.over
    assert not only(events, Dealt)


# --- stud ---------------------------------------------------------------------------------------------------------


def stud(*upcards: str, stacks: tuple[int, ...] = ()) -> Hand:
    """Seven card stud with these cards up on third street."""
    rest = [card for card in PACK if str(card) not in upcards]
    down = " ".join(map(str, rest[: 2 * len(upcards)]))
    return start_hand(make_hand("seven-card-stud", stacks or (100,) * len(upcards), deck=f"{down} {' '.join(upcards)}"))


def test_the_lowest_upcard_posts_the_bring_in_or_completes() -> None:  # VT-S7-3, VT-S7-5
    dealt = stud("9d", "4c", "Kh")
    allowed = legal_actions(dealt)
    assert (allowed.seat, allowed.bring_in, allowed.fold, allowed.check) == (2, 2, False, False)
    assert allowed.wager is not None
    assert allowed.wager.totals == (4,)


def test_the_next_player_may_complete_the_bring_in() -> None:  # VT-S7-5
    dealt = stud("9d", "4c", "Kh")
    play_acts(dealt, "in")
    allowed = legal_actions(dealt)
    assert (allowed.seat, allowed.call) == (3, 2)
    assert allowed.wager is not None
    assert (allowed.wager.kind, allowed.wager.totals) == ("complete", (4,))


def test_the_bring_in_player_may_raise_a_completion() -> None:
    dealt = stud("9d", "4c", "Kh")
    play_acts(dealt, "in", "r 4", "f")
    assert legal_actions(dealt).wager is not None


def test_the_bring_in_skips_a_player_all_in_with_the_ante() -> None:
    dealt = stud("9d", "4c", "Kh", stacks=(100, 1, 100))
    assert legal_actions(dealt).seat == 3
    assert legal_actions(dealt).bring_in == 2
    assert legal_actions(dealt).fold


def test_all_but_one_may_fold_to_an_all_in_player_whose_bring_in_it_was() -> None:  # CX-44
    dealt = stud("9d", "4c", "Kh", "Qs", stacks=(100, 1, 100, 100))
    events = play_acts(dealt, "f")
    assert legal_actions(dealt).seat == 4
    events += play_acts(dealt, "f")
    assert dealt.over
    assert {event.seat for event in events if isinstance(event, HandShown)} == {1, 2}
    assert not [event for event in events if isinstance(event, Posted)]


def test_an_open_pair_on_fourth_street_allows_the_small_and_the_big_bet() -> None:  # VT-S7-11
    rest = "2c 2d 3c 3d Kh 4c 8s Ks 9d"
    dealt = start_hand(make_hand("seven-card-stud", (100, 100), deck=rest))
    play_acts(dealt, "in", "c")
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert wager.totals == (4, 8)


def test_stud_bets_are_big_bets_from_fifth_street_on() -> None:  # VT-S7-10
    dealt = start_hand(make_hand("seven-card-stud", (100, 100), deck="2c 2d 3c 3d Kh 4c 8s Qs 9d 8d Jc Tc"))
    play_acts(dealt, "in", "c", "x", "x")
    wager = legal_actions(dealt).wager
    assert dealt.street_name == "fifth street"
    assert wager is not None
    assert wager.totals == (8,)


def test_eight_stud_players_who_all_stay_share_a_common_last_card() -> None:  # VT-S7-12
    dealt = make_hand("seven-card-stud", (100,) * 8, deck=shuffled_deck(8))
    events = dealt.start()
    while not dealt.over:
        events += play_acts(dealt, "in" if legal_actions(dealt).bring_in else "c" if legal_actions(dealt).call else "x")
    assert [len(board.cards) for board in only(events, BoardDealt)] == [1]
    assert len(dealt.board) == 1


# --- bad setups ---------------------------------------------------------------------------------------------------


def test_a_deck_with_a_card_missing_is_refused() -> None:
    with pytest.raises(BadDeck):
        make_hand(deck=PACK[1:])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"entrants": (Entrant(1, 100),)}, "2 to 10 players"),
        ({"entrants": (Entrant(1, 100), Entrant(1, 100))}, "seat of their own"),
        ({"entrants": (Entrant(1, 100), Entrant(2, 0))}, "chips"),
        ({"small_blind": 9}, "not dealt in"),
        ({"big_blind": None}, "big blind"),
    ],
)
def test_a_setup_that_cannot_be_dealt_is_refused(changes: dict[str, object], sentence: str) -> None:
    setup = replace(make_hand().setup, **changes)
    with pytest.raises(BadSetup, match=sentence):
        Hand(setup, deck_with_top(""))
