"""The `railbird` command: play, host, join or watch. It ends with status 0, or with one sentence and status 1 or 2.

Textual, msgspec and the application are imported only when the application runs, so `--help` answers at once.
"""

from __future__ import annotations

import functools
import gc
import getpass
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from railbird_client.hosting.host_options import FormOptions, HostCommand, form_options
from railbird_client.shell.launch import (
    FORM_OPTION,
    HOST_OPTIONS,
    MAX_BOTS,
    PASSWORD_OPTION,
    HostTable,
    JoinServer,
    LaunchPlan,
    NewTable,
    PlayBots,
    ServerOptions,
    WatchServer,
)
from railbird_client.shell.terminal import COLOUR_CHOICES, STANDARD_INPUT, find_textual_name, reopen_terminal
from railbird_client.start.invite_options import invite_options
from railbird_shared import DEFAULT_PORT
from railbird_shared.game.catalogue import CHOICES, find_choice
from railbird_shared.network.address import Address, BadAddress, parse_address
from railbird_shared.protocol.table_limits import (
    DEFAULT_SEATS,
    MAX_BET,
    MAX_CLOCK_SECONDS,
    MAX_PASSWORD_LENGTH,
    MIN_BET,
)
from railbird_shared.text.text_cleaning import clean_name, name_refusal

if TYPE_CHECKING:
    from railbird_client.replay.hand_file import HandFile
    from railbird_client.settings.player_settings import Settings
    from railbird_client.table.table_options import TableOptions

EXIT_INTERRUPTED = 130

_DEFAULT_NAME = "Player"

FAST_REVEAL_SECONDS = 0.2
"""The pause between the streets of a hand that deals itself out, when everything is to go fast."""

Handler = Callable[..., None]


class AddressType(click.ParamType[Address]):
    """An address on the command line."""

    name = "address"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Address:
        """Reads the address, or says what is wrong with it."""
        try:
            return parse_address(str(value))
        except BadAddress as wrong:
            self.fail(str(wrong), param, ctx)


class NameType(click.ParamType[str]):
    """A player's name on the command line."""

    name = "name"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Cleans the name, or says why nobody may be called by it."""
        objection = name_refusal(str(value))
        if objection:
            self.fail(objection, param, ctx)
        return clean_name(str(value))


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """The options of every command: the player's name and how things are shown; None if not given."""

    name: str | None
    theme: str | None
    ascii: bool
    two_colour: bool
    bell: bool
    colours: str | None = None

    def inherit_from(self, parent: CommonOptions | None) -> CommonOptions:
        """Returns these options, completed by those that stand before the command's name."""
        if parent is None:
            return self
        return CommonOptions(
            self.name or parent.name,
            self.theme or parent.theme,
            self.ascii or parent.ascii,
            self.two_colour or parent.two_colour,
            self.bell and parent.bell,
            self.colours or parent.colours,
        )

    def display_options(self, settings: Settings) -> TableOptions:
        """Returns how tables are shown."""
        from msgspec.structs import replace

        from railbird_client.settings.player_settings import table_options

        return replace(
            table_options(settings),
            ascii=self.ascii or settings.ascii,
            two_colour=self.two_colour or settings.two_colour,
            bell=self.bell and settings.bell,
        )


def common_options(handler: Handler) -> Handler:
    """Adds the options of every command, and passes them as one `CommonOptions`."""

    @click.option("--name", type=NameType(), help="The name that others see; remembered for next time.")
    @click.option("--ascii", "plain", is_flag=True, help="Draw with plain letters only.")
    @click.option("--two-colour", is_flag=True, help="Red and black suits instead of four colours.")
    @click.option("--no-bell", is_flag=True, help="Do not ring when it is your turn.")
    @click.option("--theme", metavar="NAME", help="Colours: railbird-night, railbird-day, or any of Textual's.")
    @click.option("--colours", type=click.Choice(COLOUR_CHOICES), help="How many colours the terminal has.")
    @functools.wraps(handler)
    def wrapper(
        *,
        name: str | None,
        plain: bool,
        two_colour: bool,
        no_bell: bool,
        theme: str | None,
        colours: str | None,
        **rest: object,
    ) -> None:
        context = click.get_current_context()
        options = CommonOptions(name, theme, plain, two_colour, not no_bell, colours)
        context.obj = options.inherit_from(context.obj)
        handler(common=context.obj, **rest)

    return wrapper


def game_options(handler: Handler) -> Handler:
    """Adds the options of the game that is played at a table to be opened, and of its house rules."""
    game = click.option(
        "--game",
        type=click.Choice([each.id for each in CHOICES]),
        help="The game that is played.",
        show_default=CHOICES[0].id,
    )
    house = click.option("--house", default="", metavar="RULES", help="House rules: a preset's name or a file.")
    return game(house(handler))


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="railbird", message="railbird %(version)s")
@common_options
def railbird(*, common: CommonOptions) -> None:
    """Play poker in a terminal: against bots, at home with friends, or from the rail.

    Without a command you are asked what you would like.
    """
    if click.get_current_context().invoked_subcommand is None:
        _run_app(common, lambda _: None)


@railbird.command()
@game_options
@click.option("--bet", type=click.IntRange(MIN_BET, MAX_BET), help="Big blind, or small bet with fixed limits.")
@click.option("--clock", type=click.IntRange(0, MAX_CLOCK_SECONDS), help="Seconds a turn; 0: no clock.")
@click.option("--bots", type=click.IntRange(1, MAX_BOTS), help="How many play against you.")
@click.option("--fast", is_flag=True, help="Hands follow each other without long pauses.")
@common_options
def play(
    *,
    game: str | None,
    bet: int | None,
    house: str,
    clock: int | None,
    bots: int | None,
    fast: bool,
    common: CommonOptions,
) -> None:
    """Play against bots on this machine."""

    def make_plan(settings: Settings) -> PlayBots:
        chosen = find_choice(game or CHOICES[0].id)
        _check_bots(bots, chosen.max_seats)
        bot_count = min(bots or max(1, settings.bots), chosen.max_seats - 1)
        return PlayBots(
            NewTable(chosen.id, bet or 0, bot_count + 1, bot_count),
            fast=fast,
            server_options=ServerOptions(house, clock or 0),
        )

    _run_app(common, make_plan)


@railbird.command(cls=HostCommand)
@game_options
@click.option("--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(1, 65535), help="Where to listen.")
@click.option("--password", "ask_password", is_flag=True, help="Ask for a password that the table is to have.")
@click.option("--data", metavar="FOLDER", help="Where the game is kept; each folder has a game of its own.")
@form_options
@common_options
def host(
    *,
    form: FormOptions,
    game: str | None,
    house: str,
    port: int,
    ask_password: bool,
    data: str | None,
    common: CommonOptions,
) -> None:
    """Open a table that others on your network can join, or come back to the one that you left running."""
    context = click.get_current_context()
    named = tuple(name for name in HOST_OPTIONS if context.get_parameter_source(name) is ParameterSource.COMMANDLINE)

    def make_form_plan(values: dict[str, Any]) -> HostTable:
        from railbird_client.hosting.host_plan import fill_in
        from railbird_client.hosting.profiles import TableProfileFile, profiles_path

        fill = functools.partial(fill_in, form, game or "", TableProfileFile(profiles_path()), house=house)
        table = fill()
        password = _read_new_password() if ask_password else ""
        table = fill(password=password) if password else table
        chosen_options = (*named, FORM_OPTION, *((PASSWORD_OPTION,) if password else ()))
        found = table.opening is None or table.opening.listed
        return HostTable(table, port, ServerOptions(house, values.get("clock"), found), chosen_options)

    def make_tournament_plan() -> HostTable:
        from railbird_client.hosting.host_plan import plan_tournament

        password = _read_new_password() if ask_password else ""
        table = plan_tournament(form, game or "", house=house, password=password)
        clock = None if table.tournament is None else table.tournament.terms.clock
        return HostTable(table, port, ServerOptions(house, clock), (*named, FORM_OPTION))

    def make_plan(_: Settings) -> HostTable:
        from railbird_client.hosting.host_form import HostSetup

        if form.opens_tournament:
            return make_tournament_plan()
        values = form.values(HostSetup)
        if form.named:
            return make_form_plan(values)
        chosen, bots = find_choice(game or CHOICES[0].id), values.get("bots", 0)
        seat_count = values.get("seats") or min(max(DEFAULT_SEATS, bots + 1), chosen.max_seats)
        if seat_count > chosen.max_seats:
            raise click.UsageError(f"{chosen.name} has at most {chosen.max_seats} seats.")
        _check_bots(bots, seat_count)
        password = _read_new_password() if ask_password else ""
        table = NewTable(chosen.id, values.get("bet", 0), seat_count, bots, password=password)
        chosen_options = (*named, PASSWORD_OPTION) if password else named
        return HostTable(table, port, ServerOptions(house, values.get("clock")), chosen_options)

    _run_app(common, make_plan, data=data)


@railbird.command()
@click.argument("address", type=AddressType(), required=False)
@invite_options
@common_options
def join(*, address: Address | None, common: CommonOptions) -> None:
    """Join the table at ADDRESS (host, host:port or an invite link).

    Everybody on this machine can read what stands on a command line, an invite too: --invite, --invite-file and
    RAILBIRD_INVITE keep it from them.
    """
    _run_app(common, lambda _: JoinServer(address))


@railbird.command()
@click.argument("address", type=AddressType(), required=False)
@invite_options
@common_options
def watch(*, address: Address | None, common: CommonOptions) -> None:
    """Watch the table at ADDRESS (host, host:port or an invite link) from the rail.

    Everybody on this machine can read what stands on a command line, an invite too: --invite, --invite-file and
    RAILBIRD_INVITE keep it from them.
    """
    _run_app(common, lambda _: WatchServer(address))


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
        hands = HandFile(file, found)
        try:
            _run_app(common, lambda _: None, hands=hands)
        finally:
            hands.close()
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
    from railbird_client.start.find import print_found_servers

    sys.exit(print_found_servers(seconds, as_json=as_json))


@railbird.command()
@click.argument("address", type=AddressType(), required=False)
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
    sys.exit(status)


def _read_new_password() -> str:
    """Asks twice for a new password, without showing it; raises UsageError."""
    password = getpass.getpass("Password of the table: ")
    if not password:
        raise click.UsageError("A password has one character at least; without --password the table has none.")
    if len(password) > MAX_PASSWORD_LENGTH or not password.isprintable():
        raise click.UsageError(f"Choose a password of at most {MAX_PASSWORD_LENGTH} characters that can be typed.")
    if getpass.getpass("Once more: ") != password:
        raise click.UsageError("The two passwords differ: start again.")
    return password


def _check_bots(bots: int | None, seats: int) -> None:
    if bots is not None and bots >= seats:
        most = f"{seats - 1} bot{'s' if seats > 2 else ''}"
        raise click.UsageError(f"Beside you there is room for {most} at that table.")


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
    from railbird_client.hosting.hosted_game import HostedGame, default_folder
    from railbird_client.network.lan_search import search_lan
    from railbird_client.shell.app import RailbirdApp

    gc.freeze()
    gc.enable()
    if hands is not None:
        hands.wait_for_hand()
    if not _has_terminal():
        raise click.UsageError("Railbird draws in a terminal: run it in one, with input and output left alone.")
    plan = make_plan(settings)
    if common.name:
        settings = file.update(functools.partial(replace, name=common.name))
    options = common.display_options(settings)
    if isinstance(plan, PlayBots) and plan.fast:
        options = replace(options, street_pause=FAST_REVEAL_SECONDS)
    player = settings.name or _login_name()
    theme = common.theme or settings.theme
    app = RailbirdApp(
        plan,
        file=file,
        player=player,
        options=options,
        theme=theme,
        ask_name=not settings.name,
        search=search_lan,
        known_servers=KnownServers(known_servers_path()),
        hosted_game=HostedGame(Path(data).absolute() if data else default_folder()),
        replayed=hands,
    )
    message = app.run()
    if message:
        _print_sentence(message, err=bool(app.return_code))
    if app.return_code:
        sys.exit(app.return_code)


def _set_colours(choice: str, settings_path: Path) -> str:
    """Tells Textual how many colours the terminal has; returns a sentence where the settings name no such number."""
    colour_system = find_textual_name(choice)
    if colour_system is None:
        *most, last = (f'"{each}"' for each in COLOUR_CHOICES)
        return (
            f"The settings in {settings_path} name no number of colours: write {', '.join(most)} or {last} for "
            f'"colours", or leave it out.'
        )
    os.environ["TEXTUAL_COLOR_SYSTEM"] = colour_system  # Textual reads it when it is imported
    return ""


def _print_sentence(sentence: str, *, err: bool) -> None:
    """Prints a sentence, broken between words at the width of the terminal; without a terminal it stays in one line."""
    stream = sys.stderr if err else sys.stdout
    room = shutil.get_terminal_size().columns if stream.isatty() else 0
    lines = textwrap.wrap(sentence, room, break_long_words=False, break_on_hyphens=False) if room else [sentence]
    click.echo("\n".join(lines), err=err)


def _has_terminal() -> bool:
    # Textual draws on the standard error when that leads to the terminal.
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def _login_name() -> str:
    try:
        user = getpass.getuser()
        return _DEFAULT_NAME if name_refusal(user) else clean_name(user)
    except (OSError, KeyError, ImportError):
        return _DEFAULT_NAME
