"""The replayer: a finished hand step by step, from the server or from a file."""
