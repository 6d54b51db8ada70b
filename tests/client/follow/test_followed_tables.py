"""Followed tables as the client keeps them: what the server is asked for, and what each table looks like."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.drawing.canvas import PixelCanvas
from railbird_client.drawing.palette import find_look
from railbird_client.follow.followed_page import FollowedPage, Tile, build_page, draw_followed_page, grid, move_mark
from railbird_client.follow.followed_tables import FollowedTables
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import LegalActions
from railbird_shared.protocol.commands import FollowTable, UnfollowTable
from railbird_shared.protocol.messages import Followed, HandChances, Notice, Rail, Snapshot, Step, TableClosed
from railbird_shared.protocol.table_limits import MAX_FOLLOWED
from railbird_shared.protocol.view import SeatView, SpotChances, Turn, You
from support.fake_server import table_snapshot


def snapshot(table: str = "t1", seq: int = 1) -> Snapshot:
    told = table_snapshot(seated=False)
    seats = (SeatView(1, "Wren", 198, in_hand=True, bet=2), SeatView(2, "Heron", 200, in_hand=True), None)
    view = replace(
        told.view,
        table=table,
        name=f"Table {table}",
        hand=3,
        playing=True,
        seats=seats,
        button=1,
        to_match=2,
        turn=Turn(2, 1),
    )
    return replace(told, view=view, seq=seq)


def step(seq: int, *events: ev.PublicEvent) -> Step:
    return Step(epoch=snapshot().epoch, seq=seq, at=0, public=events)


def chosen(*tables: str) -> FollowedTables:
    followed = FollowedTables()
    for table in tables:
        followed.choose(table)
    followed.requests()
    return followed


def told(followed: FollowedTables, *messages: Snapshot | Step | Rail | TableClosed | Notice, table: str = "t1") -> None:
    for message in messages:
        followed.receive(Followed(table=table, message=message))


# --- what the server is asked for


def test_each_chosen_table_is_asked_for_once() -> None:
    followed = FollowedTables()
    assert followed.choose("t1")
    assert followed.choose("t2", password="tern")
    asked = (FollowTable(table="t1"), FollowTable(table="t2", password="tern"))
    assert followed.requests() == asked
    assert followed.requests() == ()


def test_a_table_that_is_dropped_is_followed_no_longer() -> None:
    followed = chosen("t1", "t2")
    followed.drop("t1")
    assert followed.requests() == (UnfollowTable(table="t1"),)
    told(followed, snapshot())
    assert "t1" not in followed


def test_no_more_tables_are_chosen_than_the_server_lets_be_followed() -> None:
    followed = chosen(*(f"t{number}" for number in range(MAX_FOLLOWED)))
    assert not followed.choose("one more")
    assert followed.choose("t0")
    assert len(followed) == MAX_FOLLOWED


def test_the_own_table_is_not_asked_for_and_is_again_when_the_player_leaves_it() -> None:
    followed = chosen("t1", "t2")
    told(followed, snapshot(seq=7))
    followed.go_to("t1")
    assert followed.requests() == ()
    followed.go_to("")
    assert followed.requests() == (FollowTable(table="t1", epoch=snapshot().epoch, seq=7),)


def test_a_new_connection_goes_on_from_the_last_step_seen() -> None:
    followed = chosen("t1", "t2")
    told(followed, snapshot(seq=7))
    followed.note_connection(online=False)
    assert followed.requests() == ()
    followed.note_connection(online=True)
    assert followed.requests() == (FollowTable(table="t1", epoch=snapshot().epoch, seq=7), FollowTable(table="t2"))


def test_a_missed_step_has_a_snapshot_asked_for_once() -> None:
    followed = chosen("t1")
    told(followed, snapshot())
    missed = Followed(table="t1", message=step(5))
    assert followed.receive(missed) == FollowTable(table="t1")
    assert followed.receive(missed) is None
    told(followed, snapshot(seq=5))
    told(followed, step(6))
    assert followed.receive(missed) == FollowTable(table="t1")


def test_what_cannot_be_true_of_a_table_is_not_folded() -> None:
    followed = chosen("t1")
    told(followed, snapshot())
    before = followed.tables[0].view
    assert followed.receive(Followed(table="t1", message=step(2, ev.Folded(9)))) == FollowTable(table="t1")
    assert followed.tables[0].view is before
    other = chosen("t1")
    assert other.receive(Followed(table="t1", message=snapshot("t2"))) == FollowTable(table="t1")
    assert other.tables[0].view is None


def test_messages_of_a_table_that_is_not_followed_are_dropped() -> None:
    followed = chosen("t1")
    told(followed, snapshot("t9"), table="t9")
    followed.go_to("t1")
    followed.requests()
    told(followed, snapshot())
    assert followed.tables[0].view is None


# --- what is known of a table


def test_steps_are_folded_and_the_last_event_and_the_last_hand_are_told() -> None:
    followed = chosen("t1")
    told(followed, snapshot(), step(2, ev.Folded(2)), Rail(watchers=4), Notice(sentence="The table waits."))
    [table] = followed.tables
    assert table.view is not None
    heron = table.view.at(2)
    assert heron is not None
    assert heron.folded
    assert (table.last_event, table.watchers, table.name) == ("Heron folds", 4, "Table t1")
    told(followed, step(3, ev.PotAwarded(pot=0, seat=1, chips=3), ev.HandEnded(3)))
    assert table.last_hand == "hand 3: Wren wins 3"


def test_a_closed_table_stays_with_its_reason_and_is_not_asked_for() -> None:
    followed = chosen("t1")
    told(followed, snapshot(), TableClosed(reason="The host has ended the night."))
    assert followed.requests() == ()
    [tile] = build_page(followed, 0).tiles
    assert (tile.is_closed, tile.status, tile.name) == (True, "closed", "Table t1")
    assert followed.choose("t1")
    assert followed.requests() != ()


# --- the next and the one before


def test_the_next_table_comes_in_a_ring_without_those_that_are_closed() -> None:
    followed = chosen("t1", "t2", "t3")
    followed.go_to("t1")
    told(followed, TableClosed(reason=""), table="t2")
    names = [found.table if found else "" for found in (followed.beside(followed.current, by) for by in (1, -1))]
    assert names == ["t3", "t3"]
    followed.go_to("elsewhere")
    names = [found.table if found else "" for found in (followed.beside(followed.current, by) for by in (1, -1))]
    assert names == ["t1", "t3"]
    assert FollowedTables().beside("t1", 1) is None


# --- the page


def tile(followed: FollowedTables) -> Tile:
    return build_page(followed, 0).tiles[0]


def draw(followed: FollowedTables) -> str:
    canvas = PixelCanvas(60, 40)
    draw_followed_page(canvas, build_page(followed, 0), find_look(coloured=False))
    return "\n".join("".join(run.text for run in canvas.runs(y)) for y in range(canvas.height))


def test_a_tile_says_game_act_pot_board_and_who_is_there() -> None:
    followed = chosen("t1")
    told(followed, snapshot(), Rail(watchers=2))
    shown = tile(followed)
    facts = dict(shown.facts)
    assert facts["game"] == "No-Limit Hold'em 1/2"
    assert facts["now"] == "Heron to act, 2 to call"
    assert facts["seats"] == "2 of 3 seats, 2 on the rail"
    assert shown.status == "hand 3"
    assert (drawn := draw(followed)).count("pot 2") == 1
    assert [drawn.count(sign) for sign in ("●", "[●]", "○", " D ")] == [2, 1, 1, 1]
    told(followed, step(2, ev.BoardDealt(tuple(parse_cards("Ah Kd 2c")))))
    assert "A♥   K♦   2♣" in draw(followed)


def test_a_tile_tells_the_chances_of_the_hands_until_a_pot_is_won() -> None:
    followed = chosen("t1")
    told(followed, snapshot())
    spot = SpotChances(snapshot().view.street, ((1, 6900), (2, 3100)))
    followed.receive(Followed(table="t1", message=HandChances(hand=3, spots=(spot,))))
    assert dict(tile(followed).facts)["chances"] == "Wren 69%, Heron 31%"
    told(followed, step(2, ev.PotAwarded(pot=0, seat=1, chips=2)))
    assert "chances" not in dict(tile(followed).facts)


def test_a_tile_waits_for_what_the_server_has_not_sent() -> None:
    assert dict(tile(chosen("t1")).facts)["now"] == "on its way"
    assert "on its way" in draw(chosen("t1"))
    followed = chosen("t1")
    followed.note_connection(online=False)
    assert build_page(followed, 0).notice == "connection lost, trying again"


def test_the_own_table_is_shown_as_it_is_on_the_screen() -> None:
    followed = chosen("t1")
    followed.go_to("t1")
    session = TableModel(TableOptions())
    session.receive(snapshot(), 0.0)
    [shown] = build_page(followed, 0, session).tiles
    assert (shown.is_here, shown.status, shown.view) == (True, "you are here", snapshot().view)
    assert build_page(followed, 0, session).notice == ""
    acting = You(2, legal=LegalActions(2, 200, fold=True, call=2))
    session.receive(replace(snapshot(), view=replace(snapshot().view, you=acting)), 0.0)
    assert build_page(followed, 0, session).notice == "It is your turn: Esc goes back to the table"


def test_a_grid_is_as_even_as_can_be() -> None:
    assert [grid(tiles, (3, 2)) for tiles in (1, 2, 3, 4, 5, 6, 8)] == [
        (1, 1),
        (2, 1),
        (2, 2),
        (2, 2),
        (3, 2),
        (3, 2),
        (3, 2),
    ]
    assert [grid(tiles, (2, 1)) for tiles in (1, 2, 3, 8)] == [(1, 1), (2, 1), (2, 1), (2, 1)]


def test_the_mark_moves_in_the_grid_and_stays_on_it() -> None:
    page = FollowedPage(tuple(Tile(f"t{number}", "") for number in range(5)), 1)
    assert move_mark(page, 1, 0, 3) == 2
    assert move_mark(page, 0, 1, 3) == 4
    assert move_mark(page, 0, -1, 3) == 1
    assert move_mark(page._replace(marked=0), -1, 0, 3) == 0
