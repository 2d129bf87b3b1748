"""The text a judge reads for one quote: the title and the date of its document before it, since a bare quote loses what it speaks of."""

from calendar import month_name
from datetime import date


def text(quote: str, title: str = "", published: date | None = None) -> str:
    """`Title (5 March 2024): quote`, without what is not known."""
    day = f"{published.day} {month_name[published.month]} {published.year}" if published else ""
    head = f"{title} ({day})" if title and day else title or day
    return f"{head}: {quote}" if head else quote
