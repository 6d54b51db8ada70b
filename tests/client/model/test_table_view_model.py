"""The view models of the table screen, and how they are drawn, in each situation."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.action_bar import ActionBarViewModel
from railbird_client.model.card_art import CardSize
from railbird_client.model.keys import DIGIT_KEYS, SeatClick, TableKey
from railbird_client.model.layout import compute_layout
from railbird_client.model.paint.action_bar import draw_action_bar
from railbird_client.model.paint.board import draw_board
from railbird_client.model.paint.own_seat import OwnSeatViewModel, draw_own_seat
from railbird_client.model.paint.panels import draw_rows, draw_title
from railbird_client.model.paint.seat import SeatViewModel, draw_seat
from railbird_client.model.table_options import TableOptions
from railbird_client.model.table_session import TableSession
from railbird_client.model.table_view_model import ConnectionStatus, TableViewModel, bottom_seat, build_table_view_model
from railbird_client.model.text_roles import TextRole
from railbird_shared import events as ev
from railbird_shared.actions import LegalActions, Offers, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.events import Pot
from railbird_shared.games import Family
from railbird_shared.messages import Rail
from railbird_shared.rotation import ChosenGame, Rotation
from railbird_shared.view import LastAct, SeatView, TableView, You
from support.key_presses import parse_presses
from support.plain_text import plain_lines
from support.view_builders import (
    draw_view,
    holdem_view,
    seat_view,
    snapshot_message,
    step_message,
    stud_view,
    table_view,
)

NOW = 100.0


def view_model_for(
    view: TableView, *, keys: str = "", size: tuple[int, int] = (80, 24), options: TableOptions | None = None
) -> TableViewModel:
    session = TableSession(options or TableOptions())
    session.receive(snapshot_message(view), NOW)
    for index, press in enumerate(parse_presses(keys)):
        session.input_state.press(press, NOW + index + 1)
    layout = compute_layout(*size, family=view.game.family, seat_count=len(view.seats), viewer=bottom_seat(view))
    return build_table_view_model(session, view, layout, ConnectionStatus(), NOW, typing=False)


def bar_of(view: TableView, keys: str = "") -> ActionBarViewModel:
    return view_model_for(view, keys=keys).action_bar


def labels(bar: ActionBarViewModel) -> list[str]:
    return [f"{button.display} {button.label}" for button in bar.buttons]


def seat_text(seat: SeatView | None, *, width: int = 20, height: int = 3, **facts: object) -> list[str]:
    model = replace(SeatViewModel(2, seat, Family.BOARD), **facts)
    return [line.rstrip() for line in plain_lines(draw_seat(model, width, height))]


def test_a_lost_connection_is_shown_in_the_action_bar() -> None:
    view = holdem_view()
    session = TableSession(TableOptions())
    session.receive(snapshot_message(view), NOW)
    arrangement = compute_layout(80, 24, family=view.game.family, seat_count=len(view.seats), viewer=bottom_seat(view))
    lost = build_table_view_model(session, view, arrangement, ConnectionStatus("lost", trouble=True), NOW, typing=False)
    assert lost.action_bar.notice == "The connection is lost; trying again. Your seat is kept."
    assert not view_model_for(view).action_bar.notice


def test_a_server_that_does_not_answer_is_shown_with_what_became_of_an_act() -> None:
    view = holdem_view()
    session = TableSession(TableOptions())
    session.receive(snapshot_message(view), NOW)
    arrangement = compute_layout(80, 24, family=view.game.family, seat_count=len(view.seats), viewer=bottom_seat(view))
    silent = ConnectionStatus("online", 1, 4, trouble=True)
    waiting = build_table_view_model(session, view, arrangement, silent, NOW, typing=False)
    assert waiting.title.right.endswith("no answer for 4 s")
    assert waiting.action_bar.notice == "The server does not answer; trying again. Your seat is kept."
    session.input_state.act_sent = True
    sent = build_table_view_model(session, view, arrangement, silent, NOW, typing=False).action_bar
    assert sent.caption == "Sent, but not answered"
    assert sent.notice == "Your act may not have arrived; it is sent again as soon as the server answers."


def test_the_title_names_table_game_and_street() -> None:
    title = view_model_for(holdem_view()).title
    assert title.left_variants[0] == "Kitchen · No-Limit Hold'em 1/2 · hand 148 · turn"
    assert title.right == "9/9"


def test_the_title_names_the_mix_before_the_name_of_the_table() -> None:
    rotation = Rotation((ChosenGame("holdem"), ChosenGame("razz")), dealers_choice=True)
    forms = view_model_for(holdem_view(rotation=rotation)).title.left_variants
    assert forms[0] == "Kitchen · Dealer's Choice · No-Limit Hold'em 1/2 · hand 148 · turn"
    assert forms[1] == "Dealer's Choice · No-Limit Hold'em 1/2 · hand 148 · turn"


def test_the_title_counts_the_watchers_as_they_come_and_go() -> None:
    view = holdem_view()
    session = TableSession(TableOptions())
    layout = compute_layout(80, 24, family=view.game.family, seat_count=9, viewer=bottom_seat(view))
    counts = []
    for message in (snapshot_message(view, watchers=2), Rail(watchers=3), Rail(watchers=0)):
        session.receive(message, NOW)
        title = build_table_view_model(session, view, layout, ConnectionStatus(), NOW, typing=False).title
        counts.append(title.right)
    assert counts == ["9/9 · 2 watching", "9/9 · 3 watching", "9/9"]


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (90, " Kitchen · Limit Five Card Draw 2/4 · ante 1 · hand 12 · draw"),
        (60, " Kitchen · Limit Five Card Draw 2/4 · hand 12 · draw"),
        (50, " Limit Five Card Draw 2/4 · hand 12 · draw"),
        (44, " Five Card Draw 2/4 · hand 12 · draw"),
        (30, " Five Card Draw 2/4 · h…"),
    ],
)
def test_a_narrow_title_is_shortened(width: int, words: str) -> None:
    (line,) = plain_lines(draw_title(view_model_for(draw_view()).title, width, 1))
    assert line.endswith(" 6/6 ")
    assert line[: -len(" 6/6 ")].rstrip() == words


def test_the_connection_is_a_word_and_a_delay() -> None:
    assert str(ConnectionStatus("online", 3)) == "online 3 ms"


def test_the_action_bar_offers_the_legal_acts() -> None:
    assert labels(bar_of(holdem_view())) == ["F Fold", "C Call 95", "R Raise to 155", "A All-in 1,415"]
    assert labels(bar_of(draw_view())) == ["P Stand pat", "0 Clear"]
    assert labels(bar_of(stud_view())) == ["F Fold", "C Call 10", "X Call any"]
    assert labels(bar_of(stud_view(to_match=0))) == ["F Check or fold", "C Check", "X Call any"]


def buttons_for(legal: LegalActions) -> list[str]:
    return labels(bar_of(holdem_view(you=You(1, legal=legal))))


def test_buttons_use_poker_terms() -> None:
    bet = Wager(WagerKind.BET, 2, 100)
    assert buttons_for(LegalActions(1, 100, fold=True, check=True, wager=bet)) == [
        "F Fold",
        "C Check",
        "B Bet 2",
        "A All-in 100",
    ]
    complete = Wager(WagerKind.COMPLETE, 4, 4)
    assert buttons_for(LegalActions(1, 100, bring_in=1, wager=complete)) == ["C Bring in 1", "R Complete to 4"]
    assert buttons_for(LegalActions(1, 60, fold=True, call=60)) == ["F Fold", "C Call 60 all-in"]


def test_a_fixed_raise_shows_no_slider() -> None:
    fixed = holdem_view(you=You(1, legal=LegalActions(1, 100, call=10, wager=Wager(WagerKind.RAISE, 20, 20))))
    assert bar_of(fixed).slider is None
    assert bar_of(holdem_view()).slider is not None


def test_the_selected_button_is_marked() -> None:
    bar = bar_of(holdem_view(), "3")
    assert [button.key for button in bar.presets if button.selected] == [TableKey.DIGIT_3]
    assert [button.label for button in bar.buttons if button.selected] == ["Raise to 474"]
    assert [button.label for button in bar_of(stud_view(), "call-any").buttons if button.selected] == ["Call any"]


def test_buttons_are_disabled_after_acting() -> None:
    bar = bar_of(holdem_view(), "call")
    assert bar.caption == "Sent…"
    assert all(button.disabled for button in bar.buttons)


def test_a_prompt_replaces_the_buttons() -> None:
    asking = bar_of(table_view(seat_view(2), seat_count=6), "sit 5 0")
    assert asking.typed == "50"
    assert "Buy in" in asking.caption
    assert labels(
        bar_of(table_view(seat_view(1), seat_count=6, you=You(1, offers=Offers(max_top_up=9))), "add-chips")
    ) == [
        "Enter Add…",
        "Esc Cancel",
    ]
    bots = table_view(seat_view(1), replace(seat_view(3), bot=True), seat_count=6, you=You(1))
    assert "3 Jay" in bar_of(bots, "remove-bot").caption


@pytest.mark.parametrize(
    ("view", "buttons"),
    [
        (table_view(seat_view(2), seat_count=6), ["S Take a seat", "L Leave"]),
        (replace(holdem_view(), you=You()), ["S Wait for a seat", "L Leave"]),
        (
            table_view(seat_view(1), seat_view(2), seat_count=6, you=You(1, offers=Offers(show=True), is_host=True)),
            ["S Sit out", "+ Chips", "V Show", "N Add bot", "L Leave"],
        ),
        (
            table_view(seat_view(1), replace(seat_view(2, in_hand=False), bot=True), seat_count=2, you=You(2)),
            ["S Sit out", "+ Chips", "L Leave"],
        ),
        (
            table_view(
                replace(seat_view(1, in_hand=False), sitting_out=True),
                replace(seat_view(2), bot=True),
                seat_count=2,
                you=You(1, is_host=True),
            ),
            ["S Come back", "+ Chips", "M Remove bot", "L Leave"],
        ),
        (
            table_view(
                replace(seat_view(1, stack=0, in_hand=False), sitting_out=True),
                seat_view(2),
                seat_count=2,
                you=You(1),
            ),
            ["+ Chips", "L Leave"],
        ),
    ],
)
def test_between_hands_the_action_bar_offers_table_requests(view: TableView, buttons: list[str]) -> None:
    assert labels(bar_of(view)) == buttons


def test_fractions_are_spelled_out_in_ascii_mode() -> None:
    presets = view_model_for(holdem_view(), options=TableOptions(ascii=True)).action_bar.presets
    assert [button.label for button in presets] == ["Min", "half", "3/4", "Pot", "All"]


def test_the_action_bar_shows_the_same_at_three_sizes() -> None:
    view_model = bar_of(holdem_view(), "2")
    small, compact, rich = (plain_lines(draw_action_bar(view_model, 80, height)) for height in (3, 4, 7))
    assert small == compact[1:]
    assert "[R] Raise to 348" in compact[1]
    assert "[2] ½ 348" in rich[5]
    assert compact[2].count("●") == 1


def test_joining_mid_hand_shows_the_blinds() -> None:
    view_model = view_model_for(holdem_view(small_blind=9, big_blind=1))
    assert view_model.seats[9].marks == ("SB",)
    assert isinstance(view_model.own_seat, OwnSeatViewModel)
    assert view_model.own_seat.marks == ("BB",)


def test_a_notice_takes_the_place_of_the_hints() -> None:
    model = bar_of(holdem_view(), "all-in")
    assert plain_lines(draw_action_bar(model, 80, 4))[3].startswith(
        " That is all-in for 1,415: press [A] again to do it."
    )
    assert "again" in plain_lines(draw_action_bar(model, 83, 7))[6]


def test_seats_show_the_last_act() -> None:
    assert seat_text(seat_view(2, stack=1240, bet=60, last=LastAct.BET, hidden=2)) == [
        " 2 Heron",
        "  1,240   ▒▒ ▒▒",
        "  bet     ●60",
    ]
    assert seat_text(seat_view(2, folded=True, last=LastAct.FOLDED), marks=("D", "SB"))[0] == " 2 Heron     D  SB"
    assert seat_text(seat_view(2, stack=0, bet=95, hidden=2))[2] == "  ALL-IN  ●95"
    assert seat_text(replace(seat_view(2), connected=False))[2] == "  no connection"
    assert seat_text(replace(seat_view(2, in_hand=False), sitting_out=True))[2] == "  sitting out"
    assert seat_text(seat_view(2, last=LastAct.DREW, drew=1))[2] == "  threw 1"
    assert seat_text(seat_view(2, last=LastAct.DREW, drew=3), family=Family.DRAW)[2] == "  drew 3"
    assert seat_text(replace(seat_view(2), bot=True))[0] == " 2 Heron bot"
    assert seat_text(None) == [" 2", "  - empty -", ""]
    assert seat_text(None, can_sit=True, boxed=True, height=4)[1] == "│ click to sit     │"


def test_a_shown_hand_is_named_and_the_winner_marked() -> None:
    winner = replace(seat_view(2, up="9c 9h", last=LastAct.SHOWED), shown_hand="three nines", won=506)
    assert seat_text(winner)[1:] == ["  200     9♣ 9♥", "  +506 Three nines"]
    assert seat_text(winner, boxed=True, height=4)[2:] == ["│ wins 506         │", "╰─ Three nines ────╯"]
    assert seat_text(replace(winner, won=0))[2] == "  Three nines"


def test_the_seat_in_turn_is_marked_without_colour() -> None:
    assert seat_text(seat_view(2, hidden=2), to_act=True)[0] == "▶2 Heron"
    assert seat_text(seat_view(2, hidden=2), to_act=True, boxed=True, height=4)[0] == "┏ 2 Heron ━━━━━━━━━┓"


def test_a_click_on_a_seat_names_the_seat() -> None:
    lines = draw_seat(SeatViewModel(7, None, Family.BOARD), 20, 3)
    assert {run.click for line in lines for run in line} == {SeatClick(7)}


def test_long_names_are_truncated() -> None:
    crowded = replace(seat_view(2, stack=1_234_567_890, bet=999_999_999, hidden=2), name="漢字" * 8)
    for width, height, boxed in ((16, 3, False), (20, 4, True), (20, 5, True), (28, 5, True)):
        cards = CardSize.MEDIUM if height == 5 else CardSize.SMALL
        view_model = SeatViewModel(
            10, crowded, Family.BOARD, boxed=boxed, card_size=cards, marks=("D", "BB"), to_act=True
        )
        lines = plain_lines(draw_seat(view_model, width, height))
        if boxed:
            assert all(line[0] in "┏┃┗" for line in lines)
            assert all(line[-1] in "┓┃┛" for line in lines)


def test_the_board_names_side_pots_and_who_can_win_them() -> None:
    view = holdem_view(pots=(Pot(285, (1, 2, 6, 8)), Pot(50, (2, 8))))
    text = "\n".join(plain_lines(draw_board(view_model_for(view).board, 40, 12)))
    assert "main 285 · side 50" in text
    assert "side: Heron, Kestrel" in text


def test_a_stud_community_card_is_shown_on_the_board() -> None:
    text = plain_lines(draw_board(view_model_for(stud_view(board=parse_cards("Kd"))).board, 40, 2))
    assert text[0].strip() == "for all K♦"
    assert "POT 96" in text[1]


def test_the_board_shows_the_result_until_the_next_hand() -> None:
    session = TableSession(TableOptions(street_pause=0))
    session.receive(snapshot_message(holdem_view()), NOW)
    session.receive(step_message(ev.PotAwarded(2, 0, 101, hand_name="a flush"), ev.HandEnded(148)), NOW)
    assert session.shown_view is not None
    arrangement = compute_layout(80, 24, family=Family.BOARD, seat_count=9, viewer=1)
    middle = build_table_view_model(
        session, session.shown_view, arrangement, ConnectionStatus(), NOW, typing=False
    ).board
    assert "Heron wins 101 with a flush" in "\n".join(plain_lines(draw_board(middle, 40, 9)))


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (holdem_view(), "95 to call · min raise to 155"),
        (replace(holdem_view(), you=You()), "current bet 95"),
        (draw_view(), "your draw"),
        (replace(draw_view(), you=You()), "Wren draws"),
        (table_view(seat_view(1), seat_count=6), "waiting for players"),
        (table_view(seat_view(1), seat_view(2), seat_count=6), ""),
        (table_view(seat_view(1), seat_view(2), seat_count=6, hand=3), ""),
    ],
)
def test_the_board_shows_the_status_of_the_hand(view: TableView, status: str) -> None:
    assert view_model_for(view).board.status == status


@pytest.mark.parametrize(
    ("invites", "status"),
    [
        (True, "waiting for players · [J] how friends join · [N] add a bot"),
        (False, "waiting for players · [N] add a bot"),
    ],
)
def test_the_host_sees_the_invite_hint_only_if_friends_can_join(invites: bool, status: str) -> None:
    view = table_view(seat_view(1), seat_count=6, you=You(1, is_host=True))
    session = TableSession(TableOptions())
    session.receive(snapshot_message(view), NOW)
    laid = compute_layout(80, 24, family=view.game.family, seat_count=len(view.seats), viewer=bottom_seat(view))
    assert (
        build_table_view_model(session, view, laid, ConnectionStatus(), NOW, typing=False, invites=invites).board.status
        == status
    )


def own_seat_text(view: TableView, keys: str = "", *, width: int = 80, height: int = 4) -> list[str]:
    return [
        line.rstrip() for line in plain_lines(draw_own_seat(view_model_for(view, keys=keys).own_seat, width, height))
    ]


def test_hole_cards_and_upcards_are_separated() -> None:
    assert own_seat_text(stud_view())[2].startswith("  │A♣ │ │9♥ │ ┊ │9♦ │ │3♣ │ │A♥ │")
    seventh = stud_view(
        seats=(seat_view(1, hidden=2, up="9d 3c Ah 4s"), *stud_view().seats[1:]),
        you=You(1, parse_cards("Ac 9h 9d 3c Ah 4s 4d")),
    )
    assert own_seat_text(seventh)[2].count("┊") == 2


def test_folded_cards_are_dimmed_and_unnamed() -> None:
    folded = seat_view(1, folded=True, last=LastAct.FOLDED)
    hero = view_model_for(replace(stud_view(), seats=(folded, *stud_view().seats[1:]))).own_seat
    lines = draw_own_seat(hero, 80, 4)
    assert "A♣" in plain_lines(lines)[2]
    assert "Two pair" not in "".join(plain_lines(lines))
    assert {run.role for line in lines for run in line if "A♣" in run.text} == {TextRole.CARD_DIMMED}


def test_discards_are_lowered_and_labelled() -> None:
    lines = own_seat_text(draw_view(), "3 5", height=8)
    assert lines[1].startswith("  ╭─────╮ ╭─────╮         ╭─────╮")
    assert lines[7] == "  1 keep  2 keep  3 drop  4 keep  5 drop"
    assert "throwing 2 of 5" in "\n".join(lines)


def test_cards_can_be_clicked_during_the_draw() -> None:
    lines = draw_own_seat(view_model_for(draw_view()).own_seat, 80, 8)
    assert {run.click for line in lines for run in line} == {None, *DIGIT_KEYS[1:6]}


@pytest.mark.parametrize(
    ("seat", "facts", "words"),
    [
        (replace(seat_view(1, in_hand=False), sitting_out=True), {}, "You sit out: press [S] to come back."),
        (seat_view(1, stack=0, in_hand=False), {}, "You have no chips left: press [+] to buy more."),
        (seat_view(1, in_hand=False), {"playing": True}, "dealt in from the next hand"),
    ],
)
def test_the_own_seat_shows_what_to_do(seat: SeatView, facts: dict[str, object], words: str) -> None:
    turn = stud_view().turn if facts else None
    view = replace(stud_view(), playing=False, turn=turn, seats=(seat, *stud_view().seats[1:]), you=You(1))
    assert words in "\n".join(own_seat_text(replace(view, **facts)))


@pytest.mark.parametrize(("posts", "words"), [(False, "big blind: press [I] to post."), (True, "You post as soon as")])
def test_a_new_player_sees_what_they_wait_for(posts: bool, words: str) -> None:  # DL-27
    view = table_view(
        seat_view(1, in_hand=False),
        seat_view(2),
        seat_view(3),
        you=You(1, offers=Offers(post=posts)),
        playing=True,
    )
    assert words in "\n".join(own_seat_text(view))


def test_a_spectator_sees_the_first_seat_at_the_bottom() -> None:
    text = "\n".join(own_seat_text(replace(holdem_view(), you=You())))
    assert "on the rail" in text
    assert "▶1 Wren" in text
    assert "All seats are taken: [S] waits for one." in text
    assert "press [S] to take a seat" in "\n".join(own_seat_text(table_view(seat_view(2), seat_count=6)))
    boxed = view_model_for(replace(holdem_view(), you=You()), size=(120, 40)).own_seat
    assert "┏ 1 Wren" in "\n".join(plain_lines(draw_own_seat(boxed, 83, 7)))


def test_small_screens_show_every_seat_in_a_row() -> None:
    rows = plain_lines(draw_rows(view_model_for(holdem_view(), size=(70, 20)).rows, 70, 12))
    assert rows[0].startswith("▶ 1 Wren           1,415  ▒▒ ▒▒  to act 21 s")
    assert rows[5].startswith("  6 Finch              0  ▒▒ ▒▒  ALL-IN ●95")
    assert rows[9].startswith(" board K♦ 9♠ 4♥ 2♣  pot 411")
    assert rows[11].startswith(" A♠ K♠  1,415  Pair of kings")
    drawing = plain_lines(draw_rows(view_model_for(draw_view(), keys="3", size=(70, 20)).rows, 70, 9))
    assert drawing[8].startswith(" A♠ A♦ (7♣) 4♥ 2♣")


def test_screens_below_the_minimum_ask_for_more_room() -> None:
    assert "60 by 18" in " ".join(plain_lines(draw_rows(view_model_for(holdem_view(), size=(40, 10)).rows, 40, 6)))
