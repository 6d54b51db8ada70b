"""Every example of docs/protocol.md is a message of the protocol, and the page names all that the protocol has."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from railbird_server.runtime.players import REPEATABLE
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.catalogue import MIXES
from railbird_shared.network.address import parse_address
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import LegalActions, Offers
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.events import PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import Message, RefusalCode
from railbird_shared.protocol.schema import ASYNCAPI_FILE, SCHEMA_FILE, protocol_schema
from railbird_shared.protocol.view import You
from support.golden_files import assert_matches_golden_file

ROOT = Path(__file__).parents[3]
FILE = ROOT / "docs" / "protocol.md"
PAGE = FILE.read_text(encoding="utf-8")
RECORDED_BLOCK = r"<!-- recordings/(\S+): ([\d, ]+) -->\n```json\n(.*?)```"
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = [line for block in BLOCKS for line in block.splitlines()]
ROWS = re.findall(r'`(\{"type": .*?\})`', PAGE)
TAG = re.compile(r'"type": "([^"]+)"')
ACTS = re.findall(r'`(\{"do": .*?\})`', PAGE)


def decode(frame: str) -> Command | Message:
    try:
        return codec.decode_command(frame)
    except ProtocolError:
        return codec.decode_message(frame)


@pytest.mark.parametrize("frame", EXAMPLES)
def test_an_example_is_a_message_without_a_field_that_the_protocol_does_not_have(frame: str) -> None:
    assert json.loads(codec.encode(decode(frame))) == json.loads(frame)


def test_the_examples_of_a_table_are_recorded_ones() -> None:
    """A comment above a block says which lines of which recording it shows."""
    assert_matches_golden_file(FILE, re.sub(RECORDED_BLOCK, recorded_block, PAGE, flags=re.DOTALL), __file__)
    shown = {line for block in re.findall(RECORDED_BLOCK, PAGE, re.DOTALL) for line in block[2].splitlines()}
    assert {frame for frame in EXAMPLES if json.loads(frame)["type"] in ("snapshot", "step", "moved")} == shown


def recorded_block(block: re.Match[str]) -> str:
    """Returns a block with the lines of the recording that its comment names."""
    name, numbers, _ = block.groups()
    lines = (FILE.parent / "recordings" / name).read_text(encoding="utf-8").splitlines()
    received = [json.loads(lines[int(number) - 1])["received"] for number in numbers.split(", ")]
    frames = "".join(f"{json.dumps(message)}\n" for message in received)
    return f"<!-- recordings/{name}: {numbers} -->\n```json\n{frames}```"


@pytest.mark.parametrize("frame", ROWS)
def test_every_command_of_the_table_can_be_decoded(frame: str) -> None:
    codec.decode_command(frame)


@pytest.mark.parametrize("act", ACTS)
def test_every_act_of_the_table_can_be_decoded(act: str) -> None:
    codec.decode_command(f'{{"type": "act", "hand": 1, "turn": 1, "action": {act}}}')


def test_every_command_message_and_event_is_named() -> None:
    tags = {
        record["properties"][field]["const"]
        for record in protocol_schema()["$defs"].values()
        for field in ("type", "event", "do")
        if "const" in record.get("properties", {}).get(field, {})
    }
    assert len(tags) > 150
    assert {tag for tag in tags if not re.search(rf'["`]{tag}["`]', PAGE)} == set()


def test_the_page_says_what_every_event_does_to_the_view() -> None:
    section = PAGE.split("### How each event changes the view\n")[1].split("\n##")[0]
    rows = {
        tag
        for row in section.splitlines()
        if row.startswith("| `")
        for tag in re.findall("`([^`]+)`", row.split(" | ")[0])
    }
    assert rows == {kind.__struct_config__.tag for kind in (*get_args(PublicEvent), *get_args(PrivateEvent))}


def test_the_page_names_every_default_that_is_not_empty() -> None:
    wire = "".join(PAGE.split(f"## {title}\n")[1].split("\n## ")[0] for title in ("The wire", "Tournaments"))
    definitions = protocol_schema()["$defs"]
    rules = {"GameRules", "HandRanking", "HouseRules"}
    named = {
        field
        for name in definitions.keys() - rules
        for field, schema in definitions[name].get("properties", {}).items()
        if schema.get("default")
    }
    assert {field for field in named if f"`{field}`" not in wire} == set()


@pytest.mark.parametrize("struct", [LegalActions, Offers, You], ids=lambda struct: struct.__name__)
def test_every_field_of_what_a_player_may_do_is_named(struct: type[Struct]) -> None:
    assert {field for field in struct.__struct_fields__ if not re.search(rf'["`]{field}["`]', PAGE)} == set()


def test_the_contents_are_the_headings_of_the_page() -> None:
    headings = re.findall(r"^(##+) (.+)$", re.sub("```.*?```", "", PAGE, flags=re.DOTALL), re.MULTILINE)
    listed = [f"{'  ' * (len(level) - 2)}- [{title}](#{anchor(title)})" for level, title in headings]
    assert "\n".join(("", *listed, "")) in PAGE.partition("\n## ")[0] + "\n"


def test_every_link_within_the_page_leads_to_a_heading() -> None:
    anchors = {anchor(title) for title in re.findall("^##+ (.+)$", PAGE, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def anchor(title: str) -> str:
    """Returns the anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def test_every_command_stands_in_the_table_of_one_theme() -> None:
    cells = re.findall(r"^\| (`\{.*?) \|", section("Commands and answers") + section("Tournaments"), re.MULTILINE)
    named = [tag for cell in cells for command in re.findall(r"`(\{.*?\})`", cell) for tag in TAG.findall(command)[:1]]
    assert sorted(named) == sorted(tag for kind in get_args(Command) if (tag := kind.__struct_config__.tag) != "hello")


def section(title: str) -> str:
    """Returns the text under a heading of the page."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_the_page_has_every_mix_with_its_games() -> None:
    rows = [
        f"| {mix.name} | {str(mix.dealers_choice).lower()} | {' '.join(f'`{game}`' for game in mix.games)} |"
        for mix in MIXES
    ]
    assert "\n".join(rows) in section("A table")


def test_the_page_says_what_to_do_with_what_a_newer_server_sends() -> None:
    versions = section("Versions")
    assert f"refuses a hello of any other as `{refusal_of_version()}`" in versions
    for unknown in ("a field", "the `type` of a message", "an `event` in a step", "a value of a list", "the `code` of"):
        assert f"\n| {unknown}" in versions


def refusal_of_version() -> str:
    with pytest.raises(ProtocolError) as refused:
        codec.check_version(PROTOCOL_VERSION + 1)
    return refused.value.code


def test_the_page_says_that_a_link_without_a_fingerprint_is_for_authorities() -> None:
    place = parse_address("railbird://den.example:7777/")
    assert (place.is_encrypted, place.fingerprint) == (True, "")
    assert "without a fingerprint, an authority that your system trusts has to vouch" in section("The wire")


def test_the_page_says_what_a_bot_is_refused() -> None:
    bots = section("Hello").split("\n### Bots\n")[1].split("\n### ")[0]
    for told in ("not-seated", "no-waiting", "not-a-person", "remove-bot", "bots can play each other"):
        assert told in bots


def test_the_page_names_the_commands_whose_id_is_free_again() -> None:
    begun = "its id is free again: "
    named = PAGE.replace("\n", " ").split(begun)[1].split(".")[0]
    words = re.findall("`([^`]+)`", named)
    tags = [str(kind.__struct_config__.tag) for kind in get_args(Command)]
    free = {tag for tag in tags for word in words if tag == word or (word.endswith("-") and tag.startswith(word))}
    assert free == {kind.__struct_config__.tag for kind in REPEATABLE}


def test_the_page_tells_a_first_seat_from_a_move() -> None:
    first, move = (json.loads(frame) for frame in EXAMPLES if json.loads(frame)["type"] == "moved")
    assert (first["from_table"], first.get("from_seat")) == (0, None)
    assert move["from_table"] > 0
    assert move["from_seat"] > 0
    assert "`from_table` is 0 and there is no `from_seat`" in section("Tournaments")


def test_the_page_states_the_version_of_the_protocol() -> None:
    assert f"`v` is [the version of the protocol](#versions), {PROTOCOL_VERSION}." in PAGE
    assert {int(version) for version in re.findall(r'"v": (\d+)', PAGE)} == {PROTOCOL_VERSION}


def test_the_page_describes_every_code_of_a_refusal() -> None:
    heading = "| about | code | the same again | why |\n|---|---|---|---|\n"
    rows = [row.strip("| ").split(" | ") for row in PAGE.split(heading)[1].split("\n\n")[0].splitlines()]
    assert sorted(code for _, code, _, _ in rows) == sorted(f"`{code}`" for code in get_args(RefusalCode))
    assert {retry for _, _, retry, _ in rows} == {"never", "try again"}
    assert all(about and reason for about, _, _, reason in rows)


def test_every_code_of_a_refusal_is_given_somewhere() -> None:
    files = [*ROOT.glob("server/**/*.py"), *ROOT.glob("shared/**/codec.py"), *ROOT.glob("shared/**/house/terms.py")]
    files += ROOT.glob("shared/**/tournament/checks.py")
    sources = "".join(file.read_text(encoding="utf-8") for file in files)
    assert {code for code in get_args(RefusalCode) if f'"{code}"' not in sources} == set()


def test_the_wheel_has_the_files_that_the_page_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    assert shipped.keys() == {f"docs/{name}" for name in (SCHEMA_FILE, ASYNCAPI_FILE, "recordings", "example_bot.py")}
    for file, place in shipped.items():
        assert (ROOT / file).exists()
        assert place == f"share/railbird/{Path(file).name}"
        assert f"]({Path(file).name})" in PAGE
