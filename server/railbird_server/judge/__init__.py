"""Who wins: hands and a board that somebody names, ruled on as the engine would."""
