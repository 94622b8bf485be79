"""The Python side of the engine. Imported before all else: threads must lie under `_thread` by then."""

from . import clock, threads

clock.install()
threads.install()

from . import loop  # noqa: E402

loop.install()
