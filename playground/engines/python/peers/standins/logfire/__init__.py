"""Named by the `conftest.py` of the SDK, for its tests of OpenTelemetry."""
