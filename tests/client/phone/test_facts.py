from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from railbird_client.lines.words import Player, Sentence, read_line
from railbird_client.lobby.lobby_state import LobbyState
from railbird_client.network.link import Closed, CloseReason
from railbird_client.phone.facts import ButtonFact, Facts, TurnFact, changed_facts, session_facts, without_keys
from railbird_client.table.table_model import TableModel, TableState
from railbird_client.table.table_options import TableOptions
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Draw, LegalActions, Offers
from railbird_shared.protocol.commands import Act
from railbird_shared.protocol.messages import Lobby, Message, TableInfo
from railbird_shared.protocol.view import PauseView, TableView, Turn, VoteView, You
from support.known_cards import KnownCards, known_after
from support.network_clients import FAMILY_GAMES, OTHER_GAMES
from support.table_harness import RAIL, find_cards, start_table
from support.view_builders import (
    SNAPSHOT_TIME_MS,
    after_showdown_view,
    draw_view,
    holdem_view,
    omaha_hi_lo_showdown,
    run_out,
    seat_view,
    snapshot_message,
    stud_view,
    table_view,
)

NOW = 100.0


def facts_of(view: TableView, *messages: Message, name: str = "Wren") -> Facts:
    model = TableModel(TableOptions(street_pause=0, confirm_all_in=False), name)
    for message in (snapshot_message(view), *messages):
        model.receive(message, NOW)
    return session_facts(TableState(model), NOW)


def turn_of(facts: Facts) -> TurnFact:
    assert facts.turn is not None
    return facts.turn


def labels(buttons: tuple[ButtonFact, ...]) -> list[tuple[str, str]]:
    return [(button.label, button.word) for button in buttons]


def test_a_turn_with_a_board_has_cards_seats_clock_and_what_is_legal() -> None:
    facts = facts_of(holdem_view())
    turn = turn_of(facts)
    assert facts.place == "table"
    assert [seat.seat for seat in facts.seats] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert facts.own is not None
    assert [card.card for card in facts.own.cards] == ["As", "Ks"]
    assert facts.own.hand == "Pair of kings, ace kicker"
    assert facts.board is not None
    assert [card.card for card in facts.board.runs[0][0]] == ["Kd", "9s", "4h", "2c"]
    assert (facts.board.slots, facts.board.pot, facts.board.bets) == (5, 411, 310)
    assert facts.clock is not None
    assert (facts.clock.seat, facts.clock.until) == (1, int(NOW * 1000) + 21_000)
    assert turn.id == "148.31"
    assert labels(turn.buttons) == [("Fold", "fold"), ("Call 95", "call")]
    assert turn.wager is not None
    assert (turn.wager.verb, turn.wager.word, turn.wager.least, turn.wager.most) == ("Raise to", "raise", 155, 1415)
    assert ("Pot", 601) in turn.wager.presets
    heron, finch = facts.seats[1], facts.seats[5]
    assert (heron.name, heron.stack, heron.bet, heron.words) == ("Heron", 1240, 60, "bet")
    assert [card.card for card in heron.cards] == ["", ""]
    assert finch.alarm  # all-in


def test_stud_shows_upcards_and_tells_the_viewer_which_of_theirs_nobody_sees() -> None:
    facts = facts_of(stud_view())
    assert [card.card for card in facts.seats[1].cards] == ["", "", "Ks", "4d", "9c"]
    assert facts.own is not None
    assert [card.hidden for card in facts.own.cards] == [True, True, False, False, False]
    assert (facts.turn, facts.seats[5].turn) == (None, True)


def test_a_draw_is_tapped_and_its_numbers_are_those_of_the_words() -> None:
    view = draw_view()
    view = replace(view, you=replace(view.you, cards=parse_cards("2c As X 7c X")))
    facts = facts_of(view)
    draw = turn_of(facts).draw
    assert facts.own is not None
    assert draw is not None
    assert (draw.verb, draw.least, draw.most, draw.pat) == ("Draw", 0, 5, "pat")
    shown = facts.own.cards
    assert [card.card for card in shown] == ["X", "X", "As", "7c", "2c"]
    for tapped in (shown[1:3], shown[3:]):
        act = act_of(f"{draw.word} {' '.join(str(card.place) for card in tapped)}", view)
        assert isinstance(act.action, Draw)
        assert sorted(map(str, act.action.discards)) == sorted(card.card for card in tapped)


def test_a_declaration_is_three_buttons() -> None:
    legal = LegalActions(1, 1415, declare=True)
    view = replace(draw_view(), turn=Turn(1, 12), you=You(1, parse_cards("As Ad 7c 4h 2c"), "", legal))
    turn = turn_of(facts_of(view))
    assert turn.title.startswith("Which part of the pot")
    assert labels(turn.buttons) == [("High", "declare high"), ("Low", "declare low"), ("Both ways", "declare both")]


def test_the_end_of_a_divided_pot_is_told_in_lines_with_the_cards_that_won() -> None:
    view, messages = omaha_hi_lo_showdown()
    facts = facts_of(view, *messages)
    assert facts.board is not None
    assert [text.partition(" ")[0] for _, text in facts.board.story] == ["HIGH", "LOW", "the"]
    assert {card.state for card in facts.board.runs[0][0]} == {"high", "both", "low"}
    assert facts.seats[3].won == 85


def test_each_run_has_a_board_and_its_winner() -> None:
    view, messages = run_out(2)
    facts = facts_of(view, *messages)
    assert facts.board is not None
    assert [words for _, words in facts.board.runs] == ["Heron 200", "Heron 200"]


def test_a_seat_of_one_s_own_is_chosen_among_the_free_ones_and_offers_are_buttons() -> None:
    facts = facts_of(table_view(seat_view(2), seat_view(5)))
    assert [seat.word for seat in facts.seats if not seat.name] == ["sit 1", "sit 3", "sit 4", "sit 6"]
    assert (facts.offers[0].word, facts.offers[0].main) == ("sit", True)
    offers = Offers(show=True, rabbit=True, straddle=False, max_top_up=60, min_top_up=1)
    seated = facts_of(table_view(seat_view(1), seat_view(2), you=You(1, offers=offers)))
    assert {"show", "rabbit", "straddle", "chips", "away", "leave"} <= {offer.word for offer in seated.offers}


def test_requests_to_the_host_and_votes_are_questions_with_words() -> None:
    view = table_view(seat_view(1), replace(seat_view(2), requested=150, asked_at=1), you=You(1, is_host=True))
    facts = facts_of(replace(view, vote=VoteView(5, SNAPSHOT_TIME_MS + 30_000, yes=(2,))))
    asks, vote = facts.questions
    assert (asks.words, labels(asks.answers)[:1]) == ("Heron asks for 150", [("Give", "give")])
    assert labels(vote.answers) == [("Yes", "vote yes"), ("No", "vote no")]


def buttons_of(facts: Facts) -> list[ButtonFact]:
    listed = [button for table in facts.lobby for button in table.buttons]
    return [*facts.offers, *(button for asked in facts.questions for button in asked.answers), *listed]


ALL_OFFERS = Offers(
    show=True,
    show_one=True,
    rabbit=True,
    see_hands=(2,),
    deal_on=True,
    post=False,
    straddle=True,
    chop=False,
    bomb_pot=False,
    max_top_up=60,
    min_top_up=1,
)
DEALERS_CHOICE = Rotation((ChosenGame("holdem"), ChosenGame("triple-draw"), ChosenGame("holdem", wild="2")))


@pytest.mark.parametrize(
    "view",
    [
        table_view(seat_view(2), seat_view(5)),
        replace(after_showdown_view(2), you=You(1, parse_cards("As Kd"), offers=ALL_OFFERS, is_host=True)),
        table_view(
            replace(seat_view(1), sitting_out=True), seat_view(2), you=You(1, offers=Offers(post=True, chop=True))
        ),
        table_view(
            *(replace(seat_view(number), requested=10 * number, asked_at=number) for number in (2, 3)),
            seat_view(1),
            you=You(1, is_host=True),
            vote=VoteView(0, SNAPSHOT_TIME_MS + 30_000),
            pause=PauseView(SNAPSHOT_TIME_MS),
        ),
        table_view(seat_view(1), seat_view(2), you=You(1), rotation=DEALERS_CHOICE, choosing=Choosing(1, 1)),
    ],
)
def test_every_button_has_a_word_that_does_something(view: TableView) -> None:
    for button in buttons_of(facts_of(view)):
        reply = read_line(f"{button.word} {button.most or ''}", Player(view=view, name="Wren"))
        assert not isinstance(reply, Sentence) or reply.asks is not None, (button, reply)


def test_the_lobby_lists_tables_by_their_numbers() -> None:
    game = VARIANTS["holdem"].make_game()
    tables = (TableInfo("a", "Kitchen", "Wren", game, 2, ("Wren",)), TableInfo("b", "Den", "Jay", game, 1, ("Jay",)))
    facts = session_facts(LobbyState("Wren", "den", lobby=Lobby(tables=tables, total=2)), NOW)
    kitchen, den = facts.lobby
    assert facts.place == "lobby"
    assert labels(kitchen.buttons) == [("Sit down", "join 1"), ("Watch", "watch 1")]
    assert labels(den.buttons) == [("Wait for a seat", "join 2"), ("Watch", "watch 2")]


def test_an_end_is_one_sentence() -> None:
    assert session_facts(Closed(CloseReason.LEFT, "The host has gone."), NOW) == Facts("closed", "The host has gone.")


def test_only_what_has_changed_is_sent() -> None:
    view = holdem_view()
    before, after = facts_of(view), facts_of(replace(view, board=parse_cards("Kd 9s 4h 2c 2d")))
    assert set(changed_facts(before, after)) == {"board"}
    assert changed_facts(after, after) == {}
    assert set(changed_facts(None, after)) == set(Facts.__struct_fields__)


def test_a_hostile_name_stays_one_text() -> None:
    name = '<img src=x onerror="alert(1)">'
    facts = facts_of(table_view(seat_view(1, name=name), you=You(1)), name=name)
    sent = msgspec.json.decode(msgspec.json.encode(changed_facts(None, facts)))
    assert sent["seats"][0]["name"] == sent["you"] == name


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("You are watching: press [S] to take a seat.", "You are watching."),
        ("All seats are taken: [S] waits for one.", "All seats are taken."),
        ("You have moved to seat 3.", "You have moved to seat 3."),
    ],
)
def test_keys_are_left_out_of_sentences(sentence: str, shown: str) -> None:
    assert without_keys(sentence) == shown


def press_a_button(facts: Facts, dice: random.Random) -> str:
    """The word of one of the buttons of a turn, as the page sends it."""
    turn = turn_of(facts)
    if turn.draw is not None:
        assert facts.own is not None
        count = dice.randint(turn.draw.least, turn.draw.most)
        places = sorted(dice.sample(range(1, len(facts.own.cards) + 1), count))
        return f"{turn.draw.word} {' '.join(map(str, places))}" if places else turn.draw.pat
    words = [button.word for button in turn.buttons if button.word != "fold"] or ["fold"]
    if turn.wager is not None:
        words += [f"{turn.wager.word} {dice.choice((turn.wager.least, turn.wager.most))}"]
    return dice.choice(words)


def act_of(word: str, view: TableView) -> Act:
    """The act that a word leads to, or that it asks the player to be sure of."""
    reply = read_line(word, Player(view=view, options=TableOptions(confirm_all_in=False)))
    if isinstance(reply, Sentence) and reply.asks is not None:
        reply = reply.asks
    assert isinstance(reply, tuple), (word, reply)
    act = reply[0]
    assert isinstance(act, Act)
    return act


@pytest.mark.parametrize("game", [*FAMILY_GAMES, *(pytest.param(game, marks=pytest.mark.slow) for game in OTHER_GAMES)])
def test_a_hand_is_played_by_its_buttons_and_no_message_has_a_card_that_its_reader_may_not_know(game: str) -> None:
    dice, harness, known = random.Random(7), start_table(game, (60, 60, 60)), KnownCards()
    holders = dict(harness.player_by_seat)
    harness.events.clear()
    harness.deal_next_hand()
    while True:
        known = known_after(known, harness.events, holders)
        harness.events.clear()
        for name in (RAIL, *holders.values()):
            facts = facts_of(harness.view(name), name=name)
            assert find_cards(changed_facts(None, facts)) <= known.of(name), name
        if not harness.hand_running:
            break
        view = harness.view(harness.player_to_act)
        harness.take(act_of(press_a_button(facts_of(view), dice), view).action)
