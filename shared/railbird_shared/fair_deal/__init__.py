"""The fair deal: the format of its commitments, how a deck follows from seeds, and the check of every card.

Both sides compute with these functions. docs/fairness.md describes the format byte by byte, and docs/verify_deal.py
is a second implementation of the check.
"""
