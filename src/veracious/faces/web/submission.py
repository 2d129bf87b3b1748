"""What a form handed in becomes: a job, or why there is none, in words; nothing that was written is lost."""

from veracious.domain.errors import AccessError, InputError, JobError
from veracious.domain.job import Job
from veracious.faces.http import jobs
from veracious.faces.http.jobs import Handed
from veracious.faces.http.problems import Trouble, of_error, status_of
from veracious.faces.http.routes import Visit
from veracious.rules import digest

DIGEST_CHARS = 16  # of what was written, in the name under which a form is handed in

REFUSALS = (Trouble, AccessError, JobError, InputError)


async def hand_in(visit: Visit, handed: Handed, key: str) -> Job:
    """The job of a form; the same form sent twice is one job, and with other words another."""
    name = digest.of(handed.given.model_dump(mode="json"), "form").removeprefix("sha256:")[:DIGEST_CHARS]
    job, _ = await jobs.hand_in(visit, handed, f"form-{key}-{name}")
    return job


def told(refused: Exception) -> tuple[int, str]:
    """Why something was refused: its status, and its reason in words."""
    if isinstance(refused, Trouble):
        return refused.status_code, refused.detail
    if isinstance(refused, AccessError | JobError | InputError):
        return status_of(refused), of_error(refused).detail
    raise refused
