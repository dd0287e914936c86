"""Parsing outside the daemon's own process: `parser` asks, `worker` answers."""
