"""The screen as values and as pictures: what a player sees in each situation."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pictures import text_of
from railbird_client.model.bar import BarFace
from railbird_client.model.faces import Size
from railbird_client.model.ink import Ink
from railbird_client.model.layout import plan
from railbird_client.model.options import Options
from railbird_client.model.paint.bar import draw_bar
from railbird_client.model.paint.hero import HeroFace, draw_hero
from railbird_client.model.paint.middle import draw_middle
from railbird_client.model.paint.seat import SeatFace, draw_seat
from railbird_client.model.paint.strips import draw_rows, draw_title
from railbird_client.model.scene import Connection, Scene, scene, viewer_of
from railbird_client.model.sitting import Sitting
from railbird_shared import events as ev
from railbird_shared.actions import LegalActions, Offers, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.events import Pot
from railbird_shared.games import Family
from railbird_shared.view import LastAct, SeatView, TableView, You
from tables import at, draw, holdem, snapshot, step, stud
from viewing import view_of

NOW = 100.0


def seen(view: TableView, *, keys: str = "", size: tuple[int, int] = (80, 24), options: Options | None = None) -> Scene:
    sitting = Sitting(options or Options())
    sitting.hear(snapshot(view), NOW)
    for index, key in enumerate(keys.split()):
        sitting.desk.press(key, NOW + index + 1)
    arrangement = plan(*size, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
    return scene(sitting, view, arrangement, Connection(), NOW, typing=False)


def bar_of(view: TableView, keys: str = "") -> BarFace:
    return seen(view, keys=keys).bar


def labels(bar: BarFace) -> list[str]:
    return [f"{button.key} {button.label}" for button in bar.buttons]


def seat_text(seat: SeatView | None, *, width: int = 20, height: int = 3, **facts: object) -> list[str]:
    face = replace(SeatFace(2, seat, Family.BOARD), **facts)
    return [line.rstrip() for line in text_of(draw_seat(face, width, height))]


def test_a_lost_connection_is_said_where_one_acts() -> None:
    view = holdem()
    sitting = Sitting(Options())
    sitting.hear(snapshot(view), NOW)
    arrangement = plan(80, 24, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
    lost = scene(sitting, view, arrangement, Connection("lost", trouble=True), NOW, typing=False)
    assert lost.bar.notice == "The connection is lost; trying again. Your seat is kept."
    assert not seen(view).bar.notice


def test_the_title_says_where_one_is() -> None:
    title = seen(holdem()).title
    assert title.left[0] == "Kitchen · No-Limit Hold'em 1/2 · hand 148 · turn"
    assert title.right == "9/9 · 2 watching"


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
def test_a_narrow_title_says_less(width: int, words: str) -> None:
    (line,) = text_of(draw_title(seen(draw()).title, width, 1))
    assert line.endswith(" 6/6 ")
    assert line[: -len(" 6/6 ")].rstrip() == words


def test_the_connection_is_a_word_and_a_delay() -> None:
    assert str(Connection("online", 3)) == "online 3 ms"


def test_the_bar_offers_what_is_legal() -> None:
    assert labels(bar_of(holdem())) == ["F Fold", "C Call 95", "R Raise to 155", "A All-in 1,415"]
    assert labels(bar_of(draw())) == ["Enter Draw 0", "P Stand pat", "0 Clear"]
    assert labels(bar_of(stud())) == ["F Fold", "C Call 10", "X Call any"]
    assert labels(bar_of(stud(to_match=0))) == ["F Check or fold", "C Check", "X Call any"]


def legal_bar(legal: LegalActions) -> list[str]:
    return labels(bar_of(holdem(you=You(1, legal=legal))))


def test_buttons_carry_the_poker_names_of_their_acts() -> None:
    bet = Wager(WagerKind.BET, 2, 100)
    assert legal_bar(LegalActions(1, 100, fold=True, check=True, wager=bet)) == [
        "F Fold",
        "C Check",
        "B Bet 2",
        "A All-in 100",
    ]
    complete = Wager(WagerKind.COMPLETE, 4, 4)
    assert legal_bar(LegalActions(1, 100, bring_in=1, wager=complete)) == ["C Bring in 1", "R Complete to 4"]
    assert legal_bar(LegalActions(1, 60, fold=True, call=60)) == ["F Fold", "C Call 60 all-in"]


def test_a_fixed_raise_shows_no_slider() -> None:
    fixed = holdem(you=You(1, legal=LegalActions(1, 100, call=10, wager=Wager(WagerKind.RAISE, 20, 20))))
    assert bar_of(fixed).slider is None
    assert bar_of(holdem()).slider is not None


def test_what_was_chosen_is_marked() -> None:
    bar = bar_of(holdem(), "3")
    assert [button.key for button in bar.presets if button.chosen] == ["3"]
    assert [button.label for button in bar.buttons if button.chosen] == ["Raise to 474"]
    assert [button.label for button in bar_of(stud(), "any").buttons if button.chosen] == ["Call any"]


def test_after_acting_the_bar_is_quiet() -> None:
    bar = bar_of(holdem(), "call")
    assert bar.caption == "Sent…"
    assert all(button.off for button in bar.buttons)


def test_questions_take_the_bar() -> None:
    asking = bar_of(view_of(at(2), places=6), "sit 5 0")
    assert asking.typed == "50"
    assert "Buy in" in asking.caption
    assert labels(bar_of(view_of(at(1), places=6, you=You(1, offers=Offers(add=9))), "chips")) == [
        "Enter Add",
        "Esc Never mind",
    ]
    bots = view_of(at(1), replace(at(3), bot=True), places=6, you=You(1))
    assert "3 Jay" in bar_of(bots, "unbot").caption


@pytest.mark.parametrize(
    ("view", "buttons"),
    [
        (view_of(at(2), places=6), ["S Take a seat", "L Leave"]),
        (replace(holdem(), you=None), ["L Leave"]),
        (
            view_of(at(1), at(2), places=6, you=You(1, offers=Offers(show=True))),
            ["S Sit out", "+ Chips", "V Show", "N Add bot", "L Leave"],
        ),
        (
            view_of(at(1), replace(at(2, in_hand=False), bot=True), places=2, you=You(2)),
            ["S Sit out", "+ Chips", "L Leave"],
        ),
        (
            view_of(replace(at(1, in_hand=False), sitting_out=True), replace(at(2), bot=True), places=2, you=You(1)),
            ["S Come back", "+ Chips", "M Remove bot", "L Leave"],
        ),
        (
            view_of(replace(at(1, stack=0, in_hand=False), sitting_out=True), at(2), places=2, you=You(1)),
            ["+ Chips", "L Leave"],
        ),
    ],
)
def test_between_hands_the_bar_is_about_the_table(view: TableView, buttons: list[str]) -> None:
    assert labels(bar_of(view)) == buttons


def test_fractions_are_written_in_letters_where_signs_are_not_wanted() -> None:
    presets = seen(holdem(), options=Options(ascii=True)).bar.presets
    assert [button.label for button in presets] == ["Min", "half", "3/4", "Pot", "All"]


def test_a_bar_in_three_sizes_shows_the_same() -> None:
    face = bar_of(holdem(), "2")
    small, compact, rich = (text_of(draw_bar(face, 80, height)) for height in (3, 4, 7))
    assert small == compact[1:]
    assert "[R] Raise to 348" in compact[1]
    assert "[2] ½ 348" in rich[5]
    assert compact[2].count("●") == 1


def test_who_comes_in_mid_hand_sees_the_blinds() -> None:
    found = seen(holdem(small_blind=9, big_blind=1))
    assert found.seats[9].marks == ("SB",)
    assert isinstance(found.hero, HeroFace)
    assert found.hero.marks == ("BB",)


def test_a_notice_takes_the_place_of_the_hints() -> None:
    face = bar_of(holdem(), "all-in")
    assert text_of(draw_bar(face, 80, 4))[3].startswith(" That is all-in for 1,415: press once more to do it.")
    assert "once more" in text_of(draw_bar(face, 83, 7))[6]


def test_seats_tell_what_they_did() -> None:
    assert seat_text(at(2, stack=1240, bet=60, last=LastAct.BET, hidden=2)) == [
        " 2 Heron",
        "  1,240   ▒▒ ▒▒",
        "  bet     ●60",
    ]
    assert seat_text(at(2, folded=True, last=LastAct.FOLDED), marks=("D", "SB"))[0] == " 2 Heron     D  SB"
    assert seat_text(at(2, stack=0, bet=95, hidden=2))[2] == "  ALL-IN  ●95"
    assert seat_text(replace(at(2), connected=False))[2] == "  no connection"
    assert seat_text(replace(at(2, in_hand=False), sitting_out=True))[2] == "  sitting out"
    assert seat_text(at(2, last=LastAct.DREW, drew=1))[2] == "  threw 1"
    assert seat_text(at(2, last=LastAct.DREW, drew=3), family=Family.DRAW)[2] == "  drew 3"
    assert seat_text(replace(at(2), bot=True))[0] == " 2 Heron bot"
    assert seat_text(None) == [" 2", "  - empty -", ""]
    assert seat_text(None, can_sit=True, boxed=True, height=4)[1] == "│ [S] sit here     │"


def test_a_hand_turned_up_is_named_and_the_winner_marked() -> None:
    winner = replace(at(2, up="9c 9h", last=LastAct.SHOWED), shown="three nines", won=506)
    assert seat_text(winner)[1:] == ["  200     9♣ 9♥", "  +506 Three nines"]
    assert seat_text(winner, boxed=True, height=4)[2:] == ["│ wins 506         │", "╰─ Three nines ────╯"]
    assert seat_text(replace(winner, won=0))[2] == "  Three nines"


def test_the_seat_in_turn_is_marked_without_colour() -> None:
    assert seat_text(at(2, hidden=2), turn=True)[0] == "▶2 Heron"
    assert seat_text(at(2, hidden=2), turn=True, boxed=True, height=4)[0] == "┏ 2 Heron ━━━━━━━━━┓"


def test_clicks_on_a_seat_name_it() -> None:
    lines = draw_seat(SeatFace(7, None, Family.BOARD), 20, 3)
    assert {run.hit for line in lines for run in line} == {"seat:7"}


def test_long_names_never_push_anything_aside() -> None:
    crowded = replace(at(2, stack=1_234_567_890, bet=999_999_999, hidden=2), name="漢字" * 8)
    for width, height, boxed in ((16, 3, False), (20, 4, True), (20, 5, True), (28, 5, True)):
        cards = Size.MEDIUM if height == 5 else Size.SMALL
        face = SeatFace(10, crowded, Family.BOARD, boxed=boxed, cards=cards, marks=("D", "BB"), turn=True)
        lines = text_of(draw_seat(face, width, height))
        if boxed:
            assert all(line[0] in "┏┃┗" for line in lines)
            assert all(line[-1] in "┓┃┛" for line in lines)


def test_the_middle_names_side_pots_and_who_can_win_them() -> None:
    view = holdem(pots=(Pot(285, (1, 2, 6, 8)), Pot(50, (2, 8))))
    text = "\n".join(text_of(draw_middle(seen(view).middle, 40, 12)))
    assert "main 285 · side 50" in text
    assert "side: Heron, Kestrel" in text


def test_a_common_card_of_stud_lies_in_the_middle() -> None:
    text = text_of(draw_middle(seen(stud(board=parse_cards("Kd"))).middle, 40, 2))
    assert text[0].strip() == "for all K♦"
    assert "POT 96" in text[1]


def test_the_middle_tells_the_result_until_the_next_hand() -> None:
    sitting = Sitting(Options(pace=0))
    sitting.hear(snapshot(holdem()), NOW)
    sitting.hear(step(ev.PotAwarded(2, 0, 101, words="a flush"), ev.HandEnded(148)), NOW)
    assert sitting.shown is not None
    arrangement = plan(80, 24, family=Family.BOARD, places=9, viewer=1)
    middle = scene(sitting, sitting.shown, arrangement, Connection(), NOW, typing=False).middle
    assert "Heron wins 101 with a flush" in "\n".join(text_of(draw_middle(middle, 40, 9)))


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (holdem(), "95 to call · min raise to 155"),
        (replace(holdem(), you=None), "bet 95"),
        (draw(), "your draw"),
        (replace(draw(), you=None), "Wren draws"),
        (view_of(at(1), places=6), "waiting for players"),
        (view_of(at(1), at(2), places=6), ""),
        (view_of(at(1), at(2), places=6, hand=3), ""),
    ],
)
def test_the_middle_says_what_is_going_on(view: TableView, status: str) -> None:
    assert seen(view).middle.status == status


@pytest.mark.parametrize(
    ("invites", "status"),
    [
        (True, "waiting for players · J tells how friends join · N seats a bot"),
        (False, "waiting for players · N seats a bot"),
    ],
)
def test_a_host_is_told_of_friends_only_where_they_can_join(invites: bool, status: str) -> None:
    view = view_of(at(1), places=6, you=You(1))
    sitting = Sitting(Options())
    sitting.hear(snapshot(view), NOW)
    laid = plan(80, 24, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
    assert scene(sitting, view, laid, Connection(), NOW, typing=False, invites=invites).middle.status == status


def hero_text(view: TableView, keys: str = "", *, width: int = 80, height: int = 4) -> list[str]:
    return [line.rstrip() for line in text_of(draw_hero(seen(view, keys=keys).hero, width, height))]


def test_hole_cards_and_upcards_are_kept_apart() -> None:
    assert hero_text(stud())[2].startswith("  │A♣ │ │9♥ │ ┊ │9♦ │ │3♣ │ │A♥ │")
    seventh = stud(
        seats=(at(1, hidden=2, up="9d 3c Ah 4s"), *stud().seats[1:]), you=You(1, parse_cards("Ac 9h 9d 3c Ah 4s 4d"))
    )
    assert hero_text(seventh)[2].count("┊") == 2


def test_cards_given_up_are_dim_and_unnamed() -> None:
    folded = at(1, folded=True, last=LastAct.FOLDED)
    hero = seen(replace(stud(), seats=(folded, *stud().seats[1:]))).hero
    lines = draw_hero(hero, 80, 4)
    assert "A♣" in text_of(lines)[2]
    assert "Two pair" not in "".join(text_of(lines))
    assert {run.ink for line in lines for run in line if "A♣" in run.text} == {Ink.CARD_OUT}


def test_cards_to_go_sink_and_say_so() -> None:
    lines = hero_text(draw(), "3 5", height=8)
    assert lines[1].startswith("  ╭─────╮ ╭─────╮         ╭─────╮")
    assert lines[7] == "  1 keep  2 keep  3 drop  4 keep  5 drop"
    assert "throwing 2 of 5" in "\n".join(lines)


def test_cards_in_the_draw_can_be_clicked() -> None:
    lines = draw_hero(seen(draw()).hero, 80, 8)
    assert {run.hit for line in lines for run in line} == {"", "1", "2", "3", "4", "5"}


@pytest.mark.parametrize(
    ("seat", "facts", "words"),
    [
        (replace(at(1, in_hand=False), sitting_out=True), {}, "You sit out: press S to come back."),
        (at(1, stack=0, in_hand=False), {}, "No chips are left: + adds some."),
        (at(1, in_hand=False), {"playing": True}, "dealt in from the next hand"),
    ],
)
def test_the_own_place_says_what_to_do(seat: SeatView, facts: dict[str, object], words: str) -> None:
    turn = stud().turn if facts else None
    view = replace(stud(), playing=False, turn=turn, seats=(seat, *stud().seats[1:]), you=You(1))
    assert words in "\n".join(hero_text(replace(view, **facts)))


@pytest.mark.parametrize(("posts", "words"), [(False, "big blind: I posts one"), (True, "You post as soon as")])
def test_a_newcomer_is_told_what_he_waits_for(posts: bool, words: str) -> None:  # DL-27
    view = view_of(at(1, in_hand=False), at(2), at(3), you=You(1, offers=Offers(post=posts)), playing=True)
    assert words in "\n".join(hero_text(view))


def test_the_rail_sees_the_first_seat_at_the_bottom() -> None:
    text = "\n".join(hero_text(replace(holdem(), you=None)))
    assert "on the rail" in text
    assert "▶1 Wren" in text
    assert "all seats are taken" in text
    assert "S takes a seat" in "\n".join(hero_text(view_of(at(2), places=6)))
    boxed = seen(replace(holdem(), you=None), size=(120, 40)).hero
    assert "┏ 1 Wren" in "\n".join(text_of(draw_hero(boxed, 83, 7)))


def test_small_screens_show_every_seat_in_a_row() -> None:
    rows = text_of(draw_rows(seen(holdem(), size=(70, 20)).rows, 70, 12))
    assert rows[0].startswith("▶ 1 Wren           1,415  ▒▒ ▒▒  to act 21 s")
    assert rows[5].startswith("  6 Finch              0  ▒▒ ▒▒  ALL-IN ●95")
    assert rows[9].startswith(" board K♦ 9♠ 4♥ 2♣  pot 411")
    assert rows[11].startswith(" A♠ K♠  1,415  Pair of kings")
    drawing = text_of(draw_rows(seen(draw(), keys="3", size=(70, 20)).rows, 70, 9))
    assert drawing[8].startswith(" A♠ A♦ (7♣) 4♥ 2♣")


def test_the_smallest_screens_ask_for_room() -> None:
    assert "60 by 18" in " ".join(text_of(draw_rows(seen(holdem(), size=(40, 10)).rows, 40, 6)))
