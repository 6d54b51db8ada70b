"""The settings of a player, the file that keeps them, and the page that changes them."""
