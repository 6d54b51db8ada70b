"""The pages of finished hands and statistics: what they list and what they say of an error, at any width."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_client.drawing.text_roles import Lines
from railbird_client.history.past_hands import (
    Calendar,
    FoundHands,
    PastHands,
    count_hands,
    hand_page,
    hands_page,
    parse_search,
)
from railbird_server.table.hand_history import KnownTable, history_of
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.history.hand_history import (
    HandHistory,
    HandReplay,
    HandSummary,
    UnplayableHand,
)
from railbird_shared.protocol.codec import decode_command, encode
from railbird_shared.protocol.commands import HandResult, HistoryCommand, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands, History
from support.finished_hands import play_random_hand, retold_hand
from support.replayed_hands import hand_of
from support.table_harness import start_table


def text(lines: Lines) -> str:
    return "\n".join("".join(span.text for span in line) for line in lines)


def listed(number: int, net: int = 5) -> HandSummary:
    return HandSummary("t1", "Kitchen", number, 60 * number, "No-Limit Hold'em", 30, ("Wren", "Heron"), net)


def hands(past: PastHands, *, chosen: int = 0, find: str = "", width: int = 80) -> str:
    return text(hands_page(past, chosen=chosen, find=find, write_time=lambda seconds: f"at {seconds}")(width))


def test_hands_are_listed_with_the_marked_one_and_what_was_won() -> None:
    page = hands(PastHands(hands=Hands(hands=(listed(2), listed(1, -7)), first=20, total=22)), chosen=1)
    lines = page.splitlines()
    assert lines[0] == "21 to 22 of 22"
    assert lines[1].startswith("  at 120  Kitchen 2  No-Limit Hold'em  pot 30  Wren, Heron")
    assert lines[2].startswith("> at 60  Kitchen 1")
    assert lines[1].endswith("+5")
    assert lines[2].endswith("−7")


@pytest.mark.parametrize("width", [20, 40, 96])
def test_no_line_of_a_list_is_wider_than_the_page(width: int) -> None:
    page = hands(PastHands(hands=Hands(hands=(listed(2),), total=1)), width=width)
    assert all(len(line) <= width for line in page.splitlines())


def test_a_list_says_that_it_waits_or_finds_nothing_or_is_refused() -> None:
    assert hands(PastHands()) == "The hands are being looked for."
    assert hands(PastHands(error="Wait a moment.")) == "Wait a moment."
    assert hands(PastHands(hands=Hands(hands=()))) == "You have sat in no hand that is kept."
    assert hands(PastHands(hands=Hands(hands=())), find="jay") == "No hand fits 'jay'."


def test_a_hand_is_read_in_the_sentences_of_the_table() -> None:
    harness = start_table("holdem", (60, 60))
    play_random_hand(harness, 1)
    players = {seat: PlayerIdentity(name, name) for seat, name in harness.player_by_seat.items()}
    history: HandHistory = history_of(retold_hand(harness), players, 1, KnownTable("t1", "Kitchen", 6), 60)
    page = text(hand_page(History(history=history), write_time=lambda seconds: f"at {seconds}")(80))
    assert page.startswith("Railbird hand 1 at Kitchen: No-Limit Hold'em 1/2 - at 60")
    assert "Wren holds" in page
    assert "*** SUMMARY ***" in page


@pytest.mark.parametrize(("number", "words"), [(0, "0 hands"), (1, "1 hand"), (2, "2 hands"), (1204, "1,204 hands")])
def test_one_hand_is_no_hands(number: int, words: str) -> None:
    assert count_hands(number) == words


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
    assert asked == [ListHands(find="heron", first=20)]
    hands.take(PastHands(hands=Hands(hands=(summary(50), summary(51)), first=20, total=22)))
    assert hands.find(21) is None
    assert asked[-1] == ReadHand(table="t1", hand=51)


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
