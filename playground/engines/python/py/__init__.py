"""The Python side of the engine. Imported before all else: threads must lie under `_thread` by then."""

from . import clock, collector, threads

collector.install()
clock.install()
threads.install()

from . import loop  # noqa: E402

loop.install()
