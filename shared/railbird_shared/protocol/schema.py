"""The JSON Schema of the protocol.

It keeps to what every validator of draft-07 knows and compiles in strict ones: a union says by its members which value
of `type`, `event` or `do` each has, and needs no `discriminator`. The lists of fixed length are those of draft-07.
"""

from __future__ import annotations

from typing import Any

import msgspec

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.messages import Message

Schema = dict[str, Any]
"""A JSON Schema or a part of one."""

CLIENT_MESSAGE, SERVER_MESSAGE = "ClientMessage", "ServerMessage"
"""The definitions of all that a client sends, and of all that a server sends."""


def protocol_schema() -> Schema:
    """Returns the JSON Schema of all messages; `ClientMessage` and `ServerMessage` are among its definitions."""
    (commands, messages), components = msgspec.json.schema_components((Command, Message), ref_template="#/$defs/{name}")
    definitions = {**components, CLIENT_MESSAGE: commands, SERVER_MESSAGE: messages}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"Railbird protocol {PROTOCOL_VERSION}",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in (CLIENT_MESSAGE, SERVER_MESSAGE)],
        "$defs": {name: _plain_schema(definition) for name, definition in definitions.items()},
    }


def _plain_schema(schema: Schema) -> Schema:
    """Rewrites one schema, and those within it, in the keywords of draft-07."""
    plain = {keyword: _plain_value(keyword, value) for keyword, value in schema.items() if keyword != "discriminator"}
    if "prefixItems" in plain:
        plain["items"] = plain.pop("prefixItems")
        plain["additionalItems"] = False
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
