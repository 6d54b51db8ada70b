"""A demonstration without a screen: bots play at a real server, and a spectator prints what happens.

Server, bots and spectator communicate over real sockets on this machine. The bots act one at a time, in the order that
the spectator sees, so that the same seed gives the same output, word for word. At the end the chips on the table are
compared with those that were bought.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

from railbird_server.bots.profiles import BOT_NAMES
from railbird_server.config import ServerSettings
from railbird_server.demo.demo_table import DemoError, DemoPlayer, DemoTable, PrintLine
from railbird_server.history.writer import HistoryFolder
from railbird_server.rules.dealing import SALT_BYTES, Deck
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import Shuffle, shuffled
from railbird_server.table.hand_in_progress import HandRecord
from railbird_shared.carrier import WireClosed
from railbird_shared.conversation import CommandRefused
from railbird_shared.game.cards import Card
from railbird_shared.protocol.commands import OpenTable, Resync
from railbird_shared.protocol.events import ChipsAdded, PlayerSat, PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Snapshot
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.protocol.view import TableView


async def run_demo(
    *,
    game: str,
    hands: int,
    seats: int,
    seed: int | None,
    print_line: PrintLine,
    histories: HistoryFolder | None = None,
) -> int:
    """Plays some hands and prints them line by line; returns the exit status, 1 if a chip is missing.

    With `seats` 0 the table has as many seats as is usual for the game. Without a seed the deck comes from the system's
    generator. Hands are written to `histories` as they end; the status is 1 if one cannot be written.
    """

    def write_hand(played: HandRecord) -> None:
        if histories and played.setup.number <= hands:
            names = [BOT_NAMES[entrant.seat - 1] for entrant in played.setup.entrants]
            histories.add(played.setup, played.deck, played.actions, names)

    settings = ServerSettings(
        port=0,
        clock=0,
        pause=0,
        min_players=MAX_SEATS,
        frame_rate=0,
        byte_rate=0,
        command_rate=0,
        new_player_rate=0,
        name="Railbird demo",
    )
    seed_text = f"{secrets.randbits(64) if seed is None else seed}"
    status = 1
    try:
        async with Server(settings, shuffle=_choose_shuffle(seed), record_hand=write_hand) as server:
            table = DemoTable(server, "Robin", print_line, seed_text, hands=hands)
            try:
                status = await _play(table, OpenTable(name="Demo", game=game, seats=seats), hands)
            finally:
                for someone in (*table.players, table.rail):
                    await someone.close()
    except OSError:
        print_line("No server can listen on this machine; look what keeps it from opening a port.")
    except (DemoError, CommandRefused, WireClosed) as error:
        print_line(str(error))
    if histories and histories.error:
        print_line(histories.error)
        status = 1
    return status


async def _play(table: DemoTable, opened: OpenTable, hands: int) -> int:
    """Plays so many hands at a table of its own; returns the exit status."""
    await table.open(opened, host=table.rail)
    table.print_line(table.view.game.full_title)
    table.players = [DemoPlayer(name, bot=True) for name in BOT_NAMES[: len(table.view.seats)]]
    await table.sit_down()
    await table.play_until(lambda _: table.is_over)
    snapshot = await table.rail.read(Resync(), Snapshot)
    return count_chips(table.seen, snapshot.view, hands, table.print_line)


def count_chips(seen: Sequence[PublicEvent | PrivateEvent], view: TableView, hands: int, print_line: PrintLine) -> int:
    """Compares the chips at the table with those bought and prints both; returns the exit status."""
    began = sum(event.stack for event in seen if isinstance(event, PlayerSat))
    added = sum(event.chips for event in seen if isinstance(event, ChipsAdded))
    chips_now = sum(seat.stack for seat in view.occupied) + view.total_pot
    missing = began + added - chips_now
    played = "1 hand" if hands == 1 else f"{hands:,} hands"
    bought = f"{added:,} bought on the way, " if added else ""
    verdict = f" {missing:,} missing!" if missing else ""
    chips = f"{began:,} chips at the start, {bought}{chips_now:,} at the end"
    print_line("")
    print_line(f"{played} of {view.game.name}: {chips}.{verdict}")
    return 1 if missing else 0


def _choose_shuffle(seed: int | None) -> Shuffle:
    if seed is None:
        return shuffled
    rng = random.Random(f"{seed}/deck")  # noqa: S311  the same deck for the same seed, as requested

    def seeded_shuffle(pack: Sequence[Card]) -> Deck:
        return Deck(tuple(rng.sample(pack, len(pack))), rng.randbytes(SALT_BYTES))

    return seeded_shuffle
