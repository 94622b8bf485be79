"""The Python side of the engine."""
