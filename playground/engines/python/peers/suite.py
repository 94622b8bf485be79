"""Runs a peer's tests with pytest and tells what becomes of each.

The very same file runs in the engine and on native CPython: what passes there is the goal here.
"""

import os
import sys
import tarfile
import zipfile
import zipimport
from asyncio import events
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

Report = Callable[[str, str, str], object]
"""Hears of a test: its name, its outcome (`started` to begin with), and what went wrong."""


class Teller:
    """A plugin of pytest's: of the three phases of a test it tells the worst."""

    def __init__(self, root: str, without: Collection[str], report: Report) -> None:
        self._root = root
        self._without = without
        self._report = report
        self._outcome = ("passed", "")

    def pytest_addoption(self, parser: Any) -> None:
        # pytest-timeout's: it ends the process, and here a test that hangs is ended from outside.
        parser.addini("timeout", "seconds")

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._report(self._name(report.nodeid), "failed", report.longreprtext)

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if self._name(item.nodeid) not in self._without]

    def pytest_runtest_logstart(self, nodeid: str, location: Any) -> None:
        self._outcome = ("passed", "")
        self._report(self._name(nodeid), "started", "")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._outcome = ("failed", report.longreprtext)
        elif report.skipped and self._outcome[0] == "passed":
            # An expected failure counts as skipped, and has its reason.
            outcome = "failed as expected" if hasattr(report, "wasxfail") else "skipped"
            self._outcome = (outcome, report.longreprtext)

    def pytest_runtest_logfinish(self, nodeid: str, location: Any) -> None:
        self._report(self._name(nodeid), *self._outcome)

    def _name(self, nodeid: str) -> str:
        return f"{self._root}/{nodeid}"


def unpack(archives: list[str], folder: str) -> None:
    """Wheels and source archives, into one folder."""
    for archive in archives:
        if archive.endswith(".whl"):
            with zipfile.ZipFile(archive) as wheel:
                wheel.extractall(folder)
        else:
            with tarfile.open(archive) as sources:
                sources.extractall(folder, filter="data")


def places(folder: str, standins: str) -> list[str]:
    """Where the test tools lie that were unpacked there, and last what stands in for those that were not."""
    return [folder, *map(str, Path(folder).glob("forbiddenfruit-*")), standins]


def read_unseen() -> None:
    """Let BlockBuster, which the peers' tests use to catch a blocking call, overlook the zip that the standard
    library is in: it overlooks its files on native CPython.
    """
    get_data = zipimport._get_data  # type: ignore[attr-defined]

    def get_unseen(*args: Any) -> Any:
        loop = events._get_running_loop()
        events._set_running_loop(None)
        try:
            return get_data(*args)
        finally:
            events._set_running_loop(loop)

    zipimport._get_data = get_unseen  # type: ignore[attr-defined]


def run(
    folder: str, modules: Iterable[str], only: str, without: Collection[str], report: Report
) -> int:
    """Run the modules of the sources in `folder`, but not the tests named. Returns pytest's exit code."""
    import pytest

    os.chdir(folder)
    sys.path.insert(0, folder)
    plugin = Teller(Path(folder).name, without, report)
    return int(pytest.main([*OPTIONS, "-k", only, *modules], plugins=[plugin]))


OPTIONS = [
    *("-o", "addopts=", "-o", "log_cli=false", "-p", "no:cacheprovider", "-p", "no:timeout"),
    *("--capture=sys", "--tb=short", "--color=no", "-q"),
    # Of AnyIO's plugin, as the engine has imported AnyIO long before.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
]
