"""Places in a list, as texts that a client hands back as they are. Each is signed, for one list of one workspace: none can be made up."""

import base64
import hmac
import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Annotated

from pydantic import Field

from veracious.domain.job import Job
from veracious.faces.http.problems import Trouble
from veracious.faces.http.routes import Visit

NAME = r"[0-9A-Za-z_-]{1,64}"
MAC_BYTES = 16
NO_PLACE = "The cursor is no place in this list. Take the one that the page before told, or begin without."

Cursor = Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{0,200}$")]

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)


def is_name(text: str) -> bool:
    """Whether a job or a record could be called so."""
    return re.fullmatch(NAME, text) is not None


async def sign(visit: Visit, listing: str, place: str) -> str:
    """The cursor of a place in a list of the workspace."""
    return base64.urlsafe_b64encode(await _mac(visit, listing, place) + place.encode()).decode().rstrip("=")


async def read(visit: Visit, listing: str, cursor: str) -> str:
    """The place that a cursor stands for; empty: the beginning. One that was not told for this list of this workspace is refused."""
    if not cursor:
        return ""
    try:
        found = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        mac, place = found[:MAC_BYTES], found[MAC_BYTES:].decode("ascii")
    except ValueError:  # no base64, or letters that it does not have; behind the code, what is no ASCII
        raise _refused() from None
    if not hmac.compare_digest(mac, await _mac(visit, listing, place)):
        raise _refused()
    return place


def of_job(job: Job) -> str:
    """The place of a job in the list of the newest."""
    return f"{(job.made_at - _BEGINNING) // _MICRO:x}.{job.id}"


def job_place(place: str) -> tuple[datetime, str] | None:
    """The moment and the name of a place; none for the beginning."""
    if not place:
        return None
    moment, _, name = place.partition(".")
    return _BEGINNING + int(moment, 16) * _MICRO, name


async def _mac(visit: Visit, listing: str, place: str) -> bytes:
    said = "\0".join(("cursor", visit.workspace, listing, place))
    return hmac.digest(await visit.backend.access.service_secret(), said.encode(), sha256)[:MAC_BYTES]


def _refused() -> Trouble:
    return Trouble(422, "cursor_invalid", NO_PLACE)
