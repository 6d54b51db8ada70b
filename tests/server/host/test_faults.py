from __future__ import annotations

import pytest

from railbird_server.host.faults import report
from railbird_shared.cards import Card


def test_a_fault_is_logged_by_type_and_place_and_never_by_its_text(caplog: pytest.LogCaptureFixture) -> None:
    def deal() -> None:
        raise KeyError(Card.SA, "secret-token")

    try:
        deal()
    except KeyError as error:
        report("table t1", error)
    assert "table t1: KeyError in deal (" in caplog.text
    assert "secret-token" not in caplog.text
    assert "As" not in caplog.text
