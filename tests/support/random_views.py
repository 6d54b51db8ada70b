"""Random views of tables: any game, any seats, any state of a hand, from a random generator.

They need not come from a hand that can be played; a screen has to show them all the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Game
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, You
from support.view_builders import PLAYER_NAMES, SNAPSHOT_TIME_MS, table_view

WIDEST_BET = 9_999_999

HOSTILE_NAMES = (
    "漢字漢字漢字漢字漢字漢字",
    "ｗｉｄｅ",
    "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
    "🇩🇪🇫🇷",
    "[b]bold[/b]",
    "[@click=app.quit]x[/]",
    "]]][[[",
    "\\[x\\]",
    "%s {0} $HOME",
    "—  —",
    "a" * 40,
    "● 9,999 D",
    "K♦ 9♠",
    "x",
)
"""Names that a careless screen breaks at: wide letters, combining marks, brackets, markup, and 40 letters."""

_DECK = tuple(card for card in Card if not card.is_joker)
_SHOWN = ("full house, nines full of kings", "pair of sevens, ace-queen-ten kickers", "8-7-5-4-A", "three kings")


def random_view(
    dice: random.Random, game_id: str, seat_count: int, *, everybody_bets: bool = False, hostile: bool = False
) -> TableView:
    """A table in any state; with `everybody_bets` every seat is taken and has bet as much as can be shown."""
    game = VARIANTS[game_id].make_game()
    deck = list(_DECK)
    dice.shuffle(deck)
    playing = everybody_bets or dice.random() < 0.8
    names = [*dice.sample(HOSTILE_NAMES, min(seat_count, len(HOSTILE_NAMES)))] if hostile else [*PLAYER_NAMES]
    seats: list[SeatView | None] = [
        _random_seat(dice, game, number, names[(number - 1) % len(names)], deck, playing=playing)
        for number in range(1, seat_count + 1)
    ]
    if everybody_bets:
        seats = [
            replace(seat, bet=WIDEST_BET - dice.choice((0, 0, WIDEST_BET - 5)), folded=False, in_hand=True)
            if seat is not None
            else SeatView(number, names[number - 1], 1, in_hand=True, bet=WIDEST_BET)
            for number, seat in enumerate(seats, start=1)
        ]
    viewer = dice.choice([None, *(seat.seat for seat in seats if seat is not None)])
    in_turn = dice.choice([seat.seat for seat in seats if seat is not None and seat.in_hand] or [None])
    bets = [seat.bet for seat in seats if seat is not None]
    held = tuple(deck.pop() for _ in range(game.cards)) if viewer is not None else ()
    legal = _random_legal(dice, game, viewer) if viewer is not None and in_turn == viewer and playing else None
    if legal is not None and legal.max_discards is not None and viewer is not None:
        seats = [replace(seat, bet=0) if seat is not None and seat.seat == viewer else seat for seat in seats]
    return table_view(
        *(seat for seat in seats if seat is not None),
        game=game,
        seat_count=seat_count,
        hand=dice.choice((1, 148, 12_345)),
        playing=playing,
        button=dice.randint(1, seat_count),
        small_blind=dice.randint(1, seat_count),
        big_blind=dice.randint(1, seat_count),
        street=0,
        street_name=game.streets[dice.randrange(len(game.streets))],
        board=tuple(deck.pop() for _ in range(dice.choice((0, 3, 4, 5)))) if game.board else (),
        to_match=max(bets, default=0) if playing else 0,
        pots=tuple(Pot(dice.choice((40, 1_250, 3_999_999)), (1, 2)) for _ in range(dice.randint(0, 3))),
        carried=dice.choice((0, 0, 25)),
        turn=_random_turn(dice, in_turn) if playing and in_turn is not None else None,
        you=You(
            viewer,
            held if viewer is not None and (seats[viewer - 1] or _NOBODY).in_hand else (),
            dice.choice(_SHOWN) if viewer is not None else "",
            legal,
            is_host=dice.random() < 0.5,
        ),
    )


_NOBODY = SeatView(1, "", 0)


def _random_turn(dice: random.Random, seat: int) -> Turn:
    deadline = dice.choice((None, SNAPSHOT_TIME_MS + 1000 * dice.randint(1, 120)))
    return Turn(seat, 31, deadline, on_time_bank=deadline is not None and dice.random() < 0.2)


def _random_legal(dice: random.Random, game: Game, seat: int) -> LegalActions:
    stack = dice.choice((1, 40, 1_415, 12_345_678))
    if game.family is Family.DRAW and dice.random() < 0.5:
        return LegalActions(seat, stack, max_discards=game.cards)
    wager = dice.choice((None, Wager(WagerKind.RAISE, 20, 20), Wager(WagerKind.RAISE, 155, max(155, stack))))
    if dice.random() < 0.5:
        return LegalActions(seat, stack, fold=True, check=True, wager=wager)
    return LegalActions(seat, stack, fold=True, call=min(stack, 95), wager=wager)


def _random_seat(
    dice: random.Random, game: Game, number: int, name: str, deck: list[Card], *, playing: bool
) -> SeatView | None:
    if dice.random() < 0.15:
        return None
    in_hand = playing and dice.random() < 0.9
    folded = in_hand and dice.random() < 0.3
    shown = in_hand and not folded and dice.random() < 0.25
    cards = _random_cards(dice, game, deck, shown=shown) if in_hand and not folded else ()
    return SeatView(
        number,
        name,
        dice.choice((0, 5, 1_415, 98_765_432)) if in_hand else dice.choice((5, 1_415)),
        bot=dice.random() < 0.2,
        connected=dice.random() < 0.85,
        sitting_out=not in_hand and dice.random() < 0.5,
        in_hand=in_hand,
        folded=folded,
        bet=dice.choice((0, 2, 95, 1_240, WIDEST_BET)) if in_hand else 0,
        last_act=LastAct.SHOWED if shown else LastAct.FOLDED if folded else dice.choice(_ACTS),
        cards=cards,
        drew=dice.choice((None, 0, 3)) if game.family is Family.DRAW else None,
        shown_hand=dice.choice(_SHOWN) if shown else "",
        won=dice.choice((0, 896, WIDEST_BET)) if shown else 0,
        bought_in=dice.choice((0, 500, 2_000)),
        time_bank=dice.choice((0, 42_000)),
    )


_ACTS = (LastAct.NONE, LastAct.CHECKED, LastAct.CALLED, LastAct.BET, LastAct.RAISED, LastAct.POSTED)


def _random_cards(dice: random.Random, game: Game, deck: list[Card], *, shown: bool) -> tuple[Card | None, ...]:
    count = game.cards if game.family is not Family.STUD else dice.randint(2, game.cards)
    if shown:
        return tuple(deck.pop() if deck else None for _ in range(count))
    if game.family is Family.STUD:
        up = max(1, count - 2)
        return tuple([None] * (count - up)) + tuple(deck.pop() if deck else None for _ in range(up))
    return (None,) * count


def all_seat_counts(game_ids: Sequence[str]) -> list[tuple[str, int]]:
    """Every game with every number of seats that it allows."""
    return [(game_id, seats) for game_id in game_ids for seats in range(2, VARIANTS[game_id].make_game().max_seats + 1)]
