"""A page over the table is whole from its first frame on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content
from textual.screen import Screen

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Lines, Span
from railbird_client.network.invitation import Invitation
from railbird_client.network.invite_screen import InvitePage
from railbird_client.widgets.app_look import DAY, NIGHT
from railbird_client.widgets.page_screen import BACK, TURN_NOTICE, ListPage, Page, RowPress
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from support.live_sessions import session_view
from support.screen_harness import run_screen


async def frames_of(make: Callable[[], Page]) -> list[str]:
    """The text of a page at each time that something is written to the terminal, until it rests."""
    frames: list[str] = []
    async with run_screen(Screen[None]) as shown:
        app, display = shown.app, shown.app._display

        def spy(screen: Screen[object], renderable: object) -> None:
            if isinstance(screen, Page):
                strips = screen._compositor.render_strips()
                frames.append("\n".join("".join(part.text for part in strip) for strip in strips))
            display(screen, renderable)  # type: ignore[arg-type]

        app._display = spy  # type: ignore[method-assign]
        await app.push_screen(make())
        await shown.wait_until_idle()
    return frames


def twelve_lines(_width: int) -> Lines:
    return tuple((Span(f"line {number}"),) for number in range(1, 13))


async def test_no_frame_of_a_page_is_an_empty_box() -> None:
    frames = await frames_of(lambda: Page("keys", twelve_lines))
    assert frames
    assert all("line 12" in frame for frame in frames)


async def test_a_new_theme_changes_the_colours() -> None:
    async with run_screen(lambda: Page("keys", twelve_lines)) as shown:
        for theme in (NIGHT, DAY):
            shown.app.register_theme(theme)
        canvas = shown.app.screen.query_one(PixelCanvasWidget)
        looks = []
        for theme in (NIGHT, DAY):
            shown.app.theme = theme.name
            await shown.wait_until_idle()
            looks.append(canvas.render_line(0))
        night, day = looks
        assert night.text == day.text
        assert list(night) != list(day)


async def test_no_frame_of_the_invite_is_an_empty_box() -> None:
    invitation = Invitation(addresses=("192.0.2.2",))
    frames = await frames_of(lambda: InvitePage(invitation))
    assert frames
    assert all("192.0.2.2" in frame for frame in frames)


async def test_what_a_page_tells_does_not_hide_that_it_is_the_readers_turn() -> None:
    page = Page("keys", twelve_lines)
    async with run_screen(lambda: page) as shown:
        page.show_session(session_view(is_own_turn=True))
        page.show_hint(Content("[C] writes a file, Esc closes"))
        await shown.wait_until_idle()
        assert TURN_NOTICE in shown.text
        page.show_session(session_view())
        await shown.wait_until_idle()
        assert "[C] writes a file, Esc closes" in shown.text
        assert TURN_NOTICE not in shown.text


class Places(ListPage):
    """A list of three rows; it says which one was chosen."""

    @property
    def count(self) -> int:
        return 3

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        painter.heading("Places")
        for place in self.rows_in(10):
            painter.put(3, 3 + place, f"row {place}")
            painter.canvas.click(0, 3 + place, painter.width, 1, RowPress(place))
        painter.mark(Rect(0, 3 + self.index, painter.width, 1))
        return (BACK,)

    def action_choose(self) -> None:
        self.say(f"Row {self.index} is chosen.")


async def test_a_list_is_marked_by_keys_the_wheel_and_a_click_and_a_second_click_chooses() -> None:
    async with run_screen(lambda: Places("places")) as shown:
        page = shown.app.screen
        assert isinstance(page, Places)
        await shown.press("down", "down", "down")
        assert page.index == 2
        await shown.press("home", "enter")
        assert "Row 0 is chosen." in shown.text
        await shown.click(PixelCanvasWidget, x=5, y=4)
        assert page.index == 1
        assert "Row 1" not in shown.text
        await shown.click(PixelCanvasWidget, x=5, y=4)
        assert "Row 1 is chosen." in shown.text


async def test_a_notice_goes_at_any_key_and_the_turn_comes_before_it() -> None:
    async with run_screen(lambda: Places("places")) as shown:
        page = shown.app.screen
        assert isinstance(page, Places)
        await shown.press("enter")
        page.show_session(session_view(is_own_turn=True))
        assert page.shows_turn
        await shown.wait_until_idle()
        assert "chosen" not in shown.text
        assert "Your turn" in shown.text
        page.show_session(session_view())
        await shown.wait_until_idle()
        assert "Row 0 is chosen." in shown.text
        await shown.press("x")
        assert "chosen" not in shown.text
