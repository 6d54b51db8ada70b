"""An invented term is found wherever hosts set and read terms, and the reference of all settings is true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click
import msgspec
import pytest
from click.testing import CliRunner

from railbird_client.cli import railbird
from railbird_client.forms.form_rows import FormPage
from railbird_client.hosting import host_form
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.settings.player_settings import Settings
from railbird_client.settings.settings_screen import setting_rows
from railbird_client.table.table_options import PLAY
from railbird_client.tournament.tournament_form import TournamentSetup
from railbird_server.cli.admin import admin
from railbird_server.cli.server_settings import SETTINGS, read_settings_file, server_settings_of
from railbird_server.cli.setting_options import with_terms
from railbird_server.config import SECTIONS, ServerSettings
from railbird_server.relay.settings import RelaySettings
from railbird_shared.game.catalogue import CHOICES
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import rules_of
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.quantities import Chips
from railbird_shared.settings.spec import Part, Spec, settings_of
from railbird_shared.settings.table_terms import SettledTerms, TableTerms, settled
from railbird_shared.tournament.structure import TournamentChoices
from support.golden_files import assert_matches_golden_file
from support.settings_reference import games_table, rules_table, settings_table

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"

HEAD = """# Settings

What hosts and owners can set, as it is declared in the source; how to host is in [hosting](hosting.md). The page
follows from the declarations: `RAILBIRD_RENEW=1 uv run pytest tests/test_declared_settings.py` writes it anew.
"""
GAMES = """
## Games

What is played, by the name that programs use, and what people call it. Commands, files and forms take any of these
names, in any case and spacing. A name says nothing about the betting: `plo8` is Omaha hi-lo, which has fixed limits
here unless the house rule `structure` says otherwise.

"""
TABLES = """
## Tables

Flags of `railbird host`, and rows of the form for a new table. Those of the first list are flags of
`railbird-server admin open`, too. Without a default the game or the server decides.

"""
HOSTED_TABLES = """
These are of `railbird host` and the form alone:

"""
TOURNAMENTS = """
## Tournaments

Flags of `railbird host --tournament PLAYERS`, and rows of the form for a new tournament.

"""
SERVER = """
## The server

Flags of `railbird-server serve`. Each may be an environment variable, `RAILBIRD_` and the name in capitals, or stand in
the file of settings below its section.
"""

RELAY = """
## The relay

Flags of `railbird-server relay`; [hosting](hosting.md#friends-elsewhere) tells what it is for.

"""
CLIENT = """
## Your own

Rows of the settings page (`[S]` on the start screen, `[F5]` at a table), kept under these names in `settings.json`. A
flag holds for one start.

"""
RULES = """
## House rules

Keys of a file of house rules, in which `[games.NAME]` changes them for one game;
`railbird-server house --toml` writes one.

"""


def test_the_reference_says_what_is_declared() -> None:
    opened = {flag for command in admin.commands["open"].params for flag in command.opts}
    common = [each for each in settings_of(HostSetup) if each.flag in opened]
    hosted = [each for each in settings_of(HostSetup) if each.flag not in opened]
    text = HEAD + GAMES + games_table(CHOICES) + TABLES + settings_table(common)
    text += HOSTED_TABLES + settings_table(hosted)
    text += TOURNAMENTS + settings_table(settings_of(TournamentSetup)) + SERVER
    for section in SECTIONS:
        declared = [each for each in SETTINGS if each.section == section]
        text += f"\n### [{section}]\n\n{settings_table(declared)}"
    text += RELAY + settings_table(settings_of(RelaySettings))
    text += CLIENT + settings_table(settings_of(Settings), own_flags=False)
    text += RULES + rules_table(rules_of(HouseRules).values())
    assert_matches_golden_file(PAGE, text, __file__)


Tips = Annotated[
    Chips,
    Spec(
        "What every player gives the dealer for a hand.",
        "Buy-ins",
        label="Tips",
        unit="chips",
        typed=True,
        told=lambda tips: f"Everybody tips {tips} a hand." if tips else "",
    ),
]


class InventedTerms(TableTerms, frozen=True, kw_only=True):
    tips: Tips = 0


class InventedSettledTerms(SettledTerms, frozen=True, kw_only=True):
    tips: Tips = 0


class InventedServerSettings(ServerSettings, frozen=True, kw_only=True):
    tips: Tips = 0


class InventedOpening(OpenTable, frozen=True, kw_only=True, tag="open-table"):
    tips: Tips = 0


class InventedSetup(HostSetup, frozen=True, kw_only=True):
    table: Annotated[InventedTerms, Part()] = InventedTerms()


def test_an_invented_term_has_a_flag() -> None:
    found: list[object] = []

    @click.command()
    @with_terms(InventedTerms)
    def command(**terms: object) -> None:
        found.append(terms["tips"])

    assert CliRunner().invoke(command, ["--tips", "5"]).exit_code == 0
    assert found == [5]
    refused = CliRunner().invoke(command, ["--tips", "five"])
    assert refused.output.strip() == "--tips cannot be 'five': choose a whole number from 0 to 1,000,000,000,000."
    assert "What every player gives the dealer for a hand." in CliRunner().invoke(command, ["--help"]).output


def test_hosts_and_owners_set_the_same_terms_by_flags() -> None:
    host, context = railbird.commands["host"], click.Context(railbird)
    offered = {flag for each in host.get_params(context) for flag in each.opts}
    for record in (HostSetup, TournamentSetup):
        assert all({each.flag, *each.spec.flags} & offered for each in settings_of(record))
    tournament = admin.commands["tournament"]
    assert isinstance(tournament, click.Group)
    for command, terms in ((admin.commands["open"], TableTerms), (tournament.commands["open"], TournamentChoices)):
        assert {each.flag for each in settings_of(terms)} <= {flag for each in command.params for flag in each.opts}


def test_an_invented_term_has_a_key_and_a_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    invented = {each.name: each for each in server_settings_of(InventedServerSettings)}
    assert (invented["tips"].key, invented["tips"].variable) == ("table.tips", "RAILBIRD_TIPS")
    monkeypatch.setattr("railbird_server.cli.server_settings.BY_NAME", invented)
    file = tmp_path / "server.toml"
    file.write_text("[table]\ntips = 5\n")
    assert read_settings_file(file).values["tips"].value == 5
    file.write_text("[table]\ntips = -5\n")
    with pytest.raises(click.ClickException, match="line 2: tips cannot be -5: choose a whole number from 0"):
        read_settings_file(file)


def test_an_invented_term_has_a_row_of_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_form, "OpenTable", InventedOpening)
    form = HostForm.of(InventedSetup(name="Den"))
    row = next(row for row in form.rows(FormPage.STAKES) if row.id == "tips")
    assert (row.label, row.sentence) == ("Tips", "What every player gives the dealer for a hand.")
    typed = form.typed("tips", "1,000")
    assert isinstance(typed.setup, InventedSetup)
    assert typed.setup.table.tips == 1000
    assert isinstance(typed.request, InventedOpening)
    assert typed.request.tips == 1000
    wrong = form.typed("tips", "few").problem
    assert wrong is not None
    assert wrong.sentence == "Write the tips as a number of chips, 0 to 1,000,000,000,000."


def test_an_invented_term_is_a_field_of_the_command_and_of_its_schema() -> None:
    schema = msgspec.json.schema(InventedOpening)["$defs"]["InventedOpening"]["properties"]
    assert schema["tips"] == {"type": "integer", "minimum": 0, "maximum": 10**12, "default": 0}
    opening = msgspec.json.decode(b'{"type":"open-table","name":"Den","game":"razz","tips":5}', type=InventedOpening)
    assert opening.tips == 5


def test_an_invented_term_is_told_and_stands_in_the_reference() -> None:
    [tips] = [each for each in settings_of(InventedSettledTerms) if each.name == "tips"]
    assert tips.sentences(5) == ("Everybody tips 5 a hand.",)
    assert "| `tips` | `--tips` | a whole number from 0 to 1,000,000,000,000 | 0 | What every" in settings_table([tips])


class InventedSettings(Settings, frozen=True, kw_only=True, omit_defaults=True):
    sounds: Annotated[bool, Spec("Chips are heard.", PLAY, label="Sounds", values=(True, False))] = True


def test_an_invented_setting_of_the_client_has_a_row_and_is_kept() -> None:
    rows = {row.label: row for row in setting_rows(InventedSettings(), ("dark", "light"), InventedSettings)}
    assert (rows["Sounds"].value, rows["Sounds"].sentence) == ("on", "Chips are heard.")
    silent = rows["Sounds"].step(1).change(InventedSettings())
    assert msgspec.json.encode(silent) == b'{"sounds":false}'
    assert msgspec.json.decode(b'{"sounds":false}', type=InventedSettings) == silent
    assert "| `sounds` |  | true or false | true | Chips are heard. |" in settings_table(
        settings_of(InventedSettings), own_flags=False
    )


def test_declared_flags_of_the_client_are_those_of_its_commands() -> None:
    declared = {flag for each in settings_of(Settings) for flag in each.spec.flags}
    offered = {flag for each in railbird.params for flag in each.opts}
    assert declared == offered - {"--name", "--version", "--help"}


def test_a_term_that_nobody_wants_is_the_usual_one() -> None:
    usual = SettledTerms(approve_buy_ins=True, chip_worth="1 EUR")
    wanted = settled(TableTerms(approve_buy_ins=False), usual)
    assert (wanted.approve_buy_ins, wanted.chip_worth) == (False, "1 EUR")
