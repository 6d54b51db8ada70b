"""A player who is led by words: what they are asked, what their lines send, and how they leave."""

from __future__ import annotations

import subprocess
import sys

import pytest
from msgspec.structs import replace

from railbird_client.lines.line_session import MAX_WAITING_LINES, Farewell
from railbird_client.network.link import Closed, CloseReason, ConnectionStatus, LinkState
from railbird_client.player_requests import JoinServer, WatchServer
from railbird_shared.protocol import commands
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Call, Fold
from railbird_shared.protocol.messages import Chat, Lobby, Refused, Step, TableClosed
from support.fake_server import table_info, table_snapshot, welcome_message
from support.line_harness import DEN, PlayedServer, closed_by_password, run_lines
from support.view_builders import holdem_view, snapshot_message

MY_TURN = "(bell)"


def other_turn() -> Step:
    """Wren has acted, and it is the turn of somebody else."""
    seat = holdem_view().you.seat
    assert seat is not None
    return Step(epoch="e1", seq=2, at=0, public=(ev.Called(seat, 180, 180), ev.TurnBegan(1, 9)))


async def test_a_table_is_told_and_the_turn_comes_last_with_a_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        told = await lines.hear(snapshot_message(holdem_view()))
        assert told[0].startswith("You are at ")
        assert told[-2] == MY_TURN
        assert told[-1].startswith("Your turn. ")
        assert await lines.hear(Chat(name="Jay", text="hurry")) == ["Jay says: hurry"]
        assert await lines.say("") == [told[-1]]


async def test_a_word_acts_and_a_refusal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        view = holdem_view()
        await lines.hear(snapshot_message(view))
        assert await lines.say("call") == []
        assert view.turn is not None
        assert lines.sent[-1] == commands.Act(hand=view.hand, turn=view.turn.turn, action=Call())
        assert await lines.hear(Refused(id=1, code="stale", sentence="That turn is over.")) == ["That turn is over."]
        assert len(await lines.say("carry")) == 1


async def test_what_is_asked_is_answered_by_yes_or_the_same_word(monkeypatch: pytest.MonkeyPatch) -> None:
    view = holdem_view()
    assert view.you.legal is not None
    free = replace(view, you=replace(view.you, legal=replace(view.you.legal, call=None, check=True)))
    for answer in ("yes", "fold"):
        async with run_lines(monkeypatch) as lines:
            await lines.hear(snapshot_message(free))
            (asked,) = await lines.say("fold")
            assert "fold" in asked
            await lines.say(answer)
            sent = lines.sent[-1]
            assert isinstance(sent, commands.Act)
            assert sent.action == Fold()


async def test_the_lobby_is_told_as_it_is_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, welcomed=False) as lines:
        await lines.settle()
        told = await lines.hear(welcome_message(), Lobby(tables=(table_info(), table_info(table="t2", name="Attic"))))
        assert any("Attic" in sentence for sentence in told)
        await lines.say("join 2")
        assert lines.sent[-2:] == [commands.Watch(table="t2"), commands.Sit()]


async def test_a_server_asks_for_its_password_and_for_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, welcomed=False) as lines:
        assert await lines.settle() == ["Connecting to den:7777."]
        told = await lines.hear(closed_by_password())
        assert told == ["(bell)", "This server has a password. Type the password."]
        await lines.say("Quail 7")
        assert PlayedServer.latest.password == "Quail 7"
        await lines.hear(Closed(CloseReason.REFUSED, "That name is taken.", code="name"))
        (*_, complaint) = await lines.say("\x07")
        assert complaint
        await lines.say("Robin")
        assert PlayedServer.latest.name == "Robin"
        await lines.hear(closed_by_password())
        await lines.say("quit")
        assert await lines.farewell() == Farewell("")


@pytest.mark.parametrize(("said", "confirmed"), [("yes", True), ("no", False), ("quit", False), ("si", False)])
async def test_a_fingerprint_is_told_and_confirmed(
    monkeypatch: pytest.MonkeyPatch, said: str, *, confirmed: bool
) -> None:
    async with run_lines(monkeypatch, welcomed=False, fingerprint="ab" * 32) as lines:
        told = " ".join(await lines.settle())
        assert "fingerprint" in told
        assert "Say yes" in told
        await lines.say(said)
        assert PlayedServer.latest.confirmed is confirmed


async def test_what_a_plan_lacks_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, JoinServer(), name="", welcomed=False) as lines:
        assert "name" in " ".join(await lines.settle())
        assert "address" in " ".join(await lines.say("Robin"))
        assert await lines.say("::::") != []
        await lines.say("den")
        assert PlayedServer.latest.plan == JoinServer(DEN)
        assert PlayedServer.latest.name == "Robin"


async def test_a_player_who_quits_is_asked_and_told_their_result(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        await lines.hear(table_snapshot(seated=True))
        (question,) = await lines.say("quit")
        assert question.endswith("Say yes to do it.")
        await lines.say("yes")
        assert commands.Leave() in lines.sent
        assert await lines.farewell() == Farewell("You leave with 200, as much as you brought.")


async def test_an_interrupt_leaves_without_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        await lines.hear(table_snapshot(seated=True))
        lines.session.quit()
        lines.session.quit()
        assert (await lines.farewell()).sentence.startswith("You leave with 200")
    async with run_lines(monkeypatch, welcomed=False) as lines:
        await lines.settle()
        lines.session.quit()
        assert await lines.farewell() == Farewell("")


async def test_a_table_is_left_for_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        await lines.hear(table_snapshot(seated=True))
        await lines.say("leave", "yes")
        assert lines.sent[-1] == commands.Leave()
        told = await lines.hear(TableClosed(), Lobby(tables=()))
        assert "You leave with 200, as much as you brought." in told


async def test_an_act_from_a_file_waits_for_the_turn_and_its_end_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, patient=True) as lines:
        await lines.hear(snapshot_message(holdem_view()))
        assert await lines.say("cards", "call", "fold", "cards") != []
        assert len([each for each in lines.sent if isinstance(each, commands.Act)]) == 1  # the other one waits
        assert "You call 180." in await lines.hear(other_turn())
        assert len([each for each in lines.sent if isinstance(each, commands.Act)]) == 1
        await lines.session.feed(None)
        assert await lines.settle() == []  # an act still waits
    async with run_lines(monkeypatch, patient=True) as lines:
        await lines.hear(table_snapshot(seated=True))
        await lines.session.feed(None)
        assert (await lines.farewell()).sentence.startswith("You leave with 200")


async def test_a_spectator_from_a_file_is_told_that_it_is_not_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, WatchServer(DEN), patient=True) as lines:
        await lines.hear(table_snapshot())
        assert await lines.say("call") == ["It is not your turn."]


async def test_a_lost_connection_is_told_and_its_return(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch) as lines:
        await lines.hear(table_snapshot(seated=True))
        online, lost = ConnectionStatus(LinkState.ONLINE), ConnectionStatus(LinkState.LOST)
        assert await lines.hear(online, lost) == ["The connection is lost. Trying to reconnect."]
        assert await lines.hear(online) == ["The connection is back."]
        assert await lines.hear(table_snapshot(seated=True)) == []


async def test_what_a_player_cannot_have_typed_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, welcomed=False) as lines:
        await lines.settle()
        for number in range(2 * MAX_WAITING_LINES):
            lines.session.take(f"say {number}")
        await lines.hear(welcome_message(table="t1"), table_snapshot())
        assert sum(isinstance(each, commands.SendChat) for each in lines.sent) == MAX_WAITING_LINES


async def test_a_server_that_is_never_reached_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    async with run_lines(monkeypatch, welcomed=False) as lines:
        await lines.settle()
        await lines.hear(Closed(CloseReason.UNREACHABLE, "Nobody answers at den."))
        assert await lines.farewell() == Farewell("Nobody answers at den.", failed=True)


def test_lines_load_no_screen() -> None:
    code = "import sys, railbird_client.lines.line_terminal; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {name for name in loaded if name.split(".")[0] in {"textual", "rich"}}
