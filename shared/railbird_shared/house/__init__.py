"""House rules: the record of every setting, its effect on a game, presets, sentences about it, and TOML files."""
