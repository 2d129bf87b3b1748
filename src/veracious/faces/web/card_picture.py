"""A card as a picture: lines of text whose places are reckoned here, since a drawing wraps none by itself."""

from dataclasses import dataclass

from veracious.faces.pages import text_width
from veracious.faces.web.card import Card
from veracious.faces.web.embedding import WIDTH

PAD = 18
ROOM = WIDTH - 2 * PAD
SMALL, TEXT, CLAIM, STAMP = 12.0, 13.0, 17.0, 22.0  # sizes of letters
LEADING = 1.35  # heights of lines, in sizes of letters
CLAIM_LINES, SIGNED_LINES, NOTICE_LINES, PLACE_LINES = 5, 2, 2, 3  # at most
GAP = 8.0
MARK = 18.0  # the sign beside the verdict
NONE = "cancelled"  # the kind of a verdict that nobody stands behind any more


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, and where its letters stand."""

    text: str
    x: float
    y: float
    kind: str  # how it is set: who, claim, stamp, sure, notice, signed, place


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A drawing of known size."""

    width: int
    height: int
    lines: tuple[Line, ...]
    mark_y: float
    bar_y: float  # of the number; 0: there is none
    bar_width: float


def picture(card: Card, address: str) -> CardPicture:
    """The card, drawn; it says where its page is, since a picture may be passed on without its link."""
    lines: list[Line] = []
    y = float(PAD)

    def put(text: str, size: float, kind: str, most: int, indent: float = 0.0) -> float:
        """Set a text below what there is; the place of its last line."""
        nonlocal y
        for line in text_width.lines(text, ROOM - indent, size, most):
            y += size * LEADING
            lines.append(Line(line, PAD + indent, round(y - size * (LEADING - 1), 1), kind))
        y += GAP
        return y

    put(f"Fact-check by {card.workspace}", SMALL, "who", 1)
    put(card.claim or "(no words)", CLAIM, "claim", CLAIM_LINES)
    mark_y = y + (STAMP * LEADING - MARK) / 2
    put(card.word, STAMP, "stamp", 1, 0.0 if card.kind == NONE else MARK + GAP)
    bar_y = 0.0
    if card.sure:
        y -= GAP / 2
        put(card.sure, TEXT, "sure", 1)
    if card.number is not None:
        bar_y, y = y - GAP / 2, y + GAP
    if card.notice:
        put(card.notice, TEXT, "notice", NOTICE_LINES)
    put(card.signed, TEXT, "signed", SIGNED_LINES)
    put(f"Updated {card.when}. Read why at {address.partition('//')[2]}", SMALL, "place", PLACE_LINES)
    wide = ROOM * card.number if card.number is not None else 0.0
    return CardPicture(WIDTH, round(y + PAD - GAP), tuple(lines), round(mark_y, 1), round(bar_y, 1), round(wide, 1))
