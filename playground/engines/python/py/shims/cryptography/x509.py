"""Not in this stand-in. As with the real package without its compiled half, importing it says so."""

from cryptography.hazmat.bindings import _rust  # noqa: F401
