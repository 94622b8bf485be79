"""Named by a `conftest.py` of the SDK, for its tests of OpenTelemetry."""


class ReadableSpan:
    pass
