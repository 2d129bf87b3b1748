"""One's own collections in place of the web: what is found there can be opened, and what belongs to a workspace cannot."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest

from tests.contracts.samples import query, run, snapshot
from veracious.adapters.memory.finder import MemoryFinder
from veracious.adapters.memory.search import MemoryWeb
from veracious.adapters.memory.shelf import MemoryShelf
from veracious.adapters.web.search.archive import ArchivePageReader, ArchiveSearch
from veracious.domain.errors import SourceUnavailable
from veracious.domain.evidence import Snapshot
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials
from veracious.rules.seeking import urls
from veracious.rules.seeking.lexical import LexicalDials
from veracious.rules.seeking.passages import PassageDials

URL = "https://news.example.org/2024/05/harbour-bridge-reopened"
BRIDGE = replace(
    snapshot("The harbour bridge was reopened in May. " + "It rained. " * 80 + "The harbour bridge cost little.", URL, date(2024, 5, 3)),
    title="Bridge open",
    collection="static",
)
LETTER = replace(snapshot("A letter on the harbour bridge, kept without an address.", None), title="A letter", collection="current_affairs")
MEMO = replace(snapshot("A private memo on the harbour bridge.", None), title="Memo", collection="documents")


def shelf(*kept: Snapshot) -> MemoryShelf:
    made = MemoryShelf(PassageDials(), SentenceDials())
    for one in kept:
        run(made.put(one))
    return made


def search(kept: MemoryShelf, lexicon: Lexicon) -> ArchiveSearch:
    return ArchiveSearch(MemoryFinder(kept, lexicon, LexicalDials()))


def forms(found: Sequence[str]) -> tuple[str, ...]:
    return urls.fresh(found, frozenset(), 50, urls.AS_SHIPPED).kept


def test_a_document_is_one_hit_by_its_best_passage(lexicon: Lexicon) -> None:
    """Two of its passages speak of the bridge."""
    [hit] = run(search(shelf(BRIDGE), lexicon).search(query("harbour bridge reopened"), 10))
    assert urls.normalise(hit.url) == URL
    assert (hit.title, hit.published) == ("Bridge open", date(2024, 5, 3))
    assert hit.snippet.startswith("The harbour bridge was reopened in May.")
    assert len(hit.snippet) <= 500


def test_what_is_found_is_worth_reading_and_can_be_opened(lexicon: Lexicon) -> None:
    """With an address and without one; by a door that has no memory of the search."""
    kept = shelf(BRIDGE, LETTER)
    found = [hit.url for hit in run(search(kept, lexicon).search(query("harbour bridge"), 10))]
    assert sorted(forms(found)) == sorted(found)
    assert {run(ArchivePageReader(kept).read(url)) for url in found} == {BRIDGE, LETTER}


def test_a_document_without_an_address_has_one_that_no_host_can_answer_at(lexicon: Lexicon) -> None:
    [hit] = run(search(shelf(LETTER), lexicon).search(query("letter"), 10))
    assert urls.normalise(hit.url) == f"https://archive.invalid/document/{LETTER.digest}"


def test_the_page_of_the_web_and_that_of_the_archive_are_one(lexicon: Lexicon) -> None:
    [hit] = run(search(shelf(BRIDGE), lexicon).search(query("harbour bridge"), 10))
    assert forms([hit.url, URL]) == (hit.url,)


def test_copies_at_several_addresses_are_one_hit(lexicon: Lexicon) -> None:
    copy = replace(BRIDGE, url="https://copy.example.com/2024/05/harbour-bridge-reopened")
    assert len(run(search(shelf(BRIDGE, copy), lexicon).search(query("harbour bridge"), 10))) == 1


def test_documents_of_a_workspace_are_neither_found_nor_opened(lexicon: Lexicon) -> None:
    """What the loop reads becomes public text of the web."""
    kept = shelf(BRIDGE, MEMO)
    found = run(search(kept, lexicon).search(query("private memo harbour bridge"), 10))
    assert [hit.title for hit in found] == ["Bridge open"]
    with pytest.raises(SourceUnavailable, match="document of a workspace"):
        run(ArchivePageReader(kept).read(f"{URL}#archive={MEMO.digest}"))


def test_an_archive_of_nothing_but_documents_says_so(lexicon: Lexicon) -> None:
    with pytest.raises(SourceUnavailable, match="only documents of a workspace"):
        run(search(shelf(MEMO), lexicon).search(query("harbour bridge"), 10))


def test_any_other_address_is_read_by_the_door_behind(lexicon: Lexicon) -> None:
    page = snapshot("A page of the web.", "https://example.org/reports/of-the-web.html")
    web = MemoryWeb({page.url or "": page}, lexicon)
    door = ArchivePageReader(shelf(BRIDGE), web)
    assert run(door.read(page.url or "")) == page
    assert run(door.read(f"{URL}#archive={BRIDGE.digest}")) == BRIDGE
    assert web.calls == {"read": 1}


@pytest.mark.parametrize("mark", ["", "sha256:0", "%00", "../../etc/passwd", "'; DROP TABLE"])
def test_a_digest_of_nothing_opens_nothing(mark: str, lexicon: Lexicon) -> None:
    with pytest.raises(SourceUnavailable):
        run(ArchivePageReader(shelf(BRIDGE)).read(f"{URL}#archive={mark}"))
