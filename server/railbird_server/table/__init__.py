"""The pure life of a table between and around its hands."""
