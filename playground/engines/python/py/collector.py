"""The collector of cycles, at moments of our own choosing and always whole.

CPython 3.14 collects in increments, and begins each by walking the frames of every thread from its innermost on
(`mark_stacks` in Python/gc.c). Where stacks are switched under it, that walk leaves the frames and ends in
ruined memory: some sixty runs with a thread in them. A whole collection goes by reference counts alone.
"""

import gc

MOST = 20_000
"""Objects made since the last collection, net, after which a run's end is worth one."""

FAR_TOO_MANY = 200_000
"""The same in the middle of a run."""


def install() -> None:
    """Once, before all else. A program that enables the collector asks for what it has already, done another way."""
    gc.disable()
    gc.enable = lambda: None


def settle() -> None:
    """What there is now stays for good: collections need not look at it, and are short."""
    gc.freeze()


def after_run() -> None:
    if gc.get_count()[0] > MOST:
        gc.collect()


def in_between() -> None:
    if gc.get_count()[0] > FAR_TOO_MANY:
        gc.collect()
