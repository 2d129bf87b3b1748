"""Whether an address that was met before is read again."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from veracious.domain.store import Page, PageStatus


@dataclass(frozen=True, slots=True)
class MemoryDials:
    """How long what is known of an address stands."""

    fresh_days: float = 7.0  # since a page was read, in which it is not read again; 1–90; SPEC §4 asks for it, a guess
    failed_days: float = 0.5  # since a page could not be read, in which it is not tried again; 0–7; a guess


def passed_over(page: Page, moment: datetime, dials: MemoryDials) -> str:
    """Why an address is not read again: "read_before", "failed_before"; empty when it is.

    Formula: Addresses that are not read again. From B (URL memory), C (registry).

        read_before    read less than fresh_days ago
        failed_before  could not be read, less than failed_days ago

    Dials: fresh_days, failed_days of MemoryDials.
    """
    if page.read_at is None:
        return ""
    days = (moment - page.read_at) / timedelta(days=1)
    if page.status is PageStatus.EXTRACTED:
        return "read_before" if days < dials.fresh_days else ""
    return "failed_before" if page.status is PageStatus.FAILED and days < dials.failed_days else ""
