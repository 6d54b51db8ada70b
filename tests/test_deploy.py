"""The unit and the container file name programs, flags and settings that there are."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import requires, version
from pathlib import Path
from typing import get_args

import click
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from railbird_server.cli import main
from railbird_server.cli.server_settings import SETTINGS
from railbird_server.runtime.monitoring import Metrics, RefusedConnection, ServerCounts
from railbird_server.runtime.network.status_page import exposition, metrics_registry
from railbird_shared import DEFAULT_PORT

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
FILES = tuple(sorted(path for path in DEPLOY.iterdir() if path.suffix not in {".timer", ".yml"}))
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
    files = (*wheel["packages"], *wheel["shared-data"], *project["project"]["license-files"])
    built = {file.split("/")[0] for file in files}
    assert built | {project["project"]["readme"], "pyproject.toml"} <= copied


def test_the_container_installs_one_version_of_everything() -> None:
    container = (DEPLOY / "Containerfile").read_text()
    images = {source.split()[0] for source in re.findall(r"^FROM (.*)$", container, re.MULTILINE)} - {"base"}
    assert all(re.search(r":3\.11\.\d+-slim-\w+@sha256:[0-9a-f]{64}$", image) for image in images)
    assert all("==" in package for package in re.findall(r"pip install --no-cache-dir (.*)$", container, re.MULTILINE))
    uv = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["uv"]
    pinned = {Requirement(pin).name: Requirement(pin).specifier for pin in uv["constraint-dependencies"]}
    needed = needed_by("railbird")
    assert needed <= pinned.keys()
    assert all(version(name) in pinned[name] for name in needed), "the tests run with what the container has"
    # hatchling's own, which the constraints of the project do not bind while its wheel is built
    assert {"hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"} <= {
        Requirement(pin).name for pin in uv["build-constraint-dependencies"]
    }


def needed_by(package: str) -> set[str]:
    """Returns the names of all packages that one needs on this machine, and those that they need."""
    found: set[str] = set()
    waiting = [package]
    while waiting:
        wanted = (Requirement(each) for each in requires(waiting.pop()) or ())
        new = {
            canonicalize_name(each.name)
            for each in wanted
            if each.marker is None or each.marker.evaluate({"extra": ""})
        }
        waiting += new - found
        found |= new
    return found


def test_the_metrics_have_a_port_of_their_own_and_the_container_shows_them() -> None:
    unit, container = (DEPLOY / "railbird.service").read_text(), (DEPLOY / "Containerfile").read_text()
    (port,) = set(re.findall(r"RAILBIRD_METRICS_PORT=(\d+)", unit + container))
    assert int(port) not in {DEFAULT_PORT, 5353, *range(9090, 9300)}, "9100 is the usual port of the node exporter"
    assert re.search(rf"^EXPOSE {DEFAULT_PORT} {port}$", container, re.MULTILINE)
    assert "RAILBIRD_METRICS_HOST=0.0.0.0" in container, "a published port reaches no loopback"
    assert f"127.0.0.1:{port}/health" in container


def test_the_alerts_are_about_metrics_that_there_are() -> None:
    shown, _ = exposition(metrics_registry(Metrics(), ServerCounts), "text/plain")
    there = set(re.findall(r"^(\w+)", shown, re.MULTILINE)) | {"up"}
    if sys.platform != "linux":  # elsewhere the process says nothing of itself
        there |= {"process_open_fds", "process_max_fds", "process_start_time_seconds"}
    rules = (DEPLOY / "railbird-alerts.yml").read_text(encoding="utf-8")
    expressions = re.findall(r"^ +expr: (.*)$", rules, re.MULTILINE)
    assert len(expressions) == rules.count("- alert: ") == rules.count("summary: ")
    named = {name for each in expressions for name in re.findall(r"\b(?:railbird|process)_\w+|\bup\b", each)}
    assert named <= there
    for each in re.findall(r'reason=~"([^"]*)"', rules):
        assert set(each.split("|")) <= set(get_args(RefusedConnection))


@pytest.mark.skipif(sys.platform == "win32", reason="the hook is for systems with a shell")
def test_the_hook_of_the_page_gives_the_server_each_new_certificate(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    (hook,) = re.findall(r"^```sh\n(#!/bin/sh\n.*?)^```", page, re.MULTILINE | re.DOTALL)
    lineage, folder, tools = tmp_path / "play.example.org", tmp_path / "railbird", tmp_path / "bin"
    for each in (lineage, folder, tools):
        each.mkdir()
    for name in ("privkey.pem", "fullchain.pem"):
        (lineage / name).write_text(name)
    (tools / "systemctl").write_text('#!/bin/sh\necho "$*" > told\n')
    (tools / "chown").write_text("#!/bin/sh\n")  # not every system has --reference
    for tool in tools.iterdir():
        tool.chmod(0o700)
    script = hook.replace("/var/lib/railbird", str(folder))
    for name, files in [("other.example.org", set()), ("play.example.org", {"privkey.pem", "fullchain.pem", "told"})]:
        path = f"{tools}{os.pathsep}{os.environ['PATH']}"
        subprocess.run(["sh", "-c", script], env={"PATH": path, "RENEWED_LINEAGE": str(tmp_path / name)}, check=True)
        assert {file.name for file in folder.iterdir()} == files
    assert (folder / "privkey.pem").stat().st_mode & 0o077 == 0
    assert (folder / "told").read_text() == "try-reload-or-restart railbird\n"


def test_the_service_stops_as_a_server_stops_that_keeps_its_tables() -> None:
    unit = (DEPLOY / "railbird.service").read_text(encoding="utf-8")
    assert "Type=notify" in unit
    assert "ExecReload=/bin/kill -HUP $MAINPID" in unit, "which reads the certificate again"
    assert "KillMode=mixed" in unit, "SIGTERM goes to the server alone; a second one would end the tables"
    assert "RestartPreventExitStatus=2" in unit
