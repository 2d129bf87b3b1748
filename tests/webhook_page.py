"""The lines of the manual that check the signature of a delivery, as they stand there."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "be-told-when-a-job-has-ended.md"
LINES = [code for code in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL) if "is_genuine" in code]


def is_genuine(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """What the lines say of a request."""
    (code,) = LINES
    names: dict[str, Any] = {"secret": secret, "headers": headers, "body": body}
    exec(compile(code, str(PAGE.name), "exec"), names)  # noqa: S102
    return bool(names["is_genuine"])
