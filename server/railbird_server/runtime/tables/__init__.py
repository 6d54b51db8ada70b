"""One table at a time: its task, its requests, its time, its journal, and how it comes back."""
