"""The screens of the client: start, connecting, lobby, table, pages and dialogs."""
