"""An answer handed in with documents, watched, and its ledger read: every state in its own words, every quote in its document."""

import re
from dataclasses import replace
from datetime import date

import pytest

from tests.faces.http.asking import CHECK, finished
from tests.faces.http.asking import QUESTION as ASKED
from tests.faces.http.servers import Service
from tests.faces.pages import payloads
from tests.faces.pages.ledgers import HANDBOOK, NOTICE, QUESTION, SHORT, cases
from tests.faces.web.browsing import TITLE, Browser, Page, browser, handed_in, read, signed_in
from veracious.domain.access import Grant, Rank
from veracious.domain.document import Document
from veracious.domain.evidence import Snapshot
from veracious.domain.job import CheckOrder, ClaimOrder
from veracious.domain.verdict import Outcome
from veracious.faces.web import check_form, check_page, claim_form, error_pages, ledger_page
from veracious.rules.seeking import snapshots


def put(service: Service, workspace: str, *texts: str) -> list[str]:
    """Documents of a workspace; their digests."""
    with service.client(Grant.ADMIN, workspace) as program:
        told = [{"text": text, "title": f"Paper {number}"} for number, text in enumerate(texts)]
        accepted = program.post("/v1/documents", json={"documents": told}).json()
        done = finished(program, {"kind": "ingest", "id": accepted["id"]})
    return [one["digest"] for one in done["report"]["documents"]]


def test_an_answer_is_handed_in_watched_and_read(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        path = handed_in(reader)
        waiting = reader.get(path)
        assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in waiting.text
        assert f"The answer {QUESTION} Waiting for a worker" in read(waiting).text
        assert path in reader.page("/").links
        assert reader.get(path.replace("/l/", "/v/")).url.path == path
        assert reader.get(path.replace("/l/", "/a/")).url.path == path
    finally:
        near.inside.desk.held = False
    page = reader.result(path)
    assert "Draft, not signed." in page.text
    assert "Ruling: Block" in page.text
    assert "A document says otherwise. The answer should not go out as it is." in page.text
    assert "1 claim is contradicted by the documents." in page.text
    assert "Correct this claim to what the documents say" in page.text
    assert "The mayor of the town wears a hat" in page.text
    assert "refresh" not in reader.get(path).text
    assert reader.get(path.replace("/l/", "/v/")).url.path == path
    assert path.replace("/l/", "/v/") in reader.page("/").links
    order = near.inside.desk.submissions[-1].order
    assert isinstance(order, CheckOrder)
    assert (order.answer, order.question, [one.text for one in order.documents]) == (SHORT.strip(), QUESTION, [HANDBOOK.text, NOTICE.text])


def test_what_is_contradicted_comes_first_and_keeps_its_number(near: Service) -> None:
    reader = browser(near)
    path = handed_in(reader)
    reader.result(path)
    order = re.findall(r'<article class="line (\w+)" id="c(\d)"', reader.get(path).text)
    assert order == [("refuted", "3"), ("not_found", "4"), ("mixed", "2"), ("supported", "1")]


def test_every_quote_leads_to_its_place_in_the_document_that_was_given(near: Service) -> None:
    reader = browser(near)
    path = handed_in(reader)
    quotes = [link for link in reader.result(path).links if link.startswith(f"{path}/")]
    assert len(quotes) >= 3
    for link in quotes:
        answer = reader.get(link)
        assert answer.status_code == 200
        assert answer.text.count('<mark id="q"') == 1
    assert TITLE in reader.page(quotes[-1]).text + reader.page(quotes[0]).text
    assert "documents that an answer was checked against" in reader.page(quotes[0]).text
    assert reader.get(f"{path}/{'0' * 64}").status_code == 404


def test_documents_of_the_workspace_are_chosen_from_a_list_in_parts(service: Service) -> None:
    digests = put(service, "shelved", *(f"Paper number {number} says that the gate number {number} is green." for number in range(25)))
    ada = signed_in(service, "Ada", "shelved")
    page = ada.page("/check")
    assert "Paper 0" in page.text
    assert "Paper 24" not in page.text
    chosen = {"stored1": digests[0], "answer": "The gate number 24 is green."}
    (onward,) = [one for one in page.form("/check").buttons if one.get("name") == "after"]
    page = read(ada.send(page.form("/check"), **chosen, after=onward["value"]))
    assert "Paper 24" in page.text
    assert "1 more is chosen, and not on this part of the list." in page.text
    assert page.form("/check").fields["answer"] == "The gate number 24 is green."
    sent = ada.send(page.form("/check"), stored5=digests[24])
    assert sent.status_code == 303
    order = service.inside.desk.submissions[-1].order
    assert isinstance(order, CheckOrder)
    assert [snapshots.name(one.text) for one in order.documents] == [digests[0], digests[24]]
    assert order.documents[1].title == "Paper 24"


def test_a_document_that_is_gone_is_said_and_nothing_is_lost(service: Service) -> None:
    ada = signed_in(service, "Ada", "gone")
    answer = ada.send(ada.page("/check").form("/check"), answer=SHORT, chosen=f"sha256:{'0' * 64} nonsense")
    assert answer.status_code == 409
    assert check_page.GONE in read(answer).text
    assert read(answer).form("/check").fields["answer"] == SHORT.strip()


@pytest.mark.parametrize(("name", "text", "why"), [
    ("answer", "  ", check_form.NO_ANSWER),
    ("text1", "", check_form.NO_DOCUMENTS),
    ("text1", "\u200b \u2060", check_form.NO_DOCUMENTS),
    ("as_of", "soon", claim_form.NO_DAY),
    ("published1", "2026-02-30", claim_form.NO_DAY),
    ("title1", "x" * 1_001, check_form.LONG_TITLE),
    ("question", "x" * 2_001, check_form.LONG_QUESTION),
])  # fmt: skip
def test_what_is_wrong_stands_beside_its_field(near: Service, name: str, text: str, why: str) -> None:
    reader = browser(near)
    before = len(near.inside.desk.submissions)
    answer = reader.send(reader.page("/check").form("/check"), **({"answer": SHORT, "text1": HANDBOOK.text} | {name: text}))
    assert (answer.status_code, len(near.inside.desk.submissions)) == (422, before)
    assert why in read(answer).text
    assert f'aria-describedby="{name}-wrong' in answer.text


def test_documents_that_are_too_long_together_are_said_and_no_more_of_them_are_opened(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of ten with about sixty characters the third is one too many, and the other seven are left where they are."""
    digests = put(service, "ten", *(f"The gate number {number} of the harbour is green and was built in 1904." for number in range(10)))
    monkeypatch.setattr(check_page, "ORDER_CHARS", 160)
    opened, open_now = list[str](), service.inside.documents.open

    async def counted(workspace: str, digest: str) -> Snapshot:
        opened.append(digest)
        return await open_now(workspace, digest)

    monkeypatch.setattr(service.inside.documents, "open", counted)
    ada = signed_in(service, "Ada", "ten")
    answer = ada.send(ada.page("/check").form("/check"), answer="The gate is green.", chosen=" ".join(digests))
    assert answer.status_code == 413
    assert check_page.TOO_MUCH in read(answer).text
    assert read(answer).form("/check").fields["answer"].strip() == "The gate is green."
    assert opened == digests[:3]


@pytest.mark.parametrize("name", ["%00", "a%20b", "x" * 65, "%2e%2e"])
def test_the_name_of_an_earlier_check_that_is_none_is_not_asked_for(near: Service, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(workspace: str, id: str) -> ClaimOrder:
        raise AssertionError(id)

    monkeypatch.setattr(near.inside.desk, "order", never)
    answer = browser(near).get(f"/check?again={name}")
    assert answer.status_code == 200
    assert check_page.EARLIER_GONE in read(answer).text


def test_a_title_without_a_text_is_noticed_and_empty_rooms_are_none(near: Service) -> None:
    reader = browser(near)
    form = reader.page("/check").form("/check")
    assert check_form.NO_TEXT in read(reader.send(form, answer=SHORT, title1="Handbook")).text
    for _ in range(check_form.PASTED_AT_MOST):
        form = read(reader.send(form, more="on")).form("/check")
    assert [name for name in form.fields if name.startswith("text")] == [f"text{number}" for number in range(1, 9)]
    assert "more" not in {one.get("name") for one in form.buttons}
    assert reader.send(form, answer=SHORT, text5=HANDBOOK.text).status_code == 303


def test_a_form_that_is_sent_twice_is_one_job_and_with_other_documents_another(near: Service) -> None:
    reader = browser(near)
    form = reader.page("/check").form("/check")
    texts = (HANDBOOK.text, HANDBOOK.text, NOTICE.text)
    places = [reader.send(form, answer=SHORT, text1=text).headers["location"] for text in texts]
    assert places[0] == places[1] != places[2]


def test_a_refused_answer_can_be_changed_and_its_documents_stay(near: Service) -> None:
    reader = browser(near)
    path = handed_in(reader, "Is it open on Sunday?")
    page = reader.result(path)
    assert "Refused" in page.text
    assert "There is no ledger. This says nothing about whether the answer is true." in page.text
    assert "Draft, not signed" not in page.text
    assert not re.search(r'class="verdict (supported|refuted|mixed)"', reader.get(path).text)
    (onward,) = [link for link in page.links if link.startswith("/check?")]
    form = reader.page(onward).form("/check")
    assert form.fields["answer"] == "Is it open on Sunday?"
    said = reader.page(onward).text
    assert f"its 2 documents: {TITLE}" in said
    assert "“The building on Mill Road" in said
    sent = reader.send(form, answer="The office opens at 9 AM on business days.")
    assert "Ruling: Pass" in reader.result(sent.headers["location"]).text
    form.fields.pop("keep")
    assert check_form.NO_DOCUMENTS in read(reader.send(form)).text


def test_a_check_that_failed_says_why_in_no_colour_of_a_ruling(own: Service) -> None:
    reader = browser(own)
    path = handed_in(reader)
    reader.result(path)
    key = next(iter(own.inside.desk.jobs))
    own.inside.desk.jobs[key] = replace(own.inside.desk.jobs[key], outcome="failed", cause="The judge fell.", has_record=False)
    page = reader.page(path)
    assert "The judge fell." in page.text
    assert "This says nothing about whether the answer is true." in page.text
    assert f"/check?again={path.removeprefix('/l/')}" in page.links
    assert not re.search(r'class="verdict (supported|refuted|mixed)"', reader.get(path).text)


def test_a_check_is_cancelled_from_its_page(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        path = handed_in(reader)
        answer = reader.send(reader.page(path).form(path.replace("/l/", "/jobs/") + "/cancel"))
        assert (answer.status_code, answer.headers["location"]) == (303, path)
        page = reader.result(path)
    finally:
        near.inside.desk.held = False
    assert "Cancelled" in page.text
    assert f"/check?again={path.removeprefix('/l/')}" in page.links


def test_what_was_not_checked_is_said() -> None:
    assert ledger_page._incomplete(cases()["short"].report) == []
    assert ledger_page._incomplete(cases()["failed"].report) == []
    assert "the judge could not read 1 claim." in ledger_page._incomplete(cases()["unread"].report)[0]
    partial = replace(cases()["met"].report, outcome=Outcome.PARTIAL)
    assert ledger_page._incomplete(partial)[0].startswith("Stopped by a limit.")


def test_a_long_text_is_offered_as_an_answer_too(near: Service) -> None:
    reader = browser(near)
    long = " ".join(f"The gate number {number} of the park is green." for number in range(80))
    offered = read(reader.send(reader.page("/").form("/"), claim=long))
    assert [one["value"] for one in offered.form("/").buttons if one.get("name") == "as"] == ["article", "answer"]
    form = read(reader.send(offered.form("/"), **{"as": "answer"})).form("/check")
    assert form.fields["answer"] == long
    assert form.fields["as_of"] == "2026-03-01"
    assert reader.send(form, text1=HANDBOOK.text).headers["location"].startswith("/l/")


def test_a_check_of_a_program_is_read_on_its_page_and_without_its_documents_no_quote_leads_anywhere(near: Service) -> None:
    reader = browser(near)
    with near.client(Grant.ADMIN, "default") as program:
        check = program.post("/v1/checks", json=CHECK).json()
        finished(program, check)
    path = f"/l/{check['id']}"
    assert [link for link in reader.page(path).links if link.startswith(f"{path}/")]
    near.inside.desk.orders[check["id"]] = ClaimOrder("as if it were gone", date(2026, 3, 1))
    assert [link for link in reader.page(path).links if link.startswith(f"{path}/")] == []
    assert check_page.EARLIER_GONE in reader.page(f"/check?again={check['id']}").text


def test_an_answer_that_was_written_here_has_a_ledger_too(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        with near.client(Grant.ADMIN, "default") as program:
            answer = program.post("/v1/answers", json=ASKED).json()
        path = f"/l/{answer['id']}"
        assert f"The question {ASKED['question']} Waiting for a worker" in reader.page(path).text
        assert path in reader.page("/").links
    finally:
        near.inside.desk.held = False
    page = reader.result(path)
    assert "Draft, not signed." in page.text
    assert "Ruling:" in page.text
    assert "Passages" in page.text
    assert "/check?" not in " ".join(page.links)
    quotes = [link for link in page.links if link.startswith("/p/")]
    assert quotes
    assert reader.get(quotes[0]).text.count('<mark id="q"') == 1


def test_an_answer_that_was_not_written_says_how_it_ended(near: Service) -> None:
    reader = browser(near)
    near.inside.desk.held = True
    try:
        with near.client(Grant.ADMIN, "default") as program:
            answer = program.post("/v1/answers", json=ASKED).json()
            program.delete(f"/v1/answers/{answer['id']}")
        page = reader.result(f"/l/{answer['id']}")
    finally:
        near.inside.desk.held = False
    assert "There is no answer. This says nothing about what was asked." in page.text
    assert [form.action for form in page.forms] == []


def test_a_claim_at_the_address_of_a_ledger_is_led_to_its_own(near: Service) -> None:
    reader = browser(near)
    path = reader.verify("The Halvorsund Bridge is 1,420 metres long.")
    reader.result(path)
    assert reader.get(path.replace("/v/", "/l/")).url.path == path


def test_a_reader_hands_nothing_in(service: Service) -> None:
    eve = signed_in(service, "Eve", "readers", Rank.READER)
    page = eve.page("/check")
    assert "You may read what was checked here" in page.text
    token = page.form("/sign-out").fields["csrf"]
    assert eve.http.post("/check", data={"answer": SHORT, "text1": HANDBOOK.text, "csrf": token}).status_code == 403


def test_what_belongs_to_another_workspace_is_not_there_in_the_same_words(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "eleven"), signed_in(service, "Bo", "twelve")
    path = handed_in(ada)
    quote = next(link for link in ada.result(path).links if link.startswith(f"{path}/"))
    digest = quote.rpartition("/")[2]
    for mine, nobodys in ((path, "/l/01a1f3809764-83ef31af87996255"), (quote, f"/l/x/{digest}"), (quote, f"{path}/{'0' * 64}")):
        answers = [bo.get(one) for one in (mine, nobodys)]
        said = [re.sub("Number of the request: [0-9a-f]+", "", read(one).text) for one in answers]
        assert [one.status_code for one in answers] == [404, 404], mine
        assert said[0] == said[1]
        assert error_pages.NOTHING in said[0]
    run = path.removeprefix("/l/")
    assert said_without_tokens(bo, f"/check?again={run}") == said_without_tokens(bo, "/check?again=x")
    token = bo.page("/check").form("/check").fields["csrf"]
    told = [bo.http.post("/check", data={"csrf": token, "answer": SHORT, "earlier": one, "keep": "on"}) for one in (run, "x")]
    assert [one.status_code for one in told] == [409, 409]
    (kept,) = put(service, "eleven", "The clerk keeps the key of the annex.")
    foreign = bo.http.post("/check", data={"csrf": token, "answer": SHORT, "chosen": kept})
    assert foreign.status_code == 409


def said_without_tokens(reader: Browser, path: str) -> str:
    """The words of a page."""
    found: Page = reader.page(path)
    return found.text


@pytest.mark.parametrize("text", payloads.PAYLOADS[::8])
def test_a_payload_stays_words(near: Service, text: str) -> None:
    """In the form, while it runs, in the ledger and in the document."""
    reader = browser(near)
    document = Document(f"{text} The office opens at 9 AM and closes at 5 PM. {text}", title=text)
    fields = {"answer": f"{text} The office opens at 9 AM {text}.", "question": text, "text1": document.text, "title1": text}
    form = reader.page("/check").form("/check")
    answers = [reader.send(form, **fields, more="on"), reader.send(form, **fields, as_of=text)]
    sent = reader.send(form, **fields)
    assert sent.status_code == 303
    path = sent.headers["location"]
    answers += [reader.get(path), reader.get("/")]
    quotes = [link for link in reader.result(path).links if link.startswith(f"{path}/")]
    answers += [reader.get(one) for one in (path, f"/check?again={path.removeprefix('/l/')}", *quotes[:2])]
    for answer in answers:
        page = read(answer)
        assert page.inline == []
        assert all(link.startswith(("/", "#")) for link in page.links)
