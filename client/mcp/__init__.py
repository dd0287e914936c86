"""The tools for agents: MCP over stdio."""
