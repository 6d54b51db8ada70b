"""What house rules do to a table: rake in the books, hands passed out counted, straddles posted."""

from __future__ import annotations

import random
from itertools import cycle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.rules.events import Mucked
from railbird_server.rules.house import HouseRules, apply_house_rules, summary
from railbird_server.rules.house.house_rules import Charge
from railbird_server.rules.setup import ExtraPost
from railbird_server.rules.variants import VARIANTS, Variant
from railbird_server.table import inputs
from railbird_server.table.settings import TableSettings
from railbird_shared import commands
from railbird_shared.actions import Check, Fold, Offers
from railbird_shared.cards import parse_card
from railbird_shared.events import DealerDrawn, HandShown, PassedOut, Post, Posted, RakeTaken
from support.hand_builders import deck_with_top
from support.house_builders import HouseHandCase, house_hand_cases
from support.random_play import choose_action
from support.table_harness import TableHarness, from_player, table_settings
from support.view_builders import PLAYER_NAMES


def house_terms(house: HouseRules, game: str, variant: Variant) -> TableSettings:
    return replace(
        table_settings(game, buy_in=(20, 400)),
        game=house.make_game(variant),
        seats=variant.max_seats,
        variant=variant,
        rake=house.pot_rake,
        straddles=house.straddles,
        see_called_hands=house.see_called_hands,
        house=summary(house, VARIANTS[game]),
    )


def night_of(house: HouseRules, game: str = "holdem", players: int = 4, chips: int = 200) -> TableHarness:
    variant = apply_house_rules(house, VARIANTS[game])
    dice = random.Random(7)
    night = TableHarness(
        house_terms(house, game, variant), decks=lambda _: dice.sample(variant.pack, len(variant.pack))
    )
    night.sit(*PLAYER_NAMES[:players], chips=chips)
    return night


@pytest.mark.parametrize(("order", "dealer", "because"), [("shdc", 2, "SU-1"), ("dhsc", 1, "SU-13")])
def test_the_order_of_suits_that_the_house_has_chooses_the_first_dealer(
    order: str, dealer: int, because: str
) -> None:  # DL-2, SU-13
    house = HouseRules(suit_order=order)
    night = TableHarness(
        house_terms(house, "holdem", apply_house_rules(house, VARIANTS["holdem"])),
        decks=lambda _: deck_with_top("Kd Kh Kc", "holdem"),
    )
    night.sit("Wren", "Heron", "Jay")
    (drawn,) = night.submit(inputs.Deal(night.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert (drawn.seat, drawn.because) == (dealer, ("DL-2", "DL-3", because))


def test_a_joker_has_no_place_in_the_draw_for_the_deal() -> None:  # DL-2
    """Nobody can be said to have drawn higher than a joker, or lower."""
    house = HouseRules(jokers=2)
    variant = apply_house_rules(house, VARIANTS["five-card-draw"])
    night = TableHarness(
        house_terms(house, "five-card-draw", variant), decks=lambda _: deck_with_top("X 2c X 3c", variant)
    )
    night.sit("Wren", "Heron")
    (drawn,) = night.submit(inputs.Deal(night.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert drawn.cards == ((1, parse_card("2c")), (2, parse_card("3c")))


def opened_without_antes() -> TableHarness:
    """Five card stud in a house without antes: Wren shows a seven, Heron the king, Jay another seven."""
    house = HouseRules(ante=0)
    variant = apply_house_rules(house, VARIANTS["five-card-stud"])
    deck = deck_with_top("9c 4d Ah 7s Kd 7h", variant)
    night = TableHarness(house_terms(house, "five-card-stud", variant), decks=lambda _: deck)
    night.sit("Wren", "Heron", "Jay", chips=100)
    night.deal_next_hand()
    assert not [event for event in night.events if isinstance(event, Posted)]
    assert (night.player_to_act, night.turn.legal.bring_in) == ("Heron", 4)
    return night


def test_five_card_stud_without_antes_is_opened_by_the_high_card() -> None:  # VT-S5-3, HS-29
    night = opened_without_antes()
    assert night.expect_refusal(from_player("Heron", commands.Act(hand=1, turn=1, action=Check()))) == "no-check"
    assert night.expect_refusal(from_player("Heron", commands.Act(hand=1, turn=1, action=Fold()))) == "no-fold"
    night.act_each("in", "f", "f")
    assert night.stacks() == {"Wren": 100, "Heron": 100, "Jay": 100}
    night.deal_next_hand()
    night.act_each("in", "c", "c")
    assert night.view().street_name == "third street"
    assert night.view().total_pot == 12


def test_the_high_card_is_brought_in_for_who_is_late_or_has_stood_up() -> None:  # VT-S5-3, BT-40
    for leaves in (False, True):
        night = opened_without_antes()
        events = night.submit(from_player("Heron", commands.Stand())) if leaves else night.advance_to_wake_time()
        assert [(event.seat, event.chips) for event in events if isinstance(event, Posted)] == [(2, 4)]
        assert night.player_to_act == "Jay"
        night.act_each("f", "f")
        assert night.table.chips == (200 if leaves else 300)


def test_a_rake_leaves_the_table_and_stands_in_the_books() -> None:  # AI-16, AI-17, BT-42
    night = night_of(HouseRules(rake=Charge.PERCENT, rake_percent=10, rake_cap=4), players=3)
    night.deal_next_hand()
    night.act_each("r 40", "c", "f", "x", "x", "x", "x", "x", "x")
    (taken,) = [event for event in night.events if isinstance(event, RakeTaken)]
    assert (taken.chips, night.table.bank.raked, night.table.bank.on_table) == (4, 4, 596)
    assert sum(night.stacks().values()) == 596


def test_hands_passed_out_are_counted_until_one_is_played() -> None:  # BT-38, VT-5D-23
    night = night_of(HouseRules(), "progressive-jacks", players=2)
    for count in (1, 2):
        night.deal_next_hand()
        night.act_each("x", "x")
        assert any(isinstance(event, PassedOut) for event in night.events)
        assert night.table.passed_out == count
    night.deal_next_hand()
    assert night.table.current_hand is not None
    assert night.table.current_hand.setup.pass_outs == 2
    night.fold_to_end()
    assert night.table.passed_out == 0


def showdown_of(house: HouseRules) -> TableHarness:
    """An evening whose first hand has just ended: the last to show has mucked, one folded, and one won."""
    night = night_of(house, players=4)
    while not any(isinstance(event, Mucked) for event in night.events):
        night.deal_next_hand()
        night.act_each("f", "c", "c", "x")
        while night.hand_running:
            night.act("x")
    return night


def muckers(night: TableHarness) -> list[int]:
    return [event.seat for event in night.events if isinstance(event, Mucked)]


def test_a_hand_mucked_at_the_showdown_can_be_asked_for() -> None:  # HS-25, SD-8
    night = showdown_of(HouseRules())
    seat = muckers(night)[0]
    loser = night.player_by_seat[seat]
    shown, *_ = night.submit(from_player(loser, commands.SeeHand(seat=seat)))
    assert isinstance(shown, HandShown)
    assert (shown.seat, len(shown.cards), shown.because) == (seat, 2, ("SD-8", "SD-14"))
    assert night.expect_refusal(from_player(loser, commands.SeeHand(seat=seat))) == "nothing-to-see"


def test_winners_and_onlookers_do_not_ask_and_folded_cards_stay_hidden() -> None:  # SD-12, SD-14
    night = showdown_of(HouseRules())
    assert night.table.current_hand is not None
    players = night.table.current_hand.hand.players
    winner = next(seat for seat, player in players.items() if player.won)
    folded = next(seat for seat, player in players.items() if player.folded)
    seat = muckers(night)[0]
    assert night.expect_refusal(from_player(night.player_by_seat[winner], commands.SeeHand(seat=seat))) == "winner"
    assert (
        night.expect_refusal(from_player(night.player_by_seat[seat], commands.SeeHand(seat=folded))) == "nothing-to-see"
    )
    assert night.expect_refusal(from_player(night.player_by_seat[seat], commands.SeeHand(seat=9))) == "nothing-to-see"
    assert night.expect_refusal(from_player("Nobody", commands.SeeHand(seat=seat))) == "not-now"
    night.deal_next_hand()
    assert night.expect_refusal(from_player(night.player_by_seat[seat], commands.SeeHand(seat=seat))) == "not-now"


def test_who_has_left_took_his_mucked_hand_along() -> None:  # SD-14
    night = showdown_of(HouseRules())
    seat = muckers(night)[0]
    assert night.table.current_hand is not None
    players = night.table.current_hand.hand.players
    other = next(other for other, player in players.items() if not player.won and other != seat)
    night.submit(from_player(night.player_by_seat[seat], commands.Stand()))
    assert (
        night.expect_refusal(from_player(night.player_by_seat[other], commands.SeeHand(seat=seat))) == "nothing-to-see"
    )


def test_a_house_may_keep_mucked_hands_hidden() -> None:  # HS-25
    night = showdown_of(HouseRules(see_called_hands=False))
    seat = muckers(night)[0]
    assert night.expect_refusal(from_player(night.player_by_seat[seat], commands.SeeHand(seat=seat))) == "unseen"


def offers_to(night: TableHarness, name: str) -> Offers:
    you = night.view(name).you
    return you.offers


def test_the_cards_that_won_are_read_and_lie_open() -> None:  # HR-3
    night = showdown_of(HouseRules())
    view = night.view()
    (winner,) = [seat for seat in view.occupied if seat.won]
    assert len(winner.winning_cards) == 5
    assert set(winner.winning_cards) <= {*winner.cards, *view.board}
    assert all(not seat.winning_cards for seat in view.occupied if seat is not winner)
    night.deal_next_hand()
    assert all(not seat.winning_cards for seat in night.view().occupied)


def test_of_hands_that_nobody_has_to_show_none_is_read() -> None:
    night = night_of(HouseRules())
    night.deal_next_hand()
    while night.hand_running:
        night.act("f")
    assert all(not seat.winning_cards for seat in night.view().occupied)


def posts_of(night: TableHarness) -> tuple[ExtraPost, ...]:
    assert night.table.current_hand is not None
    return night.table.current_hand.setup.extra_posts


def test_players_in_a_row_who_want_to_straddle_each_twice_the_bet_before() -> None:
    night = night_of(HouseRules(straddles=2), players=6)
    for name in PLAYER_NAMES[:6]:
        night.submit(from_player(name, commands.Straddle(on=True)))
    night.deal_next_hand()
    assert [(posting.post, posting.chips) for posting in posts_of(night)] == [(Post.STRADDLE, 4), (Post.STRADDLE, 8)]
    assert [event.to_match for event in night.events if isinstance(event, Posted)] == [1, 2, 4, 8]


def test_a_player_is_told_of_his_wish_to_straddle_and_of_what_the_house_allows() -> None:  # BT-43, SD-8
    night = night_of(HouseRules(straddles=2, see_called_hands=False), players=3)
    night.submit(from_player(PLAYER_NAMES[0], commands.Straddle(on=True)))
    assert [offers_to(night, name).straddle for name in PLAYER_NAMES[:2]] == [True, False]
    night.submit(from_player(PLAYER_NAMES[0], commands.Straddle(on=False)))
    assert offers_to(night, PLAYER_NAMES[0]).straddle is False
    for house, game in ((HouseRules(straddles=2), "seven-card-stud"), (HouseRules(), "holdem")):
        assert offers_to(night_of(house, game, players=3), PLAYER_NAMES[0]).straddle is None


def test_who_may_see_a_mucked_hand_or_show_his_own_is_told_so_when_the_hand_is_over() -> None:  # SD-8, SD-12, IR-10
    night = showdown_of(HouseRules())
    assert night.table.current_hand is not None
    players = night.table.current_hand.hand.players
    mucked = set(muckers(night))
    for seat, player in players.items():
        offers = offers_to(night, night.player_by_seat[seat])
        assert set(offers.see_hands) == (set() if player.won else mucked - {seat})
        assert offers.show == (seat in mucked)
    seat = muckers(night)[0]
    night.submit(from_player(night.player_by_seat[seat], commands.ShowHand()))
    assert not offers_to(night, night.player_by_seat[seat]).show
    assert all(seat not in offers_to(night, name).see_hands for name in night.player_by_seat.values())
    night.deal_next_hand()
    offered = [offers_to(night, name) for name in night.player_by_seat.values()]
    assert not any(offers.show or offers.see_hands for offers in offered)


def test_a_house_that_keeps_mucked_hands_hidden_offers_none() -> None:  # HS-25
    night = showdown_of(HouseRules(see_called_hands=False))
    assert not any(offers_to(night, name).see_hands for name in night.player_by_seat.values())


def test_who_does_not_want_to_straddle_ends_the_row() -> None:
    night = night_of(HouseRules(straddles=1), players=4)
    night.deal_next_hand()
    assert posts_of(night) == ()
    night.fold_to_end()
    for name in PLAYER_NAMES[:4]:
        night.submit(from_player(name, commands.Straddle(on=True)))
    night.submit(from_player(PLAYER_NAMES[0], commands.Straddle(on=False)))
    wishes = set()
    for _ in range(4):
        night.deal_next_hand()
        wishes.add(len(posts_of(night)))
        night.fold_to_end()
    assert wishes == {0, 1}


def test_nobody_straddles_between_two_or_without_the_chips() -> None:
    night = night_of(HouseRules(straddles=2), players=2)
    for name in PLAYER_NAMES[:2]:
        night.submit(from_player(name, commands.Straddle(on=True)))
    night.deal_next_hand()
    assert posts_of(night) == ()


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud"])
def test_a_house_without_straddles_refuses_the_wish(game: str) -> None:
    house = HouseRules(straddles=0 if game == "holdem" else 1)
    night = night_of(house, game)
    assert night.expect_refusal(from_player(PLAYER_NAMES[0], commands.Straddle(on=True))) == "no-straddles"


def test_everybody_is_told_how_the_house_plays() -> None:  # WC-31, SU-14
    """Wild cards and how suits break ties are seen from the rail, before anybody sits down."""
    night = night_of(HouseRules(wild_ranks="deuces", suit_tiebreak=2, suit_order="hdcs"))
    told = " ".join(night.view().house)
    assert "Deuces are wild (WC-2)." in told
    assert "(SU-7)" in told
    assert "Suits go from high to low: hearts, diamonds, clubs, spades (SU-12)." in told


def play_by_numbers(night: TableHarness, made: list[int]) -> None:
    numbers = cycle(made)
    while night.hand_running:
        turn, play = night.turn, night.table.current_hand
        assert play is not None
        act = choose_action(turn.legal, list(play.cards(turn.seat)), next(numbers))
        night.take(act)


@settings(max_examples=40)
@given(house_hand_cases, st.lists(st.integers(0, 2**16), min_size=1, max_size=40))
def test_an_evening_in_any_house_keeps_its_books(deal: HouseHandCase, made: list[int]) -> None:
    if deal.make_hand_or_none() is None:
        return
    house, variant = deal.house_and_variant()
    dice = random.Random(deal.seed)
    night = TableHarness(
        house_terms(house, deal.game, variant), decks=lambda _: dice.sample(variant.pack, len(variant.pack))
    )
    night.sit(*PLAYER_NAMES[: min(len(deal.stacks), variant.max_seats)], chips=60)
    for _ in range(2):
        if len(night.table.seats.ready) < 2:
            return
        night.deal_next_hand()
        play_by_numbers(night, made)
    assert night.table.halted == ""
