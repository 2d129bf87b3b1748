"""How often somebody without a name may say something of a published verdict: counted by the address they come from, in this process.

The store counts, too, how much of it a workspace has taken in an hour, so that many addresses together do not fill it.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from veracious.domain.errors import FeedbackTooMuch
from veracious.faces.web.address_limit import AddressLimit

AT_ONCE = 5  # from one address; whoever reads a page finds no more wrong with it
EVERY_S = 720.0  # for each further one: five in an hour
HOUR = timedelta(hours=1)
OF_RECORD = 20  # of them of one verdict, so that who floods one leaves room for what is said of the others
IN_AN_HOUR = 60  # that a workspace takes from all together; more is read by nobody


class FeedbackLimit(AddressLimit):
    """What addresses have written lately."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(AT_ONCE, EVERY_S, now)

    def take(self, address: str) -> None:
        """Count one from this address, or refuse it."""
        if self.wait(address) > 0:
            raise FeedbackTooMuch
