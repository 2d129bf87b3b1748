"""New names for things."""

import secrets
import time

RANDOM_BYTES = 8


class TimedIds:
    """`Ids` that sort by the millisecond they were given in and cannot be guessed."""

    def new(self) -> str:
        """A name in two parts, the moment and a random number, both in hexadecimal digits."""
        return f"{time.time_ns() // 1_000_000:012x}-{secrets.token_hex(RANDOM_BYTES)}"
