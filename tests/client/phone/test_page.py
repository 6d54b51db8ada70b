"""The files of the page: what no browser is needed to see."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from railbird_client.drawing.palette import find_palette, to_hex

PAGE = files("railbird_client").joinpath("phone/page")
FILES = {name: PAGE.joinpath(name).read_text(encoding="utf-8") for name in ("index.html", "phone.js", "phone.css")}

COLOURS = {
    "bg": "background",
    "felt-text": "felt_text",
    "felt-soft": "felt_soft",
    "felt-chips": "felt_chips",
    "rail-light": "rail_light",
    "plate-edge": "plate_edge",
    "plate-out": "plate_out",
    "turn-text": "turn_text",
    "turn-soft": "turn_soft",
    "turn-label": "turn_label",
    "win-text": "win_text",
    "win-label": "win_label",
    "card-out": "card_out",
    "out-text": "card_out_text",
    "back": "card_back",
    "back-edge": "card_back_edge",
    "line": "dim",
    **{
        name: name
        for name in ("aside", "text", "soft", "dim", "rule", "pill", "slot", "rail", "plate", "chips", "button", "turn")
    },
    **{name: name for name in ("win", "high", "low", "danger", "card")},
}
"""The names of colours in the style sheet, and those in the palette."""


@pytest.mark.parametrize("dark", [True, False])
def test_the_colours_are_those_of_the_client(dark: bool) -> None:
    palette = find_palette(dark=dark)
    first, second = re.findall(r":root \{(.*?)\n\}", FILES["phone.css"], re.DOTALL)[:2]
    found = dict(re.findall(r"--([\w-]+): (#\w+);", first if dark else first + second))
    wanted = {name: to_hex(getattr(palette, colour)) for name, colour in COLOURS.items()}
    wanted |= {"felt": to_hex(palette.felt[0]), "felt-edge": to_hex(palette.felt[-1])}
    for suit, on_card, in_text in zip(
        ("spade", "heart", "diamond", "club"), palette.card_suits, palette.text_suits, strict=True
    ):
        wanted |= {suit: to_hex(on_card), f"t-{suit}": to_hex(in_text)}
    assert {name: _in_full(found[name]) for name in wanted} == wanted


def _in_full(colour: str) -> str:
    """A colour of six digits: "#fff" stands for "#ffffff"."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def test_foreign_text_never_becomes_markup() -> None:
    found = re.findall(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|DOMParser|srcdoc",
        FILES["phone.js"],
    )
    assert found == []


def test_nothing_is_loaded_from_elsewhere_or_written_in_the_page() -> None:
    for name, text in FILES.items():
        addresses = set(re.findall(r"https?://[^\s\"'`]+", text)) - {"http://www.w3.org/2000/svg"}
        assert addresses == set(), name
    assert re.findall(r"<script(?! type=\"module\" src=\"phone\.js\"></script>)", FILES["index.html"]) == []
    assert re.findall(r"\s(?:style|on\w+)=", FILES["index.html"]) == []
