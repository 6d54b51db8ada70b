"""Encodes and decodes JSON text frames, limits their size, and refuses bad ones with one sentence."""

from __future__ import annotations

import msgspec

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.messages import Message, RefusalCode
from railbird_shared.protocol.quantities import Count
from railbird_shared.text.text_cleaning import clean_line

MAX_COMMAND_BYTES = 4096
"""The longest frame that a server accepts, in bytes."""

MAX_MESSAGE_BYTES = 65536
"""The longest frame that a client accepts, in bytes."""

_encoder = msgspec.json.Encoder()
_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


class ProtocolError(Exception):
    """A frame that is not a message; `code` names the fault for programs and `sentence` for people.

    `id` is that of the command, as far as it can be read; 0 for none.
    """

    def __init__(self, code: RefusalCode, sentence: str, command_id: int = 0) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.sentence = sentence
        self.id = command_id


def encode(message: Command | Message | str) -> bytes:
    """Returns the frame of a message, or a text in one, as UTF-8 bytes."""
    return _encoder.encode(message)


def decode_command(frame: str | bytes) -> Command:
    """Decodes a client's frame; raises ProtocolError."""
    if isinstance(frame, bytes):
        raise ProtocolError("binary", "Send text frames: this table speaks JSON.")
    if len(frame) > MAX_COMMAND_BYTES:
        raise ProtocolError("too-long", f"Send at most {MAX_COMMAND_BYTES} bytes at a time.")
    try:
        return _commands.decode(frame)
    except msgspec.ValidationError as error:
        sentence = f"That message does not fit the protocol: {_describe(error)}."
        raise ProtocolError("invalid", sentence, _read_id(frame)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ProtocolError("not-json", "That message is not JSON.") from None


def decode_message(frame: str | bytes) -> Message:
    """Decodes a server's frame; raises ProtocolError."""
    try:
        return _messages.decode(frame)
    except msgspec.ValidationError as error:
        raise ProtocolError(
            "invalid", f"The server sent what this version does not know: {_describe(error)}."
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ProtocolError("not-json", "The server sent something that is not JSON.") from None


def check_version(version: int) -> None:
    """Raises ProtocolError if a client speaks another version of the protocol."""
    if version != PROTOCOL_VERSION:
        older, newer = ("client", "server") if version < PROTOCOL_VERSION else ("server", "client")
        raise ProtocolError(
            "version",
            f"This server speaks protocol {PROTOCOL_VERSION} and the client {version}: "
            f"the {newer} is newer, so update the {older}.",
        )


class _AnyCommand(msgspec.Struct):
    id: Count = 0


def _read_id(frame: str) -> int:
    """Returns the id of a command that does not fit the protocol otherwise; 0 where it has none."""
    try:
        return msgspec.json.decode(frame, type=_AnyCommand).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return 0


def _describe(error: Exception) -> str:
    return clean_line(str(error).replace("`", "'"), 200)
