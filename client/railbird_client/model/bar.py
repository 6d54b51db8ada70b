"""What the action bar offers at this moment: buttons, amounts, and one line of advice."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.betting import Sizing
from railbird_client.model.choices import Question
from railbird_client.model.desk import Desk
from railbird_client.model.offers import offers_of
from railbird_client.model.preaction import Decision, may_plan, to_call
from railbird_client.model.prompt import Prompt, Topic, is_broke
from railbird_client.model.turn import MyTurn
from railbird_shared.actions import Call, Check, Fold
from railbird_shared.view import TableView


class Button(Struct, frozen=True):
    """Something to press: its key, its words, and the name that a click presses; `detail` is for large bars."""

    key: str
    label: str
    hit: str
    chosen: bool = False
    off: bool = False
    detail: str = ""


class Slider(Struct, frozen=True):
    """The amounts from one end to the other, and where the knob is (a total for the round, in chips)."""

    minimum: int
    maximum: int
    amount: int
    touched: bool


class BarFace(Struct, frozen=True):
    """All that the picture of the action bar depends on.

    `lead` says what the buttons are for; `caption` stands where the slider would be; `typed` is an amount being typed
    (None: none is). `presets` stand beside the slider or, without one, beside the caption. `notice` takes the place
    of the hints while it lasts.
    """

    lead: str = ""
    buttons: tuple[Button, ...] = ()
    slider: Slider | None = None
    presets: tuple[Button, ...] = ()
    caption: str = ""
    typed: str | None = None
    notice: str = ""
    hints: tuple[str, ...] = ()
    turn: bool = False


_LEAVE = Button("L", "Leave", "leave")
_TALK = ("Tab chat", "? help", "H history", "^P palette")
HINT_HITS = {"Tab chat": "chat", "? help": "help", "H history": "history", "^P palette": "palette"}
"""The hints that can be clicked, with what they press."""

_BETTING = ("←→ one bet", "↑↓ pot/4", "Enter confirm")
_IN_LETTERS = {"½": "half", "¾": "3/4"}
_BUTTONS_IN_A_ROW = 4


def face_of(desk: Desk, now: float, *, letters: bool = False, runs_out: bool = False) -> BarFace:
    """Returns what the bar shows now, without signs for fractions where `letters` is set.

    It gives nothing away of the end of a hand that `runs_out`.
    """
    view = desk.view
    notice = desk.notice(now)
    if view is None:
        return BarFace(caption="Waiting for the table…")
    if desk.ended:
        return BarFace(buttons=(_LEAVE,), notice=notice, hints=_TALK)
    if desk.prompt is not None:
        return _asking(desk.prompt, notice)
    if desk.turn is not None:
        face = _turn_face(desk.turn, sent=desk.sent, letters=letters)
        return BarFace(
            face.lead,
            buttons=face.buttons,
            slider=face.slider,
            presets=face.presets,
            caption="Sent…" if desk.sent else face.caption,
            typed=face.typed,
            notice=notice,
            hints=face.hints + _TALK,
            turn=not desk.sent,
        )
    if runs_out:
        return BarFace(caption="All bets are in; the last cards are dealt", notice=notice, hints=_TALK)
    buttons = _plans(desk, view)
    around = _around(desk, view)
    return BarFace(
        "Plan ahead" if buttons else "",
        buttons or around,
        presets=around if buttons else _offers(view),
        caption=_waiting(view),
        notice=notice,
        hints=_TALK,
    )


def _turn_face(turn: MyTurn, *, sent: bool, letters: bool) -> BarFace:
    if turn.question is not None:
        return _choosing(turn.question, sent=sent)
    return _drawing(turn, sent=sent) if turn.drawing else _betting(turn, sent=sent, letters=letters)


def _asking(prompt: Prompt, notice: str) -> BarFace:
    cancel = Button("Esc", "Never mind", "cancel")
    if prompt.topic.names_seat:
        return BarFace(
            buttons=(cancel,), caption=prompt.question, notice=notice, hints=("press the seat's number",), turn=True
        )
    done = Button("Enter", "Sit down" if prompt.topic is Topic.BUY_IN else "Add", "confirm")
    return BarFace(
        buttons=(done, cancel),
        caption=prompt.question,
        typed=prompt.typed,
        notice=notice,
        hints=("type digits", "Enter confirm", "Esc never mind"),
        turn=True,
    )


def _betting(turn: MyTurn, *, sent: bool, letters: bool) -> BarFace:
    legal, sizes = turn.legal, turn.sizing
    guarded = turn.guarded
    buttons: list[Button] = []
    if legal.fold:
        buttons.append(Button("F", "Fold", "fold", chosen=isinstance(guarded, Fold), off=sent))
    if legal.check:
        buttons.append(Button("C", "Check", "call", chosen=isinstance(guarded, Check), off=sent))
    elif legal.call is not None:
        all_in = " all-in" if legal.call == legal.stack else ""
        label = f"Call {legal.call:,}{all_in}" if legal.call else "See"
        buttons.append(Button("C", label, "call", chosen=isinstance(guarded, Call), off=sent))
    elif legal.bring_in is not None:
        buttons.append(Button("C", f"Bring in {legal.bring_in:,}", "call", off=sent))
    if sizes is not None:
        buttons += _wager_buttons(turn, sizes, sent=sent)
    presets = tuple(
        Button(
            str(index),
            _IN_LETTERS.get(preset.name, preset.name) if letters else preset.name,
            str(index),
            chosen=turn.touched and preset.to == turn.amount,
            detail=f"{preset.to:,}",
        )
        for index, preset in enumerate(sizes.presets if sizes else (), start=1)
    )
    slider = None
    if sizes is not None and not sizes.fixed and not sent:
        slider = Slider(sizes.wager.minimum, sizes.wager.maximum, turn.amount, turn.touched)
    return BarFace(
        buttons=tuple(buttons),
        slider=slider,
        presets=presets if slider else (),
        typed=turn.typed,
        hints=_BETTING if slider else (),
    )


def _wager_buttons(turn: MyTurn, sizes: Sizing, *, sent: bool) -> list[Button]:
    key = "B" if sizes.verb == "Bet" else "R"
    buttons = [Button(key, f"{sizes.verb} {turn.amount:,}", "wager", chosen=turn.touched, off=sent)]
    if sizes.wager.maximum == sizes.all_in_to and not sizes.fixed:
        chosen = turn.guarded == sizes.wager.action(sizes.all_in_to)
        buttons.append(Button("A", f"All-in {sizes.all_in_to:,}", "all-in", chosen=chosen, off=sent))
    return buttons


def _drawing(turn: MyTurn, *, sent: bool) -> BarFace:
    count, least = len(turn.thrown), turn.legal.draw_least
    ready = count >= max(1, least)
    go = Button("Enter", f"Throw away {count}" if least else f"Draw {count}", "confirm", chosen=ready, off=not ready)
    pat = Button("P", "Stand pat", "pat", off=sent)
    clear = Button("0", "Clear", "0", off=count == 0)
    choose = f"1–{len(turn.cards)} choose"
    return BarFace(
        buttons=(go, clear) if least else (go, pat, clear),
        caption=turn.draw_words,
        hints=(choose, "Enter throw away", "0 clear") if least else (choose, "Enter draw", "P stand pat", "0 clear"),
    )


def _choosing(asked: Question, *, sent: bool) -> BarFace:
    buttons = tuple(
        Button(str(place % 10), choice.label, str(place % 10), off=sent)
        for place, choice in enumerate(asked.choices, start=1)
    )
    return BarFace(
        asked.lead,
        buttons[:_BUTTONS_IN_A_ROW],
        presets=buttons[_BUTTONS_IN_A_ROW:],
        caption=asked.words,
        hints=(f"1–{len(buttons)} choose",),
    )


def _plans(desk: Desk, view: TableView) -> tuple[Button, ...]:
    if not may_plan(view):
        return ()
    chips, made = to_call(view), desk.pre.decision if desk.pre else None
    plans = [Button("F", "Check or fold" if chips == 0 else "Fold", "fold", chosen=made is Decision.CHECK_FOLD)]
    label = f"Call {chips:,}" if chips else "Check"
    plans.append(Button("C", label, "call", chosen=made is Decision.CALL))
    plans.append(Button("X", "Call any", "any", chosen=made is Decision.CALL_ANY))
    return tuple(plans)


def _around(desk: Desk, view: TableView) -> tuple[Button, ...]:
    seat = desk.seat
    buttons: list[Button] = []
    if seat is None:
        if not all(view.seats):
            buttons.append(Button("S", "Take a seat", "sit"))
    else:
        if not (seat.sitting_out and is_broke(seat, view)):
            buttons.append(Button("S", "Come back" if seat.sitting_out else "Sit out", "sit"))
        buttons.append(Button("+", "Chips", "chips"))
        if offers_of(view).show:
            buttons.append(Button("V", "Show", "show"))
    if desk.is_host:
        if not all(view.seats):
            buttons.append(Button("N", "Add bot", "bot"))
        if any(each.bot for each in view.occupied):
            buttons.append(Button("M", "Remove bot", "unbot"))
    buttons.append(_LEAVE)
    return tuple(buttons)


def _offers(view: TableView) -> tuple[Button, ...]:
    """What the house lets the viewer ask for while he plans nothing."""
    buttons: list[Button] = []
    offers = offers_of(view)
    if offers.see:
        buttons.append(Button("E", "See mucked hand", "see"))
    if offers.post is not None:
        blind = view.game.stakes.big_blind
        buttons.append(Button("I", "Wait for the blind" if offers.post else f"Post {blind:,} to play", "post"))
    if offers.straddle is not None:
        buttons.append(Button("T", "No straddle" if offers.straddle else "Straddle", "straddle"))
    return tuple(buttons)


def _waiting(view: TableView) -> str:
    if view.turn is not None:
        seat = view.at(view.turn.seat)
        return f"Waiting for {seat.name if seat else 'the next player'}"
    if view.playing:
        return ""
    return "The next hand begins soon" if enough(view) else "The game begins when two players are ready"


def enough(view: TableView) -> bool:
    """Whether there are players enough for a hand."""
    return sum(not seat.sitting_out and seat.stack > 0 for seat in view.occupied) > 1
