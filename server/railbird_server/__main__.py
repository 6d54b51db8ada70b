"""Lets `python -m railbird_server` do what `railbird-server` does."""

from railbird_server.cli import main

if __name__ == "__main__":
    main(prog_name="railbird-server")
