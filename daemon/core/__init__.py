"""Pure: bytes and values in, values out. No clock, file, socket or random in here."""
