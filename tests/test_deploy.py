"""The unit and the container file name programs, flags and settings that there are."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from railbird_server.cli import main
from railbird_server.cli.server_settings import SETTINGS

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = tuple(sorted(path for path in DEPLOY.iterdir() if path.suffix != ".timer"))
VARIABLES = {setting.variable for setting in SETTINGS} | {"RAILBIRD_NO_CONFIG", "RAILBIRD_CONFIG"}


def commands(text: str) -> list[list[str]]:
    """Returns the words of each `railbird-server` command that a file starts."""
    lines = re.findall(r"/opt/railbird/bin/railbird-server(?![\w\"])([^\n']*)", text)
    words = [shlex.split(line) for line in lines]
    containers = re.findall(r"^CMD \[(.*)\]$", text, re.MULTILINE)
    return words + [[word.strip('" ') for word in line.split(",")] for line in containers]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file: Path) -> None:
    assert set(re.findall(r"RAILBIRD_[A-Z_]+", file.read_text(encoding="utf-8"))) <= VARIABLES | {"RAILBIRD_"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_command_that_is_started_exists(file: Path) -> None:
    started = commands(file.read_text(encoding="utf-8"))
    assert started
    for name, *words in started:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        options = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= options


def test_the_container_has_all_that_the_program_is_built_from() -> None:
    copied = set(
        shlex.split(" ".join(re.findall(r"^COPY (?!--)(.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)))
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    built = {file.split("/")[0] for file in (*wheel["packages"], *wheel["shared-data"])}
    assert built | {project["project"]["readme"], *project["project"]["license-files"], "pyproject.toml"} <= copied


def test_the_service_stops_as_a_server_stops_that_keeps_its_tables() -> None:
    unit = (DEPLOY / "railbird.service").read_text(encoding="utf-8")
    assert "Type=notify" in unit
    assert "KillMode=mixed" in unit, "SIGTERM goes to the server alone; a second one would end the tables"
    assert "RestartPreventExitStatus=2" in unit
