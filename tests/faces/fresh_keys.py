"""For the program that asks every operation, what no description of one request can say.

Each request that carries a good Idempotency-Key carries one of its own, since the same key with another body is refused by intent. And
nobody takes away the key that all requests are sent with, or what it may use.
"""

import os
import re
from typing import Any
from uuid import uuid4

import schemathesis

OWN = "TEST_OWN_KEY"  # the id of the key that is used
KEY, GOOD = "Idempotency-Key", re.compile(r"[!-~]{1,255}")


@schemathesis.hook
def before_call(context: Any, case: Any, **_: Any) -> None:
    """Put a new key in the place of a good one, a bad one stays bad; and another's in the place of one's own."""
    given = (case.headers or {}).get(KEY)
    if isinstance(given, str) and GOOD.fullmatch(given):
        case.headers[KEY] = uuid4().hex
    if case.path.startswith("/v1/keys/") and (case.path_parameters or {}).get("id") == os.environ[OWN]:
        case.path_parameters["id"] = "vk_000000000000"
