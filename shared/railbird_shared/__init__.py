"""The protocol between Railbird's client and server, and what both sides need to speak it."""

PROTOCOL_VERSION = 2

DEFAULT_PORT = 7777
"""The port of a server that names no other."""

SSH_PORT, PAGE_PORT = 7722, 7780
"""The ports of a hosted game for guests who come with ssh, and with a browser."""

CLOSE_REPLACED = 4001
"""The close code of a connection that a newer one of the same player replaces."""

CLOSE_FULL = 1013
"""The close code of a connection for which the server has no room now."""
