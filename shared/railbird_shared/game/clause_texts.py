"""The text of the clauses that a table can cite, by their ids, as plain text.

Generated from `server/railbird_server/guide/clauses.md` and the rulings in the server's source; do not edit. After a
change of either run `uv run python -m railbird_server.guide.clause_ids --write`.
"""

from __future__ import annotations

from typing import Final

from railbird_shared.game.clauses import Clause

# fmt: off
CLAUSE_TEXTS: Final[dict[Clause, str]] = {
    "WC-20": "wild_tiebreak = none (default): a hand with wild cards equals the natural hand it represents.",
    "WC-21":
        "wild_tiebreak = natural-first: of otherwise equal hands one without wild cards beats one with wild cards.",
    "WC-22":
        "wild_tiebreak = fewer-wild-first: of otherwise equal hands the one with fewer wild cards wins. (CX-2)",
    "WC-23":
        "wild_tiebreak = more-wild-first-after-natural: a natural hand beats all, then more wild cards beat fewer. "
        "(CX-2)",
    "WC-26":
        "Lowest card wild: each player's lowest card at the showdown is wild, ranks running A high to 2 low.",
    "WC-27": "Lowest concealed card wild: only cards held face down are considered.",
    "SU-1": "The standard order of suits for side purposes is spades, hearts, diamonds, clubs (shdc).",
    "SU-4": "Suit order may decide who takes a chip that cannot be shared.",
    "SU-6": "suit_tiebreak method 1: each hand's top card is taken and the better suit wins.",
    "SU-7":
        "suit_tiebreak method 2: the top card belonging to a pair or larger group is taken and the better suit wins "
        "(J-J-7-7-K: the best-suited jack).",
    "SU-8":
        "suit_tiebreak method 3: the top odd card is taken and the better suit wins (K-K-7-5-4: the seven).",
    "SU-13": "The chosen order applies to every use of suits at the table.",
    "SK-1":
        "A pack may omit its lowest ranks; packs of 52, 40 (five low), 36 (six low), 32 (seven low) and 20 (ten "
        "low) are supported.",
    "SK-7":
        "The 1820s game uses twenty cards (A K Q J T of each suit), four players, five cards each, no draw.",
    "NU-1": "These rules are off unless chosen: unbeatable = none | italian | greek.",
    "NU-12":
        "Because these orders are circular the winners of a pot are found from the set of hands eligible for that "
        "pot, never by sorting hands pairwise.",
    "DL-2":
        "The first dealer of a table is chosen by one open card each, highest rank deals, equal ranks decided by "
        "shdc. (CX-16)",
    "DL-3": "For DL-2 the ace is high.",
    "DL-4":
        "By the first jack, if the house chooses it instead of DL-2, open cards are dealt round until a jack falls, "
        "and whoever gets it deals first. (CX-16, HS-41)",
    "DL-5": "After every hand the button moves to the next occupied seat on the left.",
    "DL-7":
        "Forced bets are posted before any card is dealt: an ante from every player, or blinds from one or two "
        "players, or both.",
    "DL-8": "All antes are equal in amount.",
    "DL-9": "The duty to post blinds moves with the button.",
    "DL-10":
        "With blinds, the small blind sits directly left of the button and the big blind next left; a big blind "
        "that is the only one sits directly left of the button. (CX-42)",
    "DL-12": "A player unable to cover a forced bet posts all chips left and is all-in.",
    "DL-13":
        "The server shuffles the whole pack for each hand with a cryptographically strong uniform generator before "
        "dealing.",
    "DL-19": "Between deals of cards no player acts except in a betting round or draw.",
    "DL-22": "The seats of a table are limited so that the pack covers the variant.",
    "DL-25":
        "A button on an emptied seat, blinds owed by a player who left, and the return of a player who missed "
        "blinds: the big blind always moves to the next player, the button may fall on an empty seat (dead button).",
    "DL-26":
        "A player who misses the blinds posts the missed big blind live and the missed small blind dead on return, "
        "or waits for the big blind.",
    "DL-27":
        "A new player may wait for the big blind or post a live big blind; between button and small blind they "
        "wait. With newcomers_wait off (HS-39) they are dealt in elsewhere without posting. At a table of bots, one "
        "person alone is dealt in at once in any seat.",
    "DL-28": "Heads-up: the button posts the small blind, acts first before the flop and last afterwards.",
    "DL-29": "When play shrinks to two, the button moves so that nobody posts the big blind twice in a row.",
    "BT-3": "With nothing to call a player may check or bet.",
    "BT-4": "With something to call a player may fold, call or raise.",
    "BT-13": "A hand with one active player left is over at once; that player takes the pot and shows nothing.",
    "BT-20": "A message once accepted for a turn cannot be taken back.",
    "BT-23":
        "A message out of turn is refused; an act chosen in advance stays private and is sent by the client when "
        "the turn comes, or is dropped if the amount to call has changed. (CX-25)",
    "BT-24": "Structure fixed: every bet and raise of a street has one size.",
    "BT-25": "Structure spread: between a stated minimum and maximum.",
    "BT-29": "The number of raises in a round may be capped at three or four, or be unlimited.",
    "BT-30":
        "The cap is in force while three or more players in the hand still have chips. A round in which only two "
        "such players are left before the cap is reached has no cap; once it is reached, no later fold lifts it.",
    "BT-32": "Minimum bet no-limit and pot-limit: the big blind, or the stated minimum of an ante game.",
    "BT-33": "Minimum raise no-limit, pot-limit: the amount of the last full bet or raise of the round.",
    "BT-34":
        "An all-in for less than a full raise does not reopen raising for a player who has already acted and faces "
        "less than a full raise; several short all-ins that add up to a full raise do.",
    "BT-35":
        "In fixed limit an all-in of half a bet or more counts as a bet or raise: it reopens the betting, and the "
        "next raise is to its total plus one whole bet (with bets of 20, an all-in of 15 may be raised to 35). A "
        "smaller one does not count: it may be called, or completed to the whole bet.",
    "BT-36": "Spread: a raise is at least the size of the last bet or raise unless all-in.",
    "BT-38":
        "All checked in the first round of five card draw: hand over, cards thrown in, button left, everyone adds a "
        "new ante, the pot stays. If no hand comes for it, it goes back to those at the table who paid into it, by "
        "what they paid. (CX-48)",
    "BT-41": "All chip amounts are whole units of the smallest chip; no fractions.",
    "BT-43":
        "A straddle is a blind posted left of the big blind, or of another straddle, for twice as much; it counts "
        "as a bet, and its player acts last in the first round.",
    "AI-1":
        "A player may call with all chips left although they do not reach the amount due; they are then all-in.",
    "AI-7":
        "If at least two active players with chips remain they go on betting into the latest pot; else no further "
        "betting takes place and the remaining cards are dealt.",
    "AI-9": "Only players who contributed to a pot and have not folded can win it.",
    "AI-10": "An uncalled part of a bet is returned before the showdown.",
    "AI-11": "Table stakes: only chips on the table when the deal began count for that hand.",
    "AI-12": "Chips may be added only between hands.",
    "AI-14": "A buy-in is at least the table's minimum, set from 10 to 20 times the minimum bet.",
    "AI-16": "House charge: none, a time charge in advance per period, or a rake as a percentage of each pot.",
    "AI-17": "Rake is rounded down, has a cap, and is not taken if no flop or no second street was dealt.",
    "AI-18": "Rake is taken before the pot is shared and shown in the history.",
    "SD-1":
        "With two or more active players after the last round there is a showdown and the best hand takes the pot.",
    "SD-2":
        "The last player to bet or raise in the final round shows first, then the other active players clockwise. "
        "With side pots this order holds among the players of each pot: those who contest the latest side pot show "
        "first, then those of the next older one, and last those who contest the main pot alone. (AI-8)",
    "SD-3": "If all checked the final round, the first active player left of the button shows first.",
    "SD-5": "A hand shown for the pot is shown whole: all cards dealt to it, all at once, not only the five.",
    "SD-6":
        "A player who sees that another hand beats theirs may muck without showing when their turn to show comes.",
    "SD-7": "A mucked hand at showdown gives up all claim to the pot.",
    "SD-8":
        "Setting see_called_hands: any player dealt into the hand may ask to see a hand that took part in the "
        "showdown.",
    "SD-9": "Cards speak (default): a shown hand counts for the best it contains whatever the owner said.",
    "SD-10":
        "Setting declared_hands: a hand counts for the hand declared, if its cards can make it, even if better was "
        "possible.",
    "SD-11": "With declared_hands a claim the cards cannot make is refused.",
    "SD-12":
        "The winner does not ask to see a loser's hand, and the right of SD-8 can be withdrawn from a player who "
        "overuses it.",
    "SD-14": "The server lets SD-8 requests end with the hand history and shows no folded cards. (BT-10)",
    "SD-15": "Tied best hands share a pot equally.",
    "SD-16":
        "Chips that cannot be shared go one at a time by odd_chip = suit (highest card by suit, the default in "
        "stud) or = position (first winner left of the button, default in other games). (CX-17)",
    "SD-17": "In hi-lo the odd chip of the whole pot goes to the high half.",
    "SD-18": "In hi-lo each pot, side pots included, is divided into halves of its own.",
    "SD-19": "Hi-lo: without a qualified low the high hand takes the whole pot.",
    "SD-21":
        "Setting hilo_declare = cards-speak (default) | declare: with declare each player chooses high, low or both "
        "before showing, all at once.",
    "SD-22": "A declaration of both that does not win (or tie) both halves wins nothing.",
    "SD-23": "With declarations the choices are collected secretly and revealed together.",
    "SD-24": "All-in before the last street: the hands are shown and the remaining cards dealt.",
    "SD-25": "The winner of a hand with no call is not required to show.",
    "SD-26":
        "When all who contest the pots are all-in and agree, the rest may be dealt up to three times where the "
        "house allows it: each run plays for an equal share of every pot, odd chips going to the earlier runs.",
    "IR-3":
        "A dealing error noticed before significant action is a misdeal: cards back, reshuffle, same dealer.",
    "IR-5": "After significant action no redeal takes place.",
    "IR-6":
        "Online the server checks counts and uniqueness of cards at every deal; a failed check voids the hand and "
        "returns every chip put in. (NA-5)",
    "IR-8": "A hand that touches the muck is dead: online, the fold message is final.",
    "IR-10": 'No player may reveal concealed cards during a hand; a "show" after the hand is allowed.',
    "IR-13": "The ruling in cases not covered is the house's: the server stops the hand and returns the chips.",
    "VT-5D-4": "If all pass in the ante form BT-38 applies.",
    "VT-5D-6":
        "Draw: each active player in turn, from the left of the button, discards and gets as many new cards.",
    "VT-5D-8":
        "Round two begins with the opener, or with the next active player to the left if the opener folded (ante "
        "form).",
    "VT-5D-9": "Round two begins with the first active player left of the button (blind form).",
    "VT-5D-11":
        "Setting discard_limit: none (default), or three cards, four only if the kept card is an ace or a wild "
        "card.",
    "VT-5D-21": "In jacks or better the server refuses to open with less, and passing with more is allowed.",
    "VT-5D-24": "The opener shows openers at the end, even if nobody called.",
    "VT-LB-5": 'In A-5 lowball a "seven or better must bet after the draw" rule is off unless chosen.',
    "VT-S5-1": "One card face down, then one face up, to each.",
    "VT-S5-2": "Round one begins with the highest upcard.",
    "VT-S5-3": "Without ante the highest upcard must open with the minimum bet.",
    "VT-S5-6":
        "Equal upcards in round one are decided by shdc, later equal hands by position left of the button.",
    "VT-S7-2": "Start, traditional: the highest upcard begins; no forced bet.",
    "VT-S7-3": "Start, low bring-in: the lowest upcard must make the bring-in bet.",
    "VT-S7-4": "Upcards of equal rank are decided by suit, for the bring-in low card the lowest suit (clubs).",
    "VT-S7-5": "The bring-in is less than a small bet, and others may complete to the small bet.",
    "VT-S7-13": "Antes from all.",
    "VT-RZ-1": "Seven card stud where the lowest five cards win, scale LO-A5.",
    "VT-RZ-2": "The highest upcard (ace low, so king highest) must make the bring-in bet. (CX-15)",
    "VT-RZ-4": "Equal upcards: highest suit brings in.",
    "VT-S8-1": "Procedure of seven card stud; best and worst hands share the pot equally.",
    "VT-HE-1": "Blinds, two cards down each, then round one from the left of the big blind.",
    "VT-OM-1": "As hold'em, with four hole cards.",
    "VT-O8-1": "As Omaha, high and low share equally.",
    "VT-DC-1": "Dealer's choice: the button's player names the variant before the antes, for that deal only.",
    "VT-DC-2": "The choice is limited to the list of the table.",
    "VT-DC-3": "If no choice comes in time the last one is used.",
    "VT-DC-5": "The game changes after a set number of hands or a full round.",
    "VT-DC-6": "On changing game the stakes and structures of the new game are shown before its first hand.",
    "VT-XX-1":
        "2-7 triple draw: five cards, three draws, four rounds, scale LO-27, blinds, small bets in rounds 1-2.",
    "VT-XX-2":
        "Badugi: four cards, three draws, lowest hand of four different ranks and suits; more cards used beats "
        "fewer; ace low.",
    "VT-XX-3":
        "Pineapple: three hole cards, one discarded before the flop; crazy pineapple: after the flop round.",
    "VT-XX-5":
        "Short-deck hold'em: 36 cards, flush above full house, A-6-7-8-9 straight, ante from all and a doubled ante "
        "on the button. (SK-2, SK-5)",
    "VT-XX-6": "Single-draw 2-7 lowball no-limit: VT-LB with LO-27.",
    "HS-1": "pack: 52 | 40 | 36 | 32 | 20, default 52. (SK-1)",
    "HS-2": "jokers: 0 | 1 | 2, default 0. (WC-1)",
    "HS-3": "joker_role: wild | bug, default bug for draw games. (WC-13)",
    "HS-4":
        "wild_ranks: none | deuces | one-eyed-jacks | lowest-card | lowest-concealed, default none. (WC-2, WC-3, "
        "WC-26)",
    "HS-5": "double_ace_flush: off | on, default off. (WC-19)",
    "HS-6":
        "wild_tiebreak: none | natural-first | fewer-wild-first | more-wild-first-after-natural, default none. "
        "(WC-20..WC-23)",
    "HS-7": "lowest_wild_scope: one_card | all_of_rank, default one_card. (WC-30)",
    "HS-8": "low_scale: a5 | 27 | a6, default a5.",
    "HS-9": "a6_broadway_straight: off | on, default off. (LO-18)",
    "HS-10": "a6_aces_high_pair: off | on, default off. (LO-19)",
    "HS-11": "qualifier: none | 8, default 8 in hi-lo games. (VT-S8-2)",
    "HS-12": "suit_tiebreak: none | 1 | 2 | 3, default none. (SU-5..SU-8)",
    "HS-13": "suit_order: shdc and the eight others of SU-12, default shdc. (SU-12)",
    "HS-14": "flush_over_full: off | on, default off. (SK-4)",
    "HS-15": "unbeatable: none | italian | greek, default none. (NU-1)",
    "HS-16": "structure: fixed | spread | pot | half-pot | no-limit. (BT-24..BT-28)",
    "HS-17": "raise_cap: 3 | 4 | none. (BT-29)",
    "HS-18": "opener_first_round2: opener | left-of-button, default opener in ante form. (VT-5D-8)",
    "HS-19": "discard_limit: none | 3-or-4-with-ace, default none. (VT-5D-11)",
    "HS-20": "fifth_card_last: off | on, default on. (VT-5D-12)",
    "HS-21": "bottom_card_held: off | on, default on. (VT-5D-14)",
    "HS-22": "burn: off | on, default on. (DL-17)",
    "HS-23": "odd_chip: suit | position, default by variant. (SD-16)",
    "HS-24": "declared_hands: off | on, default off. (SD-10)",
    "HS-25": "see_called_hands: off | on, default on. (SD-8)",
    "HS-26": "hilo_declare: cards-speak | declare, default cards-speak. (SD-21)",
    "HS-27": "rake: none | time | percent, default none. (AI-16)",
    "HS-28": "min_buy_in_multiple: 10 to 20, default 10. (AI-14)",
    "HS-29":
        "ante, small_blind, big_blind: amounts, big blind default twice the small; a small blind of 0 leaves one "
        "blind. (DL-7, DL-11, CX-42)",
    "HS-30": "seats: 2 to the variant's limit. (DL-22)",
    "HS-31": "open_requirement: none | jacks | progressive, default none. (VT-5D-20)",
    "HS-32":
        "stud_start: high-card | low-bring-in, default low-bring-in for seven card stud. (VT-S7-2, VT-S7-3)",
    "HS-33": "played: high | low | hi-lo, default by variant. (VT-LB-4)",
    "HS-34": "draw_bets: antes | blinds, default by variant. (CX-39)",
    "HS-35": "straddles: 0 to 3, default 0. (BT-43)",
    "HS-36": "runs: 1 to 3, default 1; always 1 in a tournament. (SD-26)",
    "HS-37": "sevens_must_bet: off | on, default off. (VT-LB-5)",
    "HS-38": "rake_percent, rake_cap, time_charge: what the house charges, as HS-27 has it. (AI-16, AI-17)",
    "HS-39": "newcomers_wait: off | on, default on. (DL-26, DL-27)",
    "HS-40":
        "ante_form: each | big-blind, default each; in games with blinds the big blind may post one ante for all, "
        "as large as the blind unless ante says otherwise. (CX-46)",
    "HS-41": "first_dealer: high-card | first-jack, default high-card. (DL-2, DL-4)",
    "HS-42":
        "show_one_card: off | on, default on; after a hand its players may show some of their unseen cards, and "
        "need not show all. (IR-10)",
    "HS-43":
        "rabbit_hunt: off | on, default off; after a hand that was won before the last card of a board came, any "
        "player who was dealt in may have the rest of the board turned up, from the same deck; it changes nothing.",
    "HS-44":
        "chopped_blinds: off | on, default off; where more than two are dealt in and everybody else folds without "
        "having paid a chip, both blinds take their bets back if both have asked for it before the deal, and no pot "
        "is played.",
    "HS-45":
        "seven_deuce: an amount, default none; who wins a pot in hold'em with a seven and a deuce, and shows them, "
        "gets as much from each player who was dealt in and still sits there, or what is left of a shorter stack.",
    "HS-46":
        "bomb_pot: an amount, default none; in a hand that is a bomb pot everybody who is dealt in posts it as an "
        "ante, and less only if they have no more; nobody posts a blind or straddles, there is no betting before "
        "the flop, and the rest is played as usual, the least bet included. A bomb pot is called by the host or "
        "agreed on by all people who are to be dealt in, and announced before it is dealt; only games with a board "
        "have bomb pots. The button moves as always.",
    "HS-47":
        "bomb_pot_every: 0 to 100 hands, default 0 for none but those called or agreed on; the hand is a bomb pot "
        "after so many hands, less one, without one; where its game has no board, the next hand that has one is.",
    "HS-48":
        "all_in_chances: off | on, default off; once no decision is left in a hand and all its hands lie open, "
        "everybody is told after each street what share of the pots each hand wins on average; it follows from open "
        "cards alone, and changes nothing. (SD-24)",
    "SIMPLE-2":
        "Every player antes before the deal and the running bet, the total each player must have put in to stay, "
        "starts at the ante.",
    "SIMPLE-6":
        "In turn each player may raise, see (match the running bet) or fold; there is no separate check.",
    "SIMPLE-16": "Showing goes in seat order from Player 1, or all at once.",
    "SIMPLE-18":
        "The raise has a minimum of one chip and no maximum but the stack, and no cap on raises, unless the table "
        "sets them.",
    "SIMPLE-19":
        "The odd chip goes to the tied winner with the lowest seat number, one chip each in seat order.",
    "CX-42":
        "Blinds are posted by one or two players. Ruling: with small_blind 0 the big blind is the only one and sits "
        "left of the button; the button and the turns go on as with two, a player who comes late posts the big "
        "blind alone, and between two players the one without the button posts. (HS-29)",
    "CX-44":
        "The player whose upcard calls for the bring-in may be all-in with the ante. Ruling: the next player on the "
        "left may bring it in, complete or fold, and so on round the table; nobody has to bet for another's card. "
        "(VT-S7-3)",
    "CX-46":
        "In place of an ante from everybody the big blind may post one for all. Ruling: a form of the ante in games "
        "with blinds; the blind is paid before the ante, so that a short stack pays the blind first. (HS-40)",
}
# fmt: on
"""The clauses in the order of the rules; a clause that no ruling of a table cites is not among them."""
