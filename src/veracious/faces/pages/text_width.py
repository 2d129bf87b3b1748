"""How wide a text is in a drawing, at most, and its lines: a drawing has no text that wraps by itself.

A server does not know the letters of whoever reads. The widths are those of DejaVu Sans, the widest of the common ones, rounded up; so a
text takes the room that is left for it, or less.
"""

from functools import lru_cache
from unicodedata import category, east_asian_width

NARROW = frozenset("iljtfrI.,:;'|!()[] ")
BROAD = frozenset("mwMWQ%@&—…")
NARROW_EM, LOWER_EM, DIGIT_EM, UPPER_EM, BROAD_EM, OTHER_EM, FULL_EM, PICTURE_EM = 0.42, 0.64, 0.64, 0.78, 1.0, 0.8, 1.02, 1.4
FIRST_PICTURE = 0x1F000
CUT = "…"


def of(text: str, size: float) -> float:
    """How wide a text is at most, with letters of this size."""
    return size * sum(map(_em, text))


@lru_cache(maxsize=2_000)
def lines(text: str, room: float, size: float, most: int) -> tuple[str, ...]:
    """The text in lines that fit the room, broken between words where that can be; what is beyond the last one is cut off."""
    left, found = text.split(), list[str]()
    while left and len(found) < most:
        line, left = _line(left, room, size)
        found.append(line)
    if left:
        found[-1] = _shortened(found[-1], room - of(CUT, size), size) + CUT
    return tuple(found)


def _line(words: list[str], room: float, size: float) -> tuple[str, list[str]]:
    """The words of one line, and those that are left; a word that is wider than the room is broken."""
    taken, wide = 0, -of(" ", size)
    while taken < len(words) and (wide := wide + of(f" {words[taken]}", size)) <= room:
        taken += 1
    if taken:
        return " ".join(words[:taken]), words[taken:]
    head = _shortened(words[0], room, size) or words[0][0]
    return head, [words[0][len(head) :], *words[1:]]


def _shortened(text: str, room: float, size: float) -> str:
    """As much of the beginning of a text as fits."""
    wide = 0.0
    for number, letter in enumerate(text):
        wide += size * _em(letter)
        if wide > room:
            return text[:number].rstrip()
    return text


def _em(letter: str) -> float:
    if letter in NARROW:
        return NARROW_EM
    if letter in BROAD:
        return BROAD_EM
    if letter.isascii():
        return LOWER_EM if letter.islower() else DIGIT_EM if letter.isdigit() else UPPER_EM
    if category(letter) in ("Mn", "Me"):  # stands above or below another
        return 0.0
    if ord(letter) >= FIRST_PICTURE:
        return PICTURE_EM
    return FULL_EM if east_asian_width(letter) in "WF" else OTHER_EM
