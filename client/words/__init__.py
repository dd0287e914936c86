"""Replies as text for people and models, and as plain values for programs."""
