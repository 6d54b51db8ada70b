"""What a seed settles about an evening before it begins: who comes, what they play, and how bad the network is."""

from __future__ import annotations

import random
from typing import Any

from msgspec import Struct

from railbird_server.runtime.tables.new_table_settings import games_played
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.settings.table_terms import RailTerms
from simulation.wires import Weather
from support.house_builders import SETTING_NAMES, tried_values

NAMES = ("Wren", "Heron", "Jay", "Magpie", "Rook", "Finch", "Plover", "Siskin", "Teal", "Lark", "Swift", "Martin")


class Faults(Struct, frozen=True):
    """How often something goes wrong, in seconds from one fault to the next on average; 0 is never."""

    cut: float = 0.0
    silence: float = 0.0
    slow_reader: float = 0.0
    clock_jump: float = 0.0
    crash: float = 0.0
    bad_disk: float = 0.0


FAULTS = {
    "calm": Faults(),
    "windy": Faults(cut=120.0, silence=180.0, slow_reader=180.0, clock_jump=1200.0, crash=400.0, bad_disk=500.0),
    "storm": Faults(cut=20.0, silence=30.0, slow_reader=40.0, clock_jump=120.0, crash=60.0, bad_disk=90.0),
}
"""The faults of an evening, by its weather."""

WIRES = (Weather(0.0001, 0.001, 8192), Weather(0.001, 0.05, 2048), Weather(0.02, 0.4, 4096), Weather(0.001, 0.05, 256))
"""The networks from which people come: the same machine, a LAN, a bad one, and one with next to no buffers.

A real system holds more for a connection, but then a slow reader is noticed only after hours of poker.
"""


class Plan(Struct, frozen=True):
    """What a seed settles about an evening before it begins."""

    seed: int
    hands: int
    weather: str
    games: tuple[str, ...]
    players: int
    watchers: int
    house: HouseRules
    small_limits: bool
    """Whether the server gives slow readers up soon and keeps few steps, so that what is rare happens often."""
    rails: tuple[RailTerms, ...]
    """The terms of the rail of each table."""


def plan_evening(seed: int, hands: int) -> Plan:
    """Returns the plan that follows from a seed; seeds in a row play all games in turn."""
    chance = random.Random(f"plan {seed}")
    house = _random_house(chance)
    played = tuple(game.id for game in games_played(house))
    favourite = tuple(VARIANTS)[seed % len(VARIANTS)]
    if favourite not in played:
        house, played = HouseRules(), tuple(VARIANTS)
    tables = chance.choice((1, 1, 2, 3))
    return Plan(
        seed=seed,
        hands=hands,
        weather=chance.choice(("calm", "windy", "windy", "storm")),
        games=(favourite, *chance.choices(played, k=tables - 1)),
        players=chance.randint(2 + tables, min(len(NAMES) - 2, 3 + 3 * tables)),
        watchers=chance.randint(0, 2),
        house=house,
        small_limits=chance.random() < 0.7,
        rails=tuple(_random_rail(chance) for _ in range(tables)),
    )


def _random_rail(chance: random.Random) -> RailTerms:
    """Returns the terms of a rail, delayed or not."""
    hands, seconds = chance.choice(((0, 0), (0, 0), (1, 0), (2, 0), (0, 30), (1, 10)))
    limit = chance.choice((None, None, None, 2))
    return RailTerms(limit=limit, speaks=chance.random() < 0.5, delay_hands=hands, delay_seconds=seconds)


def _random_house(chance: random.Random) -> HouseRules:
    """Returns a house with a few unusual settings that plays a game at least."""
    while True:
        names = chance.sample(SETTING_NAMES, chance.choice((0, 0, 1, 2, 4)))
        try:
            settings: dict[str, Any] = {name: chance.choice(list(tried_values(name))) for name in names}
            house = HouseRules(**settings)
        except ValueError:
            continue
        if games_played(house):
            return house
