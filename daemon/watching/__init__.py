"""Telling which files may have changed, soon after they did. Knows neither log nor state.

It only hurries things up. What it says may be wrong in both directions, and whoever acts on it
looks at the file first; what it misses is found when the file is used.
"""
