"""A page over the lobby or a table: the tournaments of the server, and one with all that belongs to it.

Its keys are the acts that the player, or its host, may do there now.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.drawing.text_roles import PageWriter
from railbird_client.drawing.text_width import truncate
from railbird_client.player_requests import FollowTournament
from railbird_client.tournament import tournament_deal
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.tournament_page import tournament_page, tournaments_page
from railbird_client.tournament.tournament_words import duration_words, read_code
from railbird_client.widgets.controls import KeyHint, LineInput
from railbird_client.widgets.dialogs import (
    MAX_CHOICES,
    Ask,
    Choice,
    ChoiceDialog,
    ConfirmDialog,
    Dialog,
    LineDialog,
    PasswordDialog,
    ask,
    carry_out,
    field_row,
    reading,
)
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import Page
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.game.catalogue import GAMES, GameChoice
from railbird_shared.protocol.commands import Command, Watch
from railbird_shared.tournament import messages
from railbird_shared.tournament.structure import TournamentTerms
from railbird_shared.tournament.view import (
    DealMethod,
    Standing,
    TournamentOffer,
    TournamentStatus,
    TournamentView,
    prize_words,
)

MAX_CODE = 60
"""The most characters of a code as it is typed, with what stands between its groups."""

SECOND = 1.0


class DealDialog(ChoiceDialog[DealMethod]):
    """Asks how to share what is left of the prizes, beside what each way would give now."""

    ROWS = 14
    """Rows of the terminal that the dialog takes besides its lines of players."""
    WIDTH = 52

    def __init__(self, view: TournamentView) -> None:
        ways = enumerate(tournament_deal.METHOD_WORDS.items(), 1)
        super().__init__("Propose a deal", {number: (words, method) for number, (method, words) in ways})
        left = prize_words(sum(tournament_deal.prizes_left(view)), view.status.unit)
        self.sentences = (f"{left} are left to share. All have to agree.",)
        self._view = view

    def rows(self) -> Iterable[Widget]:
        """Yields what there is to share, who would get what where there is room, and the ways to choose from."""
        question, *ways = super().rows()
        yield question
        if len(tournament_deal.players_left(self._view)) + self.ROWS <= self.app.size.height:
            width = min(self.WIDTH, self.app.size.width * 96 // 100 - 6)
            lines = ("".join(span.text for span in line) for line in tournament_deal.preview_lines(self._view, width))
            yield self.line("\n".join(lines), "preview")
        yield from ways


class AmountsDialog(Dialog[messages.ProposeDeal]):
    """Asks what every player left gets, and what stays for the winner.

    The amounts begin with what the stacks are worth beside the winner's part.
    """

    heading = "A deal by amounts"
    accept_label = "Propose it"
    hints = ("",)

    def __init__(self, view: TournamentView) -> None:
        super().__init__()
        self._view = view
        worth = {number: str(units) for number, units in tournament_deal.shares_beside(view, "0").items()}
        numbers = [standing.number for standing in tournament_deal.players_left(view)]
        self._amounts = {number: LineInput(worth.get(number, ""), max_length=15) for number in numbers}
        self._for_winner = LineInput("0", max_length=15)
        self._filled = self._typed

    def on_mount(self) -> None:
        """Says how much there is to share."""
        self._show_sum()

    def _fill(self) -> None:
        """Writes what the stacks are worth beside the winner's part, until the player names amounts of their own."""
        if self._typed != self._filled:
            return
        for number, units in tournament_deal.shares_beside(self._view, self._for_winner.value).items():
            self._amounts[number].value = str(units)
        self._filled = self._typed

    def rows(self) -> Iterable[Widget]:
        """Yields a row for each player, one for the winner's part, and how much is shared."""
        with VerticalScroll(classes="many", can_focus=False):
            for standing in tournament_deal.players_left(self._view):
                yield field_row(truncate(standing.name, 18), self._amounts[standing.number])
            yield field_row("For the winner", self._for_winner)
        yield from super().rows()

    @on(Input.Changed)
    def _amount_changed(self, changed: Input.Changed) -> None:
        if changed.input is self._for_winner:
            self._fill()
        self._show_sum()

    def _show_sum(self) -> None:
        self.query_one(".trouble").display = False
        words = tournament_deal.share_words(self._view, self._typed, self._for_winner.value)
        self.query_one(".hint", Static).update(Content(words))

    @property
    def _typed(self) -> dict[int, str]:
        return {number: amount.value for number, amount in self._amounts.items()}

    def read_answer(self) -> messages.ProposeDeal:
        """Reads the amounts; raises ValueError."""
        return tournament_deal.read_amounts(self._view, self._typed, self._for_winner.value)


class CancelTournamentDialog(ConfirmDialog[messages.CancelTournament]):
    """Asks whether to cancel a tournament; [Y] does, and Enter does not.

    [C] and Enter call a bet at a table, and could be meant for the one below.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "wait", "Wait for [Y]", show=False)]
    cancel_label = "Go on"

    def __init__(self, tournament: str) -> None:
        question = "Cancel the tournament? There are no places then, and all that was paid is paid back."
        super().__init__(question, "Cancel it", messages.CancelTournament(tournament=tournament), key="Y")

    def action_wait(self) -> None:
        """Leaves the box open."""


def find_entrant(entrants: Sequence[Standing], typed: str) -> int:
    """Returns the number of the player whose name is typed, or begins so; raises ValueError with a sentence."""
    wanted = typed.strip().casefold()
    found = [each for each in entrants if each.name.casefold() == wanted]
    found = found or [each for each in entrants if wanted and each.name.casefold().startswith(wanted)]
    if len(found) != 1:
        raise ValueError("Several players are called so: type more." if found else "No player is called so.")
    return found[0].number


class OfferKey(NamedTuple):
    """A key, what it does in a word or two, the offer that it takes, and the choice of a player who takes it."""

    key: str
    label: str
    offer: TournamentOffer
    choice: Callable[[TournamentView], Choice]


def _enter(view: TournamentView) -> Choice:
    enter = partial(messages.RegisterTournament, tournament=view.status.tournament)
    dialog = partial(PasswordDialog, view.status.name, "Players need the password to enter.")
    return Ask(dialog, lambda password: enter(password=password)) if view.status.locked else enter()


def _propose_deal(view: TournamentView) -> Choice:
    def propose(method: DealMethod) -> Choice:
        if method is DealMethod.AMOUNTS:
            return Ask(partial(AmountsDialog, view))
        return messages.ProposeDeal(tournament=view.status.tournament, method=method)

    return Ask(partial(DealDialog, view), propose)


def _remove(view: TournamentView) -> Choice:
    dialog = partial(
        LineDialog[int],
        "Remove a player",
        "Name",
        partial(find_entrant, tournament_deal.players_left(view)),
        accept="Remove",
        hint="Their chips leave play; before the start their entry is paid back.",
        max_length=40,
    )
    return Ask(dialog, lambda number: messages.RemoveEntrant(tournament=view.status.tournament, number=number))


def _at_once(command: Callable[..., Command], **more: bool) -> Callable[[TournamentView], Choice]:
    """Returns a choice of which nothing has to be asked."""
    return lambda view: command(tournament=view.status.tournament, **more)


DECLINE_KEY = "O"
"""The key that declines a rebuy, for a player who is out unless they rebuy."""

_O = TournamentOffer

OFFER_KEYS = (
    OfferKey("E", "Enter", _O.REGISTER, _enter),
    OfferKey("E", "Enter again", _O.RE_ENTER, _enter),
    OfferKey("U", "Take the entry back", _O.UNREGISTER, _at_once(messages.UnregisterTournament)),
    OfferKey("B", "Rebuy", _O.REBUY, _at_once(messages.BuyTournamentChips, add_on=False)),
    OfferKey(DECLINE_KEY, "No rebuy", _O.REBUY, _at_once(messages.DeclineRebuy)),
    OfferKey("A", "Add-on", _O.ADD_ON, _at_once(messages.BuyTournamentChips, add_on=True)),
    OfferKey("Y", "Agree to the deal", _O.ANSWER_DEAL, _at_once(messages.AnswerDeal, agree=True)),
    OfferKey("X", "Refuse it", _O.ANSWER_DEAL, _at_once(messages.AnswerDeal, agree=False)),
    OfferKey("D", "Propose a deal", _O.PROPOSE_DEAL, _propose_deal),
    OfferKey("S", "Start", _O.START, _at_once(messages.StartTournament)),
    OfferKey("P", "Pause", _O.PAUSE, _at_once(messages.PauseTournament, on=True)),
    OfferKey("P", "Go on", _O.RESUME, _at_once(messages.PauseTournament, on=False)),
    OfferKey("K", "Remove a player", _O.REMOVE, _remove),
    OfferKey("C", "Cancel it", _O.CANCEL, lambda view: Ask(partial(CancelTournamentDialog, view.status.tournament))),
)
"""The keys of all that may be offered, in the order in which they are shown."""


def rebuy_words(running: Running, terms: TournamentTerms, now: float) -> str:
    """Returns what a player without chips has to decide, and by when; empty where nothing is to be decided."""
    left = running.rebuy_seconds(now)
    if left is None or TournamentOffer.REBUY not in running.you.offers:
        return ""
    rebuys = terms.rebuys
    price = f" {rebuys.chips:,} chips for {prize_words(rebuys.price, terms.unit)}" if rebuys else ""
    return f"You have no chips left: rebuy{price} within {duration_words(left)}, or you are out."


class TournamentsPage(Page):
    """Lists the tournaments, and shows the one that the player chooses; Esc leads from it to the list.

    With a `tournament` only that one is shown, with `first` that one before the list. `now` is a clock in seconds that
    never goes back.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, priority=True),
        Binding(with_capitals("q") + ",ctrl+t", "dismiss(None)", "Close", show=False),
        Binding("enter", "read", "Show the tournament, or go to your seat in it", show=False),
        Binding("up", "move(-1)", "The tournament before", show=False),
        Binding("down", "move(1)", "The next tournament", show=False),
        Binding(with_capitals("n"), "open", "Open a tournament", show=False),
        Binding(with_capitals("g"), "find", "Show one that is not listed, by its code", show=False),
        Binding(with_capitals("w"), "watch", "Watch a table", show=False),
        Binding(with_capitals("f"), "follow", "Follow all tables", show=False),
        *(
            Binding(with_capitals(key), f"offer('{key.upper()}')", show=False)
            for key in sorted({each.key.lower() for each in OFFER_KEYS})
        ),
    ]

    def __init__(
        self,
        *,
        own_name: str,
        tournament: str = "",
        first: str = "",
        games: tuple[GameChoice, ...] = GAMES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._known = KnownTournaments()
        self._own_name = own_name
        self._only = tournament
        self._shown = tournament or first
        self._games = games
        self._now = now
        self._chosen = 0
        self._opened: frozenset[str] | None = None
        self._code = ""
        super().__init__("tournament" if tournament else "tournaments", self._page())
        self._hints: tuple[tuple[KeyHint, Callable[[], bool]], ...] = (
            (KeyHint("Enter", "Show", "screen.read"), lambda: not self._shown and bool(self._listed)),
            (KeyHint("Enter", "To your table", "screen.read"), lambda: bool(self._own_table)),
            (KeyHint("N", "New tournament", "screen.open"), lambda: not self._shown),
            (KeyHint("G", "By its code", "screen.find"), lambda: not self._shown),
            *(
                (KeyHint(each.key, each.label, f"screen.offer('{each.key}')"), partial(self._is_offered, each))
                for each in OFFER_KEYS
            ),
            (KeyHint("W", "Watch", "screen.watch"), lambda: not self._only and bool(self._tables)),
            (KeyHint("F", "Follow", "screen.follow"), lambda: self._may_be_several),
        )

    def compose(self) -> ComposeResult:
        """Builds the page, with the keys above it."""
        with self._box:
            yield Horizontal(*(hint for hint, _ in self._hints), id="tournament-keys")
            yield Static(id="tournament-note")
            yield self._canvas

    def on_mount(self) -> None:
        """Asks for the list or the tournament, and moves its clock every second."""
        self._show_keys()  # before the first frame, which would show all of them
        self.query_one("#tournament-note").display = False
        shown = self._shown
        self.request(messages.ReadTournament(tournament=shown) if shown else messages.ListTournaments())
        self.set_interval(SECOND, self._rewrite)

    def on_unmount(self) -> None:
        """Follows the tournament no longer."""
        if self._shown:
            self.request(messages.ReadTournament(tournament=""))

    def show_session(self, session: SessionView) -> None:
        """Shows what the server has told by now; a tournament that the player has just opened is shown itself."""
        super().show_session(session)
        before, known = self._known, session.tournaments
        self._known = known
        if known == before:
            return
        told = known.view.status.tournament if known.view is not None and known.view is not before.view else ""
        if told and self._opened is not None and told not in self._opened:
            self._shown, self._opened = told, None
        if known.error and self._shown == self._code and self._view is None:
            self._shown = self._code = ""  # there is none of that code
        self._rewrite()

    # --- what is shown ---

    @property
    def _view(self) -> TournamentView | None:
        """The tournament that is shown, None while the list is, or until it has come."""
        view = self._known.view
        return view if view is not None and view.status.tournament == self._shown else None

    @property
    def _listed(self) -> tuple[TournamentStatus, ...]:
        return self._known.listed or ()

    def _page(self) -> PageWriter:
        view, running = self._view, self._known.running
        if view is not None and running is not None:
            return tournament_page(view, running, self._now(), own_name=self._own_name)
        self._chosen = max(0, min(self._chosen, len(self._listed) - 1))
        return tournaments_page(self._known, chosen=self._chosen, now=self._now())

    def _rewrite(self) -> None:
        if not self.is_mounted:
            return
        view, running = self._view, self._known.running
        self._box.border_title = Content(view.status.name if view else "tournaments")
        self._show_keys()
        note = self._known.error if self._shown else ""
        if view is not None and running is not None:
            note = rebuy_words(running, view.terms, self._now()) or note
        line = self.query_one("#tournament-note", Static)
        line.display = bool(note)
        line.update(Content.styled(note, "bold $text-warning"))
        self.rewrite(self._page())

    def _show_keys(self) -> None:
        """Shows the keys of what can be done now, which can be clicked, and where Esc leads."""
        self.show_hint(Content("Esc goes back" if self._shown and not self._only else "Esc closes"))
        for hint, is_shown in self._hints:
            hint.display = is_shown()
        self.query_one("#tournament-keys").display = any(hint.display for hint, _ in self._hints)

    @property
    def _own_table(self) -> str:
        """The id of the table where the player has a seat and is not, empty without one."""
        running, view = self._known.running, self._view
        if running is None or view is None or self._only or not view.status.phase.plays:
            return ""
        return running.you.table

    def _is_offered(self, key: OfferKey) -> bool:
        running = self._known.running
        if running is None or self._view is None or key.offer not in running.you.offers:
            return False
        return key.key != DECLINE_KEY or running.you.rebuy_ms is not None

    @property
    def _tables(self) -> tuple[tuple[str, str], ...]:
        """The tables that can be watched, each with its label."""
        view = self._view
        listed = sorted(view.tables, key=lambda each: each.number) if view and view.status.phase.plays else ()
        return tuple(
            (f"{'the final table' if each.final else f'table {each.number}'}, {each.players} players", each.table)
            for each in listed
        )

    @property
    def _may_be_several(self) -> bool:
        """Whether the tournament has several tables, or may get them."""
        view = self._view
        return view is not None and view.status.phase.plays and view.terms.most_players > view.terms.seats

    # --- keys ---

    def action_back(self) -> None:
        """Leads from a tournament to the list, and from the list back."""
        if self._shown and not self._only:
            self._shown = ""
            self.request(messages.ReadTournament(tournament=""))
            self.request(messages.ListTournaments())
            self._rewrite()
        else:
            self.dismiss(None)

    def action_read(self) -> None:
        """Shows the marked tournament; from its page the player goes to their seat in it."""
        if own_table := self._own_table:
            self.request(Watch(table=own_table))
        elif not self._shown and self._chosen < len(self._listed):
            self._shown = self._listed[self._chosen].tournament
            self.request(messages.ReadTournament(tournament=self._shown))
            self._rewrite()

    def action_move(self, by: int) -> None:
        """Marks another tournament; one that is shown scrolls."""
        if self._shown:
            self._box.scroll_relative(y=by, animate=False)
            return
        self._chosen += by
        self._rewrite()

    def action_open(self) -> None:
        """Asks for everything about a new tournament."""
        from railbird_client.hosting.form_screen import tournament_form  # noqa: PLC0415  a page needs no form

        if self._shown or not self.is_active:
            return

        def open_tournament(command: messages.OpenTournament) -> None:
            self._opened = frozenset(status.tournament for status in self._listed)
            self.request(command)

        ask(self.app, tournament_form(self.app, self._own_name, self._games), open_tournament)

    def action_find(self) -> None:
        """Asks for the code of a tournament that is not listed, and shows it."""
        if not self._shown and self.is_active:
            dialog = LineDialog(
                "A tournament that is not listed",
                "Code",
                reading(read_code, "Type the code as you were told it: letters and digits.", str),
                accept="Show",
                hint="Its host finds it on the tournament's page.",
                max_length=MAX_CODE,
            )
            ask(self.app, dialog, self._find)

    def _find(self, code: str) -> None:
        self._shown = self._code = code
        self.request(messages.ReadTournament(tournament=code))

    def action_watch(self) -> None:
        """Asks which table to watch, where there are several."""
        tables = () if self._only else self._tables
        if len(tables) == 1:
            self.request(Watch(table=tables[0][1]))
        elif tables:
            dialog = partial(ChoiceDialog[str], "Watch which table?", dict(enumerate(tables[:MAX_CHOICES], 1)))
            carry_out(self.app, Ask(dialog, lambda table: Watch(table=table)), self.request)

    def action_follow(self) -> None:
        """Starts or stops following all tables of the tournament."""
        if self._view is not None and self._tables:
            self.request(FollowTournament(self._view.status.tournament))

    def action_offer(self, key: str) -> None:
        """Does what a key stands for, if it is offered now."""
        offered = next((each for each in OFFER_KEYS if each.key == key and self._is_offered(each)), None)
        if self._view is not None and offered is not None and self.is_active:
            carry_out(self.app, offered.choice(self._view), self.request)
