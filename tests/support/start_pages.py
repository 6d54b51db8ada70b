"""Pages of the start screen for tests: tables on the network, one's own games and recent servers."""

from __future__ import annotations

from railbird_client.settings.player_settings import VisitedServer
from railbird_client.start.start_page import (
    BOTS,
    TOURNAMENT_ENTRY,
    Entry,
    Section,
    StartPage,
    bots_entry,
    found_entry,
    host_entry,
    recent_entry,
)
from railbird_shared.network.address import parse_address
from support.found_servers import found_server

KITCHEN = found_server("Kitchen", "192.0.2.2", free_seats=3, seats=9)
ATTIC = found_server("Attic", "192.0.2.14", tables=2, free_seats=4, seats=14, games=("razz", "holdem"), locked=True)
PORCH = found_server("Porch", "192.0.2.30", protocol=1)


def recent(address: str, *, when: str, result: int | None = None, name: str = "Wren") -> Entry:
    """The entry of a server where the player was called so."""
    visited = VisitedServer(address, name, result=result)
    return recent_entry(visited, parse_address(address), when=when, player="Wren")


def start_page(*, marked: str = BOTS, quiet: bool = False, notice: str = "", left: str = "") -> StartPage:
    """A page of a player who has been to three servers; with `quiet` no table is found and nothing recent."""
    found = () if quiet else tuple(found_entry(each, number) for number, each in enumerate((KITCHEN, ATTIC, PORCH), 1))
    visited = (
        recent("cellar:7777", when="yesterday", result=240),
        recent("192.0.2.7", when="6 days ago", result=-85, name="Wrenny"),
        recent("boat.local", when=""),
    )
    own = (bots_entry("No-Limit Hold'em", "two cards of your own, five for everybody", 5), host_entry(left))
    entries = own if left else (*own, TOURNAMENT_ENTRY)
    count = f"{len(found)} found" if found else ""
    sections = (
        Section("Tables on this network", found, count, "None found so far."),
        Section("Play here", entries),
        *(() if quiet else (Section("Recent", visited),)),
    )
    return StartPage(player="Wren", sections=sections, marked=marked, notice=notice)
