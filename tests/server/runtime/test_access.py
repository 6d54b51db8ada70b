"""Invites and admissions: who may come in, for how long, and how often."""

from __future__ import annotations

import msgspec
import pytest

from railbird_server.refusal import Refusal
from railbird_server.runtime import access as access_module
from railbird_server.runtime.access import SERVER, Access
from railbird_server.store.records import AccessState
from railbird_shared.protocol.table_limits import MAX_INVITES

SECOND = 1000


def refusal(access: Access, secret: str, player: str = "", now: int = 0) -> str:
    with pytest.raises(Refusal) as refused:
        access.invite_book.find(secret, player, now)
    assert refused.value.sentence.endswith(".")
    return refused.value.code


def state(access: Access) -> AccessState:
    """What a store has to keep."""
    admitted = tuple((place, player) for place, player in access._admitted if place != SERVER)
    return AccessState(tuple(access.invite_book._invites.values()), access.invite_book._next_number, admitted)


def use(access: Access, secret: str, player: str, now: int = 0) -> None:
    invite = access.invite_book.find(secret, "", now)
    access.invite_book.reserve(invite, player)
    access.admit(player)
    access.admit(player, invite.table)


def test_an_invite_lets_its_player_into_the_server_and_to_its_table_alone() -> None:
    access = Access()
    access.invite_book.add("kitchen", "secret", 0)
    use(access, "secret", "wren")
    assert access.is_admitted("wren")
    assert access.is_admitted("wren", "kitchen")
    assert not access.is_admitted("wren", "cellar")
    assert not access.is_admitted("heron")


def test_an_invite_without_a_limit_serves_everybody_at_any_time() -> None:
    access = Access()
    access.invite_book.add("kitchen", "secret", 0)
    for player in ("wren", "heron"):
        use(access, "secret", player, 10**12)
        assert access.is_admitted(player, "kitchen")


def test_an_invite_expires_after_its_seconds() -> None:
    access = Access()
    access.invite_book.add("kitchen", "secret", 5 * SECOND, expires=60)
    use(access, "secret", "wren", 65 * SECOND - 1)
    assert refusal(access, "secret", now=65 * SECOND) == "invite-expired"


def test_an_invite_that_serves_once_serves_its_player_again_and_nobody_else() -> None:
    access = Access()
    access.invite_book.add("kitchen", "secret", 0, expires=60, once=True)
    use(access, "secret", "wren")
    assert refusal(access, "secret") == refusal(access, "secret", "heron") == "invite-used"
    assert access.invite_book.find("secret", "wren", 100 * SECOND).used_by == "wren"


def test_a_secret_that_no_invite_has_is_unknown() -> None:
    assert refusal(Access(), "secret") == refusal(Access(), "") == "invite-unknown"


def test_a_revoked_invite_is_unknown_and_who_has_come_by_it_may_stay() -> None:
    access = Access()
    invite = access.invite_book.add("kitchen", "secret", 0)
    use(access, "secret", "wren")
    with pytest.raises(Refusal):
        access.invite_book.drop("cellar", invite.number)
    access.invite_book.drop("kitchen", invite.number)
    assert refusal(access, "secret") == "invite-unknown"
    assert access.is_admitted("wren", "kitchen")


def test_no_number_is_given_twice() -> None:
    access = Access()
    first = access.invite_book.add("kitchen", "first", 0)
    access.invite_book.drop("kitchen", first.number)
    assert access.invite_book.add("kitchen", "second", 0).number > first.number


def test_a_closed_table_takes_its_invites_and_admissions_along() -> None:
    access = Access()
    for table in ("kitchen", "cellar"):
        access.invite_book.add(table, table, 0)
        use(access, table, "wren")
    access.forget_table("kitchen")
    assert refusal(access, "kitchen", "wren") == "invite-unknown"
    assert not access.is_admitted("wren", "kitchen")
    assert access.is_admitted("wren", "cellar")


def test_a_full_list_of_invites_loses_an_expired_one_then_a_used_one_and_then_takes_no_more() -> None:
    access = Access()
    access.invite_book.add("kitchen", "expiring", 0, expires=1)
    access.invite_book.add("kitchen", "once", 0, once=True)
    for number in range(MAX_INVITES - 2):
        access.invite_book.add("kitchen", f"other {number}", 0)
    use(access, "once", "wren")
    access.invite_book.add("kitchen", "in place of the expired", 2 * SECOND)
    assert refusal(access, "expiring") == "invite-unknown"
    access.invite_book.add("kitchen", "in place of the used", 2 * SECOND)
    assert refusal(access, "once", "wren") == "invite-unknown"
    with pytest.raises(Refusal, match="revoke one"):
        access.invite_book.add("kitchen", "one too many", 2 * SECOND)
    access.invite_book.add("cellar", "of another table", 2 * SECOND)
    assert len(access.invite_book.invites_to("kitchen")) == MAX_INVITES


def test_the_secret_of_an_invite_is_kept_nowhere() -> None:
    access = Access()
    access.invite_book.add("kitchen", "a-secret-of-the-host", 0)
    assert "a-secret-of-the-host" not in repr(vars(access) | vars(access.invite_book))
    assert b"a-secret-of-the-host" not in msgspec.json.encode(state(access))


def test_a_restart_keeps_invites_and_who_has_been_let_in_to_open_tables() -> None:
    access = Access()
    access.invite_book.add("kitchen", "open", 0)
    access.invite_book.add("kitchen", "once", 0, once=True)
    access.invite_book.add("closed", "closed", 0)
    use(access, "once", "wren")
    access.admit("heron", "closed")
    kept = msgspec.json.decode(msgspec.json.encode(state(access)), type=AccessState)
    restored = Access()
    restored.restore(kept, ["kitchen"])
    assert restored.is_admitted("wren", "kitchen")
    assert not restored.is_admitted("wren"), "the server's password may be another one"
    assert not restored.is_admitted("heron", "closed")
    assert restored.invite_book.find("open", "", 0) == access.invite_book.find("open", "", 0)
    assert refusal(restored, "once") == "invite-used"
    assert refusal(restored, "closed") == "invite-unknown"
    assert restored.invite_book.add("kitchen", "next", 0).number == access.invite_book.add("kitchen", "next", 0).number


def test_of_too_many_admissions_the_first_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_module, "MAX_ADMISSIONS", 2)
    access = Access()
    for player in ("wren", "heron", "wren", "jay"):
        access.admit(player)
    assert [access.is_admitted(player) for player in ("wren", "heron", "jay")] == [True, False, True]
