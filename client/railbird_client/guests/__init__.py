"""Guests: players who come over a line, such as ssh or a web page, and whose client runs here."""
