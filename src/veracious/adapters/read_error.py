"""How a reader says that it cannot read something."""

from veracious.domain.document import Unread


class NotRead(Exception):
    """What is read cannot be; raised by readers, turned into a `Refused` before it leaves their room."""

    def __init__(self, reason: Unread, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail
