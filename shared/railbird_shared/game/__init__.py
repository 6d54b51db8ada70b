"""What both sides know of poker: cards, variants, rankings, the list of games and the ids of the clauses."""
