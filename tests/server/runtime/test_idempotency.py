"""A command that is sent twice is carried out once."""

from __future__ import annotations

import gc
import re
import weakref
from typing import cast, get_args

import pytest
from msgspec import Struct

from railbird_server.refusal import Refusal
from railbird_server.runtime.outbox import Outbox
from railbird_server.runtime.players import MAX_COMMANDS, REPEATABLE, RecentCommands
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import AddChips, Command, FollowTable, Leave, ListTables, Sit, Watch
from railbird_shared.protocol.host_commands import ListPeople
from railbird_shared.protocol.messages import Accepted, Message, Refused


class FakeSession:
    """A session that keeps the answers it delivers."""

    def __init__(self) -> None:
        self.delivered: list[Message] = []
        self.outbox = cast("Outbox", self)

    def send(self, frame: bytes) -> None:
        self.delivered.append(codec.decode_message(frame))


def settle(recent: RecentCommands, answer: Accepted | Refused, session: FakeSession) -> None:
    """Delivers an answer as a session does."""
    told = recent.settle(answer, session)
    if told is not None:
        told.outbox.send(codec.encode(answer))


def test_a_repeated_command_gets_the_answer_of_the_first_and_is_not_carried_out() -> None:
    recent, session = RecentCommands(), FakeSession()
    assert recent.begin(AddChips(id=7, chips=50), session)
    settle(recent, Accepted(id=7), session)
    assert not recent.begin(AddChips(id=7, chips=50), session)
    assert session.delivered == [Accepted(id=7), Accepted(id=7)]


def test_an_answer_that_is_still_due_goes_to_the_session_that_asked_last() -> None:
    recent, cut_off, newer = RecentCommands(), FakeSession(), FakeSession()
    assert recent.begin(AddChips(id=7), cut_off)
    assert not recent.begin(AddChips(id=7), newer)
    settle(recent, Accepted(id=7), cut_off)
    assert (cut_off.delivered, newer.delivered) == ([], [Accepted(id=7)])


def test_a_command_that_is_kept_later_is_carried_out_once_and_answered_to_who_sends_it_again() -> None:
    recent, cut_off, newer = RecentCommands(), FakeSession(), FakeSession()
    later = Refused(id=7, code="not-kept", sentence="The table waits.")
    recent.begin(AddChips(id=7), cut_off)
    recent.begin(AddChips(id=7), newer)
    settle(recent, later, cut_off)
    assert (cut_off.delivered, newer.delivered) == ([], [later])
    with pytest.raises(Refusal, match="The table waits") as refused:
        recent.begin(AddChips(id=7), newer)
    assert refused.value.code == "not-kept"
    settle(recent, Accepted(id=7), cut_off)
    assert newer.delivered == [later], "a command has one answer"
    assert not recent.begin(AddChips(id=7), newer)
    assert newer.delivered == [later, Accepted(id=7)]


def test_a_repeatable_command_under_a_used_id_has_its_own_answer() -> None:
    recent, earlier, session = RecentCommands(), FakeSession(), FakeSession()
    recent.begin(AddChips(id=1), earlier)
    settle(recent, Accepted(id=1), earlier)
    assert recent.begin(ListTables(id=1), session)
    settle(recent, Accepted(id=1), session)
    settle(recent, Refused(id=1, code="no-table", sentence="You are at no table."), session)
    assert len(session.delivered) == 2
    assert not recent.begin(AddChips(id=1), session)


def test_a_repeatable_command_cannot_take_the_id_of_one_that_waits() -> None:
    recent, session = RecentCommands(), FakeSession()
    recent.begin(Sit(id=7, seat=2), session)
    with pytest.raises(Refusal):
        recent.begin(ListTables(id=7), session)


def test_a_late_answer_to_a_forgotten_command_is_not_one_to_a_new_command() -> None:
    recent, earlier, session = RecentCommands(), FakeSession(), FakeSession()
    recent.begin(Sit(id=2), earlier)
    recent.forget()
    recent.begin(AddChips(id=2), session)
    settle(recent, Refused(id=2, code="seat-taken", sentence="Somebody sits there."), earlier)
    assert (len(earlier.delivered), session.delivered) == (1, [])
    settle(recent, Accepted(id=2), session)
    assert not recent.begin(AddChips(id=2), session)


def test_a_refused_command_is_judged_anew() -> None:
    recent, session = RecentCommands(), FakeSession()
    assert recent.begin(Sit(id=7, seat=2), session)
    settle(recent, Refused(id=7, code="seat-taken", sentence="Somebody sits there."), session)
    assert recent.begin(Sit(id=7, seat=2), session)


def test_another_command_under_a_used_id_is_refused() -> None:
    recent, session = RecentCommands(), FakeSession()
    recent.begin(AddChips(id=7, chips=50), session)
    with pytest.raises(Refusal, match="The id 7 belongs to another command"):
        recent.begin(AddChips(id=7, chips=60), session)
    settle(recent, Accepted(id=7), session)
    with pytest.raises(Refusal):
        recent.begin(Sit(id=7), session)


def test_a_new_session_may_use_an_id_for_another_command() -> None:
    recent = RecentCommands()
    recent.begin(AddChips(id=7, chips=50), FakeSession())
    assert recent.begin(AddChips(id=7, chips=60), FakeSession())


@pytest.mark.parametrize("command", [AddChips(), ListTables(id=3)])
def test_commands_without_an_id_or_a_lasting_effect_are_always_carried_out(command: AddChips | ListTables) -> None:
    recent, session = RecentCommands(), FakeSession()
    assert recent.begin(command, session)
    assert recent.begin(command, session)


def test_a_command_that_only_asks_is_carried_out_as_often_as_it_comes() -> None:
    asking = {kind for kind in get_args(Command) if re.match("list-|read-|ask-statement|resync", tag_of(kind))}
    assert len(asking) == 12
    assert set(REPEATABLE) == {*asking, Watch, FollowTable, Leave}


def tag_of(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def test_an_id_is_free_again_after_a_command_that_changed_nothing() -> None:
    recent, session = RecentCommands(), FakeSession()
    assert recent.begin(ListPeople(id=7), session)
    recent.settle(Accepted(id=7), session)
    assert recent.begin(Sit(id=7, seat=2), session)
    recent.settle(Refused(id=7, code="seat-taken", sentence="Somebody sits there."), session)
    assert recent.begin(AddChips(id=7), session)


def test_only_the_latest_commands_are_remembered() -> None:
    recent, session = RecentCommands(), FakeSession()
    for number in range(1, MAX_COMMANDS + 2):
        recent.begin(AddChips(id=number), session)
    assert recent.begin(AddChips(id=1), session)
    assert not recent.begin(AddChips(id=MAX_COMMANDS), session)


def test_a_client_that_starts_anew_counts_its_ids_from_the_beginning() -> None:
    recent, session = RecentCommands(), FakeSession()
    recent.begin(AddChips(id=1), session)
    recent.forget()
    assert recent.begin(AddChips(id=1), session)


@pytest.mark.parametrize("answered", [True, False])
def test_a_session_that_has_sent_a_command_again_and_ended_is_not_kept(answered: bool) -> None:
    recent, first = RecentCommands(), FakeSession()
    recent.begin(AddChips(id=1), first)
    if answered:
        settle(recent, Accepted(id=1), first)
    ended = FakeSession()
    for _ in range(3):
        recent.begin(AddChips(id=1), ended)
    recent.release(ended)
    trace = weakref.ref(ended)
    del ended
    gc.collect()
    assert trace() is None


def test_a_session_that_ends_before_its_answer_is_let_go_with_it_and_the_answer_is_kept() -> None:
    recent, ended, newer = RecentCommands(), FakeSession(), FakeSession()
    recent.begin(AddChips(id=1), ended)
    recent.release(ended)
    settle(recent, Accepted(id=1), ended)
    trace = weakref.ref(ended)
    del ended
    gc.collect()
    assert trace() is None
    assert not recent.begin(AddChips(id=1), newer)
    assert newer.delivered == [Accepted(id=1)]


def test_only_the_session_that_asked_last_is_kept_with_an_answer() -> None:
    recent, first = RecentCommands(), FakeSession()
    recent.begin(AddChips(id=1), first)
    recent.begin(AddChips(id=1), FakeSession())
    settle(recent, Accepted(id=1), first)
    trace = weakref.ref(first)
    del first
    gc.collect()
    assert trace() is None
