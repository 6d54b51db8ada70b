"""The oval of the table: the felt with its wooden rail, in pixels, and where the seats lie around it.

The oval is a super-ellipse |x/a|^2.5 + |y/b|^2.5 = 1, between an ellipse and a rounded rectangle. Lengths are in
pixels, a column wide and half a row high. It is drawn once for a size and a palette.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from railbird_client.drawing.canvas import Ground, PixelCanvas
from railbird_client.drawing.palette import Colour, Palette, mix

EXPONENT = 2.5

_SHADOW = 2.2  # how far the shadow of the rail reaches
_OUTER_REACH, _INNER_REACH = 0.8, 1.8  # how far from the rail pixels are sampled
_SAMPLES = (1 / 4, 3 / 4)
_RING_START, _RING_WIDTH = 0.30, 0.12
_STEPS = 2000
_MIRRORED = str.maketrans("╭╮╰╯", "╮╭╯╰")


class Oval(NamedTuple):
    """An oval: its middle, the half axes of the outer edge of its rail, and how thick the rail is."""

    x: int
    y: int
    half_width: float
    half_height: float
    rail: int


class _Spot(NamedTuple):
    """A point: x and y from the middle, the distance from the outer edge, negative inside, and its light, 0 to 1."""

    x: float
    y: float
    distance: float
    light: float


def _locate(oval: Oval, x: float, y: float) -> _Spot:
    """Returns a point; the distance is exact to the first order."""
    u, v = abs(x) / oval.half_width, abs(y) / oval.half_height
    root_u, root_v = math.sqrt(u), math.sqrt(v)  # for the exponent 5/2, which is far quicker than a power
    level = (u * u * root_u + v * v * root_v) ** (1 / EXPONENT)
    if level < 1e-6:
        return _Spot(x, y, -oval.half_height, 0.5)
    factor = 1 / (level * math.sqrt(level))
    across, down = factor * u * root_u / oval.half_width, factor * v * root_v / oval.half_height
    slope = math.hypot(across, down)
    upward = down / slope if y < 0 else -down / slope
    return _Spot(x, y, (level - 1) / slope, (1 + upward) / 2)


def is_on_felt(oval: Oval, x: int, y: int) -> bool:
    """Whether a cell lies on the felt, inside the rail."""
    return _locate(oval, x + 0.5 - oval.x, 2 * y + 1 - oval.y).distance < -oval.rail


class _Painter:
    def __init__(self, oval: Oval, palette: Palette) -> None:
        self.oval, self.palette = oval, palette
        self.felt_width, self.felt_height = oval.half_width - oval.rail, oval.half_height - oval.rail
        self.rim = mix(palette.felt[-1], palette.rail_dark, 0.45)

    def colour(self, spot: _Spot, below: Ground) -> Ground:
        """Returns the colour of a point over that which is there already."""
        if spot.distance > 0:
            if not self.palette.is_mixed or spot.distance > _SHADOW or below is None:
                return below
            return mix(self.palette.shadow, below, spot.distance / _SHADOW)
        if spot.distance > -self.oval.rail:
            return self._rail(-spot.distance / self.oval.rail, spot.light)
        if self.palette.is_mixed and spot.distance > -self.oval.rail - 1:
            return self.rim
        radius = math.hypot(spot.x / self.felt_width, spot.y / self.felt_height)
        return self.palette.felt[min(len(self.palette.felt) - 1, max(0, int((radius - _RING_START) / _RING_WIDTH)))]

    def _rail(self, depth: float, light: float) -> Colour:
        """Returns the colour of the wood: its lit edge, its face and its inner lip."""
        palette = self.palette
        if not palette.is_mixed:
            return palette.rail_dark if depth >= 0.75 and self.oval.rail > 2 else palette.rail
        if depth < 0.18:
            return mix(palette.rail, palette.rail_light, 0.25 + 0.75 * light)
        if depth > 0.80:
            return palette.rail_dark
        shine = max(0.0, 0.52 - 0.55 * depth) * (0.35 + 0.65 * light) + 0.10 * light
        return mix(mix(palette.rail, palette.rail_dark, 0.28), palette.rail_light, shine)

    def samples(self, x: int, y: int) -> list[_Spot]:
        """Returns the points of a pixel that are looked at: four of them near the rail, else its middle."""
        spot = _locate(self.oval, x + 0.5, y + 0.5)
        is_edge = -self.oval.rail - _INNER_REACH < spot.distance < _OUTER_REACH
        if not self.palette.is_mixed or not is_edge:
            return [spot]
        return [_locate(self.oval, x + dx, y + dy) for dy in _SAMPLES for dx in _SAMPLES]


def _average(samples: Iterable[Ground]) -> Ground:
    known = [each for each in samples if each is not None]
    if len(set(known)) < 2:
        return known[0] if known else None
    red, green, blue = (round(sum(part) / len(known)) for part in zip(*known, strict=True))
    return red, green, blue


def draw_oval(canvas: PixelCanvas, oval: Oval, palette: Palette) -> None:
    """Draws the felt and its rail.

    One quarter is computed: the right half mirrors the left, and the lower half the upper but for the light.
    """
    painter = _Painter(oval, palette)
    reach_x, reach_y = math.ceil(oval.half_width + _SHADOW), math.ceil(oval.half_height + _SHADOW)
    for y in range(-reach_y, 0):
        for x in range(-reach_x, 0):
            samples = painter.samples(x, y)
            lower = [_Spot(spot.x, -spot.y, spot.distance, 1 - spot.light) for spot in samples]
            for py, points in ((oval.y + y, samples), (oval.y - 1 - y, lower)):
                if 0 <= py < 2 * canvas.height:
                    _draw_mirrored(canvas, painter, oval.x + x, py, points)


def _draw_mirrored(canvas: PixelCanvas, painter: _Painter, x: int, py: int, points: list[_Spot]) -> None:
    """Draws a pixel of the left half, and the one of the right half that mirrors it."""
    row, places = canvas.pixels[py], [at for at in (x, 2 * painter.oval.x - 1 - x) if 0 <= at < canvas.width]
    if places:
        colour = _average([painter.colour(point, row[places[0]]) for point in points])
        for at in places:
            row[at] = colour


def draw_outline(canvas: PixelCanvas, oval: Oval) -> None:
    """Draws only the edge of the oval, as a line of letters, for a terminal without colours."""
    begins = {y: x for y in range(canvas.height) if (x := _first_inside(oval, y)) is not None}
    for y, x in begins.items():
        above, below = begins.get(y - 1, oval.x), begins.get(y + 1, oval.x)
        first, last, end = ("╭", "╯", above) if above > x else ("╰", "╮", below)
        line = f"{first}{'─' * (end - x - 1)}{last if end < oval.x else ''}" if end > x else "│"
        canvas.put(x, y, line, None)
        canvas.put(2 * oval.x - x - len(line), y, line[::-1].translate(_MIRRORED), None)


def _first_inside(oval: Oval, y: int) -> int | None:
    """Returns the first column inside the oval in a row of cells, None if the row lies outside."""
    columns = range(oval.x - math.ceil(oval.half_width), oval.x)
    return next((x for x in columns if _locate(oval, x + 0.5 - oval.x, 2 * y + 1 - oval.y).distance < 0), None)


class Point(NamedTuple):
    """A point in pixels, measured from the middle of the oval; y grows downwards."""

    x: float
    y: float


@lru_cache(maxsize=64)
def seat_points(count: int, half_width: float, half_height: float, own_share: float) -> tuple[Point, ...]:
    """Returns where `count` seats lie on a super-ellipse with equal arcs between them, clockwise from the bottom.

    The first is at the bottom and takes `own_share` arcs. The right half mirrors the left exactly.
    """
    points = [_point(half_width, half_height, step / _STEPS) for step in range(_STEPS // 2 + 1)]
    lengths = [*accumulate((math.dist(*each) for each in pairwise(points)), initial=0.0)]
    arc = 2 * lengths[-1] / (count - 1 + own_share)
    wanted = [(own_share / 2 + place - 0.5) * arc for place in range(1, count // 2 + 1)]
    left = [points[min(bisect_left(lengths, at), _STEPS // 2)] for at in wanted]
    if count % 2 == 0:
        left[-1] = Point(0.0, -half_height)
    mirrored = left[:-1] if count % 2 == 0 else left
    return Point(0.0, half_height), *left, *(Point(-point.x, point.y) for point in reversed(mirrored))


def _point(half_width: float, half_height: float, part: float) -> Point:
    """Returns the point of a super-ellipse after `part` of the way round, clockwise from the bottom."""
    angle = math.pi / 2 + 2 * math.pi * part
    across, down = math.cos(angle), math.sin(angle)
    return Point(
        math.copysign(half_width * abs(across) ** (2 / EXPONENT), across),
        math.copysign(half_height * abs(down) ** (2 / EXPONENT), down),
    )
