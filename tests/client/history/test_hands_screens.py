"""The pages of one's own hands: rows at every size, tabs and the search, and one hand with its table and streets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.history.hands_screens import HandPage, HandsPage
from railbird_client.history.past_hands import PastHands
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.widgets.controls import CommandRequested
from railbird_shared.game.cards import parse_cards
from railbird_shared.history.hand_history import HandSummary
from railbird_shared.protocol.commands import HandResult, ListHands, ReadHand
from railbird_shared.protocol.messages import Hands, History
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.live_sessions import session_view
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


async def found(shown: ScreenHarness, *hands: HandSummary, total: int = 0) -> HandsPage:
    page = shown.app.screen
    assert isinstance(page, HandsPage)
    past = PastHands(search=asked(shown)[-1], hands=Hands(hands=hands, total=total or len(hands)))
    page.show_session(session_view(past_hands=past))
    await shown.wait_until_idle()
    return page


def asked(shown: ScreenHarness) -> list[ListHands]:
    commands = [message.command for message in shown.messages_of(CommandRequested)]
    return [command for command in commands if isinstance(command, ListHands)]


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


async def test_an_empty_list_says_so() -> None:
    async with run_screen(HandsPage) as shown:
        assert "The hands are being looked for." in shown.text
        await found(shown)
        assert "You have played no such hand here yet." in shown.text


TOLD = replace(hand_of("holdem.phh").history, table="t1", ended_at=ENDED)
WANTED = ReadHand(table="t1", hand=TOLD.hand)


async def tell(shown: ScreenHarness, *, hand: int = TOLD.hand, error: str = "") -> None:
    page = shown.app.screen
    assert isinstance(page, HandPage)
    history = None if error else History(history=replace(TOLD, hand=hand))
    page.show_session(session_view(past_hands=PastHands(history=history, error=error)))
    await shown.wait_until_idle()


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_hand_is_its_table_and_its_streets(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird_client.history.hands_screens.local_time", lambda _: "2026-11-20 22:41")
    async with run_screen(lambda: HandPage(WANTED), size=size) as shown:
        assert "The hand is being looked for." in shown.text
        await tell(shown)
        name = f"hand-{size[0]}x{size[1]}.txt"
        assert_matches_golden_file(CLIENT_SCREENS / name, shown.text + "\n", __file__)


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
    razz = replace(hand_of("evening.phhs").history, table="t1", ended_at=ENDED)
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


async def test_the_marked_hand_stands_beside_the_list() -> None:
    async with run_screen(HandsPage, size=(120, 40)) as shown:
        page = await found(shown, *FOUND)
        page.settle()
        await shown.wait_until_idle()
        asked_for = shown.messages_of(CommandRequested)[-1].command
        assert asked_for == ReadHand(table="t1", hand=148)
        history = History(history=replace(TOLD, hand=148))
        page.show_session(session_view(past_hands=PastHands(history=history)))
        await shown.wait_until_idle()
        assert "three nines" in shown.text
        await shown.press("down")
        assert "three nines" not in shown.text
