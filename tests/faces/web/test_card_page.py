"""The card of a published verdict, for pages of other sites; and how long what is public may be kept."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from xml.etree import ElementTree

import pytest

from tests.faces.exports.stretched import LETTERS
from tests.faces.http.servers import Service, serving
from tests.faces.pages import payloads
from tests.faces.pages.cases import cases
from tests.faces.web.browsing import Browser, browser, read, signed_in
from tests.faces.web.test_public_pages import WHY, published
from tests.faces.web.test_review_pages import checked, say
from veracious.domain.review import Act, ReviewEntry
from veracious.domain.verdict import Verdict
from veracious.faces.http.review_desk import Reviewed
from veracious.faces.pages import text_width
from veracious.faces.web import card_page, card_picture, embedding, frame, public_cache, site
from veracious.faces.web.card import CLAIM_CHARS, Card, card
from veracious.rules import reviewing

SVG = "{http://www.w3.org/2000/svg}"
AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
FORMS = ("card", "card.svg")
DRAWN = {"svg", "title", "desc", "style", "rect", "g", "circle", "path", "a", "text"}
ATTRIBUTES = {
    "width", "height", "viewBox", "role", "aria-labelledby", "id", "x", "y", "rx", "class", "transform", "cx", "cy", "r", "d", "href",
    "target",
}  # fmt: skip
TAGS = {
    "html",
    "head",
    "meta",
    "link",
    "title",
    "body",
    "main",
    "p",
    "bdi",
    "h1",
    "div",
    "svg",
    "rect",
    "circle",
    "path",
    "span",
    "b",
    "time",
    "a",
}


@pytest.fixture
def open_() -> Iterator[Service]:
    """A service that publishes what the workspace `desk` does."""
    with serving(pages=site.install, public="desk") as found:
        yield found


def words_of(reader: Browser, path: str) -> tuple[str, str]:
    """What both forms of a card say."""
    page, picture = reader.page(f"{path}/card"), reader.get(f"{path}/card.svg")
    drawn = ElementTree.fromstring(picture.text)  # noqa: S314 our own
    return page.text, " ".join(" ".join(drawn.itertext()).split())


def entries(*acts: Act, by: str = "Ada", drafted: Verdict = Verdict.SUPPORTED, changed: Verdict = Verdict.MIXED) -> list[ReviewEntry]:
    """What one person said of a verdict, one thing after the other."""
    found, verdict = list[ReviewEntry](), drafted
    for number, act in enumerate(acts, 1):
        became = None if act in reviewing.BACK else changed if act is Act.CHANGED else verdict
        found.append(ReviewEntry("r", number, AT, by, act, "sha256:x", verdict, became, "Why not."))
        verdict = became or verdict
    return found


def made(said: list[ReviewEntry], text: str = "", workspace: str = "desk") -> Card:
    """The card of the supported case, with everything that somebody wrote beginning with this text."""
    case = payloads.poisoned(cases()["supported"], text)
    state = reviewing.state(said, Verdict.SUPPORTED)
    return card(Reviewed(cases()["supported"].record, state, said), case.report, workspace)


def both(found: Card | None, address: str = "https://facts.example.org/published/x") -> tuple[str, str]:
    """A card as a page and as a picture."""
    drawn = card_picture.picture(found, address) if found is not None else None
    style, _ = card_page._style()
    said = {"card": found, "address": address}
    return (
        frame.render("card.html.j2", said | {"styles": card_page.STYLES}, True),
        frame.render("card.svg.j2", said | {"picture": drawn, "style": style}, True).lstrip(),
    )


def test_a_card_says_the_claim_the_verdict_who_signed_and_when_and_leads_to_the_page(open_: Service) -> None:
    _, path = published(open_)
    stranger = browser(open_)
    for text in words_of(stranger, path):
        for said in (
            "Fact-check by desk",
            "The Halvorsund Bridge is 1,420 metres long.",
            "Supported",
            "score 0.95, not a probability",
            "Signed as supported by Ada on 2026-03-01.",
            "Updated 2026-03-01 12:00 UTC",
        ):
            assert said in text
        assert "Corrected" not in text
    assert stranger.page(f"{path}/card").links == [f"{open_.url}{path}"]
    assert f'href="{open_.url}{path}"' in stranger.get(f"{path}/card.svg").text
    assert 'class="mark supported"' in stranger.get(f"{path}/card").text


def test_a_card_may_stand_in_a_frame_and_has_no_script_no_form_and_no_cookie(open_: Service) -> None:
    _, path = published(open_)
    stranger = browser(open_)
    for name in FORMS:
        answer = stranger.http.get(f"{path}/{name}")
        policy = dict([*part.split(" ", 1), ""][:2] for part in answer.headers["content-security-policy"].split("; "))
        assert (policy["default-src"], policy["form-action"], policy["base-uri"]) == ("'none'",) * 3
        assert policy["sandbox"] == "allow-popups allow-popups-to-escape-sandbox"
        assert not {"frame-ancestors", "script-src", "connect-src"} & set(policy)
        for header in ("x-frame-options", "set-cookie", "cross-origin-opener-policy"):
            assert header not in answer.headers
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert answer.headers["x-content-type-options"] == "nosniff"
    page = stranger.page(f"{path}/card")
    assert (page.forms, page.inline) == ([], [])
    assert {one.partition("?")[0] for one in page.loads} == {"data:,", "/static/style.css", "/static/card.css"}
    assert stranger.http.get(path).headers["x-frame-options"] == "DENY"  # the page itself may not
    assert stranger.get(f"{path}/card.svg").headers["content-type"] == "image/svg+xml; charset=utf-8"


def test_a_card_of_what_was_corrected_or_withdrawn_says_so(open_: Service) -> None:
    ada, path = published(open_)
    own, stranger = path.replace("/published/", "/v/"), browser(open_)
    say(ada, own, "changed", verdict="refuted", why=WHY)
    for text in words_of(stranger, path):
        assert "Refuted" in text
        assert "Corrected on 2026-03-01: it was supported." in text
        assert "score 0.95" not in text
        assert "Changed to refuted and signed by Ada on 2026-03-01." in text
    say(ada, own, "withdrawn", why=WHY)
    for text in words_of(stranger, path):
        assert "Withdrawn on 2026-03-01: it was refuted." in text
        assert "no person stands behind it" in text
        assert "Verdict:" not in text
    say(ada, own, "signed")
    for text in words_of(stranger, path):
        assert "It was withdrawn on 2026-03-01, and signed again." in text


@pytest.mark.parametrize(
    ("acts", "notice"),
    [
        ((Act.SIGNED, Act.PUBLISHED), ""),
        ((Act.CHANGED, Act.PUBLISHED), ""),  # of a draft: nobody had stood behind anything
        ((Act.RETURNED, Act.CHANGED, Act.PUBLISHED), ""),
        ((Act.SIGNED, Act.PUBLISHED, Act.CHANGED), "Corrected on 2026-03-02: it was supported."),
        ((Act.CHANGED, Act.PUBLISHED, Act.WITHDRAWN), "Withdrawn on 2026-03-02: it was mixed."),
        ((Act.SIGNED, Act.PUBLISHED, Act.WITHDRAWN, Act.SIGNED), "It was withdrawn on 2026-03-02, and signed again."),
    ],
)
def test_a_correction_is_what_somebody_stood_behind_before(acts: tuple[Act, ...], notice: str) -> None:
    assert made(entries(*acts)).notice == notice


def test_what_is_not_published_has_no_card_and_nothing_more_is_said_of_it(open_: Service) -> None:
    ada, path = published(open_)
    own = path.replace("/published/", "/v/")
    draft, other = checked(ada), signed_in(open_, "Bo", "else")
    foreign = checked(other)
    say(other, foreign, "signed")
    say(ada, own, "unpublished", why="A name.")
    stranger = browser(open_)
    for name in FORMS:
        paths = [own, draft, foreign, "/v/last", "/v/nothing"]
        answers = [stranger.get(f"{one.replace('/v/', '/published/')}/{name}") for one in paths]
        assert {one.status_code for one in answers} == {404}
        assert len({one.text for one in answers}) == 1
        assert {one.headers["cache-control"] for one in answers} == {"no-store"}
        assert "x-frame-options" not in answers[0].headers  # so that the frame says it, and is not broken
        assert "No fact-check is published here" in answers[0].text


def test_without_the_setting_there_are_no_cards(service: Service) -> None:
    ada = signed_in(service, "Ada", "desk")
    path = checked(ada)
    say(ada, path, "signed")
    for name in FORMS:
        answer = browser(service).get(f"{path.replace('/v/', '/published/')}/{name}")
        assert (answer.status_code, answer.headers["x-frame-options"]) == (404, "DENY")
    assert "A card for a page of your own" not in ada.page(path).text


def test_the_menu_offers_what_to_copy_once_it_is_published(open_: Service) -> None:
    ada = signed_in(open_, "Ada", "desk")
    own = checked(ada)
    path = f"{open_.url}{own.replace('/v/', '/published/')}"
    say(ada, own, "signed")
    assert "iframe" not in ada.page(own).text
    say(ada, own, "published")
    snippets = [unescape(one) for one in re.findall(r'<pre class="snippet"><code>(.*?)</code></pre>', ada.get(own).text, re.DOTALL)]
    framed, pictured = snippets
    assert framed.startswith(f'<iframe src="{path}/card" title="Fact-check: The Halvorsund Bridge is 1,420 metres long."')
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in framed
    assert pictured.startswith(f'<a href="{path}"><img src="{path}/card.svg" alt=')
    assert "upported" not in framed + pictured  # a verdict may change; what was copied does not
    say(ada, own, "unpublished", why="A name.")
    assert "iframe" not in ada.page(own).text


def inert(html: str, svg: str) -> None:
    """Both are of our own elements alone, and their texts are words."""
    tags = {one.lower() for one in re.findall(r"<([A-Za-z][^\s/>]*)", html)}
    assert tags <= TAGS, tags - TAGS
    drawn = ElementTree.fromstring(svg)  # noqa: S314 our own
    assert {one.tag.removeprefix(SVG) for one in drawn.iter()} <= DRAWN
    assert {name for one in drawn.iter() for name in one.attrib} <= ATTRIBUTES
    assert {one.attrib["href"] for one in drawn.iter(f"{SVG}a")} == {"https://facts.example.org/published/x"}


def attacked(text: str) -> None:
    """A payload as the claim, as a name, and as the workspace."""
    found = made(entries(Act.SIGNED, Act.PUBLISHED, Act.CHANGED, by=f"{text}Ada"), text, f"{text}desk")
    inert(*both(found))
    snippets = embedding.of("https://facts.example.org", "x", found.claim)
    for snippet in (snippets.frame, snippets.picture):
        attributes = re.findall(r'\s([a-z-]+)="([^"]*)"', snippet)
        assert [name for name, _ in attributes if name.startswith("on")] == []
        rest = re.sub(r'\s[a-z-]+="[^"]*"', "", snippet)
        assert rest in ("<iframe></iframe>", "<a><img></a>")
        assert any(unescape(value).startswith("Fact-check") for _, value in attributes)


@pytest.mark.parametrize("text", payloads.PAYLOADS[::12])
def test_a_payload_in_a_claim_or_a_name_stays_words(text: str) -> None:
    attacked(text)


@pytest.mark.long
def test_no_payload_is_anything_but_words() -> None:
    for text in payloads.PAYLOADS:
        attacked(text)


@pytest.mark.parametrize("letters", LETTERS)
def test_however_long_and_wide_its_texts_a_picture_holds_them(letters: str) -> None:
    """Every line fits the room that it has, by the widest of the common letters."""
    long = (letters * 3000)[:2000]
    found = replace(
        made(entries(Act.SIGNED, Act.PUBLISHED, Act.CHANGED)), claim=long[:CLAIM_CHARS], signed=long[:200], workspace=long[:100]
    )
    drawn = card_picture.picture(found, f"https://{'x' * 200}/published/x")
    sizes = {"who": card_picture.SMALL, "claim": card_picture.CLAIM, "stamp": card_picture.STAMP, "place": card_picture.SMALL}
    for line in drawn.lines:
        size = sizes.get(line.kind, card_picture.TEXT)
        assert line.x + text_width.of(line.text, size) <= drawn.width - card_picture.PAD + 0.1
        assert line.y < drawn.height - 4
    assert drawn.height <= 420
    tops = [line.y for line in drawn.lines]
    assert tops == sorted(tops)
    inert(*both(found))


def test_a_text_from_right_to_left_stands_apart_from_what_is_ours() -> None:
    found = made(entries(Act.SIGNED, Act.PUBLISHED), "שלום ")
    html, svg = both(found)
    assert "<bdi>שלום" in html
    assert "unicode-bidi: plaintext" in svg


def test_what_is_public_lasts_some_seconds_and_then_is_asked_for_again(open_: Service) -> None:
    """A list, the feed and the card are the same for all; the page with its form is one reader's own."""
    ada, path = published(open_)
    stranger = browser(open_)
    shared = ("/published", "/published/corrections", "/published/corrections.atom", f"{path}/card", f"{path}/card.svg")
    for where in (*shared, path):
        answer = stranger.get(where)
        again = stranger.http.get(where, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", answer.headers["etag"])
        for one in (answer, again):
            assert one.headers["cache-control"] == f"{'public' if where in shared else 'private'}, max-age={public_cache.SECONDS}"
            assert one.headers["vary"] == ("Accept" if where in shared else "Accept, Cookie")
        assert stranger.http.get(where, headers={"If-None-Match": '"another", W/"x"'}).status_code == 200
        assert stranger.http.get(where, headers={"If-None-Match": f'"another", W/{answer.headers["etag"]}'}).status_code == 304
    for where in shared:
        assert "set-cookie" not in browser(open_).get(where).headers
        assert browser(open_).get(where).headers["etag"] == stranger.get(where).headers["etag"]
    before = {where: stranger.get(where).headers["etag"] for where in (*shared, path)}
    say(ada, path.replace("/published/", "/v/"), "changed", verdict="refuted", why=WHY)
    for where, tag in before.items():
        answer = stranger.http.get(where, headers={"If-None-Match": tag})
        assert (where, answer.status_code) == (where, 200)


def test_the_page_with_a_form_is_nobody_elses(open_: Service) -> None:
    """It holds a token of the reader's own: another reader's tag says nothing of it."""
    _, path = published(open_)
    first, second = browser(open_), browser(open_)
    tag = first.get(path).headers["etag"]
    assert second.http.get(path, headers={"If-None-Match": tag}).status_code == 200
    assert first.http.get(path, headers={"If-None-Match": tag}).status_code == 304
    refused = first.send(read(first.get(path)).forms[0], text=" ")
    assert (refused.status_code, refused.headers["cache-control"], "etag" in refused.headers) == (422, "no-store", False)


def test_a_card_has_a_time_and_a_tag_counts_before_it(open_: Service) -> None:
    _, path = published(open_)
    stranger = browser(open_)
    for name in FORMS:
        where = f"{path}/{name}"
        changed = stranger.get(where).headers["last-modified"]
        assert changed == "Sun, 01 Mar 2026 12:00:00 GMT"
        for headers, status in (
            ({"If-Modified-Since": changed}, 304),
            ({"If-Modified-Since": "Sun, 01 Mar 2026 11:59:59 GMT"}, 200),
            ({"If-Modified-Since": "yesterday"}, 200),
            ({"If-Modified-Since": "Sun, 01 Mar 2026 12:00:00 +99999999999999999"}, 200),
            ({"If-Modified-Since": changed, "If-None-Match": '"another"'}, 200),
        ):
            assert stranger.http.get(where, headers=headers).status_code == status
    assert "last-modified" not in stranger.get("/published").headers  # something may be taken from a list


def test_a_card_is_looked_up_once_however_many_show_it(open_: Service) -> None:
    _, path = published(open_)
    log, asked = open_.inside.reviews.logs["desk"], list[int]()
    of = log.of

    async def counted(records: list[str]) -> object:
        asked.append(len(records))
        return await of(records)

    log.of = counted  # type: ignore[assignment,method-assign]
    for name in FORMS * 3:
        assert browser(open_).get(f"{path}/{name}").status_code == 200
    assert len(asked) <= 2
