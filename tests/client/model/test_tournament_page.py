"""The page of a tournament in words: when it starts, what an entry costs, and what may be bought later."""

from __future__ import annotations

import pytest

from railbird_client.model.known_tournaments import Running
from railbird_client.model.tournament_page import tournament_page
from railbird_shared.tournament.structure import AddOn, Rebuys, StartRule, TournamentTerms
from railbird_shared.tournament.view import TournamentStatus, TournamentView
from support.tournament_views import registering, status, terms


def page_text(status: TournamentStatus, terms: TournamentTerms, *, seconds: float = 0.0) -> str:
    """Returns the page as it is so many seconds after the server told the status."""
    write = tournament_page(TournamentView(status, terms), Running(status, 100.0), 100.0 + seconds, own_name="Heron")
    return "\n".join("".join(span.text for span in line) for line in write(200))


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
            "Late entry is open to the end of level 4; who is out may enter again once.",
        ),
        ({"late_entry": 4, "re_entries": -1}, "who is out may enter again."),
        ({"late_entry": 4, "re_entries": 3}, "who is out may enter again 3 times."),
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
