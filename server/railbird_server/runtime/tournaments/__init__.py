"""The tournaments of a server: their tasks, the orders that they give to tables, and how they are seen."""
