"""Whatever the situation, a bot does something legal; and what it does depends on nothing but what it is given."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_server.bots.decision import decide
from railbird_server.bots.profiles import LOOSE, STYLES, TIGHT, Style
from railbird_server.table import audience
from railbird_server.table.inputs import Deal, Outcome
from railbird_server.table.table import Table
from railbird_shared.game.announced_game import Game
from railbird_shared.game.cards import PACK
from railbird_shared.protocol.actions import Check, Draw, Fold, LegalActions, Wager, WagerKind
from railbird_shared.protocol.commands import Act, AddChips, Sit
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, TableView, You
from support.bot_builders import cards_in_hand, is_legal, opponent_seat, view_from_seat_one
from support.examples import examples
from support.hand_builders import salted
from support.table_harness import HOST, from_player, table_settings
from support.view_builders import FIVE_CARD_DRAW, HOLDEM, PLAYER_NAMES, SEVEN_CARD_STUD, seat_view, table_view

GAMES = {game.id: game for game in (HOLDEM, FIVE_CARD_DRAW, SEVEN_CARD_STUD)}
styles = st.sampled_from(list(STYLES.values()))
amounts = st.integers(0, 300)


@st.composite
def wagers(draw: st.DrawFn, above: int, all_in: int) -> Wager | None:
    if all_in <= above or draw(st.booleans()):
        return None
    kind = draw(st.sampled_from(WagerKind))
    least = draw(st.integers(above + 1, all_in))
    most = draw(st.integers(least, all_in))
    only = tuple(sorted({least, most})) if draw(st.booleans()) else ()
    return Wager(kind, least, most, only)


@st.composite
def situations(draw: st.DrawFn) -> tuple[TableView, LegalActions]:
    """Any seat of any game on any street, with anything that could be open to it."""
    game = draw(st.sampled_from(list(GAMES.values())))
    street = draw(st.integers(0, len(game.streets) - 1))
    deck = draw(st.permutations(PACK))
    players = draw(st.integers(2, 6))
    held = cards_in_hand(game, street)
    seats = []
    for number in range(1, players + 1):
        up = tuple(deck[10 * number : 10 * number + street + 1]) if game is SEVEN_CARD_STUD and number < 5 else ()
        seats.append(
            replace(
                seat_view(number, stack=draw(amounts), bet=draw(amounts), folded=number > 2 and draw(st.booleans())),
                cards=(None,) * (held - len(up)) + up,
                last_act=draw(st.sampled_from(LastAct)),
                drew=draw(st.none() | st.integers(0, 5)) if game is FIVE_CARD_DRAW else None,
            )
        )
    stack, bet = draw(st.integers(1, 300)), draw(amounts)
    to_match = draw(st.integers(bet, 600))
    legal = draw(
        st.one_of(
            st.builds(
                LegalActions, st.just(1), st.just(stack), st.just(bet), check=st.just(True), fold=st.just(True),
                wager=wagers(bet, stack + bet),
            ),
            st.builds(
                LegalActions, st.just(1), st.just(stack), st.just(bet), fold=st.just(True),
                call=st.just(max(1, min(stack, to_match - bet))), wager=wagers(to_match, stack + bet),
            ),
            st.builds(
                LegalActions, st.just(1), st.just(stack), st.just(0), bring_in=st.just(1), wager=wagers(1, stack)
            ),
            st.builds(LegalActions, st.just(1), st.just(stack), st.just(0), max_discards=st.integers(1, 5))
            if game is FIVE_CARD_DRAW
            else st.just(LegalActions(1, stack, fold=True, call=1)),
        )
    )  # fmt: skip
    board = tuple(deck[:2]) + tuple(deck[2 : 2 + street]) if game is HOLDEM and street else ()
    view = table_view(
        *seats,
        game=game,
        you=You(1, tuple(deck[-held:])),
        street=street,
        board=board,
        to_match=to_match,
        pots=(Pot(draw(amounts), (1, 2)),),
    )
    return view, legal


@settings(max_examples=examples(150))
@given(situations(), styles, st.integers(0, 2**32))
def test_every_act_is_legal(situation: tuple[TableView, LegalActions], style: Style, seed: int) -> None:
    view, legal = situation
    act = decide(view, legal, style, random.Random(seed))
    assert is_legal(legal, act), act
    if isinstance(act, Draw):
        assert set(act.discards) <= set(view.you.cards)


@settings(max_examples=examples(60))
@given(situations(), styles, st.integers(0, 2**32))
def test_nobody_folds_when_checking_is_free(situation: tuple[TableView, LegalActions], style: Style, seed: int) -> None:
    view, legal = situation
    act = decide(view, LegalActions(1, legal.stack, fold=True, check=True), style, random.Random(seed))
    assert act == Check()


@pytest.mark.usefixtures("hasty_bots")
@pytest.mark.parametrize("game", GAMES)
def test_whole_hands_are_played_with_legal_acts_and_no_chip_is_lost(game: str) -> None:
    """Plays at the pure table; it raises for an act that is not legal."""
    table = Table("t1", replace(table_settings(game, seats=5), min_players=5), HOST)
    chance = random.Random(game)
    outcome, bought = Outcome(), 0
    for name, chips in zip(PLAYER_NAMES[:5], (20, 45, 100, 200, 200), strict=True):
        outcome = table.handle(from_player(name, Sit(chips=chips)), 0)
        bought += chips
    while table.hand_number < 25:
        while outcome.wants_deck:
            outcome = table.handle(Deal(salted(chance.sample(PACK, 52))), 0)
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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_same_seat_with_the_same_chance_does_the_same(game: Game) -> None:
    cards = {HOLDEM.id: "Jh Th", FIVE_CARD_DRAW.id: "Jh Jd 4c 8s 9s", SEVEN_CARD_STUD.id: "Jh Jd 4c"}[game.id]
    view = view_from_seat_one(cards, opponent_seat(2, LastAct.BET, bet=2, game=game), game=game, to_match=2, pot=6)
    legal = LegalActions(1, 200, fold=True, call=2, wager=Wager(WagerKind.RAISE, 4, 200))
    assert decide(view, legal, LOOSE, random.Random(5)) == decide(view, legal, LOOSE, random.Random(5))


def test_a_seat_without_cards_takes_the_cheapest_act() -> None:
    rail = replace(view_from_seat_one("As Ad", opponent_seat(2)), you=You())
    assert decide(rail, LegalActions(1, 200, fold=True, check=True), LOOSE, random.Random(1)) == Check()
    assert decide(rail, LegalActions(1, 200, fold=True, call=2), LOOSE, random.Random(1)) == Fold()
