"""`railbird-server replay` and `verify`: hands of files played by the rules, to be read or to be compared."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import click

from railbird_server.cli.console import STANDARD_INPUT, CommandError, ended_by, print_text
from railbird_server.history.hand_replays import is_whole, replay_file
from railbird_server.history.parser import BadHistory
from railbird_server.history.replay import NothingToReplay
from railbird_server.history.replay import verify as verify_paths
from railbird_server.history.writer import format_time
from railbird_shared.history import hand_history
from railbird_shared.history.hand_text import replay_lines


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
            print_text(hand_history.encode_replay_line(line).decode() if as_json else _format(line))
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
        with nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else Path(file).open("rb") as opened:
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
