"""What was made of something that never changes, kept while it is asked for."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """So many values by their names; the one that was asked for longest ago is forgotten first.

    A name must say all that its value is made of: nothing that is kept is ever made anew. Threads may ask at the same time, and may then
    make the same value twice.
    """

    def __init__(self, at_most: int) -> None:
        self._at_most = at_most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._changing = threading.Lock()

    def get(self, name: K, make: Callable[[], V]) -> V:
        """The value of this name, made where it is not kept."""
        with self._changing:
            if name in self._values:
                self._values.move_to_end(name)
                return self._values[name]
        made = make()
        with self._changing:
            self._values[name] = made
            self._values.move_to_end(name)
            while len(self._values) > self._at_most:
                self._values.popitem(last=False)
        return made

    def clear(self) -> None:
        """Forget all of it."""
        with self._changing:
            self._values.clear()
