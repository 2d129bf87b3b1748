"""A request that a proxy in front could read otherwise than the service is refused, and its connection closed."""

import socket

import pytest

from tests.faces.http.servers import Service

BODY = b'{"workspace": "one", "name": "a", "password": "b"}'
LENGTH = b"Content-Length: %d" % len(BODY)
CHUNKED = b"Transfer-Encoding: chunked"
CHUNKS = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
HIDDEN = b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"  # what a reader that takes the other length answers, too


def answered(service: Service, *lines: bytes, body: bytes = BODY, version: bytes = b"1.1", line_end: bytes = b"\r\n") -> bytes:
    """Everything that comes back until the connection is closed by the service; a failure if it is not."""
    head = [b"POST /v1/session HTTP/" + version, b"Host: 127.0.0.1", b"Content-Type: application/json", *lines, b"", b""]
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 20) as connection:
        connection.sendall(line_end.join(head) + body + HIDDEN)
        found = b""
        while piece := connection.recv(65_536):
            found += piece
        return found


@pytest.mark.parametrize(("lines", "body"), [
    ([LENGTH, CHUNKED], CHUNKS),
    ([CHUNKED, LENGTH], CHUNKS),
    ([CHUNKED, b"content-LENGTH: 0"], CHUNKS),
    ([LENGTH, LENGTH], BODY),
    ([LENGTH, b"Content-Length: 0"], BODY),
    ([LENGTH + b", %d" % len(BODY)], BODY),
    ([b"Content-Length: +%d" % len(BODY)], BODY),
    ([b"Content-Length: -1"], BODY),
    ([b"Content-Length : %d" % len(BODY)], BODY),
    ([CHUNKED, CHUNKED], CHUNKS),
    ([b"Transfer-Encoding: gzip, chunked"], CHUNKS),
    ([b"Transfer-Encoding: xchunked", LENGTH], BODY),
    ([b"Transfer-Encoding:\r\n chunked"], CHUNKS),
    ([LENGTH, b"X-Fold: a\r\n b"], BODY),
    ([LENGTH, b"X-Fold: a\r\n\tTransfer-Encoding: chunked"], BODY),
    ([LENGTH, b"X-Line: a\nTransfer-Encoding: chunked"], BODY),
    ([LENGTH, b"X-Line: a\rb"], BODY),
    ([LENGTH, b"X-Control: a\x01b"], BODY),
    ([LENGTH, b"X-Nul: a\x00b"], BODY),
    ([LENGTH, b"Host: b"], BODY),
    ([LENGTH, b"no colon"], BODY),
])  # fmt: skip
def test_an_ambiguous_request_is_refused_once_and_nothing_behind_it_is_read(service: Service, lines: list[bytes], body: bytes) -> None:
    found = answered(service, *lines, body=body)
    assert found.startswith(b"HTTP/1.1 400 ")
    assert found.count(b"HTTP/1.1 ") == 1
    assert b"application/problem+json" in found


def test_lines_must_end_as_http_says(service: Service) -> None:
    assert answered(service, LENGTH, line_end=b"\n").startswith(b"HTTP/1.1 400 ")


def test_chunks_are_not_of_http_1_0(service: Service) -> None:
    assert answered(service, CHUNKED, body=CHUNKS, version=b"1.0").startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(("lines", "body"), [([LENGTH], BODY), ([CHUNKED], CHUNKS), ([LENGTH, b"X-Text: \t\xc3\xa4, b "], BODY)])
def test_a_request_of_one_length_is_read_and_so_is_the_next(service: Service, lines: list[bytes], body: bytes) -> None:
    found = answered(service, *lines, b"X-Note: content-length: 5, 6", body=body)
    assert found.startswith(b"HTTP/1.1 401 ")
    assert found.count(b"HTTP/1.1 200 ") == 1
