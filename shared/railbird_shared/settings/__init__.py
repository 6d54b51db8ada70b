"""Settings as they are declared: each once, as a field of a record, from which everything else about it follows."""
