"""Texts that attack, in every field that a stranger or a colleague writes, on every page and in every file: they stay words.

Here some of them, read with a parser; `test_attacks_browser.py` opens all of them in a real browser.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import httpx2
import pytest

from tests.faces.web import attack_texts, page_structure
from tests.faces.web.attack_pages import CASES, Case, routes
from tests.faces.web.attacked import World, attacked
from tests.faces.web.attacked_files import FILES, VERDICTS
from tests.faces.web.browsing import Browser
from tests.faces.web.page_structure import Structure
from veracious import settings
from veracious.domain.access import Rank
from veracious.faces.exports import formats

FEW, ALONE, SEEN = 2, 1, 2
TO_PROVIDER = ("/sign-in/provider", "/sign-in/provider/back")  # which let nobody in here, and say so
FIELDS = (
    "author cause claim collection feedback file note person publisher question quote step title url workspace".split()
)  # what some page must show, or else nothing is attacked there


@dataclass(frozen=True, slots=True)
class Plain:
    """What pages are made of where every text is only words, and what stands in them."""

    parts: set[str]
    text: str


def inert(field: str, number: int) -> str:
    """A text that is only words, of the same kind."""
    return f"https://plain.example/url/{number}" if field == "url" else f"plain {field} {number}"


def hostile(field: str, number: int) -> str:
    """A text of each of three families; an address is one of them."""
    first, *more = attack_texts.SAMPLE[3 * number : 3 * number + 3]
    return first if field == "url" else " ".join((first, *more))


def answered(world: World, page: Browser, case: Case, address: str) -> httpx2.Response:
    """What is answered, after every redirection; of a form, sent from the page that has it."""
    if case.method == "GET":
        return page.get(address)
    (at,) = world.addresses(case.at)
    token = re.search('name="csrf" value="([^"]+)"', page.get(at).text)
    assert token is not None, at
    return page.http.post(address, data=case.sent(world) | {"csrf": token[1]}, follow_redirects=True)


def structure(case: Case, address: str, answer: httpx2.Response) -> Structure:
    """What an answer is made of; a file is checked for what it is."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if address.rpartition("/")[2] in FILES and answer.status_code == 200:
        opened = FILES[address.rpartition("/")[2]]
        assert (kind, answer.headers["x-content-type-options"]) == (opened.media_type, "nosniff")
        assert answer.headers["content-disposition"].startswith("attachment; ")
        opened.check(answer.content)
        return Structure()
    if not answer.content or kind in ("text/css", "text/javascript"):
        return Structure()
    return page_structure.READERS[kind](answer.text)


def visited(world: World) -> Iterator[tuple[Case, str, httpx2.Response, Structure]]:
    """Every address of every case; of what there is much of, some."""
    page = world.signed_in()
    world.names = {name: found if name == "file" else found[:SEEN] for name, found in world.names.items()}
    for case in CASES:
        for address in case.addresses(world):
            answer = answered(world, world.signed_in(Rank.READER) if case.path == "/sign-out" else page, case, address)
            assert answer.status_code < 500, (case.path, address)
            assert answer.status_code != 403 or case.path in TO_PROVIDER, (
                case.path,
                address,
            )  # a form that is refused shows nothing of what was written
            yield case, address, answer, structure(case, address, answer)


@pytest.fixture(scope="module")
def plain() -> Plain:
    """The pages of a world in which every text is only words."""
    parts, words = set[str](), list[str]()
    with attacked(inert, FEW, ALONE) as world:
        for case, _, answer, found in visited(world):
            assert found.wrong == [], case.path
            parts |= found.parts
            words.append(answer.text)
    return Plain(parts, " ".join(words))


def test_every_route_of_the_pages_is_attacked() -> None:
    """A page that is added needs a line in `attack_pages.CASES`."""
    assert sorted(routes()) == sorted((case.method, case.path) for case in CASES)
    assert all(case.visits for case in CASES)


def test_every_form_of_export_is_opened() -> None:
    assert set(FILES) == {*(one.file for one in formats.FORMATS.values()), formats.CLAIM_REVIEW, VERDICTS}


def test_there_are_five_hundred_texts_of_every_family() -> None:
    assert len(attack_texts.TEXTS) == len(set(attack_texts.TEXTS)) == attack_texts.COUNT
    assert len(attack_texts.FAMILIES) == len(attack_texts.SAMPLE)
    for name, family in attack_texts.FAMILIES.items():
        assert set(family) <= set(attack_texts.TEXTS), name


def test_no_workspace_is_named_by_any_of_them() -> None:
    assert [text for text in attack_texts.TEXTS if settings.WORKSPACE.fullmatch(text)] == []


def test_every_field_is_shown_by_some_page(plain: Plain) -> None:
    """Else nothing would be attacked there."""
    missing = [field for field in FIELDS for number in range(FEW) if inert(field, number) not in plain.text]
    assert missing == []


def test_one_of_each_family_adds_nothing_to_any_page_but_words(plain: Plain) -> None:
    with attacked(hostile, len(attack_texts.SAMPLE) // 3, ALONE) as world:
        for _, address, answer, found in visited(world):
            assert (address, found.wrong) == (address, [])
            assert (address, found.parts - plain.parts) == (address, set())
            assert attack_texts.HOST not in answer.headers.get("location", "")
