from __future__ import annotations

import pytest
from msgspec.structs import replace

from fake_server import snapshot, table_info, welcome
from railbird_client.foreign import LONGEST, cleaned
from railbird_shared.codec import BadFrame
from railbird_shared.messages import Chat, GoingDown, Lobby, Refused


def test_what_is_clean_is_handed_on_as_it_is() -> None:
    for message in (welcome(), snapshot(seated=True), Lobby(tables=(table_info(),))):
        assert cleaned(message) is message


def test_texts_at_every_depth_are_cleaned() -> None:
    lobby = Lobby(tables=(table_info(name="De\x1b]52;c;x\x07n", players=("Jay\u200b", "Rook")),))
    assert cleaned(lobby) == Lobby(tables=(table_info(name="Den", players=("Jay", "Rook")),))
    assert cleaned(snapshot(name="De\u202en")).view.name == "Den"


def test_markup_is_left_for_nobody_reads_it_as_such() -> None:
    chat = Chat(name="[b]Jay", text="[@click=app.quit]win a seat[/]")
    assert cleaned(chat) is chat


def test_an_endless_text_is_cut() -> None:
    assert len(cleaned(Refused(code="x", sentence="a " * 30_000)).sentence) <= LONGEST


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 10**400], ids=["above", "below", "far above"])
def test_a_number_that_nothing_can_be_counted_by_is_refused(number: int) -> None:
    for message in (GoingDown(retry=number), replace(snapshot(), at=number)):
        with pytest.raises(BadFrame, match="beyond all bounds"):
            cleaned(message)
