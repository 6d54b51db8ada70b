"""The hands that a search has found, asked for one thing at a time, and what a typed search means."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import cast
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.history import exports
from railbird_client.history.exports import read_days
from railbird_client.history.past_hands import FoundHands, PastHands, PastHandsController, parse_search
from railbird_shared.history.hand_history import (
    HandReplay,
    HandSummary,
    UnplayableHand,
)
from railbird_shared.protocol.codec import decode_command, encode
from railbird_shared.protocol.commands import HandResult, HistoryCommand, ListHands, ReadHand, ReadStatistics
from railbird_shared.protocol.messages import Hands, History, Statistics
from support.night_builders import BEGAN_AT, own_nights
from support.replayed_hands import hand_of

TOLD = replace(hand_of("holdem.phh").history, table="t1")
SEARCH = ListHands(find="heron")


def summary(number: int) -> HandSummary:
    return HandSummary("t1", "Den", number, 0, "No-Limit Hold'em", 30, ("Wren", "Heron"), 15)


def history(number: int) -> History:
    return History(history=replace(TOLD, hand=number))


def found(asked: list[HistoryCommand], *, total: int = 22) -> FoundHands:
    return FoundHands(SEARCH, Hands(hands=tuple(map(summary, range(20))), total=total), asked.append)


def test_a_hand_is_asked_for_once_and_taken_when_it_comes() -> None:
    asked: list[HistoryCommand] = []
    hands = found(asked)
    assert hands.find(3) is None
    assert hands.find(3) is None
    assert asked == [ReadHand(table="t1", hand=3)]
    hands.take(PastHands(history=history(3)))
    assert hands.find(3) == HandReplay(history(3).history)
    assert len(asked) == 1


def test_only_one_thing_is_asked_for_at_a_time() -> None:
    asked: list[HistoryCommand] = []
    hands = found(asked)
    for index in (3, 4, 20):
        assert hands.find(index) is None
    assert asked == [ReadHand(table="t1", hand=3)]
    hands.take(PastHands(history=history(3)))
    assert hands.find(4) is None
    assert asked[1:] == [ReadHand(table="t1", hand=4)]


def test_the_page_of_a_hand_beyond_the_list_is_asked_for_with_the_same_search() -> None:
    asked: list[HistoryCommand] = []
    hands = found(asked)
    assert hands.find(20) is None
    search = ListHands(find="heron", first=20)
    assert asked == [search]
    page = Hands(hands=(summary(50), summary(51)), first=20, total=22)
    hands.take(PastHands(search=search, hands=page))
    assert 21 not in hands.listed
    hands.take(PastHands(search=cast("ListHands", asked[0]), hands=page))
    assert hands.find(21) is None
    assert asked[-1] == ReadHand(table="t1", hand=51)


def test_the_answer_to_a_search_that_is_given_up_is_passed_over() -> None:
    asked: list[HistoryCommand] = []
    hands = FoundHands(SEARCH, None, asked.append)
    hands.ask_for(0)
    hands.look_for(ListHands(find="finch"))
    hands.ask_for(0)
    assert asked == [SEARCH]
    hands.take(PastHands(search=cast("ListHands", asked[0]), hands=Hands(hands=(summary(1),), total=1)))
    assert (hands.is_known, hands.total, hands.listed) == (False, 0, {})
    hands.ask_for(0)
    assert asked[1:] == [ListHands(find="finch")]


def test_a_refusal_is_a_hand_that_cannot_be_looked_at_and_is_asked_for_again() -> None:
    asked: list[HistoryCommand] = []
    hands = found(asked)
    hands.find(3)
    refused = PastHands(error="You ask too fast.")
    hands.take(refused)
    assert hands.find(3) == UnplayableHand("You ask too fast.")
    hands.take(refused)
    assert hands.find(3) is None
    assert asked == [ReadHand(table="t1", hand=3)] * 2
    hands.take(PastHands(history=history(3)))
    assert isinstance(hands.find(3), HandReplay)


def test_an_old_refusal_is_none_of_a_hand_that_nobody_has_asked_for() -> None:
    hands = found([])
    hands.take(PastHands(error="You ask too fast.", history=history(4)))
    assert isinstance(hands.find(4), HandReplay)
    assert hands.find(5) is None


def test_the_nights_are_asked_for_once_and_a_hand_is_of_the_one_that_had_begun_at_its_table() -> None:
    asked: list[HistoryCommand] = []
    listed = tuple(
        replace(summary(number), table=table, ended_at=at)
        for number, (table, at) in enumerate(
            (("t0", BEGAN_AT + 9600), ("t0", BEGAN_AT), ("t0", BEGAN_AT - 60), ("t1", BEGAN_AT - 7 * 86400 + 60))
        )
    )
    hands = FoundHands(SEARCH, Hands(hands=listed, total=5), asked.append)
    hands.want(ReadStatistics())
    hands.take(PastHands())
    assert hands.nights is None
    nights = own_nights()
    hands.take(PastHands(statistics=Statistics(nights=nights)))
    assert [hands.night_of(place) for place in range(5)] == [nights[0], nights[0], None, nights[1], None]
    assert asked == [ReadStatistics()]
    hands.look_for(ListHands(by_pot=True))
    hands.ask_for(0)
    by_pot = cast("ListHands", asked[-1])
    hands.take(PastHands(search=by_pot, hands=Hands(hands=listed, total=4)))
    assert hands.night_of(0) is None


def test_nights_that_are_refused_are_given_up_and_hold_up_no_hand() -> None:
    asked: list[HistoryCommand] = []
    hands = found(asked)
    hands.want(ReadStatistics())
    hands.take(PastHands(error="You ask too fast."))
    assert hands.nights == ()
    assert hands.find(3) is None
    assert asked == [ReadStatistics(), ReadHand(table="t1", hand=3)]


def test_statistics_that_are_asked_for_again_are_not_known_before_they_come() -> None:
    controller = PastHandsController(Mock())
    told = Statistics(nights=own_nights())
    controller.receive(told)
    controller.ask(ListHands())
    assert controller.known.statistics is told
    controller.ask(ReadStatistics())
    assert controller.known.statistics is None


def at(year: int, month: int, day: int, hour: int = 0) -> int:
    """Returns a time by the clock of whoever runs the tests."""
    return int(datetime(year, month, day, hour).astimezone().timestamp())


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
        ("biggest heron", ListHands(find="heron", by_pot=True)),
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
        pytest.param(
            "1960-01-01",
            ListHands(until=1),
            marks=pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no time before 1970."),
        ),
        (
            "won wren pot>20 2026-11",
            ListHands(find="wren", result=HandResult.WON, pot=21, since=at(2026, 11, 1), until=at(2026, 12, 1)),
        ),
    ],
)
def test_a_text_means_a_search(text: str, search: ListHands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "localtime", lambda: date(2026, 11, 22).timetuple())
    assert parse_search(text, read_days) == search


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The clock of Berlin, which is one hour before UTC in winter and two in summer."""
    before = os.environ.get("TZ")
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.setenv("TZ", before) if before is not None else monkeypatch.delenv("TZ")
    time.tzset()


@pytest.mark.skipif(sys.platform == "win32", reason="Its clock is that of the computer.")
@pytest.mark.usefixtures("berlin")
def test_days_are_those_of_the_players_clock_in_summer_and_in_winter() -> None:
    winter, summer, longest = (parse_search(f"2026-{day}", read_days) for day in ("01-15", "07-15", "10-25"))
    assert (winter.since % 86400, summer.since % 86400) == (23 * 3600, 22 * 3600)
    assert longest.until - longest.since == 25 * 3600


@given(st.dates(min_value=date(1970, 1, 2), max_value=date(2100, 1, 1)))
def test_every_day_of_the_calendar_is_found(day: date) -> None:
    search, after = parse_search(str(day), read_days), day + timedelta(days=1)
    assert (search.since, search.find) == (at(day.year, day.month, day.day), "")
    assert search.until == at(after.year, after.month, after.day)


@given(st.text(max_size=80))
def test_whatever_is_typed_is_a_search_that_a_server_takes(text: str) -> None:
    search = parse_search(text, read_days)
    if not any(0xD800 <= ord(char) <= 0xDFFF for char in text):
        assert decode_command(encode(search).decode()) == search
