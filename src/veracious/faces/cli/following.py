"""What a run does on the web, told line by line while it does it; and the key that ends it."""

import asyncio
import signal
from collections.abc import Callable

from rich.console import Console

from veracious.domain.budget import MICROS, Amount
from veracious.domain.web import Step
from veracious.faces import step_words


class Following:
    """A `Watch` that writes to a console; while it is followed, Ctrl-C ends the run with what is known, and once more at once."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._is_caught = False

    def begin(self, halt: Callable[[], None]) -> None:
        """Catch the key."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self._ended, halt)
        self._is_caught = True

    def tell(self, step: Step, spent: Amount) -> None:
        """One line: what is done, and what the run has read and cost by now."""
        cost = f", cost {spent.money_micros / MICROS:g}" if spent.money_micros else ""
        self._console.print(f"{step_words.word(step.kind):<23}{step.text}  [dim]pages {spent.pages}{cost}[/dim]", soft_wrap=True)

    def _ended(self, halt: Callable[[], None]) -> None:
        self._console.print("Ending with what is known. Once more to stop at once.")
        self._free()
        halt()

    def _free(self) -> None:
        if self._is_caught:
            asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
            self._is_caught = False

    def __enter__(self) -> "Following":
        return self

    def __exit__(self, *_: object) -> None:
        self._free()
