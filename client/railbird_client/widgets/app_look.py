"""How an application draws: by its theme, made from a palette, the colours of its terminal, and its characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import asdict, replace
from rich.console import Console
from textual._styles_cache import StylesCache
from textual.app import App
from textual.content import Content
from textual.theme import Theme
from textual.widget import Widget

from railbird_client.drawing.palette import Look, Palette, find_look, find_palette, to_hex
from railbird_client.drawing.text_width import text_to_ascii
from railbird_client.widgets.terminal import find_palette_size

_FEWEST_COLOURS = 16

ColourSystem = Literal["auto", "standard", "256", "truecolor", "windows"]
"""Rich's names of how many colours a terminal has; `auto` asks the terminal of this process."""


def build_theme(palette: Palette) -> Theme:
    """Returns the theme of a palette; its variables are named like the palette's colours: "felt-text"."""
    fields = asdict(palette)
    single = {name: value for name, value in fields.items() if isinstance(value, tuple) and isinstance(value[0], int)}
    variables = {name.replace("_", "-"): to_hex(colour) for name, colour in single.items()}
    for kind, suits in (("suit", palette.text_suits), ("card", palette.card_suits)):
        variables |= {f"{kind}-{suit}": to_hex(colour) for suit, colour in suits._asdict().items()}
    variables["edge"] = to_hex(palette.plate_edge)
    if palette.size == _FEWEST_COLOURS:
        variables |= {"primary-muted": to_hex(palette.background), "boost": to_hex(palette.background)}
    return Theme(
        name=palette.name,
        dark=palette.dark,
        primary=to_hex(palette.turn_label),
        secondary=to_hex(palette.soft),
        accent=to_hex(palette.turn_label),
        warning=to_hex(palette.danger),
        error=to_hex(palette.danger),
        success=to_hex(palette.win_label),
        foreground=variables.pop("text"),
        background=variables.pop("background"),
        surface=to_hex(palette.aside),
        panel=to_hex(palette.plate),
        variables={
            **variables,
            "text-accent": to_hex(palette.turn_label),
            "text-warning": to_hex(palette.danger),
            "text-error": to_hex(palette.danger),
        },
    )


def themes_for(colour_system: str | None) -> tuple[Theme, ...]:
    """Returns the themes in the colours of a terminal, by Rich's name of its colour system, the default first."""
    size = find_palette_size(colour_system)
    return tuple(build_theme(find_palette(dark=dark, size=size)) for dark in (True, False))


THEMES = NIGHT, DAY = themes_for(None)
"""The themes of the client in true colour."""


ASCII_CLASS, TWO_COLOUR_CLASS = "-ascii", "-two-colour"
"""The class of an app that draws in ASCII only, and of one that draws suits in two colours."""


def show_choices(app: App[Any], *, ascii_only: bool, two_colour: bool) -> None:
    """Has an application draw by these choices of the player from now on."""
    app.set_class(ascii_only, ASCII_CLASS)
    app.set_class(two_colour, TWO_COLOUR_CLASS)


def apply_ascii_fallback(app: App[object], content: Content) -> Content:
    """Returns the content, with every symbol as one ASCII character if the app draws in ASCII only."""
    return Content(text_to_ascii(content.plain), list(content.spans)) if app.has_class(ASCII_CLASS) else content


def page_look(app: App[Any]) -> Look:
    """Returns the look of a page of text: with colours in ASCII, too, of which Textual makes greys under NO_COLOR."""
    return replace(_find_look(app, coloured=True, ascii_only=False), ascii_only=app.has_class(ASCII_CLASS))


def look_of(app: App[Any]) -> Look:
    """Returns the look of an application."""
    return _find_look(app, coloured=not app.no_color, ascii_only=app.has_class(ASCII_CLASS))


def _find_look(app: App[Any], *, coloured: bool, ascii_only: bool) -> Look:
    return find_look(
        dark=app.current_theme.dark,
        size=find_palette_size(app.console.color_system),
        coloured=coloured,
        ascii_only=ascii_only,
        two_colour=app.has_class(TWO_COLOUR_CLASS),
    )


def use_colours(app: App[Any], colour_system: ColourSystem) -> None:
    """Has an application draw with so many colours from now on."""
    app.console = Console(
        color_system=colour_system,
        file=app.console.file,
        force_terminal=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        safe_box=False,
    )


def follow_theme(node: Widget, draw: Callable[[], object]) -> None:
    """Calls `draw` whenever another theme is chosen; `leave_theme` ends that when the node is unmounted."""
    node.app.theme_changed_signal.subscribe(node, lambda _: draw())


def leave_theme(node: Widget) -> None:
    """Ends what `follow_theme` began: Textual would keep each page that was ever open, and then its last picture."""
    node.app.theme_changed_signal.unsubscribe(node)
    StylesCache.get_inner_outer.cache_clear()
