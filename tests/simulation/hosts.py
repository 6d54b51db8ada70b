"""What simulated people do to their table besides playing: as its host, with a voice in its votes, about its rail."""

from __future__ import annotations

import random

from railbird_shared.game.catalogue import GAMES
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.protocol.commands import (
    AddBot,
    AskStatement,
    CallBombPot,
    ChangeGame,
    ChooseGame,
    Command,
    GoOn,
    Pause,
    RemoveBot,
    TakeBreak,
    Vote,
)
from railbird_shared.protocol.host_commands import (
    Announce,
    AnswerBuyIn,
    ChangeRail,
    CorrectBooks,
    CorrectedPlayer,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    LetRailSee,
    ListWatchers,
    LockTable,
    MovePlayer,
    Mute,
    SendAway,
)
from railbird_shared.protocol.view import TableView

Wish = tuple[float, Command]
"""A command, and how often it is wished beside others."""


def wishes_of_the_table(view: TableView, chance: random.Random) -> list[Wish]:
    """Returns what anybody with a seat may wish for the table: breaks, votes, the next game, a statement."""
    if view.you.seat is None:
        return []
    wishes: list[Wish] = [(0.5, AskStatement()), (0.3, Vote(minutes=chance.randrange(2)))]
    if view.vote is not None:
        wishes.append((15, Vote(on=chance.random() < 0.7)))
    if view.rotation is not None and view.choosing is not None and view.choosing.seat == view.you.seat:
        chosen = chance.choice(view.rotation.games)
        wishes.append((80, ChooseGame(chosen=chosen if chance.random() < 0.8 else some_game(chance))))
    return wishes


def wishes_of_the_rail(view: TableView, chance: random.Random) -> list[Wish]:
    """Returns what anybody may wish about those who watch, and whether a delayed rail sees their cards."""
    wishes: list[Wish] = [(0.5, ListWatchers())]
    seat = view.own_seat
    if seat is None:
        wishes.append((0.5, AskStatement()))
    if seat is not None:
        delayed = view.rail.is_delayed
        wishes.append(((2 if seat.shown_to_rail else 10) if delayed else 0.1, LetRailSee(on=not seat.shown_to_rail)))
    if view.you.is_host:
        closed = view.rail.limit == 0
        limit = None if closed else chance.choice((None, 2, 0))
        wishes.append((20 if closed else 0.3, ChangeRail(limit=limit, speaks=chance.random() < 0.5)))
        wishes.append((0.1, SendAway(name=chance.choice(("Wren", "Rook", "Martin")))))
    return wishes


def wishes_of_the_host(view: TableView, chance: random.Random) -> list[Wish]:
    """Returns what the host may do now; some of it is refused."""
    if not view.you.is_host:
        return []
    return [*_about_the_game(view, chance), *_about_people(view, chance)]


def _about_the_game(view: TableView, chance: random.Random) -> list[Wish]:
    blind = view.rail.is_delayed and view.you.seat is None  # a host who watches does not see that nobody is dealt to
    stopped = view.pause is not None or view.coming_break or blind
    games = tuple(some_game(chance) for _ in range(3))
    mix = Rotation(games, hands=1, dealers_choice=chance.random() < 0.5, variations=True)
    wishes: list[Wish] = [
        (40, GoOn()) if stopped else (0.3, Pause()),
        (0.3, TakeBreak(minutes=1)),
        (40, LastHand(on=False)) if view.last_hand or blind else (0.2, LastHand()),
        (0.05, EndNight(now=chance.random() < 0.5)),
        (0.5, ChangeGame(chosen=games[0])),
        (0.3, ChangeGame(rotation=mix)),
        (0.5, Announce(text=f"announcement {chance.randrange(1000)}")),
    ]
    if view.rules.bomb_pot:
        wishes.append((2, CallBombPot(on=not view.next_bomb_pot)))
    return wishes


def _about_people(view: TableView, chance: random.Random) -> list[Wish]:
    free = [number for number, seat in enumerate(view.seats, 1) if seat is None]
    wishes: list[Wish] = [(3 if len(free) > 1 else 0, AddBot()), (0.5, _some_correction(view, chance))]
    blind = view.rail.is_delayed and view.you.seat is None
    wishes.append((20, LockTable(on=False)) if view.seats_locked or blind else (0.2, LockTable()))
    for seat in view.occupied:
        wishes.append((0.1, Kick(seat=seat.seat)))
        if seat.bot:
            wishes.append((0.5, RemoveBot(seat=seat.seat)))
        else:
            muted = seat.name in view.muted
            wishes += [(0.1, HandOver(seat=seat.seat)), (5 if muted else 0.1, Mute(name=seat.name, on=not muted))]
        if free:
            wishes.append((0.2, MovePlayer(seat=seat.seat, to=chance.choice(free))))
        if seat.requested:
            wishes.append((40, AnswerBuyIn(seat=seat.seat, chips=seat.requested, approve=chance.random() < 0.8)))
    return wishes


def _some_correction(view: TableView, chance: random.Random) -> CorrectBooks:
    """Returns a correction by which one player gives another chips."""
    chips = chance.randint(1, 40)
    first, second = ([each.name for each in view.occupied] * 2 or [view.host, "Robin"])[:2]
    players = (CorrectedPlayer(first, chips), CorrectedPlayer(second, -chips))
    return CorrectBooks(players=players, reason="The pot was split wrongly.")


def some_game(chance: random.Random) -> ChosenGame:
    """Returns any game of the catalogue; wild cards would be told to everybody, and taken for hidden ones."""
    return ChosenGame(chance.choice(GAMES).id)
