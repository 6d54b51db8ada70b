"""A tournament of bots at a real server, told from its draw to the last place, with what everybody has won."""

from __future__ import annotations

from railbird_server.config import ServerSettings
from railbird_server.demo.hands import DemoError, PrintLine
from railbird_server.runtime.server import Server
from railbird_shared.carrier import Carrier
from railbird_shared.conversation import CommandRefused, Conversation, Received
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.messages import Refused
from railbird_shared.tournament import messages as tournament_messages
from railbird_shared.tournament.structure import Level, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentView

_HANDS_A_LEVEL = 6
_BETS = (20, 40, 60, 100, 160, 240, 400, 600, 1000, 1600, 2400, 4000)
"""Levels of a few hands each, so that a tournament of bots is over soon."""

_CHIPS, _BUY_IN, _BOUNTY, _SEATS = 3000, 20, 5, 9


async def run_tournament_demo(*, game: str, players: int, print_line: PrintLine, seats: int = 0) -> int:
    """Plays a tournament of so many bots and prints it; returns the exit status.

    With `seats` 0 a table has nine, or as many as the game is for. The status is 1 if a chip or a unit is missing, or
    the tournament pauses after a fault or cannot be played so.
    """
    settings = ServerSettings(
        host="127.0.0.1", port=0, discovery=False, pause=0.0, clock=0, bots_human_pace=False, bot_processes=0
    )
    terms = TournamentTerms(
        name="Demonstration",
        game=game,
        seats=seats or min(_SEATS, VARIANTS[game].max_seats),
        chips=_CHIPS,
        levels=tuple(Level(bet=bet, hands=_HANDS_A_LEVEL) for bet in _BETS),
        buy_in=_BUY_IN,
        bounty=_BOUNTY,
        bots_to=players,
    )
    async with Server(settings) as server:
        try:
            spectator = Carrier(Conversation("Spectator", cleans=False), server.connect_in_memory())
            await spectator.hello()
            tournament = (await spectator.request(tournament_messages.OpenTournament(terms=terms))).tournament
            await spectator.request(tournament_messages.ReadTournament(tournament=tournament))
            await spectator.send(tournament_messages.StartTournament(tournament=tournament))
            view = await _follow(spectator, print_line)
        except (CommandRefused, DemoError) as error:
            print_line(str(error))
            return 1
    return _tell_results(view, players, print_line)


async def _follow(spectator: Carrier, print_line: PrintLine) -> TournamentView:
    """Prints what is told; returns the tournament as it ends. Raises CommandRefused, or DemoError where it pauses."""
    level = 0
    while True:
        event = await spectator.receive()
        message = event.message if isinstance(event, Received) else None
        if isinstance(message, Refused):
            raise CommandRefused(message)
        if isinstance(message, tournament_messages.TournamentLine):
            print_line(message.sentence)
        if isinstance(message, tournament_messages.TournamentPage):
            status = message.view.status
            if status.level > level and not status.phase.is_over:
                level = status.level
                print_line(f"-- {status.left} left at {status.tables} table{'s' * (status.tables != 1)}")
            if status.phase is Phase.PAUSED:
                raise DemoError("The tournament has paused; nobody plays on.")
            if status.phase.is_over:
                return message.view


def _tell_results(view: TournamentView, players: int, print_line: PrintLine) -> int:
    """Prints places and prizes; returns 1 unless chips and prizes are exact."""
    print_line("")
    for standing in view.standings:
        place = f"{standing.place}{'=' if standing.tied else '.'}"
        won = f"  prize {standing.prize:,}" if standing.prize else ""
        out = f"  bounties {standing.bounties:,} for {standing.knocked_out}" if standing.knocked_out else ""
        print_line(f"{place:>4} {standing.name:<16}{won}{out}")
    chips = sum(standing.stack for standing in view.standings)
    units = sum(standing.prize + standing.bounties for standing in view.standings)
    print_line("")
    print_line(f"{chips:,} chips are in play, and {units:,} of {players * _BUY_IN:,} units are won.")
    return 0 if (chips, units) == (players * _CHIPS, players * _BUY_IN) else 1
