"""Drawing without Textual: text measured in cells, canvases of letters and of pixels, cards, palettes."""
