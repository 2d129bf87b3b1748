"""Two hundred ways to run a script from a text, and a report in which every text begins with one of them.

Each payload, where it runs, calls a dialog and sets a global. `CONTROL` is what a careless page would be: it shows that they do run.
"""

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from itertools import islice, product
from typing import Any, TypeVar

from tests.faces.pages.cases import Case

RUN = "window.hit=1;alert(1)"
T = TypeVar("T")

_TAGS = (
    f"<script>{RUN}</script>",
    f"<ScRiPt >{RUN}</sCrIpT>",
    f"<script/x>{RUN}</script>",
    f"<svg><script>{RUN}</script></svg>",
    f"<img src=x onerror={RUN}>",
    f'<img src=x onerror="{RUN}">',
    f"<img/src=x/onerror={RUN}>",
    f"<svg onload={RUN}>",
    f"<svg/onload={RUN}//",
    f"<body onload={RUN}>",
    f"<details open ontoggle={RUN}>",
    f"<video src=x onerror={RUN}>",
    f"<audio src=x onerror={RUN}>",
    f"<input autofocus onfocus={RUN}>",
    f"<iframe srcdoc='<script>{RUN.replace('window', 'parent')}</script>'></iframe>",
    f"<iframe src='javascript:{RUN.replace('window', 'parent')}'></iframe>",
    f"<object data='javascript:{RUN}'></object>",
    f"<style onload={RUN}>*{{}}</style>",
    f"<marquee onstart={RUN}>x</marquee>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s></svg>",
)
_OPENINGS = ("", '">', "'>", "</title>", "</style>", "</svg>", "--></p>", "</mark></bdi>", "]]>", '" x="')
_ADDRESSES = (
    f"javascript:{RUN}",
    f"JaVaScRiPt:{RUN}",
    f"java\tscript:{RUN}",
    f" javascript:{RUN}",
    f"javascript://example.org/%0a{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    f"vbscript:{RUN}",
    f'https://example.org/" onclick="{RUN}',
    f"https://example.org/'><script>{RUN}</script>",
    f"https://user:{RUN}@example.org/",
)
_TEMPLATES = ("{{ ''.__class__.__mro__ }}", "{% print(1) %}", "${alert(1)}", "&lt;script&gt;", "&#60;script&#62;alert(1)&#60;/script&#62;")

PAYLOADS = tuple(dict.fromkeys([*_ADDRESSES, *_TEMPLATES, *islice((opening + tag for tag, opening in product(_TAGS, _OPENINGS)), 0, 185)]))
ADDRESSES = _ADDRESSES
CONTROL = "<!DOCTYPE html><html><body><p>{}</p></body></html>"


def poisoned(case: Case, text: str) -> Case:
    """The same case, every free text of its report and record beginning with this text; what was joined by name still is."""
    return Case(begun(case.record, text), begun(case.report, text))


def begun(value: T, text: str) -> T:
    """The same value, every free text in it beginning with this text."""
    made: Any = value
    if isinstance(value, str) and not isinstance(value, Enum):
        made = text + value
    elif is_dataclass(value) and not isinstance(value, type):
        kept = {"request", "report", "as_of", "digest"}  # JSON and digests, which are read before they are shown
        changed = {one.name: begun(getattr(value, one.name), text) for one in fields(value) if one.name not in kept}
        made = replace(value, **changed)
    elif isinstance(value, tuple):
        made = tuple(begun(one, text) for one in value)
    return made  # type: ignore[no-any-return]
