"""The pages of finished hands and statistics: what they list and what they say of an error, at any width."""

from __future__ import annotations

import pytest

from railbird_client.drawing.text_roles import Lines
from railbird_client.history.past_hands import PastHands, count_hands, hand_page, hands_page, statistics_page
from railbird_server.table.hand.hand_history import KnownTable, history_of
from railbird_server.table.inputs import PlayerIdentity
from railbird_shared.history.hand_history import (
    GameTally,
    HandHistory,
    HandSummary,
    NightStatistics,
    PlayerStatistics,
    Tally,
)
from railbird_shared.protocol.messages import Hands, History, Statistics
from support.finished_hands import play_random_hand, retold_hand
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


def test_statistics_name_every_player_and_their_games() -> None:
    tally = Tally(hands=4, entered=1, raised=1, wagers=3, calls=2, showdowns=2, showdowns_won=1, net=12)
    games = (GameTally("Limit Razz", Tally(hands=1)), GameTally("Limit Badugi", Tally(hands=3)))
    night = NightStatistics(
        "t1",
        "Kitchen",
        0,
        60,
        1204,
        (PlayerStatistics("Wren", tally, games, you=True), PlayerStatistics("Heron", Tally())),
    )
    page = text(statistics_page(PastHands(statistics=Statistics(nights=(night,))), write_time=lambda _: "today")(80))
    lines = [line.split() for line in page.splitlines()]
    assert page.startswith("Kitchen, today, 1,204 hands")
    assert lines[1] == ["hands", "VPIP", "PFR", "AF", "SD", "won", "net"]
    assert lines[2] == ["Wren", "4", "25%", "25%", "1.5", "2", "50%", "+12"]
    assert lines[3][:3] == ["Limit", "Razz", "1"]
    assert lines[5] == ["Heron", "0", "-", "-", "-", "0", "-", "0"]


def test_statistics_say_that_they_are_counted_or_that_there_is_nothing() -> None:
    def page(past: PastHands) -> str:
        return text(statistics_page(past, write_time=str)(80))

    assert page(PastHands()) == "The hands are being counted."
    assert page(PastHands(statistics=Statistics(nights=()))) == "There is no finished hand to count yet."


@pytest.mark.parametrize(("number", "words"), [(0, "0 hands"), (1, "1 hand"), (2, "2 hands"), (1204, "1,204 hands")])
def test_one_hand_is_no_hands(number: int, words: str) -> None:
    assert count_hands(number) == words
