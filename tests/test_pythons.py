"""The project names the same Pythons wherever it names any."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)]
"""The oldest first; `.ci/run` tries the newest that is installed, too."""


def test_the_oldest_python_is_the_one_that_is_required() -> None:
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert f"You need Python {PYTHONS[0]} or newer." in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_workflow_tries_every_python() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    (matrix,) = re.findall(r"^ *python: \[(.*)\]$", workflow, re.MULTILINE)
    assert [each.strip(' "') for each in matrix.split(",")] == PYTHONS
