"""Widgets: they draw values and post what was clicked or chosen."""
