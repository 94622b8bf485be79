"""A call of the script, made by the SDK's client."""

from typing import Any

import mcp_types as types
from mcp import Client

from .call import Call


async def ask(client: Client, call: Call) -> tuple[str, bool]:
    """Its answer as text, and whether that is a tool's error."""
    session, wait = client.session, call.read_timeout_seconds
    progress = ignore if call.progress else None
    match call.method:
        case "tools/call":
            result = await client.call_tool(call.target, call.arguments, wait, progress)
            return texts(result.content), bool(result.is_error)
        case "prompts/get":
            params = types.GetPromptRequestParams(name=call.target, arguments=call.arguments)
            request = types.GetPromptRequest(params=params)
            got = await session.send_request(
                request, types.GetPromptResult, wait, progress_callback=progress
            )
            return texts([message.content for message in got.messages]), False
        case "resources/read":
            asked = types.ReadResourceRequest(
                params=types.ReadResourceRequestParams(uri=call.target)
            )
            read = await session.send_request(
                asked, types.ReadResourceResult, wait, progress_callback=progress
            )
            return texts(read.contents), False


async def ignore(progress: float, total: float | None, message: str | None) -> None:
    """The client asks for progress, and needs none."""


def texts(parts: list[Any]) -> str:
    return "\n".join(getattr(part, "text", f"<{getattr(part, 'type', 'blob')}>") for part in parts)
