"""A bot that checks and calls, for the protocol of Railbird: python example_bot.py ws://localhost:7777."""

import asyncio
import json
import sys

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake


class ConnectHere(connect):
    """Follows no redirect: the token is for this server alone."""

    def process_redirect(self, exc):
        """Returns the error as it is."""
        return exc


def choose(legal):
    if legal.get("check"):
        return {"do": "check"}
    if "max_discards" in legal:
        return {"do": "draw", "discards": []}
    return {"do": "call" if "call" in legal else "bring-in" if "bring_in" in legal else "fold"}


async def play(server, hello):
    async def send(**message):
        await server.send(json.dumps(message))

    epoch, seq, seat, hand, turn = "", 0, 0, 0, 0
    await send(**hello)
    async for frame in server:
        message, legal, broke = json.loads(frame), None, False
        match message["type"]:
            case "welcome":
                hello["token"] = message["token"]  # the same player after the next connection
                if "resume" not in hello:
                    await send(type="list-tables", free=True)
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
                del hello["resume"]
                await send(type="list-tables", free=True)
        if broke:
            await send(type="add-chips")  # came-back follows by itself
        if legal:
            await asyncio.sleep(0.2)  # at most 10 commands a second
            await send(type="act", hand=hand, turn=turn, action=choose(legal))


async def main(address):
    hello = {"type": "hello", "v": 2, "name": "Parrot", "bot": True}
    while True:
        try:
            async with ConnectHere(address, compression=None) as server:
                await play(server, hello)
        except (ConnectionClosed, InvalidHandshake, OSError):
            await asyncio.sleep(1)  # then go on at the same table


asyncio.run(main(sys.argv[1]))
