"""What a Railbird client and server say to each other, and nothing else."""

PROTOCOL_VERSION = 2
