"""The menu of a table's host, the key that opens it, and the menu as text in four sizes, as golden screens.

`RAILBIRD_RENEW=1` writes the golden screens anew; read `git diff` before you commit them.
"""

from __future__ import annotations

from unittest import mock

import pytest
from msgspec.structs import replace

from railbird_client.hosting.host_dialogs import ChangeGameDialog, PersonDialog
from railbird_client.hosting.host_menu_screen import GROUPS, HostMenu, host_acts
from railbird_client.hosting.profiles import PlayerProfiles
from railbird_client.table.prompts import refusal_of
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.dialogs import Ask, Choice, ChoiceDialog
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
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
from railbird_shared.protocol.view import PauseView, TableView, WaitingPlayer, You
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import run_table_screen
from support.view_builders import holdem_view, seat_view, snapshot_message, table_view

HOST = You(1, is_host=True)


@pytest.mark.parametrize(
    ("keys", "command"),
    [
        (("q", "l", "y"), LastHand()),
        (("q", "l", "n"), None),
        (("q", "e", "y"), EndNight()),
        (("q", "u"), LockTable()),
        (("q", "k", "2", "y"), Kick(seat=2)),
        (("q", "k", "2", "n"), None),
        (("q", "k", "down", "enter", "y"), Kick(seat=3)),
        (("q", "k", "down", "up", "enter", "y"), Kick(seat=2)),
        (("q", "v", "down", "enter", "enter"), MovePlayer(seat=2, to=4)),
        (("q", "d", "enter", "enter", "y"), Ban(name="Heron")),
        (("q", "v", "2", "6"), MovePlayer(seat=2, to=6)),
        (("q", "v", "1", "2", "5"), MovePlayer(seat=1, to=5)),
        (("q", "o", "2"), HandOver(seat=2)),
        (("q", "t"), Pause()),
        (("q", "f"), TakeBreak()),
        (("q", "z", *"end", "enter"), EndNight(now=True)),
        (("q", "z", *"yes", "enter", "escape"), None),
        (("q", "d", "1", "2", "y"), Ban(name="Heron")),
        (("q", "d", "2", "2", "y"), Ban(name="Heron", address=True)),
        (("q", "d", "3", *"Rook", "enter", "y"), Ban(name="Rook")),
        (("q", "d", "1", "2", "n"), None),
        (("q", "m", "1", "2"), Mute(name="Heron")),
        (("q", "m", "2", *"Rook", "enter"), Mute(name="Rook")),
        (("q", "1", *"Rook", "enter"), SendAway(name="Rook")),
        (("q", "2", "2", "0", "enter"), ChangeRail(limit=20)),
        (("q", "2", *"many", "enter", "escape"), None),
        (("q", "3"), ChangeRail(speaks=True)),
        (("q", "y"), AnswerBuyIn(seat=3, chips=40)),
        (("q", "enter"), AnswerBuyIn(seat=3, chips=40)),
        (("q", "n"), AnswerBuyIn(seat=3, chips=40, approve=False)),
        (("q", "b"), AnswerBuyIn(seat=3, chips=40)),
        (("q", "down", "enter"), Pause()),
        (("q", "w", "p", "j", "escape"), None),
        (("q", "a", *"Hello", "enter"), Announce(text="Hello")),
        (("q", "k", "9", "escape"), None),
        (("q", "escape"), None),
        (("q", "q"), None),
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
    assert host_acts(view)["P"].refusal == "This table plays no bomb pots."
    view = replace(view, rules=replace(view.rules, bomb_pot=10))
    assert host_acts(view)["P"].choice == CallBombPot()
    acts = host_acts(replace(view, next_bomb_pot=10))
    assert acts["P"] == (CallBombPot(on=False), "", "call the bomb pot off")


def test_what_is_so_already_can_be_taken_back() -> None:
    view = table_view(
        seat_view(1), seat_view(2), you=HOST, last_hand=3, seats_locked=True, banned=("Jay",), muted=("Heron",)
    )
    acts = host_acts(view)
    assert acts["L"] == (LastHand(on=False), "", "take the last hand back")
    assert acts["U"].words == "unlock the table"
    kinds = {key: dialog_of(acts[key].choice).choices for key in "MD"}
    assert {key: list(choices) for key, choices in kinds.items()} == {"M": ["2", "3"], "D": ["1", "2", "3", "4"]}


def test_each_act_keeps_its_place_and_says_why_it_is_impossible() -> None:
    alone, many = table_view(seat_view(1), you=HOST), table_view(*map(seat_view, range(1, 7)), you=HOST)
    order = [key for acts in GROUPS.values() for key in acts]
    assert list(host_acts(alone)) == list(host_acts(many)) == order
    refused = {key: act.refusal for key, act in host_acts(alone).items() if act.refusal}
    assert refused == {
        "P": "This table plays no bomb pots.",
        "W": "Nobody waits for a seat.",
        **dict.fromkeys("OXK", "Nobody else has a seat here."),
    }
    assert host_acts(many)["V"].refusal == "No seat is free."
    assert [key for key, act in host_acts(replace(many, tournament="cup")).items() if not act.refusal] == [*"ASJM1"]


def dialog_of(choice: Choice | None) -> ChoiceDialog[Choice]:
    assert isinstance(choice, Ask)
    dialog = choice.dialog()
    assert isinstance(dialog, ChoiceDialog)
    return dialog


def test_who_waits_for_a_seat_can_be_taken_off_the_list() -> None:
    waiting = (WaitingPlayer("Magpie"), WaitingPlayer("Rook"))
    dialog = dialog_of(host_acts(table_view(seat_view(1), you=HOST, waiting=waiting))["W"].choice)
    assert isinstance(dialog, PersonDialog)
    assert [command for _, command in dialog.choices.values()] == [
        RemoveWaiting(name="Magpie"),
        RemoveWaiting(name="Rook"),
    ]


def asking(*seats: int) -> TableView:
    """A table of six with a host at seat 1 where those seats ask for ten times their number."""
    all_seats = (replace(seat_view(seat), requested=10 * seat * (seat in seats)) for seat in range(1, 7))
    return table_view(*all_seats, you=HOST)


async def test_requests_are_answered_one_by_one_or_all_at_once() -> None:
    async with run_table_screen(asking(2, 4, 5)) as player:
        await player.press("q down n b")
        answers = [AnswerBuyIn(seat=seat, chips=10 * seat) for seat in (2, 4, 5)]
        assert player.commands == [AnswerBuyIn(seat=4, chips=40, approve=False), *answers]


@pytest.mark.parametrize("asks", [(2,), (2, 3, 4, 5, 6)])
async def test_requests_that_come_or_go_move_no_letter_and_keep_the_mark(asks: tuple[int, ...]) -> None:
    async with run_table_screen(asking(), size=(120, 40)) as player:
        await player.press("q k escape q down down down")
        before = [line[86:] for line in player.text.splitlines()]
        assert "Nothing waits for you." in before[3]
        player.app.receive(snapshot_message(asking(*asks)))
        await player.press("down up")
        after = [line[86:] for line in player.text.splitlines()]
        assert before[7:] == after[7:]
        assert after[2].endswith(f"Waiting for your answer{len(asks):>7}")
        await player.press("g")
        assert isinstance(player.app.screen, ChangeGameDialog)


async def test_a_request_whose_player_has_left_is_told() -> None:
    gone = seat_view(4).name
    async with run_table_screen(asking(2, 4)) as player:
        await player.press("q down")
        player.app.receive(snapshot_message(table_view(seat_view(1), seat_view(2), you=HOST)))
        await player.press("shift+f1")
        player.app.receive(snapshot_message(asking(4)))
        player.app.receive(snapshot_message(asking()))
        assert "has left" not in player.text
        player.app.receive(snapshot_message(asking(4)))
        player.app.receive(snapshot_message(table_view(seat_view(1), you=HOST)))
        await player.pilot.pause()
        assert f"{gone} has left; nothing was given." in player.text


async def test_a_player_who_asks_under_another_name_has_not_left() -> None:
    async with run_table_screen(asking(2)) as player:
        await player.press("q")
        view = asking(2)
        seats = tuple(seat and (replace(seat, name="Egret") if seat.seat == 2 else seat) for seat in view.seats)
        player.app.receive(snapshot_message(replace(view, seats=seats)))
        await player.pilot.pause()
        assert "has left" not in player.text


async def test_a_click_marks_a_row_and_a_second_does_it() -> None:
    async with run_table_screen(asking(), size=(120, 40)) as player:
        await player.press("q")
        await player.click("lock the table")
        assert player.commands == []
        await player.click("lock the table")
        assert player.commands == [LockTable()]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48)])
async def test_the_menu_is_as_it_was(size: tuple[int, int]) -> None:
    columns, rows = size
    view = replace(holdem_view(), you=replace(holdem_view().you, legal=None, is_host=True), turn=None)
    seats = tuple(replace(seat, requested=200) if seat and seat.seat in {2, 4} else seat for seat in view.seats)
    async with run_table_screen(replace(view, seats=seats), size=size) as player:
        await player.press("q p")
        menu = player.app.screen.query_one(PixelCanvasWidget).region
        text = "\n".join(line[menu.x :] for line in player.text.split("\n"))
        assert_matches_golden_file(CLIENT_SCREENS / f"host-menu-{columns}x{rows}.txt", text, __file__)


def test_only_hosts_have_the_key() -> None:
    assert not refusal_of(TableKey.HOST, table_view(seat_view(1), you=HOST))
    assert refusal_of(TableKey.HOST, table_view(seat_view(1), you=You(1)))


def test_a_paused_table_can_go_on_and_a_coming_break_be_called_off() -> None:
    paused = host_acts(table_view(seat_view(1), you=HOST, pause=PauseView(1)))
    assert paused["T"] == (GoOn(), "", "let the table go on")
    assert paused["F"].refusal
    coming = host_acts(table_view(seat_view(1), you=HOST, coming_break=10))
    assert coming["F"] == (GoOn(), "", "call the break off")


async def test_more_people_than_digits_are_a_list_that_typing_searches() -> None:
    names = tuple(f"Guest{number}" for number in range(1, 31))
    view = table_view(seat_view(1), seat_view(2), you=HOST, banned=(*names, "Jay"))
    async with run_table_screen(view, size=(80, 24)) as player:
        for key in ("q", "d", "4", "end", "enter"):
            await player.press(key)
            await player.pilot.pause()
        for key in ("q", "d", "4", *"guest17", "enter"):
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
        assert not isinstance(player.app.screen, HostMenu)
    [saved] = profiles.tables.load().profiles
    assert saved.name == "Nix"
    assert (saved.setup.game, saved.setup.table.bet) == (view.game.id, view.game.stakes.minimum_bet)
