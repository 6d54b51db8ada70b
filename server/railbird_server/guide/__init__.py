"""The rules as people read them: the clauses, and a page for every game, made from its record."""
