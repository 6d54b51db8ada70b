"""What is typed to find hands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.history.hand_query import Calendar, parse_search
from railbird_shared.protocol.codec import decode_command, encode
from railbird_shared.protocol.commands import HandResult, ListHands

TODAY = datetime(2026, 11, 22, tzinfo=UTC)
CALENDAR = Calendar(int(TODAY.timestamp()) // 86400)


def at(year: int, month: int, day: int, hour: int = 0) -> int:
    return int(datetime(year, month, day, hour, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("", ListHands()),
        ("  heron   omaha ", ListHands(find="heron omaha")),
        ("won", ListHands(result=HandResult.WON)),
        ("Heron LOST showdown", ListHands(find="Heron", result=HandResult.LOST, showdown=True)),
        ("pot>100", ListHands(pot=101)),
        ("pot>=1,500", ListHands(pot=1500)),
        ("POT>99999999999999999999", ListHands(pot=10**12)),
        ("pot", ListHands(find="pot")),
        ("pot>", ListHands(find="pot>")),
        ("pot > 500", ListHands(pot=501)),
        ("wren Pot >= 1,000 won", ListHands(find="wren", result=HandResult.WON, pot=1000)),
        ("jackpot > 500", ListHands(find="jackpot > 500")),
        ("pot > many", ListHands(find="pot > many")),
        ("today", ListHands(since=at(2026, 11, 22), until=at(2026, 11, 23))),
        ("yesterday", ListHands(since=at(2026, 11, 21), until=at(2026, 11, 22))),
        ("2026-11-20", ListHands(since=at(2026, 11, 20), until=at(2026, 11, 21))),
        ("2024-02", ListHands(since=at(2024, 2, 1), until=at(2024, 3, 1))),
        ("2026-12", ListHands(since=at(2026, 12, 1), until=at(2027, 1, 1))),
        ("2026-11-01..2026-11-20", ListHands(since=at(2026, 11, 1), until=at(2026, 11, 21))),
        ("2026-11..", ListHands(since=at(2026, 11, 1))),
        ("..2026-11-20", ListHands(until=at(2026, 11, 21))),
        ("..", ListHands(find="..")),
        ("2026-13 2026-02-29 2026-00-10", ListHands(find="2026-13 2026-02-29 2026-00-10")),
        ("1960-01-01", ListHands(until=1)),
        (
            "won wren pot>20 2026-11",
            ListHands(find="wren", result=HandResult.WON, pot=21, since=at(2026, 11, 1), until=at(2026, 12, 1)),
        ),
    ],
)
def test_a_text_means_a_search(text: str, search: ListHands) -> None:
    assert parse_search(text, CALENDAR) == search


def test_days_are_those_of_the_players_clock() -> None:
    search = parse_search("today", Calendar(CALENDAR.day, offset=2 * 3600))
    assert search.since == at(2026, 11, 21, 22)


@given(st.dates(min_value=datetime(1970, 1, 2, tzinfo=UTC).date()))
def test_every_day_of_the_calendar_is_found(day: object) -> None:
    begin = datetime.fromisoformat(str(day)).replace(tzinfo=UTC)
    search = parse_search(str(day), CALENDAR)
    assert (search.since, search.find) == (int(begin.timestamp()), "")
    assert search.until - search.since == timedelta(days=1).total_seconds()


@given(st.text(max_size=80))
def test_whatever_is_typed_is_a_search_that_a_server_takes(text: str) -> None:
    search = parse_search(text, CALENDAR)
    if not any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        assert decode_command(encode(search).decode()) == search
