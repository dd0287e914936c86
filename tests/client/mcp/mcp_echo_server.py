"""A server of three tools on the wire layer alone, started as a process by the tests beside it."""

import os
import subprocess
import sys
from typing import Any, assert_never

from editjournal.client.mcp.jsonrpc import parse
from editjournal.client.mcp.messages import Bad
from editjournal.client.mcp.protocol import (
    Answer,
    CallTool,
    Cancelled,
    Initialized,
    ListTools,
    Output,
    Send,
    Session,
)
from editjournal.client.mcp.stdio_lines import Lines, claim_stdio, write_all

TOOLS: list[dict[str, Any]] = [
    {"name": name, "description": name, "inputSchema": {"type": "object"}}
    for name in ("echo", "roots", "whisper")
]


class Echo:
    def __init__(self) -> None:
        self.session = Session("echo", "1", title="Echo", instructions="say something")
        self.client = ""
        self.names_roots = False
        self.calls_for_roots: list[CallTool] = []

    def respond(self, output: Output) -> bytes:
        match output:
            case Send(line):
                return line
            case Initialized():
                self.client = output.client
                self.names_roots = "roots" in output.capabilities
            case ListTools(id=id_):
                return self.session.tools(id_, TOOLS)
            case CallTool():
                return self.call(output)
            case Cancelled():
                pass
            case Answer():
                call = self.calls_for_roots.pop(0)
                return self.session.tool_result(call.id, str(output.result or output.error))
            case Bad():
                return self.session.error(output.id, output.code, output.message, "kept")
            case _:
                assert_never(output)
        return b""

    def call(self, call: CallTool) -> bytes:
        match call.name:
            case "echo":
                text = f"{self.client} says {(call.arguments or b'').decode()}"
                return self.session.tool_result(call.id, text)
            case "roots" if self.names_roots:
                self.calls_for_roots.append(call)
                return self.session.ask("roots/list")
            case "whisper":
                print("a stray print", flush=True)  # noqa: T201 - must not reach the wire
                os.write(1, b"a stray write\n")
                subprocess.run(["/bin/echo", "a stray child"], check=True)
                return self.session.tool_result(call.id, "psst", structured={"loud": False})
            case _:
                return self.session.tool_result(call.id, f"no tool {call.name}", is_error=True)


def main() -> None:
    stdio, lines, echo = claim_stdio(), Lines(), Echo()
    assert sys.stdin.read() == ""
    chunk = b"\n"
    while chunk:
        chunk = os.read(stdio.read_fd, 1 << 16)
        for line in lines.feed(chunk) if chunk else lines.end():
            for output in echo.session.take(parse(line)):
                write_all(stdio.write_fd, echo.respond(output))


if __name__ == "__main__":
    main()
