"""Requests to the older contracts with the whole answers that the running service gives to them, one pair a file, under `golden/`.

`python -m tests.faces.http.golden_pairs` asks every request anew and writes what is answered; the difference shows what changed for a
caller. For a new pair, write a file that has its `request` alone, and run it.

A request has `method`, `path` and `body`; `scope` of the key it comes with, `null` for none; `web`, whether the service searches the web.
Of an answer, what is new every time (names of records and of requests, the version) is left out as `MASK`, and numbers have nine digits.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.faces.http.servers import Service, serving
from veracious.domain.access import Grant

FOLDER = Path(__file__).parent / "golden"
MASK = "(new every time)"
VARYING = frozenset({"record", "request_id", "version"})  # at the top of an answer
HEADERS = ("content-type", "retry-after", "www-authenticate", "allow")
DIGITS = 9  # the last ones may differ from machine to machine

Pair = dict[str, Any]
Services = Mapping[bool, Service]  # without the web, and with it


def pairs() -> dict[str, Pair]:
    """All pairs by their names, as in `worker/true`."""
    return {path.relative_to(FOLDER).with_suffix("").as_posix(): read(path) for path in sorted(FOLDER.glob("*/*.json"))}


def read(path: Path) -> Pair:
    """One pair."""
    told: Pair = json.loads(path.read_text("utf-8"))
    return told


@contextmanager
def services() -> Iterator[Services]:
    """The two services that requests are put to."""
    with ExitStack() as stack:
        yield {web: stack.enter_context(serving(web=web)) for web in (False, True)}


def answered(request: dict[str, Any], known: Services) -> dict[str, Any]:
    """What is answered to a request."""
    scope = request.get("scope", "verify")
    with known[request.get("web", False)].client(Grant(scope) if scope else None) as client:
        found = client.request(request["method"], request["path"], **({"json": request["body"]} if "body" in request else {}))
    return {
        "status": found.status_code,
        "headers": {name: found.headers[name] for name in HEADERS if name in found.headers},
        "body": {name: MASK if name in VARYING else _rounded(value) for name, value in found.json().items()},
    }


def _rounded(value: Any) -> Any:
    match value:
        case dict():
            return {name: _rounded(inner) for name, inner in value.items()}
        case list():
            return [_rounded(inner) for inner in value]
        case float():
            return round(value, DIGITS)
    return value


def write() -> None:
    """Write all answers anew."""
    with services() as known:
        for name, pair in pairs().items():
            told = {"request": pair["request"], "response": answered(pair["request"], known)}
            (FOLDER / f"{name}.json").write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    write()
