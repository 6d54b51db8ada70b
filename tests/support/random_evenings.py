"""Evenings at a table with random inputs of players, connections and clocks, driven through `TableHarness`."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table import inputs
from railbird_server.table.host_commands import OWNER
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import get_variant
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import actions as do
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.host_commands import (
    Announce,
    AnswerBuyIn,
    AutoTopUp,
    ChangeRail,
    CorrectBooks,
    CorrectedPlayer,
    HandOver,
    Kick,
    LastHand,
    LetRailSee,
    LockTable,
    MovePlayer,
    RemoveWaiting,
)
from railbird_shared.settings.table_terms import RailTerms
from support.table_harness import HOST, TableHarness, from_player, table_settings
from support.view_builders import PLAYER_NAMES

H = TypeVar("H", bound=TableHarness)

GAMES = (("holdem", 0), ("holdem", 1), ("five-card-draw", 0), ("seven-card-stud", 0))
"""Games, each with an ante, that between them have blinds, a bring-in and draws."""

OTHER_GAMES = ("holdem", "razz", "badugi", "five-card-draw", "jacks-or-better", "omaha8", "stud8", "greek-draw")
"""Games that follow them at a table of several."""


def evening_of(dice: random.Random, game: str, ante: int) -> TableHarness:
    """A table at random terms with birds on some or all of its seats."""
    return seated_evening(dice, TableHarness(random_terms(dice, game, ante)))


def random_terms(dice: random.Random, game: str, ante: int) -> TableSettings:
    """The settings of a table at random terms."""
    seats = dice.randint(2, get_variant(game).max_seats)
    settings = table_settings(
        game,
        seats=seats,
        ante=ante,
        buy_in=(4, 60),
        clock=dice.choice((0, 20_000)),
        pause=dice.choice((0, 3_000)),
        hold=dice.choice((50_000, 600_000)),
    )
    bank = dice.choice((0, 25_000))
    settings = replace(settings, time_bank_ms=bank, time_bank_hands=dice.randint(0, 2))
    if dice.random() < 0.4:
        settings = replace(settings, rotation=some_rotation(dice, ChosenGame(game, bet=2)))
    return replace(
        settings,
        most_rebuys=dice.choice((None, None, 3)),
        most_brought=dice.choice((0, 0, 120)),
        approve_buy_ins=dice.random() < 0.2,
        rail=RailTerms(delay_hands=dice.choice((0, 2))),
        straddles=dice.randint(0, 2),
        effective_rules=random_customs(dice),
    )


def random_customs(dice: random.Random) -> HouseRules:
    """Some customs of a house or none."""
    return HouseRules(
        rabbit_hunt=dice.random() < 0.5,
        chopped_blinds=dice.random() < 0.5,
        seven_deuce=dice.choice((0, 3, 40)),
        bomb_pot=dice.choice((0, 0, 4, 30)),
        bomb_pot_every=dice.choice((0, 0, 1, 4)),
        all_in_chances=dice.random() < 0.5,
    )


def some_rotation(dice: random.Random, first: ChosenGame) -> Rotation:
    """Some games in turn, or of the dealer's choice, of which the first can be dealt to everybody."""
    others = [ChosenGame(game, bet=2) for game in dice.sample(OTHER_GAMES, 2)]
    dealers_choice, variations = dice.random() < 0.5, dice.random() < 0.5
    return Rotation((first, *others), dice.randint(0, 3), dealers_choice, 10, variations, max_bet=4)


def some_choice(dice: random.Random) -> ChosenGame:
    """A game that somebody names, wisely or not."""
    wild = dice.choice(("", "", "deuces", "nonsense"))
    return ChosenGame(dice.choice(OTHER_GAMES), bet=dice.choice((0, 2, 4, 50)), wild=wild)


def seated_evening(dice: random.Random, harness: H) -> H:
    """The table with birds on some or all of its seats."""
    for name in PLAYER_NAMES[: dice.randint(2, harness.table.settings.seats)]:
        attempt(harness, from_player(name, commands.Sit(chips=dice.randint(4, 60))))
    return harness


def house_bot(name: str) -> inputs.PlayerCommand:
    """A bot of the house that takes any seat."""
    return inputs.PlayerCommand(inputs.PlayerIdentity(name, name, bot=True, house=True), commands.Sit())


def attempt(harness: TableHarness, request: inputs.Input) -> None:
    """Asks for something that may be refused."""
    with suppress(Refusal):
        harness.submit(request)


def some_act(dice: random.Random, legal: do.LegalActions, held: tuple[Card, ...]) -> do.Action:
    """One of the legal acts; folds are rare, so that hands grow old."""
    choices: list[do.Action] = [do.Fold()] if legal.fold and dice.random() < 0.2 else []
    if legal.check:
        choices.append(do.Check())
    if legal.call is not None:
        choices += [do.Call()] * 3
    if legal.bring_in is not None:
        choices.append(do.BringIn())
    if legal.max_discards is not None:
        choices.append(do.Draw(tuple(card for card in held if dice.random() < 0.5)))
    if legal.wager is not None:
        wager = legal.wager
        bold = wager.maximum if dice.random() < 0.15 else wager.minimum
        amounts = wager.totals or (wager.minimum, bold, dice.randint(wager.minimum, bold))
        choices.append(wager.action(dice.choice(amounts)))
    return dice.choice(choices or [do.Fold()])


def play_on(harness: TableHarness, dice: random.Random) -> None:
    """The player in turn acts, or a hand is dealt, or time passes."""
    play = harness.table.current_hand
    if play is not None and play.turn is not None:
        action = some_act(dice, play.turn.legal, play.known_cards.get(play.turn.seat, ()))
        harness.take(action)
    elif harness.outcome.wants_deck:
        harness.submit(inputs.Deal(harness.next_deck()))
    elif harness.outcome.wake_at is not None and dice.random() < 0.8:
        harness.advance_to_wake_time()
    else:
        name = dice.choice(PLAYER_NAMES[: harness.table.settings.seats + 1])
        for request in (
            from_player(name, commands.Sit()),
            inputs.ConnectionUp(name),
            from_player(name, commands.AddChips(chips=30)),
            from_player(name, commands.SitIn()),
            answer_buy_in(harness, dice),
            inputs.PlayerCommand(harness.table.host, LastHand(on=False)),
            inputs.PlayerCommand(harness.table.host, LockTable(on=False)),
            inputs.PlayerCommand(harness.table.host, commands.GoOn()),
        ):
            attempt(harness, request)


def some_host_act(dice: random.Random, harness: TableHarness) -> inputs.Input:
    """An act of the host, or of somebody who would like to be; the night goes on."""
    host = (
        harness.table.host if dice.random() < 0.8 else OWNER if dice.random() < 0.5 else inputs.PlayerIdentity("x", "x")
    )
    seat = dice.randint(1, harness.table.settings.seats)
    if dice.random() < 0.3:
        name = dice.choice(PLAYER_NAMES[: harness.table.settings.seats + 1])
        request = dice.choice((inputs.BanRequest, inputs.MuteRequest))
        return request(host, inputs.PlayerIdentity(name, name), on=dice.random() < 0.4)
    act = dice.choice(
        (
            LastHand(on=dice.random() < 0.4),
            Kick(seat=seat),
            MovePlayer(seat=seat, to=dice.randint(0, 9)),
            RemoveWaiting(name=dice.choice(PLAYER_NAMES)),
            HandOver(seat=seat),
            LockTable(on=dice.random() < 0.4),
            ChangeRail(limit=dice.choice((None, 0, 2)), speaks=dice.random() < 0.5),
            Announce(text="Pizza at ten."),
            commands.ChangeGame(chosen=some_choice(dice)),
            some_correction(dice, harness),
        )
    )
    return inputs.PlayerCommand(host, act)


def some_correction(dice: random.Random, harness: TableHarness) -> CorrectBooks:
    """A correction of the books, mostly one that balances and moves chips that are there."""
    here = [account.name for account in harness.table.bank.accounts.values()]
    names = dice.sample(here, min(len(here), dice.randint(2, 3))) if dice.random() < 0.8 else [*PLAYER_NAMES[:2]]
    chips = [dice.choice((-30, -5, 5, 7)) for _ in names[1:]]
    chips.append(-sum(chips) if dice.random() < 0.9 else 1)
    players = tuple(CorrectedPlayer(name, amount) for name, amount in zip(names, chips, strict=True))
    return CorrectBooks(players=players, reason=dice.choice(("The pot of hand 3 was Heron's.", "")))


def disturb(harness: TableHarness, dice: random.Random) -> None:
    """Somebody asks for something, wisely or not."""
    name = dice.choice(PLAYER_NAMES[: harness.table.settings.seats + 3])
    chips = dice.choice((0, 1, 10, 60, 500))
    turn = dice.randint(0, 3)
    if (choosing := harness.table.rotation.state.choosing) and dice.random() < 0.4:
        name = dice.choice((name, harness.player_by_seat.get(choosing.seat, name)))
        attempt(harness, from_player(name, commands.ChooseGame(chosen=some_choice(dice))))
        return
    if dice.random() < 0.1:
        attempt(harness, some_host_act(dice, harness))
        return
    attempt(
        harness,
        dice.choice(
            (
                from_player(name, commands.Sit(seat=dice.randint(0, 9), chips=chips), bot=dice.random() < 0.3),
                house_bot(name),
                from_player(name, commands.Sit()),
                from_player(name, commands.Stand()),
                from_player(name, commands.ChangeSeat(seat=dice.randint(0, 9))),
                from_player(name, commands.JoinWaitingList(chips=chips)),
                from_player(name, commands.LeaveWaitingList()),
                from_player(name, commands.AddChips(chips=chips)),
                from_player(name, commands.AddChips(chips=60)),
                from_player(name, AutoTopUp(to=dice.choice(tuple(TopUpTo)))),
                answer_buy_in(harness, dice),
                from_player(name, commands.SitOut()),
                from_player(name, commands.SitIn()),
                from_player(
                    name,
                    commands.Act(
                        hand=harness.table.hand_number,
                        turn=turn,
                        action=dice.choice((do.Fold(), do.Call(), do.Raise(9), do.Draw())),
                    ),
                ),
                from_player(name, commands.ShowHand()),
                from_player(name, commands.ShowHand(cards=_some_card_of(harness, name))),
                from_player(name, commands.HuntRabbit()),
                from_player(name, LetRailSee(on=dice.random() < 0.7)),
                from_player(name, commands.ChopBlinds(on=dice.random() < 0.7)),
                from_player(name, commands.AskBombPot(on=dice.random() < 0.8)),
                from_player(dice.choice((name, HOST.name)), commands.CallBombPot(on=dice.random() < 0.8)),
                from_player(name, commands.Straddle(on=dice.random() < 0.7)),
                from_player(name, commands.PostBlind(on=dice.random() < 0.7)),
                from_player(name, commands.SeeHand(seat=dice.randint(1, 9))),
                from_player(dice.choice((name, HOST.name)), commands.Pause()),
                from_player(dice.choice((name, HOST.name)), commands.GoOn()),
                from_player(dice.choice((name, HOST.name)), commands.TakeBreak(minutes=dice.randint(0, 2))),
                from_player(name, commands.Vote(on=dice.random() < 0.7, minutes=dice.randint(0, 2))),
                inputs.NameChanged(name, dice.choice((name, f"{name} II", f"{name} III", "Wren II"))),
                inputs.ConnectionUp(name),
                inputs.ConnectionDown(name),
                inputs.Deal(harness.next_deck()),
                inputs.Tick(),
            )
        ),
    )


def _some_card_of(harness: TableHarness, name: str) -> tuple[Card, ...]:
    """The first card that a player knows of their hand, if any."""
    seat = harness.table.seats.of(name)
    return () if seat is None else harness.view(name).you.cards[:1]


def answer_buy_in(harness: TableHarness, dice: random.Random) -> inputs.PlayerCommand:
    """The answer to who asks for chips, mostly by the host, who approves."""
    waiting = [seat for seat in harness.table.seats.occupied if seat.requested]
    seat = dice.choice(waiting) if waiting else None
    command = AnswerBuyIn(
        seat=seat.number if seat else dice.randint(1, 9),
        chips=seat.requested if seat else 40,
        approve=dice.random() < 0.7,
    )
    by = harness.table.host if dice.random() < 0.8 else from_player(dice.choice(PLAYER_NAMES), command).player
    return inputs.PlayerCommand(by, command)


def play_or_disturb(harness: TableHarness, dice: random.Random) -> None:
    """The next thing that happens at the table: mostly play goes on."""
    if dice.random() < 0.25:
        disturb(harness, dice)
    elif dice.random() < 0.1 and harness.outcome.wake_at is not None:
        harness.advance_to_wake_time()
    else:
        play_on(harness, dice)
