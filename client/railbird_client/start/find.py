"""The `railbird find` command: lists the servers on the local network, for people or as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict

import click

from railbird_client.drawing.text_width import cell_width
from railbird_client.network.lan_search import FoundServer, SearchUnavailable, find_servers

NOTHING_FOUND = (
    "No server was found on this network. Ask the host for the address and type `railbird join ADDRESS`; "
    "a firewall, a VPN or a Wi-Fi for guests may hide a server."
)
ASK_FOR_ADDRESS = "Ask the host for the address and type `railbird join ADDRESS`."
HOW_TO_JOIN = "Type `railbird join ADDRESS` to join one."
FINGERPRINT_WARNING = "A fingerprint here is only what that server says: compare it with the one on the host's screen."


def print_found_servers(seconds: float, *, as_json: bool) -> int:
    """Searches for so many seconds and prints what was found; returns the exit status."""
    try:
        servers = asyncio.run(find_servers(seconds))
    except SearchUnavailable as unavailable:
        click.echo(f"{unavailable} {ASK_FOR_ADDRESS}", err=True)
        return 1
    if as_json:
        click.echo(json.dumps([_describe(server) for server in servers], indent=2))
    if not servers:
        click.echo(NOTHING_FOUND, err=as_json)
    elif not as_json:
        _print_lines([*list_servers(servers), "", *_closing_sentences(servers)])
    return 0


def list_servers(servers: Sequence[FoundServer]) -> list[str]:
    """Returns a line for each server, in columns, and a second one for a fingerprint."""
    rows = [(each.name, each.address.short, each.objection or each.seats_text) for each in servers]
    widths = [max(map(cell_width, column)) for column in zip(*(row[:2] for row in rows), strict=True)]
    seats_width = max(cell_width(each.seats_text) for each in servers)
    lines: list[str] = []
    for server, (name, address, seats) in zip(servers, rows, strict=True):
        start = f"{_pad(name, widths[0])}  {_pad(address, widths[1])}  "
        rest = seats if server.objection else f"{_pad(seats, seats_width)}  {_version_and_games(server)}"
        lines.append((start + rest).rstrip())
        if server.fingerprint_text:
            lines.append(f"{'':{widths[0]}}  fingerprint {server.fingerprint_text}")
    return lines


def _closing_sentences(servers: Sequence[FoundServer]) -> list[str]:
    joinable = [HOW_TO_JOIN] if any(not server.objection for server in servers) else [ASK_FOR_ADDRESS]
    return joinable + ([FINGERPRINT_WARNING] if any(server.fingerprint_text for server in servers) else [])


def _version_and_games(server: FoundServer) -> str:
    return "  ".join(filter(None, (server.announcement.version, server.games_text)))


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_width(text))


def _describe(server: FoundServer) -> dict[str, object]:
    said = asdict(server.announcement)
    return {
        "address": str(server.address),
        "addresses": [str(place) for place in server.address.places],
        **said,
        "compatible": not server.objection,
    }


def _print_lines(lines: Sequence[str]) -> None:
    """Prints lines, with a question mark for what the output cannot show."""
    encoding = sys.stdout.encoding or "utf-8"
    click.echo("\n".join(lines).encode(encoding, "replace").decode(encoding))
