"""The authoritative server: the rules, the tables, and the thin shell that hosts them."""
