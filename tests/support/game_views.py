"""A view in the middle of a hand for every game, made from its rules: the viewer at seat 1 has to decide."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Game, Structure
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, You
from support.view_builders import SNAPSHOT_TIME_MS, seat_view, table_view

_OWN = parse_cards("As Kd Qh 9c 7d 6s 2h")
_BOARD = parse_cards("Kh 9s 8d 7c")
_SHOWING = tuple(
    parse_cards(words)
    for words in ("Ac 8h 4d Js", "Ks Th 5c 3d", "7h 7s 2d Qc", "Jh Jd 9h 4s", "Qs 6c 3c 5d", "Tc Td 2c 8c")
)
_STACKS = (1_415, 1_240, 884, 2_010, 410, 0, 1_002, 3_350, 760, 515)


def hand_in_play(game_id: str, seats: int | None = None) -> TableView:
    """A table of this game with as many seats as it allows, or with `seats`, in the middle of a hand."""
    game = VARIANTS[game_id].make_game()
    count = seats or game.max_seats
    match game.family:
        case Family.BOARD:
            return _board_hand(game, count)
        case Family.DRAW:
            return _draw_hand(game, count)
        case _:
            return _stud_hand(game, count)


def _acts(count: int) -> tuple[LastAct, ...]:
    acts = (LastAct.NONE, LastAct.BET, LastAct.CALLED, LastAct.FOLDED, LastAct.CALLED, LastAct.RAISED, LastAct.CALLED)
    return (*acts, LastAct.FOLDED, LastAct.CALLED, LastAct.CALLED)[:count]


def _bets(game: Game, count: int) -> tuple[int, ...]:
    small, big = _sizes(game)
    return (0, small, small, 0, small, big, big, 0, big, big)[:count]


def _sizes(game: Game) -> tuple[int, int]:
    """A bet and a raise of this game."""
    stakes = game.stakes
    if game.structure is Structure.FIXED:
        return stakes.big_bet or 4, 2 * (stakes.big_bet or 4)
    unit = stakes.big_blind or stakes.ante or 2
    return 30 * unit, 48 * unit


def _seats(game: Game, count: int, cards: dict[int, tuple[Card | None, ...]]) -> tuple[SeatView, ...]:
    seats = []
    rows = zip(range(1, count + 1), _STACKS, _acts(count), _bets(game, count), strict=False)
    for number, stack, last, bet in rows:
        seat = seat_view(number, stack=stack, bet=bet, last=last, folded=last is LastAct.FOLDED)
        seats.append(seat if seat.folded else replace(seat, cards=cards[number]))
    return tuple(seats)


def _legal(game: Game, count: int) -> LegalActions:
    small, big = _sizes(game)
    bet = max(_bets(game, count))
    call = bet or small
    if game.structure is Structure.FIXED:
        return LegalActions(
            1, _STACKS[0], fold=True, call=call, wager=Wager(WagerKind.RAISE, call + small, call + small)
        )
    most = _STACKS[0] if game.structure is Structure.NO_LIMIT else min(_STACKS[0], 6 * big)
    return LegalActions(1, _STACKS[0], fold=True, call=call, wager=Wager(WagerKind.RAISE, 2 * call, most))


def _view(game: Game, seats: tuple[SeatView, ...], you: You, **facts: object) -> TableView:
    live = tuple(seat.seat for seat in seats if not seat.folded)
    return table_view(
        *seats,
        game=game,
        seat_count=len(seats),
        hand=7,
        playing=True,
        button=min(2, len(seats)),
        to_match=max(seat.bet for seat in seats),
        pots=(Pot(104, live),),
        turn=Turn(1, 5, SNAPSHOT_TIME_MS + 20_000),
        you=you,
        **facts,
    )


def _board_hand(game: Game, count: int) -> TableView:
    seats = _seats(game, count, dict.fromkeys(range(1, count + 1), (None,) * game.cards))
    you = You(1, _OWN[: game.cards], "pair of kings, ace kicker", _legal(game, count))
    return _view(game, seats, you, board=_BOARD, street=2, street_name=game.streets[-2])


def _draw_hand(game: Game, count: int) -> TableView:
    seats = _seats(game, count, dict.fromkeys(range(1, count + 1), (None,) * game.cards))
    if not game.draws:
        return _view(
            game, seats, You(1, _OWN[: game.cards], "ace high", _legal(game, count)), street_name=game.streets[0]
        )
    drawing = tuple(
        replace(seat, bet=0, last_act=seat.last_act if seat.folded else LastAct.DREW, drew=None if seat.folded else 2)
        if seat.seat != 1
        else replace(seat, last_act=LastAct.NONE)
        for seat in seats
    )
    legal = LegalActions(1, _STACKS[0], max_discards=game.cards)
    return _view(game, drawing, You(1, _OWN[: game.cards], "ace high", legal), street=1, street_name=game.streets[1])


def _stud_hand(game: Game, count: int) -> TableView:
    down, up = (2, 3) if game.cards > 5 else (1, 3)
    showing: dict[int, tuple[Card | None, ...]] = {
        number: (None,) * down + _SHOWING[(number - 1) % len(_SHOWING)][:up] for number in range(1, count + 1)
    }
    held = (*_OWN[:down], *_SHOWING[0][:up])
    return _view(
        game,
        _seats(game, count, showing),
        You(1, held, "pair of aces", _legal(game, count)),
        street=2,
        street_name=game.streets[2],
    )
