"""A page over the table is whole from its first frame on."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.screen import Screen

from railbird_client.drawing.text_roles import Lines, Span
from railbird_client.network.invitation import Invitation
from railbird_client.network.invite_screen import InvitePage
from railbird_client.widgets.app_look import DAY, NIGHT
from railbird_client.widgets.page_screen import TURN_NOTICE, Page
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
        page.hint = Content("[C] writes a file, Esc closes")
        await shown.wait_until_idle()
        assert TURN_NOTICE in shown.text
        page.show_session(session_view())
        await shown.wait_until_idle()
        assert "[C] writes a file, Esc closes" in shown.text
        assert TURN_NOTICE not in shown.text
