"""Questions on the table: requests for chips, which the host answers with a key, and votes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.input_state import InputState
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Offers
from railbird_shared.protocol.commands import AddBot, HuntRabbit, Vote
from railbird_shared.protocol.host_commands import AnswerBuyIn
from railbird_shared.protocol.view import SeatView, TableView, VoteView, You
from support.chances_views import all_in_on_the_turn
from support.drawn_table import DrawnTable, drawn_table
from support.screen_harness import run_table_screen
from support.view_builders import (
    SNAPSHOT_TIME_MS,
    holdem_view,
    run_out,
    seat_view,
    snapshot_message,
    step_message,
    table_view,
)

HERON = replace(seat_view(2), stack=0, requested=150, sitting_out=True)
JAY = replace(seat_view(3), stack=0, requested=80, sitting_out=True)
SIZES = ((60, 18), (80, 24), (120, 40))


def asking(*seats: SeatView) -> TableView:
    return table_view(seat_view(1), *seats, you=You(1, is_host=True), host="Wren")


def hosts_turn() -> TableView:
    """The host's own turn, while Dunlin asks for chips."""
    view = holdem_view()
    seats = tuple(replace(each, requested=90) if each and each.seat == 9 else each for each in view.seats)
    return replace(view, seats=seats, you=replace(view.you, is_host=True))


def rows_with(drawn: DrawnTable, words: str) -> list[int]:
    rows = [y for y, line in enumerate(drawn.lines) if words in line]
    assert rows, f"{words!r} is not on the screen"
    return rows


@pytest.mark.parametrize("size", SIZES)
async def test_a_request_stands_on_the_table_with_its_keys(size: tuple[int, int]) -> None:
    async with run_table_screen(asking(HERON, JAY), size=size) as host:
        assert "Heron asks for 150" in host.text
        for words in ("give", "refuse", "give all 2"):
            assert words in host.text


@pytest.mark.parametrize(("key", "approve"), [("y", True), ("n", False)])
async def test_the_host_answers_the_first_request_with_a_key(key: str, *, approve: bool) -> None:
    async with run_table_screen(asking(HERON, JAY)) as host:
        host.app.clock.advance()
        await host.press(key)
        assert host.commands == [AnswerBuyIn(seat=2, chips=150, approve=approve)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_request_that_waits_longest_comes_first(size: tuple[int, int]) -> None:
    view = asking(replace(HERON, asked_at=9000), replace(JAY, asked_at=8000))
    async with run_table_screen(view, size=size) as host:
        assert "Jay asks for 80" in host.text
        await host.press("y")
        assert host.commands == [AnswerBuyIn(seat=3, chips=80, approve=True)]
        await host.press("q")
        assert host.text.index("Jay") < host.text.index("Heron")


async def test_the_host_gives_all_with_one_key() -> None:
    async with run_table_screen(asking(HERON, JAY)) as host:
        host.app.clock.advance()
        await host.press("b")
        host.app.tick()
        given = [AnswerBuyIn(seat=2, chips=150, approve=True), AnswerBuyIn(seat=3, chips=80, approve=True)]
        assert host.commands == given


def test_a_key_that_was_meant_for_something_else_answers_no_request() -> None:
    state = InputState("Wren")
    state.update_view(asking(replace(HERON, requested=0)), 10.0)
    state.update_view(asking(HERON), 20.0)
    state.press(TableKey.RABBIT, 20.1)
    assert state.tick(21.0) is None
    state.press(TableKey.RABBIT, 25.0)
    assert state.tick(26.0) == AnswerBuyIn(seat=2, chips=150, approve=True)


def test_a_click_on_another_button_answers_no_request() -> None:
    state = InputState("Wren")
    state.update_view(asking(HERON), 10.0)
    state.press(TableKey.ADD_BOT, 20.0, clicked=True)
    assert not isinstance(state.tick(21.0), AnswerBuyIn)


def test_the_keys_answer_no_request_while_the_end_of_a_hand_is_shown() -> None:
    view, told = run_out(2)
    session = TableModel(TableOptions(street_pause=1.5), "Wren")
    session.receive(snapshot_message(replace(view, you=You(3, is_host=True))), 100.0)
    for message in told:
        session.receive(message, 101.0)
    session.receive(step_message(ev.BuyInRequested(1, 150)), 101.0)
    assert session.is_revealing
    assert session.press(TableKey.ADD_BOT, 102.0) is None
    assert session.notices.current(102.0).endswith("asks for 150: press [Q] to answer.")
    session.tick(120.0)
    assert not session.is_revealing
    assert session.press(TableKey.RABBIT, 120.1) is None
    assert session.press(TableKey.RABBIT, 121.0) == AnswerBuyIn(seat=1, chips=150, approve=True)


@pytest.mark.parametrize(("key", "meant"), [(TableKey.RABBIT, HuntRabbit()), (TableKey.ADD_BOT, AddBot())])
def test_a_key_that_was_meant_for_a_request_that_is_gone_does_nothing_else(
    key: TableKey, meant: HuntRabbit | AddBot
) -> None:
    state = InputState("Wren")
    state.update_view(asking(HERON), 10.0)
    state.update_view(replace(asking(), you=You(1, is_host=True, offers=Offers(rabbit=True))), 20.0)
    state.press(key, 20.1)
    assert state.tick(20.2) is None
    state.press(key, 21.0)
    assert state.tick(21.0) == meant


def test_a_key_of_a_turn_that_has_just_ended_answers_no_request() -> None:
    turn = hosts_turn()
    state = InputState("Wren")
    state.update_view(turn, 10.0)
    state.update_view(replace(turn, turn=None, you=replace(turn.you, legal=None)), 20.0)
    state.press(TableKey.BET, 20.1)
    state.press(TableKey.RABBIT, 20.2)
    assert state.tick(21.0) is None
    state.press(TableKey.RABBIT, 22.0)
    assert state.tick(22.0) == AnswerBuyIn(seat=9, chips=90, approve=True)


def test_a_key_of_a_prompt_that_has_just_closed_answers_no_request() -> None:
    state = InputState("Wren")
    state.update_view(replace(asking(HERON), you=You(1, is_host=True, offers=Offers(max_top_up=50))), 10.0)
    for key, at, answer in (
        (TableKey.ADD_CHIPS, 11.0, None),
        (TableKey.CANCEL, 12.0, None),
        (TableKey.RABBIT, 12.1, None),
        (TableKey.RABBIT, 13.0, AnswerBuyIn(seat=2, chips=150, approve=True)),
    ):
        state.press(key, at)
        assert state.tick(at) == answer


@pytest.mark.parametrize("size", SIZES)
async def test_a_letter_names_no_other_use_while_it_answers_a_request(size: tuple[int, int]) -> None:
    you = You(1, is_host=True, offers=Offers(rabbit=True, show_one=True))
    async with run_table_screen(replace(asking(HERON), you=you), size=size) as host:
        assert "Rabbit" not in host.text
        assert "dd bot" not in host.text
        assert "add a bot" not in host.text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", ["y", "n"])
async def test_a_letter_that_answers_does_nothing_else_in_the_turn_of_the_host(key: str, size: tuple[int, int]) -> None:
    async with run_table_screen(hosts_turn(), size=size) as host:
        host.app.clock.advance()
        assert "1 asks:   Q  answers" in host.text
        await host.press(key)
        assert host.commands == []
        assert "Dunlin asks for 90: press [Q] to answer." in host.text
        assert "1 asks:   Q  answers" in host.text


VOTE = VoteView(10, SNAPSHOT_TIME_MS + 60_000, (2,))
BREAK_KEYS = " ,  yes   -  no"


@pytest.mark.parametrize("size", SIZES)
async def test_the_keys_of_a_vote_are_named_wherever_they_act(size: tuple[int, int]) -> None:
    turn = replace(holdem_view(), vote=VOTE)
    waiting = replace(turn, turn=None, you=replace(turn.you, legal=None))
    for view, words in ((waiting, "Break of 10 minutes? 1 of 5, 60 s"), (turn, "Vote:")):
        async with run_table_screen(view, size=size) as player:
            assert f"{words}  {BREAK_KEYS}" in player.text
            await player.press("minus")
            assert player.commands == [Vote(on=False)]


@pytest.mark.parametrize("size", SIZES)
async def test_a_question_that_no_key_answers_now_says_when(size: tuple[int, int]) -> None:
    turn = replace(holdem_view(), vote=VOTE)
    offers = Offers(max_top_up=50)
    for view, key in ((turn, "equals_sign"), (replace(asking(HERON), you=You(1, is_host=True, offers=offers)), "plus")):
        async with run_table_screen(view, size=size) as player:
            await player.press(key)
            assert ("Vote" if view is turn else "1 asks") + ": answer after this" in player.text
            assert BREAK_KEYS not in player.text


def test_a_vote_keeps_its_keys_while_the_end_of_a_hand_is_shown() -> None:
    view, told = run_out(2)
    drawn = drawn_table(replace(view, you=You(3), vote=VOTE), *told, options=TableOptions(street_pause=1.5))
    assert BREAK_KEYS in "\n".join(drawn.lines)


@pytest.mark.parametrize("size", SIZES)
def test_a_question_covers_no_button(size: tuple[int, int]) -> None:
    you = You(1, is_host=True, offers=Offers(show_one=True))
    sitting = drawn_table(replace(asking(HERON, JAY), you=you), size=size)
    assert rows_with(sitting, "Show one") != rows_with(sitting, "give all 2")
    rail, told = all_in_on_the_turn()
    seats = tuple(seat and replace(seat, requested=80 if seat.folded else 0) for seat in rail.seats)
    hosting = drawn_table(replace(rail, seats=seats, you=You(is_host=True)), *told, size=size)
    assert rows_with(hosting, "Leave") != rows_with(hosting, "give all 4")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_keys_stand_on_caps_and_that_of_the_menu_at_the_right(size: tuple[int, int]) -> None:
    drawn = drawn_table(asking(HERON), size=size)
    y = size[1] - 2
    palette, letters = drawn.look.palette, drawn.canvas.letters[y]
    caps = [letter.char for x, letter in sorted(letters.items()) if letter.colour == palette.background]
    assert caps == ["Y", "N"]
    assert all(drawn.canvas.pixels[2 * y][x] == palette.text for x, each in letters.items() if each.char in caps)
    assert drawn.lines[y].rstrip().endswith("Q menu")
    assert drawn.geometry.main - len(drawn.lines[y].rstrip()) <= 3


@pytest.mark.parametrize("size", SIZES)
def test_the_keys_of_a_vote_are_named_beside_a_request(size: tuple[int, int]) -> None:
    drawn = drawn_table(replace(asking(HERON), vote=VOTE), size=size)
    assert rows_with(drawn, "Heron asks for 150")
    assert rows_with(drawn, ", Vote: yes")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_a_strip_is_as_wide_as_the_bar_and_begins_with_it(size: tuple[int, int]) -> None:
    view = replace(holdem_view(), vote=VOTE, turn=None)
    drawn = drawn_table(replace(view, you=replace(view.you, legal=None)), size=size)
    bar, row = drawn.geometry.bar, drawn.canvas.pixels[2 * (size[1] - 2)]
    assert [drawn.look.palette.plate_edge] * 8 == row[bar.x + bar.width - 8 : bar.x + bar.width]
    assert drawn.lines[size[1] - 2].index("Break") == max(2, bar.x)


@pytest.mark.parametrize("size", SIZES)
def test_no_key_stands_on_a_cap_while_keys_write_in_the_chat(size: tuple[int, int]) -> None:
    drawn = drawn_table(asking(HERON), size=size, typing=True)
    [y] = rows_with(drawn, "Heron asks for 150")
    letters = drawn.canvas.letters[y].values()
    assert {each.colour for each in letters if each.char in "YN"} == {drawn.look.palette.dim}


@pytest.mark.parametrize("bell", [True, False])
async def test_the_bell_rings_once_for_requests_and_once_for_a_vote(
    monkeypatch: pytest.MonkeyPatch, bell: bool
) -> None:
    rung: list[bool] = []
    monkeypatch.setattr("textual.app.App.bell", lambda _: rung.append(True))
    async with run_table_screen(
        asking(replace(HERON, requested=0), replace(JAY, requested=0)), options=TableOptions(bell=bell)
    ) as host:
        for event, count in (
            (ev.BuyInRequested(2, 150), 1),
            (ev.BuyInRequested(3, 80), 1),
            (ev.VoteCalled(2, 10, SNAPSHOT_TIME_MS + 60_000), 2),
            (ev.VoteCounted((1, 2), ()), 2),
            (ev.VoteCounted((2,), (1,)), 2),
            (ev.VoteEnded(carried=False), 2),
            (ev.VoteCalled(1, 10, SNAPSHOT_TIME_MS + 90_000), 2),
            (ev.VoteEnded(carried=False), 2),
            (ev.VoteCalled(3, 10, SNAPSHOT_TIME_MS + 90_000), 3),
        ):
            host.app.receive(step_message(event))
            assert rung == [True] * count * bell


async def test_a_host_reads_that_a_request_is_gone() -> None:
    async with run_table_screen(asking(HERON)) as host:
        host.app.receive(step_message(ev.PlayerLeft(2, "Heron", 0)))
        await host.pilot.pause()
        assert "Heron has left; nothing was given." in host.text


@pytest.mark.parametrize(
    "events",
    [
        (ev.PlayerRenamed("Heron", "Egret"),),
        (ev.SeatChanged(2, 4),),
        (ev.BuyInDeclined(2, 150, "Wren"), ev.PlayerLeft(2, "Heron", 0)),
        (ev.PlayerKicked("Wren", 2), ev.PlayerLeft(2, "Heron", 0)),
    ],
)
async def test_a_host_does_not_read_so_of_who_stays_or_was_answered(events: tuple[ev.PublicEvent, ...]) -> None:
    async with run_table_screen(asking(HERON)) as host:
        host.app.receive(step_message(*events))
        await host.pilot.pause()
        assert "nothing was given" not in host.text


def test_a_player_who_asked_reads_that_the_seat_waits_for_the_host_alone() -> None:
    session = TableModel(TableOptions(), "Wren")
    own = replace(seat_view(1), stack=0, requested=150, sitting_out=True, in_hand=False)
    session.receive(snapshot_message(table_view(own, seat_view(2), you=You(1), host="Heron")), 100.0)
    session.receive(step_message(ev.SeatExpiring(1, 60_000)), 101.0)
    sentence = "Heron has to agree to your chips within 60 seconds, or you give up your seat."
    assert session.notices.sticky == sentence


async def test_a_player_who_asked_reads_that_they_wait_for_the_host() -> None:
    own = replace(seat_view(1), stack=0, requested=150)
    view = table_view(own, seat_view(2), you=You(1), host="Heron")
    async with run_table_screen(view) as player:
        assert "You asked for 150. Heron has to agree." in player.text
        assert "press [+]" not in player.text
