"""A person stands behind a verdict: signs it, changes it with a reason, returns it with a note; the queue and the log of corrections."""

import re

import httpx2
import pytest

from tests.faces.http.asking import LENGTH, TWO, UNCHECKABLE
from tests.faces.http.servers import Service, serving
from tests.faces.pages import payloads
from tests.faces.web.browsing import Browser, Form, browser, read, signed_in
from veracious.domain.access import Rank
from veracious.domain.review import Act
from veracious.faces.http import review_desk
from veracious.faces.web import error_pages, review_view, site

WHY = "The register says\n14,000 vehicles."


def form(page: Browser, path: str, act: str) -> Form:
    """The form of the page that says this of the verdict."""
    return next(one for one in page.page(path).forms if one.fields.get("act") == act)


def offered(page: Browser, path: str) -> list[str]:
    """What the page lets one say."""
    return [one.fields["act"] for one in page.page(path).forms if "act" in one.fields]


def say(page: Browser, path: str, act: str, **more: str) -> httpx2.Response:
    """Fill the form in and send it."""
    answer = page.send(form(page, path, act), **more)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}#review"), answer.text
    return answer


def checked(page: Browser, claim: str = LENGTH) -> str:
    """Where a claim that was checked is read."""
    path = page.verify(claim)
    page.result(path)
    return path


def test_a_verdict_is_signed_and_the_page_says_by_whom(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "r1"), signed_in(service, "Bo", "r1")
    path = checked(ada)
    assert "Draft, not signed." in ada.page(path).text
    assert ada.page(path).links.count("#review") == 2
    assert offered(ada, path) == ["signed", "changed", "returned"]
    say(ada, path, "signed")
    text = bo.page(path).text
    assert re.search(r"Signed by Ada on 2026-03-01 12:00 UTC", text)
    assert "Draft, not signed" not in text
    assert "Made by a program and signed by Ada." in text
    assert offered(bo, path) == ["changed", "withdrawn"]


def test_of_two_who_sign_at_once_the_second_is_told_by_whom(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "r2"), signed_in(service, "Bo", "r2")
    path = checked(ada)
    seen = form(bo, path, "signed")
    say(ada, path, "signed")
    answer = bo.send(seen)
    assert answer.status_code == 409
    page = read(answer)
    assert "Somebody was faster" in page.text
    assert "Ada signed it as supported on 2026-03-01 at 12:00 UTC" in page.text
    assert 'role="alert"' in answer.text


def test_a_form_that_is_sent_twice_is_one_entry(service: Service) -> None:
    ada = signed_in(service, "Ada", "r3")
    path = checked(ada)
    seen = form(ada, path, "signed")
    assert [ada.send(seen).status_code for _ in range(2)] == [303, 303]
    assert ada.page(path).text.count("Ada signed it as supported") == 1


def test_a_verdict_is_changed_with_its_reason_and_what_the_program_said_stays(service: Service) -> None:
    ada = signed_in(service, "Ada", "r4")
    path = checked(ada)
    say(ada, path, "changed", verdict="refuted", why=WHY)
    answer = ada.get(path)
    text = read(answer).text
    assert 'class="verdict refuted"' in answer.text
    assert "Changed and signed by Ada" in text
    assert "A program had said: supported." in text
    assert "changed by a person" in text
    assert review_view.A_PERSONS in text
    assert "The evidence that was found refutes" not in text  # it does not
    assert "Made by a program; the verdict is that of Ada." in text
    assert "The register says 14,000 vehicles." in text
    assert "<title>Refuted: " in answer.text
    assert ">Refuted</b>" in ada.get("/").text  # in the list of what was checked lately, too
    assert not re.search(r'class="sure">[^<]*%', answer.text)  # the program's number is not that of a person's verdict
    listed = ada.page("/corrections")
    assert path in listed.links
    assert "Supported → became Refuted The register says 14,000 vehicles." in listed.text


def test_a_change_without_a_reason_is_refused_and_nothing_that_was_written_is_lost(service: Service) -> None:
    ada = signed_in(service, "Ada", "r5")
    path = checked(ada)
    for fields, status, why in (
        ({"verdict": "refuted", "why": " "}, 422, "say why"),
        ({"why": WHY}, 422, "name the verdict"),
        ({"verdict": "refuted", "why": "x" * 2_001}, 422, "longer than 2000"),
        ({"verdict": "refuted", "why": WHY, "digest": "sha256:other"}, 422, "digest"),
        ({"verdict": "refuted", "why": WHY, "seen": "1"}, 409, "nobody has said anything"),
    ):
        answer = ada.send(form(ada, path, "changed"), **fields)
        assert answer.status_code == status, why
        page = read(answer)
        assert why in page.text
        again = next(one for one in page.forms if one.fields.get("act") == "changed")
        assert again.fields["why"] == fields["why"].strip()[:2_001]
        assert again.fields["seen"] == "0"
    for broken in ({"act": "x"}, {"seen": "x"}, {"act": ""}):
        assert ada.send(form(ada, path, "changed"), **broken).status_code == 422
    assert "Nobody has said anything of it yet." in ada.page(path).text


def test_a_draft_is_returned_and_a_signed_verdict_withdrawn_with_a_note(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "r6"), signed_in(service, "Bo", "r6")
    path = checked(ada)
    say(ada, path, "returned", why="Which bridge?")
    text = bo.page(path).text
    assert "Returned by Ada on 2026-03-01 12:00 UTC : Which bridge?" in text
    assert "Draft, not signed." in text
    say(bo, path, "signed")
    assert "Nothing was corrected yet." in bo.page("/corrections").text
    say(ada, path, "withdrawn", why=WHY)
    answer = bo.get(path)
    assert "Withdrawn by Ada" in read(answer).text
    assert re.search(r'class="stamp none"><span class="hidden">No verdict. </span>Withdrawn', answer.text)
    assert "Supported → became Withdrawn" in bo.page("/corrections").text


def test_what_is_disputed_is_read_page_by_page(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_desk, "LOOKED_AT", 1)
    ada = signed_in(service, "Ada", "r17")
    first, second = checked(ada), checked(ada, TWO)
    for path in (first, second):
        say(ada, path, "returned", why="Which bridge?")
    page = ada.page("/review?show=disputed")
    (more,) = (link for link in page.links if "before=back-" in link)
    found = [[one.partition("#")[0] for one in part.links if one.startswith("/v/")] for part in (page, ada.page(more))]
    assert found == [[second], [first]]
    for nothing in ("back-", "readers-x", "%00", "1"):
        assert ada.get(f"/review?show=disputed&before={nothing}").status_code == 200


def test_the_queue_shows_what_is_unsigned_disputed_and_mine(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "r7"), signed_in(service, "Bo", "r7")
    first, second, third = (checked(ada, claim) for claim in (LENGTH, TWO, LENGTH))
    refused = checked(ada, UNCHECKABLE)

    def queue(page: Browser, show: str) -> list[str]:
        return [link.partition("#")[0] for link in page.page(f"/review?show={show}").links if link.startswith("/v/")]

    assert queue(ada, "unsigned") == [third, second, first]
    assert refused not in queue(ada, "unsigned")
    say(ada, first, "signed")
    say(bo, second, "returned", why="Which bridge?")
    assert [queue(ada, show) for show in ("unsigned", "disputed", "mine")] == [[third], [second], [first]]
    assert "Bo returned the draft: Which bridge?" in ada.page("/review?show=disputed").text
    assert queue(ada, "nonsense&before=x") == [third]
    assert "Nothing waits for a signature." in ada.page("/review?before=1").text
    assert {"/review", "/corrections"} <= set(ada.page("/").links)


def test_a_reader_and_a_checker_read_who_signed_and_say_nothing(service: Service) -> None:
    ada = signed_in(service, "Ada", "r8")
    path = checked(ada)
    for name, rank in (("Eve", Rank.READER), ("Cy", Rank.CHECKER)):
        other = signed_in(service, name, "r8", rank)
        assert offered(other, path) == []
        assert "/review" not in other.page("/").links
        assert other.get("/review").status_code == 403
        assert "Nothing was corrected yet." in other.page("/corrections").text
        fields = form(ada, path, "signed").fields | {"csrf": other.page("/").form("/sign-out").fields["csrf"]}
        assert other.http.post(f"{path}/review", data=fields).status_code == 403
    assert offered(ada, path) == ["signed", "changed", "returned"]


def test_where_nobody_has_a_name_nobody_signs(near: Service) -> None:
    reader = browser(near)
    path = checked(reader)
    page = reader.page(path)
    assert review_view.NOBODY in page.text
    assert offered(reader, path) == []
    assert path in [link.partition("#")[0] for link in reader.page("/review").links]
    digest = re.search(r"sha256:[0-9a-f]{64}", page.text)
    fields = page.form("/").fields | {"act": "signed", "digest": digest[0] if digest else "", "seen": "0"}
    answer = reader.http.post(f"{path}/review", data=fields)
    assert answer.status_code == 403
    assert "A verdict is signed by a person" in read(answer).text


def test_what_has_no_verdict_has_no_review(service: Service) -> None:
    ada = signed_in(service, "Ada", "r9")
    path = checked(ada, UNCHECKABLE)
    page = ada.page(path)
    assert "Nobody has said anything of it yet" not in page.text
    fields = page.form("/").fields | {"act": "signed", "digest": "x", "seen": "0"}
    answer = ada.http.post(f"{path}/review", data=fields)
    assert answer.status_code == 422
    assert "no verdict" in read(answer).text


def test_what_belongs_to_another_workspace_is_not_there_in_the_same_words(service: Service) -> None:
    ada, bo = signed_in(service, "Ada", "r10"), signed_in(service, "Bo", "r11")
    path = checked(ada)
    fields = form(ada, path, "signed").fields | {"csrf": bo.page("/").form("/").fields["csrf"]}
    said = []
    for one in (path, "/v/01a1f3809764-83ef31af87996255"):
        answer = bo.http.post(f"{one}/review", data=fields)
        assert answer.status_code == 404
        said.append(re.sub("Number of the request: [0-9a-f]+", "", read(answer).text))
    assert said[0] == said[1]
    assert error_pages.NOTHING in said[0]
    assert bo.http.post("/feedback/1/close", data={"csrf": fields["csrf"], "note": "x"}).status_code == 404


@pytest.mark.parametrize("text", payloads.PAYLOADS[::12])
def test_a_payload_in_a_reason_stays_words(service: Service, text: str) -> None:
    """On the page of the verdict, in the log of corrections and in the queue."""
    ada = signed_in(service, "Ada", "r12")
    path = checked(ada)
    for act, more in (("changed", {"verdict": "mixed"}), ("withdrawn", {})):
        sent = ada.send(form(ada, path, act), why=text, **more)
        if sent.status_code != 303:  # nothing that can be seen is left of it
            assert sent.status_code == 422
            say(ada, path, act, why="x", **more)
    for where in (path, "/corrections", "/review?show=disputed", "/review?show=mine"):
        page = ada.page(where)
        assert page.inline == []
        assert all(link.startswith(("/", "#", "http")) for link in page.links)


def test_every_act_has_words(service: Service) -> None:
    assert set(review_view.DID) == set(Act)


def test_pages_of_reviews_load_only_files_of_the_site() -> None:
    with serving(pages=site.install) as own:
        ada = signed_in(own)
        path = checked(ada)
        say(ada, path, "changed", verdict="mixed", why=WHY)
        for where in (path, "/review", "/review?show=disputed", "/review?show=mine", "/corrections"):
            answer = ada.get(where)
            assert answer.headers["cache-control"] == "no-store"
            assert "script-src 'self'" in answer.headers["content-security-policy"]
            page = read(answer)
            assert page.inline == []
            assert {one for one in page.loads if not one.startswith("/static/")} <= {"data:,"}
