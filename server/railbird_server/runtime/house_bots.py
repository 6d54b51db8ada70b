"""The bots of the house: each is a task with a session of its own over a link in memory."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Coroutine
from itertools import count

from railbird_server.bots.bot import Decider, StyledBot, answer, decide_here
from railbird_server.bots.bot_client import BotRejected, play
from railbird_server.bots.profiles import BOT_NAMES, STYLES, Style
from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.runtime.monitoring import logger, report_error
from railbird_server.runtime.players import Player, Players
from railbird_server.runtime.tables.room import Room
from railbird_server.runtime.workers import WorkerPool
from railbird_shared.carrier import Carrier, Wire, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation


class HouseBots:
    """The bots that hosts have added to their tables.

    `connect` opens a session with the server. By the settings bots take their time like people, and think in processes
    of their own, which end with the last bot, or in the server's. Every table has a seed of its own, made from one for
    all and how many tables have had bots before; from it and the bots added there before comes all that a bot draws at
    random.
    """

    def __init__(self, players: Players, connect: Callable[[], Wire], settings: ServerSettings) -> None:
        self._players = players
        self._connect = connect
        self._human_pace = settings.bots_human_pace
        self._seed = secrets.randbits(64)
        self._workers = WorkerPool(answer, most=settings.bot_processes)
        self._decider: Decider = self._workers.ask if settings.bot_processes else decide_here
        self._tables: dict[asyncio.Task[None], str] = {}
        self._seeded_tables = count(1)
        self._generators: dict[str, random.Random] = {}

    def add(self, room: Room, style: str, seat: int) -> None:
        """Sends a bot to a table, to that seat or any (0); raises Refusal where it cannot sit."""
        chosen = STYLES.get(style or next(iter(STYLES)))
        if chosen is None:
            raise Refusal("style", f"There is no such bot here; choose one of {', '.join(STYLES)}.")
        on_the_way = sum(table == room.id for table in self._tables.values())
        if not room.has_free_seat(seat) or on_the_way >= room.settings.seats:
            raise Refusal("full", "There is no free seat for a bot there.")
        rng = self._bot_generator(room.id)
        token = self._players.enrol_bot(chosen.name)
        self._start(room.id, self._play(room.id, chosen, seat, rng, name=self._free_name(rng), token=token))

    def enter_tournament(self, tournament: str) -> Player:
        """Makes a bot for a tournament, which waits there until it is seated; returns its player."""
        rng = self._bot_generator(tournament)
        style = rng.choice(list(STYLES.values()))
        token = self._players.enrol_bot(style.name)
        player, _ = self._players.login(self._free_name(rng), token, bot=True)
        self._start(tournament, self._play("", style, 0, rng, name=player.name, token=token))
        return player

    def bring_back(self, player: Player, *, table: str = "", tournament: str = "") -> None:
        """Lets a bot go on that is at a table, or in a tournament, from before the server's process began."""
        style = STYLES.get(player.style) or next(iter(STYLES.values()))
        token, rng = self._players.renew_token(player), self._bot_generator(table or tournament)
        self._start(table or tournament, self._play(table, style, 0, rng, name=player.name, token=token))

    def _start(self, place: str, playing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(playing, name=f"bot at {place}")
        self._tables[task] = place
        task.add_done_callback(self._forget)

    def _bot_generator(self, table: str) -> random.Random:
        """Returns the random numbers of a bot, drawn from those of the table that it comes to."""
        if table not in self._generators:
            seed = f"{self._seed}/{next(self._seeded_tables)}"
            self._generators[table] = random.Random(seed)  # noqa: S311  it plays, it does not deal
        return random.Random(self._generators[table].getrandbits(64))  # noqa: S311

    async def stop(self) -> None:
        """Ends all bots and their processes."""
        for task in list(self._tables):
            task.cancel()
        await asyncio.gather(*self._tables, return_exceptions=True)
        await self._workers.stop()

    def _forget(self, task: asyncio.Task[None]) -> None:
        table = self._tables.pop(task, "")
        if table not in self._tables.values():
            self._generators.pop(table, None)

    async def _play(self, table: str, style: Style, seat: int, rng: random.Random, *, name: str, token: str) -> None:
        bot = StyledBot(style, rng, self._decider)
        carrier = Carrier(Conversation(name, tokens=[token], bot=True, cleans=False), self._connect())
        try:
            await play(carrier, bot, table, seat, rng=rng, human_pace=self._human_pace)
        except (WireClosed, BotRejected, CommandRefused) as refusal:
            logger.info("a bot did not play at %s: %s", table, refusal, extra={"table": table})
        except Exception as error:  # noqa: BLE001  a fault in a bot ends this bot only
            report_error("bot", error)
        finally:
            await carrier.close()
            if task := asyncio.current_task():
                self._forget(task)
            if not self._tables:
                await self._workers.stop()

    def _free_name(self, rng: random.Random) -> str:
        free = [name for name in BOT_NAMES if not self._players.is_name_taken(name)]
        return rng.choice(free or BOT_NAMES)
