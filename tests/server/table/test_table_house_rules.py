"""What house rules do to a table: rake in the books, hands passed out counted, straddles posted."""

from __future__ import annotations

import random
from itertools import cycle

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.rules.events import Mucked
from railbird_server.rules.setup import ExtraPost
from railbird_server.table import inputs
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import parse_card
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules, rules_in_effect
from railbird_shared.house.describe import summary
from railbird_shared.house.house_rules import Charge, FirstDealer, HouseRules
from railbird_shared.house.terms import house_game
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Check, Fold, Offers
from railbird_shared.protocol.events import DealerDrawn, HandShown, HandStarted, PassedOut, Post, Posted, RakeTaken
from support.examples import examples
from support.hand_builders import deck_with_top
from support.house_builders import HouseHandCase, house_hand_cases
from support.random_play import choose_action
from support.table_harness import TableHarness, from_player, table_settings
from support.view_builders import PLAYER_NAMES


def house_terms(house: HouseRules, game: str, variant: Variant) -> TableSettings:
    return replace(
        table_settings(game, buy_in=(20, 400)),
        game=house_game(house, variant),
        seats=variant.max_seats,
        variant=variant,
        rake=house.pot_rake,
        straddles=house.straddles,
        see_called_hands=house.see_called_hands,
        effective_rules=rules_in_effect(house, VARIANTS[game]),
        first_jack_deals=house.first_dealer is FirstDealer.FIRST_JACK,
        house=summary(house, VARIANTS[game]),
    )


def night_of(house: HouseRules, game: str = "holdem", players: int = 4, chips: int = 200) -> TableHarness:
    variant = apply_house_rules(house, VARIANTS[game])
    dice = random.Random(7)
    harness = TableHarness(
        house_terms(house, game, variant), decks=lambda _: dice.sample(variant.pack, len(variant.pack))
    )
    harness.sit(*PLAYER_NAMES[:players], chips=chips)
    return harness


@pytest.mark.parametrize(("order", "dealer", "because"), [("shdc", 2, "SU-1"), ("dhsc", 1, "SU-13")])
def test_the_suit_order_of_the_house_chooses_the_first_dealer(
    order: str, dealer: int, because: str
) -> None:  # DL-2, SU-13
    house = HouseRules(suit_order=order)
    harness = TableHarness(
        house_terms(house, "holdem", apply_house_rules(house, VARIANTS["holdem"])),
        decks=lambda _: deck_with_top("Kd Kh Kc", "holdem"),
    )
    harness.sit("Wren", "Heron", "Jay")
    (drawn,) = harness.submit(inputs.Deal(harness.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert (drawn.seat, drawn.because) == (dealer, ("DL-2", "DL-3", because))


def test_jokers_are_left_out_of_the_draw_for_the_first_dealer() -> None:  # DL-2
    """Nobody can be said to have drawn higher than a joker, or lower."""
    house = HouseRules(jokers=2)
    variant = apply_house_rules(house, VARIANTS["five-card-draw"])
    harness = TableHarness(
        house_terms(house, "five-card-draw", variant), decks=lambda _: deck_with_top("X 2c X 3c", variant)
    )
    harness.sit("Wren", "Heron")
    (drawn,) = harness.submit(inputs.Deal(harness.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert drawn.cards == ((1, parse_card("2c")), (2, parse_card("3c")))


def test_the_first_jack_deals_where_the_house_has_it() -> None:  # DL-4, CX-16
    house = HouseRules(first_dealer=FirstDealer.FIRST_JACK)
    harness = TableHarness(
        house_terms(house, "holdem", apply_house_rules(house, VARIANTS["holdem"])),
        decks=lambda _: deck_with_top("Kd Kh Kc As Jd Js", "holdem"),
    )
    harness.sit("Wren", "Heron", "Jay")
    (drawn,) = harness.submit(inputs.Deal(harness.next_deck()))
    assert isinstance(drawn, DealerDrawn)
    assert (drawn.seat, drawn.because, drawn.first_jack) == (2, ("DL-4",), True)
    assert [seat for seat, _ in drawn.cards] == [1, 2, 3, 1, 2]
    started = harness.submit(inputs.Deal(harness.next_deck()))[0]
    assert isinstance(started, HandStarted)
    assert (started.button, started.because) == (2, ("DL-4", "DL-10", "DL-5", "DL-7"))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_one_blind_goes_round_the_table_and_everybody_posts_it_in_turn(players: int) -> None:  # CX-42
    harness = night_of(HouseRules(small_blind=0), players=players)
    posters = []
    for _ in range(2 * players):
        harness.deal_next_hand()
        (post,) = [event for event in harness.events if isinstance(event, Posted)][-1:]
        assert (post.post, post.chips, post.because) == (Post.BIG_BLIND, 2, ("DL-7", "CX-42"))
        posters.append(post.seat)
        while harness.hand_running:
            harness.act("f")
    assert sorted(posters[:players]) == list(range(1, players + 1))
    assert posters[:players] == posters[players:]
    assert {event.post for event in harness.events if isinstance(event, Posted)} == {Post.BIG_BLIND}


def test_a_player_whom_the_only_blind_passed_posts_no_dead_blind() -> None:  # CX-42, DL-26
    harness = night_of(HouseRules(small_blind=0), players=4)

    def play_hand() -> None:
        harness.deal_next_hand()
        while harness.hand_running:
            harness.act("f")

    for _ in range(4):
        play_hand()
    away = harness.player_by_seat[harness.view().big_blind or 0]
    harness.submit(from_player(away, commands.SitOut()))
    for _ in range(5):
        play_hand()
    harness.submit(from_player(away, commands.SitIn()))
    harness.submit(from_player(away, commands.PostBlind(on=True)))
    harness.deal_next_hand()
    assert harness.table.current_hand is not None
    assert {post.post for post in harness.table.current_hand.setup.extra_posts} <= {Post.LIVE_BLIND}


def opened_without_antes() -> TableHarness:
    """Five card stud in a house without antes: Wren shows a seven, Heron the king, Jay another seven."""
    house = HouseRules(ante=0)
    variant = apply_house_rules(house, VARIANTS["five-card-stud"])
    deck = deck_with_top("9c 4d Ah 7s Kd 7h", variant)
    harness = TableHarness(house_terms(house, "five-card-stud", variant), decks=lambda _: deck)
    harness.sit("Wren", "Heron", "Jay", chips=100)
    harness.deal_next_hand()
    assert not [event for event in harness.events if isinstance(event, Posted)]
    assert (harness.player_to_act, harness.turn.legal.bring_in) == ("Heron", 4)
    return harness


def test_five_card_stud_without_antes_is_opened_by_the_high_card() -> None:  # VT-S5-3, HS-29
    harness = opened_without_antes()
    assert harness.expect_refusal(from_player("Heron", commands.Act(hand=1, turn=1, action=Check()))) == "no-check"
    assert harness.expect_refusal(from_player("Heron", commands.Act(hand=1, turn=1, action=Fold()))) == "no-fold"
    harness.act_each("in", "f", "f")
    assert harness.stacks() == {"Wren": 100, "Heron": 100, "Jay": 100}
    harness.deal_next_hand()
    harness.act_each("in", "c", "c")
    assert harness.view().street_name == "third street"
    assert harness.view().total_pot == 12


def test_the_high_card_bring_in_is_posted_for_a_late_or_leaving_player() -> None:  # VT-S5-3, BT-40
    for leaves in (False, True):
        harness = opened_without_antes()
        events = harness.submit(from_player("Heron", commands.Stand())) if leaves else harness.advance_to_wake_time()
        assert [(event.seat, event.chips) for event in events if isinstance(event, Posted)] == [(2, 4)]
        assert harness.player_to_act == "Jay"
        harness.act_each("f", "f")
        assert harness.table.chips == (200 if leaves else 300)


def test_a_rake_leaves_the_table_and_stands_in_the_books() -> None:  # AI-16, AI-17, BT-42
    harness = night_of(HouseRules(rake=Charge.PERCENT, rake_percent=10, rake_cap=4), players=3)
    harness.deal_next_hand()
    harness.act_each("r 40", "c", "f", "x", "x", "x", "x", "x", "x")
    (taken,) = [event for event in harness.events if isinstance(event, RakeTaken)]
    assert (taken.chips, harness.table.bank.raked, harness.table.bank.on_table) == (4, 4, 596)
    assert sum(harness.stacks().values()) == 596


def test_passed_out_hands_are_counted_until_one_is_played() -> None:  # BT-38, VT-5D-23
    harness = night_of(HouseRules(), "progressive-jacks", players=2)
    for count in (1, 2):
        harness.deal_next_hand()
        harness.act_each("x", "x")
        assert any(isinstance(event, PassedOut) for event in harness.events)
        assert harness.table.carried_pot.passed_out == count
    harness.deal_next_hand()
    assert harness.table.current_hand is not None
    assert harness.table.current_hand.setup.pass_outs == 2
    harness.fold_to_end()
    assert harness.table.carried_pot.passed_out == 0


def showdown_of(house: HouseRules) -> TableHarness:
    """Returns a table whose first hand has just ended: the last to show has mucked, one folded, and one won."""
    harness = night_of(house, players=4)
    while not any(isinstance(event, Mucked) for event in harness.events):
        harness.deal_next_hand()
        harness.act_each("f", "c", "c", "x")
        while harness.hand_running:
            harness.act("x")
    return harness


def see_refusal(harness: TableHarness, asker: int, asked: int) -> str:
    """Returns the code with which the player in one seat is refused to see the hand of another."""
    return harness.expect_refusal(from_player(harness.player_by_seat[asker], commands.SeeHand(seat=asked)))


def muckers(harness: TableHarness) -> list[int]:
    return [event.seat for event in harness.events if isinstance(event, Mucked)]


def test_a_hand_mucked_at_the_showdown_can_be_asked_for() -> None:  # HS-25, SD-8
    harness = showdown_of(HouseRules())
    seat = muckers(harness)[0]
    loser = harness.player_by_seat[seat]
    shown, *_ = harness.submit(from_player(loser, commands.SeeHand(seat=seat)))
    assert isinstance(shown, HandShown)
    assert (shown.seat, len(shown.cards), shown.because) == (seat, 2, ("SD-8", "SD-14"))
    assert harness.expect_refusal(from_player(loser, commands.SeeHand(seat=seat))) == "nothing-to-see"


def test_winners_and_onlookers_do_not_ask_and_folded_cards_stay_hidden() -> None:  # SD-12, SD-14
    harness = showdown_of(HouseRules())
    assert harness.table.current_hand is not None
    players = harness.table.current_hand.hand.players
    winner = next(seat for seat, player in players.items() if player.won)
    folded = next(seat for seat, player in players.items() if player.folded)
    seat = muckers(harness)[0]
    assert see_refusal(harness, winner, seat) == "winner"
    assert see_refusal(harness, seat, folded) == "nothing-to-see"
    assert see_refusal(harness, seat, 9) == "nothing-to-see"
    assert harness.expect_refusal(from_player("Nobody", commands.SeeHand(seat=seat))) == "not-now"
    harness.deal_next_hand()
    assert see_refusal(harness, seat, seat) == "not-now"


def test_the_mucked_hand_of_a_player_who_left_cannot_be_seen() -> None:  # SD-14
    harness = showdown_of(HouseRules())
    seat = muckers(harness)[0]
    assert harness.table.current_hand is not None
    players = harness.table.current_hand.hand.players
    other = next(other for other, player in players.items() if not player.won and other != seat)
    harness.submit(from_player(harness.player_by_seat[seat], commands.Stand()))
    assert see_refusal(harness, other, seat) == "nothing-to-see"


def test_a_house_may_keep_mucked_hands_hidden() -> None:  # HS-25
    harness = showdown_of(HouseRules(see_called_hands=False))
    seat = muckers(harness)[0]
    assert see_refusal(harness, seat, seat) == "unseen"


def offers_to(harness: TableHarness, name: str) -> Offers:
    you = harness.view(name).you
    return you.offers


def test_the_winning_cards_are_named_and_visible() -> None:  # HR-3
    harness = showdown_of(HouseRules())
    view = harness.view()
    (winner,) = [seat for seat in view.occupied if seat.won]
    assert len(winner.winning_cards) == 5
    assert set(winner.winning_cards) <= {*winner.cards, *view.board}
    assert all(not seat.winning_cards for seat in view.occupied if seat is not winner)
    harness.deal_next_hand()
    assert all(not seat.winning_cards for seat in harness.view().occupied)


def test_a_hand_won_without_showdown_has_no_winning_cards() -> None:
    harness = night_of(HouseRules())
    harness.deal_next_hand()
    while harness.hand_running:
        harness.act("f")
    assert all(not seat.winning_cards for seat in harness.view().occupied)


def posts_of(harness: TableHarness) -> tuple[ExtraPost, ...]:
    assert harness.table.current_hand is not None
    return harness.table.current_hand.setup.extra_posts


def test_straddlers_in_a_row_each_post_twice_the_bet_before() -> None:
    harness = night_of(HouseRules(straddles=2), players=6)
    for name in PLAYER_NAMES[:6]:
        harness.submit(from_player(name, commands.Straddle(on=True)))
    harness.deal_next_hand()
    assert [(posting.post, posting.chips) for posting in posts_of(harness)] == [(Post.STRADDLE, 4), (Post.STRADDLE, 8)]
    assert [event.to_match for event in harness.events if isinstance(event, Posted)] == [1, 2, 4, 8]


def test_a_player_gets_the_offer_to_straddle_that_the_house_allows() -> None:  # BT-43, SD-8
    harness = night_of(HouseRules(straddles=2, see_called_hands=False), players=3)
    harness.submit(from_player(PLAYER_NAMES[0], commands.Straddle(on=True)))
    assert [offers_to(harness, name).straddle for name in PLAYER_NAMES[:2]] == [True, False]
    harness.submit(from_player(PLAYER_NAMES[0], commands.Straddle(on=False)))
    assert offers_to(harness, PLAYER_NAMES[0]).straddle is False
    for house, game in ((HouseRules(straddles=2), "seven-card-stud"), (HouseRules(), "holdem")):
        assert offers_to(night_of(house, game, players=3), PLAYER_NAMES[0]).straddle is None


def test_offers_to_see_and_to_show_hands_come_when_the_hand_is_over() -> None:  # SD-8, SD-12, IR-10
    harness = showdown_of(HouseRules())
    assert harness.table.current_hand is not None
    players = harness.table.current_hand.hand.players
    mucked = set(muckers(harness))
    for seat, player in players.items():
        offers = offers_to(harness, harness.player_by_seat[seat])
        assert set(offers.see_hands) == (set() if player.won else mucked - {seat})
        assert offers.show == (seat in mucked)
    seat = muckers(harness)[0]
    harness.submit(from_player(harness.player_by_seat[seat], commands.ShowHand()))
    assert not offers_to(harness, harness.player_by_seat[seat]).show
    assert all(seat not in offers_to(harness, name).see_hands for name in harness.player_by_seat.values())
    harness.deal_next_hand()
    offered = [offers_to(harness, name) for name in harness.player_by_seat.values()]
    assert not any(offers.show or offers.see_hands for offers in offered)


def test_a_house_that_keeps_mucked_hands_hidden_offers_none() -> None:  # HS-25
    harness = showdown_of(HouseRules(see_called_hands=False))
    assert not any(offers_to(harness, name).see_hands for name in harness.player_by_seat.values())


def test_a_player_who_does_not_straddle_ends_the_row() -> None:
    harness = night_of(HouseRules(straddles=1), players=4)
    harness.deal_next_hand()
    assert posts_of(harness) == ()
    harness.fold_to_end()
    for name in PLAYER_NAMES[:4]:
        harness.submit(from_player(name, commands.Straddle(on=True)))
    harness.submit(from_player(PLAYER_NAMES[0], commands.Straddle(on=False)))
    wishes = set()
    for _ in range(4):
        harness.deal_next_hand()
        wishes.add(len(posts_of(harness)))
        harness.fold_to_end()
    assert wishes == {0, 1}


def test_two_players_and_players_without_the_chips_do_not_straddle() -> None:
    harness = night_of(HouseRules(straddles=2), players=2)
    for name in PLAYER_NAMES[:2]:
        harness.submit(from_player(name, commands.Straddle(on=True)))
    harness.deal_next_hand()
    assert posts_of(harness) == ()


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud"])
def test_a_house_without_straddles_refuses_to_straddle(game: str) -> None:
    house = HouseRules(straddles=0 if game == "holdem" else 1)
    harness = night_of(house, game)
    assert harness.expect_refusal(from_player(PLAYER_NAMES[0], commands.Straddle(on=True))) == "no-straddles"


def test_the_view_names_the_house_rules() -> None:  # WC-31, SU-14
    """Wild cards and how suits break ties are seen from the rail, before anybody sits down."""
    harness = night_of(HouseRules(wild_ranks="deuces", suit_tiebreak=2, suit_order="hdcs"))
    sentences = " ".join(harness.view().house)
    assert "Deuces are wild (WC-2)." in sentences
    assert "(SU-7)" in sentences
    assert "Suits go from high to low: hearts, diamonds, clubs, spades (SU-12)." in sentences


def play_by_numbers(harness: TableHarness, made: list[int]) -> None:
    numbers = cycle(made)
    while harness.hand_running:
        turn, play = harness.turn, harness.table.current_hand
        assert play is not None
        act = choose_action(turn.legal, list(play.cards(turn.seat)), next(numbers))
        harness.take(act)


@settings(max_examples=examples(40))
@given(house_hand_cases, st.lists(st.integers(0, 2**16), min_size=1, max_size=40))
def test_hands_under_any_house_rules_keep_the_ledger_balanced(deal: HouseHandCase, made: list[int]) -> None:
    if deal.make_hand_or_none() is None:
        return
    house, variant = deal.house_and_variant()
    dice = random.Random(deal.seed)
    harness = TableHarness(
        house_terms(house, deal.game, variant), decks=lambda _: dice.sample(variant.pack, len(variant.pack))
    )
    harness.sit(*PLAYER_NAMES[: min(len(deal.stacks), variant.max_seats)], chips=60)
    for _ in range(2):
        if len(harness.table.seats.ready) < 2:
            return
        harness.deal_next_hand()
        play_by_numbers(harness, made)
    assert harness.table.faults.halted == ""


def test_effective_rules_are_stored_under_their_former_name() -> None:
    terms = replace(table_settings(), effective_rules=HouseRules(seven_deuce=5))
    stored = msgspec.json.encode(terms)
    assert msgspec.json.decode(stored)["customs"] == {"seven_deuce": 5}
    assert msgspec.json.decode(stored, type=TableSettings) == terms


def test_customs_are_read_as_a_release_before_has_written_them() -> None:
    written = (
        b'{"show_one_card":false,"rabbit_hunt":true,"chopped_blinds":true,"seven_deuce":5,"bomb_pot":10,'
        b'"bomb_pot_every":2,"all_in_chances":true}'
    )
    assert msgspec.json.decode(written, type=type(table_settings().effective_rules)) == HouseRules(
        show_one_card=False,
        rabbit_hunt=True,
        chopped_blinds=True,
        seven_deuce=5,
        bomb_pot=10,
        bomb_pot_every=2,
        all_in_chances=True,
    )
