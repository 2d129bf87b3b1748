"""What styles say about being seen: the style of an element, and the simple rules of the style sheets a page carries.

1. A sheet is split into rules in one pass. Only a selector that is a tag, a class, an id, or a tag with one of these is read; a block
   that holds for some screens only (`@media`, `@supports` and the like, but for plain `screen` and `all`) is passed over.
2. What holds for an element is found as in a browser: important before plain, the element's own style before id, class and tag, later
   before earlier.
3. `hides` tells whether a style takes an element and all in it out of sight; `shade` whether its own text is there without being seen,
   which is handed down until a part below says otherwise.

Every step is linear in what it reads. A page is hostile: whatever cannot be read is passed over.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntFlag
from typing import NamedTuple

SHEET_CHARS = 2_000_000  # of all style sheets of a page together; what comes after is not read
RULES = 20_000  # selectors kept of a page
SEEN = 10_000  # different elements remembered
CLASSES_CHARS, OWN_CHARS = 10_000, 200_000  # of an element's classes and of its own style; what comes after is not read
VALUE_CHARS = 200  # a value that is longer says nothing about being seen
OWN_STRENGTH = 9  # of an element's own style: stronger than any selector
FAR_PX = 900.0  # to the left or above: further than any screen shows
FAR_RIGHT_PX = 5_000.0  # pages can be scrolled to the right
TINY_PX = 1.0  # a letter or a box of this size is not seen
FAINT = 0.05  # opacity at which nothing is seen
NEAR = 16  # of 255 in each of red, green and blue: the colour of the background for a reader
PX = {
    "": 1.0, "px": 1.0, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 38.0, "mm": 3.8,
    "vw": 10.0, "vh": 10.0, "vmin": 10.0, "vmax": 10.0, "%": 10.0,
}  # roughly: whether something is far away does not hang on it  # fmt: skip
FONT_PERCENT_PX = 0.16  # of a hundredth of the size above
OWN_SIZE = frozenset("px rem pt pc in cm mm vw vh vmin vmax".split())  # units that do not hang on the size above
NAMED_SIZE = frozenset("xx-small x-small small medium large x-large xx-large xxx-large initial".split())
COLOURS = {
    "white": (255, 255, 255), "black": (0, 0, 0), "red": (255, 0, 0), "lime": (0, 255, 0), "green": (0, 128, 0), "blue": (0, 0, 255),
    "yellow": (255, 255, 0), "gray": (128, 128, 128), "grey": (128, 128, 128), "silver": (192, 192, 192), "navy": (0, 0, 128),
    "maroon": (128, 0, 0), "orange": (255, 165, 0), "purple": (128, 0, 128), "whitesmoke": (245, 245, 245), "snow": (255, 250, 250),
    "ivory": (255, 255, 240), "ghostwhite": (248, 248, 255), "floralwhite": (255, 250, 240), "lightgray": (211, 211, 211),
    "lightgrey": (211, 211, 211),
}  # fmt: skip
READ = frozenset(
    """display visibility opacity font-size font left right top bottom text-indent margin-left margin-top transform clip clip-path width
    height max-width max-height overflow overflow-x overflow-y padding padding-top padding-bottom color background background-color
    background-clip -webkit-background-clip -webkit-text-fill-color content-visibility filter animation animation-name
    animation-duration transition transition-property transition-duration""".split()
)
MOVING = ("animation", "animation-name", "animation-duration", "transition", "transition-property", "transition-duration")

_COMMENTS = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRINGS = re.compile(r""""[^"\n]*"|'[^'\n]*'""")
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))")
_SELECTOR = re.compile(r"([a-zA-Z][a-zA-Z0-9]{0,30})?([.#]-?[_a-zA-Z][-\w]{0,200})?")
_PLAIN_MEDIA = re.compile(r"@(?:media\s+(?:only\s+)?(?:screen|all)|layer(?:\s+[-\w.]+)?)\s*", re.IGNORECASE)
_LENGTH = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))([a-z]{1,4}|%)?")
_MOVED = re.compile(r"translate(?:x|y|3d)?\(\s*([^(),\s]{1,30})(?:\s*,\s*([^(),\s]{1,30}))?")
_SHRUNK = re.compile(r"scale(?:x|y|3d)?\(\s*0*\.?0*\s*[,)]")
_CLIPPED = re.compile(r"rect\(([^()]{1,100})\)")
_CUT = re.compile(
    r"inset\( ?(?:[5-9]\d|100)(?:\.\d{1,9})?%|circle\( ?0(?:px|%)?[ )]|polygon\( ?(?:0(?:px|%)? 0(?:px|%)? ?(?:, ?)?){2,20}\)"
)
_RGB = re.compile(r"rgba?\(([^()]{1,60})\)")
_PARTS = re.compile(r"rgba?\([^()]{1,60}\)|\S+")
_HEX = re.compile(r"#([0-9a-f]{3,8})")
_FADED = re.compile(r"opacity\(\s*0*\.?0*%?\s*\)")

Colour = tuple[int, int, int]
TRANSPARENT: Colour = (-1, -1, -1)


class Shade(IntFlag):
    """Why text that is there is not seen."""

    INVISIBLE = 1
    TINY = 2
    COLOURLESS = 4


class _Declared(NamedTuple):
    is_important: bool
    strength: int  # of the selector
    order: int  # in the page
    value: str


class Held(NamedTuple):
    """What holds for an element, by property, as far as it bears on being seen; and whether that hides it."""

    style: Mapping[str, str]
    hides: bool


class Sheet:
    """The simple rules of the style sheets of a page."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._rules: dict[str, dict[str, _Declared]] = {}
        self._seen: dict[tuple[str, str, str, str], Held] = {}  # pages repeat themselves
        order, left = 0, SHEET_CHARS
        for text in texts:
            for selectors, body in _rules(text[:left]):
                declared = _declarations(body)
                order += 1
                for key in _keys(selectors) if declared else ():
                    if key in self._rules or len(self._rules) < RULES:
                        _merge(self._rules.setdefault(key, {}), declared, _strength(key), order)
            left = max(0, left - len(text))

    def speaks_of(self, tag: str) -> bool:
        """Whether a rule holds for every element of this tag."""
        return tag in self._rules

    def of(self, tag: str, id: str, classes: str, own: str) -> Held:
        """What holds for an element of this tag, id, classes and own style."""
        key = (tag, id, classes[:CLASSES_CHARS], own[:OWN_CHARS])
        found = self._seen.get(key)
        if found is None:
            style = self._combined(*key)
            found = Held(style, hides(style))
            if len(self._seen) < SEEN:
                self._seen[key] = found
        return found

    def _combined(self, tag: str, id: str, classes: str, own: str) -> Mapping[str, str]:
        held: dict[str, _Declared] = {}
        if self._rules:
            names = [f".{name}" for name in classes.split()] + ([f"#{id}"] if id else [])
            for key in (tag, *(form for name in names for form in (name, tag + name))):
                for name, declared in self._rules.get(key, {}).items():
                    held[name] = max(held.get(name, declared), declared)
        if own:
            _merge(held, _declarations(own), OWN_STRENGTH, 0)
        return {name: declared.value for name, declared in held.items()}


def hides(style: Mapping[str, str]) -> bool:
    """Whether a style takes its element, with all in it, out of sight."""
    return (
        style.get("display") == "none"
        or style.get("content-visibility") == "hidden"
        or _is_faint(style)
        or _is_away(style)
        or _is_cut_off(style)
    )


def shade(style: Mapping[str, str], above: Shade) -> Shade:
    """Why the text of an element is not seen, if it is not: by its own style, or by one above that it does not undo."""
    now = above
    visibility = style.get("visibility", "")
    if visibility:
        is_hidden = visibility in ("hidden", "collapse") and not _is_moving(style)
        now = now | Shade.INVISIBLE if is_hidden else now & ~Shade.INVISIBLE if visibility == "visible" else now
    size = style.get("font-size", "") or _size_of_font(style.get("font", ""))
    measured = _LENGTH.fullmatch(size)
    if measured and float(measured[1]) * (FONT_PERCENT_PX if measured[2] == "%" else PX.get(measured[2] or "", 1.0)) <= TINY_PX:
        now |= Shade.TINY
    elif size in NAMED_SIZE or (measured and measured[2] in OWN_SIZE):
        now &= ~Shade.TINY
    if "color" in style or "-webkit-text-fill-color" in style or "background" in style or "background-color" in style:
        now = now | Shade.COLOURLESS if _is_colourless(style) else now & ~Shade.COLOURLESS
    return now


def _is_faint(style: Mapping[str, str]) -> bool:
    if _is_moving(style):  # it fades in
        return False
    opacity = _LENGTH.fullmatch(style.get("opacity", ""))
    share = float(opacity[1]) / (100 if opacity[2] == "%" else 1) if opacity else 1.0
    return share <= FAINT or bool(_FADED.search(style.get("filter", "")))


def _is_moving(style: Mapping[str, str]) -> bool:
    """Whether it changes by itself: what is not seen at first comes into sight."""
    return any(style.get(name, "none") not in ("none", "0s", "initial", "unset") for name in MOVING)


def _is_away(style: Mapping[str, str]) -> bool:
    """Whether it stands where no screen shows it."""
    if any(_at(style, name) <= -FAR_PX for name in ("left", "right", "top", "bottom")):
        return True
    if _at(style, "left") >= FAR_RIGHT_PX or abs(_at(style, "text-indent")) >= FAR_PX:
        return True
    # A share of the width is how columns were set side by side, and a share of itself is how things are centred.
    if any("%" not in style.get(name, "") and _at(style, name) <= -FAR_PX for name in ("margin-left", "margin-top")):
        return True
    transform = style.get("transform", "")
    moved = _MOVED.search(transform)
    steps = [part for part in moved.groups() if part and "%" not in part] if moved else []
    return any(_length(step) <= -FAR_PX for step in steps) or bool(_SHRUNK.search(transform))


def _is_cut_off(style: Mapping[str, str]) -> bool:
    """Whether nothing of it is left to see."""
    clipped = _CLIPPED.search(style.get("clip", ""))
    edges = [_LENGTH.fullmatch(part) for part in re.split(r"[, ]+", clipped[1].strip())] if clipped else []
    if len(edges) == 4 and all(edges):
        top, right, bottom, left = (_px(edge) for edge in edges if edge)
        if bottom - top <= TINY_PX or right - left <= TINY_PX:
            return True
    if _CUT.search(style.get("clip-path", "")):
        return True
    is_closed = any(style.get(name, "").startswith(("hidden", "clip")) for name in ("overflow", "overflow-x", "overflow-y"))
    is_small = any(0 <= _at(style, name, FAR_PX) <= TINY_PX for name in ("width", "height", "max-width", "max-height"))
    # A box of no height with a padding keeps the shape of a film in it.
    is_padded = any(
        _length(part) > TINY_PX for name in ("padding", "padding-top", "padding-bottom") for part in style.get(name, "").split()
    )
    return is_closed and is_small and not is_padded


def _is_colourless(style: Mapping[str, str]) -> bool:
    """Whether the letters have the colour of what they stand on, or none."""
    letters = _colour(style.get("-webkit-text-fill-color", "") or style.get("color", ""))
    ground = style.get("background-color") or style.get("background", "")
    if letters == TRANSPARENT:  # letters may let a picture behind them through
        return "text" not in (style.get("background-clip", ""), style.get("-webkit-background-clip", ""))
    if letters is None or "(" in _RGB.sub("", ground):  # a picture or a gradient
        return False
    found = next((one for one in map(_colour, _PARTS.findall(ground)) if one not in (None, TRANSPARENT)), None)
    return found is not None and all(abs(a - b) <= NEAR for a, b in zip(letters, found, strict=True))


def _colour(value: str) -> Colour | None:
    """Red, green and blue; none for what is not read as a colour."""
    if value == "transparent":
        return TRANSPARENT
    if found := _HEX.fullmatch(value):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        if len(digits) not in (6, 8):
            return None
        red, green, blue, seen = (int(digits[place : place + 2] or "ff", 16) for place in (0, 2, 4, 6))
        return TRANSPARENT if seen <= 255 * FAINT else (red, green, blue)
    if found := _RGB.fullmatch(value):
        parts = [_LENGTH.fullmatch(part) for part in re.split(r"[,\s/]+", found[1].strip())]
        shares = [float(part[1]) * (2.55 if part[2] == "%" else 1) for part in parts if part]
        if len(shares) < 3:
            return None
        clear = len(parts) > 3 and parts[3] is not None and float(parts[3][1]) <= (100 * FAINT if parts[3][2] == "%" else FAINT)
        return TRANSPARENT if clear else (int(shares[0]), int(shares[1]), int(shares[2]))
    return COLOURS.get(value)


def _at(style: Mapping[str, str], name: str, otherwise: float = 0.0) -> float:
    return _length(style.get(name, ""), otherwise)


def _length(value: str, otherwise: float = 0.0) -> float:
    found = _LENGTH.fullmatch(value)
    return _px(found) if found else otherwise


def _px(match: re.Match[str]) -> float:
    return float(match[1]) * PX.get(match[2] or "", 1.0)


def _size_of_font(value: str) -> str:
    """The size in `font: italic 0/0 a`."""
    return next((part.partition("/")[0] for part in value.split() if _LENGTH.match(part)), "")


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """The selectors and the body of each rule that holds on every screen, in order."""
    text = _STRINGS.sub("", _COMMENTS.sub(" ", text)).replace("<!--", " ").replace("-->", " ")
    opened: list[str] = []
    closed_in = 0  # blocks around the place that do not hold everywhere
    start = 0
    for brace in re.finditer(r"[{}]", text):
        piece, start = text[start : brace.start()], brace.end()
        if brace[0] == "{":
            opened.append(piece[piece.rfind(";") + 1 :].strip())
            closed_in += not _PLAIN_MEDIA.fullmatch(opened[-1])
        elif opened:
            selectors = opened.pop()
            closed_in -= not _PLAIN_MEDIA.fullmatch(selectors)
            if not closed_in and selectors and not selectors.startswith("@"):
                yield selectors, piece


def _keys(selectors: str) -> Iterator[str]:
    """The simple ones of a list of selectors: `p`, `.x`, `#x`, `p.x`, `p#x`."""
    for selector in selectors.split(","):
        found = _SELECTOR.fullmatch(selector.strip())
        if found and found[0]:
            yield (found[1] or "").lower() + (found[2] or "")


def _strength(key: str) -> int:
    """Of a selector: a tag, a class, a tag with a class, an id, a tag with an id."""
    return 4 * ("#" in key) + 2 * ("." in key) + (key[0] not in ".#")


def _declarations(body: str) -> dict[str, tuple[bool, str]]:
    """Whether it is important, and the value, of each property that bears on being seen."""
    if "/*" in body:
        body = _COMMENTS.sub("", body)
    if "\\" in body:
        body = _ESCAPE.sub(_escaped, body)
    declared: dict[str, tuple[bool, str]] = {}
    for part in body.split(";"):
        name, colon, value = part.partition(":")
        name = name.strip().lower()
        if not colon or name not in READ or len(value) > VALUE_CHARS:
            continue
        value, mark, _ = value.lower().partition("!")
        if mark or not declared.get(name, (False, ""))[0]:
            declared[name] = (bool(mark), " ".join(value.split()))
    return declared


def _escaped(match: re.Match[str]) -> str:
    code = int(match[1] or "0", 16)
    return match[2] or (chr(code) if 0 < code < 0xD800 else "\ufffd")


def _merge(held: dict[str, _Declared], declared: Mapping[str, tuple[bool, str]], strength: int, order: int) -> None:
    for name, (is_important, value) in declared.items():
        one = _Declared(is_important, strength, order, value)
        held[name] = max(held.get(name, one), one)
