"""`railbird-server history`: finished hands and statistics, of what a server keeps; `replay` and `verify`: of files."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC
from heapq import merge
from itertools import islice
from pathlib import Path
from typing import Any

import click
import msgspec

from railbird_server.cli.console import STANDARD_INPUT, CommandError, ended_by, print_text
from railbird_server.cli.kept_data import open_databases
from railbird_server.cli.setting_options import GameParam, with_data_option, with_options
from railbird_server.history.hand_replays import is_whole, replay_file
from railbird_server.history.night_statistics import TallyMemory, count_night, split_nights
from railbird_server.history.parser import BadHistory
from railbird_server.history.replay import NothingToReplay
from railbird_server.history.replay import verify as verify_paths
from railbird_server.history.writer import export_hand, format_time, seat_of
from railbird_server.store.hand_search import find_hands, players_called, read_hand, read_hands
from railbird_server.store.records import HandQuery, StoredHand
from railbird_shared.history import hand_history
from railbird_shared.history.hand_history import NightStatistics, Tally
from railbird_shared.history.hand_text import TALLY_NUMBERS, HandForm, replay_lines
from railbird_shared.history.narration import format_signed, hands_text
from railbird_shared.protocol.commands import HandResult

EVERY_HAND = 1_000_000_000
"""More hands than any server keeps."""


@click.group()
def history() -> None:
    """Find, print and export finished hands, and count statistics, from what a server keeps.

    Without --data the hands of `railbird host` are found, too. The server may run meanwhile; nothing is changed.
    Without --player and --all-cards a hand is told as everybody at the table saw it.
    """


class _DayParam(click.DateTime):
    """A day, as the second in which it begins, UTC; 0 for none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the second, counted from the beginning of 1970."""
        return value and int(super().convert(value, param, ctx).replace(tzinfo=UTC).timestamp())


_with_search = with_options(
    with_data_option,
    click.option(
        "--find", default="", metavar="TEXT", help="Each word of it in the name of a player, the game or the table."
    ),
    click.option("--player", default="", metavar="NAME", help="Only hands that this player sat in; a name or an id."),
    click.option("--game", default="", type=GameParam(), metavar="GAME", help="A game, such as omaha8 or plo8."),
    click.option("--table", default="", metavar="TABLE", help="The id of a table."),
    click.option("--result", default=None, type=click.Choice(["won", "lost"]), help="Hands that --player won or lost."),
    click.option("--showdown", is_flag=True, help="Only hands that came to a showdown."),
    click.option("--pot", default=0, type=click.IntRange(min=0), help="The least chips that were in the pot."),
    click.option("--since", default=0, type=_DayParam(["%Y-%m-%d"]), help="The first day, UTC."),
    click.option("--until", default=0, type=_DayParam(["%Y-%m-%d"]), help="The day after the last, UTC."),
)
"""Gives a command the options that choose finished hands."""

_all_cards_option = click.option(
    "--all-cards", is_flag=True, help="Tell every card that was dealt to anybody, to look into foul play."
)

_FORMATS = {"text": HandForm.TEXT, "phh": HandForm.PHH, "json": HandForm.JSON}
_format_option = click.option("--format", "form", type=click.Choice([*_FORMATS]), default="text", help="Usually text.")


@history.command("list")
@_with_search
@click.option("--limit", default=50, type=click.IntRange(min=1), help="How many hands at most; usually 50.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each hand.")
def list_hands(*, data: str | None, limit: int, as_json: bool, **search: Any) -> None:
    """List finished hands, the latest first."""
    with open_databases(data) as connections:
        pages = [find_hands(each, query, 0, limit) for each, query in _queries(connections, **search)]
    latest = merge(*(page.hands for page in pages), key=lambda found: found.ended_at, reverse=True)
    hands, total = list(islice(latest, limit)), sum(page.total for page in pages)
    for found in hands:
        index, when = found.index, format_time(found.ended_at)
        players = ", ".join(f"{seat.name} {format_signed(seat.net)}" for seat in index.seats)
        told = f"{found.table} {found.number:>4}  {when}  {found.name}: {index.title}, pot {index.pot:,} ({players})"
        print_text(msgspec.json.encode(found).decode() if as_json else told)
    if not as_json:
        more = f", of which these are the latest {len(hands):,}" if len(hands) < total else ""
        print_text(f"{hands_text(total)}{more}.")


@history.command()
@with_data_option
@click.argument("table")
@click.argument("hand", type=int)
@click.option("--player", default="", metavar="NAME", help="Tell the hand as this player knew it; a name or an id.")
@_all_cards_option
@_format_option
def show(*, data: str | None, table: str, hand: int, player: str, all_cards: bool, form: str) -> None:
    """Print the hand of that number at the table of that id."""
    with open_databases(data) as connections:
        readers = _players(connections, player)
        found = [(stored, readers.get(each, "")) for each in connections if (stored := read_hand(each, table, hand))]
    if not found:
        raise CommandError(f"There is no hand {hand} of a table {table!r}: `railbird-server history list` names them.")
    stored, reader = found[0]
    if player and (not reader or seat_of(stored.finished, reader) is None):
        raise CommandError(f"{player} did not sit in that hand: leave --player out, or name somebody who did.")
    with ended_by(BadHistory):
        text = export_hand(stored, _FORMATS[form], player=reader, all_cards=all_cards)
    print_text(text, nl=False)


@history.command()
@_with_search
@click.option(
    "--to", "folder", type=click.Path(path_type=Path), required=True, metavar="FOLDER", help="Where the files go."
)
@_all_cards_option
@_format_option
def export(*, data: str | None, folder: Path, all_cards: bool, form: str, **search: Any) -> None:
    """Write finished hands into a folder, a file for each, and say of each hand that is left out why."""
    hands = _read_all(data, **search)
    chosen, left_out = _FORMATS[form], defaultdict[tuple[str, str, str], list[int]](list)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for stored, player in hands:
            number = stored.finished.number
            try:
                text = export_hand(stored, chosen, player=player, all_cards=all_cards)
            except BadHistory as fault:
                left_out[stored.table, stored.name, str(fault)].append(number)
            else:
                (folder / f"{stored.table}-{number:05}.{chosen.value}").write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"Hands cannot be written to {folder}: {error.strerror}.") from None
    written = len(hands) - sum(map(len, left_out.values()))
    print_text(f"{hands_text(written)} written to {folder}.")
    for (table, name, why), numbers in left_out.items():
        print_text(
            f"Left out of {name} ({table}), hand{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}: {why}"
        )


@history.command()
@_with_search
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each night.")
def statistics(*, data: str | None, as_json: bool, **search: Any) -> None:
    """Count what everybody did, night by night, the latest first."""
    hands = _read_all(data, **search)
    memory, player_of = TallyMemory(), {stored.table: player for stored, player in hands}
    for night in split_nights(stored for stored, _ in hands):
        counted = count_night(night, memory, only=player_of[night[0].table])
        print_text(msgspec.json.encode(counted).decode() if as_json else "\n".join(_night_lines(counted)))
    if not hands and not as_json:
        print_text("0 hands.")


def _night_lines(night: NightStatistics) -> Iterator[str]:
    when = f"{format_time(night.began_at)} to {format_time(night.ended_at)}"
    yield f"{night.name} ({night.table}), {when}, {night.hands:,} hands"
    yield " " * 24 + " hands" + "".join(f"{each.short:>6}" for each in TALLY_NUMBERS) + "       net"
    for player in night.players:
        yield f"{player.name[:23]:24}{_tally_text(player.total)}"
        if len(player.games) > 1:
            for each in player.games:
                yield f"  {each.game[:21]:22}{_tally_text(each.tally)}"
    yield ""


def _tally_text(tally: Tally) -> str:
    numbers = "".join(f"{each.text(tally):>6}" for each in TALLY_NUMBERS)
    return f"{tally.hands:>6,}{numbers}{format_signed(tally.net):>10}"


# --- what is searched --------------------------------------------------------------------------------------------


def _read_all(data: str | None, **search: Any) -> list[tuple[StoredHand, str]]:
    """Returns the hands that the options choose, each with the id of the player who is named, if one is."""
    with open_databases(data) as connections:
        queries = _queries(connections, **search)
        return [(hand, query.player) for each, query in queries for hand in read_hands(each, query, EVERY_HAND)]


def _queries(
    connections: Sequence[sqlite3.Connection], *, player: str, result: str | None, **search: Any
) -> list[tuple[sqlite3.Connection, HandQuery]]:
    """Returns the query that the options make for each database in which there may be such hands; raises CommandError.

    That is raised where --player is missing or is not one player.
    """
    if result and not player:
        raise CommandError("Name the player who won or lost them: --player NAME.")
    players = _players(connections, player)
    return [(each, HandQuery(player=id_, result=HandResult(result or ""), **search)) for each, id_ in players.items()]


def _players(connections: Sequence[sqlite3.Connection], name: str) -> dict[sqlite3.Connection, str]:
    """Returns the id of the player of a name in each database that knows them; without a name, all with an empty one.

    Raises CommandError where it is not one player.
    """
    if not name:
        return dict.fromkeys(connections, "")
    found = {each: ids for each in connections if (ids := players_called(each, name))}
    if not found:
        raise CommandError(f"No player called {name!r} sat in a hand that is kept.")
    for ids in found.values():
        if len(ids) > 1:
            raise CommandError(f"Several players are called {name!r}: name one by the id, {' or '.join(ids)}.")
    return {each: ids[0] for each, ids in found.items()}


# --- files of hands


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print each hand as one line of JSON: the table and its events.")
def replay(*, file: str, as_json: bool) -> None:
    """Play the hands of FILE, a Poker Hand History, by the rules, and print them; - reads the input.

    The exit status is 1 if a hand cannot be played to its end as the file has it, and 2 if there is no hand to play.
    """
    name = "The input" if file == STANDARD_INPUT else repr(file)
    text = _read_text(file, name)
    all_whole = True
    try:
        for line in replay_file(text, "standard input" if file == STANDARD_INPUT else Path(file).stem):
            all_whole = all_whole and is_whole(line)
            print_text(msgspec.json.encode(line).decode() if as_json else _format(line))
            if as_json:
                sys.stdout.flush()
    except BadHistory as error:
        raise CommandError(f"{name} cannot be replayed. {error}") from None
    sys.exit(0 if all_whole else 1)


def _format(line: hand_history.ReplayLine) -> str:
    """Returns a hand in words."""
    match line:
        case hand_history.UnplayableHand(sentence, name):
            return f"Hand {name}: {sentence}\n" if name else f"{sentence}\n"
        case hand_history.HandReplay():
            ended_at = line.history.ended_at
            return "\n".join(replay_lines(line, format_time(ended_at) if ended_at else "")) + "\n"


def _read_text(file: str, name: str) -> str:
    """Returns the text that is in a file, or comes from the standard input; raises CommandError without any."""
    try:
        if Path(file).is_dir():
            raise CommandError(f"{name} is a folder: name a file of hands in it.")
        with contextlib.nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else Path(file).open("rb") as opened:
            found = opened.read(hand_history.MAX_FILE_BYTES + 1)
    except FileNotFoundError:
        raise CommandError(f"There is no file {name}.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is no name of a file"
        raise CommandError(f"{name} cannot be read: {reason}.") from None
    if len(found) > hand_history.MAX_FILE_BYTES:
        most = hand_history.MAX_FILE_BYTES // 10**6
        raise CommandError(f"{name} is too large: a file of hands has at most {most} megabytes.")
    try:
        text = found.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise CommandError(f"{name} is no hand history, for it is no text.")
    if not text.strip():
        raise CommandError(f"{name} is empty: there is no hand in it.")
    return text


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def verify(*, paths: tuple[Path, ...], as_json: bool) -> None:
    """Replay Poker Hand History files, or folders of them, by the rules.

    Prints a line for every hand that differs, with the first difference, and how many were replayed and failed.
    The exit status is 1 if any failed, and 2 if there is nothing to replay.
    """
    with ended_by(NothingToReplay):
        summary = verify_paths(paths)
    print_text(json.dumps(summary.as_json(), indent=2) if as_json else str(summary))
    sys.exit(1 if summary.failed else 0)
