"""How many functions an act passes through from a key to a screen, and how many of them only hand it on.

Run it with `python tests/bench/act_calls.py`; `-v` prints every function. A player calls at a real server in the same
process, whose table they see on the screen of the whole application. `sys.setprofile` looks at the stack of calls at
the moments in which the act goes on: as the command is made, sent, taken from its socket, put into an inbox, ruled on,
told, received, folded and painted. Counted is every function of ours that is on one of those stacks, once. A function
only hands on if all of it is one call, awaited or not, of something else, with at most one condition before it.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import sys
import tempfile
import textwrap
import threading
from pathlib import Path
from types import CodeType, FrameType

sys.path.insert(0, str(Path(__file__).parents[1]))

from railbird_client.player_requests import JoinServer
from railbird_client.table.table_screen import TableScreen
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import Act
from support.app_harness import AppHarness, run_app
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server

ROOT = Path(__file__).parents[2]

MARKS = {
    ("websockets", "Connection.send"),
    ("asyncio", "Queue.put_nowait"),
    ("railbird_server", "Hand.act"),
    ("railbird_shared", "fold_each"),
    ("railbird_server", "SocketTransport.write"),
    ("railbird_client", "PixelCanvasWidget.show"),
    ("railbird_client", "narrate"),
    ("textual", ".post_message"),
}
"""Calls by ours at which the stack is looked at: a part of the path of the file, and the end of the qualified name."""


class PathOfAnAct:
    """The functions that an act passes through, in the order in which they are first seen."""

    def __init__(self) -> None:
        self.functions: dict[CodeType, str] = {}

    def watch(self, frame: FrameType, event: str, value: object) -> None:
        """Takes a call or a return, as `sys.setprofile` tells it."""
        if (event == "return" and isinstance(value, Act)) or (event == "call" and self._is_mark(frame)):
            self._note(frame)

    @staticmethod
    def _is_mark(frame: FrameType) -> bool:
        code, caller = frame.f_code, frame.f_back
        if caller is None or "railbird_" not in caller.f_code.co_filename:
            return False
        return any(package in code.co_filename and code.co_qualname.endswith(name) for package, name in MARKS)

    def _note(self, innermost: FrameType) -> None:
        chain: list[CodeType] = []
        frame: FrameType | None = innermost
        while frame is not None:
            if "railbird_" in frame.f_code.co_filename:
                chain.append(frame.f_code)
            frame = frame.f_back
        if any(code.co_name == "_run_timers" for code in chain):
            return  # what the clock of the room does meanwhile is not the act's
        for code in reversed(chain):
            self.functions.setdefault(code, f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_qualname}")


def only_hands_on(code: CodeType) -> bool:
    """Whether a function is one call of something else, and nothing besides."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    except SyntaxError:  # a lambda in the middle of an expression
        return True
    function = tree.body[0]
    if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
        return True
    body = [each for each in function.body if not _is_docstring(each) and not isinstance(each, ast.ImportFrom)]
    if len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        body = body[0].body
    if len(body) != 1 or not isinstance(body[0], ast.Expr | ast.Return):
        return False
    value = body[0].value
    value = value.value if isinstance(value, ast.Await) else value
    return isinstance(value, ast.Call)


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


async def follow_an_act() -> PathOfAnAct:
    """Plays until the player in the application has to act, and follows their act."""
    path = PathOfAnAct()
    async with run_server() as server:
        heron = await connect_in_memory(server, "Heron")
        await heron.open_table(seats=2)
        await heron.sit(seat=1)
        with tempfile.TemporaryDirectory() as folder:
            plan = JoinServer(parse_address(server.address))
            async with run_app(plan, Path(folder), size=(120, 40)) as harness:
                await harness.wait_for_screen(TableScreen)
                await _play_to_turn(harness, heron)
                sys.setprofile(path.watch)
                threading.setprofile(path.watch)
                await harness.pilot.press("c")
                await harness.wait_for_text("Wren c")  # calls, or checks
                sys.setprofile(None)
    return path


async def _play_to_turn(harness: AppHarness, heron: HeadlessClient) -> None:
    while not (isinstance(harness.app.screen, TableScreen) and harness.app.screen._my_turn):
        await heron.act_if_in_turn(choose_passively)
        receiving = asyncio.create_task(heron.receive())
        await asyncio.wait({receiving}, timeout=0.2)
        receiving.cancel()


def main() -> None:
    """Prints the figures."""
    path = asyncio.run(follow_an_act())
    forwarding = {code for code in path.functions if only_hands_on(code)}
    if "-v" in sys.argv:
        for code, name in path.functions.items():
            print("  hands on " if code in forwarding else "           ", name)
    for side in ("client", "server", "shared"):
        own = [code for code, name in path.functions.items() if name.startswith(side)]
        print(f"{side}: {len(own)} functions, {len(forwarding & set(own))} of them only hand it on")
    print(f"together: {len(path.functions)}, {len(forwarding)}")


if __name__ == "__main__":
    main()
