"""Builds the view model of the action bar: buttons, amounts, and one line of hints."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from railbird_client.table import table_words
from railbird_client.table.input_state import InputState
from railbird_client.table.prompts import WISHES, AmountPrompt, ChoicePrompt, Prompt
from railbird_client.table.table_options import BetPreset
from railbird_client.table.table_words import get_offers
from railbird_client.table.turn import own_turn
from railbird_client.table.turn.bet_entry import BetEntry, BetSizing
from railbird_client.table.turn.table_keys import DIGIT_KEYS, TableKey
from railbird_client.table.view_models import ActionBarViewModel, Button, Slider
from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.protocol.actions import Draw, Fold, WagerKind
from railbird_shared.protocol.view import TableView

_LEAVE_BUTTON = Button(TableKey.LEAVE, "Leave")
_COMMON_KEYS = (
    Button(TableKey.CHAT, "chat"),
    Button(TableKey.HELP, "help"),
    Button(TableKey.HISTORY, "history"),
    Button(TableKey.PALETTE, "palette"),
)

_CHAT_HINTS = ("Enter say it", "Tab say it and write on", "Esc back to the table")
_CHAT_IN_TURN = "Your turn, but your keys write in the chat: [Esc] ends it."

_FRACTION_WORDS = {each.label: each.value for each in BetPreset if not each.label.isascii()} | {"½": "half"}
_BUTTONS_PER_ROW = 4


def build_action_bar(
    state: InputState,
    now: float,
    *,
    ascii_only: bool = False,
    revealing: bool = False,
    showdown: bool = False,
) -> ActionBarViewModel:
    """Returns what the action bar shows now.

    With `ascii_only` it writes no fraction signs. While `revealing`, it gives away nothing of a hand that is decided
    but not yet shown to its end; at the `showdown` all its cards are dealt.
    """
    view = state.view
    notice = state.notices.current(now)
    if view is None:
        return ActionBarViewModel(caption="Waiting for the table…")
    if state.notices.end:
        return ActionBarViewModel(buttons=(_LEAVE_BUTTON,), notice=notice, key_hints=_COMMON_KEYS)
    if state.prompt is not None:
        return _prompt_bar(state.prompt, notice)
    if state.turn is not None:
        return _turn_bar(state, state.turn, view, now, ascii_only=ascii_only)
    if revealing:
        return ActionBarViewModel(
            caption="Showdown" if showdown else "All bets are in; the last cards are dealt",
            notice=notice,
            key_hints=(Button(TableKey.SKIP_STREET, "go on"), *_COMMON_KEYS),
        )
    buttons = _plan_buttons(state, view)
    table_buttons = _table_buttons(state, view)
    return ActionBarViewModel(
        "Plan ahead" if buttons else "",
        buttons or table_buttons,
        second_row=table_buttons if buttons else _offer_buttons(state, view),
        caption=_waiting_caption(view),
        notice=notice,
        key_hints=_COMMON_KEYS,
    )


def while_typing(bar: ActionBarViewModel) -> ActionBarViewModel:
    """Returns a bar while keys write in the chat: in the viewer's turn it says so, and no button is lit."""
    question = bar.question and replace(bar.question, answers=_dimmed(bar.question.answers))
    bar = replace(bar, hints=_CHAT_HINTS, key_hints=(), question=question)
    if not bar.in_turn:
        return bar
    bar = replace(bar, buttons=_dimmed(bar.buttons), second_row=_dimmed(bar.second_row))
    return bar if bar.notice else replace(bar, label="", notice=_CHAT_IN_TURN)


def _dimmed(buttons: tuple[Button, ...]) -> tuple[Button, ...]:
    return tuple(replace(each, dimmed=True) for each in buttons)


def _turn_bar(
    state: InputState, turn: own_turn.OwnTurn, view: TableView, now: float, *, ascii_only: bool
) -> ActionBarViewModel:
    """Returns the bar of the viewer's turn, whose buttons cannot be pressed when it has only just begun."""
    sent, too_early = state.act_sent, state.turn_guard_left(now) > 0
    if turn.action_choice is not None:
        bar, heading = _choice_bar(turn.action_choice, sent=sent), turn.action_choice.label
    elif turn.is_drawing:
        bar = _discard_bar(turn, sent=sent)
        heading = "Your draw" if view.game.family is Family.DRAW else "Your discard"
    else:
        bar, heading = _betting_bar(turn, sent=sent, ascii_only=ascii_only), "Your turn"
    return replace(
        bar,
        label=heading,
        buttons=tuple(replace(each, disabled=True) for each in bar.buttons) if too_early else bar.buttons,
        caption="Sent…" if sent else bar.caption or _fixed_bet_words(turn, view),
        notice=state.notices.current(now),
        key_hints=_COMMON_KEYS if bar.typed is None else (),
        active=not sent and not too_early,
        in_turn=True,
    )


def _prompt_bar(prompt: Prompt, notice: str) -> ActionBarViewModel:
    cancel = Button(TableKey.CANCEL, "Cancel")
    bar = ActionBarViewModel(caption=prompt.question, notice=notice, active=True)
    match prompt:
        case ChoicePrompt():
            return replace(bar, buttons=(cancel,), hints=("type the number", "Esc cancel"))
        case AmountPrompt():
            amount, allowed, verb = prompt.amount, prompt.is_allowed(prompt.amount), prompt.asked.verb
            label = f"{verb} {amount:,}" if amount else f"{verb}…"
            done = Button(TableKey.CONFIRM, label, selected=allowed, disabled=not allowed)
            return replace(
                bar,
                buttons=(done, cancel),
                typed=prompt.typed,
                typed_range=prompt.limits_text,
                hints=("type digits", "Enter confirm", "Esc cancel"),
            )
        case _:
            assert_never(prompt)


def _betting_bar(turn: own_turn.OwnTurn, *, sent: bool, ascii_only: bool) -> ActionBarViewModel:
    legal, bet = turn.legal, turn.bet
    if bet is not None and bet.typed is not None and not sent:
        return _typing_bar(bet.typed, bet.sizing)
    folding = isinstance(turn.unconfirmed, Fold)
    entered = not folding and not (bet is not None and bet.touched)  # what Enter does as long as no amount is chosen
    buttons: list[Button] = []
    if legal.fold:
        buttons.append(Button(TableKey.FOLD, "Fold", selected=folding, disabled=sent))
    if legal.check:
        buttons.append(Button(TableKey.CALL, "Check", selected=entered, disabled=sent))
    elif legal.call is not None:
        all_in = " all-in" if legal.call == legal.stack else ""
        label = f"Call {legal.call:,}{all_in}" if legal.call else "See"
        buttons.append(Button(TableKey.CALL, label, selected=entered, disabled=sent))
    elif legal.bring_in is not None:
        buttons.append(Button(TableKey.CALL, f"Bring in {legal.bring_in:,}", selected=entered, disabled=sent))
    if bet is not None:
        buttons += _wager_buttons(turn, bet, sent=sent)
    bar = ActionBarViewModel()
    if bet is not None and not bet.sizing.is_fixed and not sent:
        bar = _slider_bar(bet, ascii_only=ascii_only)
    return replace(bar, buttons=tuple(buttons), hints=(*_rule_hints(turn), *bar.hints, *_enter_hint(buttons)))


def _slider_bar(bet: BetEntry, *, ascii_only: bool) -> ActionBarViewModel:
    """Returns what shows and changes the amount of a bet: the slider, the presets and the arrows."""
    sizing = bet.sizing
    presets = tuple(
        Button(
            DIGIT_KEYS[index],
            _FRACTION_WORDS.get(preset.name, preset.name) if ascii_only else preset.name,
            selected=bet.touched and preset.total == bet.amount,
        )
        for index, preset in enumerate(sizing.presets, start=1)
    )
    return ActionBarViewModel(
        slider=Slider(sizing.wager.minimum, sizing.wager.maximum, bet.amount, bet.touched),
        second_row=presets,
        hints=(f"←→ by {sizing.step_size:,}", "↑↓ by pot/4"),
    )


def _fixed_bet_words(turn: own_turn.OwnTurn, view: TableView) -> str:
    """Returns what a bet or a raise is in a game with fixed bets; empty where the viewer's last chips are less."""
    sizing = None if turn.bet is None else turn.bet.sizing
    if view.game.structure is not Structure.FIXED or sizing is None or not sizing.is_fixed:
        return ""
    total = sizing.wager.minimum
    if total >= sizing.all_in_to:
        return ""
    if sizing.wager.kind is WagerKind.RAISE:
        return f"Limit: a raise adds {total - view.to_match:,}"
    return f"Limit: {'a bet is' if sizing.wager.kind is WagerKind.BET else 'the bet is made whole to'} {total:,}"


def _typing_bar(typed: str, sizing: BetSizing) -> ActionBarViewModel:
    """Returns the bar while the total of a bet is typed: letters do nothing, so only Enter and Esc are shown."""
    legal = bool(typed) and sizing.clamp(int(typed)) == int(typed)
    amount = f" {int(typed):,}" if typed else "…"
    verb = sizing.verb.lower().removesuffix(" to")
    return ActionBarViewModel(
        buttons=(
            Button(TableKey.CONFIRM, f"{sizing.verb}{amount}", selected=legal, disabled=not legal),
            Button(TableKey.CANCEL, "Cancel"),
        ),
        typed=typed,
        typed_range=sizing.range_text,
        hints=("type digits", f"Enter {verb}", "Esc cancel"),
    )


def _enter_hint(buttons: list[Button]) -> tuple[str, ...]:
    """Returns what Enter does: what the lit button says, without its amount."""
    lit = next((button.label for button in buttons if button.selected and not button.disabled), "")
    words = lit.lower().split(" to ")[0].rstrip("0123456789,. ")
    return (f"Enter {words}",) if words else ()


def _rule_hints(turn: own_turn.OwnTurn) -> tuple[str, ...]:
    """Returns what a newcomer has to know of the bring-in and of openers (VT-S7-3, VT-5D-20)."""
    legal = turn.legal
    if legal.bring_in is not None:
        card = f"{legal.brings_in_with}: " if legal.brings_in_with else ""
        sizing = None if turn.bet is None else turn.bet.sizing
        more = f" or {sizing.verb.lower()} {sizing.wager.minimum:,}" if sizing else ""
        return (f"{card}bring in {legal.bring_in:,}{more}".capitalize(),)
    return (f"Opening needs {legal.opens_with}",) if legal.opens_with else ()


def _wager_buttons(turn: own_turn.OwnTurn, bet: BetEntry, *, sent: bool) -> list[Button]:
    sizing = bet.sizing
    letter = "B" if sizing.verb == "Bet" else "R"
    label = f"{sizing.verb} {bet.amount:,}"
    buttons = [Button(TableKey.WAGER, label, selected=bet.touched, disabled=sent, letter=letter)]
    if sizing.wager.maximum == sizing.all_in_to and not sizing.is_fixed:
        selected = turn.unconfirmed == sizing.wager.action(sizing.all_in_to)
        buttons.append(Button(TableKey.ALL_IN, f"All-in {sizing.all_in_to:,}", selected=selected, disabled=sent))
    return buttons


def _discard_bar(turn: own_turn.OwnTurn, *, sent: bool) -> ActionBarViewModel:
    count, least = len(turn.discards), turn.legal.min_discards
    choose = f"1–{len(turn.cards)} choose"
    ready = count >= max(least, 1) and not sent
    go = Button(TableKey.CONFIRM, f"Discard {count}" if least else f"Draw {count}", selected=ready, disabled=not ready)
    clear = Button(TableKey.DIGIT_0, "Keep all", disabled=sent or count == 0)
    pat = Button(TableKey.STAND_PAT, "Stand pat", selected=isinstance(turn.unconfirmed, Draw), disabled=sent)
    return ActionBarViewModel(
        buttons=(go, clear) if least else (go, pat, clear),
        caption=turn.draw_instruction,
        hints=(choose, "Enter discard" if least else "Enter draw", *(() if least else ("P stand pat",)), "0 keep all"),
    )


def _choice_bar(action_choice: own_turn.ActionChoice, *, sent: bool) -> ActionBarViewModel:
    buttons = tuple(
        Button(DIGIT_KEYS[place % 10], option.label, disabled=sent)
        for place, option in enumerate(action_choice.options, start=1)
    )
    return ActionBarViewModel(
        buttons=buttons[:_BUTTONS_PER_ROW],
        second_row=buttons[_BUTTONS_PER_ROW:],
        caption=action_choice.question,
        hints=(f"1–{len(buttons)} choose",),
    )


def _plan_buttons(state: InputState, view: TableView) -> tuple[Button, ...]:
    if not own_turn.can_plan(view):
        return ()
    chips, planned = own_turn.amount_to_call(view), state.planned_action
    labels = {
        TableKey.FOLD: "Fold" if chips else "Check or fold",
        TableKey.CALL: f"Call {chips:,}" if chips else "Check",
        TableKey.CALL_ANY: "Call any",
    }
    return tuple(
        Button(key, label, selected=planned is not None and planned.key is key) for key, label in labels.items()
    )


def _wanted(*buttons: tuple[object, Button]) -> tuple[Button, ...]:
    return tuple(button for wanted, button in buttons if wanted)


def _table_buttons(state: InputState, view: TableView) -> tuple[Button, ...]:
    seat, is_host = view.own_seat, view.you.is_host and not view.tournament
    show = get_offers(view).show, Button(TableKey.SHOW_HAND, "Show")
    buttons: tuple[tuple[object, Button], ...]
    if view.tournament:
        away = Button(TableKey.SIT, "Come back" if seat is not None and seat.sitting_out else "Be away")
        buttons = (True, Button(TableKey.TOURNAMENT, "Tournament")), (seat is not None, away), show
    elif seat is None:
        waits, full = table_words.place_in_line(view, state.name), table_words.must_wait(view)
        label = "Wait no longer" if waits else "Wait for a seat" if full else "Take a seat"
        follow = state.follows_others, Button(TableKey.NEXT_FOLLOWED, "Next table")
        buttons = (waits or not view.seats_locked, Button(TableKey.SIT, label)), follow
    else:
        sit = Button(TableKey.SIT, "Come back" if seat.sitting_out else "Sit out")
        can_sit = not (seat.sitting_out and table_words.is_broke(seat, view))
        buttons = (can_sit, sit), (True, Button(TableKey.ADD_CHIPS, "Chips")), show
    return _wanted(
        *buttons,
        (is_host and not all(view.seats) and not state.requests, Button(TableKey.ADD_BOT, "Add bot")),
        (is_host and any(each.bot for each in view.occupied), Button(TableKey.REMOVE_BOT, "Remove bot")),
        (True, _LEAVE_BUTTON),
    )


def _offer_buttons(state: InputState, view: TableView) -> tuple[Button, ...]:
    """Returns the buttons of what the viewer may ask for outside the betting."""
    offers, pauses = get_offers(view), view.pause is not None or view.coming_break
    chooses = view.rotation is not None and not view.playing
    wishes = ((key, wish, wish.wished(view)) for key, wish in WISHES.items())
    blind = view.game.stakes.big_blind
    return _wanted(
        (offers.show_one, Button(TableKey.SHOW_CARD, "Show one")),
        (offers.rabbit and not state.requests, Button(TableKey.RABBIT, "Rabbit")),
        (offers.deal_on, Button(TableKey.SKIP_STREET, "Deal on")),
        (offers.moves_to, Button(TableKey.MOVE, f"To seat {offers.moves_to}", selected=True)),
        (chooses and table_words.names_game(view), Button(TableKey.NAME_GAME, "Name the next game", selected=True)),
        (chooses, Button(TableKey.GAME, "Rules")),
        (offers.see_hands, Button(TableKey.SEE_HAND, "See mucked hand")),
        *((on is not None, Button(key, wish.undo if on else wish.ask.format(blind))) for key, wish, on in wishes),
        (view.you.is_host and pauses, Button(TableKey.PAUSE, "Go on" if view.pause else "No break")),
    )


def offered_buttons(state: InputState, view: TableView) -> tuple[Button, ...]:
    """Returns the buttons of all that the viewer may ask for outside the betting, in their turn or not."""
    return (*_offer_buttons(state, view), *_table_buttons(state, view))


def _waiting_caption(view: TableView) -> str:
    if view.turn is not None:
        seat = view.at(view.turn.seat)
        return f"Waiting for {seat.name if seat else 'the next player'}"
    if view.playing:
        return ""
    if view.night_ends:
        return "That was the last hand"
    if 0 < view.last_hand <= view.hand:
        return _caption_after_last_hand(view)
    if view.choosing is not None:
        return table_words.who_names_game(view)
    if view.tournament:
        return "" if view.hand else "The first hand begins when the tournament starts"
    if view.next_bomb_pot:
        return f"Next a bomb pot: everybody posts {view.next_bomb_pot:,}"
    if table_words.has_enough_players(view):
        return "The next hand begins soon"
    return "The game begins when two players are ready"


def _caption_after_last_hand(view: TableView) -> str:
    """Returns what comes after the last hand: a pot that waits is played for, or the host divides it (BT-38)."""
    if not view.carried:
        return "That was the last hand"
    if table_words.has_enough_players(view):
        return "The pot that waits is played for"
    divides = "[Q] [E] divides it" if view.you.is_host else "the host can divide it"
    return f"A pot waits: {divides}"
