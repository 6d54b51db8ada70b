"""Pictures on a screen: drawn where they lie, redrawn where they change, and clicked by name."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region

from railbird_client.model.ink import Ink, Lines, Run
from railbird_client.model.layout import Rect
from railbird_client.themes import DAY, NIGHT
from railbird_client.widgets.picture import Picture
from tables import screen_text


def words(value: str, _width: int, height: int) -> Lines:
    rows = value.splitlines()[:height]
    return tuple((Run(row, Ink.TEXT, f"at:{index}"),) for index, row in enumerate(rows))


class Wall(App[None]):
    """One picture, and what was hit in it."""

    CSS = "Picture { position: absolute; }"

    def __init__(self, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.picture: Picture[str] = Picture(words, ascii_only=ascii_only)
        self.hits: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.picture

    def on_mount(self) -> None:
        self.register_theme(NIGHT)
        self.register_theme(DAY)
        self.theme = NIGHT.name
        self.picture.place(Rect(2, 1, 8, 2))

    def on_picture_hit(self, hit: Picture.Hit) -> None:
        self.hits.append(hit.name)

    @property
    def text(self) -> list[str]:
        return screen_text(self)[:3]


async def test_a_picture_lies_where_it_was_placed() -> None:
    app = Wall()
    async with app.run_test(size=(20, 5)) as pilot:
        app.picture.show("K♦ Wren\n漢字")
        await pilot.pause()
        assert app.text == ["", "  K♦ Wren", "  漢字"]
        app.picture.place(Rect(0, 0, 4, 1))
        await pilot.pause()
        assert app.text == ["K♦ W", "", ""]
        app.picture.place(None)
        await pilot.pause()
        assert app.text == ["", "", ""]


async def test_only_what_changed_is_drawn_again() -> None:
    app = Wall()
    async with app.run_test(size=(20, 5)) as pilot:
        app.picture.show("Wren 20\nHeron 漢 5")
        await pilot.pause()
        drawn: list[Region] = []
        app.picture.refresh = lambda *regions, **_: drawn.extend(regions)  # type: ignore[method-assign, assignment]
        app.picture.show("Wren 30\nHeron 漢 5")
        app.picture.show("Wren 30\nHeron 漢 7")
        app.picture.show("Wren 30\nHeron 漢 7")
        assert drawn == [Region(5, 0, 1, 1), Region(9, 1, 1, 1)]


async def test_a_picture_can_be_drawn_in_plain_letters() -> None:
    app = Wall(ascii_only=True)
    async with app.run_test(size=(20, 5)) as pilot:
        app.picture.show("K♦ ▶")
        await pilot.pause()
        assert app.text[1] == "  Kd >"


async def test_clicks_and_drags_name_what_they_hit() -> None:
    app = Wall()
    async with app.run_test(size=(20, 5)) as pilot:
        app.picture.show("Wren\nHeron")
        await pilot.pause()
        await pilot.click(offset=(3, 2))
        await pilot.click(offset=(9, 2))
        assert app.hits == ["at:1"]
        move = events.MouseMove(app.picture, 1, 0, 0, 0, 1, False, False, False, 3, 1)
        app.picture.post_message(move)
        await pilot.pause()
        assert app.hits == ["at:1", "at:0"]


async def test_a_new_theme_gives_new_colours() -> None:
    app = Wall()
    async with app.run_test(size=(20, 5)) as pilot:
        app.picture.show("Wren")
        await pilot.pause()
        night = app.picture.render_line(0)
        app.theme = DAY.name
        await pilot.pause()
        assert app.picture.render_line(0).text == night.text
        assert list(app.picture.render_line(0)) != list(night)
