"""Every field of every command with values that an attacker would try, alone and in pairs: never a fault.

`RAILBIRD_PAIRS=200000 pytest -m slow -s tests/e2e/test_command_pairs.py` tries all pairs.
"""

from __future__ import annotations

import logging
import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractAsyncContextManager, suppress

import pytest
from argon2 import PasswordHasher
from websockets.frames import CloseCode

from railbird_server.runtime import hand_archive, passwords, players, session
from railbird_server.runtime.server import Server
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol.commands import ListTables
from railbird_shared.protocol.messages import Accepted, Refused, Welcome
from support.command_pairs import CommandType, Setting, command_types
from support.command_places import PLACES, InLobby, InTurn, Place
from support.network_clients import RawLink, run_server

COMMANDS = {each.name: each for each in command_types()}

PAIRS = int(os.environ.get("RAILBIRD_PAIRS", "500"))
"""How many pairs of values of each command the slow tests try."""

QUICK_PAIRS = 10
"""How many pairs of fields of each command the quick tests try at each place, with one pair of values for each."""

ANYWHERE = ("open-table", "open-tournament", "administer open-table", "administer open-tournament")
"""The commands that do the same wherever a client is, and whose pairs are tried in the lobby alone."""


class Faults(logging.Handler):
    """Keeps what the server has reported as faults of its own, beside the latest commands."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.latest: list[bytes] = []
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps a report."""
        self.found.append(record.getMessage())

    def check(self) -> None:
        """Fails once anything is reported."""
        assert not self.found


@pytest.fixture(name="faults")
def _faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """Collects faults on a server that limits no rate and hashes passwords fast."""
    monkeypatch.setattr(session, "MAX_BAD_FRAMES", 10**9)
    monkeypatch.setattr(players, "NAME_CHANGE_INTERVAL_MS", 0)
    monkeypatch.setattr(hand_archive, "READ_RATE", 0.0)
    monkeypatch.setattr(hand_archive, "COUNT_RATE", 0.0)
    monkeypatch.setattr(passwords, "PASSWORD_RATE", 0.0)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    logger, faults = logging.getLogger("railbird.server"), Faults()
    logger.addHandler(faults)
    yield faults
    logger.removeHandler(faults)


def roomy_server() -> AbstractAsyncContextManager[Server]:
    """Runs a server with room for whatever is opened."""
    return run_server(max_tables=1000, tables_per_player=1000, max_tournaments=1000, tournaments_per_player=1000)


async def try_commands(place: Place, command: CommandType, cases: Iterable[tuple[Setting, ...]], faults: Faults) -> str:
    """Sends commands from a place; returns how they were answered."""
    codes: Counter[str] = Counter()
    try:
        for settings in cases:
            await place.come()
            number = place.wren.next_id()
            frame = command.frame(settings, number, place.knows)
            faults.latest = [*faults.latest[-2:], frame]
            answer = await place.wren.send_frame(frame, number)
            codes[answer.code if isinstance(answer, Refused) else "accepted"] += 1
            answers = [answer, *(await place.use(answer) if isinstance(answer, Accepted) else ())]
            for refused in (each for each in answers if isinstance(each, Refused)):
                assert refused.code != "fault", refused.sentence
                assert refused.sentence.endswith((".", "?")), refused.sentence
            faults.check()
        await place.come()
        faults.check()
    except Exception as error:
        error.add_note(f"after {faults.latest}, with {faults.found}")
        raise
    return ", ".join(f"{code} {number:,}" for code, number in codes.most_common())


def some_pairs(command: CommandType, most: int) -> list[tuple[Setting, ...]]:
    """Returns pairs of values of a command: at most so many, of different fields as far as that goes."""
    fields, chance = command.field_pairs(), random.Random(command.name)
    if len(fields) > most:
        return [chance.choice(list(command.pairs([each]))) for each in chance.sample(fields, most)]
    pairs = list(command.pairs(fields))
    return pairs if len(pairs) <= most else chance.sample(pairs, most)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "hello"])
async def test_no_value_of_a_field_is_a_fault(command: str, faults: Faults) -> None:
    tried = COMMANDS[command]
    async with roomy_server() as server:
        for kind in (InLobby,) if command in ANYWHERE else PLACES:
            cases = [*tried.singles(), *some_pairs(tried, QUICK_PAIRS)]
            told = await try_commands(kind(server), tried, cases, faults)
            print(f"{command} {kind.__name__}: {told}")


@pytest.mark.slow
@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "hello"])
async def test_no_pair_of_values_is_a_fault(command: str, faults: Faults) -> None:
    tried = COMMANDS[command]
    async with roomy_server() as server:
        for kind in (InLobby,) if command in ANYWHERE else PLACES:
            told = await try_commands(kind(server), tried, some_pairs(tried, PAIRS), faults)
            print(f"{command}, {kind.__name__}: {told}")


async def say_hellos(server: Server, cases: Iterable[tuple[Setting, ...]], faults: Faults) -> str:
    """Opens a session with each hello, while others play; returns how they were answered."""
    hello, place, codes = COMMANDS["hello"], InTurn(server), Counter[str]()
    for settings in cases:
        await place.come()
        faults.latest = [*faults.latest[-2:], hello.frame(settings, 1, place.knows)]
        wire = server.connect_in_memory()
        link = RawLink(wire)
        wire.transport.incoming.put(faults.latest[-1])
        answer = await link.receive()
        assert isinstance(answer, Welcome | Refused)
        codes[answer.code if isinstance(answer, Refused) else "welcome"] += 1
        assert "fault" not in codes, faults.latest[-1]
        with suppress(WireClosed):
            await link.send(ListTables(id=2))
            while not (isinstance(answer, Accepted) and answer.id == 2):
                answer = await link.receive()
        assert wire.transport.close_reason[0] != CloseCode.INTERNAL_ERROR, faults.latest[-1]
        await link.close()
        faults.check()
    return ", ".join(f"{code} {number:,}" for code, number in codes.most_common())


async def test_no_value_in_a_hello_is_a_fault(faults: Faults) -> None:
    hello = COMMANDS["hello"]
    async with roomy_server() as server:
        print(await say_hellos(server, [*hello.singles(), *some_pairs(hello, QUICK_PAIRS)], faults))


@pytest.mark.slow
async def test_no_pair_of_values_in_a_hello_is_a_fault(faults: Faults) -> None:
    async with roomy_server() as server:
        print(await say_hellos(server, some_pairs(COMMANDS["hello"], PAIRS), faults))
