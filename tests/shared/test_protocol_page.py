"""What docs/protocol.md shows is what the codec reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbird_shared import codec
from railbird_shared.codec import ProtocolError

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [line for block in BLOCKS for line in block.splitlines()]
ROWS = re.findall(r'`(\{"type": .*?\})`', PAGE)
ACTS = re.findall(r'`(\{"do": .*?\})`', PAGE)


def is_known(frame: str) -> bool:
    for decode in (codec.decode_command, codec.decode_message):
        try:
            decode(frame)
        except ProtocolError:
            continue
        return True
    return False


@pytest.mark.parametrize("frame", EXAMPLES)
def test_every_message_shown_can_be_read(frame: str) -> None:
    assert is_known(frame)


@pytest.mark.parametrize("frame", ROWS)
def test_every_command_shown_can_be_read(frame: str) -> None:
    codec.decode_command(frame)


@pytest.mark.parametrize("act", ACTS)
def test_every_act_shown_can_be_read(act: str) -> None:
    codec.decode_command(f'{{"type": "act", "hand": 1, "turn": 1, "action": {act}}}')


def test_every_command_message_and_event_is_named() -> None:
    tags = {
        tag
        for record in codec.schema()["$defs"].values()
        for field in ("type", "event", "do")
        for tag in record.get("properties", {}).get(field, {}).get("enum", ())
    }
    assert {tag for tag in tags if not re.search(rf'["`]{tag}["`]', PAGE)} == set()
