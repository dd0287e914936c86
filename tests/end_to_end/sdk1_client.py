"""What a host does with the official SDK; as a script, with the 1.x that lies on PYTHONPATH.

The script reads the server's command, folder and environment as JSON from standard input, and
writes what it was told as JSON to standard output.
"""

import asyncio
import json
import sys
from importlib.metadata import version
from typing import Any

PARALLEL = 8


async def talk(client: Any) -> dict[str, Any]:
    """List the tools and call them, with any of the SDK's clients; return what came, as JSON."""

    async def call(tool: str, **arguments: Any) -> dict[str, Any]:
        result = await client.call_tool(tool, arguments)
        return result.model_dump(by_alias=True, mode="json", exclude_none=True)

    listed = await client.list_tools()
    writes = (
        call("be-write", file=f"new{number}", content=f"{number}\n") for number in range(PARALLEL)
    )
    return {
        "tools": [tool.name for tool in listed.tools],
        "read": await call("be-read", file="a.py:2-3"),
        "replaced": await call("be-replace", file="a.py", old="two\n", content="2 \u00e9\u2028\n"),
        "refused": await call("be-replace", file="a.py", old="nowhere", content=""),
        "wrong": await call("be-read", file="gone.py"),
        "unknown": await call("be-none", file="a.py"),
        "parallel": await asyncio.gather(*writes),
    }


async def main() -> None:
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    parameters = StdioServerParameters.model_validate(json.load(sys.stdin))
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        hello = await session.initialize()
        greeted = hello.model_dump(by_alias=True, mode="json", exclude_none=True)
        told = {"sdk": version("mcp"), "hello": greeted} | await talk(session)
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    asyncio.run(main())
