"""The timeout of every test that waits, long enough for the slowest machine."""

TIMEOUT_SECONDS = 60.0
"""How long anything may take that will come to pass."""

LONGEST_WAIT_SECONDS = 5 * TIMEOUT_SECONDS
"""How long a client reads for what never comes, although other messages do."""
