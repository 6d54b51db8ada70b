"""The pages of tournaments: their list, one as a whole, and its levels, in every width."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.drawing.half_block_art import large_text
from railbird_client.drawing.text_roles import Lines
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.tournament_page import structure_lines, tournament_page, tournaments_page
from railbird_shared.tournament.messages import TournamentPage, Tournaments, TournamentUpdate
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, StartRule, TournamentTerms
from railbird_shared.tournament.view import OwnEntry, Phase, TournamentOffer, TournamentStatus, TournamentView
from support.tournament_views import buying_terms, finished_page, registering, running_page, status, terms

WIDE, NARROW = 90, 70


def text(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def written(page: TournamentPage, *, width: int = NARROW, now: float = 100.0) -> str:
    running = Running(page.view.status, 100.0, page.you)
    return text(tournament_page(page.view, running, now, own_name="Heron")(width))


@pytest.mark.parametrize("width", [20, 34, 50, 70, 84, 90])
def test_no_line_of_a_page_is_wider_than_the_page(width: int) -> None:
    bought = buying_terms()
    pages = (running_page(terms=bought), running_page(status=registering()))
    for page in pages:
        assert max(map(len, written(page, width=width).splitlines())) <= max(width, 34)


def test_the_levels_and_prizes_stand_beside_the_players_where_there_is_room() -> None:
    assert "Players" in next(line for line in written(running_page(), width=WIDE).splitlines() if "Prizes" in line)
    assert not any("Players" in line and "Prizes" in line for line in written(running_page()).splitlines())


def test_a_wide_page_has_a_large_clock() -> None:
    assert large_text("7:29")[0] in written(running_page(), width=WIDE, now=102.0)
    assert large_text("1:00:00")[0] in written(running_page(status=status(left_ms=3_600_000)), width=WIDE)
    assert "█" not in written(running_page())
    assert "█" not in written(running_page(status=status(left_ms=None, hands_left=4)), width=WIDE)


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (9, "6 more go out without a prize;"),
        (4, "the next player out is the last without a prize;"),
        (3, "the next player out wins 72.00 EUR;"),
        (1, "1 of 18 left"),
    ],
)
def test_the_page_says_how_far_the_prizes_are(left: int, words: str) -> None:
    page = running_page(status=status(left=left, next_prize=72))
    assert words in written(page)
    assert ("prize" in written(page).lower().partition("prizes:")[0]) is (left in {4, 9})


def test_nothing_is_said_of_the_last_prize_while_players_may_enter() -> None:
    assert "without a prize" not in written(running_page(status=status(open=True)))


def test_a_player_reads_how_they_stand() -> None:
    assert "You are 2nd with 11,250: 75 bets." in written(running_page())
    out = replace(running_page(), you=OwnEntry(10))
    assert "You are" not in written(out)


def test_before_the_start_the_page_says_what_to_press_and_what_comes() -> None:
    page = running_page(TournamentOffer.REGISTER, status=registering())
    assert "[E] enters you." in written(page)
    entered = running_page(TournamentOffer.UNREGISTER, status=registering(left_ms=90_000))
    assert "it starts in 1:30." in written(entered)
    assert "You are in. Your table comes by itself." in written(entered)
    host = running_page(TournamentOffer.START, status=registering())
    assert "You are in. [S] starts it." in written(host)


def test_at_the_end_the_players_are_listed_with_what_they_have_won() -> None:
    page = TournamentPage(view=finished_page(left=1))
    assert "The tournament is over." in written(page)
    assert "Heron                72.00 EUR" in written(page)
    winner = replace(page.view.standings[0], stack=54_000)
    ended = TournamentPage(view=replace(page.view, standings=(winner, *page.view.standings[1:])))
    assert "Wren                180.00 EUR" in written(ended)


def test_what_ends_with_a_level_stands_beside_it_or_below() -> None:
    made = terms(rebuys=Rebuys(chips=3000, price=20, until_level=4), late_entry=4)
    wide = text(structure_lines(made, 70, chips=54_000)).splitlines()
    assert wide[4].split("12:00")[1].strip() == "late entry and rebuys end"
    narrow = text(structure_lines(made, 40, chips=54_000)).splitlines()
    assert narrow[4].split() == ["4", "50/100", "ante", "100", "12:00"]
    assert narrow[5] == "      late entry and rebuys end"


def test_stakes_that_are_too_long_are_told_in_thousands() -> None:
    level = Level(200_000, big_blind_ante=200_000, seconds=720)
    lines = text(structure_lines(terms(levels=(level,)), 35, chips=54_000)).splitlines()
    assert lines[1].split() == ["1", "100k/200k", "ante", "200k", "12:00"]


def test_the_list_says_what_the_player_is_in_and_when_it_starts() -> None:
    known = KnownTournaments()
    for entry in (registering(tournament="b"), status(tournament="d")):
        known = known.with_message(TournamentUpdate(status=entry, you=OwnEntry(1, "dt1")), 100.0)
    listed = (
        registering(tournament="a", left_ms=600_000),
        registering(tournament="b", left_ms=600_000),
        registering(tournament="c", locked=True),
        status(tournament="d"),
        status(Phase.FINISHED, tournament="e"),
    )
    known = known.with_message(Tournaments(tournaments=listed), 100.0)
    rows = text(tournaments_page(known, chosen=0, now=110.0)(NARROW)).splitlines()[:5]
    assert [row[23:41].rstrip() for row in rows] == [
        "open, in 9:50",
        "entered, in 9:50",
        "open, locked",
        "your seat waits",
        "over",
    ]
    assert [row[42:60].rstrip() for row in rows][3:] == ["9 of 18 left", "18 players"]


def page_text(status: TournamentStatus, terms: TournamentTerms, *, seconds: float = 0.0) -> str:
    """Returns the page as it is so many seconds after the server told the status."""
    view, running = TournamentView(status, terms), Running(status, 100.0)
    lines = tournament_page(view, running, 100.0 + seconds, own_name="Heron")(200)
    return "\n".join("".join(span.text for span in line) for line in lines)


@pytest.mark.parametrize(
    ("start", "left_ms", "words"),
    [
        (StartRule.BY_HOST, None, "entered; Wren starts it."),
        (StartRule.WHEN_FULL, None, "entered; it starts with 18 players."),
        (StartRule.AT_TIME, 90_000, "entered; it starts in 1:20."),
        (StartRule.AT_TIME, 7_210_000, "entered; it starts in 2 h 00 min."),
        (StartRule.AT_TIME, None, "entered; the time set has come, and Wren starts it."),
    ],
)
def test_who_waits_reads_when_it_starts(start: StartRule, left_ms: int | None, words: str) -> None:
    waiting = registering(left_ms=left_ms, clock_stands=left_ms is None)
    assert words in page_text(waiting, terms(start=start, start_at=1), seconds=10)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"late_entry": 4}, "Late entry is open to the end of level 4."),
        (
            {"late_entry": 4, "re_entries": 1},
            "Late entry is open to the end of level 4; a player who is out may enter again once.",
        ),
        ({"late_entry": 4, "re_entries": -1}, "a player who is out may enter again."),
        ({"late_entry": 4, "re_entries": 3}, "a player who is out may enter again 3 times."),
        (
            {"rebuys": Rebuys(chips=2000, price=10, until_level=5)},
            "You may rebuy 2,000 chips for 10.00 EUR, to the end of level 5.",
        ),
        (
            {"rebuys": Rebuys(chips=2000, price=10, until_level=5, most=2)},
            "You may rebuy 2,000 chips for 10.00 EUR twice, to the end of level 5.",
        ),
        (
            {"add_on": AddOn(chips=5000, price=10, after_level=5)},
            "The add-on is 5,000 chips for 10.00 EUR, in the break after level 5.",
        ),
    ],
)
def test_what_may_be_bought_later_is_told_before_the_start(changes: dict[str, object], words: str) -> None:
    assert words in page_text(registering(), terms(**changes))


def test_while_entries_are_open_a_late_player_reads_the_price() -> None:
    late = terms(late_entry=8)
    assert "An entry costs 20.00 EUR, for 3,000 chips. Late entry" in page_text(status(open=True), late)
    assert "An entry" not in page_text(status(), late)
