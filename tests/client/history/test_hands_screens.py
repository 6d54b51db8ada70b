"""The pages of one's own hands: rows at every size, tabs and the search, and one hand with its table and streets."""

from __future__ import annotations

import dataclasses
import time

import msgspec
import pytest

from railbird_client.history.hands_screens import HandPage, HandsPage
from railbird_client.history.night_screen import night_words
from railbird_client.history.past_hands import PastHands
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.widgets.controls import CommandRequested
from railbird_shared.game.cards import parse_cards
from railbird_shared.history.hand_history import HandHistory, HandSummary, NightStatistics
from railbird_shared.protocol.commands import HandResult, ListHands, ReadHand, ReadStatistics
from railbird_shared.protocol.messages import Hands, History, Statistics
from support.finished_hands import chased_hand
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.live_sessions import session_view
from support.night_builders import own_nights
from support.replayed_hands import hand_of
from support.screen_harness import ScreenHarness, run_screen

GAME = "No-Limit Hold'em"
ENDED = 1_795_212_000


def summary(number: int, net: int, cards: str, board: str, *, made: str, decided: str) -> HandSummary:
    return HandSummary(
        "t1",
        "Kitchen",
        number,
        ENDED,
        GAME,
        2 * abs(net) + 3,
        ("Wren", "Finch"),
        net,
        parse_cards(cards),
        parse_cards(board),
        made,
        decided,
    )


FOUND = (
    summary(148, -240, "As Ks", "Kd 9s 4h 2c Kc", made="three kings", decided="lost to a full house"),
    summary(147, 0, "Jd 4c", "8c 5d 2h Qc 7s", made="folded before the flop", decided="Finch had three eights"),
    summary(146, 118, "8d 8s", "8h 6d 2s Jc 3s", made="three eights", decided="beat two pair"),
    summary(145, -2, "9d 3s", "", made="folded before the flop", decided="Finch won"),
    summary(144, 12, "Ah Kd 9d 8c 7c 5s 2h", "", made="pair of aces", decided="everybody folded"),
)


async def found(
    shown: ScreenHarness, *hands: HandSummary, total: int = 0, nights: tuple[NightStatistics, ...] = ()
) -> HandsPage:
    """Answers the last search, and once it is known the question for the nights."""
    page = shown.app.screen
    assert isinstance(page, HandsPage)
    past = PastHands(search=asked(shown)[-1], hands=Hands(hands=hands, total=total or len(hands)))
    for each in (past, dataclasses.replace(past, statistics=Statistics(nights=nights))):
        page.show_session(session_view(past_hands=each))
        await shown.wait_until_idle()
    return page


def commands(shown: ScreenHarness) -> list[object]:
    return [message.command for message in shown.messages_of(CommandRequested)]


def asked(shown: ScreenHarness) -> list[ListHands]:
    return [command for command in commands(shown) if isinstance(command, ListHands)]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (160, 48)])
async def test_hands_are_listed_in_cards(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2026-11-20 22:41")
    async with run_screen(HandsPage, size=size) as shown:
        await found(shown, *FOUND)
        name = f"hands-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(CLIENT_SCREENS / name, shown.text + "\n", __file__)


async def test_in_ascii_every_letter_is_ascii() -> None:
    async with run_screen(HandsPage, size=(120, 40), ascii_only=True) as shown:
        await found(shown, *FOUND)
        assert shown.text.isascii()


async def test_a_tab_asks_for_other_hands_and_keeps_the_search() -> None:
    async with run_screen(lambda: HandsPage(find="finch")) as shown:
        await found(shown, *FOUND)
        await shown.press("3")
        assert [(each.find, each.result) for each in asked(shown)] == [
            ("finch", HandResult.ANY),
            ("finch", HandResult.LOST),
        ]
        await found(shown)
        assert "No hand fits 'finch'." in shown.text


async def test_rows_beyond_the_first_page_are_asked_for_when_the_mark_comes_near() -> None:
    async with run_screen(HandsPage) as shown:
        page = await found(shown, *(FOUND * 4), total=45)
        assert len(asked(shown)) == 1
        await shown.press("end")
        assert (page.index, asked(shown)[-1].first) == (44, 40)


NIGHTS = own_nights()
BY_NIGHT = tuple(
    msgspec.structs.replace(hand, table=night.table, name=night.name, ended_at=night.ended_at - 60 * place)
    for night, count in zip(NIGHTS, (2, 3, 2, 5), strict=False)
    for place, hand in enumerate(FOUND[:count])
)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_each_night_has_a_heading_with_its_result(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2025-11-20 22:41")
    async with run_screen(HandsPage, size=size) as shown:
        await found(shown, *BY_NIGHT, nights=NIGHTS)
        name = f"hands-nights-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(CLIENT_SCREENS / name, shown.text + "\n", __file__)
        assert [each for each in commands(shown) if isinstance(each, ReadStatistics)] == [ReadStatistics()]


async def test_the_mark_stays_in_sight_where_every_hand_is_of_another_night() -> None:
    hands = tuple(
        msgspec.structs.replace(FOUND[0], hand=900 + number, table=night.table, ended_at=night.ended_at)
        for number, night in enumerate(NIGHTS)
    )
    async with run_screen(HandsPage, size=(60, 18)) as shown:
        await found(shown, *hands, nights=NIGHTS)
        for number, night in enumerate(NIGHTS):
            assert f"▸{900 + number}" in shown.text
            assert night_words(night)[1] in shown.text
            await shown.press("down")


def test_a_night_of_the_past_says_what_was_won_there() -> None:
    words, result = night_words(NIGHTS[1])
    assert words.endswith(" · Den · 40 hands")
    assert result == "you were −46"
    tonight = msgspec.structs.replace(NIGHTS[0], ended_at=int(time.time()))
    assert night_words(tonight) == ("tonight · Kitchen · 40 hands", "you are +182")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_big_pots_are_listed_with_their_day_and_pot(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2026-11-20 22:41")
    async with run_screen(HandsPage, size=size) as shown:
        await found(shown, *FOUND, nights=NIGHTS)
        await shown.press("5")
        assert [each.by_pot for each in asked(shown)] == [False, True]
        await found(shown, *FOUND, nights=NIGHTS)
        assert "5 big pots 5" in shown.text
        assert ("pot 483, lost to a full house" in shown.text) == (size == (80, 24))
        assert ("11-20" in shown.text) == (size == (120, 40))
        assert "you were" not in shown.text


async def test_an_empty_list_says_so() -> None:
    async with run_screen(HandsPage) as shown:
        assert "The hands are being looked for." in shown.text
        await found(shown)
        assert "You have played no such hand here yet." in shown.text


TOLD = msgspec.structs.replace(hand_of("holdem.phh").history, table="t1", ended_at=ENDED)
WANTED = ReadHand(table="t1", hand=TOLD.hand)


async def tell(shown: ScreenHarness, *, hand: int = TOLD.hand, error: str = "", history: HandHistory = TOLD) -> None:
    page = shown.app.screen
    assert isinstance(page, HandPage)
    told = None if error else History(history=msgspec.structs.replace(history, hand=hand))
    page.show_session(session_view(past_hands=PastHands(history=told, error=error)))
    await shown.wait_until_idle()


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_hand_is_its_table_and_its_streets(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2026-11-20 22:41")
    async with run_screen(lambda: HandPage(WANTED), size=size) as shown:
        assert "The hand is being looked for." in shown.text
        await tell(shown)
        name = f"hand-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(CLIENT_SCREENS / name, shown.text + "\n", __file__)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_the_dearest_call_of_a_hand_has_its_price_and_its_chance(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2026-11-20 22:41")
    async with run_screen(lambda: HandPage(WANTED), size=size) as shown:
        await tell(shown, history=chased_hand())
        name = f"hand-lost-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(CLIENT_SCREENS / name, shown.text + "\n", __file__)


async def test_a_chance_that_nobody_can_know_is_left_out() -> None:
    async with run_screen(lambda: HandPage(WANTED), size=(120, 40)) as shown:
        await tell(shown, history=chased_hand("x", "b 40", "f", "c", "c", "x", "b 60", "r 180", "f", "f"))
        assert "price" in shown.text
        assert "chance" not in shown.text
        assert "The price alone is known." in shown.text


async def test_a_line_tells_the_price_and_the_chance_where_there_is_no_side_column() -> None:
    async with run_screen(lambda: HandPage(WANTED)) as shown:
        await tell(shown, history=chased_hand())
        assert "turn: you called 180 to win 477. It needed 27% and had 0%." in shown.text


async def test_tab_turns_from_the_table_to_the_streets_and_back() -> None:
    async with run_screen(lambda: HandPage(WANTED)) as shown:
        await tell(shown)
        assert "Finch wins 120" in shown.text
        await shown.press("tab")
        assert "Finch wins 120" not in shown.text
        for words in ("before the flop", "pot 28", "bet 24", "all-in 46"):
            assert words in shown.text
        await shown.press("tab")
        assert "Finch wins 120" in shown.text


async def test_a_bring_in_is_named_where_there_is_room_for_little() -> None:
    razz = msgspec.structs.replace(hand_of("evening.phhs").history, table="t1", ended_at=ENDED)
    async with run_screen(lambda: HandPage(ReadHand(table="t1", hand=razz.hand)), size=(120, 40)) as shown:
        page = shown.app.screen
        assert isinstance(page, HandPage)
        page.show_session(session_view(past_hands=PastHands(history=History(history=razz))))
        await shown.wait_until_idle()
        assert "bring 1" in shown.text


async def test_a_hand_that_is_refused_says_why() -> None:
    async with run_screen(lambda: HandPage(WANTED)) as shown:
        await tell(shown, error="That hand cannot be told any more.")
        assert "That hand cannot be told any more." in shown.text


async def test_a_hand_alone_is_replayed_with_enter() -> None:
    async with run_screen(lambda: HandPage(WANTED)) as shown:
        await tell(shown)
        await shown.press("enter")
        assert isinstance(shown.app.screen, ReplayScreen)


async def test_the_arrows_lead_to_other_hands_of_the_list_where_the_last_one_stays_marked() -> None:
    async with run_screen(HandsPage) as shown:
        page = await found(shown, *FOUND)
        await shown.press("enter")
        await tell(shown, hand=148)
        await shown.press("right")
        reads = [each.command for each in shown.messages_of(CommandRequested) if isinstance(each.command, ReadHand)]
        assert [each.hand for each in reads] == [148, 147]
        await tell(shown, hand=147)
        assert "Hand 147" in shown.text
        await shown.press("left")
        assert "Hand 148" in shown.text
        await shown.press("right", "escape")
        assert shown.app.screen is page
        assert page.index == 1


async def test_the_marked_hand_stands_beside_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2026-11-20 22:41")
    async with run_screen(HandsPage, size=(120, 40)) as shown:
        page = await found(shown, *FOUND)
        page.settle()
        await shown.wait_until_idle()
        asked_for = shown.messages_of(CommandRequested)[-1].command
        assert asked_for == ReadHand(table="t1", hand=148)
        history = History(history=msgspec.structs.replace(chased_hand(), table="t1", hand=148))
        page.show_session(session_view(past_hands=PastHands(history=history)))
        await shown.wait_until_idle()
        assert_matches_golden_file(CLIENT_SCREENS / "hands-glance-120x40.txt", shown.text + "\n", __file__)
        await shown.press("down")
        assert "pot, street by street" not in shown.text
