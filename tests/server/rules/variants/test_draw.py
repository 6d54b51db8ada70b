"""Draw games as their records have them: seats, forms, scales and draws."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TypeVar

import pytest

from railbird_server.rules.events import Burned, Dealt, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.announced_game import Structure
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import JokerRole, OpeningRequirement, Order
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, get_variant
from railbird_shared.protocol.events import HandShown, Post, Posted, PotAwarded
from support.hand_builders import deal_order, legal_actions, make_hand, play_acts, salted, shuffled_deck, start_hand

E = TypeVar("E")


def only(events: list[RulesEvent], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def draw(game: str, *hands: str, then: str = "", stacks: tuple[int, ...] = ()) -> Hand:
    deck = f"{deal_order(*hands)} {then}"
    return start_hand(make_hand(game, stacks or (100,) * len(hands), deck=deck))


def winner(dealt: Hand, *acts: str) -> tuple[int, str]:
    (award,) = only(play_acts(dealt, *acts), PotAwarded)
    return award.seat, award.hand_name


# --- five card draw -----------------------------------------------------------------------------------------------


def test_five_card_draw_seats_six_who_may_all_draw_five() -> None:  # VT-5D-1, VT-5D-2, VT-5D-16
    assert get_variant("five-card-draw").max_seats == 6
    dealt = start_hand(make_hand("five-card-draw", (100,) * 6))
    assert {len(player.cards) for player in dealt.players.values()} == {5}
    assert {player.visible_cards for player in dealt.players.values()} == {(None,) * 5}
    play_acts(dealt, "b 2", *["c"] * 5)
    for _ in range(6):
        allowed = legal_actions(dealt)
        play_acts(dealt, "d " + " ".join(map(str, dealt.players[allowed.seat].cards)))
    held = [card for player in dealt.players.values() for card in player.cards]
    assert len(set(held)) == 30


@pytest.mark.parametrize(("game", "first", "after"), [("five-card-draw", 1, 3), ("five-card-draw-blinds", 3, 1)])
def test_first_to_act_before_and_after_the_draw_depends_on_antes_or_blinds(game: str, first: int, after: int) -> None:
    """With antes left of the button and then the opener; with blinds left of them and then of the button.

    VT-5D-3, VT-5D-8, VT-5D-9, CX-5, CX-39.
    """
    dealt = start_hand(make_hand(game))
    assert dealt.to_act == first
    play_acts(dealt, *(("x", "x", "b 2") if first == 1 else ("r 4",)), "c", "c", "pat", "pat", "pat")
    assert dealt.to_act == after


def test_the_showdown_follows_the_second_betting_round() -> None:  # VT-5D-10
    dealt = start_hand(make_hand("five-card-draw", (100, 100)))
    play_acts(dealt, "b 2", "c", "pat", "pat", "x")
    assert not dealt.over
    assert only(play_acts(dealt, "x"), HandShown)


def test_bug_and_joker_games_use_a_fifty_three_card_pack() -> None:  # VT-5D-26, WC-1, HS-3
    bug, joker = get_variant("bug-draw"), get_variant("joker-draw")
    assert (len(bug.pack), bug.ranking.joker_role) == (53, JokerRole.BUG)
    assert (len(joker.pack), joker.ranking.joker_role) == (53, JokerRole.WILD)


def test_only_three_games_require_openers() -> None:  # VT-5D-20, VT-5D-23, VT-LB-3, HS-31
    need = {
        game: variant.open_requirement
        for game, variant in VARIANTS.items()
        if variant.open_requirement is not OpeningRequirement.NONE
    }
    assert need == {
        "jacks-or-better": OpeningRequirement.JACKS,
        "progressive-jacks": OpeningRequirement.PROGRESSIVE,
        "bug-draw": OpeningRequirement.JACKS,
    }


# --- lowball ------------------------------------------------------------------------------------------------------


def test_lowball_is_five_card_draw_won_by_the_lowest_hand() -> None:  # VT-LB-1, VT-LB-2
    five_card_draw = get_variant("five-card-draw")
    for game, order in (
        ("lowball", Order.ACE_TO_FIVE),
        ("lowball-27", Order.DEUCE_TO_SEVEN),
        ("lowball-a6", Order.ACE_TO_SIX),
    ):
        variant = get_variant(game)
        assert (variant.streets, variant.forced_bets, variant.pass_out) == (
            five_card_draw.streets,
            five_card_draw.forced_bets,
            five_card_draw.pass_out,
        )
        assert (variant.high, variant.ranking.order) == (None, order)


@pytest.mark.parametrize(
    ("game", "seat"),
    [("lowball", 1), ("lowball-27", 2), ("lowball-a6", 2)],
)
def test_each_low_scale_has_its_own_best_hand(game: str, seat: int) -> None:  # VT-LB-2, LO-2, LO-10, LO-15
    """A wheel against 7-6-4-3-2: the best hand, an ace high, a straight."""
    dealt = draw(game, "Ah 2c 3d 4s 5h", "7h 6c 4d 3s 2h")
    assert winner(dealt, "b 2", "c", "pat", "pat", "x", "x")[0] == seat


def test_single_draw_is_no_limit_deuce_to_seven_with_blinds() -> None:  # VT-XX-6
    variant = get_variant("single-draw")
    assert variant.structure is Structure.NO_LIMIT
    assert variant.ranking.order is Order.DEUCE_TO_SEVEN
    posts = {event.post for event in make_hand("single-draw").start() if isinstance(event, Posted)}
    assert posts == {Post.SMALL_BLIND, Post.BIG_BLIND}
    assert sum(1 for street in variant.streets if street.draw) == 1


@pytest.mark.parametrize(("game", "cards"), [("triple-draw", 5), ("badugi", 4)])
def test_triple_draw_bets_small_for_two_rounds_and_big_for_two(game: str, cards: int) -> None:  # VT-XX-1, VT-XX-2
    dealt = start_hand(make_hand(game, (100, 100)))
    assert {len(player.cards) for player in dealt.players.values()} == {cards}
    sizes = []
    play_acts(dealt, "c", "x")
    while not dealt.over:
        assert legal_actions(dealt).max_discards == cards
        play_acts(dealt, "pat", "pat")
        wager = legal_actions(dealt).wager
        assert wager is not None
        sizes.append(wager.totals)
        play_acts(dealt, "x", "x")
    assert sizes == [(2,), (4,), (4,)]


def test_a_four_card_badugi_beats_any_three_card_hand() -> None:  # VT-XX-2
    dealt = draw("badugi", "Kc Qd Jh Ts", "Ah 2d 3c 4c")
    assert winner(dealt, "c", "x", *["pat", "pat", "x", "x"] * 3) == (1, "K-Q-J-10 badugi")


@pytest.mark.parametrize("seed", range(4))
def test_discards_are_redealt_only_to_other_players(seed: int) -> None:  # VT-XX-1, VT-5D-16
    """Six players who draw five cards three times use the pack up more than once.

    Players never get back a card that they threw away in this draw or an earlier one, not even as a fifth card.
    """
    dealt = start_hand(make_hand("triple-draw", (500,) * 6, deck=shuffled_deck(seed, "triple-draw")))
    thrown: dict[int, set[Card]] = {seat: set() for seat in dealt.players}
    given: list[Card] = []
    play_acts(dealt, *["c"] * 5, "x")
    while not dealt.over:
        allowed = legal_actions(dealt)
        if allowed.max_discards is None:
            play_acts(dealt, "x")
            continue
        cards = dealt.players[allowed.seat].cards
        thrown[allowed.seat].update(cards)
        events = play_acts(dealt, "d " + " ".join(map(str, cards)))
        for deal in only(events, Dealt):
            assert not thrown[deal.seat] & set(deal.down)
            given += deal.down
    assert len(given) == 90
    assert set.union(*thrown.values()) & set(given)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", ["triple-draw", "five-card-draw-blinds", "single-draw"])
def test_of_six_players_nobody_is_dealt_five_cards_in_a_row(game: str, seed: int) -> None:  # VT-5D-13, CX-40
    """Each player draws none or five, and the pack is reshuffled in most hands."""
    rng = random.Random(f"{game} {seed}")
    dealt = start_hand(make_hand(game, (500,) * 6, deck=salted(shuffled_deck(seed, game), seed)))
    events: list[RulesEvent] = []
    draws = fifth_cards = 0
    while not dealt.over:
        allowed = legal_actions(dealt)
        if allowed.max_discards is None:
            events += play_acts(dealt, "x" if allowed.check else "c")
            continue
        cards = dealt.players[allowed.seat].cards if rng.random() < 0.7 else []
        draws += len(cards) == 5
        events += play_acts(dealt, "d " + " ".join(map(str, cards)) if cards else "pat")
    served = [event for event in events if isinstance(event, Burned | Dealt)]
    for before, after in pairwise(served):
        if isinstance(after, Dealt) and len(after.down) == 1:
            fifth_cards += 1
            assert isinstance(before, Burned) or before.seat != after.seat
    assert fifth_cards == draws > 0
    assert all(len(player.cards) == 5 for player in dealt.players.values())


# --- stripped packs -----------------------------------------------------------------------------------------------


def test_old_poker_uses_twenty_cards_seats_four_and_has_no_draw() -> None:  # SK-7, SK-8, SK-9
    variant = get_variant("old-poker")
    assert (len(variant.pack), variant.max_seats, variant.has_draws) == (20, 4, False)
    dealt = draw("old-poker", "As Ks Qs Js Ts", "Ah Kd Qc Jh Td")
    awards = only(play_acts(dealt, "b 2", "c"), PotAwarded)
    assert [award.hand_name for award in awards] == ["ace high", "ace high"]


@pytest.mark.parametrize(("game", "cards", "seats"), [("italian-draw", 40, 4), ("greek-draw", 36, 3)])
def test_circular_games_use_national_packs_that_serve_every_seat(game: str, cards: int, seats: int) -> None:
    """A pack that serves everybody who draws five (SK-1, SK-6, NU-1)."""
    variant = get_variant(game)
    assert (len(variant.pack), variant.max_seats) == (cards, seats)
    assert variant.high == RankingRules(pack=cards, flush_over_full=True, unbeatable=variant.ranking.unbeatable)
    assert 10 * seats <= cards


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        (("Ad 5d 6d 7d 8d", "Tc Jc Qc Kc Ac"), [1]),
        (("Tc Jc Qc Kc Ac", "7s 8s 9s Ts Js"), [1]),
        (("7s 8s 9s Ts Js", "Ad 5d 6d 7d 8d"), [1]),
        (("7s 8s 9s Ts Js", "8h 9h Th Jh Qh"), [2]),
        (("Ad 5d 6d 7d 8d", "9c 9d 9h 9s Kc"), [1]),
        (("Ad 5d 6d 7d 8d", "5s 6s 7s 8s 9s"), [2]),
    ],
)
def test_lowest_highest_and_middle_straight_flushes_form_a_circle(hands: tuple[str, str], winners: list[int]) -> None:
    """With forty cards the lowest straight flush is A-5-6-7-8, the highest T-J-Q-K-A (NU-2..NU-5, NU-7)."""
    events = play_acts(draw("italian-draw", *hands), "b 2", "c", "pat", "pat", "x", "x")
    assert [award.seat for award in only(events, PotAwarded)] == winners


def test_a_flush_beats_a_full_house_in_a_stripped_pack() -> None:  # SK-4, SK-5
    dealt = draw("italian-draw", "5d 8d 9d Jd Kd", "As Ah Ac 6s 6h")
    assert winner(dealt, "b 2", "c", "pat", "pat", "x", "x") == (1, "king-high flush")
