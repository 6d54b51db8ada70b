"""The protocol as documents for programs: its JSON Schema, and an AsyncAPI document that refers to it.

Both follow from the message types. The JSON Schema keeps to what every validator of draft-07 knows and compiles in
strict ones: the `const` of `type`, `event` or `do` tells the members of a union apart without a `discriminator`. The
lists of fixed length are those of draft-07, and a reference stands alone, for draft-07 ignores what is beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from railbird_shared import DEFAULT_PORT, PROTOCOL_VERSION
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Command, Hello, OwnerCommand
from railbird_shared.protocol.events import PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Accepted, KnownOrNewCode, Message, Refused, TableMessage, Welcome

Schema = dict[str, Any]
"""A JSON Schema or a part of one."""

SCHEMA_FILE, ASYNCAPI_FILE = "protocol.schema.json", "asyncapi.json"
"""The files in docs/ that hold the two documents; the second refers to the first beside it."""

SCHEMA_ID = f"urn:railbird:protocol:{PROTOCOL_VERSION}"
"""The `$id` of the JSON Schema; it changes with the version of the protocol."""

CLIENT_MESSAGE, SERVER_MESSAGE = "ClientMessage", "ServerMessage"
"""The definitions of all that a client sends, and of all that a server sends."""

_NAMED: dict[str, tuple[Any, str]] = {
    CLIENT_MESSAGE: (Command, "All that a client may send."),
    SERVER_MESSAGE: (Message, "All that a server may send."),
    "TableMessage": (TableMessage, "A message that a table sends to its viewers without being asked."),
    "Action": (Action, "An act of a turn."),
    "OwnerCommand": (OwnerCommand, "A command that the owner of the server gives at any table."),
    "PublicEvent": (PublicEvent, "An event for everybody at the table."),
    "PrivateEvent": (PrivateEvent, "An event for one viewer alone, or for a delayed rail."),
    "Event": (PublicEvent | PrivateEvent, "An event of a finished hand, public or private."),
    "RefusalCode": (KnownOrNewCode, "The code of a refusal; a newer server may have more."),
}
"""The unions and lists of values that are definitions of their own, with what each is."""


def document_text(document: Schema) -> str:
    """Returns a document as it is printed, and kept in docs/."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def protocol_schema() -> Schema:
    """Returns the JSON Schema of all messages; `ClientMessage` and `ServerMessage` are among its definitions."""
    unions, components = msgspec.json.schema_components(
        [kind for kind, _ in _NAMED.values()], ref_template="#/$defs/{name}"
    )
    named = dict(zip(_NAMED, map(_plain_schema, unions), strict=True))
    definitions = {name: _with_names(_plain_schema(record), named) for name, record in components.items()}
    for name, schema in named.items():
        definitions[name] = {"title": name, "description": _NAMED[name][1], **schema}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": SCHEMA_ID,
        "title": "RailbirdMessage",
        "description": f"A message of Railbird's protocol, version {PROTOCOL_VERSION}.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in (CLIENT_MESSAGE, SERVER_MESSAGE)],
        "$defs": definitions,
    }


def _plain_schema(schema: Schema) -> Schema:
    """Rewrites one schema, and those within it, in the keywords of draft-07."""
    plain = {keyword: _plain_value(keyword, value) for keyword, value in schema.items() if keyword != "discriminator"}
    if "prefixItems" in plain:
        plain["items"] = plain.pop("prefixItems")
        plain["additionalItems"] = False
    if "$ref" in plain and len(plain) > 1:
        plain["allOf"] = [{"$ref": plain.pop("$ref")}]
    match plain.get("enum"):
        case [only]:
            del plain["enum"]
            plain["const"] = only
    return plain


def _plain_value(keyword: str, value: Any) -> Any:
    match keyword:
        case "description":
            return "\n".join(line.strip() for line in value.splitlines())
        case "properties":
            return {name: _plain_schema(field) for name, field in value.items()}
        case "anyOf" | "prefixItems":
            return [_plain_schema(choice) for choice in value]
        case "items" if isinstance(value, dict):
            return _plain_schema(value)
        case _:
            return value


def _with_names(value: Any, named: dict[str, Schema]) -> Any:
    """Returns a schema in which a reference stands for each part that is a definition of its own."""
    if isinstance(value, list):
        return [_with_names(each, named) for each in value]
    if not isinstance(value, dict):
        return value
    name = next((name for name, schema in named.items() if schema == value), None)
    return {"$ref": f"#/$defs/{name}"} if name else {key: _with_names(part, named) for key, part in value.items()}


_CHANNEL = "connection"


def asyncapi_document() -> dict[str, Any]:
    """Returns the AsyncAPI document of the protocol, from the server's side; its payloads are in `SCHEMA_FILE`."""
    kinds = (*get_args(Command), *get_args(Message))
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": "Railbird",
            "version": str(PROTOCOL_VERSION),
            "description": "Poker over a websocket: a text frame is one message. docs/protocol.md explains it.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "encrypted": {"host": f"localhost:{DEFAULT_PORT}", "protocol": "wss"},
            "plain": {"host": f"localhost:{DEFAULT_PORT}", "protocol": "ws", "description": "On this machine alone."},
        },
        "channels": {
            _CHANNEL: {
                "address": "/",
                "title": "One connection of a client",
                "messages": {kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"} for kind in kinds},
            }
        },
        "operations": {
            "greet": _operation("receive", "The first message, which a welcome answers.", [Hello], [Welcome, Refused]),
            "command": _operation(
                "receive",
                "A command; one with an id gets one answer with that id.",
                [kind for kind in get_args(Command) if kind is not Hello],
                [Accepted, Refused],
            ),
            "tell": _operation("send", "All that the server sends, asked and unasked.", get_args(Message)),
        },
        "components": {"messages": {kind.__name__: _message(kind) for kind in kinds}},
    }


def _operation(action: str, summary: str, messages: Iterable[type], answers: Iterable[type] = ()) -> dict[str, Any]:
    channel = {"$ref": f"#/channels/{_CHANNEL}"}
    operation = {"action": action, "channel": channel, "summary": summary, "messages": _references(messages)}
    if answers:
        operation["reply"] = {"channel": channel, "messages": _references(answers)}
    return operation


def _references(kinds: Iterable[type]) -> list[dict[str, str]]:
    return [{"$ref": f"#/channels/{_CHANNEL}/messages/{kind.__name__}"} for kind in kinds]


def _message(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {
        "name": kind.__struct_config__.tag,
        "summary": " ".join((kind.__doc__ or "").partition("\n\n")[0].split()),
        "payload": {"$ref": f"./{SCHEMA_FILE}#/$defs/{kind.__name__}"},
    }
