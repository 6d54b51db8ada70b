"""The places of the client: each screen is one."""
