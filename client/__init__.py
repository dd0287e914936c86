"""Clients of the daemon: Python API, command line, MCP. Equal, with no private way in."""
