"""A cursor is told by the service for one list of one workspace, and is good for nothing else."""

import base64
from collections.abc import Iterator

import httpx2
import pytest

from tests.faces.http.asking import CHECK, problem, submitted, verified
from tests.faces.http.servers import Service, serving

LISTS = ("/v1/verifications", "/v1/checks", "/v1/records", "/v1/documents", "/v1/claims:search?query=bridge")


@pytest.fixture(scope="module")
def filled() -> Iterator[Service]:
    """Two workspaces that each have enough of everything for two pages."""
    with serving() as service:
        for workspace in ("one", "two"):
            with service.client(workspace=workspace) as client:
                for number in range(2):
                    verified(client)
                    assert client.post("/v1/checks", json=CHECK).status_code == 202
                    client.post("/v1/documents", json={"documents": [{"text": f"Document {number} of {workspace}."}]})
        yield service


def asked(client: httpx2.Client, path: str, cursor: str) -> httpx2.Response:
    """A page of one."""
    names = {"pageSize": "1", "pageToken": cursor} if "?" in path else {"limit": "1", "cursor": cursor}
    return client.get(httpx2.URL(path).copy_merge_params(names))


def cursor_of(client: httpx2.Client, path: str) -> str:
    """Where the second page begins."""
    page = asked(client, path, "").json()
    told: str = page.get("next_cursor") or page["nextPageToken"]
    return told


@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_leads_to_the_next_page(filled: Service, path: str) -> None:
    with filled.client() as client:
        assert asked(client, path, cursor_of(client, path)).status_code == 200


@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_of_another_workspace_is_refused(filled: Service, path: str) -> None:
    with filled.client(workspace="two") as other:
        foreign = cursor_of(other, path)
    with filled.client() as client:
        told = problem(asked(client, path, foreign), 422, "cursor_invalid")
    assert "begin without" in told["detail"]


@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_of_another_list_is_refused(filled: Service, path: str) -> None:
    with filled.client() as client:
        for other in LISTS:
            if other != path:
                problem(asked(client, path, cursor_of(client, other)), 422, "cursor_invalid")


@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_that_was_changed_or_made_up_is_refused(filled: Service, path: str) -> None:
    with filled.client() as client:
        good = cursor_of(client, path)
        inner = base64.urlsafe_b64decode(good + "==")
        changed = [inner[:16] + b"777", bytes([inner[0] ^ 1]) + inner[1:], inner[:16], inner + b"0", inner[:8], b"\xff" * 30, b"1"]
        for one in changed:
            problem(asked(client, path, base64.urlsafe_b64encode(one).decode().rstrip("=")), 422, "cursor_invalid")
        for text in ("1", "a", "0123456789abc", "99999", "AAAAA"):  # what was a place once, and what is not even of the right length
            problem(asked(client, path, text), 422, "cursor_invalid")
        for text in ("../etc", "a b", "=", "a" * 300, "\u00e4"):
            problem(asked(client, path, text), 422, "request_invalid")


def test_what_comes_meanwhile_does_not_move_a_cursor(filled: Service) -> None:
    with filled.client(workspace="moved") as client:
        made = [submitted(client)["id"] for _ in range(2)]
        cursor = cursor_of(client, "/v1/verifications")
        submitted(client)
        assert [one["id"] for one in asked(client, "/v1/verifications", cursor).json()["jobs"]] == made[:1]
