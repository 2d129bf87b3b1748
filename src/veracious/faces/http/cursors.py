"""Places in a list, as texts that a client hands back as they are. Every text of the right shape is a place, so none can be made up."""

from datetime import UTC, datetime, timedelta

from veracious.domain.job import Job

NAME = r"[0-9A-Za-z_-]{1,64}"
JOB_PLACE = rf"^([0-9a-f]{{13}}\.{NAME})?$"
NAME_PLACE = rf"^({NAME})?$"
NUMBER_PLACE = r"^([0-9]{1,18})?$"

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_MICRO = timedelta(microseconds=1)


def of_job(job: Job) -> str:
    """The place of a job in the list of the newest."""
    return f"{(job.made_at - _BEGINNING) // _MICRO:013x}.{job.id}"


def job_place(cursor: str) -> tuple[datetime, str] | None:
    """The moment and the name that a cursor stands for; none for the beginning."""
    if not cursor:
        return None
    moment, _, name = cursor.partition(".")
    return _BEGINNING + int(moment, 16) * _MICRO, name
