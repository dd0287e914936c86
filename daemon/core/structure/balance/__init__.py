"""Brackets and quotes of languages that have a grammar, and the front for tags, too."""
