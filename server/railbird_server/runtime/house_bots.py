"""The bots of the house: each is a task with a session of its own over a link in memory."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable

from railbird_server.bots.bot_client import BotRejected, Link, LinkClosed, play
from railbird_server.bots.profiles import BOT_NAMES, STYLES, Style
from railbird_server.refusal import Refusal
from railbird_server.runtime.error_reporting import logger, report_error
from railbird_server.runtime.players import Players
from railbird_server.runtime.room import Room


class HouseBots:
    """The bots that hosts have added to their tables.

    `connect` opens a session with the server; with `human_pace` bots take their time like people.
    """

    def __init__(self, players: Players, connect: Callable[[], Link], *, human_pace: bool) -> None:
        self._players = players
        self._connect = connect
        self._human_pace = human_pace
        self._chance = random.Random(secrets.randbits(64))  # noqa: S311  it plays, it does not deal
        self._tables: dict[asyncio.Task[None], str] = {}

    def add(self, room: Room, style: str, seat: int) -> None:
        """Sends a bot to a table, to that seat or any (0); raises Refusal where it cannot sit."""
        chosen = STYLES.get(style or next(iter(STYLES)))
        if chosen is None:
            raise Refusal("style", f"There is no such bot here; choose one of {', '.join(STYLES)}.")
        on_the_way = sum(table == room.id for table in self._tables.values())
        if not room.has_free_seat(seat) or on_the_way >= room.seats:
            raise Refusal("full", "There is no free seat for a bot there.")
        task = asyncio.create_task(self._play(room.id, chosen, seat), name=f"bot at {room.id}")
        self._tables[task] = room.id
        task.add_done_callback(self._tables.pop)

    async def stop(self) -> None:
        """Ends all bots."""
        for task in list(self._tables):
            task.cancel()
        await asyncio.gather(*self._tables, return_exceptions=True)

    async def _play(self, table: str, style: Style, seat: int) -> None:
        link = self._connect()
        try:
            await play(link, self._free_name(), table, seat, style, rng=self._chance, human_pace=self._human_pace)
        except (LinkClosed, BotRejected) as refusal:
            logger.info("a bot did not play at %s: %s", table, refusal)
        except Exception as error:  # noqa: BLE001  a fault in a bot ends this bot only
            report_error("bot", error)
        finally:
            await link.close()

    def _free_name(self) -> str:
        free = [name for name in BOT_NAMES if not self._players.is_name_taken(name)]
        return self._chance.choice(free or BOT_NAMES)
