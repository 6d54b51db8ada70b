"""The pictures of a table, drawn on sheets: one module for each part of the screen."""
