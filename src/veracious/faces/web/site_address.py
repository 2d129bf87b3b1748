"""The address of this site, as whoever asks would write it into a program or a page of theirs."""

import re

from starlette.requests import Request

from veracious.faces.http import sessions

UNKNOWN = "https://YOUR-SITE"  # where the request names no host that can be written down
_HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


def of(request: Request) -> str:
    """Scheme and host. Behind a proxy, and everywhere but on this machine, it is that of TLS, as it is for cookies."""
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        return UNKNOWN
    return f"{'https' if sessions.is_secure(request) else request.url.scheme}://{host}"
