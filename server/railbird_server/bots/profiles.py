"""Names and playing styles of bots."""

from __future__ import annotations

from msgspec import Struct


class Style(Struct, frozen=True):
    """A way of playing.

    `open_share` and `defend_share` are shares of all starting hands at a table of six: those raised with when nobody
    has raised, and those that go on against a raise of three big blinds. `stud_entry_margin`, `value_bet_threshold` and
    `raise_threshold` are how far the equity must reach, from a fair share of the pot to certainty, to begin a stud
    hand, to bet and to raise. `call_margin` is how far the equity must exceed the price of a call, and may be negative.
    `bluff_frequency` and `slowplay_frequency` are the probabilities that a weak hand is bet and a strong one checked.
    All others are between 0 and 1.
    """

    name: str
    open_share: float
    defend_share: float
    stud_entry_margin: float
    call_margin: float
    value_bet_threshold: float
    raise_threshold: float
    bluff_frequency: float
    slowplay_frequency: float


# The numbers make two styles that a guest can tell apart. Measured in the shares of the hands dealt to a style:
# - hold'em, three bots of each style, 800 hands (`railbird-server demo --game holdem --hands 400`, `--seed 1` and `2`):
#   the loose style plays 43 % and raises 23 % before the flop, the tight one 24 % and 12 %;
# - seven card stud, four of each, 200 hands (`railbird-server demo --game seven-card-stud --hands 200 --seed 1`):
#   the loose style plays 28 % and raises 12 % on third street, the tight one 14 % and 7 %.

LOOSE = Style(
    "loose",
    open_share=0.36,
    defend_share=0.32,
    stud_entry_margin=0.07,
    call_margin=-0.03,
    value_bet_threshold=0.18,
    raise_threshold=0.45,
    bluff_frequency=0.22,
    slowplay_frequency=0.08,
)
TIGHT = Style(
    "tight",
    open_share=0.2,
    defend_share=0.17,
    stud_entry_margin=0.16,
    call_margin=0.03,
    value_bet_threshold=0.24,
    raise_threshold=0.55,
    bluff_frequency=0.1,
    slowplay_frequency=0.12,
)

STYLES: dict[str, Style] = {style.name: style for style in (LOOSE, TIGHT)}
"""Every style on offer, by the name that commands use."""


BOT_NAMES = (
    "Redpoll",
    "Curlew",
    "Linnet",
    "Osprey",
    "Lapwing",
    "Pipit",
    "Bittern",
    "Wigeon",
    "Goshawk",
    "Fulmar",
    "Petrel",
    "Avocet",
    "Gannet",
    "Godwit",
    "Bunting",
    "Dipper",
)
"""Names for bots, the first ones handed out first: birds after which few people are called, whose names stay free."""
