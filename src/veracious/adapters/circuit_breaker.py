"""Somebody outside who failed several times in a row is left alone for a while; if they fail again after that, for another."""

import time
from collections.abc import Callable


class CircuitBreaker:
    """How one server or provider has fared."""

    def __init__(self, failures_at_most: int, rest_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rest_s, self._clock = failures_at_most, rest_s, clock
        self._until = float("-inf")
        self.failures = 0  # in a row

    @property
    def is_open(self) -> bool:
        """Whether they are left alone now."""
        return self._clock() < self._until

    def succeeded(self) -> None:
        """Note that they answered."""
        self.failures = 0

    def failed(self) -> None:
        """Note that they did not."""
        self.failures += 1
        if self.failures >= self._most:
            self._until = self._clock() + self._rest_s
