"""The hands that a search has found, asked for one thing at a time, and what a typed search means."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.history.past_hands import (
    Calendar,
    FoundHands,
    PastHands,
    parse_search,
)
from railbird_shared.history.hand_history import (
    HandReplay,
    HandSummary,
    UnplayableHand,
)
from railbird_shared.protocol.codec import decode_command, encode
from railbird_shared.protocol.commands import HandResult, HistoryCommand, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands, History
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
