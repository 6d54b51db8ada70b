"""The asyncio shell: the only place with sockets, clocks and randomness."""
