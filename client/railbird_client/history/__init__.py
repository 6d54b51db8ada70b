"""Finished hands, charts and statements: the pages that show them, and the files that they are exported to."""
