"""A client's conversation with a server, frame by frame, without any connection."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from railbird_shared.conversation import Conversation, ConversationEvent, InvalidMessage, Received
from railbird_shared.network.recognition import Recognition
from railbird_shared.protocol.actions import Check
from railbird_shared.protocol.codec import ProtocolError, decode_command, encode
from railbird_shared.protocol.commands import Act, Command, Hello, ListTables, Resume, Resync, Sit
from railbird_shared.protocol.events import CardsDealt, Folded, PublicEvent, SatOut
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import Accepted, Chat, Message, Refused, Snapshot, Step, TableClosed
from railbird_shared.protocol.view import TableView
from support.fake_server import table_snapshot, welcome_message
from support.view_builders import seat_view, table_view

VIEW = replace(table_view(seat_view(1), seat_view(2)), table="t1")
CHECK = Act(hand=1, turn=2, action=Check())


def snapshot(seq: int = 1, *, epoch: str = "e", view: TableView = VIEW) -> Snapshot:
    return Snapshot(epoch=epoch, seq=seq, at=100 * seq, view=view)


def step(seq: int, *events: PublicEvent, epoch: str = "e") -> Step:
    return Step(epoch=epoch, seq=seq, at=100 * seq, public=events)


def tell(talk: Conversation, *messages: Message) -> list[ConversationEvent]:
    """Gives messages to a conversation; returns its events."""
    return [event for each in messages if (event := talk.receive(encode(each))) is not None]


def told(events: Iterable[ConversationEvent]) -> list[Message | str]:
    return [event.message if isinstance(event, Received) else event.sentence for event in events]


def sent(talk: Conversation) -> list[Command]:
    """Takes the commands that are to be sent."""
    commands = [decode_command(frame.decode()) for frame in talk.frames]
    talk.frames.clear()
    return commands


def hello_of(talk: Conversation) -> Hello:
    (hello,) = sent(talk)
    assert isinstance(hello, Hello)
    return hello


def open_conversation(*messages: Message, table: str = "t1") -> Conversation:
    """A conversation that was welcomed and told these messages, whose frames were sent."""
    talk = Conversation("Wren")
    talk.begin()
    tell(talk, welcome_message(table=table), *messages)
    talk.frames.clear()
    return talk


def come_back(talk: Conversation, *, table: str = "t1") -> list[Command]:
    """Ends the connection and begins another one; returns what is sent after the welcome."""
    talk.begin()
    talk.frames.clear()
    tell(talk, welcome_message(table=table))
    return sent(talk)


# --- hello


def test_a_hello_is_answered_by_a_welcome() -> None:
    talk = Conversation("Wren", bot=True, password="tern", invite="i", owner="o")
    talk.begin()
    hello = hello_of(talk)
    assert (hello.name, hello.bot, hello.password, hello.invite, hello.owner) == ("Wren", True, "tern", "i", "o")
    with pytest.raises(ProtocolError):
        talk.receive("no answer to the hello")
    welcome = welcome_message(name="Wren 2")
    assert tell(talk, welcome) == [Received(welcome)]
    assert (talk.name, talk.tokens, talk.welcome) == ("Wren 2", ("secret",), welcome)
    assert isinstance(talk.receive("no message"), InvalidMessage)


def test_a_refused_hello_ends_the_conversation() -> None:
    talk = Conversation("Wren")
    talk.begin()
    refused = Refused(code="version", sentence="Update the client.")
    assert told(tell(talk, refused)) == [refused]
    assert not talk.frames
    assert isinstance(talk.receive("no answer to a hello"), InvalidMessage)


@pytest.mark.parametrize(
    "frame", ["{}", "nonsense", encode(Chat(name="Jay", text="hi")), encode(welcome_message(token="x" * 999))]
)
def test_anything_else_is_no_answer_to_a_hello(frame: str | bytes) -> None:
    talk = Conversation("Wren")
    talk.begin()
    with pytest.raises(ProtocolError):
        talk.receive(frame)


# --- tokens


def test_a_server_that_is_recognized_gets_the_latest_token() -> None:
    talk = Conversation("Wren", tokens=("new", "old"))
    talk.begin()
    assert (hello_of(talk).token, talk.token_withheld) == ("new", False)


@pytest.mark.parametrize("can_prove", [False, True])
def test_a_server_gets_no_token_that_it_does_not_prove_to_know(can_prove: bool) -> None:
    talk = Conversation("Wren", tokens=("kept",), password="tern")
    talk.begin(Recognition(can_prove=can_prove))
    assert (hello_of(talk).token, talk.token_withheld) == ("", True)


def test_a_server_gets_the_token_that_it_proves_to_know() -> None:
    talk = Conversation("Wren", tokens=("new", "old"))
    talk.begin(Recognition("old", can_prove=True))
    assert hello_of(talk).token == "old"


def test_an_older_server_gets_a_token_again_that_it_gave_in_this_conversation() -> None:
    talk = Conversation("Wren")
    talk.begin(Recognition())
    tell(talk, welcome_message(token="given"))
    talk.begin(Recognition())
    assert sent(talk)
    talk.begin(Recognition())
    assert hello_of(talk).token == "given"


def test_a_server_that_can_prove_what_it_knows_has_to_do_so_each_time() -> None:
    talk = Conversation("Wren", password="tern", invite="i")
    talk.begin(Recognition(can_prove=True))
    tell(talk, welcome_message(token="given"))
    talk.frames.clear()
    talk.begin(Recognition(can_prove=True))
    hello = hello_of(talk)
    assert (hello.token, hello.password, hello.invite) == ("", "", "")


# --- commands


def test_commands_have_ids_of_their_own_and_keep_a_given_one() -> None:
    talk = open_conversation()
    ids = [talk.send(ListTables()), talk.take_id(), talk.send(Sit()), talk.send(Sit(id=77))]
    assert ids == [1, 2, 3, 77]
    assert [command.id for command in sent(talk)] == [1, 3, 77]


def test_what_was_not_sent_is_dropped_with_the_connection() -> None:
    talk = open_conversation()
    talk.send(Sit())
    talk.end()
    assert not talk.frames


def test_an_act_without_an_answer_is_sent_again_under_its_id() -> None:
    talk = open_conversation(snapshot())
    number = talk.send(CHECK)
    assert come_back(talk) == come_back(talk) == [replace(CHECK, id=number)]


@pytest.mark.parametrize("answer", [Accepted(id=1), Refused(id=1, code="stale", sentence="Over.")])
def test_an_act_that_was_answered_is_not_sent_again(answer: Message) -> None:
    talk = open_conversation(snapshot())
    talk.send(CHECK)
    tell(talk, answer)
    assert come_back(talk) == []


def test_an_act_is_not_sent_at_another_table() -> None:
    talk = open_conversation(snapshot())
    talk.send(CHECK)
    assert come_back(talk, table="") == []
    assert come_back(talk) == []
    talk = open_conversation(snapshot())
    talk.send(CHECK)
    tell(talk, snapshot(view=replace(VIEW, table="t2")))
    assert come_back(talk, table="t2") == []


# --- the table


def test_steps_are_folded_and_told_with_the_views_around_each_event() -> None:
    talk = open_conversation(snapshot())
    (event,) = tell(talk, step(2, SatOut(1), SatOut(2)))
    assert isinstance(event, Received)
    assert [each.event for each in event.transitions] == [SatOut(1), SatOut(2)]
    assert (event.transitions[0].before, event.transitions[-1].after) == (VIEW, talk.view)
    assert (talk.place, talk.server_time) == (Resume("t1", "e", 2), 200)


def test_a_new_connection_goes_on_from_the_last_step() -> None:
    talk = open_conversation(snapshot(4), step(5))
    talk.begin()
    assert hello_of(talk).resume == Resume("t1", "e", 5)
    tell(talk, welcome_message(table="t1"))
    assert tell(talk, step(6, SatOut(1)))
    assert talk.view == fold_all(VIEW, [SatOut(1)])


@pytest.mark.parametrize("next_step", [step(3), step(2, epoch="other")], ids=["a gap", "another epoch"])
def test_a_gap_asks_for_one_snapshot_and_drops_steps_until_it_comes(next_step: Step) -> None:
    talk = open_conversation(snapshot(1))
    assert tell(talk, next_step, step(4), step(2)) == []
    assert [type(command) for command in sent(talk)] == [Resync]
    assert talk.view is None
    assert [type(each) for each in told(tell(talk, snapshot(4), step(5)))] == [Snapshot, Step]
    assert talk.view == VIEW


def test_a_connection_that_breaks_while_a_snapshot_is_awaited_goes_on_from_the_last_step() -> None:
    talk = open_conversation(snapshot(1), step(3))
    assert come_back(talk) == []
    assert told(tell(talk, step(2, SatOut(1)), step(3))) == [step(2, SatOut(1)), step(3)]


def test_a_step_that_was_told_before_is_passed_over() -> None:
    talk = open_conversation(snapshot(5))
    assert tell(talk, step(5), step(2)) == []
    assert sent(talk) == []


@pytest.mark.parametrize("events", [(Folded(9),), (CardsDealt(2, down=50),) * 2], ids=["a seat", "cards"])
def test_what_cannot_be_is_dropped_and_a_snapshot_asked_for(events: tuple[PublicEvent, ...]) -> None:
    talk = open_conversation(snapshot(1))
    (found,) = tell(talk, step(2, *events))
    assert isinstance(found, InvalidMessage)
    assert found.impossible
    assert [type(command) for command in sent(talk)] == [Resync]
    assert talk.view is None


def test_a_snapshot_says_whether_anybody_asked_for_it() -> None:
    talk = open_conversation()
    for message, unasked in ((snapshot(1), False), (snapshot(2), True), (step(4), None), (snapshot(4), False)):
        found = talk.receive(encode(message))
        assert unasked is None or (isinstance(found, Received) and found.unasked is unasked)


def test_a_table_that_closes_is_forgotten() -> None:
    talk = open_conversation(snapshot())
    talk.send(CHECK)
    assert tell(talk, TableClosed(reason="Closed."), step(2)) == [Received(TableClosed(reason="Closed."))]
    assert (talk.table, talk.view, talk.place) == ("", None, None)
    talk.frames.clear()
    talk.begin()
    assert hello_of(talk).resume is None


# --- texts


def test_texts_are_cleaned_unless_the_server_is_in_the_same_process() -> None:
    chat = Chat(name="J\x1b[2Jay", text="hi")
    assert tell(open_conversation(), chat) == [Received(Chat(name="Jay", text="hi"))]
    talk = Conversation("Wren", cleans=False)
    talk.begin()
    assert tell(talk, welcome_message(), chat)[1:] == [Received(chat)]


def test_an_event_of_a_newer_server_leads_to_a_snapshot() -> None:
    talk = open_conversation(snapshot(1))
    newer = '{"type": "step", "epoch": "e", "seq": 2, "at": 5, "public": [{"event": "nap", "seat": 2}]}'
    assert isinstance(talk.receive(newer), InvalidMessage)
    assert tell(talk, step(3)) == [], "the view would not be the table"
    assert [type(command) for command in sent(talk)] == [Resync]
    assert told(tell(talk, snapshot(3), step(4))) == [snapshot(3), step(4)]


def test_a_message_of_a_newer_server_is_passed_over() -> None:
    talk = open_conversation(snapshot(1))
    assert isinstance(talk.receive('{"type": "weather", "rain": true}'), InvalidMessage)
    assert told(tell(talk, step(2))) == [step(2)]


def test_a_frame_that_cannot_be_read_is_told_and_survived() -> None:
    talk = open_conversation()
    found = talk.receive("[" * 5000)
    assert isinstance(found, InvalidMessage)
    assert not found.impossible
    assert tell(talk, Chat(name="Jay", text="hi"))


# --- whatever a server sends

EVENTS = st.sampled_from([SatOut(1), SatOut(2), Folded(1), Folded(9), CardsDealt(1, down=2)])
STEPS = st.builds(
    lambda seq, events, epoch: Step(epoch=epoch, seq=seq, at=seq, public=tuple(events)),
    st.integers(0, 8),
    st.lists(EVENTS, max_size=2),
    st.sampled_from(["e", "f"]),
)
SNAPSHOTS = st.builds(lambda seq, epoch: snapshot(seq, epoch=epoch), st.integers(0, 8), st.sampled_from(["e", "f"]))
MESSAGES = STEPS | SNAPSHOTS | st.sampled_from([TableClosed(reason="Over."), table_snapshot(), Accepted(id=1)])


@given(st.lists(MESSAGES | st.sampled_from(["again", "act"]), max_size=40))
def test_whatever_comes_the_steps_told_are_without_gaps_and_lead_to_the_view(history: list[Message | str]) -> None:
    """Between snapshots every step that is told follows the one before, and at most one snapshot is asked for."""
    talk = open_conversation()
    place: tuple[str, int] | None = None
    view: TableView | None = None
    asked = 0
    for each in history:
        if each == "again":
            come_back(talk)
            asked = 0
        elif each == "act":
            talk.send(CHECK)
        else:
            assert not isinstance(each, str)
            for message in told(tell(talk, each)):
                if isinstance(message, Snapshot):
                    place, view, asked = (message.epoch, message.seq), message.view, 0
                elif isinstance(message, Step):
                    assert place is not None
                    assert view is not None
                    assert (message.epoch, message.seq) == (place[0], place[1] + 1)
                    place, view = (message.epoch, message.seq), fold_all(view, message.public)
                elif isinstance(message, TableClosed):
                    place = view = None
        asked += sum(isinstance(command, Resync) for command in sent(talk))
        assert asked <= 1
        assert talk.view == (None if asked else view)
        assert talk.place == (place and Resume(talk.table, *place))
