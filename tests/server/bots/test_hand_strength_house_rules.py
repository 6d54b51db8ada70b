"""Bots where a house plays the games in its own way."""

from __future__ import annotations

import random
from contextvars import copy_context

import pytest
from msgspec.structs import replace

from railbird_server.bots.hand_strength import evaluator_for, knows_rules, recognize_house_rules, use_house_rules
from railbird_server.bots.policy import decide
from railbird_server.bots.profiles import STYLES, Style
from railbird_server.rules.house import PRESETS, HouseRules, apply_house_rules, summary
from railbird_server.rules.house.house_rules import HighOrLow
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Action, Call, Check, Draw, Fold, LegalActions, Raise, Wager, WagerKind
from railbird_shared.cards import JOKER, Card, parse_cards
from railbird_shared.events import Pot
from railbird_shared.game_rules import GameRules
from railbird_shared.games import Game
from railbird_shared.view import LastAct, SeatView, TableView, You

HOLDEM = VARIANTS["holdem"].make_game()


def evaluator_traits(house: HouseRules) -> tuple[int, int]:
    """How many cards a bot of the house knows in hold'em, and into how many parts it sees the pot divided."""
    use_house_rules(house)
    return len(evaluator_for(HOLDEM).pack), evaluator_for(HOLDEM).side_count


def test_a_bot_of_the_house_knows_its_rules_and_others_are_not_disturbed() -> None:
    house = HouseRules(jokers=2, pack=36, played=HighOrLow.HI_LO)
    assert copy_context().run(evaluator_traits, house) == (38, 2)
    assert len(evaluator_for(HOLDEM).pack) == 52


def test_a_house_that_cannot_play_a_game_leaves_it_as_it_is_known() -> None:
    assert copy_context().run(evaluator_traits, HouseRules(qualifier=8)) == (52, 1)


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_a_bot_that_sees_a_card_it_does_not_know_gives_up_cheaply(style: Style) -> None:
    legal = LegalActions(1, 100, fold=True, call=2)
    cards = (JOKER, *parse_cards("As"))
    seats = (SeatView(1, "Wren", 100, in_hand=True), SeatView(2, "Heron", 100, in_hand=True))
    you, rules = You(1, cards, "", legal), VARIANTS["holdem"].rules
    view = TableView("t", "Attic", "Wren", HOLDEM, rules, 20, 200, seats, playing=True, you=you)
    assert decide(view, legal, style, random.Random(1)) == Fold()


# --- houses elsewhere, known by what they say of themselves

ACES_IN_TURN = LegalActions(1, 200, fold=True, call=2, wager=Wager(WagerKind.RAISE, 4, 200))


def in_turn(legal: LegalActions, *, pot: int, game: Game = HOLDEM) -> TableView:
    """Wren with two aces in a pot, against Heron."""
    seats = (
        SeatView(1, "Wren", 200, in_hand=True),
        SeatView(2, "Heron", 200, in_hand=True, bet=legal.call or 0, last_act=LastAct.BET),
    )
    mine = You(1, parse_cards("As Ad"), "", legal)
    pots = (Pot(pot, (1, 2)),)
    rules = VARIANTS[game.id].rules if game.id in VARIANTS else GameRules()
    return TableView(
        "t", "Attic", "Heron", game, rules, 20, 200, seats, playing=True, street=1, to_match=2, pots=pots, you=mine
    )


def acts_with_description(sentences: tuple[str, ...], view: TableView) -> set[type[Action]]:
    """What a bot does that has heard a house say this about the game."""

    def play() -> set[type[Action]]:
        recognize_house_rules(view.game, sentences)
        legal = view.you.legal
        assert legal is not None
        chances = [random.Random(seed) for seed in range(50)]
        return {type(decide(view, legal, style, chance)) for style in STYLES.values() for chance in chances}

    return copy_context().run(play)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("game", ["holdem", "five-card-draw", "seven-card-stud", "badugi", "joker-draw"])
def test_a_bot_knows_a_house_by_what_it_says_of_a_game(name: str, game: str) -> None:
    house, record = PRESETS[name], VARIANTS[game]

    def pack() -> tuple[Card, ...]:
        recognize_house_rules(record.make_game(), summary(house, record))
        assert knows_rules(record.make_game())
        return evaluator_for(record.make_game()).pack

    assert copy_context().run(pack) == apply_house_rules(house, record).pack


def test_a_bot_of_the_house_knows_its_own_house_whatever_it_is() -> None:
    house = HouseRules(jokers=2, pack=36, played=HighOrLow.HI_LO)

    def sides() -> int:
        use_house_rules(house)
        recognize_house_rules(HOLDEM, summary(house, VARIANTS["holdem"]))
        return evaluator_for(HOLDEM).side_count

    assert copy_context().run(sides) == 2


def test_a_bot_raises_with_aces_where_it_knows_what_they_are_worth() -> None:
    assert Raise in acts_with_description((), in_turn(ACES_IN_TURN, pot=40))


@pytest.mark.parametrize(
    ("sentences", "game"),
    [(("The worst hand wins.",), HOLDEM), ((), replace(HOLDEM, id="house-special"))],
    ids=["house rules that no bot knows", "a game that no bot knows"],
)
def test_a_bot_that_cannot_tell_what_wins_goes_by_the_price_alone(sentences: tuple[str, ...], game: Game) -> None:
    dear = LegalActions(1, 200, fold=True, call=150, wager=Wager(WagerKind.RAISE, 200, 200))
    free = LegalActions(1, 200, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 200))
    assert acts_with_description(sentences, in_turn(ACES_IN_TURN, pot=40, game=game)) == {Call}
    assert acts_with_description(sentences, in_turn(dear, pot=4, game=game)) == {Fold}
    assert acts_with_description(sentences, in_turn(free, pot=40, game=game)) == {Check}


def test_a_bot_that_cannot_tell_what_wins_stands_pat() -> None:
    assert acts_with_description(("Nines are wild.",), in_turn(LegalActions(1, 200, max_discards=5), pot=4)) == {Draw}
