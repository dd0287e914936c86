"""The daemon: the pure core, and the shell around it that does the I/O."""
