"""A verdict on two pages of paper, A4 or Letter, however much was found: what fits is reckoned before it is printed.

Nothing is cut silently: what is left out is counted, and a text that is cut ends with “…”. The claim stands whole.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from veracious.faces.pages import foreign
from veracious.faces.pages.pieces import Column, Page, Saying
from veracious.faces.pages.view import Flip, Headline, Sentence, View

# Two pages of Letter with the margins of `brief.css` have 110 lines of 12.8 points; the rest is for letters that are wider than
# reckoned here, and for what stays empty below a block that is not broken.
LINES = 96
EMS = 50.0  # of the text size in a line, which has 53 on A4; a guess on the safe side
GAP = 0.6  # lines between two blocks
FRAME = 34.0  # lines of what is always there: the verdict, the record, the line to sign, and all headings

CLAIM_CHARS = 2000  # as long as any claim may be
TOLD, TOLD_CHARS = 4, 420  # sentences that say why
QUOTES, QUOTE_CHARS, SOURCE_CHARS = 4, 420, 150  # on each side
SHORT = 0.35  # of its length has the first reason or quote where the whole has no room, or where the claim takes half a page
HALF_PAGE = 20  # lines
FLIPS, FLIP_CHARS = 4, 200
NOTES, NOTE_CHARS = 5, 300  # causes, readings, what was assumed
SIDES = ("supports", "refutes")


@dataclass(frozen=True, slots=True)
class BriefQuote:
    """The strongest quote of one origin."""

    number: int  # of its piece, as in the report
    text: str
    source: str
    address: str
    saying: Saying  # by which its text is found


@dataclass(frozen=True, slots=True)
class BriefSide:
    """The strongest quotes of one side, and how many origins have more to say."""

    side: str
    name: str
    counted: str
    quotes: tuple[BriefQuote, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Brief:
    """What fits on two pages."""

    claim: str
    is_long: bool  # so that it is set smaller
    as_of: str
    headline: Headline
    outcome: str
    notes: tuple[str, ...]
    told: tuple[Sentence, ...]
    told_left: int
    sides: tuple[BriefSide, ...]
    flips: tuple[Flip, ...]
    flips_left: int
    facts: tuple[tuple[str, str], ...]
    id: str
    lines: float  # as reckoned


class _Room:
    """What is left of the two pages."""

    def __init__(self, lines: float, is_short: bool) -> None:
        self.left, self.is_short = lines, is_short

    def take(self, *texts: str) -> bool:
        """Whether a block of these texts still fits; if so, it has its place."""
        wanted = sum(map(lines, texts)) + GAP
        if wanted > self.left:
            return False
        self.left -= wanted
        return True


def brief(view: View) -> Brief:
    """A report cut to two pages: the claim, the first reason and the strongest quote of each side; then what else has room."""
    claim = foreign.cut(view.claim, CLAIM_CHARS)
    room = _Room(LINES - FRAME, lines(claim) >= HALF_PAGE)
    room.left -= lines(claim) * (1.0 if _is_long(claim) else 1.4) + lines(view.headline.meaning + view.headline.note)
    reasons = [Sentence(foreign.cut(one.text, TOLD_CHARS), one.cites) for one in view.told[:TOLD]]
    columns = [one for one in (view.judgement.columns if view.judgement else ()) if one.side in SIDES]
    quotes: dict[str, list[BriefQuote]] = {one.side: [] for one in columns}
    whole = [] if room.is_short else _told(reasons[:1], room)
    told = whole or _told([replace(one, text=_short(one.text, TOLD_CHARS)) for one in reasons[:1]], room)
    _quote_in_turn(columns, quotes, 1, room)
    given = (*view.causes, *view.readings, *(f"Assumed: {text}" for text in view.assumed))
    notes = tuple(_fitting(room, [foreign.cut(text, NOTE_CHARS) for text in given[:NOTES]]))
    changes = [Flip(foreign.cut(one.change, FLIP_CHARS), one.verdict) for one in view.flips[:FLIPS]]
    flips = changes[: len(list(_fitting(room, [f"{one.change} {one.verdict}" for one in changes])))]
    told += _told(reasons[len(told) :], room)
    _quote_in_turn(columns, quotes, QUOTES, room)
    return Brief(
        claim=claim,
        is_long=_is_long(claim),
        as_of=view.as_of,
        headline=view.headline,
        outcome=view.outcome,
        notes=notes,
        told=tuple(told),
        told_left=len(view.told) - len(told),
        sides=tuple(_side(one, quotes[one.side]) for one in columns),
        flips=tuple(flips),
        flips_left=len(view.flips) - len(flips),
        facts=tuple((name, foreign.cut(value, SOURCE_CHARS)) for name, value in view.facts),
        id=view.id,
        lines=LINES - room.left,
    )


def lines(text: str) -> int:
    """How many lines a text takes at most, broken between words, and within those that are longer than a line."""
    count, used = 1, 0.0
    for word in text.split():
        width = sum(map(ems, word))
        if used and used + ems(" ") + width <= EMS:
            used += ems(" ") + width
            continue
        count += (1 if used else 0) + int(width // EMS)
        used = width % EMS
    return count


def ems(letter: str) -> float:
    """How wide a letter is at most, in the size of the text."""
    whole = unicodedata.normalize("NFKD", letter)
    if len(whole) > 1:
        return max(1.0, sum(map(ems, whole)))
    kind = unicodedata.category(letter)
    if kind in ("Mn", "Me", "Cf"):
        return 0.0
    if not letter.isascii():
        return 0.75 if kind == "Ll" else 1.05
    return 0.34 if letter in " .,;:'!|il" else 1.0 if letter in "MW@%" else 0.64 if letter.islower() else 0.8


def _fitting(room: _Room, texts: Sequence[str]) -> Iterator[str]:
    """The first of these texts, as long as each fits."""
    for text in texts:
        if not room.take(text):
            return
        yield text


def _told(reasons: Sequence[Sentence], room: _Room) -> list[Sentence]:
    return list(reasons[: len(list(_fitting(room, [one.text for one in reasons])))])


def _quote_in_turn(columns: Sequence[Column], quotes: dict[str, list[BriefQuote]], most: int, room: _Room) -> None:
    """Go on with quotes of each side in turn, the strongest first, so that neither takes all the room."""
    closed = set[str]()
    for place in range(most):
        for column in columns:
            taken = quotes[column.side]
            if column.side in closed or place < len(taken) or place >= len(column.groups):
                continue
            forms = _forms(column, place, room)
            fitting = next((one for one in forms if room.take(one.text, f"{one.source} {one.address}")), None)
            if fitting is None:
                closed.add(column.side)
            else:
                taken.append(fitting)


def _forms(column: Column, place: int, room: _Room) -> Sequence[BriefQuote]:
    """A quote as it may be set: the first of a side shorter rather than not at all, and all of them shorter below a long claim."""
    whole = _quote(column, place)
    short = replace(whole, text=_short(whole.text, QUOTE_CHARS), source=_short(whole.source, SOURCE_CHARS), address="")
    if room.is_short:
        return (short,)
    return (whole,) if place else (whole, short)


def _short(text: str, most: int) -> str:
    return foreign.cut(text, int(most * SHORT))


def _side(column: Column, quotes: Sequence[BriefQuote]) -> BriefSide:
    return BriefSide(column.side, column.name, column.counted, tuple(quotes), len(column.groups) - len(quotes))


def _quote(column: Column, place: int) -> BriefQuote:
    """What speaks for the origin at this place of a column."""
    piece = column.groups[place].pieces[0]
    saying = piece.sayings[0]
    text = foreign.cut(saying.quote, QUOTE_CHARS)
    return BriefQuote(piece.number, text, _source(piece.page, piece.credibility), foreign.cut(piece.page.address, SOURCE_CHARS), saying)


def _source(page: Page, credibility: str) -> str:
    told = (
        page.publisher,
        page.byline,
        f"“{foreign.cut(page.title, SOURCE_CHARS)}”",
        page.published or "no date",
        f"credibility {credibility}",
    )
    return foreign.cut(", ".join(one for one in told if one), 2 * SOURCE_CHARS)


def _is_long(claim: str) -> bool:
    return lines(claim) > 3
