"""Hands that a search has found, asked for one after another."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.history.found_hands import FoundHands
from railbird_client.history.past_hands import PastHands
from railbird_shared.history.hand_history import HandReplay, HandSummary, UnplayableHand
from railbird_shared.protocol.commands import HistoryCommand, ListHands, ReadHand
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
