"""Lines that were broken to fit a page, put together again: everything after this takes a line break for the end of a sentence.

A line goes on in the next one when the next one's first word would not have fitted, or when it is nearly full and the next one begins with
a small letter; never when either looks like a list or a table, or when the line ends a sentence and the next begins one.
"""

import re

WIDTHS = range(30, 131)  # of lines that a program or a printer broke; wider ones are paragraphs, narrower ones lists and verses
WIDTH_QUANTILE = 0.95  # the width is that of nearly the longest line: a few run over
SLACK = 0.85  # printed lines differ in length by their letters
NEARLY_FULL = 0.6

_ITEM = re.compile(r"\s*([-*+•‣◦▪–—#>|]|\d{1,3}[.)]|[a-zA-Z][.)])\s")
_TABULAR = re.compile(r"\t|\S {3,}\S|\||,\S+,\S")
_ENDS = re.compile(r"[.!?…:][\"'”’»)\]]{0,3}$")


def unwrap(text: str, *, printed: bool = False) -> str:
    """The text with broken lines put together; in print a hyphen at the end of a line is no part of the word."""
    lines = text.split("\n")
    width = _width(lines)
    if width not in WIDTHS:
        return text
    made: list[str] = []
    pieces: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        piece = line.strip() if pieces else line
        if not _goes_on(line, following, width):
            made.append("".join((*pieces, piece)))
            pieces = []
        elif _is_hyphenated(line, following):
            pieces.append(piece[:-1] if printed else piece)
        else:
            pieces.append(f"{piece} ")
    return "\n".join(made)


def _width(lines: list[str]) -> int:
    lengths = sorted(len(line) for line in lines if line.strip())
    return lengths[int(WIDTH_QUANTILE * (len(lengths) - 1))] if len(lengths) > 1 else 0


def _goes_on(line: str, following: str, width: int) -> bool:
    words = following.split(None, 1)
    if (
        not words
        or not line.strip()
        or len(line) > 2 * width
        or _ITEM.match(following)
        or _TABULAR.search(line)
        or _TABULAR.search(following)
    ):
        return False
    if words[0][0].islower():
        return len(line) >= NEARLY_FULL * width
    return len(line) + 1 + len(words[0]) > SLACK * width and not _ENDS.search(line)


def _is_hyphenated(line: str, following: str) -> bool:
    return len(line) > 1 and line[-1] in "-\u2010" and line[-2].isalpha() and following.lstrip()[:1].islower()
