"""The replayer on the screen: every key, every click, and what comes while it is open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.history.past_hands import FoundHands, PastHands
from railbird_client.replay.replay_screen import HandFileDialog, ReplayScreen, ask_for_hands, typed_path
from railbird_client.replay.replayer import HandSource, Replayer, ReplayKey, Speed
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.controls import LineInput
from railbird_client.widgets.page_screen import TURN_NOTICE, Page
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.history.hand_history import HandSummary, UnplayableHand
from railbird_shared.protocol.commands import HistoryCommand, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands, History
from support.canvas_reading import canvas_lines
from support.live_sessions import session_view
from support.replayed_hands import HAND_FILES, HandList, hand_of
from support.screen_harness import ManualClock, ScreenHarness, StyledApp, run_screen
from support.timeouts import TIMEOUT_SECONDS

HOLDEM = hand_of("holdem.phh")
RAZZ = hand_of("evening.phhs")


class Shown:
    """A replayer on the screen."""

    def __init__(self, harness: ScreenHarness, screen: ReplayScreen, clock: ManualClock) -> None:
        self.harness = harness
        self.screen = screen
        self.clock = clock

    @property
    def replayer(self) -> Replayer:
        return self.screen.replayer

    @property
    def text(self) -> str:
        return self.harness.text

    async def press(self, *keys: str) -> int:
        await self.harness.press(*keys)
        return self.replayer.position

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.screen.tick()
        await self.harness.wait_until_idle()


@asynccontextmanager
async def replayed(
    *, size: tuple[int, int] = (80, 24), ascii_only: bool = False, source: HandSource | None = None
) -> AsyncIterator[Shown]:
    clock = ManualClock()
    hands = source or HandList(HOLDEM, RAZZ, UnplayableHand("line 3: It cannot be dealt.", "x"))
    screen = ReplayScreen(hands, options=TableOptions(ascii=ascii_only), open_cards=True, ends_program=True, now=clock)
    async with run_screen(lambda: screen, size=size, ascii_only=ascii_only) as harness:
        yield Shown(harness, screen, clock)


async def test_the_arrows_lead_through_steps_and_streets() -> None:
    async with replayed() as shown:
        assert "step 0 of 18 · before the deal · 1 of 3" in shown.text
        assert await shown.press("right", "right", "right") == 3
        assert "step 3 of 18 · preflop" in shown.text
        assert await shown.press("left") == 2
        assert await shown.press("enter") == 3
        assert await shown.press("backspace") == 2
        assert await shown.press("down", "down") == 9
        assert await shown.press("up") == 6
        assert await shown.press("end") == 18
        assert await shown.press("home") == 0


async def test_the_page_keys_lead_through_hands() -> None:
    async with replayed() as shown:
        await shown.press("pagedown")
        assert "Limit Razz 2/4" in shown.text
        assert "step 0 of 12 · before the deal · 2 of 3" in shown.text
        await shown.press("n")
        assert "Hand x: line 3: It cannot be dealt." in shown.text
        await shown.press("pageup", "P")
        assert "1 of 3" in shown.text


async def test_space_plays_and_pauses_and_digits_choose_the_speed() -> None:
    async with replayed() as shown:
        await shown.press("space")
        assert "playing, usual speed" in shown.text
        await shown.pass_time(Speed.NORMAL.value)
        assert "step 1 of 18" in shown.text
        await shown.press("3")
        await shown.pass_time(Speed.FAST.value)
        assert shown.replayer.position == 2
        await shown.press("1")
        await shown.pass_time(Speed.NORMAL.value)
        assert shown.replayer.position == 2
        assert "playing, slow" in shown.text
        await shown.press("2", "space")
        assert "stopped, usual speed" in shown.text
        await shown.pass_time(100)
        assert shown.replayer.position == 2


async def test_o_opens_and_closes_the_cards() -> None:
    async with replayed() as shown:
        await shown.press("down")
        assert "Wren holds A♥ K♦" in shown.text
        assert shown.replayer.open_cards
        await shown.press("o")
        assert "A♥" not in shown.text
        assert not shown.replayer.open_cards


async def test_the_help_names_every_key_on_24_rows() -> None:
    async with replayed() as shown:
        await shown.press("question_mark")
        await shown.harness.pilot.pause()
        assert isinstance(shown.harness.app.screen, Page)
        for key in ReplayKey:
            assert key.display in shown.text
        assert "goes there" in shown.text
        await shown.press("escape")
        assert shown.screen.is_current


@pytest.mark.parametrize("key", ["escape", "q"])
async def test_the_program_ends_with_the_replayer_that_it_was_started_for(key: str) -> None:
    async with replayed() as shown:
        await shown.press(key)
        assert shown.harness.app._exit


async def test_a_click_on_the_line_of_steps_and_on_the_log_goes_there() -> None:
    async with replayed(size=(120, 40)) as shown:
        canvas = shown.screen.query_one(PixelCanvasWidget).canvas
        assert canvas is not None
        row, line = next(
            (y, line) for y, line in enumerate(canvas_lines(canvas)) if y > 30 and "●" in line and "│" in line
        )
        await shown.harness.click(PixelCanvasWidget, x=line.rindex("│"), y=row)
        assert shown.replayer.position == 18
        await shown.harness.click(PixelCanvasWidget, x=line.index("●"), y=row)
        assert shown.replayer.position == 0
        row = next(y for y, line in enumerate(canvas_lines(canvas)) if "Heron folds" in line)
        await shown.harness.click(PixelCanvasWidget, x=100, y=row)
        assert shown.replayer.position == 3


async def test_the_keys_at_the_bottom_can_be_clicked() -> None:
    async with replayed() as shown:
        canvas = shown.screen.query_one(PixelCanvasWidget).canvas
        assert canvas is not None
        x = canvas_lines(canvas)[23].index("→ step")
        await shown.harness.click(PixelCanvasWidget, x=x, y=23)
        assert shown.replayer.position == 1


async def test_a_log_line_is_marked_as_the_present_step() -> None:
    async with replayed(size=(120, 40)) as shown:
        await shown.press("right", "right", "right")
        marked = [line for line in shown.text.splitlines() if "▸" in line]
        assert len(marked) == 1
        assert "Heron folds" in marked[0]


async def test_without_symbols_everything_is_ascii() -> None:
    async with replayed(ascii_only=True) as shown:
        await shown.press("down", "down")
        assert shown.text.isascii()
        assert "flop" in shown.text


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48), (200, 60), (40, 10)])
async def test_place_and_steps_are_there_at_every_size(size: tuple[int, int]) -> None:
    async with replayed(size=size) as shown:
        for position in range(19):
            shown.replayer.go_to(position)
            shown.screen.paint()
            await shown.harness.wait_until_idle()
            assert f"step {position} of 18" in shown.text
            assert all(len(line) <= size[0] for line in shown.text.splitlines())


@pytest.mark.parametrize(
    ("key", "text"),
    [("w", "hand 7 so far"), ("W", "hand 7 so far"), ("f2", "the game"), ("f6", "Which hand beats which")],
)
async def test_a_key_opens_its_page_and_escape_comes_back(key: str, text: str) -> None:
    async with replayed() as shown:
        await shown.press("right", key)
        assert isinstance(shown.harness.app.screen, Page)
        await shown.harness.pilot.pause()
        assert text in shown.text
        await shown.press("escape")
        assert shown.screen.is_current


async def test_the_end_of_a_hand_is_explained_with_the_clauses_that_decided_it() -> None:
    async with replayed() as shown:
        await shown.press("end", "w")
        await shown.harness.pilot.pause()
        assert "why hand 7 ended so" in shown.text
        assert "SD-" in shown.text


async def test_the_number_of_hands_grows_while_a_file_is_read() -> None:
    hands = HandList(HOLDEM, is_complete=False)
    async with replayed(source=hands) as shown:
        assert "1 of 1…" in shown.text
        hands.lines.append(RAZZ)
        hands.total += 1
        await shown.pass_time(0.1)
        assert "1 of 2…" in shown.text
        hands.is_complete = True
        await shown.pass_time(0.1)
        assert "1 of 2" in shown.text
        assert "…" not in shown.text


async def test_a_hand_is_asked_for_and_shown_when_it_comes() -> None:
    asked: list[HistoryCommand] = []
    told = replace(HOLDEM.history, table="t1")
    summaries = tuple(HandSummary("t1", "Den", number, 0, "Hold'em", 30, ("Wren",)) for number in (7, 8))
    source = FoundHands(ListHands(), Hands(hands=summaries, total=2), asked.append)
    async with replayed(source=source) as shown:
        assert asked == [ReadHand(table="t1", hand=7)]
        assert "The hand is being read." in shown.text
        shown.screen.show_session(session_view(past_hands=PastHands(history=History(history=told))))
        await shown.harness.wait_until_idle()
        assert "step 0 of 18" in shown.text
        await shown.press("pagedown")
        shown.screen.show_session(session_view(past_hands=PastHands(error="You ask for finished hands too fast.")))
        await shown.harness.wait_until_idle()
        assert "You ask for finished hands too fast." in shown.text


async def test_the_player_sees_that_it_is_their_turn() -> None:
    async with replayed() as shown:
        shown.screen.show_turn_notice(on=True)
        await shown.harness.wait_until_idle()
        assert TURN_NOTICE in shown.text
        shown.screen.show_turn_notice(on=False)
        await shown.harness.wait_until_idle()
        assert "→ step" in shown.text


def test_every_key_does_something_of_its_own() -> None:
    keys = [key for each in ReplayKey for key in each.keys.split(",")]
    assert len(keys) == len(set(keys))


async def submit(app: StyledApp, text: str) -> None:
    """Types the name of a file, and waits until it has been read."""
    assert isinstance(app.screen, HandFileDialog)
    dialog = app.screen
    dialog.query_one(LineInput).value = text
    dialog.action_accept()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await app.workers.wait_for_complete()


async def test_a_file_is_asked_for_until_it_has_a_hand_and_then_replayed(tmp_path: Path) -> None:
    app = StyledApp()
    async with app.run_test(size=(80, 24)) as pilot:
        harness = ScreenHarness(app, pilot, [])
        ask_for_hands(app, TableOptions())
        await pilot.pause()
        await submit(app, "")
        await pilot.pause()
        assert "Type the name of a file, or press Esc." in harness.text
        await submit(app, str(tmp_path / "gone"))
        await pilot.pause()
        assert "There is no file" in harness.text.replace("\n", " ")
        await submit(app, f"'{HAND_FILES / 'holdem.phh'}'")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.replayer.open_cards
        await pilot.press("escape")
        assert not isinstance(app.screen, ReplayScreen)


async def test_escape_asks_no_more() -> None:
    app = StyledApp()
    async with app.run_test(size=(80, 24)) as pilot:
        ask_for_hands(app, TableOptions())
        await pilot.press("escape")
        assert not isinstance(app.screen, HandFileDialog)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (" hands.phh ", "hands.phh"),
        ("'my hands.phh'", "my hands.phh"),
        ('"my hands.phh"', "my hands.phh"),
        ("'", "'"),
        ("~nobody-of-that-name/x", "~nobody-of-that-name/x"),
        ("", ""),
    ],
)
def test_a_path_is_read_as_it_was_typed_or_dropped(text: str, path: str) -> None:
    assert typed_path(text) == path
