"""What is sent is held to the letter, and nothing that is sent breaks the service."""

import json
from typing import Any

import httpx2
import pytest

from tests.faces.http.asking import CHECK, LENGTH, problem
from tests.faces.http.servers import Service
from veracious.faces.http import bodies

PATH = "/v1/verifications"


def sent(service: Service, content: bytes | str, **headers: str) -> httpx2.Response:
    """The answer to these bytes."""
    with service.client() as client:
        return client.post(PATH, content=content, headers={"Content-Type": "application/json"} | headers)


@pytest.mark.parametrize(("content", "says"), [
    ("", ""),
    ("{", "no JSON at character 2"),
    ('{"claim": "a",}', "no JSON"),
    ('{"claim": NaN}', "NaN"),
    ('{"claim": -Infinity}', "Infinity"),
    ('{"claim": "a", "claim": "b"}', "stands twice"),
    ("[" * 100_000, "nested too deep"),
    (b'{"claim": "\xff\xfe"}', "no UTF-8 from byte 12 on"),
    ('{"claim": "a\\u0000b"}', "NUL"),
    ('{"claim": "\\ud800"}', "half a character"),
    ('{"\\udfff": 1}', "half a character"),
    ('{"claim": "a", "limits": {"max_calls": ' + "9" * 5000 + "}}", "digits"),
    ("'" , "no JSON"),
    (b"\xef\xbb\xbf{}", ""),
    ("null", ""), ("[]", ""), ("1", ""), ('"a"', ""), ("{}", ""), ("true", ""),
])  # fmt: skip
def test_a_body_that_cannot_be_read_is_refused(service: Service, content: bytes | str, says: str) -> None:
    told = problem(sent(service, content), 422, "request_invalid")
    assert says in told["detail"]


@pytest.mark.parametrize(("change", "pointer"), [
    ({"claim": ""}, "#/claim"),
    ({"claim": "x" * 2001}, "#/claim"),
    ({"claim": None}, "#/claim"),
    ({"claim": 5}, "#/claim"),
    ({"claim": ["a"]}, "#/claim"),
    ({"as_of": 20260301}, "#/as_of"),
    ({"as_of": "2026-02-30"}, "#/as_of"),
    ({"as_of": "2026-03-01T00:00:00"}, "#/as_of"),
    ({"as_of": "01.03.2026"}, "#/as_of"),
    ({"as_of": "0000-01-01"}, "#/as_of"),
    ({"as_of": ""}, "#/as_of"),
    ({"web": "true"}, "#/web"),
    ({"web": 1}, "#/web"),
    ({"web": None}, "#/web"),
    ({"collections": []}, "#/collections"),
    ({"collections": ["others"]}, "#/collections/0"),
    ({"collections": "documents"}, "#/collections"),
    ({"limits": {"max_cost": -1}}, "#/limits/max_cost"),
    ({"limits": {"max_cost": "1"}}, "#/limits/max_cost"),
    ({"limits": {"max_pages": 1.5}}, "#/limits/max_pages"),
    ({"limits": {"max_pages": True}}, "#/limits/max_pages"),
    ({"limits": {"max_tokens": 1}}, "#/limits/max_tokens"),
    ({"limits": None}, "#/limits"),
    ({"priority": 101}, "#/priority"),
    ({"more": 1}, "#/more"),
    ({"a/b~c": 1}, "#/a~1b~0c"),
])  # fmt: skip
def test_what_does_not_fit_is_named_by_its_place(service: Service, change: dict[str, Any], pointer: str) -> None:
    told = problem(sent(service, json.dumps({"claim": LENGTH} | change)), 422, "request_invalid")
    assert [one["pointer"] for one in told["errors"]] == [pointer]
    assert all("x" * 50 not in one["detail"] for one in told["errors"])


def test_whole_numbers_may_stand_where_a_fraction_may(service: Service) -> None:
    assert sent(service, json.dumps({"claim": LENGTH, "limits": {"max_cost": 1, "max_seconds": 2.5}})).status_code == 202


def test_a_claim_is_counted_in_characters_not_in_bytes(service: Service) -> None:
    assert sent(service, json.dumps({"claim": "é" * 1999 + "."})).status_code == 202
    assert sent(service, json.dumps({"claim": "𝔸" * 1999 + "."}, ensure_ascii=True)).status_code == 202


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json; charset=latin-1",
        "json",
    ],
)
def test_what_is_not_said_to_be_json_is_not_read(service: Service, kind: str) -> None:
    """So that a form of another site's page can send nothing that is taken for a request."""
    problem(sent(service, json.dumps({"claim": LENGTH}), **{"Content-Type": kind}), 415, "media_type_unsupported")


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", 'Application/JSON ; charset="UTF-8"'])
def test_json_is_json_however_it_is_spelt(service: Service, kind: str) -> None:
    assert sent(service, json.dumps({"claim": LENGTH}), **{"Content-Type": kind}).status_code == 202


def test_a_packed_body_is_not_unpacked(service: Service) -> None:
    problem(sent(service, b"\x1f\x8b", **{"Content-Encoding": "gzip"}), 415, "media_type_unsupported")


def test_a_body_may_have_ten_megabytes_and_no_more(service: Service) -> None:
    """By what its header says, and by what comes where it says nothing."""
    most = 10 * 1024 * 1024
    problem(sent(service, b" " * (most + 1)), 413, "body_too_long")

    def pieces() -> Any:
        for _ in range(11):
            yield b" " * (1024 * 1024)

    try:
        with service.client() as client:
            answer = client.post(PATH, content=pieces(), headers={"Content-Type": "application/json"})
            problem(answer, 413, "body_too_long")
    except httpx2.TransportError:
        pass  # the answer came before everything was sent, and the line was closed
    told = problem(sent(service, b" " * most), 422, "request_invalid")
    assert "no JSON" in told["detail"]


def test_a_long_document_is_taken(service: Service) -> None:
    text = "The office opens at 9 AM and closes at 5 PM on business days. " * 20_000
    with service.client() as client:
        body = CHECK | {"documents": [{"text": text, "title": "Long"}]}
        assert client.post("/v1/checks", json=body).status_code == 202


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u3000", "\x1c\x1d", "\u200b", "\ufeff"])
def test_an_answer_is_held_against_something(service: Service, text: str) -> None:
    with service.client() as client:
        told = problem(client.post("/v1/checks", json=CHECK | {"documents": [{"text": text}]}), 422, "request_invalid")
        assert told["errors"][0]["pointer"] == "#/documents/0/text"
        problem(client.post("/v1/checks", json=CHECK | {"documents": []}), 422, "request_invalid")


@pytest.mark.parametrize("key", ["", "two words", "x" * 256, "é", "tab\there"])
def test_an_idempotency_key_is_made_of_signs_that_can_be_seen(service: Service, key: str) -> None:
    with service.client() as client:
        answer = client.post(PATH, json={"claim": LENGTH}, headers={b"Idempotency-Key": key.encode("latin-1")})
        if key:
            assert problem(answer, 422, "request_invalid")["errors"][0]["parameter"] == "Idempotency-Key"
        else:  # an empty one is none
            assert answer.status_code == 202


def test_an_address_that_leads_nowhere_and_a_method_it_does_not_know(service: Service) -> None:
    with service.client() as client:
        problem(client.get("/nowhere"), 404)
        problem(client.get("/v1/verifications/"), 404)
        problem(client.get("/v1/verifications/%00"), 404)
        problem(client.get("/v1/verifications/a%20b"), 404)
        problem(client.get("/v1/documents/sha256:zz"), 405)
        problem(client.delete("/v1/documents/sha256:zz"), 404)
        for method, path, allowed in (
            ("PATCH", PATH, "GET, POST"),
            ("POST", f"{PATH}/x", "DELETE, GET"),
            ("OPTIONS", "/health", "GET"),
            ("TRACE", "/v1/session", "DELETE, GET, POST"),
        ):
            answer = client.request(method, path)
            problem(answer, 405)
            assert answer.headers["allow"] == allowed


def test_a_body_of_somebody_unknown_is_short(service: Service) -> None:
    """Signing in is open to everybody: what is read before a password is looked at must cost nothing."""
    body = b'{"workspace": "one", "name": "' + b"a" * bodies.OPEN_BYTES_AT_MOST + b'", "password": "b"}'
    with service.client(None) as client:
        headers = {"Content-Type": "application/json"}
        answer = client.post("/v1/session", content=body, headers=headers)
        assert "16 kB" in problem(answer, 413, "body_too_long")["detail"]
        problem(client.post("/v1/session", content=iter([body]), headers=headers), 413, "body_too_long")
