"""Past verdicts are looked for: by words, by verdict, by who stands behind them, by day; and taken away as a table."""

import csv
import io
from datetime import timedelta
from urllib.parse import urlencode

import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.memory_backend import NOON, MemoryRecords
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.web.browsing import Browser, Page, browser, handed_in, read, signed_in
from tests.faces.web.test_review_pages import checked, say
from veracious.adapters.memory.record_search import MemoryRecordSearch
from veracious.domain.access import Rank
from veracious.domain.errors import ArchiveUnavailable, RecordAltered, RecordMissing
from veracious.domain.record import Record
from veracious.faces.exports import csv_table, verdict_table
from veracious.faces.web import found_records, search_page

DAY = NOON.date()


def results(reader: Browser, **asked: str) -> list[str]:
    """The addresses of what comes up."""
    page = found(reader, **asked)
    return [link for link in page.links if link.startswith(("/v/", "/a/", "/l/"))]


def found(reader: Browser, **asked: str) -> Page:
    """The page of a search."""
    return reader.page(f"/search?{urlencode(asked)}")


def table(reader: Browser, path: str) -> list[dict[str, str]]:
    """The rows of a table that is taken away."""
    answer = reader.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == search_page.CSV_TYPE
    assert "attachment" in answer.headers["content-disposition"]
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))


def test_a_verdict_is_found_by_all_words_of_its_claim_in_any_order(service: Service) -> None:
    ada = signed_in(service, "Ada", "s1")
    length, both = checked(ada), checked(ada, TWO)
    assert results(ada) == [both, length]
    assert results(ada, q="bridge Halvorsund LONG") == [both, length]
    assert results(ada, q="Halvorsund bridges") == [both, length]  # the ending of a plural
    assert results(ada, q="Halvorsund submarine") == []
    page = found(ada, q="bridge")
    for said in ("Halvorsund Bridge", "Supported", "score 0.95", "draft, not signed", "2026-03-01"):
        assert said in page.text
    assert page.form("/search").fields["q"] == "bridge"
    assert "/search" in ada.page("/").links
    assert any(form.action == "/search" for form in ada.page("/").forms)


def test_the_verdict_that_is_looked_for_is_that_of_the_person_who_changed_it(service: Service) -> None:
    ada = signed_in(service, "Ada", "s2")
    path = checked(ada)
    assert results(ada, verdict="supported") == results(ada, status="draft") == [path]
    assert results(ada, status="signed") == results(ada, verdict="refuted") == []
    say(ada, path, "changed", verdict="refuted", why="The register says 14,000.")
    assert results(ada, verdict="supported") == results(ada, status="draft") == []
    assert results(ada, verdict="refuted", status="signed", q="bridge") == [path]
    text = found(ada, q="bridge").text
    assert "Ada changed it to refuted" in text
    assert "probability" not in text  # the number is of the program's verdict
    say(ada, path, "withdrawn", why="Not sure any more.")
    assert results(ada, verdict="refuted") == results(ada, status="signed") == []
    assert results(ada, status="disputed") == [path]


def test_what_comes_up_is_narrowed_by_kind_and_day(service: Service) -> None:
    ada = signed_in(service, "Ada", "s3")
    claim, refused = checked(ada), checked(ada, UNCHECKABLE)
    answer = handed_in(ada)
    ada.result(answer)
    assert set(results(ada)) == {claim, refused, answer}
    assert results(ada, kind="check") == [answer]
    assert claim in results(ada, kind="claim")
    assert results(ada, kind="article") == []
    earlier, later = (str(DAY + timedelta(days=days)) for days in (-1, 1))
    assert results(ada, since=str(DAY), until=str(DAY), verdict="supported") == [claim]
    assert results(ada, since=later, kind="claim") == results(ada, until=earlier, kind="claim") == []
    assert results(ada, since="2026-02-31", verdict="x", status="x", kind="x", order="x", after="x") == results(ada)


def test_a_long_list_is_read_part_by_part_in_either_order(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_page, "SHOWN", 2)
    ada = signed_in(service, "Ada", "s4")
    paths = [checked(ada), checked(ada, TWO), checked(ada), checked(ada, TWO), checked(ada)]
    newest, best = paths[::-1], [paths[4], paths[2], paths[0], paths[3], paths[1]]  # the shorter claim says less beside the words
    for order, wanted in (("newest", newest), ("best", best)):
        page, seen = found(ada, q="Halvorsund", order=order), []
        for _ in range(3):
            seen += [link for link in page.links if link.startswith("/v/")]
            following = [link for link in page.links if "after=" in link]
            page = ada.page(following[0]) if following else page
        assert seen == wanted
        assert "From the first on" in page.text
    assert found(ada, after="1-1").text.count("There are no more.") == 1


def test_where_nothing_comes_up_the_page_says_what_to_do(service: Service) -> None:
    ada = signed_in(service, "Ada", "s5")
    assert search_page.NOTHING_YET in found(ada).text
    checked(ada)
    assert search_page.NOTHING_FITS in found(ada, q="Zanzibar").text
    assert search_page.HOPELESS in found(ada, q="the of").text
    assert results(ada, q="the of") == []


def test_what_was_erased_or_is_anothers_never_comes_up(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "s6"), signed_in(service, "Bo", "s6-other")
    path = checked(ada)
    assert results(bo) == results(bo, q="bridge") == []
    assert table(bo, "/search/verdicts.csv?q=bridge") == []
    with service.client(workspace="s6") as client:
        assert client.delete(f"/v1/records/{path.removeprefix('/v/')}").status_code == 204
    assert results(ada) == results(ada, q="bridge") == []
    assert table(ada, "/search/verdicts.csv") == []


def test_whoever_may_read_may_search_and_nobody_else(service: Service) -> None:
    reader = signed_in(service, "Rea", "s7", Rank.READER)
    assert reader.get("/search").status_code == 200
    answer = browser(service).http.get("/search?q=a", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in?next=%2Fsearch%3Fq%3Da")


def test_all_that_comes_up_is_taken_away_as_a_table(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_records, "ROWS_AT_ONCE", 2)
    ada = signed_in(service, "Ada", "s8")
    first, second, refused, third = checked(ada), checked(ada, TWO), checked(ada, UNCHECKABLE), checked(ada)
    say(ada, first, "changed", verdict="mixed", why="Both.")
    say(ada, second, "signed")
    (link,) = [one for one in found(ada, q="Halvorsund").links if "verdicts.csv" in one]
    rows = {row["link"].removeprefix(service.url): row for row in table(ada, link)}
    assert list(rows) == [third, refused, second, first]
    assert tuple(rows[first]) == verdict_table.COLUMNS
    assert (rows[first]["verdict"], rows[first]["probability"], rows[first]["standing"]) == ("mixed", "", "changed")
    assert (rows[first]["signed_by"], rows[first]["signed_on"]) == ("Ada", str(DAY))
    assert rows[second]["signed_by"] == "Ada"
    assert (rows[third]["verdict"], rows[third]["standing"], rows[third]["signed_by"]) == ("supported", "draft", "")
    assert rows[third]["probability"] == ""  # none was measured for these judges; a score is none
    assert rows[third]["claim"] == LENGTH
    assert rows[third]["quote_for"]
    assert (rows[refused]["state"], rows[refused]["verdict"], rows[refused]["standing"]) == ("refused", "", "")
    assert rows[refused]["cause"]


@pytest.mark.parametrize("payload", payloads.PAYLOADS[:5])
def test_words_that_are_looked_for_are_text(service: Service, payload: str) -> None:
    ada = signed_in(service, "Ada", "s9")
    answer = ada.get(f"/search?{urlencode({'q': payload})}")
    assert answer.status_code == 200
    assert read(answer).inline == []
    assert read(answer).form("/search").fields["q"] == " ".join(payload.split())


def test_a_claim_that_is_a_formula_is_none_in_the_table() -> None:
    row = verdict_table.VerdictRow('=HYPERLINK("http://evil.example")', "failed", cause="a;=1+1")
    cells = next(csv.reader(io.StringIO(verdict_table.line(row), newline="")))
    assert cells[2] == '\'=HYPERLINK("http://evil.example")'
    assert "a;'=1+1" in cells
    assert [csv_table.original(one) for one in cells] == list(row.cells())


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let no record be read."""

    async def fetch(records: MemoryRecords, workspace: str, id: str) -> Record:
        raise error

    monkeypatch.setattr(MemoryRecords, "fetch", fetch)


def test_a_store_that_fails_is_no_record_that_is_gone(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = signed_in(service, "Ada", "s10")
    checked(ada)
    failing(monkeypatch, ArchiveUnavailable("it rests"))
    assert ada.get("/search").status_code == 503


def test_a_record_that_was_altered_says_so_and_shows_no_verdict(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = signed_in(service, "Ada", "s11")
    path = checked(ada)
    failing(monkeypatch, RecordAltered("x"))
    page = found(ada)
    assert "Altered" in page.text
    assert "Supported" not in page.text.split("Everything that was checked")[1]
    (row,) = table(ada, "/search/verdicts.csv")
    assert (row["state"], row["verdict"], row["claim"], row["link"]) == ("altered", "", "", f"{ada.url}{path}")


def test_it_says_how_many_could_not_be_opened(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = signed_in(service, "Ada", "s12")
    checked(ada)
    failing(monkeypatch, RecordMissing("x"))
    text = found(ada).text
    assert "1 more record came up and could not be opened: it was erased meanwhile." in text
    assert search_page.NOTHING_YET not in text


def test_it_says_that_older_records_are_still_being_prepared(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = signed_in(service, "Ada", "s13")
    assert "still being prepared" not in found(ada).text

    async def is_behind(finder: MemoryRecordSearch) -> bool:
        return True

    monkeypatch.setattr(MemoryRecordSearch, "is_behind", is_behind)
    assert "Older records are still being prepared; search again." in found(ada).text
    with service.client(workspace="s13") as client:
        assert client.get("/v1/records:search").json()["preparing"] is True
