"""Loads the server once, and forks one for each line on standard input: a list of arguments in JSON, and a log file."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import NoReturn

from railbird_server.cli.serve import serve


def become_server(words: list[str]) -> NoReturn:
    """Serves with those arguments, and writes to the end of the file that is the last word."""
    *arguments, log = words
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    output = os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, target in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, target)
    serve.main(arguments)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that nobody has to wait for those who were killed
    while line := sys.stdin.readline():
        process = os.fork()
        if process == 0:
            become_server(json.loads(line))
        print(process, flush=True)


if __name__ == "__main__":
    main()
