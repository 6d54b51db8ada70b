"""Draws the parts of the table screen on canvases, one module for each part."""
