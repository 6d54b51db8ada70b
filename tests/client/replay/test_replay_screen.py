"""The replayer on the screen: every key, every click, and what comes while it is open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from railbird_client.history.found_hands import FoundHands
from railbird_client.history.past_hands import PastHands
from railbird_client.replay.replay_keys import ReplayKey
from railbird_client.replay.replay_screen import TURN_NOTICE, ReplayScreen
from railbird_client.replay.replayer import HandSource, Replayer, Speed
from railbird_client.shell.page_screen import Page
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.history.hand_history import HandSummary, UnplayableHand
from railbird_shared.protocol.commands import HistoryCommand, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands, History
from support.replayed_hands import HandList, hand_of
from support.screen_harness import ManualClock, ScreenHarness, run_screen

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
        row, line = next((y, line) for y, line in enumerate(canvas.text()) if y > 30 and "●" in line and "│" in line)
        await shown.harness.click(PixelCanvasWidget, x=line.rindex("│"), y=row)
        assert shown.replayer.position == 18
        await shown.harness.click(PixelCanvasWidget, x=line.index("●"), y=row)
        assert shown.replayer.position == 0
        row = next(y for y, line in enumerate(canvas.text()) if "Heron folds" in line)
        await shown.harness.click(PixelCanvasWidget, x=100, y=row)
        assert shown.replayer.position == 3


async def test_the_keys_at_the_bottom_can_be_clicked() -> None:
    async with replayed() as shown:
        canvas = shown.screen.query_one(PixelCanvasWidget).canvas
        assert canvas is not None
        x = canvas.text()[23].index("→ step")
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
    [("w", "hand 7 so far"), ("W", "hand 7 so far"), ("f2", "the game"), ("f6", "which hand beats which")],
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
        shown.screen.show(PastHands(history=History(history=told)))
        await shown.harness.wait_until_idle()
        assert "step 0 of 18" in shown.text
        await shown.press("pagedown")
        shown.screen.show(PastHands(error="You ask for finished hands too fast."))
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
