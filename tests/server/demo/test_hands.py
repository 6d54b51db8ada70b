"""The demo: the same seed prints the same hands, and every chip is accounted for."""

from __future__ import annotations

import asyncio
import re

import pytest

from railbird_server.demo.hands import count_chips, run_demo
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.events import ChipsAdded, HandEnded, PlayerSat
from support.network_clients import FAMILY_GAMES, OTHER_GAMES
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import table_view

pytestmark = pytest.mark.usefixtures("hasty_bots")

CARD = re.compile(r"[2-9TJQKA][♣♦♥♠]")


async def demo_lines(game: str, *, hands: int = 3, seats: int = 0, seed: int | None = 1) -> tuple[int, list[str]]:
    lines: list[str] = []
    async with asyncio.timeout(TIMEOUT_SECONDS):
        status = await run_demo(game=game, hands=hands, seats=seats, seed=seed, print_line=lines.append)
    return status, lines


@pytest.mark.parametrize("game", FAMILY_GAMES)
async def test_the_same_seed_prints_the_same_lines(game: str) -> None:
    status, lines = await demo_lines(game)
    assert status == 0
    assert (await demo_lines(game))[1] == lines
    assert (await demo_lines(game, seed=2))[1] != lines


@pytest.mark.parametrize("game", [*FAMILY_GAMES, *(pytest.param(game, marks=pytest.mark.slow) for game in OTHER_GAMES)])
async def test_the_demo_prints_title_players_hands_and_chip_count(game: str) -> None:
    status, lines = await demo_lines(game, hands=3)
    variant = VARIANTS[game]
    seats = min(6, variant.max_seats)
    chips = seats * 100 * variant.make_game().stakes.minimum_bet
    assert status == 0
    assert lines[0] == variant.make_game().full_title
    assert [line.split(" ·")[0] for line in lines if line.startswith("— hand")] == ["— hand 1", "— hand 2", "— hand 3"]
    assert sum("sits down" in line for line in lines) == seats
    assert lines[-1].startswith(f"3 hands of {variant.name}: {chips:,} chips at the start, ")
    assert lines[-1].endswith(" at the end.")


async def test_no_hidden_card_is_printed() -> None:
    _, lines = await demo_lines("holdem", hands=8)
    for line in lines:
        if CARD.search(line):
            assert re.search(r"^high card|^— (flop|turn|river)| shows ", line), line


async def test_two_bots_can_play_and_rebuy() -> None:
    status, lines = await demo_lines("holdem", hands=40, seats=2, seed=4)
    assert status == 0
    assert any(" buys 200 more" in line for line in lines)
    assert re.search(r"400 chips at the start, [\d,]+ bought on the way, [\d,]+ at the end\.$", lines[-1])


async def test_without_a_seed_every_run_differs() -> None:
    status, lines = await demo_lines("holdem", hands=2, seed=None)
    assert status == 0
    assert (await demo_lines("holdem", hands=2, seed=None))[1] != lines


@pytest.mark.parametrize(("game", "seats"), [("whist", 4), ("five-card-draw", 7)])
async def test_an_unknown_game_or_too_many_seats_is_refused_in_one_sentence(game: str, seats: int) -> None:
    status, lines = await demo_lines(game, seats=seats)
    assert status == 1
    assert len(lines) == 1
    assert lines[0].endswith(".")


async def test_a_server_that_cannot_listen_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_server.runtime.server.serve", _refuse_to_listen)
    status, [line] = await demo_lines("holdem")
    assert (status, line) == (1, "No server can listen on this machine; look what keeps it from opening a port.")


async def _refuse_to_listen(*_args: object, **_settings: object) -> None:
    raise PermissionError


# --- counting


@pytest.mark.parametrize(("at_the_end", "status", "verdict"), [(350, 0, ""), (349, 1, " 1 missing!")])
async def test_a_missing_chip_is_reported_and_fails(at_the_end: int, status: int, verdict: str) -> None:
    lines: list[str] = []
    news = (PlayerSat(1, "Wren", 200), PlayerSat(2, "Heron", 100), ChipsAdded(2, 50, 50), HandEnded(1))
    assert count_chips(news, table_view(carried=at_the_end), 1, lines.append) == status
    counted = f"300 chips at the start, 50 bought on the way, {at_the_end} at the end."
    assert lines[-1] == f"1 hand of Hold'em: {counted}{verdict}"
