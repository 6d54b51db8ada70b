from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.messages import Chat, GoingDown, Lobby, Refused
from railbird_shared.protocol.sanitize import MAX_TEXT_LENGTH, sanitize
from support.fake_server import table_info, table_snapshot, welcome_message


def test_a_clean_message_is_returned_unchanged() -> None:
    for message in (welcome_message(), table_snapshot(seated=True), Lobby(tables=(table_info(),))):
        assert sanitize(message) is message


def test_texts_are_sanitized_at_every_depth() -> None:
    lobby = Lobby(tables=(table_info(name="De\x1b]52;c;x\x07n", players=("Jay\u200b", "Rook")),))
    assert sanitize(lobby) == Lobby(tables=(table_info(name="Den", players=("Jay", "Rook")),))
    assert sanitize(table_snapshot(name="De\u202en")).view.name == "Den"


def test_markup_is_left_unchanged() -> None:
    chat = Chat(name="[b]Jay", text="[@click=app.quit]win a seat[/]")
    assert sanitize(chat) is chat


def test_a_text_that_is_too_long_is_cut() -> None:
    assert len(sanitize(Refused(code="x", sentence="a " * 30_000)).sentence) <= MAX_TEXT_LENGTH


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 10**400], ids=["above", "below", "far above"])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    for message in (GoingDown(retry=number), replace(table_snapshot(), at=number)):
        with pytest.raises(ProtocolError, match="beyond all bounds"):
            sanitize(message)
