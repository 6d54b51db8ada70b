"""How long tests wait before they give up: long enough for the slowest machine, since waiting is all they do."""

TIMEOUT_SECONDS = 60.0
"""How long anything may take that will come to pass."""
