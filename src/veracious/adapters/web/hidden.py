"""What a page holds and its reader does not see is taken out of the tree before any text is read.

1. Elements that browsers do not show: templates, what stands there for browsers without scripts, closed dialogs, the insides of frames
   and films.
2. Elements that the page calls hidden: `hidden`, `aria-hidden`, and the classes of the usual frameworks. Words for screen readers only
   (`sr-only`, `visually-hidden`) go too: whoever is shown the quote would not find it on the page.
3. Elements that a style hides, their own or a simple rule of a style sheet in the page (`styles`).
4. Text that is there without being seen: invisible, without size, in the colour of its background.
5. Letters without a shape: Unicode tags, bidirectional marks, fillers, selectors of variants.

What a script or a style sheet from elsewhere hides is not known. One pass, in which every element is looked at once and every text is
moved at most once: hiding takes no square of anything.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from veracious.adapters.read_error import NotRead
from veracious.adapters.web.styles import CLASSES_CHARS, Shade, Sheet, shade
from veracious.domain.document import Unread

NEVER_SHOWN = frozenset("audio canvas datalist iframe noembed noframes noscript rp template video".split())
LEFT_ALONE = frozenset("base head link meta script style title".split())  # nobody reads them, but they say what the page is
WHOLE_PAGE = frozenset(("html", "body"))
HIDING_CLASSES = frozenset(
    """a11y-hidden assistive-text display-none element-invisible govuk-visually-hidden is-hidden is-visually-hidden offscreen
    screen-reader screen-reader-only screen-reader-text screenreader-only show-for-sr sr-only sr-only-focusable u-hidden-visually
    usa-sr-only visually-hidden visuallyhidden""".split()
)
NARROW_CLASSES = frozenset("d-none hidden invisible".split())  # on a small screen, where another class shows it on a large one
STYLE_ELEMENTS = 1_000  # read
# Taken away by a script at once, so that no other page frames this one; every reader sees the page.
TAKEN_AWAY = frozenset(("anticlickjack",))

_SHOWING_CLASS = re.compile(r"(?:\S*[:-])?(?:block|flex|grid|inline|inline-block|inline-flex|contents|table|table-cell|table-row|visible)")
# A joiner is part of the spelling behind Arabic and Indic letters, and nowhere else.
_SHAPELESS = re.compile(
    "[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]|(?<![\u0600-\u0dff\u0f00-\u109f\u1780-\u18af])[\u200c\u200d]"
)


@dataclass(slots=True)
class _Place:
    """An element whose children are being looked at."""

    element: Any
    child: Any  # the next one
    shade: Shade
    kept: Any = None  # the last child that stays
    loose: list[str] = field(default_factory=list)  # texts behind children that went, since then

    def settle(self) -> None:
        """Put the loose texts where they now belong: behind the last child that stays, or at the beginning."""
        text = "".join(self.loose)
        self.loose.clear()
        if text and self.kept is None:
            self.element.text = (self.element.text or "") + text
        elif text:
            self.kept.tail = (self.kept.tail or "") + text


def drop(tree: Any) -> None:
    """Take out of a page all that its reader does not see; a page of which nothing is seen is refused as empty."""
    sheet = Sheet(_sheets(tree))
    above = _look(tree, Shade(0), sheet)
    if above is None:
        raise NotRead(Unread.EMPTY, "hidden as a whole")
    places = [_Place(tree, _first(tree), above)]
    while places:
        place = places[-1]
        child = place.child
        if child is None:
            place.settle()
            places.pop()
            continue
        place.child = child.getnext()
        below = _look(child, place.shade, sheet)
        if below is None or (below and not len(child) and child.tag not in LEFT_ALONE):  # or nothing is left in it
            if child.tag in WHOLE_PAGE:
                raise NotRead(Unread.EMPTY, "hidden as a whole")
            place.loose.append("" if place.shade else shown(child.tail or ""))
            place.element.remove(child)
            continue
        place.settle()
        place.kept = child
        _read(child, below, place.shade)
        if len(child) and child.tag not in LEFT_ALONE:
            places.append(_Place(child, child[0], below))


def shown(text: str) -> str:
    """The text without letters that have no shape."""
    return text if text.isascii() else _SHAPELESS.sub("", text)


def _look(element: Any, above: Shade, sheet: Sheet) -> Shade | None:
    """Why the text of an element is not seen, if it is not; none when nothing of the element is seen."""
    tag = element.tag
    if not isinstance(tag, str) or tag in NEVER_SHOWN:
        return None
    if tag in LEFT_ALONE:
        return above
    said = dict(element.items())
    if (not said and not sheet.speaks_of(tag)) and tag != "dialog":
        return above
    classes = said.get("class", "")[:CLASSES_CHARS]
    if _is_called_hidden(tag, said, classes):
        return None
    held = sheet.of(tag, said.get("id", ""), classes, said.get("style", ""))
    return None if held.hides else shade(held.style, above) if held.style else above


def _is_called_hidden(tag: str, said: dict[str, str], classes: str) -> bool:
    """Whether the page itself says so, other than by a style."""
    if (
        "hidden" in said
        or (tag == "input" and said.get("type", "").strip().lower() == "hidden")
        or (tag == "dialog" and "open" not in said)
    ):
        return True
    if tag in WHOLE_PAGE:  # `aria-hidden` speaks of what stands behind a window, and a class of what a script will show
        return False
    if said.get("aria-hidden", "").strip().lower() == "true":
        return True
    names = classes.split()
    if not HIDING_CLASSES.isdisjoint(names):
        return True
    return not NARROW_CLASSES.isdisjoint(names) and not any(_SHOWING_CLASS.fullmatch(name) for name in names)


def _read(element: Any, own: Shade, around: Shade) -> None:
    """Keep of the text in and behind an element what is seen."""
    if element.tag in LEFT_ALONE:
        own = Shade(0)
    for name, is_unseen in (("text", own), ("tail", around)):
        text = getattr(element, name)
        if text and (is_unseen or not text.isascii()):
            setattr(element, name, None if is_unseen else shown(text))


def _first(element: Any) -> Any:
    return element[0] if len(element) else None


def _sheets(tree: Any) -> list[str]:
    """The style sheets in the page that hold on a screen."""
    where = f"(//style[not(ancestor::noscript or ancestor::template or ancestor::svg)])[position() <= {STYLE_ELEMENTS}]"
    return [
        element.text or ""
        for element in tree.xpath(where)
        if element.get("id", "").lower() not in TAKEN_AWAY and _is_for_screens(element.get("media", ""))
    ]


def _is_for_screens(media: str) -> bool:
    return not media.strip() or not {"all", "screen"}.isdisjoint(part.strip() for part in media.lower().split(","))
