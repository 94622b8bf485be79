"""What a program's server offers, as `tools/list` and its siblings would say it."""

from typing import Any

from mcp.server import MCPServer
from mcp.shared._callable_inspection import is_async_callable


def shape_of(server: MCPServer[Any]) -> dict[str, Any]:
    """The `ServerShape` of engine.ts."""
    return {
        "name": server.name,
        "tools": [
            offer(tool.name, tool.description, tool.parameters, tool.fn)
            for tool in server._tool_manager.list_tools()
        ],
        "prompts": [
            offer(
                prompt.name,
                prompt.description,
                strings({each.name: each.required for each in prompt.arguments or []}),
                prompt.fn,
            )
            for prompt in server._prompt_manager.list_prompts()
        ],
        "resources": [
            offer(
                each.uri_template,
                each.description,
                strings(dict.fromkeys(variables(each), True)),
                each.fn,
            )
            for each in server._resource_manager.list_templates()
        ]
        + [
            offer(str(each.uri), each.description, strings({}), getattr(each, "fn", None))
            for each in server._resource_manager.list_resources()
        ],
    }


def offer(
    name: str, description: str | None, schema: dict[str, Any], function: Any
) -> dict[str, Any]:
    plain = function is not None and not is_async_callable(function)
    return {"name": name, "description": description or None, "inputSchema": schema, "plain": plain}


def variables(template: Any) -> list[str]:
    return [name for name in template.parameters.get("properties", {})]


def strings(required: dict[str, bool | None]) -> dict[str, Any]:
    """A schema of arguments that are all strings, as a prompt's and a template's are."""
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in required},
        "required": [name for name, needed in required.items() if needed],
    }
