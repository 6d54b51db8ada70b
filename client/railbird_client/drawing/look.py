"""How the table is drawn: its palette, and whether in pixels or in outlines.

Outlines are for terminals without colours and for ASCII: what pixels show by colour, lines and brackets show there.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.palette import Palette, find_palette


class Look(Struct, frozen=True):
    """A look of the table: `outlined` without pixels, in two suit colours if `two_colour`.

    `ascii_only` writes no symbol outside ASCII, and without `coloured` nothing has a colour.
    """

    palette: Palette
    outlined: bool = False
    two_colour: bool = False
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


@lru_cache(maxsize=8)
def find_look(
    *, dark: bool = True, size: int = 0, coloured: bool = True, ascii_only: bool = False, two_colour: bool = False
) -> Look:
    """Returns the look for a terminal of `size` colours, 0 for all of them; `coloured` is off under NO_COLOR."""
    palette = find_palette(dark=dark, size=size)
    outlined = ascii_only or not coloured
    return Look(
        _for_outlines(palette) if outlined else palette,
        outlined=outlined,
        two_colour=two_colour,
        ascii_only=ascii_only,
        coloured=coloured,
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
