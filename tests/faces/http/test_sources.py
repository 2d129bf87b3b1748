"""A program asks how a publisher stands, and what that rests on."""

import asyncio

from tests.faces.http.asking import problem
from tests.faces.http.servers import Service
from veracious.domain.evidence import Source, Tier


def asked(service: Service, address: str) -> dict[str, object]:
    with service.client() as client:
        found: dict[str, object] = client.get("/v1/sources", params={"address": address}).json()
        return found


def test_the_register_speaks_where_the_workspace_does_not(alone: Service) -> None:
    page = asked(alone, "https://www.bbc.co.uk/news/1")
    assert (page["domain"], page["origin"], page["rating"], page["entry"]) == ("bbc.co.uk", "register", "reliable", "bbc.co.uk")
    assert page["lookalike"] is None
    asyncio.run(alone.inside.sources.said.put("one", (Source("bbc.co.uk", 0.3, Tier.UNKNOWN),)))
    own = asked(alone, "bbc.co.uk")
    assert (own["credibility"], own["origin"]) == (0.3, "workspace")


def test_what_nobody_knows_has_no_credibility_and_may_look_like_another(alone: Service) -> None:
    unknown = asked(alone, "https://reuterz.com/a")
    assert (unknown["domain"], unknown["credibility"], unknown["origin"], unknown["entry"]) == ("reuterz.com", None, "unknown", "")
    assert unknown["lookalike"] == {"imitates": "reuters.com", "reason": "one_edit"}


def test_an_address_without_a_host_is_refused(alone: Service) -> None:
    with alone.client() as client:
        problem(client.get("/v1/sources", params={"address": "???"}), 422, "input_error")
        problem(client.get("/v1/sources"), 422, "request_invalid")
