"""Tournaments, pure: who plays where, at which level, who is out in which place, and what each of them is paid."""
