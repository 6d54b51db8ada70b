"""Builders for bot tests: the view of seat 1, its opponents, its legal actions, and counts of what a style decides."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from railbird_server.bots.bot import Question
from railbird_server.bots.decision import decide, make_trial
from railbird_server.bots.opponents import estimate_equity
from railbird_server.bots.profiles import LOOSE, Style
from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.ranking.scale import HandEvaluator, evaluator_of
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import (
    Action,
    Bet,
    BringIn,
    Call,
    Check,
    Claim,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Raise,
    Run,
    Wager,
    WagerKind,
)
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, SeatView, TableView, You
from support.view_builders import FIVE_CARD_DRAW, HOLDEM, SEVEN_CARD_STUD, seat_view, table_view

CARDS_DEALT = {HOLDEM.id: 2, FIVE_CARD_DRAW.id: 5, SEVEN_CARD_STUD.id: 3}


def evaluator_in(view: TableView) -> HandEvaluator:
    """The evaluator that a bot makes from the rules of the view."""
    evaluator = evaluator_of(view.rules)
    assert evaluator is not None
    return evaluator


def game_evaluator(game: str) -> HandEvaluator:
    """The evaluator of a game as the catalogue has it."""
    evaluator = evaluator_of(VARIANTS[game].rules)
    assert evaluator is not None
    return evaluator


def own_equity(view: TableView, rng: random.Random) -> float:
    """The viewer's equity as the policy of the game's family estimates it."""
    evaluator = evaluator_in(view)
    return estimate_equity(evaluator, make_trial(view, evaluator), rng)


def view_from_seat_one(
    cards: str,
    *others: SeatView,
    game: Game = HOLDEM,
    board: str = "",
    street: int = 0,
    to_match: int = 0,
    pot: int = 0,
    bet: int = 0,
    stack: int = 200,
    up: str = "",
) -> TableView:
    """The view of seat 1, which holds `cards`, against the others; `pot` is what is gathered."""
    own_seat = seat_view(1, stack=stack, bet=bet, up=up)
    seats = (own_seat, *others)
    return table_view(
        *seats,
        game=game,
        you=You(1, parse_cards(cards)),
        playing=True,
        hand=1,
        board=parse_cards(board),
        street=street,
        to_match=to_match,
        pots=(Pot(pot, tuple(each.seat for each in seats)),) if pot else (),
    )


def opponent_seat(
    number: int,
    last: LastAct = LastAct.NONE,
    *,
    bet: int = 0,
    game: Game = HOLDEM,
    up: str = "",
    drew: int | None = None,
) -> SeatView:
    """An opponent with cards and their last act."""
    hidden = CARDS_DEALT[game.id] - (1 if up else 0)
    return replace(seat_view(number, bet=bet, hidden=hidden, up=up, drew=drew), last_act=last)


def legal_actions_facing(
    view: TableView, *, min_wager: int = 0, totals: Sequence[int] = (), stack: int = 200
) -> LegalActions:
    """What seat 1 may do facing the bet of the view; with `min_wager` or `totals` it may raise too."""
    own_seat = view.at(1)
    assert own_seat is not None
    owed = view.to_match - own_seat.bet
    kind = WagerKind.RAISE if view.to_match else WagerKind.BET
    wager = Wager(kind, min_wager, stack + own_seat.bet) if min_wager else None
    if totals:
        wager = Wager(kind, totals[0], totals[-1], tuple(totals))
    return LegalActions(
        1, stack, own_seat.bet, fold=True, check=owed == 0, call=min(owed, stack) if owed else None, wager=wager
    )


def count_decisions(view: TableView, legal: LegalActions, style: Style, *, times: int = 40) -> Counter[str]:
    """How often the style does what, by the name of the act."""
    acts = (decide(view, legal, style, random.Random(seed)) for seed in range(times))
    return Counter(type(act).__name__ for act in acts)


def is_legal(legal: LegalActions, act: Action) -> bool:
    """Whether an act is one of those that may be done."""
    match act:
        case Fold():
            return legal.fold
        case Check():
            return legal.check
        case Call():
            return legal.call is not None
        case BringIn():
            return legal.bring_in is not None
        case Draw(discards):
            if legal.max_discards is None or len(set(discards)) < len(discards):
                return False
            return legal.min_discards <= len(discards) <= legal.max_discards
        case Declare():
            return legal.declare
        case Claim(hand):
            return hand in legal.claims
        case Run(times):
            return legal.max_runs is not None and times <= legal.max_runs
        case Bet() | Raise():
            wager = legal.wager
            if wager is None or type(act) is not type(wager.action(act.to)):
                return False
            return act.to in wager.totals if wager.totals else wager.minimum <= act.to <= wager.maximum


def cards_in_hand(game: Game, street: int) -> int:
    """How many cards a player of the game holds on a street."""
    return {Family.BOARD: 2, Family.DRAW: 5, Family.STUD: 3 + street}[game.family]


def question_on_the_flop(seed: str) -> Question:
    """What a bot asks that holds a good draw against a bet and a call; the answer depends on the seed."""
    view = view_from_seat_one(
        "Ah 9h",
        opponent_seat(2, LastAct.BET, bet=6),
        opponent_seat(3, LastAct.CALLED, bet=6),
        board="Kh 7h 9c",
        street=1,
        to_match=6,
        pot=12,
    )
    legal = legal_actions_facing(view, min_wager=12)
    return Question(replace(view, you=replace(view.you, legal=legal)), LOOSE, seed)
