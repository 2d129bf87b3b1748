"""How long what is public may be kept by whoever reads it, and by caches between: some seconds, and then they ask whether it has changed.

A page that holds the token of a form is one reader's own, and no cache between may keep it.
"""

from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from veracious.faces.web.kept_pages import KEPT_SECONDS

SECONDS = int(KEPT_SECONDS)  # as long as what a page says is kept here: a correction is seen at most twice as late
TAG_CHARS = 32  # of the digest of what is answered
TOLD_AGAIN = ("etag", "last-modified", "cache-control", "vary")  # by an answer that nothing has changed


def kept(request: Request, answer: Response, is_shared: bool, changed: datetime | None = None) -> Response:
    """The answer with its tag and how long it lasts; without its content where whoever asks has it already.

    `changed` is for what only ever moves forward: of a list, from which something may be taken, it would say too little.
    """
    if answer.status_code != 200:
        return answer
    answer.headers["ETag"] = f'"{sha256(bytes(answer.body)).hexdigest()[:TAG_CHARS]}"'
    answer.headers["Cache-Control"] = f"{'public' if is_shared else 'private'}, max-age={SECONDS}"
    if is_shared:
        answer.headers["Vary"] = "Accept"  # it is the same for all, whatever cookies they bring
    if changed is not None:
        answer.headers["Last-Modified"] = format_datetime(changed.astimezone(UTC).replace(microsecond=0), usegmt=True)
    if not _is_known(request, answer.headers["ETag"], changed):
        return answer
    return Response(status_code=304, headers={name: answer.headers[name] for name in TOLD_AGAIN if name in answer.headers})


def _is_known(request: Request, tag: str, changed: datetime | None) -> bool:
    """Whether whoever asks has what would be answered (RFC 9110, 13.1): a tag counts before a time."""
    if (tags := request.headers.get("if-none-match")) is not None:
        named = [one.strip().removeprefix("W/") for one in tags.split(",")]
        return tag in named or "*" in named
    since = request.headers.get("if-modified-since")
    if since is None or changed is None:
        return False
    try:
        known = parsedate_to_datetime(since)
    except (ValueError, OverflowError):  # a number may be larger than any of a day or a time zone
        return False
    return changed.replace(microsecond=0) <= (known if known.tzinfo else known.replace(tzinfo=UTC))
