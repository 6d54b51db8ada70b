"""Bots evaluate hands by the rules that a table announces, whatever its house has changed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.bots.decision import decide
from railbird_server.bots.profiles import LOOSE, STYLES, Style
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.cards import JOKER, Card, parse_cards
from railbird_shared.game.game_rules import BadSetup, CircularOrder, GameRules, HandRanking, HighOrLow, WildTiebreak
from railbird_shared.game.ranking.hand_order import NO_HAND
from railbird_shared.game.ranking.scale import HandEvaluator, evaluator_of
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules, LowScale
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Action, Call, Check, Draw, Fold, LegalActions, Raise, Wager, WagerKind
from railbird_shared.protocol.commands import Hello, OpenTable, Watch
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.messages import Accepted, Snapshot
from railbird_shared.protocol.view import LastAct, SeatView, TableView, You
from support.examples import examples
from support.house_builders import few_settings
from support.network_clients import open_link, run_server
from support.view_builders import HOLDEM

PLAYERS = 3


def deal(variant: Variant, rng: random.Random) -> tuple[list[Player], tuple[Card, ...]]:
    """Whole hands of a variant, without its draws, and a whole board."""
    cards = rng.sample(variant.pack, len(variant.pack))
    players = [Player(seat, 0) for seat in range(1, PLAYERS + 1)]
    for street in variant.streets:
        for player in players:
            for count, face_down in ((street.down, True), (street.up, False)):
                player.add_cards([cards.pop() for _ in range(count)], face_down=face_down)
    for player in players:
        discards = sum(street.discard for street in variant.streets)
        if discards:
            player.keep_only(player.cards[discards:])
    return players, tuple(cards.pop() for street in variant.streets for _ in range(street.board))


def engine_shares(variant: Variant, players: list[Player], board: tuple[Card, ...]) -> tuple[float | None, ...]:
    """The part of each side that the first player wins by the engine's rules, None for a side that nobody wins."""
    hands = HandValues(variant, players, board, {})
    seats = [player.seat for player in players]
    shares: list[float | None] = []
    for side in hands.scales:
        won_by = hands.winners(side, [seat for seat in seats if hands.strengths[side][seat] != NO_HAND])
        shares.append((seats[0] in won_by) / len(won_by) if won_by else None)
    return tuple(shares)


def bot_shares(evaluator: HandEvaluator, players: list[Player], board: tuple[Card, ...]) -> tuple[float | None, ...]:
    """The same by a bot's evaluator."""
    evaluate = evaluator.final_evaluator(board)
    own, *others = [evaluate(player.hole_cards, player.upcards) for player in players]
    return evaluator.side_shares(own, others)


def assert_evaluates_as_the_engine(evaluator: HandEvaluator, variant: Variant, *, seed: int, deals: int) -> None:
    assert evaluator.pack == variant.pack
    rng = random.Random(seed)
    for _ in range(deals):
        players, board = deal(variant, rng)
        assert bot_shares(evaluator, players, board) == engine_shares(variant, players, board)


UNNAMED_HOUSES = {
    "deuces wild": (HouseRules(wild_ranks="deuces"), "five-card-draw"),
    "a pack of 40 cards with two jokers": (HouseRules(pack=40, jokers=2), "holdem"),
    "the Greek circle": (HouseRules(unbeatable=CircularOrder.GREEK), "five-card-draw"),
    "eight or better removed": (HouseRules(qualifier=0), "omaha8"),
    "high and low without a qualifier": (HouseRules(played=HighOrLow.HI_LO), "holdem"),
    "the worst hand wins": (HouseRules(played=HighOrLow.LOW, low_scale=LowScale.ACE_TO_SIX), "seven-card-stud"),
    "the lowest concealed card wild": (HouseRules(wild_ranks="lowest-concealed"), "seven-card-stud"),
    "natural hands first": (HouseRules(wild_ranks="A 9s", wild_tiebreak=WildTiebreak.NATURAL_FIRST), "omaha"),
    "suits break ties": (HouseRules(suit_tiebreak=3, suit_order="hdsc"), "five-card-stud"),
}
"""Houses that are no preset, each with a game."""


async def snapshot_from(house: HouseRules, game: str) -> TableView:
    """The view of a table of the house, as a client reads it from the socket."""
    async with run_server(house=house) as server:
        link = await open_link(server.address)
        await link.send(Hello(v=PROTOCOL_VERSION, name="Wren", bot=True))
        await link.send(OpenTable(id=1, name="Attic", game=game, seats=2))
        while not isinstance(answer := await link.receive(), Accepted):
            pass
        await link.send(Watch(table=answer.table))
        while not isinstance(message := await link.receive(), Snapshot):
            pass
        await link.close()
        return message.view


@pytest.mark.parametrize(("house", "game"), UNNAMED_HOUSES.values(), ids=UNNAMED_HOUSES)
async def test_a_remote_bot_evaluates_hands_of_any_house_as_the_engine_does(house: HouseRules, game: str) -> None:
    view = await snapshot_from(house, game)
    evaluator = evaluator_of(view.rules)
    assert evaluator is not None
    assert_evaluates_as_the_engine(evaluator, apply_house_rules(house, VARIANTS[game]), seed=1, deals=100)


@pytest.mark.parametrize("game", VARIANTS)
def test_a_bot_evaluates_every_game_of_the_catalogue_as_the_engine_does(game: str) -> None:
    evaluator = HandEvaluator(VARIANTS[game].rules)
    assert_evaluates_as_the_engine(evaluator, VARIANTS[game], seed=2, deals=30)


@settings(max_examples=examples(60), deadline=None)
@given(few_settings, st.sampled_from(list(VARIANTS.values())), st.integers(0, 2**32))
def test_a_bot_evaluates_random_houses_as_the_engine_does(house: dict[str, Any], game: Variant, seed: int) -> None:
    try:
        variant = apply_house_rules(HouseRules(**house), game)
    except BadSetup:
        return
    frame = codec.encode(Snapshot(epoch="e", seq=1, at=0, view=table_of(variant)))
    decoded = codec.decode_message(frame)
    assert isinstance(decoded, Snapshot)
    assert_evaluates_as_the_engine(HandEvaluator(decoded.view.rules), variant, seed=seed, deals=3)


def table_of(variant: Variant) -> TableView:
    """An empty table of a variant."""
    return TableView("t", "Attic", "Wren", variant.make_game(), variant.rules, 20, 200, 200, (None, None))


# --- rules that a bot does not know


@pytest.mark.parametrize(
    "rules",
    [GameRules(), GameRules(high=HandRanking(pack=48)), GameRules(low=HandRanking(suit_order="hearts first"))],
    ids=["no hand wins", "a pack of another version", "an order of suits of another version"],
)
def test_rules_of_another_version_have_no_evaluator(rules: GameRules) -> None:
    assert evaluator_of(rules) is None


@pytest.mark.parametrize("style", STYLES.values(), ids=STYLES)
def test_a_bot_that_sees_a_card_it_does_not_know_gives_up_cheaply(style: Style) -> None:
    legal = LegalActions(1, 100, fold=True, call=2)
    view = in_turn(legal, pot=0)
    view = replace(view, you=replace(view.you, cards=(JOKER, *parse_cards("As"))))
    assert decide(view, legal, style, random.Random(1)) == Fold()


ACES_IN_TURN = LegalActions(1, 200, fold=True, call=2, wager=Wager(WagerKind.RAISE, 4, 200))


def in_turn(legal: LegalActions, *, pot: int, rules: GameRules = VARIANTS["holdem"].rules) -> TableView:
    """Wren with two aces in a pot, against Heron."""
    seats = (
        SeatView(1, "Wren", 200, in_hand=True),
        SeatView(2, "Heron", 200, in_hand=True, bet=legal.call or 0, last_act=LastAct.BET),
    )
    return replace(
        table_of(VARIANTS["holdem"]),
        game=replace(HOLDEM, id="house-special"),
        rules=rules,
        seats=seats,
        playing=True,
        street=1,
        to_match=2,
        pots=(Pot(pot, (1, 2)),),
        you=You(1, parse_cards("As Ad"), "", legal),
    )


def kinds_of_acts(view: TableView) -> set[type[Action]]:
    """What bots of all styles do in their turn, tried many times."""
    legal = view.you.legal
    assert legal is not None
    return {type(decide(view, legal, style, random.Random(seed))) for style in STYLES.values() for seed in range(50)}


def test_a_bot_raises_with_aces_in_a_game_it_has_never_heard_of_if_its_rules_are_announced() -> None:
    assert Raise in kinds_of_acts(in_turn(ACES_IN_TURN, pot=40))


def test_a_bot_that_cannot_tell_what_wins_goes_by_the_price_alone() -> None:
    dear = LegalActions(1, 200, fold=True, call=150, wager=Wager(WagerKind.RAISE, 200, 200))
    free = LegalActions(1, 200, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 200))
    assert kinds_of_acts(in_turn(ACES_IN_TURN, pot=40, rules=GameRules())) == {Call}
    assert kinds_of_acts(in_turn(dear, pot=4, rules=GameRules())) == {Fold}
    assert kinds_of_acts(in_turn(free, pot=40, rules=GameRules())) == {Check}


def test_a_bot_that_cannot_tell_what_wins_stands_pat() -> None:
    view = in_turn(LegalActions(1, 200, max_discards=5), pot=4, rules=GameRules())
    legal = view.you.legal
    assert legal is not None
    assert decide(view, legal, LOOSE, random.Random(1)) == Draw()
