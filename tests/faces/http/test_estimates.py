"""A run is estimated before it is made."""

from datetime import date

import pytest

from tests.faces.http.asking import LENGTH, UNCHECKABLE
from tests.faces.http.servers import Service
from veracious.app import costs
from veracious.domain.job import ClaimOrder

BILL, NAMED = "The bill was passed in May.", "The Clean Rivers Bill was passed in May."
CONTEXT = "The Clean Rivers Bill came before parliament in March."


def test_a_run_is_estimated_before_it_is_made(service: Service) -> None:
    with service.client() as client:
        found = client.post("/v1/estimates", json={"claim": LENGTH, "as_of": "2026-03-01"}).json()
        assert found["outcome"] == "estimated"
        assert found["worst"]["calls"] >= found["expected"]["calls"] > 0
        short = client.post("/v1/estimates", json={"claim": LENGTH, "limits": {"max_calls": 1}}).json()
        assert short["outcome"] == "short"
        refused = client.post("/v1/estimates", json={"claim": UNCHECKABLE}).json()
        assert (refused["outcome"], refused["reason"]) == ("refused", "question")
        assert service.inside.desk.quote("one", None) == 2000  # type: ignore[arg-type]


def test_a_claim_is_estimated_as_it_is_read_with_its_context(service: Service) -> None:
    with service.client() as client:
        given = {"claim": BILL, "as_of": "2026-03-01"}
        assert client.post("/v1/estimates", json=given).json()["reason"] == "ambiguous_reference"
        found = client.post("/v1/estimates", json=given | {"context": CONTEXT}).json()
        assert found == client.post("/v1/estimates", json=given | {"claim": NAMED}).json()
    assert found["outcome"] == "estimated"


def test_as_much_money_is_set_aside_as_the_claim_takes_that_the_context_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that is refused costs nothing; with its context the same words are searched for, and that is held."""
    for name, value in (("SEARCH", "tavily"), ("TAVILY_KEY", "k"), ("SEARCH_PRICE", "0.01")):
        monkeypatch.setenv(f"VERACIOUS_{name}", value)
    day = date(2026, 3, 1)
    assert costs.quote(ClaimOrder(BILL, day, web=True)) == 0
    assert costs.quote(ClaimOrder(BILL, day, web=True, context=CONTEXT)) == costs.quote(ClaimOrder(NAMED, day, web=True)) > 0
