"""The table screen: keys, clicks and text, in all three families of games."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from textual.widgets import Input

from railbird_client.network.link import LinkState
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.page_screen import Page
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.protocol.actions import (
    Action,
    Call,
    Check,
    Claim,
    Declaration,
    Declare,
    Draw,
    Fold,
    LegalActions,
    Raise,
    Run,
    Wager,
    WagerKind,
)
from railbird_shared.protocol.commands import Act, Leave, SendChat, Sit
from railbird_shared.protocol.events import Folded, SatOut, TurnBegan, YourTurn
from railbird_shared.protocol.messages import Chat, Refused
from railbird_shared.protocol.view import TableView, Turn, You
from support.screen_harness import run_table_screen
from support.view_builders import (
    crazy_pineapple_view,
    draw_view,
    holdem_view,
    omaha_view,
    seat_view,
    step_message,
    stud_view,
    table_view,
)

MARKUP = "[@click=app.quit]x[/]"


def view_checked_to() -> TableView:
    legal = LegalActions(1, 1415, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 1415))
    return holdem_view(to_match=0, you=You(1, parse_cards("As Ks"), legal=legal))


async def test_f_folds_against_a_bet() -> None:
    async with run_table_screen(holdem_view()) as player:
        assert player.app.focused is None
        await player.press("f")
        assert player.commands == [Act(hand=148, turn=31, action=Fold())]


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("C", Call()),
        ("4 enter", Raise(601)),
        ("b r", Raise(155)),
        ("end home right up enter", Raise(283)),
        ("equals_sign 3 0 9 backspace 0 enter", Raise(300)),
        ("a a", Raise(1415)),
    ],
)
async def test_keys_against_a_bet(keys: str, action: Action) -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press(keys)
        assert player.actions == [action]


CLAIMS = ("full house", "three of a kind", "two pair", "one pair", "high card")


@pytest.mark.parametrize(
    ("legal", "words", "key", "action"),
    [
        (LegalActions(1, 90, declare=True), "1 High   2 Low   3 Both ways", "3", Declare(Declaration.BOTH)),
        (LegalActions(1, 90, claims=CLAIMS), "5 High card", "2", Claim("three of a kind")),
        (LegalActions(1, 0, max_runs=3), "1 Once   2 Twice   3 Three times", "2", Run(2)),
        (LegalActions(1, 90, 1, fold=True, call=0), "C See", "c", Call()),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_each_choice_has_its_keys(
    legal: LegalActions, words: str, key: str, action: Action, size: tuple[int, int]
) -> None:
    view = omaha_view("omaha8", "As 2d Kc 3d")
    async with run_table_screen(replace(view, you=replace(view.you, legal=legal)), size=size) as player:
        shown = " ".join(player.text.replace("[", " ").replace("]", " ").split())
        assert all(part in shown for part in words.split("   "))
        await player.press(key)
        assert player.actions == [action]
        await player.press(key)
        assert player.actions == [action]


async def test_a_choice_can_be_clicked() -> None:
    view = omaha_view("omaha8", "As 2d Kc 3d")
    asked = LegalActions(1, 90, claims=CLAIMS)
    async with run_table_screen(replace(view, you=replace(view.you, legal=asked))) as player:
        await player.click("High card")
        assert player.actions == [Claim("high card")]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18)])
async def test_pineapple_discards_one_of_three_cards(size: tuple[int, int]) -> None:
    async with run_table_screen(crazy_pineapple_view(), size=size) as player:
        await player.press("p enter")
        assert player.actions == []
        await player.press("1 3 enter")
        assert player.actions == [Draw(parse_cards("4d"))]


async def test_folding_when_checking_is_free_needs_a_second_press() -> None:
    async with run_table_screen(view_checked_to()) as player:
        await player.press("f")
        assert player.actions == []
        assert "press [F] again" in player.text
        await player.press("f")
        assert player.actions == [Fold()]


async def test_a_held_key_acts_once() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("c")
        player.app.receive(step_message(TurnBegan(1, 40), private=(YourTurn(LegalActions(1, 1320, check=True)),)))
        await player.press("c c c enter enter", pause=0.05)
        assert player.actions == [Call()]
        await player.press("c")
        assert player.actions == [Call(), Check()]


async def test_letters_typed_in_the_chat_do_not_act() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("tab")
        assert isinstance(player.app.focused, Input)
        await player.press("f c a l 4 equals_sign up down")
        await player.press("enter")
        assert player.commands == [SendChat(text="fcal4=")]
        await player.press("c")
        assert player.app.focused is None
        assert player.actions == [Call()]


async def test_tab_says_a_line_and_stays_in_the_chat() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("tab h i tab")
        assert isinstance(player.app.focused, Input)
        await player.press("y o enter")
        assert player.app.focused is None
        assert player.commands == [SendChat(text="hi"), SendChat(text="yo")]


async def test_letters_typed_on_after_a_line_of_chat_do_not_act_and_are_told_of() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("tab h i enter")
        await player.press("f c a l", pause=0.2)
        assert "Your line is said, and the keys are the table's again" in player.text
        assert player.commands == [SendChat(text="hi")]
        await player.press("tab o k enter c", pause=0.5)
        assert player.commands[1:2] == [SendChat(text="ok")]
        assert player.actions == [Call()]


async def test_two_chat_lines_in_quick_succession_stay_separate() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("tab")
        line = player.app.screen.query_one("#say", Input)
        line.value = "one"
        await line.action_submit()
        line.insert_text_at_cursor("two")
        await line.action_submit()
        await player.pilot.pause()
        assert player.commands == [SendChat(text="one"), SendChat(text="two")]


async def test_an_empty_line_closes_the_chat_and_so_does_tab() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("tab enter")
        assert player.app.focused is None
        await player.press("tab tab")
        assert player.app.focused is None
        assert player.commands == []


async def test_all_in_and_a_raise_name_the_same_total() -> None:
    view = holdem_view()
    mine = replace(seat_view(1, stack=1415, hidden=2), bet=20)
    legal = LegalActions(1, 1415, bet=20, fold=True, call=75, wager=Wager(WagerKind.RAISE, 155, 1435))
    async with run_table_screen(replace(view, seats=(mine, *view.seats[1:]), you=You(1, legal=legal))) as player:
        assert "All-in 1,435" in player.text


async def test_the_draw_by_key_and_by_click() -> None:
    async with run_table_screen(draw_view(), size=(120, 40)) as player:
        await player.press("3 4")
        await player.click("5 keep")
        await player.click("4 drop")
        assert "Draw 2" in player.text
        await player.press("enter")
        assert player.actions == [Draw((Card.C7, Card.C2))]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_cards_are_clicked_to_be_thrown(size: tuple[int, int]) -> None:
    async with run_table_screen(draw_view(), size=size) as player:
        for card in ("7♣", "4♥", "2♣", "4♥"):
            await player.click(card)
        await player.click("Enter  Draw 2")
        assert player.actions == [Draw((Card.C7, Card.C2))]


async def test_standing_pat() -> None:
    async with run_table_screen(draw_view(), size=(120, 40)) as player:
        await player.press("enter")
        assert player.actions == []
        await player.press("p")
        assert player.actions == [Draw()]


async def test_a_planned_action_is_sent_when_the_turn_comes() -> None:
    async with run_table_screen(stud_view()) as player:
        await player.press("c")
        assert player.actions == []
        legal = LegalActions(1, 1415, fold=True, call=10)
        player.app.receive(step_message(Folded(6), TurnBegan(1, 23), private=(YourTurn(legal),)))
        await player.pilot.pause()
        assert player.commands == [Act(hand=31, turn=23, action=Call())]


async def test_a_fixed_raise_needs_one_key() -> None:
    legal = LegalActions(1, 500, fold=True, call=10, wager=Wager(WagerKind.RAISE, 20, 20))
    async with run_table_screen(stud_view(turn=Turn(1, 23), you=You(1, legal=legal))) as player:
        assert "R  Raise to 20" in player.text
        await player.press("r")
        assert player.actions == [Raise(20)]


@pytest.mark.parametrize(("size", "words"), [((70, 20), "to act"), ((120, 40), "Your turn"), ((160, 48), "Your turn")])
async def test_the_layout_follows_the_terminal_size(size: tuple[int, int], words: str) -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.resize(*size)
        await player.pilot.pause()
        assert words in player.text
        assert player.actions == []
        await player.press("c")
        assert player.actions == [Call()]


async def test_the_smallest_screen_takes_neither_clicks_nor_keys() -> None:
    async with run_table_screen(holdem_view(), size=(50, 14)) as player:
        assert "It is your turn. The terminal is too small" in player.text
        assert "[C]" not in player.text
        await player.click("too small")
        await player.press("f c a l")
        assert player.commands == []
        await player.resize(80, 24)
        await player.press("c")
        assert player.actions == [Call()]


async def test_a_screen_that_becomes_too_small_ends_the_chat() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("tab h")
        await player.resize(50, 14)
        await player.resize(80, 24)
        await player.press("c")
        assert player.actions == [Call()]


@pytest.mark.parametrize("size", [(80, 24), (70, 20), (120, 40)])
async def test_markup_from_the_server_is_shown_literally(size: tuple[int, int]) -> None:
    view = holdem_view(name="[b]K[/b]")
    named = replace(seat_view(2, hidden=2), name="[/b][red]a")
    seats = (view.seats[0], named, *view.seats[2:])
    async with run_table_screen(replace(view, seats=seats), size=size) as player:
        player.app.receive(Chat(name="[bold]J", text=f"{MARKUP}\x1b[31m"))
        player.app.receive(Refused(code="x", sentence="[u]No[/u]."))
        await player.pilot.pause()
        for words in ("[b]K[/b]", "[/b][red]a", "[bold]J", "[@click=app.quit]x[/]", "[u]No[/u]."):
            assert words in player.text
        assert "\x1b" not in player.text


async def test_refusals_and_connection_loss_are_shown() -> None:
    async with run_table_screen(holdem_view()) as player:
        player.app.show_connection(LinkState.LOST)
        player.app.receive(Refused(code="stale", sentence="That turn is over."))
        await player.pilot.pause()
        assert "lost" in player.text.splitlines()[0]
        assert "That turn is over." in player.text
        player.app.clock.advance(10)
        player.app.show_connection(LinkState.ONLINE, 3)
        await player.pilot.pause()
        assert "online 3 ms" in player.text
        assert "That turn is over." not in player.text


async def test_an_act_lost_with_the_connection_is_sent_again_by_the_link_alone() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("c")
        player.app.show_connection(LinkState.LOST)
        player.app.show_connection(LinkState.ONLINE, 3)
        await player.press("c")
        assert player.actions == [Call()]


async def test_a_watcher_can_take_a_seat() -> None:
    async with run_table_screen(table_view(seat_view(2, in_hand=False), seat_count=6)) as player:
        await player.press("s 8 0 enter")
        await player.click("sit here")
        await player.press("enter")
        assert isinstance(player.commands[0], Sit)
        assert player.commands[0].chips == 80
        assert isinstance(player.commands[1], Sit)
        assert player.commands[1].seat > 0


async def test_l_asks_to_leave() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("l")
        assert player.commands == [Leave()]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("question_mark", "¼ of the pot less, more"),
        ("h", "Heron sits out"),
        ("w", "hand 148 so far"),
        ("z", "board"),
        ("j", "you and bots alone"),
    ],
)
async def test_pages_open_and_close(key: str, words: str) -> None:
    async with run_table_screen(holdem_view()) as player:
        player.app.receive(step_message(SatOut(2)))
        await player.press(key)
        await player.pilot.pause()
        assert isinstance(player.app.screen, Page)
        assert words in player.text
        await player.press("escape c")
        assert player.actions == [Call()]


async def test_a_page_being_opened_announces_the_turn() -> None:
    async with run_table_screen(stud_view()) as player:
        player.app.table.action_press(TableKey.HELP, clicked=True)
        legal = LegalActions(1, 1415, fold=True, call=10)
        player.app.receive(step_message(Folded(6), TurnBegan(1, 23), private=(YourTurn(legal),)))
        await player.pilot.pause()
        assert "Your turn   10 to call" in player.text


async def test_a_page_that_opens_in_the_own_turn_says_so() -> None:
    async with run_table_screen(stud_view()) as player:
        legal = LegalActions(1, 1415, fold=True, call=10)
        player.app.receive(step_message(Folded(6), TurnBegan(1, 23), private=(YourTurn(legal),)))
        await player.pilot.pause()
        await player.press("h")
        await player.pilot.pause()
        assert "It is your turn: Esc goes back to the table" in player.text


async def test_connection_loss_mentions_no_seat_to_a_watcher() -> None:
    async with run_table_screen(holdem_view(you=You())) as player:
        player.app.show_connection(LinkState.LOST)
        await player.pilot.pause()
        assert "connection is lost" in player.text
        assert "Your seat" not in player.text


async def test_ascii_mode_is_ascii_only() -> None:
    async with run_table_screen(holdem_view(), options=TableOptions(ascii=True, bell=False)) as player:
        assert player.text.isascii()
        assert "|Ks |" in player.text
        await player.press("question_mark")
        await player.pilot.pause()
        assert player.text.isascii()


async def test_the_screen_has_few_widgets() -> None:
    async with run_table_screen(holdem_view(), size=(120, 40)) as player:
        assert len(player.app.table.query("*")) <= 40
