"""The contrast of two colours, by which words can be read on a ground."""

from __future__ import annotations

from railbird_client.drawing.palette import Colour


def contrast(one: Colour, other: Colour) -> float:
    """Returns the contrast of two colours as the WCAG defines it, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (each / 255 for each in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
