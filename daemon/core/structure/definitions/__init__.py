"""Definitions by the grammars: tables of node kinds, and how what they find is nested."""
