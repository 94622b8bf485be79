"""The awaits of the program: each is told when it begins, and how it ends."""

from .activation import Activation, Tell
from .syntax import Site
from .words import outcome_of, raised, reason_of


class Awaits:
    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._untold: list[Activation] = []

    def opened(self, act: Activation, site: Site) -> None:
        act.waits = site
        if site.lazy:
            act.untold = True
            self._untold.append(act)
        else:
            self.tell_untold()
            self._tell("await.enter", act, line=site.line, what=site.what)

    def closed(self, act: Activation) -> None:
        site, act.waits = act.waits, None
        if site is None:
            return
        if act.untold:
            act.untold = False
            self._untold.remove(act)
        else:
            self._tell("await.return", act, line=site.line, what=site.what)

    def may_raise(self, act: Activation, error: BaseException) -> None:
        """An error comes up in a function, or is thrown into it: where it waits, through what it waits for.

        A StopIteration is how a coroutine returns a value to one that was thrown into, and a
        StopAsyncIteration how an `async for` comes to its end.
        """
        if act.waits is None or isinstance(error, StopIteration):
            return
        if not (act.waits.lazy and isinstance(error, StopAsyncIteration)):
            self.raised(act, error)

    def raised(self, act: Activation, error: BaseException) -> None:
        if act.untold:
            self.tell_untold()
        site, act.waits = act.waits, None
        if site is not None:
            how = {"outcome": outcome_of(error), **raised(error), "reason": reason_of(error)}
            self._tell("await.raise", act, line=site.line, what=site.what, **how)

    def tell_untold(self) -> None:
        """They wait indeed: a function has given way, or one of the program's begins or waits inside."""
        if not self._untold:
            return
        untold, self._untold = self._untold, []
        for act in untold:
            act.untold = False
            if act.waits is not None:
                self._tell("await.enter", act, line=act.waits.line, what=act.waits.what)
