"""A run is estimated before it is made."""

from tests.faces.http.asking import LENGTH, UNCHECKABLE
from tests.faces.http.servers import Service


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
