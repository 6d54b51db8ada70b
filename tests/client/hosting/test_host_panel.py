"""The panel of a table's host, and the key that opens it."""

from __future__ import annotations

from unittest import mock

import pytest
from msgspec.structs import replace

from railbird_client.hosting.host_dialogs import HostDialog, PersonDialog, host_acts
from railbird_client.hosting.profiles import PlayerProfiles
from railbird_client.table.prompts import refusal_of
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.dialogs import Ask
from railbird_shared.protocol.commands import CallBombPot, Command, GoOn, Pause, TakeBreak
from railbird_shared.protocol.host_commands import (
    Announce,
    AnswerBuyIn,
    Ban,
    ChangeRail,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    LockTable,
    MovePlayer,
    Mute,
    RemoveWaiting,
    SendAway,
)
from railbird_shared.protocol.view import PauseView, WaitingPlayer, You
from support.screen_harness import run_table_screen
from support.view_builders import seat_view, table_view

HOST = You(1, is_host=True)


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        (("q", "l"), LastHand()),
        (("q", "e"), EndNight()),
        (("q", "u"), LockTable()),
        (("q", "k", "2", "y"), Kick(seat=2)),
        (("q", "k", "2", "n"), None),
        (("q", "v", "2", "6"), MovePlayer(seat=2, to=6)),
        (("q", "v", "1", "2", "5"), MovePlayer(seat=1, to=5)),
        (("q", "o", "2"), HandOver(seat=2)),
        (("q", "t"), Pause()),
        (("q", "f"), TakeBreak()),
        (("q", "z", "y"), EndNight(now=True)),
        (("q", "z", "n"), None),
        (("q", "h", *"Rook", "enter"), Ban(name="Rook")),
        (("q", "j", *"Rook", "enter"), Mute(name="Rook")),
        (("q", "1", *"Rook", "enter"), SendAway(name="Rook")),
        (("q", "2", "2", "0", "enter"), ChangeRail(limit=20)),
        (("q", "2", *"many", "enter", "escape"), None),
        (("q", "3"), ChangeRail(speaks=True)),
        (("q", "y", "3"), AnswerBuyIn(seat=3, chips=40)),
        (("q", "d", "3"), AnswerBuyIn(seat=3, chips=40, approve=False)),
        (("q", "b", "2"), Ban(name="Heron")),
        (("q", "r", "2"), Ban(name="Heron", address=True)),
        (("q", "m", "2"), Mute(name="Heron")),
        (("q", "a", *"Hello", "enter"), Announce(text="Hello")),
        (("q", "k", "9", "escape"), None),
        (("q", "escape"), None),
    ],
)
async def test_each_act_has_its_key(keys: tuple[str, ...], command: Command | None) -> None:
    view = table_view(seat_view(1), seat_view(2), replace(seat_view(3), bot=True, requested=40), you=HOST)
    async with run_table_screen(view) as player:
        for key in keys:
            await player.press(key)
            await player.pilot.pause()
        assert player.commands == ([command] if command else [])


def test_bomb_pots_are_called_where_they_are_played() -> None:  # HS-46
    view = table_view(seat_view(1), seat_view(2), you=HOST)
    assert "P" not in host_acts(view)
    view = replace(view, rules=replace(view.rules, bomb_pot=10))
    assert host_acts(view)["P"][1] == CallBombPot()
    acts = host_acts(replace(view, next_bomb_pot=10))
    assert acts["P"] == ("Call the bomb pot off", CallBombPot(on=False))


def test_what_is_so_already_can_be_taken_back() -> None:
    view = table_view(
        seat_view(1), seat_view(2), you=HOST, last_hand=3, seats_locked=True, banned=("Jay",), muted=("Heron",)
    )
    labels = {key: label for key, (label, _) in host_acts(view).items()}
    assert labels["L"] == "Take the last hand back"
    assert labels["U"] == "Unlock the table"
    assert {"N", "C"} <= labels.keys()
    assert "M" not in labels


def test_who_waits_for_a_seat_can_be_taken_off_the_list() -> None:
    waiting = (WaitingPlayer("Magpie"), WaitingPlayer("Rook"))
    _, choice = host_acts(table_view(seat_view(1), you=HOST, waiting=waiting))["W"]
    assert isinstance(choice, Ask)
    dialog = choice.dialog()
    assert isinstance(dialog, PersonDialog)
    assert [command for _, command in dialog.choices.values()] == [
        RemoveWaiting(name="Magpie"),
        RemoveWaiting(name="Rook"),
    ]
    assert "W" not in host_acts(table_view(seat_view(1), you=HOST))


def test_only_hosts_have_the_key() -> None:
    assert not refusal_of(TableKey.HOST, table_view(seat_view(1), you=HOST))
    assert refusal_of(TableKey.HOST, table_view(seat_view(1), you=You(1)))


def test_a_paused_table_can_go_on_and_a_coming_break_be_called_off() -> None:
    paused = host_acts(table_view(seat_view(1), you=HOST, pause=PauseView(1)))
    assert paused["T"] == ("Let the table go on", GoOn())
    assert "F" not in paused
    coming = host_acts(table_view(seat_view(1), you=HOST, coming_break=10))
    assert coming["F"] == ("Call the break off", GoOn())


async def test_more_people_than_digits_are_a_list_that_typing_searches() -> None:
    names = tuple(f"Guest{number}" for number in range(1, 31))
    view = table_view(seat_view(1), seat_view(2), you=HOST, banned=(*names, "Jay"))
    async with run_table_screen(view, size=(80, 24)) as player:
        for key in ("q", "n", "end", "enter"):
            await player.press(key)
            await player.pilot.pause()
        for key in ("q", "n", *"guest17", "enter"):
            await player.press(key)
            await player.pilot.pause()
        assert player.commands == [Ban(name="Jay", on=False), Ban(name="Guest17", on=False)]


async def test_the_table_is_saved_as_a_profile() -> None:
    view = table_view(seat_view(1), seat_view(2), you=HOST)
    profiles = PlayerProfiles()
    async with run_table_screen(view) as player:
        with mock.patch("railbird_client.hosting.host_dialogs.profiles_of", return_value=profiles):
            for key in ("q", "s", "ctrl+u", "enter"):
                await player.press(key)
                await player.pilot.pause()
            assert "Give the profile a name that can be shown." in player.text
            for key in ("N", "i", "x", "enter"):
                await player.press(key)
                await player.pilot.pause()
        assert not isinstance(player.app.screen, HostDialog)
    [saved] = profiles.tables.load().profiles
    assert saved.name == "Nix"
    assert (saved.setup.game, saved.setup.table.bet) == (view.game.id, view.game.stakes.minimum_bet)
