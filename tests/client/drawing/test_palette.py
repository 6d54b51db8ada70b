"""The palettes: readable in every terminal, and distinct where a colour tells something."""

from __future__ import annotations

import pytest
from rich.color import Color as RichColor
from rich.color import ColorSystem

from railbird_client.drawing.palette import Palette, find_palette
from support.contrast import contrast

READABLE, VISIBLE_SHAPE = 4.5, 3.0

PALETTES = [find_palette(dark=dark, size=size) for size in (0, 256, 16) for dark in (True, False)]
ROOMY = [palette for palette in PALETTES if palette.size != 16]


def name_of(palette: Palette) -> str:
    return f"{palette.name}-{palette.size}"


@pytest.mark.parametrize("palette", ROOMY, ids=name_of)
def test_words_are_readable_on_every_ground_they_stand_on(palette: Palette) -> None:
    grounds = [palette.background, palette.aside, palette.plate]
    pairs = [(text, ground) for text in (palette.text, palette.soft, palette.dim) for ground in grounds]
    pairs += [(text, palette.plate_own) for text in (palette.text, palette.soft, palette.chips, palette.danger)]
    pairs += [(palette.dim, palette.plate_out), (palette.chips, palette.plate), (palette.danger, palette.plate)]
    pairs += [(palette.turn_label, palette.background), (palette.chips, palette.background)]
    pairs += [(palette.win_label, palette.aside), (palette.danger, palette.background)]
    pairs += [(palette.turn_text, palette.turn), (palette.turn_soft, palette.turn), (palette.win_text, palette.win)]
    pairs += [(palette.high_text, palette.high), (palette.low_text, palette.low)]
    pairs += [(palette.key, palette.button), (palette.button_text, palette.button), (palette.key, palette.background)]
    pairs += [(palette.dealer_text, palette.dealer), (palette.card_out_text, palette.card_out)]
    pairs += [(suit, palette.card) for suit in palette.card_suits]
    pairs += [(suit, palette.aside) for suit in palette.text_suits]
    pairs += [(text, felt) for text in (palette.felt_text, palette.felt_soft) for felt in (*palette.felt, palette.pill)]
    pairs += [(palette.felt_chips, felt) for felt in (*palette.felt, palette.pill)]
    assert [(one, other) for one, other in pairs if contrast(one, other) < READABLE] == []


@pytest.mark.parametrize("palette", PALETTES, ids=name_of)
def test_the_colour_of_the_turn_is_readable_wherever_it_is_text_or_ground(palette: Palette) -> None:
    grounds = ("background", "aside", "plate", "plate_own", "plate_out", "button")
    pairs = [(text, ground) for text in ("turn_label", "key") for ground in grounds]
    pairs += [("turn_text", "turn"), ("turn_soft", "turn"), ("high_text", "high")]
    seen = {(text, ground): contrast(getattr(palette, text), getattr(palette, ground)) for text, ground in pairs}
    assert {pair: round(found, 2) for pair, found in seen.items() if found < READABLE} == {}


@pytest.mark.parametrize("palette", PALETTES, ids=name_of)
def test_bars_and_lines_of_pages_can_be_seen(palette: Palette) -> None:
    shapes = ("luck", "loss", "chance", "axis", "win", "chips_dim")
    pairs = [(name, "background") for name in shapes] + [("text", "plate_edge"), ("background", "text")]
    if palette.size != 16:  # there bars are letters, which stand on no track
        pairs += [(name, "button") for name in ("loss", "chance", "chips_dim")]
    seen = {(one, other): contrast(getattr(palette, one), getattr(palette, other)) for one, other in pairs}
    assert {pair: round(found, 2) for pair, found in seen.items() if found < VISIBLE_SHAPE} == {}
    assert len({palette.win, palette.loss, palette.chance}) == 3


@pytest.mark.parametrize("palette", PALETTES, ids=name_of)
def test_what_tells_states_apart_differs(palette: Palette) -> None:
    assert len({palette.turn, palette.win, palette.plate}) == 3
    assert len({palette.high, palette.low}) == 2
    assert len({palette.card, palette.card_out, palette.card_back}) == 3
    if palette.size != 16 or palette.dark:
        assert len(set(palette.card_suits)) == 4
        assert len(set(palette.text_suits)) == 4


@pytest.mark.parametrize("dark", [True, False])
@pytest.mark.parametrize(("field", "numbers"), [("chips", (222, 58)), ("dim", (246, 240)), ("turn", (215, 215))])
def test_a_colour_of_256_reaches_the_terminal_as_its_number(dark: bool, field: str, numbers: tuple[int, int]) -> None:
    colour = getattr(find_palette(dark=dark, size=256), field)
    assert RichColor.from_rgb(*colour).downgrade(ColorSystem.EIGHT_BIT).number == numbers[not dark]


@pytest.mark.parametrize("palette", [each for each in PALETTES if each.size == 16], ids=name_of)
def test_the_colours_of_16_reach_the_terminal_as_those_of_16(palette: Palette) -> None:
    shown = {RichColor.from_rgb(*colour).downgrade(ColorSystem.STANDARD).number for colour in palette.card_suits}
    assert len(shown) == len(set(palette.card_suits))
    for colour in (palette.turn, palette.win, palette.danger, palette.background, palette.dim):
        assert RichColor.from_rgb(*colour).downgrade(ColorSystem.STANDARD).number is not None
