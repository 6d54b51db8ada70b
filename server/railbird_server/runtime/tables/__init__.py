"""One table at a time: its task, its members, its steps, its journal, and how it comes back."""
