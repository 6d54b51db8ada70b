"""The view models of the table screen, and how they are drawn, in each situation."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.network.link import ConnectionStatus, LinkState
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import SeatClick, TableKey
from railbird_client.table.view_models import ActionBarViewModel, OwnSeatViewModel, TableViewModel
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import get_variant
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import LegalActions, Offers, Wager, WagerKind
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.messages import Rail
from railbird_shared.protocol.view import SeatView, TableView, You
from railbird_shared.tournament.messages import TournamentUpdate
from support.drawn_table import NOW, draw_session, drawn_table
from support.tournament_views import status
from support.view_builders import (
    draw_view,
    holdem_view,
    seat_view,
    snapshot_message,
    step_message,
    stud_view,
    table_view,
)


def view_model_for(
    view: TableView, *, keys: str = "", size: tuple[int, int] = (80, 24), options: TableOptions | None = None
) -> TableViewModel:
    return drawn_table(view, keys=keys, size=size, options=options or TableOptions()).model


def session_at(view: TableView) -> TableModel:
    session = TableModel(TableOptions())
    session.receive(snapshot_message(view), NOW)
    return session


def bar_of(view: TableView, keys: str = "") -> ActionBarViewModel:
    return view_model_for(view, keys=keys).action_bar


def labels(bar: ActionBarViewModel) -> list[str]:
    return [f"{button.display} {button.label}" for button in bar.buttons]


def test_a_lost_connection_is_shown_in_the_action_bar() -> None:
    lost = draw_session(session_at(holdem_view()), connection=ConnectionStatus(LinkState.LOST)).model
    assert lost.action_bar.notice == "The connection is lost; trying again. Your seat is kept."
    assert not view_model_for(holdem_view()).action_bar.notice


def test_a_server_that_does_not_answer_is_shown_with_what_became_of_an_act() -> None:
    session = session_at(holdem_view())
    silent = ConnectionStatus(LinkState.ONLINE, 1, 4)
    waiting = draw_session(session, connection=silent).model
    assert waiting.title.right_variants[0].endswith("no answer for 4 s")
    assert waiting.action_bar.notice == "The server does not answer; trying again. Your seat is kept."
    session.input_state.act_sent = True
    sent = draw_session(session, connection=silent).model.action_bar
    assert sent.caption == "Sent, but not answered"
    assert sent.notice == "Your act may not have arrived; it is sent again as soon as the server answers."


def test_the_title_names_table_game_and_street() -> None:
    title = view_model_for(holdem_view()).title
    assert (title.name, title.left_variants[0]) == ("Kitchen", "No-Limit Hold'em 1/2")
    assert title.right_variants[0] == "hand 148 · turn   9 of 9"


def test_beside_a_log_in_a_column_the_title_leaves_the_hand_to_it() -> None:
    model = view_model_for(holdem_view(), size=(120, 40))
    assert model.title.right_variants[0] == "9 of 9"
    assert (model.log.title, model.log.street) == ("hand 148", "turn")


def test_the_title_names_the_mix_before_the_name_of_the_game() -> None:
    rotation = Rotation((ChosenGame("holdem"), ChosenGame("razz")), dealers_choice=True)
    forms = view_model_for(holdem_view(rotation=rotation)).title.left_variants
    assert forms[0] == "Dealer's Choice · No-Limit Hold'em 1/2"
    assert forms[-1] == "Hold'em 1/2"


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
def test_a_tournament_of_several_games_says_at_each_table_which_one_is_played(size: tuple[int, int]) -> None:
    rotation = Rotation((ChosenGame("holdem"), ChosenGame("razz")))
    session = session_at(holdem_view(rotation=rotation, tournament="5d0e", name="Horse night table 2"))
    session.receive(TournamentUpdate(status=status()), NOW)
    assert "Hold'em" in draw_session(session, size=size).lines[0]


def test_a_game_with_a_long_name_has_a_short_one_in_the_title() -> None:
    game = get_variant("stud8").make_game()
    view = replace(stud_view(), game=game, name="Kim's table")
    assert f"  Stud Eight or Better {game.stakes}  " in drawn_table(view).lines[0]
    assert f"Stud Hi-Lo Eight or Better {game.stakes}" in drawn_table(view, size=(160, 48)).lines[0]


@pytest.mark.parametrize("size", [(60, 18), (70, 20), (80, 24), (120, 40)])
def test_the_title_always_says_what_is_wild(size: tuple[int, int]) -> None:
    game = replace(get_variant("five-card-draw").make_game(), variant_note="deuces wild")
    rotation = Rotation((ChosenGame("five-card-draw"),), dealers_choice=True)
    view = replace(draw_view(), game=game, rotation=rotation, name="Kim's table")
    assert "deuces wild" in drawn_table(view, size=size).lines[0]


def test_the_title_counts_the_watchers_as_they_come_and_go() -> None:
    view = holdem_view()
    session = session_at(view)
    counts = []
    for message in (snapshot_message(view, watchers=2), Rail(watchers=3), Rail(watchers=0)):
        session.receive(message, NOW)
        counts.append(draw_session(session, size=(120, 40)).model.title.right_variants[0])
    assert counts == ["9 of 9 · 2 watching", "9 of 9 · 3 watching", "9 of 9"]


@pytest.mark.parametrize(("size", "told"), [((120, 40), True), ((80, 24), False), ((60, 18), False)])
def test_the_title_says_whether_the_owner_plays_where_all_else_leaves_room(
    size: tuple[int, int], *, told: bool
) -> None:
    view = replace(holdem_view(), owner_known=True, owner_seat=2)
    session = session_at(view)
    session.receive(snapshot_message(view, watchers=2), NOW)
    drawn = draw_session(session, size=size)
    assert ("owner plays" in drawn.lines[0]) is told
    assert drawn.model.title.owner == "owner plays"
    assert "2 watching" in drawn.lines[0]
    assert "Hold'em 1/2" in drawn.lines[0]


@pytest.mark.parametrize(("wild", "marked"), [("lowest-concealed", "9h"), ("lowest-card", "3c"), ("none", "")])
def test_the_lowest_card_is_marked_where_it_is_wild(wild: str, marked: str) -> None:
    variant = apply_house_rules(HouseRules(wild_ranks=wild), get_variant("seven-card-stud"))
    model = view_model_for(stud_view(game=variant.make_game(), rules=variant.rules))
    assert model.own_seat is not None
    assert model.own_seat.card_style.wild == frozenset(parse_cards(marked))


def test_the_common_last_card_of_stud_is_the_lowest_of_each_player() -> None:
    variant = apply_house_rules(HouseRules(wild_ranks="lowest-card"), get_variant("seven-card-stud"))
    view = stud_view(game=variant.make_game(), rules=variant.rules)
    model = view_model_for(replace(view, board=parse_cards("2s")))
    assert model.own_seat is not None
    assert model.own_seat.card_style.wild == frozenset(parse_cards("2s"))


def test_the_connection_is_a_word_and_a_delay() -> None:
    assert str(ConnectionStatus(LinkState.ONLINE, 3)) == "online 3 ms"


def test_the_action_bar_offers_the_legal_acts() -> None:
    assert labels(bar_of(holdem_view())) == ["F Fold", "C Call 95", "R Raise to 155", "A All-in 1,415"]
    assert labels(bar_of(draw_view())) == ["Enter Draw 0", "P Stand pat", "0 Keep all"]
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
    assert [button.key for button in bar.second_row if button.selected] == [TableKey.DIGIT_3]
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
    presets = view_model_for(holdem_view(), options=TableOptions(ascii=True)).action_bar.second_row
    assert [button.label for button in presets] == ["Min", "half", "3/4", "Pot", "All"]


def test_joining_mid_hand_shows_the_blinds() -> None:
    view_model = view_model_for(holdem_view(small_blind=9, big_blind=1))
    assert view_model.seats[9].marks == ("SB",)
    assert isinstance(view_model.own_seat, OwnSeatViewModel)
    assert view_model.own_seat.marks == ("BB",)


def test_a_click_on_a_seat_names_the_seat() -> None:
    for number, place in drawn_table(holdem_view()).geometry.seats.items():
        drawn = drawn_table(replace(holdem_view(), you=You()))
        area = drawn.canvas.press_at(place.rect.x + 3, place.rect.y + 1)
        assert area is not None
        assert area.press == SeatClick(number)


def test_the_last_pot_names_who_can_win_it() -> None:
    board = view_model_for(holdem_view(pots=(Pot(285, (1, 2, 6, 8)), Pot(50, (2, 8))))).board
    assert (board.pots, board.rivals) == ((285, 50), ("Heron", "Kestrel"))


def test_the_board_shows_the_result_until_the_next_hand() -> None:
    messages = (step_message(ev.PotAwarded(2, 0, 101, hand_name="a flush"), ev.HandEnded(148)),)
    assert drawn_table(holdem_view(), *messages).model.board.result == ("Heron wins 101 with a flush",)
    begun = (*messages, step_message(ev.HandStarted(149, 9, (1, 2, 3))))
    assert drawn_table(holdem_view(), *begun).model.board.result == ()


@pytest.mark.parametrize(
    ("view", "status"),
    [
        (holdem_view(), ""),
        (stud_view(), "fifth street"),
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
    ("view", "words"),
    [
        (holdem_view(), "Your turn 95 to call into 411"),
        (replace(holdem_view(), you=You()), "to call"),
        (holdem_view(you=You(1, parse_cards("As Ks"), legal=LegalActions(1, 1415, check=True))), "to call"),
    ],
)
def test_the_price_of_a_call_stands_above_the_buttons_of_who_may_call(view: TableView, words: str) -> None:
    drawn = drawn_table(view, keys="minimum")
    assert (words in drawn.bar) == (view.you.legal is not None and view.you.legal.call is not None)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_price_stays_while_the_exact_amount_is_typed(size: tuple[int, int]) -> None:
    bar = drawn_table(holdem_view(), keys="exact 4 0 0", size=size).bar
    assert "95 to call into 411" in bar
    assert "400▏" in bar


@pytest.mark.parametrize(
    ("invites", "status"),
    [
        (True, "waiting for players · [J] how friends join · [N] add a bot"),
        (False, "waiting for players · [N] add a bot"),
    ],
)
def test_the_host_sees_the_invite_hint_only_if_friends_can_join(invites: bool, status: str) -> None:
    view = table_view(seat_view(1), seat_count=6, you=You(1, is_host=True))
    drawn = drawn_table(view, invites=invites)
    assert drawn.model.board.status == status
    assert ("[J] how friends join" in drawn.middle) == invites


@pytest.mark.parametrize(
    ("seat", "facts", "words"),
    [
        (replace(seat_view(1, in_hand=False), sitting_out=True), {}, "You sit out: press [S] to come back."),
        (seat_view(1, stack=0, in_hand=False), {}, "You have no chips left: press [+] to buy more."),
        (seat_view(1, in_hand=False), {"playing": True}, "You are dealt in from the next hand."),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (70, 20)])
def test_the_own_seat_shows_what_to_do(
    seat: SeatView, facts: dict[str, object], words: str, size: tuple[int, int]
) -> None:
    turn = stud_view().turn if facts else None
    view = replace(stud_view(), playing=False, turn=turn, seats=(seat, *stud_view().seats[1:]), you=You(1))
    assert words in drawn_table(replace(view, **facts), size=size).words


@pytest.mark.parametrize(
    ("posts", "words"),
    [(False, "You wait for the big blind: press [I] to post."), (True, "You post as soon as you can.")],
)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_new_player_sees_what_they_wait_for(posts: bool, words: str, size: tuple[int, int]) -> None:  # DL-27
    view = table_view(
        seat_view(1, in_hand=False),
        seat_view(2),
        seat_view(3),
        you=You(1, offers=Offers(post=posts)),
        playing=True,
    )
    assert words in drawn_table(view, size=size).words


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_spectator_sees_the_first_seat_at_the_bottom(size: tuple[int, int]) -> None:
    drawn = drawn_table(replace(holdem_view(), you=You()), size=size)
    assert drawn.model.own_seat is None
    assert drawn.geometry.viewer == 1
    assert drawn.geometry.own.y == max(place.rect.y for place in drawn.geometry.seats.values())
    assert drawn.plate(1)[0].startswith("Wren")
    assert drawn.lit_plates() == [1]
    assert "All seats are taken: [S] waits for one." in drawn.bar
    assert "press [S] to take a seat" in drawn_table(table_view(seat_view(2), seat_count=6), size=size).bar


def test_no_free_seat_of_a_tournament_is_offered_to_who_watches() -> None:
    view = table_view(seat_view(2), seat_count=6)
    assert "sit here" in drawn_table(view, size=(120, 40)).words
    assert "sit here" not in drawn_table(replace(view, tournament="5d0e"), size=(120, 40)).words
