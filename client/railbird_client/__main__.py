"""Lets `python -m railbird_client` do what `railbird` does."""

from railbird_client.cli import main

if __name__ == "__main__":
    main()
