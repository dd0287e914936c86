"""The build of this code: what client and daemon tell each other of themselves."""

BUILD = "0.1.0"
