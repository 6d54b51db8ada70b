"""The words of a lobby and of tournaments: the way to a table, an entry, and what a tournament offers a player."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from railbird_client.lines.replies import Asked, Player, Reader, Reply, Sentence, Word, find_name, is_seated, sure
from railbird_client.lines.table_acts import HOST_WORDS, TABLE_WORDS, answer_chips, sit_down
from railbird_client.player_requests import ScreenRequest, SeatRequest
from railbird_client.table.questions import requests_to_host
from railbird_client.tournament.known_tournaments import Running
from railbird_shared.protocol import commands
from railbird_shared.protocol.messages import TableInfo
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament import messages as tournaments
from railbird_shared.tournament.view import DealMethod, TournamentOffer


def _is_in_lobby(player: Player) -> bool:
    return player.lobby is not None


def _knows_tournaments(player: Player) -> bool:
    return player.running is not None or bool(player.known.listed)


def _go(request: Callable[[TableInfo], ScreenRequest]) -> Reader:
    """Returns the meaning of going to a table of the lobby, by its number or name."""

    def read(player: Player, rest: str) -> Reply:
        if player.lobby is None:
            return Sentence("Say leave first: that works where the tables are listed.")
        tables = player.lobby.lobby.tables
        place = find_name(rest, [each.name for each in tables]) if rest or len(tables) != 1 else 0
        if place is not None:
            return (request(tables[place]),)
        return Sentence(
            "Say the number of a table after it: tables tells them." if tables else "There is no table yet."
        )

    return read


def _tables(player: Player, rest: str) -> Reply:
    """Tells the tables, the next of a long list, or those that have a text in their names."""
    lobby = player.lobby
    if lobby is None:
        return Asked("tables")
    wanted = commands.ListTables(find=clean_table_name(rest))
    if rest.lower() == "more":
        wanted = replace(lobby.request, first=lobby.lobby.first + len(lobby.lobby.tables))
    return Asked("tables", first=() if wanted == lobby.request else (wanted,))


_join = _go(lambda table: SeatRequest(table.table, waits=table.must_wait))


def _sit(player: Player, rest: str) -> Reply:
    return _join(player, rest) if player.view is None else sit_down(player, rest)


def _offer(offer: TournamentOffer, command: Callable[[str], ScreenRequest], question: str = "") -> Word:
    """Returns a word for what a tournament offers the player now."""

    def find(player: Player) -> Running | None:
        known = (player.running, player.known.running, *player.known.entries)
        return next((each for each in known if each is not None and offer in each.you.offers), None)

    def read(player: Player, _: str) -> Reply:
        running = find(player)
        if running is None:
            return Sentence("No tournament offers you that now.")
        act: Reply = (command(running.status.tournament),)
        return sure(question, act) if question else act

    return Word(lambda player: find(player) is not None, read)


_O = TournamentOffer
_RE_ENTER = _offer(_O.RE_ENTER, lambda of: tournaments.RegisterTournament(tournament=of))
_TOURNAMENT_WORDS = {
    "addon": _offer(_O.ADD_ON, lambda of: tournaments.BuyTournamentChips(tournament=of, add_on=True)),
    "decline": _offer(_O.REBUY, lambda of: tournaments.DeclineRebuy(tournament=of)),
    "agree": _offer(_O.ANSWER_DEAL, lambda of: tournaments.AnswerDeal(tournament=of)),
    "start": _offer(_O.START, lambda of: tournaments.StartTournament(tournament=of)),
    "halt": _offer(_O.PAUSE, lambda of: tournaments.PauseTournament(tournament=of)),
    "resume": _offer(_O.RESUME, lambda of: tournaments.PauseTournament(tournament=of, on=False)),
    "cancel": _offer(
        _O.CANCEL, lambda of: tournaments.CancelTournament(tournament=of), "Cancel the tournament? All are paid back."
    ),
}
_REBUY = _offer(_O.REBUY, lambda of: tournaments.BuyTournamentChips(tournament=of))
_REFUSE_DEAL = _offer(_O.ANSWER_DEAL, lambda of: tournaments.AnswerDeal(tournament=of, agree=False))


def _enter(player: Player, rest: str) -> Reply:
    """Enters a tournament by its number in the list, with its password after it; or again, at its table."""
    if player.lobby is None:
        return _RE_ENTER.read(player, rest)
    listed, (number, _, password) = player.known.listed or (), rest.partition(" ")
    place = find_name(number, [each.name for each in listed]) if rest or len(listed) != 1 else 0
    if place is None:
        return Sentence("Say enter and the number of a tournament: tournaments tells them.")
    of = listed[place].tournament
    entry = tournaments.RegisterTournament(tournament=of, password=password)
    return Asked("entry", 1, first=(tournaments.ReadTournament(tournament=of), entry))


_UNREGISTER = _offer(_O.UNREGISTER, lambda of: tournaments.UnregisterTournament(tournament=of))


def _unregister(player: Player, rest: str) -> Reply:
    match _UNREGISTER.read(player, rest):
        case (tournaments.UnregisterTournament(tournament=of) as entry,):
            first = (tournaments.ReadTournament(tournament=of), entry)
            return sure("Take your entry back?", Asked("entry", first=first))
        case refusal:
            return refusal


def _rebuy(player: Player, rest: str) -> Reply:
    return (_REBUY if player.view is None or player.view.tournament else TABLE_WORDS["chips"]).read(player, rest)


def _page(query: str) -> Reader:
    """Returns the meaning of a question about a tournament: its own one at a table, else that of a number or name."""

    def read(player: Player, rest: str) -> Reply:
        listed = player.known.listed or ()
        place = find_name(rest, [each.name for each in listed]) if rest or len(listed) != 1 else 0
        running = player.running or (player.known.entries[0] if player.known.entries and not rest else None)
        status = running.status if running is not None else listed[place] if place is not None else None
        if status is None:
            return Sentence(f"Say {query} and the number of a tournament: tournaments tells them.")
        return Asked(query, first=(tournaments.ReadTournament(tournament=status.tournament, follow=False),))

    return read


def _deal(player: Player, rest: str) -> Reply:
    """Tells the deal that is proposed, or proposes one."""
    if rest.lower() not in {DealMethod.ICM, DealMethod.CHIPS, DealMethod.EQUAL}:
        return _page("deal")(player, "")
    method = DealMethod(rest.lower())
    propose = _offer(_O.PROPOSE_DEAL, lambda of: tournaments.ProposeDeal(tournament=of, method=method))
    return propose.read(player, "")


def _refuse(player: Player, rest: str) -> Reply:
    """Refuses chips as the host, else the deal that is proposed."""
    if player.view is not None and requests_to_host(player.view):
        return answer_chips(approve=False)(player.view, rest)
    return _REFUSE_DEAL.read(player, rest)


LOBBY_WORDS = {
    "tables": Word(_is_in_lobby, _tables, "or tables and a name"),
    "join": Word(_is_in_lobby, _join, "2"),
    "watch": Word(_is_in_lobby, _go(lambda table: commands.Watch(table=table.table)), "2"),
    "sit": Word(lambda player: not is_seated(player), _sit, "3"),
    "tournaments": Word(_is_in_lobby, lambda *_: Asked("tournaments")),
    "tournament": Word(_knows_tournaments, _page("tournament"), "1"),
    "standings": Word(_knows_tournaments, _page("standings"), "1"),
    "enter": Word(lambda player: _is_in_lobby(player) or _RE_ENTER.works(player), _enter, "1"),
    "unregister": Word(_UNREGISTER.works, _unregister),
    "rebuy": Word(lambda player: TABLE_WORDS["chips"].works(player) or _REBUY.works(player), _rebuy),
    "deal": Word(lambda player: player.running is not None, _deal, "icm, chips or equal"),
    "refuse": Word(lambda player: _REFUSE_DEAL.works(player) or HOST_WORDS["give"].works(player), _refuse, "NAME"),
    **_TOURNAMENT_WORDS,
}
"""The words of a lobby and of tournaments, at their tables, too."""
