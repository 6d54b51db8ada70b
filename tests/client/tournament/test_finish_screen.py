"""The page of a player's finish: what it asks, its keys, and what it looks like.

`RAILBIRD_RENEW=1` writes the golden screens anew; read `git diff` before you commit them.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.turn.table_keys import TableKey
from railbird_client.tournament.finish_screen import FinishPage
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.widgets.screen_messages import CommandRequested
from railbird_shared.tournament.commands import ReadTournament
from railbird_shared.tournament.messages import YouFinished
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.screen_harness import ScreenHarness, run_screen
from support.tournament_views import finish, finished_page, running_page

GOLDEN = CLIENT_SCREENS


class Below:
    """What lies below the page: it notes what is pressed, and whether the page was seen."""

    def __init__(self) -> None:
        self.pressed: list[TableKey] = []
        self.seen = 0

    def page(self, told: YouFinished, *, table: bool = True) -> FinishPage:
        def note_seen() -> None:
            self.seen += 1

        return FinishPage(
            told,
            own_name="Heron",
            seen=note_seen,
            press=self.pressed.append if table else None,
        )


def known(left: int) -> KnownTournaments:
    return KnownTournaments().with_message(replace(running_page(), view=finished_page(left=left)), 100.0)


def asked(shown: ScreenHarness) -> list[object]:
    return [message.command for message in shown.messages_of(CommandRequested)]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize(("name", "left"), [("out", 2), ("won", 1), ("ascii-won", 1)])
async def test_the_page_matches_its_golden_text(name: str, left: int, size: tuple[int, int]) -> None:
    told, ascii_only = finish(), name.startswith("ascii")
    if "won" in name:
        told = finish(place=1, prize=180, bounties=15)
    async with run_screen(lambda: Below().page(told), size=size, ascii_only=ascii_only) as shown:
        screen = shown.app.screen
        assert isinstance(screen, FinishPage)
        screen.show(known(left))
        await shown.wait_until_idle()
        text = shown.text
    assert_matches_golden_file(GOLDEN / f"finish-{name}-{size[0]}x{size[1]}.txt", text, __file__)


async def test_it_follows_the_tournament_until_it_is_closed() -> None:
    below = Below()
    async with run_screen(lambda: below.page(finish())) as shown:
        assert asked(shown) == [ReadTournament(tournament="5d0e")]
        await shown.press("escape")
        assert asked(shown)[1:] == [ReadTournament(tournament="")]
        assert (below.pressed, below.seen) == ([], 1)


@pytest.mark.parametrize(
    ("key", "pressed", "then"),
    [("ctrl+t", TableKey.TOURNAMENT, []), ("l", TableKey.LEAVE, [ReadTournament(tournament="")])],
)
async def test_a_key_of_the_table_closes_it_and_is_pressed(key: str, pressed: TableKey, then: list[object]) -> None:
    below = Below()
    async with run_screen(lambda: below.page(finish())) as shown:
        await shown.press(key)
        assert (below.pressed, below.seen) == ([pressed], 1)
        assert asked(shown)[1:] == then


async def test_over_the_lobby_nothing_is_asked_and_no_key_of_a_table_counts() -> None:
    below = Below()
    async with run_screen(lambda: below.page(finish(), table=False)) as shown:
        await shown.press("ctrl+t", "l")
        assert below.seen == 0
        await shown.press("enter")
        assert (below.seen, asked(shown)) == (1, [])
