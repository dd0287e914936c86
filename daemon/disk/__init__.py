"""The user's files: confined to the root, looked at, and replaced whole or left as they are."""
