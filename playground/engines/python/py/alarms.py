"""The times at which waiting stacks go on by themselves."""

import heapq
import itertools

from .stack import Stack


class Alarms:
    """An alarm whose wait has ended another way stays in the heap until it comes first."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Stack, int]] = []
        self._count = itertools.count()

    def set(self, when: float, stack: Stack) -> None:
        """For the wait that the stack has just begun."""
        heapq.heappush(self._heap, (when, next(self._count), stack, stack.waits))

    def next(self) -> float | None:
        """When the next one is due; None where there is none."""
        heap = self._heap
        while heap:
            when, _, stack, wait = heap[0]
            if stack.parked and stack.waits == wait:
                return when
            heapq.heappop(heap)
        return None

    def take(self) -> Stack:
        """The stack of the next one, which is removed."""
        return heapq.heappop(self._heap)[2]

    def only_upkeep(self) -> bool:
        """None of them is a reason for virtual time to go on."""
        return all(
            stack.upkeep for _, _, stack, wait in self._heap if stack.parked and stack.waits == wait
        )

    def clear(self) -> None:
        self._heap.clear()
