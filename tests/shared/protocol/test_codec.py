"""Frames: messages survive encoding and decoding, and bad frames are refused in one sentence."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.cards import Card
from railbird_shared.protocol import commands, messages
from railbird_shared.protocol.actions import Draw, Raise
from railbird_shared.protocol.codec import (
    MAX_COMMAND_BYTES,
    ProtocolError,
    check_version,
    decode_command,
    decode_message,
    encode,
)
from railbird_shared.protocol.commands import Act, AddChips, Command, Hello, Leave, SendChat
from railbird_shared.protocol.messages import Message, Refused
from support.examples import examples
from support.type_strategies import strategy_for


@pytest.mark.parametrize("kind", get_args(Command))
def test_every_command_survives_encoding_and_decoding(kind: type[Command]) -> None:
    @settings(max_examples=examples(25))
    @given(strategy_for(kind))
    def round_trip(command: Command) -> None:
        assert decode_command(encode(command).decode()) == command

    round_trip()


@pytest.mark.parametrize("kind", get_args(Message))
def test_every_message_survives_encoding_and_decoding(kind: type[Message]) -> None:
    @settings(max_examples=examples(25))
    @given(strategy_for(kind))
    def round_trip(message: Message) -> None:
        assert decode_message(encode(message)) == message

    round_trip()


def test_a_command_in_handwritten_json_is_decoded() -> None:
    frame = '{"type":"act","id":7,"hand":3,"turn":12,"action":{"do":"raise","to":40}}'
    assert decode_command(frame) == Act(id=7, hand=3, turn=12, action=Raise(40))


def test_cards_travel_as_they_are_written() -> None:
    frame = encode(Act(hand=1, turn=2, action=Draw((Card.S2, Card.DT))))
    assert frame == b'{"type":"act","hand":1,"turn":2,"action":{"do":"draw","discards":["2s","Td"]}}'


def test_fields_with_default_values_are_left_out_of_a_frame() -> None:
    assert encode(Leave()) == b'{"type":"leave"}'
    assert encode(Refused(code="stale", sentence="Too late.")) == (
        b'{"type":"refused","code":"stale","sentence":"Too late."}'
    )


NOT_JSON = {
    "nothing": "",
    "words": "fold!",
    "half a message": '{"type":"leave"',
    "two messages": '{"type":"leave"}{"type":"leave"}',
    "a byte order mark": '\ufeff{"type":"leave"}',
    "a raw control character": '{"type":"send-chat","text":"a\0b"}',
    "a lone surrogate": '{"type":"send-chat","text":"\ud800"}',
    "an escaped lone surrogate": '{"type":"send-chat","text":"\\ud800"}',
    "not a number": '{"type":"add-chips","chips":NaN}',
    "infinity": '{"type":"add-chips","chips":Infinity}',
    "deep nesting in an unknown field": '{"type":"leave","x":' + "[" * 3000,
    "deep nesting before the type": '{"x":' + "[" * 3000,
}


@pytest.mark.parametrize("frame", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_a_frame_that_is_not_json_is_refused(frame: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_command(frame)
    assert refused.value.code in {"not-json", "invalid"}
    assert refused.value.sentence.endswith(".")


NOT_OURS = {
    "a list": "[]",
    "null": "null",
    "deep nesting": "[" * 3000,
    "no type": "{}",
    "an unknown type": '{"type":"cheat"}',
    "two types": '{"type":"leave","type":"stand"}',
    "an unknown field": '{"type":"leave","as":"Heron"}',
    "a missing field": '{"type":"send-chat"}',
    "null for a number": '{"type":"leave","id":null}',
    "a bool for a number": '{"type":"add-chips","chips":true}',
    "a word for a number": '{"type":"add-chips","chips":"5"}',
    "a fraction": '{"type":"add-chips","chips":1.5}',
    "a whole number written as a fraction": '{"type":"add-chips","chips":1.0}',
    "an exponent": '{"type":"add-chips","chips":1e3}',
    "a number beyond all numbers": '{"type":"add-chips","chips":1e999}',
    "less than no chips": '{"type":"add-chips","chips":-1}',
    "too many chips": '{"type":"add-chips","chips":1000000000001}',
    "chips beyond 64 bits": '{"type":"add-chips","chips":99999999999999999999999}',
    "a negative bet": '{"type":"act","hand":1,"turn":1,"action":{"do":"bet","to":-1}}',
    "an unknown act": '{"type":"act","hand":1,"turn":1,"action":{"do":"peek"}}',
    "a field the act has not": '{"type":"act","hand":1,"turn":1,"action":{"do":"fold","to":5}}',
    "a card that is none": '{"type":"act","hand":1,"turn":1,"action":{"do":"draw","discards":["Zz"]}}',
    "a card in small letters": '{"type":"act","hand":1,"turn":1,"action":{"do":"draw","discards":["as"]}}',
    "a seat that no table has": '{"type":"sit","seat":11}',
    "seat 0 where one is meant": '{"type":"remove-bot","seat":0}',
    "an id too large for other languages": '{"type":"leave","id":9007199254740993}',
    "a speech": '{"type":"send-chat","text":"' + "a" * 1001 + '"}',
}


@pytest.mark.parametrize("frame", NOT_OURS.values(), ids=NOT_OURS.keys())
def test_a_frame_that_does_not_fit_the_protocol_is_refused(frame: str) -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_command(frame)
    assert refused.value.code == "invalid"
    assert refused.value.sentence.startswith("That message does not fit the protocol: ")
    assert refused.value.sentence.endswith(".")
    assert "`" not in refused.value.sentence


@given(st.text() | st.text('{}[]":,truefalsn0123456789.-e '))
def test_any_text_is_either_a_command_or_refused(frame: str) -> None:
    with pytest.raises(ProtocolError):
        decode_command(frame)


@given(st.binary())
def test_any_bytes_are_either_a_message_or_refused(frame: bytes) -> None:
    with pytest.raises(ProtocolError):
        decode_message(frame)


def test_the_last_of_two_equal_keys_counts() -> None:
    assert decode_command('{"type":"send-chat","text":"first","text":"last"}') == SendChat(text="last")


def test_binary_frames_are_refused() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_command(encode(Leave()))
    assert refused.value.code == "binary"


def test_a_frame_beyond_the_limit_is_refused_without_decoding() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_command(" " * MAX_COMMAND_BYTES + encode(Leave()).decode())
    assert refused.value.code == "too-long"


def test_a_frame_of_exactly_the_limit_is_decoded() -> None:
    frame = encode(Leave()).decode()
    assert decode_command(" " * (MAX_COMMAND_BYTES - len(frame)) + frame) == Leave()


def test_the_longest_command_of_the_protocol_fits_the_limit() -> None:
    longest = Hello(
        v=1, name="😀" * 500, token="t" * 64, resume=commands.Resume(table="t" * 64, epoch="e" * 64, seq=2**53)
    )
    assert len(encode(longest)) < MAX_COMMAND_BYTES


def test_the_bounds_of_a_number_are_valid() -> None:
    assert decode_command('{"type":"add-chips","chips":1}') == AddChips(chips=1)
    assert decode_command('{"type":"add-chips","chips":1000000000000}') == AddChips(chips=10**12)


def test_a_client_ignores_fields_that_a_newer_server_adds() -> None:
    assert decode_message('{"type":"accepted","id":4,"mood":"fine"}') == messages.Accepted(id=4)


def test_a_client_reads_a_refusal_whose_code_only_a_newer_server_has() -> None:
    refused = decode_message('{"type":"refused","id":4,"code":"nap","sentence":"Everybody sleeps."}')
    assert refused == messages.Refused(id=4, code="nap", sentence="Everybody sleeps.")


@pytest.mark.parametrize(
    "frame",
    ['{"type":"accepted","x":' + "[" * 3000, '{"type":"chat","name":"\ud800","text":"x"}', b'{"type":"\xff"}', "deal!"],
    ids=["deep nesting in a field of a newer server", "a lone surrogate", "bytes that are no text", "words"],
)
def test_a_servers_frame_that_is_not_json_is_refused(frame: str | bytes) -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_message(frame)
    assert refused.value.code == "not-json"


def test_a_refusal_of_a_bad_frame_repeats_no_control_characters() -> None:
    with pytest.raises(ProtocolError) as refused:
        decode_message('{"type":"\\u001b[2J"}')
    assert refused.value.code == "invalid"
    assert "\x1b" not in refused.value.sentence


def test_another_version_is_refused_and_names_the_side_to_update() -> None:
    check_version(PROTOCOL_VERSION)
    with pytest.raises(ProtocolError, match=r"so update the client\.$"):
        check_version(PROTOCOL_VERSION - 1)
    with pytest.raises(ProtocolError, match=r"so update the server\.$"):
        check_version(PROTOCOL_VERSION + 1)
