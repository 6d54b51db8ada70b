"""A page over the lobby or a table: the tournaments of the server, and one with all that belongs to it.

Its keys are the acts that the player, or its host, may do there now.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input, Static

from railbird_client.drawing.text_roles import PageWriter
from railbird_client.drawing.text_width import truncate
from railbird_client.follow.followed_tables import FollowTournament
from railbird_client.tournament import tournament_deal
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_client.tournament.tournament_page import tournament_page, tournaments_page
from railbird_client.tournament.tournament_words import duration_words, read_code
from railbird_client.widgets.controls import KeyHint, LineInput
from railbird_client.widgets.dialogs import (
    MAX_CHOICES,
    ChoiceDialog,
    ConfirmDialog,
    Dialog,
    LineDialog,
    PasswordDialog,
    field_row,
    reading,
)
from railbird_client.widgets.page_screen import Page
from railbird_client.widgets.screen_messages import CommandRequested
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.game.catalogue import GAMES, GameChoice
from railbird_shared.protocol.commands import Watch
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

Answer = TypeVar("Answer")

MAX_CODE = 60
"""The most characters of a code as it is typed, with what stands between its groups."""


class CodeDialog(LineDialog[str]):
    """Asks for the code of a tournament that is not listed, which is its id."""

    def __init__(self) -> None:
        super().__init__(
            "A tournament that is not listed",
            "Code",
            reading(read_code, "Type the code as you were told it: letters and digits.", str),
            accept="Show",
            hint="Its host finds it on the tournament's page.",
            max_length=MAX_CODE,
        )


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
        players = tournament_deal.players_left(view)
        self._amounts = {standing.number: LineInput(max_length=15) for standing in players}
        self._for_winner = LineInput("0", max_length=15)
        self._filled = self._typed

    def compose(self) -> ComposeResult:
        """Builds the box, and fills it in."""
        yield from super().compose()
        self._fill()

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
        self.query_one(".hint", Static).update(
            Content(tournament_deal.share_words(self._view, self._typed, self._for_winner.value))
        )

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
        raise ValueError("Several players are called so: type more." if found else "Nobody who plays is called so.")
    return found[0].number


class OfferKey(NamedTuple):
    """A key, what it does in a word or two, the offer that it takes, and its command unless more has to be asked."""

    key: str
    label: str
    offer: TournamentOffer
    command: Callable[[str], messages.TournamentCommand] | None = None

    @property
    def name(self) -> str:
        """A name of its own."""
        return f"{self.offer.value}-{self.key.lower()}"


_O = TournamentOffer

DECLINE_KEY = "O"
"""The key that declines a rebuy."""

ALL_OFFER_KEYS = (
    OfferKey("E", "Enter", _O.REGISTER),
    OfferKey("E", "Enter again", _O.RE_ENTER),
    OfferKey("U", "Take the entry back", _O.UNREGISTER, lambda of: messages.UnregisterTournament(tournament=of)),
    OfferKey("B", "Rebuy", _O.REBUY, lambda of: messages.BuyTournamentChips(tournament=of, add_on=False)),
    OfferKey(DECLINE_KEY, "No rebuy", _O.REBUY, lambda of: messages.DeclineRebuy(tournament=of)),
    OfferKey("A", "Add-on", _O.ADD_ON, lambda of: messages.BuyTournamentChips(tournament=of, add_on=True)),
    OfferKey("Y", "Agree to the deal", _O.ANSWER_DEAL, lambda of: messages.AnswerDeal(tournament=of, agree=True)),
    OfferKey("X", "Refuse it", _O.ANSWER_DEAL, lambda of: messages.AnswerDeal(tournament=of, agree=False)),
    OfferKey("D", "Propose a deal", _O.PROPOSE_DEAL),
    OfferKey("S", "Start", _O.START, lambda of: messages.StartTournament(tournament=of)),
    OfferKey("P", "Pause", _O.PAUSE, lambda of: messages.PauseTournament(tournament=of, on=True)),
    OfferKey("P", "Go on", _O.RESUME, lambda of: messages.PauseTournament(tournament=of, on=False)),
    OfferKey("K", "Remove a player", _O.REMOVE),
    OfferKey("C", "Cancel it", _O.CANCEL),
)
"""The keys of all that may be offered, in the order in which they are shown."""


def offer_keys(offers: tuple[TournamentOffer, ...], *, can_decline: bool = False) -> tuple[OfferKey, ...]:
    """Returns the keys of what is offered, in the order in which they are shown.

    `can_decline` says that the player is out unless they rebuy, and may say at once that they do not.
    """
    return tuple(each for each in ALL_OFFER_KEYS if each.offer in offers and (can_decline or each.key != DECLINE_KEY))


def rebuy_words(running: Running, terms: TournamentTerms | None, now: float) -> str:
    """Returns what a player without chips has to decide, and by when; empty where nothing is to be decided."""
    left = running.rebuy_seconds(now)
    if left is None or TournamentOffer.REBUY not in running.you.offers:
        return ""
    price = ""
    if terms is not None and terms.rebuys is not None:
        price = f" {terms.rebuys.chips:,} chips for {prize_words(terms.rebuys.price, terms.unit)}"
    return f"You have no chips left: rebuy{price} within {duration_words(left)}, or you are out."


LIST_HINT = Content("Esc closes")
DETAILS_HINT = Content("Esc goes back")
SECOND = 1.0


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
        *(Binding(with_capitals(key), f"offer('{key.upper()}')", show=False) for key in "eubaoyxdspkc"),
    ]

    def __init__(
        self,
        known: KnownTournaments,
        *,
        own_name: str,
        tournament: str = "",
        first: str = "",
        games: tuple[GameChoice, ...] = GAMES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._known = known
        self._own_name = own_name
        self._only = tournament
        self._shown = tournament or first
        self._games = games
        self._now = now
        self._chosen = 0
        self._opened: frozenset[str] | None = None
        self._code = ""
        super().__init__("tournament" if tournament else "tournaments", self._page())
        self._box.border_subtitle = LIST_HINT

    def compose(self) -> ComposeResult:
        """Builds the page, with the keys above it."""
        with self._box:
            with Horizontal(id="tournament-keys"):
                yield KeyHint("Enter", "Show", "screen.read", classes="of-list of-chosen")
                yield KeyHint("Enter", "To your table", "screen.read", classes="of-seat")
                yield KeyHint("N", "New tournament", "screen.open", classes="of-list")
                yield KeyHint("G", "By its code", "screen.find", classes="of-list")
                for each in ALL_OFFER_KEYS:
                    yield KeyHint(each.key, each.label, f"screen.offer('{each.key}')", classes=f"of-offer {each.name}")
                yield KeyHint("W", "Watch", "screen.watch", classes="of-tables")
                yield KeyHint("F", "Follow", "screen.follow", classes="of-several")
            yield Static(id="tournament-note")
            yield self._canvas

    def on_mount(self) -> None:
        """Asks for the list or the tournament, and moves its clock every second."""
        super().on_mount()
        self._show_keys()  # before the first frame, which would show all of them
        self.query_one("#tournament-note").display = False
        if self._shown:
            self._ask(messages.ReadTournament(tournament=self._shown))
        else:
            self._ask(messages.ListTournaments())
        self.set_interval(SECOND, self._rewrite)
        self._rewrite()

    def on_unmount(self) -> None:
        """Follows the tournament no longer."""
        if self._shown:
            self.app.post_message(CommandRequested(messages.ReadTournament(tournament="")))

    def show(self, known: KnownTournaments) -> None:
        """Shows what the server has told by now; a tournament that the player has just opened is shown itself."""
        before, self._known = self._known, known
        if known == before:
            return
        told = known.view.status.tournament if known.view is not None and known.view is not before.view else ""
        if told and self._opened is not None and told not in self._opened:
            self._shown, self._opened = told, None
        if known.error and self._shown == self._code and self._status is None:
            self._shown = self._code = ""  # there is none of that code
        self._rewrite()

    def show_turn_notice(self, *, on: bool) -> None:
        """Shows on the border that it is the reader's turn, or takes that away."""
        super().show_turn_notice(on=on)
        if not on:
            self._box.border_subtitle = DETAILS_HINT if self._shown and not self._only else LIST_HINT

    # --- what is shown ---

    @property
    def _status(self) -> TournamentStatus | None:
        """The tournament that is shown, None while the list is, or until it has come."""
        view = self._known.view
        return view.status if view is not None and view.status.tournament == self._shown else None

    @property
    def _listed(self) -> tuple[TournamentStatus, ...]:
        return self._known.listed or ()

    def _page(self) -> PageWriter:
        view, running = self._known.view, self._known.running
        if self._shown and view is not None and running is not None and view.status.tournament == self._shown:
            return tournament_page(view, running, self._now(), own_name=self._own_name)
        self._chosen = max(0, min(self._chosen, len(self._listed) - 1))
        return tournaments_page(self._known, chosen=self._chosen, now=self._now())

    def _rewrite(self) -> None:
        if not self.is_mounted:
            return
        self._write = self._page()
        status = self._status
        self._box.border_title = Content(status.name if status else "tournaments")
        self._show_keys()
        running = self._known.running
        note = self._known.error if self._shown else ""
        if status is not None and running is not None and self._known.view is not None:
            note = rebuy_words(running, self._known.view.terms, self._now()) or note
        line = self.query_one("#tournament-note", Static)
        line.display = bool(note)
        line.update(Content.styled(note, "bold $text-warning"))
        self.on_resize()

    def _show_keys(self) -> None:
        """Shows the keys of what can be done now, which can be clicked."""
        is_list, status, running = not self._shown, self._status, self._known.running
        offers = running.you.offers if running is not None and status is not None else ()
        offered = {each.name for each in offer_keys(offers, can_decline=self._can_decline)}
        for hint in self.query("#tournament-keys KeyHint"):
            if hint.has_class("of-list"):
                hint.display = is_list and (bool(self._listed) or not hint.has_class("of-chosen"))
            elif hint.has_class("of-seat"):
                hint.display = bool(self._own_table)
            elif hint.has_class("of-tables"):
                hint.display = status is not None and not self._only and bool(self._tables)
            elif hint.has_class("of-several"):  # the tournament has several tables, or may get them
                terms = self._known.view.terms if self._known.view is not None else None
                may_be_several = terms is not None and terms.most_players > terms.seats
                hint.display = status is not None and status.phase.plays and may_be_several
            else:
                hint.display = any(hint.has_class(name) for name in offered)
        row = self.query_one("#tournament-keys")
        row.display = any(hint.display for hint in row.children)

    @property
    def _own_table(self) -> str:
        """The id of the table where the player has a seat and is not, empty without one."""
        running, status = self._known.running, self._status
        if running is None or status is None or self._only or not status.phase.plays:
            return ""
        return running.you.table

    @property
    def _can_decline(self) -> bool:
        running = self._known.running
        return running is not None and running.you.rebuy_ms is not None

    @property
    def _tables(self) -> tuple[tuple[str, str], ...]:
        """The tables that can be watched, each with its label."""
        view = self._known.view
        if view is None or not view.status.phase.plays:
            return ()
        tables = sorted(view.tables, key=lambda table: table.number)
        return tuple(
            (f"{'the final table' if each.final else f'table {each.number}'}, {each.players} players", each.table)
            for each in tables
        )

    # --- keys ---

    def action_back(self) -> None:
        """Leads from a tournament to the list, and from the list back."""
        if self._shown and not self._only:
            self._shown = ""
            self._ask(messages.ReadTournament(tournament=""))
            self._ask(messages.ListTournaments())
            self._rewrite()
        else:
            self.dismiss(None)

    def action_read(self) -> None:
        """Shows the marked tournament; from its page the player goes to their seat in it."""
        if own_table := self._own_table:
            self._watch(own_table)
        elif not self._shown and self._chosen < len(self._listed):
            self._shown = self._listed[self._chosen].tournament
            self._ask(messages.ReadTournament(tournament=self._shown))
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
        from railbird_client.hosting.host_form_screens import tournament_form  # noqa: PLC0415  a page needs no form

        if self._shown or not self.is_active:
            return

        def on_answer(command: messages.OpenTournament | None) -> None:
            if command is not None:
                self._opened = frozenset(status.tournament for status in self._listed)
                self._ask(command)

        self.app.push_screen(tournament_form(self.app, self._own_name, self._games), on_answer)

    def action_find(self) -> None:
        """Asks for the code of a tournament that is not listed, and shows it."""
        if not self._shown and self.is_active:
            self.app.push_screen(CodeDialog(), self._find)

    def _find(self, code: str | None) -> None:
        if code is not None:
            self._shown = self._code = code
            self._ask(messages.ReadTournament(tournament=code))

    def action_watch(self) -> None:
        """Asks which table to watch, where there are several."""
        tables = self._tables
        if self._only or self._status is None or not tables:
            return
        if len(tables) == 1:
            self._watch(tables[0][1])
        else:
            self.app.push_screen(
                ChoiceDialog("Watch which table?", dict(enumerate(tables[:MAX_CHOICES], 1))), self._watch
            )

    def action_follow(self) -> None:
        """Follows all tables of the tournament, or no longer."""
        status = self._status
        if status is not None and self._tables:
            self.post_message(CommandRequested(FollowTournament(status.tournament)))

    def _watch(self, table: str | None) -> None:
        if table is not None:
            self.post_message(CommandRequested(Watch(table=table)))

    def action_offer(self, key: str) -> None:
        """Does what a key stands for, if it is offered now."""
        status, running = self._status, self._known.running
        if status is None or running is None or not self.is_active:
            return
        keys = offer_keys(running.you.offers, can_decline=self._can_decline)
        offered = next((each for each in keys if each.key == key), None)
        if offered is not None and offered.command is not None:
            self._ask(offered.command(status.tournament))
        elif offered is not None:
            self._ask_about(offered.offer, status)

    def _ask_about(self, offer: TournamentOffer, status: TournamentStatus) -> None:
        """Asks what an offer needs before it is taken."""
        view, of = self._known.view, status.tournament
        match offer:
            case TournamentOffer.REGISTER | TournamentOffer.RE_ENTER if not status.locked:
                self._ask(messages.RegisterTournament(tournament=of))
            case TournamentOffer.REGISTER | TournamentOffer.RE_ENTER:
                self._ask_first(
                    PasswordDialog(status.name, "Players need the password to enter."),
                    lambda password: messages.RegisterTournament(tournament=of, password=password),
                )
            case TournamentOffer.PROPOSE_DEAL if view is not None:
                self.app.push_screen(DealDialog(view), partial(self._propose_deal, view))
            case TournamentOffer.REMOVE if view is not None:
                dialog = LineDialog(
                    "Remove a player",
                    "Name",
                    partial(find_entrant, tournament_deal.players_left(view)),
                    accept="Remove",
                    hint="Their chips leave play; before the start their entry is paid back.",
                    max_length=40,
                )
                self._ask_first(dialog, lambda number: messages.RemoveEntrant(tournament=of, number=number))
            case TournamentOffer.CANCEL:
                self._ask_first(CancelTournamentDialog(of), lambda command: command)
            case _:
                pass

    def _propose_deal(self, view: TournamentView, method: DealMethod | None) -> None:
        if method is DealMethod.AMOUNTS:
            self._ask_first(AmountsDialog(view), lambda deal: deal)
        elif method is not None:
            self._ask(messages.ProposeDeal(tournament=view.status.tournament, method=method))

    def _ask_first(self, dialog: Dialog[Answer], command: Callable[[Answer], messages.TournamentCommand]) -> None:
        """Sends the command that a dialog's answer leads to."""

        def on_answer(answer: Answer | None) -> None:
            if answer is not None:
                self._ask(command(answer))

        self.app.push_screen(dialog, on_answer)

    def _ask(self, command: messages.TournamentCommand) -> None:
        self.post_message(CommandRequested(command))
