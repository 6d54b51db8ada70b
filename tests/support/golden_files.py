"""Golden files: what a test produced once, kept beside it, and renewed with `RAILBIRD_RENEW=1`."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLIENT_SCREENS = TESTS / "client" / "golden"
"""The folder of the screens and pages of the client, as text."""


def assert_matches_golden_file(file: Path, text: str, test: str) -> None:
    """Fails unless the file holds this text; with `RAILBIRD_RENEW=1` writes the file instead.

    `test` is the path of the calling test file, by which the failure names the command that renews the file.
    """
    if os.environ.get("RAILBIRD_RENEW"):
        file.write_text(text, encoding="utf-8")
        return
    kept = file.read_text(encoding="utf-8") if file.exists() else ""
    if text != kept:
        name = str(file.relative_to(TESTS.parent))
        changes = "\n".join(difflib.unified_diff(kept.splitlines(), text.splitlines(), name, "now", lineterm=""))
        command = f"RAILBIRD_RENEW=1 uv run pytest {Path(test).relative_to(TESTS.parent)}"
        pytest.fail(f"{changes}\n\nIf this change is wanted, run `{command}` and read `git diff`.", pytrace=False)
