"""A bot that checks and calls, for the protocol of Railbird; `python example_bot.py --help` says what it takes."""

import argparse
import asyncio
import base64
import hashlib
import json
import ssl
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

LATER = {"slow-down", "too-many-players", "not-kept"}  # the same hello may be let in after a while


class PinnedConnection(ClientConnection):
    """Compares the certificate with `pin`, if there is one, before anything is said."""

    pin = ""

    async def handshake(self, *arguments, **options):
        if self.pin:
            certificate = self.transport.get_extra_info("ssl_object").getpeercert(binary_form=True)
            digest = base64.urlsafe_b64encode(hashlib.sha256(certificate).digest())
            if digest.rstrip(b"=").decode() != self.pin:
                raise SystemExit("The certificate of the server is not the one that is pinned.")
        await super().handshake(*arguments, **options)


class ConnectHere(connect):
    """Follows no redirect: the token is for this server alone."""

    def process_redirect(self, exc):
        """Returns the error as it is."""
        return exc


def read_address(text):
    """Returns the URLs of an address or an invite link, the invite, and the pin, each of which may be empty."""
    place, _, known = text.partition("#")
    invite, _, pin = known.rpartition(".") if "." in known else (known, "", "")
    scheme, _, hosts = place.rstrip("/").partition("://")
    return [f"{'wss' if scheme == 'railbird' else scheme}://{host}" for host in hosts.split(",")], invite, pin


def tls_context(pin):
    """Returns the context for a pinned certificate, or for one that an authority vouches for."""
    context = ssl.create_default_context()
    if pin:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def choose(legal):
    if legal.get("check"):
        return {"do": "check"}
    if "max_discards" in legal:
        return {"do": "draw", "discards": []}
    return {"do": "call" if "call" in legal else "bring-in" if "bring_in" in legal else "fold"}


async def play(server, hello, token_file):
    async def send(**message):
        await server.send(json.dumps(message))

    epoch, seq, seat, hand, turn, welcomed = "", 0, 0, 0, 0, False
    await send(**hello)
    async for frame in server:
        message, legal, broke = json.loads(frame), None, False
        match message["type"]:
            case "welcome":
                hello["token"] = message["token"]  # the same player after the next connection
                hello.pop("invite", None)
                if token_file:
                    token_file.touch(mode=0o600)
                    token_file.write_text(message["token"])
                if "resume" not in hello:
                    own = message.get("table") or message.get("invited")
                    await send(**{"type": "watch", "table": own} if own else {"type": "list-tables", "free": True})
                welcomed = True
            case "refused" if not welcomed and message["code"] not in LATER:
                raise SystemExit(message["sentence"])
            case "lobby" | "lobby-changed":
                listed = message.get("tables", []) + message.get("changed", [])
                free = [table for table in listed if len(table.get("players", [])) < table["seats"]]
                if free and not seat:
                    await send(type="watch", table=free[0]["table"])
            case "snapshot":
                view, you = message["view"], message["view"].get("you", {})
                hello["resume"] = {"table": view["table"], "epoch": "", "seq": 0}  # for a snapshot, not for steps
                epoch, seq = message["epoch"], message["seq"]
                seat, hand, turn = you.get("seat", 0), view.get("hand", 0), view.get("turn", {}).get("turn", 0)
                legal = you.get("legal")  # after a snapshot no your-turn follows
                broke = seat and view["seats"][seat - 1].get("sitting_out", False)
                if not seat:
                    await send(type="sit")
            case "step":
                if (message["epoch"], message["seq"]) != (epoch, seq + 1):
                    await send(type="resync")
                    continue
                seq += 1
                for event in message.get("public", []) + message.get("private", []):
                    hand, turn = event.get("hand", hand), event.get("turn", turn)
                    legal = event.get("legal", legal)
                    if event["event"] == "your-seat":
                        seat = event.get("seat", 0)
                    broke = broke or (event["event"] == "sat-out" and event["seat"] == seat)
            case "table-closed":
                hello.pop("resume", None)
                seat = 0
                await send(type="list-tables", free=True)
        if broke:
            await send(type="add-chips")  # came-back follows by itself
        if legal:
            await asyncio.sleep(0.2)  # at most 10 commands a second
            await send(type="act", hand=hand, turn=turn, action=choose(legal))


async def main():
    parser = argparse.ArgumentParser(description="A bot that checks and calls.")
    parser.add_argument("address", help="ws://localhost:7777, wss://host:port, or the link of an invite, in quotes")
    parser.add_argument("--pin", help="the SHA-256 of the server's certificate in base64url; a link has it already")
    parser.add_argument("--password", help="the password of the server")
    parser.add_argument("--token", type=Path, metavar="FILE", help="keeps the token, to be the same player next time")
    wanted = parser.parse_args()
    urls, invite, pin = read_address(wanted.address)
    PinnedConnection.pin = pin = wanted.pin or pin
    encrypted = urls[0].startswith("wss:")
    if not encrypted and (pin or wanted.token):
        parser.error("a pin and a kept token are for an encrypted connection: give a link or wss://")
    hello = {"type": "hello", "v": 2, "name": "Parrot", "bot": True}
    if wanted.token and wanted.token.exists():
        hello["token"] = wanted.token.read_text()
    if wanted.password:
        hello["password"] = wanted.password
    if invite:
        hello["invite"] = invite
    options = {"compression": None, "create_connection": PinnedConnection}
    if encrypted:
        options["ssl"] = tls_context(pin)
    while True:
        for url in urls:  # the same server by several addresses
            try:
                async with ConnectHere(url, **options) as server:
                    await play(server, hello, wanted.token)
            except (ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(1)  # then go on at the same table


asyncio.run(main())
