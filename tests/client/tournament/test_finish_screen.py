"""The page of a player's finish: what it asks, its keys, and what it looks like.

`RAILBIRD_RENEW=1` writes the golden screens anew; read `git diff` before you commit them.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.half_block_art import TROPHY
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.tournament.finish_screen import FinishPage, finish_page
from railbird_client.tournament.known_tournaments import KnownTournaments
from railbird_client.widgets.controls import CommandRequested
from railbird_shared.tournament.messages import ReadTournament, YouFinished
from railbird_shared.tournament.view import Phase, Standing, TournamentView
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.live_sessions import session_view
from support.screen_harness import ScreenHarness, run_screen
from support.tournament_views import finish, finished_page, running_page, status

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
        screen.show_session(session_view(tournaments=known(left)))
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


def text(told: YouFinished, view: TournamentView | None = None, *, width: int = 70) -> str:
    lines = finish_page(told, view, own_name="Heron")(width)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_before_the_server_has_told_the_others_the_page_has_place_and_prize() -> None:
    written = text(finish())
    assert "You finish 3rd of 18 in Sunday." in written
    assert "You win 72.00 EUR." in written


def test_the_winner_gets_a_trophy_where_there_is_room() -> None:
    assert "You have won Sunday!" in text(finish(place=1))
    assert TROPHY[1] in text(finish(place=1))
    assert TROPHY[1] not in text(finish(place=1), width=38)
    assert TROPHY[1] not in text(finish())


def test_a_prize_and_bounties_are_told_one_by_one() -> None:
    assert "You win 82.00 EUR (72.00 EUR for the place, 10.00 EUR in bounties)." in text(finish(bounties=10))
    assert "You win 10.00 EUR." in text(finish(prize=0, bounties=10))
    assert "win" not in text(finish(prize=0))


def test_the_last_place_without_a_prize_is_named() -> None:
    assert "The last place without a prize" in text(finish(place=4, prize=0), running_page().view)
    assert "The last place without a prize" not in text(finish(place=5, prize=0), running_page().view)


def test_places_are_open_until_somebody_has_them() -> None:
    written = text(finish(), finished_page(left=2)).splitlines()
    assert [line.split() for line in written[-6:-2]] == [
        ["1st", "still", "open", "180.00", "EUR"],
        ["2nd", "still", "open", "108.00", "EUR"],
        ["3rd", "Heron", "72.00", "EUR"],
        ["2", "still", "play."],
    ]


def test_at_the_end_all_places_have_names() -> None:
    written = text(finish(), finished_page(left=1))
    assert "still" not in written
    assert "1st  Wren" in written


def test_a_tournament_without_prizes_names_the_first_three() -> None:
    view = replace(finished_page(left=1), prizes=())
    assert [line.split()[0] for line in text(finish(prize=0), view).splitlines()[-5:-2]] == ["1st", "2nd", "3rd"]


@pytest.mark.parametrize(
    ("own", "words"),
    [
        (Standing(2, "Heron", place=3, knocked_out=1), "You knocked out 1 player."),
        (
            Standing(2, "Heron", place=3, knocked_out=2, entries=2, rebuys=3),
            "You knocked out 2 players, entered 2 times, rebought 3 times.",
        ),
        (Standing(2, "Heron", place=3, rebuys=1), "You rebought once."),
        (Standing(2, "Heron", place=3), ""),
    ],
)
def test_what_the_player_has_done_is_told(own: Standing, words: str) -> None:
    view = replace(running_page().view, status=status(Phase.FINISHED), standings=(own,))
    written = text(finish(), view)
    assert words in written
    assert words or "You knocked" not in written


def test_a_player_who_may_enter_again_reads_how() -> None:
    assert "You may enter again: press [^T]." in text(finish(may_re_enter=True))
