"""Every example of docs/protocol.md is a message of the protocol, and the page names all that the protocol has."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from railbird_shared import PROTOCOL_VERSION, codec
from railbird_shared.actions import LegalActions, Offers
from railbird_shared.codec import ProtocolError
from railbird_shared.commands import Command
from railbird_shared.messages import Message
from railbird_shared.refusal_codes import MEANINGS, RefusalCode, refusal_table
from railbird_shared.schema import protocol_schema
from railbird_shared.view import You

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [line for block in BLOCKS for line in block.splitlines()]
ROWS = re.findall(r'`(\{"type": .*?\})`', PAGE)
ACTS = re.findall(r'`(\{"do": .*?\})`', PAGE)


def decode(frame: str) -> Command | Message:
    try:
        return codec.decode_command(frame)
    except ProtocolError:
        return codec.decode_message(frame)


@pytest.mark.parametrize("frame", EXAMPLES)
def test_an_example_is_a_message_without_a_field_that_the_protocol_does_not_have(frame: str) -> None:
    assert json.loads(codec.encode(decode(frame))) == json.loads(frame)


@pytest.mark.parametrize("frame", ROWS)
def test_every_command_of_the_table_can_be_decoded(frame: str) -> None:
    codec.decode_command(frame)


@pytest.mark.parametrize("act", ACTS)
def test_every_act_of_the_table_can_be_decoded(act: str) -> None:
    codec.decode_command(f'{{"type": "act", "hand": 1, "turn": 1, "action": {act}}}')


def test_every_command_message_and_event_is_named() -> None:
    tags = {
        tag
        for record in protocol_schema()["$defs"].values()
        for field in ("type", "event", "do")
        for tag in record.get("properties", {}).get(field, {}).get("enum", ())
    }
    assert {tag for tag in tags if not re.search(rf'["`]{tag}["`]', PAGE)} == set()


@pytest.mark.parametrize("struct", [LegalActions, Offers, You], ids=lambda struct: struct.__name__)
def test_every_field_of_what_a_player_may_do_is_named(struct: type[Struct]) -> None:
    assert {field for field in struct.__struct_fields__ if not re.search(rf'["`]{field}["`]', PAGE)} == set()


def test_the_page_states_the_version_of_the_protocol() -> None:
    assert f"`v` is the version of the protocol, {PROTOCOL_VERSION}." in PAGE
    assert {int(version) for version in re.findall(r'"v": (\d+)', PAGE)} == {PROTOCOL_VERSION}


def test_the_page_lists_every_code_of_a_refusal() -> None:
    assert refusal_table() in PAGE, f"Copy this table into the section on refusals:\n{refusal_table()}"


def test_every_code_of_a_refusal_is_described_and_given_somewhere() -> None:
    assert set(MEANINGS) == set(get_args(RefusalCode))
    files = [*ROOT.glob("server/**/*.py"), *ROOT.glob("shared/**/codec.py")]
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    assert {code for code in MEANINGS if f'"{code}"' not in sources} == set()
