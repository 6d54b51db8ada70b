"""The protocol between Railbird's client and server, and what both sides need to speak it."""

PROTOCOL_VERSION = 2
