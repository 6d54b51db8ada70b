from __future__ import annotations

from railbird_shared.protocol.messages import Lobby, LobbyChanged
from railbird_shared.protocol.table_limits import LOBBY_PAGE_SIZE
from support.fake_server import table_info

DEN, ATTIC = table_info(table="t1", name="Den"), table_info(table="t2", name="Attic")
PAGE = Lobby(tables=(DEN, ATTIC), people=3, total=2)


def test_a_table_that_changed_keeps_its_place() -> None:
    full = table_info(table="t1", name="Den", players=("Jay", "Rook"))
    changed = PAGE.after(LobbyChanged(changed=(full,), people=4, total=2))
    assert changed == Lobby(tables=(full, ATTIC), people=4, total=2)


def test_tables_come_and_go_by_the_order_that_is_sent() -> None:
    kitchen = table_info(table="t3", name="Kitchen")
    changed = PAGE.after(LobbyChanged(changed=(kitchen,), order=("t2", "t3"), total=2))
    assert [table.name for table in changed.tables] == ["Attic", "Kitchen"]


def test_an_empty_order_empties_the_page() -> None:
    assert PAGE.after(LobbyChanged(order=(), people=1)).tables == ()


def test_a_page_never_grows_beyond_its_size_whatever_is_sent() -> None:
    many = tuple(table_info(table=f"x{number}") for number in range(2 * LOBBY_PAGE_SIZE))
    ids = tuple(table.table for table in many)
    assert len(PAGE.after(LobbyChanged(changed=many, order=ids)).tables) == LOBBY_PAGE_SIZE
    assert PAGE.after(LobbyChanged(changed=many)).tables == PAGE.tables
    assert PAGE.after(LobbyChanged(order=("t9", "t1", "t1"))).tables == (DEN,)
