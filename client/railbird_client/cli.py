"""The `railbird` command: play, host, join or watch. It ends with status 0, or with one sentence and status 1 or 2.

Textual, msgspec and the application are imported only when the application runs, so `--help` answers at once.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
import getpass
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from railbird_client.hosting.host_options import FormOptions, HostCommand, check_bots, form_options
from railbird_client.player_requests import (
    HOST_OPTIONS,
    MAX_BOTS,
    HostTable,
    JoinServer,
    LaunchPlan,
    NewTable,
    PlayBots,
    ServerOptions,
    WatchServer,
)
from railbird_client.widgets.terminal import (
    COLOUR_CHOICES,
    STANDARD_INPUT,
    TEXTUAL_NAMES,
    is_paintable,
    reopen_terminal,
)
from railbird_shared import DEFAULT_PORT
from railbird_shared.game.catalogue import CHOICES, UnknownGame, find_choice, read_game_name
from railbird_shared.network.address import INVITE_VARIABLE, MAX_LINK_SIZE, Address, BadAddress, only_way, parse_address
from railbird_shared.protocol.table_limits import MAX_BET, MAX_CLOCK_SECONDS, MAX_PASSWORD_LENGTH, MIN_BET
from railbird_shared.text.text_cleaning import read_name

if TYPE_CHECKING:
    from railbird_client.network.lan_search import FoundServer
    from railbird_client.replay.hand_file import HandFile
    from railbird_client.settings.player_settings import Settings
    from railbird_client.table.table_options import TableOptions

EXIT_INTERRUPTED = 130

NOTHING_FOUND = (
    "No server was found on this network. Ask the host for the address and type `railbird join ADDRESS`; "
    "a firewall, a VPN or a Wi-Fi for guests may hide a server."
)
ASK_FOR_ADDRESS = "Ask the host for the address and type `railbird join ADDRESS`."
HOW_TO_JOIN = "Type `railbird join ADDRESS` to join one."
FINGERPRINT_WARNING = "A fingerprint here is only what that server says: compare it with the one on the host's screen."

FAST_REVEAL_SECONDS = 0.2
"""The pause between the streets of a hand that deals itself out, when everything is to go fast."""

PORT = click.IntRange(0, 65535)

Handler = Callable[..., None]


class GameParam(click.Choice[str]):
    """A game or a mix, called by any of its names; the value is its id."""

    def __init__(self) -> None:
        super().__init__([each.id for each in CHOICES])

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Returns the id; raises UsageError with the nearest name."""
        try:
            return read_game_name(value, CHOICES).id
        except UnknownGame as unknown:
            raise click.UsageError(str(unknown), ctx) from None


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """The options of every command: the player's name and how things are shown; None or False if not given."""

    name: str | None
    theme: str | None
    ascii: bool
    two_colour: bool
    no_bell: bool
    colours: str | None

    def display_options(self, settings: Settings) -> TableOptions:
        """Returns how tables are shown."""
        from msgspec.structs import replace

        from railbird_client.settings.player_settings import table_options

        return replace(
            table_options(settings),
            ascii=self.ascii or settings.ascii,
            two_colour=self.two_colour or settings.two_colour,
            bell=settings.bell and not self.no_bell,
        )


def common_options(handler: Handler) -> Handler:
    """Adds the options of every command, and passes them as one `CommonOptions`."""

    @click.option("--name", type=read_name, metavar="NAME", help="The name that others see; remembered for next time.")
    @click.option("--ascii", is_flag=True, help="Draw with plain letters only.")
    @click.option("--two-colour", is_flag=True, help="Red and black suits instead of four colours.")
    @click.option("--no-bell", is_flag=True, help="Do not ring for your turn and questions.")
    @click.option("--theme", metavar="NAME", help="Colours: railbird-night, railbird-day, or any of Textual's.")
    @click.option("--colours", type=click.Choice(COLOUR_CHOICES), help="How many colours the terminal has.")
    @functools.wraps(handler)
    def wrapper(**options: Any) -> None:
        common = CommonOptions(**{field.name: options.pop(field.name) for field in fields(CommonOptions)})
        handler(common=common, **options)

    return wrapper


line_option = click.option(
    "--line", is_flag=True, help="Play by lines of words: for screen readers, pipes and slow connections."
)


def game_options(handler: Handler) -> Handler:
    """Adds the options of the game that is played at a table to be opened, and of its house rules."""
    game = click.option(
        "--game",
        type=GameParam(),
        help="The game that is played; names such as nlhe, plo or stud do as well.",
        show_default=CHOICES[0].id,
    )
    house = click.option("--house", default="", metavar="RULES", help="House rules: a preset's name or a file.")
    return game(house(handler))


def _find_address(address: Address | None, *, ask: bool, file: str | None) -> Address | None:
    """Returns the one address that was given in any way, None without one; raises UsageError."""
    from_environment = os.environ.pop(INVITE_VARIABLE, "")
    ways = {"ADDRESS": address, "--invite": ask, "--invite-file": file, INVITE_VARIABLE: from_environment}
    try:
        if only_way(ways) in {"ADDRESS", ""}:
            return address
        link = getpass.getpass("Invite link: ") if ask else _read_first_line(file) if file else from_environment
        return parse_address(link)
    except BadAddress as wrong:
        raise click.UsageError(str(wrong)) from None


def _read_first_line(file: str) -> str:
    """Reads the first line of a file, or of the input; raises UsageError."""
    try:
        if file == STANDARD_INPUT:
            line = sys.stdin.buffer.readline(MAX_LINK_SIZE)
            reopen_terminal()
        else:
            with Path(file).open("rb") as opened:
                line = opened.readline(MAX_LINK_SIZE)
        link = line.decode("utf-8-sig").strip()
    except OSError as error:
        raise click.UsageError(f"The invite link cannot be read from {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        link = ""
    if not link:
        place = "The input" if file == STANDARD_INPUT else file
        raise click.UsageError(f"{place} has no invite link on its first line: write one there.")
    return link


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="railbird", message="railbird %(version)s")
@common_options
def railbird(*, common: CommonOptions) -> None:
    """Play poker in a terminal: against bots, at home with friends, or from the rail.

    Without a command you are asked what you would like.
    """
    context = click.get_current_context()
    context.default_map = dict.fromkeys(railbird.commands, asdict(common))
    if context.invoked_subcommand is None:
        _run_app(common, lambda _: None)


@railbird.command()
@game_options
@click.option("--bet", type=click.IntRange(MIN_BET, MAX_BET), help="Big blind, or small bet with fixed limits.")
@click.option("--clock", type=click.IntRange(0, MAX_CLOCK_SECONDS), help="Seconds a turn; 0: no clock.")
@click.option("--bots", type=click.IntRange(1, MAX_BOTS), help="How many play against you.")
@click.option("--fast", is_flag=True, help="Hands follow each other without long pauses.")
@line_option
@common_options
def play(
    *,
    game: str | None,
    bet: int | None,
    house: str,
    clock: int | None,
    bots: int | None,
    fast: bool,
    line: bool,
    common: CommonOptions,
) -> None:
    """Play against bots on this machine."""

    def make_plan(settings: Settings) -> PlayBots:
        chosen = find_choice(game or CHOICES[0].id)
        check_bots(bots or 0, chosen.max_seats)
        bot_count = min(bots or max(1, settings.bots), chosen.max_seats - 1)
        table = NewTable(chosen.id, bet or 0, bot_count + 1, bot_count)
        return PlayBots(table, fast=fast, server_options=ServerOptions(house, clock or 0))

    (_run_lines if line else _run_app)(common, make_plan)


@railbird.command(cls=HostCommand)
@game_options
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(1, 65535), help="Where to listen.")
@click.option("--password", "ask_password", is_flag=True, help="Ask for a password that the table is to have.")
@click.option("--no-ssh", is_flag=True, help="Friends cannot come with ssh alone.")
@click.option("--no-page", is_flag=True, help="Friends cannot come with a browser alone.")
@click.option(
    "--relay",
    type=click.Path(exists=True, dir_okay=False, resolve_path=True),
    metavar="FILE",
    help="Friends elsewhere come by a relay; the file has the link of a room there.",
)
@click.option("--data", metavar="FOLDER", help="Where the game is kept; each folder has a game of its own.")
@line_option
@form_options
@common_options
def host(
    *,
    form: FormOptions,
    game: str | None,
    house: str,
    port: int,
    ask_password: bool,
    no_ssh: bool,
    no_page: bool,
    relay: str | None,
    data: str | None,
    line: bool,
    common: CommonOptions,
) -> None:
    """Open a table that others on your network can join, or come back to the one that you left running."""
    source_of = click.get_current_context().get_parameter_source
    named = tuple(name for name in HOST_OPTIONS if source_of(name) is ParameterSource.COMMANDLINE)

    def make_plan(_: Settings) -> HostTable:
        from railbird_client.hosting.host_plan import host_plan

        ask = _read_new_password if ask_password else None
        plan = host_plan(form, game or "", house=house, port=port, named=named, ask_password=ask)
        return dataclasses.replace(plan, has_ssh=not no_ssh, has_pages=not no_page, relay=relay or "")

    (_run_lines if line else _run_app)(common, make_plan, data=data)


def _add_visit(name: str, plan: type[JoinServer | WatchServer], purpose: str) -> None:
    """Adds a command that goes to the server of somebody else."""
    command_help = f"""{purpose}

    Everybody on this machine can read what stands on a command line, an invite too: --invite, --invite-file and
    RAILBIRD_INVITE keep it from them.
    """

    @railbird.command(name, help=command_help)
    @click.argument("address", type=parse_address, required=False)
    @click.option("--invite", "ask", is_flag=True, help="Ask for the invite link, without showing it.")
    @click.option("--invite-file", metavar="FILE", help="The file with the link on its first line; - reads the input.")
    @line_option
    @common_options
    def visit(
        *, address: Address | None, ask: bool, invite_file: str | None, line: bool, common: CommonOptions
    ) -> None:
        if line and invite_file == STANDARD_INPUT:
            raise click.UsageError("With --line the input has your words: name a file with the link, or use --invite.")
        found = _find_address(address, ask=ask, file=invite_file)
        (_run_lines if line else _run_app)(common, lambda _: plan(found))


_add_visit("join", JoinServer, "Join the table at ADDRESS (host, host:port or an invite link).")
_add_visit("watch", WatchServer, "Watch the table at ADDRESS (host, host:port or an invite link) from the rail.")


@railbird.command()
@click.argument("file", required=True)
@common_options
def replay(*, file: str, common: CommonOptions) -> None:
    """Look at the hands of FILE, a Poker Hand History (.phh, .phhs), step by step; - reads the input."""
    from railbird_client.replay.hand_file import HandFile, HandFileUnreadable, read_standard_input

    found = b""
    if file == STANDARD_INPUT:
        if sys.stdin.isatty():
            raise click.UsageError("Send a file of hands through a pipe, or name it: `railbird replay FILE`.")
        found = read_standard_input()
        reopen_terminal()
    try:
        with contextlib.closing(HandFile(file, found)) as hands:
            _run_app(common, lambda _: None, hands=hands)
    except HandFileUnreadable as unreadable:
        _print_sentence(str(unreadable), err=True)
        sys.exit(unreadable.status)


@railbird.command("verify-deal")
@click.argument("paths", type=click.Path(exists=True, path_type=Path), nargs=-1)
@click.option("--cards", is_flag=True, help="Say where every card of an opened deck went.")
def verify_deal(*, paths: tuple[Path, ...], cards: bool) -> None:
    """Check kept records of fair deals again: files, or all files of a folder; without PATHS, all of your own."""
    from railbird_client.fair_deal.deal_files import deals_folder, record_paths, verify_deals

    files = [file for path in paths or (deals_folder(),) for file in record_paths(path)]
    lines, sound = verify_deals(files, cards=cards)
    for line in lines:
        click.echo(line)
    sys.exit(0 if sound else 1)


@railbird.command()
@click.option("--seconds", default=2.0, show_default=True, type=click.FloatRange(0.5, 60), help="How long to search.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def find(*, seconds: float, as_json: bool) -> None:
    """List the servers that can be found on your network."""
    import asyncio
    import json

    from railbird_client.network.lan_search import SearchUnavailable, find_servers

    try:
        servers = asyncio.run(find_servers(seconds))
    except SearchUnavailable as unavailable:
        raise click.ClickException(f"{unavailable} {ASK_FOR_ADDRESS}") from None
    if as_json:
        click.echo(json.dumps([_describe(server) for server in servers], indent=2))
    if not servers:
        click.echo(NOTHING_FOUND, err=as_json)
    elif not as_json:
        lines = "\n".join([*list_servers(servers), "", *closing_sentences(servers)])
        encoding = sys.stdout.encoding or "utf-8"  # a question mark stands for what the output cannot show
        click.echo(lines.encode(encoding, "replace").decode(encoding))


def list_servers(servers: Sequence[FoundServer]) -> list[str]:
    """Returns a line for each server, in columns, and a second one for a fingerprint."""
    from railbird_client.drawing.text_width import cell_width

    def pad(text: str, width: int) -> str:
        return text + " " * (width - cell_width(text))

    rows = [(each.name, each.address.short, each.objection or each.seats_text) for each in servers]
    widths = [max(map(cell_width, column)) for column in zip(*(row[:2] for row in rows), strict=True)]
    seats_width = max(cell_width(each.seats_text) for each in servers)
    lines: list[str] = []
    for server, (name, address, seats) in zip(servers, rows, strict=True):
        start = f"{pad(name, widths[0])}  {pad(address, widths[1])}  "
        said = (pad(seats, seats_width), server.announcement.version, server.games_text)
        lines.append((start + (seats if server.objection else "  ".join(filter(None, said)))).rstrip())
        if server.fingerprint_text:
            lines.append(f"{'':{widths[0]}}  fingerprint {server.fingerprint_text}")
    return lines


def closing_sentences(servers: Sequence[FoundServer]) -> list[str]:
    """Returns how to join one of these servers, and what a fingerprint here is worth."""
    joinable = [HOW_TO_JOIN] if any(not server.objection for server in servers) else [ASK_FOR_ADDRESS]
    return joinable + ([FINGERPRINT_WARNING] if any(server.fingerprint_text for server in servers) else [])


def _describe(server: FoundServer) -> dict[str, object]:
    return {
        "address": str(server.address),
        "addresses": [str(place) for place in server.address.places],
        **asdict(server.announcement),
        "compatible": not server.objection,
    }


@railbird.command()
@click.argument("address", type=parse_address, required=False)
def forget(*, address: Address | None) -> None:
    """Forget the certificate of the server at ADDRESS; without ADDRESS, list the servers that are known."""
    from railbird_client.network.known_servers import KnownServers, known_servers_path
    from railbird_shared.network.recognition import readable_fingerprint

    known = KnownServers(known_servers_path())
    forgotten = address is not None and known.forget(address)
    servers = known.servers
    if error := known.take_error():
        raise click.ClickException(error)
    if forgotten:
        _print_sentence(f"{address} is forgotten: when you join it again, you compare its fingerprint.", err=False)
    elif address is not None:
        raise click.ClickException(f"No server is known at {address}; without an address this lists those that are.")
    else:
        for server in servers:
            proof = readable_fingerprint(server.fingerprint) if server.fingerprint else "by an authority"
            click.echo(f"{server.address}  {proof}")


@railbird.command(hidden=True)
@click.option("--server", type=parse_address, required=True, metavar="LINK", help="The server at which guests play.")
@click.option("--data", type=click.Path(path_type=Path), required=True, help="The folder of the server's data.")
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where guests come in.")
@click.option("--ssh-port", default=0, type=PORT, help="The port for ssh; 0: none.")
@click.option("--page-port", default=0, type=PORT, help="The port for pages; 0: none.")
@click.option("--guests", default=16, type=click.IntRange(1, 500), help="How many guests are in at a time.")
@click.option("--cert", "certificate", default="", metavar="FILE", help="The certificate of an authority, for pages.")
@click.option("--key", default="", metavar="FILE", help="Its private key.")
@click.option("--page-name", "names", multiple=True, metavar="NAME", help="A name under which pages are asked for.")
def guests(**options: Any) -> None:
    """Run the clients of guests beside a server, which starts this itself, until standard input closes."""
    from railbird_client.guests.guest_process import GuestOptions, run_guests

    run_guests(GuestOptions(**options))


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command and ends the program."""
    try:
        status = railbird.main(arguments, prog_name="railbird", standalone_mode=False)
    except click.ClickException as wrong:
        sentence = wrong.format_message()
        _print_sentence(sentence if sentence.endswith((".", "?")) else f"{sentence}.", err=True)
        sys.exit(wrong.exit_code)
    except click.Abort:
        sys.exit(EXIT_INTERRUPTED)
    sys.exit(status or 0)


def _read_new_password() -> str:
    """Asks twice for a new password, without showing it; raises UsageError."""
    if not (password := getpass.getpass("Password of the table: ")):
        raise click.UsageError("A password has one character at least; without --password the table has none.")
    if len(password) > MAX_PASSWORD_LENGTH or not password.isprintable():
        raise click.UsageError(f"Choose a password of at most {MAX_PASSWORD_LENGTH} characters that can be typed.")
    if getpass.getpass("Once more: ") != password:
        raise click.UsageError("The two passwords differ: start again.")
    return password


def _run_app(
    common: CommonOptions,
    make_plan: Callable[[Settings], LaunchPlan | None],
    *,
    data: str | None = None,
    hands: HandFile | None = None,
) -> None:
    gc.disable()  # importing makes no garbage, and the collector would search all of it again and again
    from msgspec.structs import replace

    from railbird_client.network.known_servers import KnownServers, known_servers_path
    from railbird_client.settings.player_settings import SettingsFile, settings_path

    file = SettingsFile(settings_path())
    settings = file.load()
    if colours := common.colours or settings.colours:
        file.error_message = file.error_message or _set_colours(colours, file.path)
    from railbird_client.hosting.hosted_game import HostedGame
    from railbird_client.network.lan_search import search_lan
    from railbird_client.shell.app import RailbirdApp

    gc.freeze()
    gc.enable()
    if hands is not None:
        hands.wait_for_hand()
    if not _has_terminal():
        raise click.UsageError("Railbird draws in a terminal: run it in one, with input and output left alone.")
    if not is_paintable(os.environ.get("TERM", "")):
        raise click.UsageError(
            "This terminal takes lines only (TERM=dumb): add --line, or run Railbird in another one."
        )
    plan = make_plan(settings)
    if common.name:
        settings = file.update(functools.partial(replace, name=common.name))
    options = common.display_options(settings)
    if isinstance(plan, PlayBots) and plan.fast:
        options = replace(options, street_pause=FAST_REVEAL_SECONDS)
    app = RailbirdApp(
        plan,
        file=file,
        player=settings.name or _login_name(),
        options=options,
        theme=common.theme or settings.theme,
        ask_name=not settings.name,
        search=search_lan,
        known_servers=KnownServers(known_servers_path()),
        hosted_game=HostedGame(Path(data).absolute() if data else None),
        replayed=hands,
    )
    if message := app.run():
        _print_sentence(message, err=bool(app.return_code))
    if app.return_code:
        sys.exit(app.return_code)


def _run_lines(common: CommonOptions, make_plan: Callable[[Settings], LaunchPlan], *, data: str | None = None) -> None:
    """Runs a session by lines of words on the standard input and output."""
    from msgspec.structs import replace

    from railbird_client.hosting.hosted_game import HostedGame
    from railbird_client.lines.line_terminal import run_in_terminal
    from railbird_client.network.known_servers import KnownServers, known_servers_path
    from railbird_client.settings.player_settings import KeptServers, SettingsFile, settings_path

    file = SettingsFile(settings_path())
    settings = file.load()
    plan = make_plan(settings)
    if common.name:
        settings = file.update(functools.partial(replace, name=common.name))
    farewell = run_in_terminal(
        plan,
        KeptServers(file, settings.name or _login_name()),
        known_servers=KnownServers(known_servers_path()),
        game=HostedGame(Path(data).absolute() if data else None),
        bell=settings.bell and not common.no_bell,
        asks_name=not settings.name,
    )
    if error := file.take_error():
        _print_sentence(error, err=True)
    if farewell.sentence:
        _print_sentence(farewell.sentence, err=farewell.failed)
    if farewell.failed:
        sys.exit(1)


def _set_colours(choice: str, settings_path: Path) -> str:
    """Tells Textual how many colours the terminal has; returns a sentence where the settings name no such number."""
    if (colour_system := TEXTUAL_NAMES.get(choice)) is None:
        *most, last = (f'"{each}"' for each in COLOUR_CHOICES)
        remedy = f'write {", ".join(most)} or {last} for "colours", or leave it out'
        return f"The settings in {settings_path} name no number of colours: {remedy}."
    os.environ["TEXTUAL_COLOR_SYSTEM"] = colour_system  # Textual reads it when it is imported
    return ""


def _print_sentence(sentence: str, *, err: bool) -> None:
    """Prints a sentence, broken between words at the width of the terminal; without a terminal it stays in one line."""
    room = shutil.get_terminal_size().columns if (sys.stderr if err else sys.stdout).isatty() else 0
    lines = textwrap.wrap(sentence, room, break_long_words=False, break_on_hyphens=False) if room else [sentence]
    click.echo("\n".join(lines), err=err)


def _has_terminal() -> bool:
    # Textual draws on the standard error when that leads to the terminal.
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _login_name() -> str:
    try:
        return read_name(getpass.getuser())
    except (OSError, KeyError, ImportError, ValueError):
        return "Player"
