"""The draw: turns, refusals, and the fifth card."""

from __future__ import annotations

from itertools import pairwise

import pytest
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.choices import DrawRound
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.events import Burned, Dealt, RulesEvent
from railbird_server.rules.player import Player
from railbird_shared.game.cards import PACK, Card, parse_cards
from railbird_shared.game.variants import VARIANTS, Street, Variant
from railbird_shared.protocol.actions import Call, Check, Draw
from support.hand_builders import deck_with_top, make_hand, shuffled_deck, start_hand

DRAW, ANY_FIVE = VARIANTS["five-card-draw"], Street("the draw", draw=5)
WREN, HERON = "Ah Kd 9c 7s 2d", "Qh Qd 8c 5s 3d"


def draw_round(
    *hands: str,
    variant: Variant = DRAW,
    street: Street = ANY_FIVE,
    cards_left: int | None = None,
) -> tuple[DrawRound, list[Player]]:
    """A draw by players who hold these cards, over a pack that gives 4c 4d 4h 4s 6c 6d 6h 6s next.

    With `cards_left` so many cards of the pack are left, others than these.
    """
    players = []
    for seat, cards in enumerate(hands, start=1):
        player = Player(seat, 100)
        player.add_cards(parse_cards(cards), face_down=True)
        players.append(player)
    deck = deck_with_top("".join(hands) + "4c 4d 4h 4s 6c 6d 6h 6s")
    dealer = Dealer(deck, PACK, hold_bottom=True)
    for _ in range(sum(len(player.cards) for player in players)):
        dealer.deal([0])
    while cards_left is not None and dealer.cards_left > cards_left:
        dealer.deal([0])
    return DrawRound(players, dealer, variant, street), players


def discard(betting: DrawRound, discards: str = "") -> list[RulesEvent]:
    return betting.apply(betting.legal_actions(), Draw(parse_cards(discards)))


def test_each_player_in_turn_draws_as_many_cards_as_they_discarded() -> None:  # VT-5D-6
    draws, players = draw_round(WREN, HERON)
    discard(draws, "9c 7s 2d")
    discard(draws, "3d")
    assert players[0].cards == list(parse_cards("Ah Kd 4c 4d 4h"))
    assert players[1].cards == list(parse_cards("Qh Qd 8c 5s 4s"))
    assert draws.to_act is None


def test_standing_pat_changes_nothing() -> None:  # VT-5D-7
    draws, players = draw_round(WREN, HERON)
    discard(draws)
    assert players[0].cards == list(parse_cards(WREN))
    assert players[0].cards_drawn == 0


def test_the_fifth_card_comes_after_the_other_players_draw() -> None:  # VT-5D-12
    draws, players = draw_round(WREN, HERON)
    discard(draws, WREN)
    assert len(players[0].cards) == 4
    events = discard(draws, "5s 3d")
    assert players[0].cards == list(parse_cards("4c 4d 4h 4s 6h"))
    assert players[1].cards == list(parse_cards("Qh Qd 8c 6c 6d"))
    assert isinstance(events[-1], Dealt)
    assert not [event for event in events if isinstance(event, Burned)]


def test_a_card_is_burned_before_the_fifth_when_nobody_else_drew() -> None:  # VT-5D-13
    draws, players = draw_round(WREN, HERON)
    discard(draws, WREN)
    events = discard(draws)
    assert Burned(Card("6c")) in events
    assert players[0].cards == list(parse_cards("4c 4d 4h 4s 6d"))


JAY = "Kh Jd 8s 5c 2h"


@pytest.mark.parametrize(
    ("discards", "burns_before"),
    [
        ((WREN,), [1]),
        ((WREN, ""), [1]),
        (("", HERON), [2]),
        (("", "", JAY), [3]),
        (("9c 7s", HERON), [2]),
        (("Ah Kd 9c 7s", HERON, ""), [2]),
        ((WREN, "5s 3d"), []),
        ((WREN, "", "2h"), []),
        ((WREN, HERON), []),
        ((WREN, HERON, ""), []),
        ((WREN, "5s", JAY), []),
        (("9c 7s", "", JAY), [3]),
    ],
)
def test_nobody_gets_five_cards_in_a_row(discards: tuple[str, ...], burns_before: list[int]) -> None:
    """A card is burned before the fifth unless somebody was served since the fourth (VT-5D-13, CX-40)."""
    draws, _ = draw_round(*(WREN, HERON, JAY)[: len(discards)])
    events = [event for cards in discards for event in discard(draws, cards)]
    served = [event for event in events if isinstance(event, Burned | Dealt)]
    assert [
        after.seat
        for burn, after in pairwise(served)
        if isinstance(burn, Burned) and isinstance(after, Dealt) and len(after.down) == 1
    ] == burns_before
    assert sum(isinstance(event, Burned) for event in events) == len(burns_before)
    for seat, run in consecutive_cards(served):
        assert run < 5, f"seat {seat} got {run} cards in a row"


def consecutive_cards(served: list[Burned | Dealt]) -> list[tuple[int, int]]:
    """How many cards of the pack went to each seat in a row; a burned card ends a row."""
    rows: list[tuple[int, int]] = []
    for event in served:
        seat, cards = (event.seat, len(event.down)) if isinstance(event, Dealt) else (0, 1)
        seat_before, so_far = rows[-1] if rows else (0, 0)
        if seat == seat_before:
            rows[-1] = seat, so_far + cards
        else:
            rows.append((seat, cards))
    return [row for row in rows if row[0]]


@pytest.mark.parametrize("cards_left", [6, 7, 8, 9])
def test_a_card_is_burned_from_a_pack_that_runs_out_at_the_fourth_or_fifth_card(cards_left: int) -> None:
    """The others' discards are shuffled first where no card is left to burn (VT-5D-13, VT-5D-16)."""
    draws, players = draw_round(WREN, HERON, cards_left=cards_left)
    discard(draws, "9c 7s 2d")
    events = discard(draws, HERON)
    burned = [event.card for event in events if isinstance(event, Burned)]
    assert len(burned) == 1
    assert len(players[1].cards) == 5
    assert not set(players[1].cards) & set(parse_cards(HERON))


@pytest.mark.parametrize(
    ("game", "deck_seed", "rounds"),
    [
        ("triple-draw", 632, [(2, 5, 1, 1, 3, 5), (1, 2, 3, 3, 4, 5)]),
        ("triple-draw", 7, [(5, 5, 5, 5, 5, 5), (5, 5, 5, 5, 5, 5), (5, 5, 5, 5, 5, 5)]),
        ("triple-draw", 8, [(3, 3, 3, 3, 3, 5), (5, 4, 3, 2, 1, 5), (0, 0, 5, 0, 0, 5)]),
    ],
)
def test_nobody_gets_five_cards_in_a_row_from_a_reshuffled_pack(
    game: str, deck_seed: int, rounds: list[tuple[int, ...]]
) -> None:
    """A pool that is too small for the burn is shuffled with the others' new discards first (VT-5D-13, VT-5D-15)."""
    hand = start_hand(make_hand(game, (500,) * 6, deck=shuffled_deck(deck_seed, game)))
    for counts in rounds:
        while (legal := hand.legal_actions()) and legal.max_discards is None:
            hand.act(legal.seat, Check() if legal.check else Call())
        events: list[RulesEvent] = []
        for count in counts:
            legal = hand.legal_actions()
            assert legal is not None
            events += hand.act(legal.seat, Draw(tuple(hand.players[legal.seat].cards[:count])))
        served = [event for event in events if isinstance(event, Burned | Dealt)]
        for seat, run in consecutive_cards(served):
            assert run < 5, f"seat {seat} got {run} cards in a row"


def test_a_lone_last_card_is_dealt_without_a_burn() -> None:  # VT-5D-13
    draws, players = draw_round(WREN, HERON, cards_left=5)
    discard(draws)
    events = discard(draws, HERON)
    assert not [event for event in events if isinstance(event, Burned)]
    assert len(players[1].cards) == 5


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (Check(), "draw-first"),
        (Draw(parse_cards("Ah Kd 9c 7s 2d 2c")), "too-many"),
        (Draw(parse_cards("Qh")), "not-yours"),
        (Draw(parse_cards("Ah Ah")), "not-yours"),
    ],
)
def test_an_illegal_draw_is_refused_and_changes_nothing(act: Check | Draw, code: str) -> None:
    draws, players = draw_round(WREN, HERON)
    with pytest.raises(IllegalAction) as refusal:
        draws.apply(draws.legal_actions(), act)
    assert refusal.value.code == code
    assert players[0].cards == list(parse_cards(WREN))
    assert draws.to_act is players[0]


# --- limits -------------------------------------------------------------------------------------------------------

LIMITED = replace(DRAW, discard_limit=True)
DEUCES_WILD = replace(LIMITED, high=replace(DRAW.ranking, wild_cards=parse_cards("2c 2d 2h 2s")))


@pytest.mark.parametrize(
    ("cards", "discards"),
    [
        ("Kh Jd 9c 7s 3s", "9c 7s 3s"),
        ("Ah Jd 9c 7s 3s", "Jd 9c 7s 3s"),
        ("Ah Jd 9c 7s 3s", ""),
    ],
)
def test_three_may_be_drawn_and_four_to_an_ace(cards: str, discards: str) -> None:  # VT-5D-11, HS-19
    draws, players = draw_round(cards, HERON, variant=LIMITED)
    discard(draws, discards)
    assert players[0].cards_drawn == len(parse_cards(discards))


@pytest.mark.parametrize(
    ("cards", "discards", "code"),
    [
        ("Kh Td 9c 7s 3s", "Td 9c 7s 3s", "too-many"),
        ("Ah Td 9c 7s 3s", "Ah 9c 7s 3s", "no-keeper"),
        ("Ah Td 9c 7s 3s", "Ah Td 9c 7s 3s", "too-many"),
    ],
)
def test_four_without_an_ace_kept_and_five_are_refused(cards: str, discards: str, code: str) -> None:  # VT-5D-11
    draws, players = draw_round(cards, HERON, variant=LIMITED)
    with pytest.raises(IllegalAction) as refusal:
        discard(draws, discards)
    assert (refusal.value.code, refusal.value.clause) == (code, "VT-5D-11")
    assert players[0].cards == list(parse_cards(cards))


def test_four_may_be_drawn_to_a_wild_card_as_well() -> None:  # VT-5D-11
    draws, players = draw_round("2h Td 9c 7s 3s", HERON, variant=DEUCES_WILD)
    discard(draws, "Td 9c 7s 3s")
    assert players[0].cards == list(parse_cards("2h 4c 4d 4h 4s"))


def test_legal_actions_say_how_many_cards_may_be_discarded() -> None:  # VT-5D-11
    assert draw_round("Kh Td 9c 7s 3s", HERON, variant=LIMITED)[0].legal_actions().max_discards == 3
    assert draw_round("Ah Td 9c 7s 3s", HERON, variant=LIMITED)[0].legal_actions().max_discards == 4
    assert draw_round("Kh Td 9c 7s 3s", HERON)[0].legal_actions().max_discards == 5


def test_a_four_card_hand_may_not_keep_an_ace_and_draw_four() -> None:  # VT-5D-11, VT-XX-2
    draws, _ = draw_round("Ah Td 9c 7s", "Qh Jd 8c 5s", variant=LIMITED, street=Street("the draw", draw=4))
    assert (draws.legal_actions().max_discards, draws.legal_actions().fourth_discard_keeps) == (3, ())
    with pytest.raises(IllegalAction, match=r"at most 3 cards\.") as refusal:
        discard(draws, "Ah Td 9c 7s")
    assert refusal.value.clause == "VT-5D-11"


def test_a_player_cannot_discard_more_cards_than_they_hold() -> None:  # VT-5D-6
    draws, _ = draw_round(WREN, HERON)
    with pytest.raises(IllegalAction, match=r"at most 5 cards\.") as refusal:
        discard(draws, f"{WREN} 2c")
    assert refusal.value.clause == "VT-5D-6"


def test_without_the_fifth_card_rule_all_five_cards_are_dealt_at_once() -> None:  # SIMPLE-12, HS-20
    draws, players = draw_round(WREN, HERON, variant=replace(DRAW, fifth_card_last=False))
    discard(draws, WREN)
    assert players[0].cards == list(parse_cards("4c 4d 4h 4s 6c"))


PINEAPPLE = VARIANTS["pineapple"]


def test_a_pineapple_discard_is_not_replaced() -> None:  # VT-XX-3
    draws, players = draw_round("Ah Kd 9c", "Qh Qd 8c", variant=PINEAPPLE, street=PINEAPPLE.streets[1])
    assert (draws.legal_actions().max_discards, draws.legal_actions().min_discards) == (1, 1)
    events = discard(draws, "9c")
    assert players[0].cards == list(parse_cards("Ah Kd"))
    assert not [event for event in events if isinstance(event, Dealt)]


@pytest.mark.parametrize(
    ("discards", "code", "sentence"),
    [
        ("", "too-few", "Discard one card."),
        ("9c Kd", "too-many", "You can discard at most one card."),
    ],
)
def test_pineapple_requires_exactly_one_discard(discards: str, code: str, sentence: str) -> None:  # VT-XX-3
    draws, _ = draw_round("Ah Kd 9c", "Qh Qd 8c", variant=PINEAPPLE, street=PINEAPPLE.streets[1])
    with pytest.raises(IllegalAction) as refusal:
        discard(draws, discards)
    assert (refusal.value.code, str(refusal.value), refusal.value.clause) == (code, sentence, "VT-XX-3")
