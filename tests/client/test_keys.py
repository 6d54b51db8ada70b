"""The page of the keys of every screen is true."""

from __future__ import annotations

from pathlib import Path

from support.golden_files import assert_matches_golden_file
from support.key_reference import keys_table

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"
HEAD = """# Keys

What every key does on every page, as it is bound in the source; `?` shows the keys that work now. The page follows from
the bindings: `RAILBIRD_RENEW=1 uv run pytest tests/client/test_keys.py` writes it anew.

"""


def test_the_page_of_keys_is_true() -> None:
    assert_matches_golden_file(PAGE, HEAD + keys_table(), __file__)
