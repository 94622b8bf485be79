"""Named by the `conftest.py` of AnyIO, for its tests of TLS."""


class CA:
    pass
