"""Bots of a class of somebody's own, and the one on the page about them, at a real server over real sockets."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from itertools import count
from pathlib import Path
from typing import cast, get_args

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from railbird_server.bots.bot import Bot, NoAnswer, Question, answer, decide_here, simple_answer
from railbird_server.bots.profiles import LOOSE
from railbird_server.bots.remote import run_bots
from railbird_server.cli import main
from railbird_server.cli.console import EXIT_INTERRUPTED
from railbird_server.runtime.server import Server
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.protocol import actions
from railbird_shared.protocol.actions import Action, Call, Check, Fold, LegalActions, Raise, Wager, WagerKind
from railbird_shared.protocol.events import HandStarted
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import LastAct, TableView
from support.bot_builders import is_legal, legal_actions_facing, opponent_seat, question_on_the_flop, view_from_seat_one
from support.network_clients import FAMILY_GAMES, HeadlessClient, connect_in_memory, run_server
from support.timeouts import TIMEOUT_SECONDS

PAGE = (Path(__file__).parents[3] / "docs" / "bots.md").read_text(encoding="utf-8")
EXAMPLE, PROGRAM = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)

DEALERS_CHOICE = Rotation(
    tuple(ChosenGame(game) for game in ("omaha8", "badugi", "razz")), hands=1, dealers_choice=True
)


def example_bot() -> type[Bot]:
    """The bot on the page."""
    names: dict[str, type[Bot]] = {}
    exec(EXAMPLE, names)
    return names["MyBot"]


async def play_hands(server: Server, table: str, bot_class: type[Bot], rail: HeadlessClient, hands: int) -> list[str]:
    """Has two bots play at a table; returns what they complain of when the server ends it."""
    complaints: list[str] = []
    complained = asyncio.Event()

    def report(sentence: str) -> None:
        if " sits at " not in sentence:
            complaints.append(sentence)
            complained.set()

    playing = asyncio.create_task(
        run_bots(
            address=server.address,
            count=2,
            bot_class=bot_class,
            table=table,
            human_pace=False,
            report=report,
        )
    )
    async with asyncio.timeout(TIMEOUT_SECONDS):
        watching = asyncio.create_task(rail.wait_for_view(lambda view: view.hand > hands))
        failing = asyncio.create_task(complained.wait())
        await asyncio.wait({watching, failing}, return_when=asyncio.FIRST_COMPLETED)
    for task in (watching, failing, playing):
        task.cancel()
    await asyncio.gather(watching, failing, playing, return_exceptions=True)
    return complaints


def test_the_page_says_truly_that_its_bot_has_fifteen_lines() -> None:
    assert len([line for line in EXAMPLE.splitlines() if line]) <= 15


def test_the_other_program_on_the_page_can_be_read() -> None:
    exec(PROGRAM, {})


def test_the_acts_and_fields_on_the_page_are_those_of_the_program() -> None:
    view = view_from_seat_one("Ah Kh", opponent_seat(2, LastAct.BET, bet=4), board="Kd 7c 2h", street=1, to_match=4)
    legal = LegalActions(1, 200, call=4, wager=Wager(WagerKind.RAISE, 8, 200), claims=("pair",))
    known = {**vars(actions), "legal": legal, "view": view, "seat": view.own_seat, "card": view.you.cards[0]}
    rows = [re.findall(r"`([^`]+)`", row) for row in PAGE.splitlines() if row.startswith("|")]
    acts = [eval(span, known) for spans in rows for span in spans[:2] if span.endswith(")") and span[0].isupper()]
    assert {type(act) for act in acts} == set(get_args(Action))
    fields = [span for spans in rows for span in spans if span.startswith(("legal.", "view.", "seat.", "card."))]
    assert len(fields) > 30
    for span in fields:
        eval(span, known)


@pytest.mark.parametrize("game", [*FAMILY_GAMES, "stud-hilo", "triple-draw", "pineapple", "dealer's choice"])
async def test_the_bot_on_the_page_plays_every_game(game: str) -> None:
    async with run_server() as server:
        rail = await connect_in_memory(server)
        if game == "dealer's choice":
            table = await rail.open_table("omaha8", rotation=DEALERS_CHOICE, seats=2)
        else:
            table = await rail.open_table(game, seats=2)
        assert await play_hands(server, table, example_bot(), rail, 2) == []
        assert rail.view is not None
        assert {seat.name for seat in rail.view.occupied} == {"Magpie", "Magpie 2"}


async def test_the_bot_on_the_page_is_sent_by_the_command(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(EXAMPLE, encoding="utf-8")
    words = ("-m", "railbird_server", "bots", "--module", "my_bot:MyBot", "--count", "2", "--no-pause")
    async with run_server() as server:
        rail = await connect_in_memory(server)
        await rail.open_table(seats=2)
        process = await asyncio.create_subprocess_exec(sys.executable, *words, server.address, cwd=tmp_path)
        await rail.wait_for_view(lambda view: view.hand > 2)
        process.terminate()
        await process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="a process there is ended without being asked")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_bots_that_are_stopped_leave_their_table_first(number: signal.Signals) -> None:
    words = ("-m", "railbird_server", "bots", "--count", "3", "--no-pause")
    async with run_server(pause=0) as server:
        rail = await connect_in_memory(server)
        await rail.open_table(seats=3)
        process = await asyncio.create_subprocess_exec(sys.executable, *words, server.address)
        await rail.wait_for_view(lambda view: view.hand > 12 and len(view.occupied) == 3)  # they may not say more now
        for _ in range(2 if number is signal.SIGTERM else 1):  # as by `timeout`, and by a runner that passes it on
            process.send_signal(number)
            await asyncio.sleep(0.02)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            assert await process.wait() in {EXIT_INTERRUPTED, -number}  # the second signal may find it ended
            await rail.wait_for_view(lambda view: not view.occupied)


IMPORT = "from railbird_server.bots.bot import Bot\n"


@pytest.mark.parametrize(
    ("bot_class", "text", "sentence"),
    [
        ("no_module:MyBot", None, "no_module cannot be imported in {folder}: No module named 'no_module'."),
        ("bot_a", IMPORT, "'bot_a' names no class: write MODULE:CLASS, such as my_bot:MyBot."),
        ("bot_a:", IMPORT, "'bot_a:' names no class: write MODULE:CLASS, such as my_bot:MyBot."),
        (
            "bot_b:MyBot",
            f"{IMPORT}class MyBot(Bot)\n    pass\n",
            "bot_b cannot be imported in {folder}: expected ':' (bot_b.py, line 2).",
        ),
        (
            "bot_c:MyBot",
            f"{IMPORT}\nnothing\n",
            "bot_c cannot be imported in {folder}: NameError: name 'nothing' is not defined (bot_c.py, line 3).",
        ),
        (
            "bot_d.py:MyBot",
            "class MyBot: pass\n",
            "bot_d has no class of bots MyBot: derive one from railbird_server.bots.bot.Bot.",
        ),
        ("bot_e:MyBot", IMPORT, "bot_e has no class of bots MyBot: derive one from railbird_server.bots.bot.Bot."),
        (
            "bot_f:MyBot",
            f"{IMPORT}class MyBot(Bot): pass\n",
            "MyBot does not say what it does in its turn: write decide(self, view, legal) in it.",
        ),
    ],
)
def test_what_is_no_bot_is_said_in_one_sentence(
    bot_class: str, text: str | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    if text is not None:
        (tmp_path / bot_class.partition(":")[0]).with_suffix(".py").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["bots", "127.0.0.1:1", "--module", bot_class])
    assert (result.exit_code, result.output) == (2, sentence.format(folder=tmp_path) + "\n")


class Patient(Bot):
    """Decides in its own time, stays in, and shows what it had."""

    async def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        await asyncio.sleep(0)
        return self.check_or_call(legal)

    def shows(self, view: TableView) -> bool:  # noqa: ARG002
        return True


class Folder(Patient):
    async def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        return self.check_or_fold(legal)


async def test_a_bot_may_show_its_cards_and_decide_in_a_coroutine() -> None:
    async with run_server(pause=0.05) as server:
        rail = await connect_in_memory(server)
        table = await rail.open_table(seats=2)
        assert await play_hands(server, table, Folder, rail, 2) == []
        steps = [each for each in rail.messages if isinstance(each, Step)]
        assert any(isinstance(event, HandStarted) for step in steps for event in step.public)
        shown = [event for step in steps for event in step.public if "Shown" in type(event).__name__]
        assert shown, "nobody reaches a showdown, so that only a bot that shows has shown"


class Broken(Bot):
    def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        raise ZeroDivisionError


class Wordy(Bot):
    def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        return cast("Action", "call")


@pytest.mark.parametrize(("bot_class", "words"), [(Broken, "ZeroDivisionError"), (Wordy, "decided 'call'")])
async def test_an_error_in_a_bot_is_printed_and_ends_it(
    bot_class: type[Bot], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with run_server() as server:
        rail = await connect_in_memory(server)
        table = await rail.open_table(seats=2)
        assert await play_hands(server, table, bot_class, rail, 1) == [
            f"{bot_class.__name__} stopped at an error of its own."
        ]
        assert words in capsys.readouterr().err


class Greedy(Bot):
    def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        return Raise(to=3)


async def test_a_bot_that_ends_at_an_error_of_its_own_leaves_its_seat() -> None:
    class Late(Patient):
        async def decide(self, view: TableView, legal: LegalActions) -> Action:
            if view.hand > 1:
                raise ZeroDivisionError
            return await super().decide(view, legal)

    async with run_server() as server:
        rail = await connect_in_memory(server)
        table = await rail.open_table(seats=2)
        playing = run_bots(address=server.address, count=2, bot_class=Late, table=table, human_pace=False, report=str)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            ending = asyncio.create_task(playing)
            await rail.wait_for_view(lambda view: view.hand > 1 and len(view.occupied) < 2)
        ending.cancel()
        await asyncio.gather(ending, return_exceptions=True)


async def test_an_act_that_is_refused_is_told_with_the_name_of_the_bot() -> None:
    async with run_server() as server:
        rail = await connect_in_memory(server)
        table = await rail.open_table(seats=2)
        complaints = await play_hands(server, table, Greedy, rail, 1)
    reason = "Raise(to=3) is refused: The least you can raise to is 4. Fold() is sent instead."
    assert complaints[0] in {f"Greedy: {reason}", f"Greedy 2: {reason}"}


async def test_when_one_bot_fails_the_others_play_on_and_the_status_is_1_in_the_end() -> None:
    made = count(1)

    class Frail(Patient):
        def __init__(self) -> None:
            if next(made) == 2:
                raise ZeroDivisionError

    complaints: list[str] = []
    async with run_server() as server:
        rail = await connect_in_memory(server)
        table = await rail.open_table(seats=3)
        playing = asyncio.create_task(
            run_bots(
                address=server.address,
                count=3,
                bot_class=Frail,
                table=table,
                human_pace=False,
                report=complaints.append,
            )
        )
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await rail.wait_for_view(lambda view: view.hand > 2)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        assert await playing == 1
    assert next(each for each in complaints if " sits at " not in each) == "Frail stopped at an error of its own."


def test_what_asks_for_no_bet_is_told_from_what_does() -> None:
    assert LegalActions(1, 100, check=True, wager=Wager(WagerKind.BET, 2, 100)).is_betting
    assert LegalActions(1, 100, bring_in=1).is_betting
    for legal in (
        LegalActions(1, 100, max_discards=0),
        LegalActions(1, 100, declare=True),
        LegalActions(1, 100, claims=("pair",)),
        LegalActions(1, 100, max_runs=2),
    ):
        assert not legal.is_betting


def test_the_same_question_has_the_same_answer() -> None:
    assert [answer(question_on_the_flop("a"))] * 5 == [answer(question_on_the_flop("a")) for _ in range(5)]


def test_the_seed_is_part_of_the_question() -> None:
    assert len({answer(question_on_the_flop(str(seed))) for seed in range(20)}) > 1


async def test_a_question_may_be_answered_in_this_process() -> None:
    assert await decide_here(question_on_the_flop("a")) == answer(question_on_the_flop("a"))


def test_who_cannot_think_calls_little_and_folds_to_much() -> None:
    def facing(bet: int) -> object:
        view = view_from_seat_one(
            "Ah Kh", opponent_seat(2, LastAct.BET, bet=bet), board="Kd 7c 2h", street=1, to_match=bet, pot=40
        )
        return simple_answer(
            Question(replace(view, you=replace(view.you, legal=legal_actions_facing(view))), LOOSE, "")
        )

    assert (facing(0), facing(2), facing(190)) == (Check(), Call(), Fold())


def test_who_cannot_think_acts_legally() -> None:
    question = question_on_the_flop("a")
    assert question.view.you.legal is not None
    assert is_legal(question.view.you.legal, simple_answer(question))


def test_nothing_is_asked_of_a_player_who_is_not_in_turn() -> None:
    question = Question(view_from_seat_one("Ah Kh", opponent_seat(2)), LOOSE, "")
    for reply in (answer, simple_answer):
        with pytest.raises(NoAnswer):
            reply(question)
