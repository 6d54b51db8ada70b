"""`railbird-server relay`: a relay for friends outside the network of a host, and the tokens of its rooms."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import re
import signal
import socket
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from railbird_server.cli.console import CommandError, CommandFailed, ended_by, print_text, run_to_exit
from railbird_server.cli.reference import OneSentenceCommand
from railbird_server.cli.secret_options import first_line
from railbird_server.cli.setting_options import with_terms
from railbird_server.config import ServerSettings
from railbird_server.relay.relay import Relay
from railbird_server.relay.room_tokens import BadRoomFile, RoomTokens
from railbird_server.relay.settings import RelaySettings
from railbird_server.runtime.monitoring import LoopExceptionHandler, background_log
from railbird_server.runtime.network.addresses import CannotListen
from railbird_server.runtime.network.certificate import CertificateError, choose_certificate
from railbird_server.store.data_directory import relay_folder
from railbird_shared.network.address import Address, Scheme, is_room_name
from railbird_shared.settings.spec import with_settings

_PASSWORD = re.compile(r"[A-Za-z0-9_-]{12,43}")


@click.command(cls=OneSentenceCommand)
@click.option("--new-token", "new_room", metavar="ROOM", help="Make a room's token, and print the link for its host.")
@with_terms(RelaySettings)
def relay(*, new_room: str | None, **values: Any) -> None:
    """Pass the connections of guests on to hosts behind routers, and read nothing of them."""
    settings = with_settings(RelaySettings(), {name: value for name, value in values.items() if value is not None})
    with ended_by(CertificateError, BadRoomFile, CannotListen, as_error=CommandFailed):
        folder = Path(settings.data) if settings.data else relay_folder()
        password = _take_password(settings.password_file)
        own = ServerSettings(
            host=settings.host, relay="this", cert=settings.cert, key=settings.key
        )  # encrypts anywhere
        certificate = choose_certificate(own, folder, dt.datetime.now(dt.UTC))
        assert certificate is not None
        tokens = RoomTokens(folder, password)
        place = Address(
            settings.name or next(iter(certificate.names), socket.gethostname()),
            settings.port,
            fingerprint="" if certificate.names else certificate.fingerprint,
        )
        if new_room is not None:
            _print_link(place, new_room, tokens)
            return
        if not (password or tokens.load()):
            click.echo("Nobody has a room yet: make one with `railbird-server relay --new-token ROOM`.", err=True)
        with background_log(verbose=settings.verbose):
            sys.exit(run_to_exit(_run(Relay(settings, certificate, tokens), place, has_password=bool(password))))


def _print_link(place: Address, room: str, tokens: RoomTokens) -> None:
    if not is_room_name(room):
        raise CommandError("Name a room by small letters, digits and dashes, 32 at most.")
    print_text(replace(place, host=f"{room}@{place.host}", invite=tokens.make(room)).link)
    click.echo(f"The host of {room} keeps this line in a file, for `railbird host --relay FILE`.", err=True)


def _take_password(file: str | None) -> str:
    password = first_line(Path(file), "password", 100) if file else ""
    if password and not _PASSWORD.fullmatch(password):
        raise CommandError(f"The password in {file} goes into links: write 12 to 43 letters, digits, - and _.")
    return password


async def _run(relay: Relay, place: Address, *, has_password: bool) -> int:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    loop.set_exception_handler(LoopExceptionHandler())
    if sys.platform != "win32":
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(relay)
        except (OSError, UnicodeError) as error:
            raise CannotListen(error, relay.settings.host, relay.settings.port) from None
        place = replace(place, port=relay.port)
        print_text(f"The relay is at {replace(place, scheme=Scheme.ENCRYPTED).link}")
        if has_password:
            of_room = replace(place, host=f"ROOM@{place.host}", invite="PASSWORD")
            print_text(f"With its password, hosts write a link of their own: {of_room.link}")
        await stop.wait()
    return 0
