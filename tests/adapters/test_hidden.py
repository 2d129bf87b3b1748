"""What a reader does not see never reaches the text of a page; what a reader sees does."""

import time
from collections.abc import Callable

import pytest
from lxml import etree  # type: ignore[import-untyped]

from veracious.adapters.read_error import NotRead
from veracious.adapters.web import extract, hidden
from veracious.adapters.web.styles import SHEET_CHARS, Shade, Sheet, hides, shade
from veracious.domain.document import Unread

STORY = "The old bridge over the Orla was closed to lorries on Monday after engineers found cracks in two of its pillars."
LIE = "The bridge was blown up by the mayor himself."


def page(inner: str, head: str = "") -> str:
    """A page with a story, and something beside it."""
    return f"<!doctype html><html><head><title>T</title>{head}</head><body><article><p>{STORY}</p>{inner}</article></body></html>"


def read(inner: str, head: str = "") -> str:
    """The text of such a page."""
    return extract.extract(page(inner, head).encode()).text


HIDDEN = {
    "the attribute": f"<p hidden>{LIE}</p>",
    "the attribute with a value": f'<p hidden="until-found">{LIE}</p>',
    "aria": f'<p aria-hidden="true">{LIE}</p>',
    "aria in capitals": f'<P ARIA-HIDDEN=" TRUE ">{LIE}</P>',
    "display": f'<p style="display:none">{LIE}</p>',
    "display, important": f'<p style="color:red; DISPLAY : None !important">{LIE}</p>',
    "display behind a comment": f'<p style="display:/* x */none">{LIE}</p>',
    "display written in escapes": rf'<p style="d\69splay:n\6fne">{LIE}</p>',
    "display around": f'<div style="display:none"><section><p>{LIE}</p></section></div>',
    "visibility": f'<p style="visibility:hidden">{LIE}</p>',
    "visibility, collapsed": f'<p style="visibility:collapse"><b>{LIE}</b></p>',
    "opacity": f'<p style="opacity:0">{LIE}</p>',
    "opacity, nearly": f'<p style="opacity:.01">{LIE}</p>',
    "opacity in percent": f'<p style="opacity:0%">{LIE}</p>',
    "opacity by a filter": f'<p style="filter:opacity(0)">{LIE}</p>',
    "no size": f'<p style="font-size:0">{LIE}</p>',
    "no size, with a unit": f'<p style="font-size:0px"><b>{LIE}</b></p>',
    "one pixel": f'<p style="font-size: 1px">{LIE}</p>',
    "no size in the short form": f'<p style="font:0/0 a">{LIE}</p>',
    "far to the left": f'<p style="position:absolute;left:-9999px">{LIE}</p>',
    "far to the left in em": f'<p style="position:absolute;left:-999em">{LIE}</p>',
    "above": f'<p style="position:fixed;top:-5000px">{LIE}</p>',
    "far to the right": f'<p style="position:absolute;left:20000px">{LIE}</p>',
    "indented away": f'<p style="text-indent:-9999px">{LIE}</p>',
    "indented out of its box": f'<p style="text-indent:100%;white-space:nowrap;overflow:hidden">{LIE}</p>',
    "pulled away": f'<p style="margin-left:-9999px">{LIE}</p>',
    "moved away": f'<p style="transform:translateX(-9999px)">{LIE}</p>',
    "shrunk": f'<p style="transform:scale(0)">{LIE}</p>',
    "clipped": f'<p style="position:absolute;clip:rect(0,0,0,0)">{LIE}</p>',
    "clipped by pixels": f'<p style="position:absolute;clip: rect(1px 1px 1px 1px)">{LIE}</p>',
    "cut": f'<p style="clip-path:inset(50%)">{LIE}</p>',
    "cut by a circle": f'<p style="clip-path:circle(0)">{LIE}</p>',
    "a box of a pixel": f'<p style="width:1px;height:1px;overflow:hidden">{LIE}</p>',
    "a box of no height": f'<div style="max-height:0;overflow:hidden"><p>{LIE}</p></div>',
    "white on white": f'<p style="color:#fff;background:#ffffff">{LIE}</p>',
    "white on nearly white": f'<p style="color:white;background-color:rgb(250, 250, 250)">{LIE}</p>',
    "the colour of the background, within": f'<p style="color:#333;background:#333"><i>{LIE}</i></p>',
    "letters without colour": f'<p style="color:transparent">{LIE}</p>',
    "letters one can see through": f'<p style="color:rgba(0,0,0,0)">{LIE}</p>',
    "a template": f"<template><p>{LIE}</p></template>",
    "no script": f"<noscript><p>{LIE}</p></noscript>",
    "a comment": f"<!-- <p>{LIE}</p> -->",
    "a hidden field": f'<input type="hidden" value="{LIE}">',
    "a closed dialog": f"<dialog><p>{LIE}</p></dialog>",
    "inside a frame": f"<iframe><p>{LIE}</p></iframe>",
    "inside a film": f"<video><p>{LIE}</p></video>",
    "for screen readers": f'<p class="sr-only">{LIE}</p>',
    "for screen readers, in WordPress": f'<p class="note screen-reader-text">{LIE}</p>',
    "visually hidden": f'<p class="visually-hidden">{LIE}</p>',
    "a class of Bootstrap": f'<p class="d-none">{LIE}</p>',
    "a class of Tailwind": f'<p class="hidden">{LIE}</p>',
    "JSON": f'<script type="application/ld+json">{{"@type": "Article", "articleBody": "{LIE * 5}"}}</script>',
    "a forum's JSON": f"""<div id="data-preloaded" data-preloaded='{{"topic_1": "{{\\"post_stream\\": {{\\"posts\\": [{{\\"cooked\\":
        \\"{LIE * 5}\\"}}]}}}}"}}'></div>""",
    "tags of Unicode": "".join(chr(0xE0000 + ord(char)) for char in LIE),
    "tags of Unicode as entities": "".join(f"&#{0xE0000 + ord(char)};" for char in LIE),
}

SEEN = {
    "nothing special": f"<p>{LIE}</p>",
    "hidden from nobody": f'<p aria-hidden="false">{LIE}</p>',
    "display": f'<p style="display:block">{LIE}</p>',
    "display, in the end": f'<p style="display:none;display:block">{LIE}</p>',
    "half there": f'<p style="opacity:0.5">{LIE}</p>',
    "fading in": f'<p style="opacity:0;animation:appear 1s forwards">{LIE}</p>',
    "visible inside": f'<div style="visibility:hidden"><p style="visibility:visible">{LIE}</p></div>',
    "with a size inside": f'<div style="font-size:0"><p style="font-size:16px">{LIE}</p></div>',
    "with its own colour inside": f'<div style="color:#fff;background:#fff"><p style="color:#000">{LIE}</p></div>',
    "on a picture": f'<p style="color:#fff;background:#fff url(night.jpg)">{LIE}</p>',
    "filled with a gradient": f'<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">{LIE}</p>',
    "white on black": f'<p style="color:#fff;background:#000">{LIE}</p>',
    "a little to the left": f'<p style="position:relative;left:-20px">{LIE}</p>',
    "set beside by a margin": f'<p style="float:left;margin-left:-100%">{LIE}</p>',
    "centred": f'<p style="transform:translate(-50%,-50%)">{LIE}</p>',
    "far down": f'<p style="position:absolute;top:4000px">{LIE}</p>',
    "a box of no height with a padding": f'<div style="height:0;overflow:hidden;padding-bottom:56.25%"><p>{LIE}</p></div>',
    "clipped a little": f'<p style="clip:rect(0,900px,400px,0)">{LIE}</p>',
    "on large screens": f'<p class="d-none d-md-block">{LIE}</p>',
    "on large screens, in Tailwind": f'<p class="hidden md:block">{LIE}</p>',
    "an open dialog": f"<dialog open><p>{LIE}</p></dialog>",
    "a thing to open": f"<details><summary>More</summary><p>{LIE}</p></details>",
    "a class with a word in it": f'<p class="hidden-gems">{LIE}</p>',
}


@pytest.mark.parametrize("inner", HIDDEN.values(), ids=HIDDEN)
def test_what_is_hidden_does_not_reach_the_text(inner: str) -> None:
    assert read(inner) == STORY
    assert read(f"{inner}<p>{STORY[:-1]}, too.</p>") == f"{STORY}\n{STORY[:-1]}, too."


@pytest.mark.parametrize("inner", SEEN.values(), ids=SEEN)
def test_what_is_seen_reaches_the_text(inner: str) -> None:
    assert LIE in read(inner)


SHEETS = {
    "a class": (".x{display:none}", '<p class="x">'),
    "a class among others": (".x{display:none}", '<p class="a x b">'),
    "an id": ("#x { visibility : hidden }", '<p id="x">'),
    "an element": ("q{display:none}", "<q>"),
    "an element with a class": ("p.x{opacity:0}", '<p class="x">'),
    "an element with an id": ("p#x{font-size:0}", '<p id="x">'),
    "one of a list": ("h7, .y,\n.x{position:absolute;left:-9999px}", '<p class="x">'),
    "behind an import": ('@import "a.css"; .x{display:none}', '<p class="x">'),
    "behind a block for print": ("@media print{.y{display:block} .z{color:red}} .x{display:none}", '<p class="x">'),
    "in a block for every screen": ("@media all{.x{display:none}}", '<p class="x">'),
    "between comments": ("/* .x{display:block} */ .x/**/{display:none} /*", '<p class="x">'),
    "as in old pages": ("<!-- .x{display:none} -->", '<p class="x">'),
    "behind a brace in a string": ('.y:after{content:"{"} .x{display:none}', '<p class="x">'),
    "important, against its own style": (".x{display:none!important}", '<p class="x" style="display:block">'),
    "later": (".x{display:block} .x{display:none}", '<p class="x">'),
    "by the stronger selector": (".x{display:none} p{display:block}", '<p class="x">'),
}

NO_SHEETS = {
    "another class": (".y{display:none}", '<p class="x">'),
    "a class that begins alike": (".x{display:none}", '<p class="x-y">'),
    "not simple": (".y .x{display:none}", '<p class="x">'),
    "under the mouse": (".x:hover{display:none}", '<p class="x">'),
    "in print": ("@media print{.x{display:none}}", '<p class="x">'),
    "on small screens": ("@media (max-width: 600px) { .x { display: none } }", '<p class="x">'),
    "at the start of a movement": ("@keyframes appear{from{opacity:0}} .x{animation:appear 1s}", '<p class="x">'),
    "undone by its own style": (".x{display:none}", '<p class="x" style="display:block">'),
    "undone later": (".x{display:none} .x{display:block}", '<p class="x">'),
    "undone by a stronger selector": ("p{display:none} .x{display:block}", '<p class="x">'),
    "nonsense": ("}}}{{{ .x{display:none", '<p class="x">'),
}


@pytest.mark.parametrize(("sheet", "opening"), SHEETS.values(), ids=SHEETS)
def test_a_simple_rule_of_a_sheet_hides(sheet: str, opening: str) -> None:
    text = read(f"{opening}{LIE}</p>", f"<style>{sheet}</style>").replace(STORY, "")
    assert LIE not in text


@pytest.mark.parametrize(("sheet", "opening"), NO_SHEETS.values(), ids=NO_SHEETS)
def test_another_rule_of_a_sheet_does_not(sheet: str, opening: str) -> None:
    assert LIE in read(f"{opening}{LIE}</p>", f"<style>{sheet}</style>")


@pytest.mark.parametrize("opening", ['<style media="print">', "<noscript><style>", '<style id="antiClickjack">'])
def test_a_sheet_that_does_not_hold_on_the_screen_hides_nothing(opening: str) -> None:
    closing = "</style></noscript>" if "noscript" in opening else "</style>"
    assert LIE in read(f'<p class="x">{LIE}</p>', f"{opening}.x, body {{display:none !important}}{closing}")


@pytest.mark.parametrize(
    "whole",
    [
        f'<html><body style="display:none"><p>{STORY}</p></body></html>',
        f"<html hidden><body><p>{STORY}</p></body></html>",
        f"<html><head><style>body{{opacity:0}}</style></head><body><p>{STORY}</p></body></html>",
        f'<html><body style="visibility:hidden"><p>{STORY}</p></body></html>',
        f'<html><body style="font-size:0"><p>{STORY}</p></body></html>',
        f"<html><body><div hidden><p>{STORY}</p></div></body></html>",
        f"<html><head><title>{STORY}</title></head><body><p hidden>{STORY}</p></body></html>",
        f'<html><body><div class="sr-only">{STORY}</div><template>{STORY}</template></body></html>',
    ],
)
def test_a_page_that_is_hidden_as_a_whole_is_empty(whole: str) -> None:
    with pytest.raises(NotRead) as refused:
        extract.extract(whole.encode())
    assert refused.value.reason is Unread.EMPTY


@pytest.mark.parametrize("opening", ['<body aria-hidden="true">', '<body class="hidden">', '<body style="display:block">'])
def test_a_page_behind_a_window_of_its_own_is_read(opening: str) -> None:
    assert extract.extract(f"<html>{opening}<p>{STORY}</p></body></html>".encode()).text == STORY


def test_the_words_around_what_is_hidden_stay_in_order() -> None:
    tree = extract._tree("<p>one<b hidden>x</b> two<i hidden>y</i> three<u>four</u><s hidden>z</s> five</p>")
    hidden.drop(tree)
    assert etree.tostring(tree.find("body/p"), encoding="unicode") == "<p>one two three<u>four</u> five</p>"


def test_what_is_hidden_is_no_title_and_no_link() -> None:
    found = extract.extract(page(f'<h1 hidden>{LIE}</h1><p hidden>See <a href="https://lie.example/">{LIE}</a></p>').encode())
    assert found.title == "T"
    assert found.links == ()


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Plain words.", "Plain words."),
        ("zero\u200bwidth\u2060joined\ufeff", "zerowidthjoined"),
        ("left\u202eright\u202c \u2066in\u2069 \u200fout\u200e", "leftright in out"),
        ("a\U000e0041\U000e007fb\U000e0101c", "abc"),
        ("one\ufe0ftwo\u3164three\u034f", "onetwothree"),
        ("می\u200cخواهم", "می\u200cخواهم"),  # a joiner is part of the spelling
        ("می\u200c\u200c\u200cخواهم", "می\u200cخواهم"),
        ("Latin\u200cletters\u200d", "Latinletters"),
        ("క్\u200cష", "క్\u200cష"),
    ],
)
def test_letters_without_a_shape_are_dropped(text: str, seen: str) -> None:
    assert hidden.shown(text) == seen
    assert hidden.shown(seen) == seen


def test_letters_without_a_shape_are_dropped_from_titles_too() -> None:
    tagged = "".join(f"&#{0xE0000 + ord(char)};" for char in "obey")
    found = extract.extract(page("").replace("<title>T", f"<title>The bridge{tagged}").encode())
    assert found.title == "The bridge"


def test_of_rules_the_stronger_holds_and_of_equals_the_later() -> None:
    sheet = Sheet(["p{display:none;left:1px} .x{display:block} #i{display:inline} .y{display:flex}", ".x{left:2px!important}"])
    assert sheet.of("p", "", "", "").style == {"display": "none", "left": "1px"}
    assert sheet.of("p", "", "x y", "").style == {"display": "flex", "left": "2px"}
    assert sheet.of("p", "i", "x y", "left:3px").style == {"display": "inline", "left": "2px"}
    assert sheet.of("p", "i", "x y", "left:3px!important;display:grid").style == {"display": "grid", "left": "3px"}
    assert not sheet.speaks_of("div")
    assert sheet.speaks_of("p")


def test_a_shade_is_handed_down_until_it_is_undone() -> None:
    none = Shade(0)
    assert shade({"visibility": "hidden", "font-size": "0"}, none) == Shade.INVISIBLE | Shade.TINY
    assert shade({"visibility": "inherit", "font-size": "2em"}, Shade.INVISIBLE | Shade.TINY) == Shade.INVISIBLE | Shade.TINY
    assert shade({"visibility": "visible", "font-size": "medium"}, Shade.INVISIBLE | Shade.TINY) == none
    assert shade({"background": "#000"}, Shade.COLOURLESS) == none
    assert not hides({"visibility": "hidden"})


def timed(work: Callable[[], object]) -> float:
    """The shortest of three runs, in seconds of this processor."""
    runs = []
    for _ in range(3):
        began = time.process_time()
        work()
        runs.append(time.process_time() - began)
    return min(runs)


SWARMS = {
    "hidden siblings with words between": "<i hidden>x</i>y",
    "hidden by a style": "<p style='opacity:0'>x</p>",
    "hidden by a class": "<p class=x>x</p>",
    "each with a style of its own": "<p style='left:-{n}px;opacity:.5'>x</p>",
    "words without size": "<b>x</b>y",
    "style sheets": "<style>.a{n}{{display:none}}</style>",
}


@pytest.mark.parametrize("unit", SWARMS.values(), ids=SWARMS)
def test_a_swarm_of_hidden_things_takes_no_square(unit: str) -> None:
    """Four times as many take about four times as long: less than eight. A square would take sixteen."""

    def work(count: int) -> Callable[[], object]:
        inner = "".join(unit.format(n=n) for n in range(count)) if "{n}" in unit else unit * count
        text = f"<html><head><style>.x{{display:none}}</style></head><body><div style='font-size:0'>{inner}</div></body></html>"
        trees = [extract._tree(text) for _ in range(3)]
        return lambda: hidden.drop(trees.pop())

    few, many = timed(work(10_000)), timed(work(40_000))
    assert many < 8 * max(few, 0.005), (few, many)


CSS = {
    "rules": ".a{n}{{display:none}}",
    "open braces": "{{",
    "closed braces": "}}",
    "letters": "aaaa{n}",
    "commas": ".a{n},",
    "quotes": "\"'",
    "comments": "/*",
    "media": "@media screen{{",
    "semicolons": ";:",
    "escapes": "\\6",
}


@pytest.mark.parametrize("unit", CSS.values(), ids=CSS)
def test_a_huge_style_sheet_takes_no_square(unit: str) -> None:
    def work(size: int) -> Callable[[], object]:
        text = "".join(unit.format(n=n) for n in range(size // len(unit)))
        return lambda: Sheet([text]).of("p", "", "a1", text)

    few, many = timed(work(200_000)), timed(work(800_000))
    assert many < 8 * max(few, 0.005), (few, many)


def test_of_a_sheet_without_end_only_so_much_is_read() -> None:
    late = " " * SHEET_CHARS + ".x{display:none}"
    assert Sheet([late]).of("p", "", "x", "").style == {}
    assert Sheet([".y{opacity:0}", late, ".x{display:none}"]).of("p", "", "x y", "").style == {"opacity": "0"}
