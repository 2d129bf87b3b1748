"""Quotation marks of every kind as one kind, character for character, so that what reads quotations knows two forms only."""

import re

_PAIRS = (
    re.compile(r"„([^„“”‟\n]+)[“”‟]"),
    re.compile(r"(?<![\w.,!?…])»([^«»\n]+)«"),
    re.compile(r"‹([^‹›\n]+)›"),
    re.compile(r"(?<![\w.,!?…])›([^‹›\n]+)‹"),
)
# A single mark opens behind white space and closes before it; between letters, or behind an s, it is an apostrophe.
_SINGLE = re.compile(
    r"(?:(?<=[\s(\[—–])|^)(?:‘(?=\w)|'(?=[^\W\d]))((?:[^'‘’\n]|(?<=\w)['’](?=\w)|(?<=s)['’](?=\s))++)['’](?!\w)",
    re.MULTILINE,
)


def plain(text: str) -> str:
    """The text with low, angled and single quotation marks as “ and ”; as long as before. Straight double marks stay."""
    for pair in _PAIRS:
        text = pair.sub(r"“\1”", text)
    return _SINGLE.sub(lambda found: found[0] if _is_inside(text, found.start()) else f"“{found[1]}”", text)


def _is_inside(text: str, at: int) -> bool:
    """Whether a place stands inside double quotation marks that its line opened."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")
