"""The daemon as a process: sockets, clients, and what it says to them."""
