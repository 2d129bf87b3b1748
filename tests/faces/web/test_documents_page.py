"""Documents: put as files or as text, listed, opened, erased; each workspace its own."""

import re
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.web.browsing import Browser, Page, browser, read, signed_in
from veracious.domain.access import Rank
from veracious.domain.document import Document, Refused
from veracious.domain.job import Allowance
from veracious.faces.web import documents_page, error_pages
from veracious.faces.web.uploads import Upload

TEXT = "The Brisa lighthouse is 23 metres tall. It was lit in 1911 and has a red lamp."
MARKDOWN = b"# The harbour of Brisa\n\nThe harbour of Brisa has three piers and was built in 1904.\n"


def send(reader: Browser, files: Sequence[tuple[str, bytes]] = (), **fields: str) -> httpx2.Response:
    """The form with these files, as a browser sends it."""
    form = reader.page("/documents").form("/documents")
    given = [("files", one) for one in files] or [("files", ("", b""))]
    headers = {"Origin": reader.url, "Sec-Fetch-Site": "same-origin"}
    wanted = {name: value for name, value in form.fields.items() if name != "files"} | fields
    return reader.http.post("/documents", data=wanted, files=given, headers=headers)


def put(reader: Browser, files: Sequence[tuple[str, bytes]] = (), **fields: str) -> Page:
    """The page on which what became of them stands, once that is known."""
    answer = send(reader, files, **fields)
    assert answer.status_code == 303, answer.text
    for _ in range(200):
        page = reader.page(answer.headers["location"])
        if "What became of it" in page.text:
            return page
        time.sleep(0.02)
    raise AssertionError("it is not put")


def test_files_and_a_text_are_put_and_read(own: Service) -> None:
    reader = browser(own)
    assert "This workspace has put no documents yet." in reader.page("/documents").text
    page = put(
        reader, [("brisa.md", MARKDOWN), ("broken.pdf", b"%PDF-1.7 no"), ("picture.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0")], text=TEXT
    )
    told = page.text.partition("What became of it")[2]
    assert re.findall(r"Document (\d) ?: (\w+)", told) == [("1", "put"), ("2", "refused"), ("3", "refused"), ("4", "put")]
    page = reader.page("/documents")
    assert "The harbour of Brisa" in page.text
    assert "brisa.md" in page.text
    links = [link for link in page.links if link.startswith("/p/")]
    assert len(links) == 2
    assert any(TEXT in reader.page(link).text for link in links)


def test_what_is_known_of_one_document_is_kept_with_it(own: Service) -> None:
    reader = browser(own)
    put(reader, [("a.txt", TEXT.encode())], title="On the lighthouse", url="https://lights.example/brisa", published="2025-06-03")
    page = reader.page("/documents")
    for said in ("On the lighthouse", "published 2025-06-03"):
        assert said in page.text
    (document,) = own.inside.desk.submissions[-1].documents
    assert isinstance(document, Document)
    assert (document.url, document.text) == ("https://lights.example/brisa", TEXT)


def test_of_many_forms_two_are_read_at_once_and_those_that_wait_hold_no_thread(own: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six are sent while two are being read: of the threads that the store is asked in, two are taken."""
    going_on, inside, read_now = threading.Event(), list[str](), documents_page._read

    def slow(form: documents_page.DocumentForm, files: Sequence[Upload]) -> list[Document | Refused]:
        inside.append(form.key)
        going_on.wait(20)
        return read_now(form, files)

    monkeypatch.setattr(documents_page, "_read", slow)
    reader = browser(own)
    reader.page("/documents")
    with ThreadPoolExecutor(6) as pool:
        try:
            sent = [pool.submit(send, reader, [(f"{number}.txt", f"{TEXT} {number}".encode())]) for number in range(6)]
            for _ in range(200):
                if len(inside) >= 2:
                    break
                time.sleep(0.02)
            time.sleep(0.3)
            assert len(inside) == 2
            assert browser(own).get("/documents").status_code == 200
        finally:
            going_on.set()
        assert [one.result().status_code for one in sent] == [303] * 6
    assert len(inside) == 6


def test_a_part_of_the_page_without_a_job_is_the_page(near: Service) -> None:
    answer = browser(near).http.get("/documents?job=", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Documents" in read(answer).text


def test_the_same_form_sent_twice_is_one_job(own: Service) -> None:
    reader = browser(own)
    form = reader.page("/documents").form("/documents")
    answers = [reader.send(form, text=text).headers["location"] for text in (TEXT, TEXT, f"{TEXT} More.")]
    assert answers[0] == answers[1] != answers[2]


def test_while_it_is_put_the_page_says_so_and_asks_again(own: Service) -> None:
    reader = browser(own)
    own.inside.desk.held = True
    try:
        path = send(reader, text=TEXT).headers["location"]
        waiting = reader.get(path)
        part = reader.http.get(path, headers={"HX-Request": "true"})
    finally:
        own.inside.desk.held = False
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting.text
    assert "Document 1: waiting" in read(waiting).text.replace("Document 1 :", "Document 1:")
    assert part.text.startswith("<section")
    assert f'hx-get="{path}"' in part.text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, documents_page.NOTHING),
        ({"text": "  "}, documents_page.NOTHING),
        ({"text": TEXT, "url": "javascript:alert(1)"}, documents_page.NO_ADDRESS),
        ({"text": TEXT, "published": "20260102"}, documents_page.NO_DAY),
        ({"text": TEXT, "title": "x" * 1001}, documents_page.LONG_TITLE),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_nothing_is_put(near: Service, fields: dict[str, Any], why: str) -> None:
    reader = browser(near)
    before = len(near.inside.desk.submissions)
    answer = send(reader, **fields)
    page = read(answer)
    assert (answer.status_code, len(near.inside.desk.submissions)) == (422, before)
    assert why in page.text
    assert page.form("/documents").fields["text"] == fields.get("text", "").strip()


def test_too_many_files_and_too_much_are_refused(near: Service) -> None:
    reader = browser(near)
    assert documents_page.MANY in read(send(reader, [(f"{number}.txt", b"a") for number in range(21)])).text
    assert send(reader, [("a.txt", b"x" * (10 * 1024 * 1024))]).status_code == 413


def test_a_document_is_erased_and_a_foreign_one_is_not_there(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "documents-one"), signed_in(service, "Bo", "documents-two")
    put(ada, text=TEXT)
    page = ada.page("/documents")
    form = page.form("/documents/erase")
    assert bo.page("/documents").text.count("lighthouse") == 0
    token = bo.page("/").form("/sign-out").fields["csrf"]
    answers = [
        bo.http.post("/documents/erase", data={"csrf": token, "digest": one}) for one in (form.fields["digest"], f"sha256:{'0' * 64}", "x")
    ]
    assert [one.status_code for one in answers] == [404, 404, 404]
    assert all(error_pages.NOTHING in read(one).text for one in answers)
    done = ada.send(form)
    assert (done.status_code, done.headers["location"]) == (303, "/documents?erased=1")
    page = ada.page("/documents?erased=1")
    assert "The document is erased" in page.text
    assert "This workspace has put no documents yet." in page.text


def test_a_job_of_another_workspace_or_kind_is_not_there(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "documents-three"), signed_in(service, "Bo", "documents-four")
    path = send(ada, text=TEXT).headers["location"]
    run = ada.verify("The Halvorsund Bridge is 1,420 metres long.").removeprefix("/v/")
    for reader, one in ((bo, path), (bo, "/documents?job=x"), (ada, f"/documents?job={run}"), (ada, "/documents?job=%2e%2e")):
        assert reader.get(one).status_code == 404


def test_a_long_list_has_pages(own: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents_page, "SHOWN", 2)
    reader = browser(own)
    put(reader, [(f"{number}.txt", f"{TEXT} Number {number}.".encode()) for number in range(5)])
    page, seen = reader.page("/documents"), list[str]()
    while True:
        seen += [link for link in page.links if link.startswith("/p/")]
        more = [link for link in page.links if link.startswith("/documents?from=")]
        if not more:
            break
        page = reader.page(more[0])
    assert len(seen) == len(set(seen)) == 5
    assert reader.get("/documents?from=made-up").status_code == 422


def test_without_room_the_page_says_so_and_keeps_the_text(service: Service) -> None:
    reader = signed_in(service, "Cleo", "documents-five")
    service.inside.desk.limits["documents-five"] = Allowance(jobs_at_once=0)
    answer = send(reader, text=TEXT)
    assert answer.status_code == 429
    assert read(answer).form("/documents").fields["text"] == TEXT


def test_a_reader_sees_and_changes_nothing(service: Service) -> None:
    eve = signed_in(service, "Eve", "documents-six", Rank.READER)
    page = eve.page("/documents")
    assert "Put documents" not in page.text
    token = page.form("/sign-out").fields["csrf"]
    assert eve.http.post("/documents", data={"csrf": token, "text": TEXT}).status_code == 403
    assert eve.http.post("/documents/erase", data={"csrf": token, "digest": f"sha256:{'0' * 64}"}).status_code == 403


def test_files_are_taken_at_this_address_alone_and_with_the_token(service: Service) -> None:
    ada = signed_in(service, "Ada", "documents-seven")
    token = ada.page("/").form("/sign-out").fields["csrf"]
    assert ada.http.post("/", data={"csrf": token}, files={"files": ("a", b"b")}).status_code == 415
    assert ada.http.post("/documents", data={"csrf": "x"}, files={"files": ("a.txt", b"b")}).status_code == 403
    cross = {"Origin": "https://evil.example"}
    assert ada.http.post("/documents", data={"csrf": token}, files={"files": ("a.txt", b"b")}, headers=cross).status_code == 403


@pytest.mark.parametrize("text", payloads.PAYLOADS[::20])
def test_a_payload_stays_words(near: Service, text: str) -> None:
    reader = browser(near)
    put(reader, [("a.txt", f"{TEXT} {text}".encode())], title=text)
    for path in ("/documents", "/documents?erased=1"):
        page = reader.page(path)
        assert page.inline == []
        assert all(link.startswith(("/", "#")) for link in page.links)


@pytest.mark.parametrize("place", ["é", "x", "%00", "<script>", "A" * 300])
def test_a_place_that_the_list_does_not_have_is_refused_in_words(near: Service, place: str) -> None:
    assert browser(near).get(f"/documents?from={place}").status_code == 422
