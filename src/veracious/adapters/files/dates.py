"""Days as files write them."""

import re
from datetime import date

_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].{0,40})?", re.DOTALL)


def parse(text: str) -> date | None:
    """The day of an ISO date, with or without a time; none when it is none."""
    match = _ISO.fullmatch(text.strip())
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None
