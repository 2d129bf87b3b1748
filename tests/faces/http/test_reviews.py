"""A verdict is signed, changed, returned, published over HTTP: by people with names, one after another, never in the record."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx2
import pytest

from tests.faces.http.asking import CHECK, LENGTH, TWO, UNCHECKABLE, finished, problem, verified
from tests.faces.http.memory_backend import PASSWORD
from tests.faces.http.servers import Service
from veracious.domain.access import Grant, Rank
from veracious.faces.http import review_desk

WHY = {"why": "The register says 14,000."}


@contextmanager
def person(service: Service, name: str, workspace: str = "one", rank: Rank = Rank.REVIEWER) -> Iterator[httpx2.Client]:
    """Somebody who has signed in, and brings the token with every request."""
    service.inside.access.people[workspace, name] = rank
    with service.client(None) as client:
        told = client.post("/v1/session", json={"workspace": workspace, "name": name, "password": PASSWORD}).json()
        client.headers["X-CSRF-Token"] = told["csrf"]
        yield client


def say(client: httpx2.Client, record: str, act: str, **more: Any) -> httpx2.Response:
    """Say something of a verdict as it stands, unless it is said otherwise."""
    seen = client.get(f"/v1/records/{record}/review").json()
    return client.post(f"/v1/records/{record}/review", json={"act": act, "digest": seen["digest"], "seen": seen["seen"], **more})


def test_a_verdict_is_signed_changed_and_withdrawn_and_the_record_stays(alone: Service) -> None:
    with alone.client() as program, person(alone, "Ada") as ada, person(alone, "Bo") as bo:
        job = verified(program)["id"]
        before = program.get(f"/v1/records/{job}")
        found = program.get(f"/v1/records/{job}/review").json()
        assert (found["stage"], found["verdict"], found["drafted"], found["seen"]) == ("draft", "supported", "supported", 0)
        assert f'"{found["digest"]}"' == before.headers["etag"]
        signed = say(ada, job, "signed")
        assert signed.status_code == 201
        assert {name: signed.json()[name] for name in ("by", "act", "was", "became", "number", "why")} == {
            "by": "Ada", "act": "signed", "was": "supported", "became": "supported", "number": 1, "why": "",
        }  # fmt: skip
        assert say(bo, job, "changed", verdict="refuted", **WHY).status_code == 201
        assert say(bo, job, "withdrawn", **WHY).status_code == 201
        found = program.get(f"/v1/records/{job}/review").json()
        assert (found["stage"], found["seen"], [one["act"] for one in found["entries"]]) == (
            "returned", 3, ["signed", "changed", "withdrawn"],
        )  # fmt: skip
        assert program.get(f"/v1/records/{job}").content == before.content
        listed = program.get("/v1/corrections").json()["corrections"]
        assert [(one["was"], one["became"], one["by"], one["why"]) for one in listed] == [
            ("refuted", None, "Bo", WHY["why"]),
            ("supported", "refuted", "Bo", WHY["why"]),
        ]


def test_of_two_who_sign_at_once_the_second_is_told_by_whom(service: Service) -> None:
    with service.client() as program, person(service, "Ada") as ada, person(service, "Bo") as bo:
        job = verified(program)["id"]
        seen = bo.get(f"/v1/records/{job}/review").json()
        assert say(ada, job, "signed").status_code == 201
        late = {"act": "signed", "digest": seen["digest"], "seen": seen["seen"]}
        told = problem(bo.post(f"/v1/records/{job}/review", json=late), 409, "review_overtaken")
        assert "Ada signed it as supported" in told["detail"]
        again = ada.post(f"/v1/records/{job}/review", json=late)  # the same request twice is one entry
        assert (again.status_code, again.json()["number"]) == (201, 1)


def test_of_eight_who_sign_at_once_one_does_and_seven_are_told_by_whom(service: Service) -> None:
    names = [f"reviewer {number}" for number in range(8)]
    with service.client() as program, ExitStack() as stack, ThreadPoolExecutor(8) as pool:
        job = verified(program)["id"]
        people = [stack.enter_context(person(service, name)) for name in names]
        body = {"act": "signed", "digest": people[0].get(f"/v1/records/{job}/review").json()["digest"], "seen": 0}
        answers = list(pool.map(lambda one: one.post(f"/v1/records/{job}/review", json=body), people))
        (made,) = (one.json()["by"] for one in answers if one.status_code == 201)
        late = [problem(one, 409, "review_overtaken")["detail"] for one in answers if one.status_code != 201]
        assert len(late) == 7
        assert all(f"{made} signed it as supported" in one for one in late)
        assert program.get(f"/v1/records/{job}/review").json()["seen"] == 1


@pytest.mark.parametrize(("body", "why"), [
    ({"act": "changed", "verdict": "refuted"}, "say why"),
    ({"act": "changed", **WHY}, "name the verdict"),
    ({"act": "changed", "verdict": "supported", **WHY}, "another verdict"),
    ({"act": "returned", "why": "  "}, "say why"),
    ({"act": "withdrawn", **WHY}, "does not follow"),
    ({"act": "published"}, "does not follow"),
    ({"act": "signed", "digest": "sha256:" + "0" * 64}, "digest"),
])  # fmt: skip
def test_what_cannot_be_said_is_refused_with_its_reason(service: Service, body: dict[str, Any], why: str) -> None:
    with service.client() as program, person(service, "Ada") as ada:
        job = verified(program)["id"]
        assert why in problem(say(ada, job, **body), 422, "review_refused")["detail"]
        assert program.get(f"/v1/records/{job}/review").json()["seen"] == 0


def test_a_key_signs_nothing_and_neither_does_who_may_not_review(service: Service) -> None:
    with service.client(Grant.ADMIN) as program:
        job = verified(program)["id"]
        problem(say(program, job, "signed"), 403, "person_needed")
        problem(program.post("/v1/feedback/1/close", json={"note": "x"}), 403, "person_needed")
        for rank in (Rank.READER, Rank.CHECKER):
            with person(service, f"a {rank}", rank=rank) as somebody:
                assert somebody.get(f"/v1/records/{job}/review").status_code == 200
                problem(say(somebody, job, "signed"), 403, "scope_missing")
                problem(somebody.get("/v1/reviews"), 403, "scope_missing")


def test_what_has_no_verdict_has_nothing_to_sign(service: Service) -> None:
    with service.client() as program, person(service, "Ada") as ada:
        refused = verified(program, UNCHECKABLE)["id"]
        problem(program.get(f"/v1/records/{refused}/review"), 404, "verdict_missing")
        check = program.post("/v1/checks", json=CHECK).json()
        finished(program, check)
        problem(program.get(f"/v1/records/{check['id']}/review"), 404, "verdict_missing")
        body = {"act": "signed", "digest": "sha256:" + "0" * 64, "seen": 0}
        problem(ada.post(f"/v1/records/{refused}/review", json=body), 422, "review_refused")
        problem(ada.post("/v1/records/nothing/review", json=body), 404, "record_missing")


def test_what_belongs_to_another_workspace_is_told_like_what_is_not_there(service: Service) -> None:
    with service.client() as program, person(service, "Cy", "two") as cy:
        job = verified(program)["id"]
        body = {"act": "signed", "digest": "sha256:" + "0" * 64, "seen": 0}
        for method, given in (("GET", None), ("POST", body)):
            told = [cy.request(method, f"/v1/records/{name}/review", json=given) for name in (job, "0" * 12 + "-" + "f" * 16)]
            assert [one.status_code for one in told] == [404, 404]
            assert told[0].json()["detail"] == told[1].json()["detail"]


def test_what_is_disputed_comes_page_by_page_and_none_of_it_falls_out(alone: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two drafts returned, then one signed again and again; three say something of a third: all is found, the oldest feedback first."""
    monkeypatch.setattr(review_desk, "LOOKED_AT", 1)
    monkeypatch.setattr(review_desk, "FEEDBACK_AT_MOST", 2)
    with alone.client() as program, person(alone, "Ada") as ada:
        names = [verified(program, claim)["id"] for claim in (LENGTH, TWO, LENGTH, TWO)]
        for name in names[:3]:
            say(ada, name, "returned", **WHY)
        for act, more in (("signed", {}), ("withdrawn", WHY), ("signed", {})):
            say(ada, names[2], act, **more)
        box, at = alone.inside.reviews.feedback("one"), alone.inside.clock.now()
        for text in ("First.", "Second.", "Third."):
            asyncio.run(box.put(names[3], text, at, at, 10, 10))
        told, cursor = list[tuple[str, int]](), ""
        for _ in range(5):
            page = ada.get("/v1/reviews", params={"show": "disputed", "cursor": cursor}).json()
            told += [(one["record"], one["feedback"]) for one in page["reviews"]]
            if not (cursor := page["next_cursor"] or ""):
                break
        assert told == [(names[3], 2), (names[3], 1), (names[1], 0), (names[0], 0)]
        assert [one["text"] for one in ada.get("/v1/feedback").json()["feedback"]] == ["First.", "Second.", "Third."]


def test_the_queue_has_what_is_unsigned_disputed_and_mine(alone: Service) -> None:
    with alone.client() as program, person(alone, "Ada") as ada, person(alone, "Bo") as bo:
        first, second, third = (verified(program, claim)["id"] for claim in (LENGTH, TWO, LENGTH))
        verified(program, UNCHECKABLE)

        def queue(client: httpx2.Client, show: str) -> list[str]:
            return [one["record"] for one in client.get("/v1/reviews", params={"show": show}).json()["reviews"]]

        assert queue(ada, "unsigned") == [third, second, first]
        say(ada, first, "signed")
        say(bo, second, "returned", **WHY)
        assert (queue(ada, "unsigned"), queue(ada, "disputed"), queue(ada, "mine")) == ([third], [second], [first])
        assert queue(bo, "mine") == [second]
        say(ada, second, "signed")  # somebody stands behind it again
        assert (queue(bo, "disputed"), queue(ada, "mine")) == ([], [second, first])
        assert queue(program, "mine") == []
        program.delete(f"/v1/records/{second}")
        assert queue(ada, "mine") == [first]


def test_the_queue_comes_part_by_part(alone: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is signed meanwhile is passed over, and nothing is told twice."""
    monkeypatch.setattr(review_desk, "LOOKED_AT", 2)
    monkeypatch.setattr(review_desk, "LOOKS", 2)
    monkeypatch.setattr(review_desk, "ENOUGH", 2)
    with alone.client() as program, person(alone, "Ada") as ada:
        made = [verified(program)["id"] for _ in range(7)]
        for name in made[3:]:
            say(ada, name, "signed")
        for show, wanted in (("unsigned", made[2::-1]), ("mine", made[:2:-1])):
            seen, cursor = list[str](), ""
            while cursor is not None:
                page = ada.get("/v1/reviews", params={"show": show, "cursor": cursor}).json()
                seen, cursor = seen + [one["record"] for one in page["reviews"]], page["next_cursor"]
            assert seen == wanted


def test_corrections_come_page_by_page(alone: Service) -> None:
    with alone.client() as program, person(alone, "Ada") as ada:
        job = verified(program)["id"]
        for verdict in ("refuted", "mixed", "supported"):
            assert say(ada, job, "changed", verdict=verdict, **WHY).status_code == 201
        seen, cursor = list[str](), ""
        while cursor is not None:
            page = program.get("/v1/corrections", params={"limit": 2, "cursor": cursor}).json()
            seen, cursor = seen + [one["became"] for one in page["corrections"]], page["next_cursor"]
        assert seen == ["supported", "mixed", "refuted"]


def test_what_somebody_signed_is_erased_by_a_reviewer_alone(alone: Service) -> None:
    with alone.client() as program, person(alone, "Ada") as ada, person(alone, "Cy", rank=Rank.CHECKER) as cy:
        draft, signed = verified(program)["id"], verified(program, TWO)["id"]
        assert say(ada, signed, "signed").status_code == 201
        assert cy.delete(f"/v1/records/{draft}").status_code == 204
        problem(cy.delete(f"/v1/records/{signed}"), 403, "scope_missing")
        assert ada.delete(f"/v1/records/{signed}").status_code == 204
        assert program.get(f"/v1/records/{signed}").status_code == 404


def test_what_a_person_changed_or_withdrew_is_found_as_they_left_it(alone: Service) -> None:
    with alone.client() as program, person(alone, "Ada") as ada:
        job = verified(program)["id"]

        def found() -> list[str]:
            claims = program.get("/v1/claims:search", params={"query": "bridge"}).json().get("claims", [])
            return [review["textualRating"] for one in claims for review in one["claimReview"]]

        (drafted,) = found()
        assert say(ada, job, "changed", verdict="refuted", **WHY).status_code == 201
        (changed,) = found()
        assert changed != drafted
        assert say(ada, job, "withdrawn", **WHY).status_code == 201
        assert found() == []
