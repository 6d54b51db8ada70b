"""The colours of the client by what they mean: for dark and light, in full colour, in 256 colours and in 16.

Each colour of a palette is declared with its shades. The numbers of 256 and of 16 colours are chosen by hand: the
nearest ones of a palette in full colour merge what it keeps apart. They are written here as the numbers of the
terminal's own colours and turned into red, green and blue, of which the terminal library finds the number again.

A look is a palette, and whether the table is drawn in pixels or in outlines. Outlines are for terminals without
colours and for ASCII: lines and brackets show there what pixels show by colour.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.cards import Suit

Colour = tuple[int, int, int]
"""Red, green and blue, each from 0 to 255."""


class Shades(NamedTuple):
    """The shades of one colour, each for dark and for light: in full, and as numbers of 256 and of 16 colours."""

    full: tuple[str, str]
    of_256: tuple[int, int]
    of_16: tuple[int, int]

    def find(self, *, dark: bool, size: int) -> Colour:
        """Returns the colour on a dark or a light screen of `size` colours, 0 for all of them."""
        place = 0 if dark else 1
        if size == len(_STANDARD):
            return _parse(_STANDARD[self.of_16[place]])
        return _colour_256(self.of_256[place]) if size else _parse(self.full[place])


def shades(full: tuple[str, str], of_256: tuple[int, int], of_16: tuple[int, int]) -> Any:
    """Declares a colour of the palettes by its shades, of which `find_palette` chooses."""
    return Shades(full, of_256, of_16)


class SuitColours(NamedTuple):
    """The colour of each suit."""

    spade: Colour
    heart: Colour
    diamond: Colour
    club: Colour

    def of(self, suit: Suit) -> Colour:
        """Returns the colour of a suit; a joker is red."""
        of_suit = {Suit.SPADES: self.spade, Suit.DIAMONDS: self.diamond, Suit.CLUBS: self.club}
        return of_suit.get(suit, self.heart)

    @property
    def in_two(self) -> SuitColours:
        """The colours with red diamonds and black clubs."""
        return SuitColours(self.spade, self.heart, self.heart, self.spade)


NIGHT, DAY = "railbird-night", "railbird-day"


class Palette(Struct, frozen=True, kw_only=True):
    """The colours of one look of the client.

    `size` is 16 or 256 for a terminal of so many colours, 0 for one that shows them all; only there are colours mixed.
    `text`, `soft` and `dim` are words in three strengths; `faint` and `rule` are ornament and never words.
    """

    name: str = NIGHT
    dark: bool = True
    size: int = 0

    background: Colour = shades(("#0f1315", "#f4f1ea"), (233, 255), (0, 15))
    aside: Colour = shades(("#0b0e10", "#ebe7dd"), (232, 254), (0, 15))
    """The ground of the log and the chat."""
    text: Colour = shades(("#e4e8e6", "#1e2624"), (254, 235), (15, 0))
    soft: Colour = shades(("#b4bdbb", "#3c4744"), (250, 238), (7, 0))
    dim: Colour = shades(("#87928f", "#5b6562"), (246, 240), (7, 8))
    faint: Colour = shades(("#56615e", "#a3a79f"), (240, 247), (8, 7))
    rule: Colour = shades(("#232b2c", "#d5d0c3"), (236, 252), (8, 7))

    felt: tuple[Colour, ...] = (
        shades(("#1f5c49", "#387459"), (23, 23), (0, 15)),
        shades(("#1d5745", "#367157"), (23, 23), (0, 15)),
        shades(("#1b5140", "#346d54"), (23, 23), (0, 15)),
        shades(("#194b3b", "#326951"), (23, 23), (0, 15)),
        shades(("#174536", "#2f654e"), (23, 23), (0, 15)),
        shades(("#153f31", "#2c604a"), (23, 23), (0, 15)),
    )
    """The rings of the felt from the middle outwards."""
    felt_text: Colour = shades(("#eef3ef", "#ffffff"), (231, 231), (15, 0))
    felt_soft: Colour = shades(("#bcd6cb", "#e9f4ee"), (152, 194), (7, 8))
    felt_chips: Colour = shades(("#f3d38a", "#ffe9b0"), (222, 222), (11, 4))
    felt_mark: Colour = shades(("#2a6a54", "#468268"), (30, 30), (8, 7))
    """The name that is woven into the felt."""
    pill: Colour = shades(("#12382c", "#255541"), (16, 16), (0, 15))
    """The ground of the pot."""
    slot: Colour = shades(("#19493a", "#2c614b"), (23, 23), (0, 15))
    """The place of a card to come."""
    slot_line: Colour = shades(("#2f705a", "#4f8c71"), (30, 30), (8, 8))
    rail: Colour = shades(("#5b3c28", "#a87a4f"), (94, 137), (2, 2))
    rail_light: Colour = shades(("#8a6244", "#c99e72"), (137, 180), (2, 2))
    rail_dark: Colour = shades(("#33200f", "#6d4827"), (236, 58), (2, 2))
    shadow: Colour = shades(("#080a0b", "#d8d2c4"), (233, 255), (0, 15))

    plate: Colour = shades(("#1d2427", "#fffdf8"), (235, 231), (0, 15))
    """The ground of a seat."""
    plate_edge: Colour = shades(("#30393c", "#cfc8b8"), (239, 250), (8, 7))
    plate_own: Colour = shades(("#252d30", "#fffdf8"), (236, 231), (0, 15))
    plate_out: Colour = shades(("#151b1d", "#e6e1d5"), (234, 253), (0, 15))
    """The ground of a seat that is not in the hand."""
    turn: Colour = shades(("#f0b44c", "#f4b63f"), (215, 215), (11, 11))
    """The ground of the seat whose turn it is, and of the button that Enter presses."""
    turn_text: Colour = shades(("#1b1406", "#241a04"), (16, 16), (0, 0))
    turn_soft: Colour = shades(("#4a340c", "#5f4207"), (236, 236), (0, 0))
    turn_label: Colour = shades(("#f0b44c", "#8a5600"), (215, 58), (11, 4))
    """The same meaning in letters on the background."""
    clock_left: Colour = shades(("#f9e2bb", "#fbe3b6"), (255, 230), (15, 3))
    clock_spent: Colour = shades(("#7d5a1d", "#b98a33"), (94, 136), (8, 7))
    chips: Colour = shades(("#f3d38a", "#7a4e00"), (222, 58), (11, 4))
    chips_dim: Colour = shades(("#c8b27a", "#6b5d3b"), (180, 58), (3, 8))
    win: Colour = shades(("#7fe0a4", "#1a6d42"), (115, 22), (10, 2))
    win_text: Colour = shades(("#08180f", "#ffffff"), (16, 231), (0, 15))
    win_label: Colour = shades(("#7fe0a4", "#1a6d42"), (115, 22), (10, 2))
    high: Colour = shades(("#f3c24f", "#f3c24f"), (221, 221), (11, 11))
    high_text: Colour = shades(("#1b1406", "#241a04"), (16, 16), (0, 0))
    low: Colour = shades(("#7cc4f4", "#1d6fb3"), (117, 25), (14, 14))
    low_text: Colour = shades(("#06202f", "#ffffff"), (16, 231), (0, 0))
    danger: Colour = shades(("#ff8a70", "#b3321b"), (209, 124), (9, 1))
    equity: Colour = shades(("#2c6b4d", "#9fd0b6"), (24, 151), (2, 10))

    card: Colour = shades(("#f6f2e8", "#ffffff"), (255, 231), (15, 7))
    card_edge: Colour = shades(("#bdb6a4", "#b9b4a8"), (249, 246), (8, 8))
    card_out: Colour = shades(("#7f8480", "#b3b8b0"), (244, 249), (8, 8))
    """The face of a card that does not count."""
    card_out_text: Colour = shades(("#141a18", "#2c3431"), (16, 16), (15, 15))
    card_back: Colour = shades(("#35507e", "#4a689c"), (61, 61), (4, 4))
    card_back_edge: Colour = shades(("#5775ad", "#86a0cd"), (104, 104), (12, 12))
    card_fresh: Colour = shades(("#f0b44c", "#f4b63f"), (215, 215), (3, 3))
    card_suits: SuitColours = SuitColours(
        shades(("#1b2024", "#1b2024"), (234, 234), (0, 0)),
        shades(("#c2263a", "#c2263a"), (124, 124), (1, 1)),
        shades(("#1763b0", "#1763b0"), (25, 25), (4, 4)),
        shades(("#1a7442", "#1a7442"), (22, 22), (2, 0)),
    )
    text_suits: SuitColours = SuitColours(
        shades(("#e4e8e6", "#1e2624"), (254, 235), (15, 0)),
        shades(("#ff8b86", "#b3202f"), (210, 124), (9, 1)),
        shades(("#7fbcff", "#1459a0"), (111, 25), (12, 4)),
        shades(("#7fd39c", "#16673a"), (115, 22), (10, 2)),
    )

    luck: Colour = shades(("#7cc4f4", "#14609f"), (117, 24), (14, 4))
    """Results with even luck, as a line."""
    loss: Colour = shades(("#7f8480", "#70766e"), (245, 243), (7, 8))
    """A bar of chips that were lost."""
    chance: Colour = shades(("#5f7fb8", "#4a689c"), (68, 61), (12, 4))
    axis: Colour = shades(("#626e6b", "#82877e"), (242, 244), (7, 8))
    """The line from which bars lead to the left and to the right."""

    button: Colour = shades(("#232b2e", "#e2ddd0"), (237, 253), (8, 7))
    button_text: Colour = shades(("#e4e8e6", "#1e2624"), (254, 235), (15, 0))
    key: Colour = shades(("#f0b44c", "#8a5600"), (215, 58), (11, 4))
    dealer: Colour = shades(("#f6f2e8", "#ffffff"), (255, 231), (15, 8))
    dealer_text: Colour = shades(("#1b2024", "#1b2024"), (234, 234), (0, 15))

    @property
    def is_mixed(self) -> bool:
        """Whether colours are mixed where two meet."""
        return self.size == 0

    @property
    def rounds_corners(self) -> bool:
        """Whether corners are rounded by quarter blocks."""
        return self.size != len(_STANDARD)

    @property
    def wood(self) -> tuple[Colour, Colour, Colour]:
        """The colours of wood: lit, plain and in the dark; a terminal of 16 colours has one brown."""
        if self.rounds_corners:
            return self.rail_light, self.rail, self.rail_dark
        return self.chips_dim, self.chips_dim, self.faint


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """Returns a colour that lies `part` of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


_STANDARD = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
_CUBE = (0, 95, 135, 175, 215, 255)
_FIRST_CUBE, _FIRST_GREY, _GREY_STEPS = 16, 232, 25


@cache
def find_palette(*, dark: bool, size: int = 0) -> Palette:
    """Returns the palette for a dark or a light screen; `size` is 16 or 256 for so many colours, 0 for all."""
    chosen: dict[str, Any] = {"name": NIGHT if dark else DAY, "dark": dark, "size": size}
    for field, declared in zip(Palette.__struct_fields__, Palette.__struct_defaults__, strict=True):
        if field in chosen:
            continue
        if isinstance(declared, Shades):
            chosen[field] = declared.find(dark=dark, size=size)
        else:
            several = [each.find(dark=dark, size=size) for each in declared]
            chosen[field] = SuitColours(*several) if isinstance(declared, SuitColours) else tuple(several)
    return Palette(**chosen)


def _parse(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _colour_256(number: int) -> Colour:
    """Returns the colour that the terminal library shows as that one of 256; it rounds greys by its own steps."""
    if number >= _FIRST_GREY:
        level = round(255 * (number - _FIRST_GREY + 1) / _GREY_STEPS)
        return level, level, level
    red, rest = divmod(number - _FIRST_CUBE, 36)
    green, blue = divmod(rest, 6)
    return _CUBE[red], _CUBE[green], _CUBE[blue]


def to_hex(colour: Colour) -> str:
    """Returns a colour as style sheets write it: "#1f5c49"."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


class Look(Struct, frozen=True):
    """A look of the client: `outlined` without pixels.

    `ascii_only` writes no symbol outside ASCII, and without `coloured` nothing has a colour.
    """

    palette: Palette
    outlined: bool = False
    ascii_only: bool = False
    coloured: bool = True

    @property
    def rounds_corners(self) -> bool:
        """Whether corners are rounded by quarter blocks."""
        return not self.outlined and self.palette.rounds_corners

    @property
    def shows_motion(self) -> bool:
        """Whether there are colours enough for something to fade."""
        return not self.outlined and self.palette.is_mixed

    @property
    def ground(self) -> Colour | None:
        """The colour on which a screen is drawn, None for that of the terminal."""
        return None if self.outlined else self.palette.background


@lru_cache(maxsize=8)
def find_look(
    *, dark: bool = True, size: int = 0, coloured: bool = True, ascii_only: bool = False, two_colour: bool = False
) -> Look:
    """Returns the look for a terminal of `size` colours, 0 for all of them; `coloured` is off under NO_COLOR."""
    palette = find_palette(dark=dark, size=size)
    if two_colour:
        palette = replace(palette, card_suits=palette.card_suits.in_two, text_suits=palette.text_suits.in_two)
    outlined = ascii_only or not coloured
    return Look(
        _for_outlines(palette) if outlined else palette, outlined=outlined, ascii_only=ascii_only, coloured=coloured
    )


def _for_outlines(palette: Palette) -> Palette:
    """Returns a palette whose every word can be read on the background, since nothing else is drawn below it."""
    return replace(
        palette,
        felt_text=palette.text,
        felt_soft=palette.soft,
        felt_chips=palette.chips,
        turn_text=palette.turn_label,
        turn_soft=palette.turn_label,
        win_text=palette.win_label,
        high_text=palette.text,
        low_text=palette.text,
        card_out_text=palette.dim,
        card_suits=palette.text_suits,
        dealer_text=palette.text,
        slot_line=palette.dim,
    )
