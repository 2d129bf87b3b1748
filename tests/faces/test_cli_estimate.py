"""`veracious estimate`, as a person or a script runs it."""

import json
from datetime import date
from pathlib import Path

from tests.faces.test_cli import CURIE, run
from veracious import app
from veracious.domain.budget import Amount, ArticleDemand, Demand, Estimate, Limits, Role, Tariff
from veracious.faces.cli.views import estimate as estimate_view
from veracious.flow.article import NO_CLAIMS, TOO_LONG, AnalysisRequest
from veracious.rules import spend
from veracious.rules.dials import Dials
from veracious.rules.spend import ForecastDials

HALVORSUND = str(Path(__file__).parent / "pages" / "halvorsund.txt")


def test_an_estimate_says_what_is_expected_and_the_worst_case() -> None:
    """Two parts: eight queries in three stores; 12 pieces for each part; 8 × 3 × 1300 + 6600 + 1584 milliseconds at worst."""
    done = run("estimate", CURIE)
    assert (done.returncode, done.stderr) == (0, "")
    head, stores, relevance, judge, whole = [line.split("  ") for line in done.stdout.splitlines()]
    assert [cell.strip() for cell in head if cell.strip()] == ["expected", "at worst"]
    assert [cell.strip() for cell in stores if cell.strip()] == ["search the stores", "24 × 5 passages, 1.9 s", "24 × 50 passages, 31.2 s"]
    assert [cell.strip() for cell in relevance if cell.strip()][2] == "1 × 100 texts, 6.6 s"
    assert [cell.strip() for cell in judge if cell.strip()][2] == "1 × 24 pairs, 1.6 s"
    assert [cell.strip() for cell in whole if cell.strip()][2] == "26 calls, 39.4 s, no money"


def test_a_limit_that_may_end_the_run_is_named() -> None:
    done = run("estimate", CURIE, "--max-seconds", "10", "--max-calls", "4")
    assert done.stdout.splitlines()[-2:] == [
        "The limit on calls is expected to end the run early, as partial.",
        "The limit on seconds may end the run early, as partial.",
    ]


def test_the_estimate_as_json_has_every_resource() -> None:
    found = json.loads(run("estimate", CURIE, "--max-seconds", "10", "--json").stdout)
    assert found["outcome"] == "tight"
    assert found["tight"] == ["milliseconds"]
    assert found["worst"] == {"calls": 26, "tokens": 0, "money_micros": 0, "pages": 0, "bytes": 0, "milliseconds": 10_000}
    assert [one["role"] for one in found["most"]] == ["query", "rerank", "stance"]
    assert sum(one["amount"]["milliseconds"] for one in found["most"]) == 39384


def test_a_claim_that_would_be_refused_is_refused() -> None:
    done = run("estimate", "Is Lake Baikal deep?", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["outcome"] == "refused"


def test_a_limit_that_is_no_number_is_a_mistake_of_the_caller() -> None:
    done = run("estimate", CURIE, "--max-cost", "inf")
    assert done.returncode == 2
    assert "a number from 0 on" in done.stderr


def test_pages_and_money_are_shown_where_there_are_some() -> None:
    """Two searches at half a cent, six pages; at worst four and twenty."""
    demand = Demand(parts=1, queries=2, finders=1, found=50, kept=100, judged=25, rounds=4, pages=5, splits=1)
    tariffs = (Tariff(Role.SEARCH, Amount(money_micros=5_000)),)
    found: Estimate = spend.forecast(demand, tariffs, Limits().cap(), ForecastDials())
    assert estimate_view._amount(found.expected).startswith("18 calls, 6 pages, ")
    assert estimate_view._amount(found.expected).endswith(" s, cost 0.0100")
    assert estimate_view._calls(next(one for one in found.most if one.role is Role.FETCH)) == "20, 2235.0 s"
    assert estimate_view._calls(None) == "–"


def test_a_claim_is_estimated_with_what_its_context_names() -> None:
    bill = "The bill was passed in May."
    assert run("estimate", bill).returncode == 1
    named = run("estimate", bill, "--context", "The Clean Rivers Bill came before parliament in March.")
    assert (named.returncode, named.stdout) == (0, run("estimate", "The Clean Rivers Bill was passed in May.").stdout)


def test_an_article_is_estimated_by_the_claims_that_the_rules_read_off_it() -> None:
    """A call of relevance and of the judge for each claim that can be checked; with the web three targets are looked at once more."""
    read = app.articles.claims_of(AnalysisRequest(Path(HALVORSUND).read_text("utf-8"), date(2026, 6, 5)), Dials())
    checkable = sum(not claim.codes for claim in read)
    done = run("estimate", "--article", HALVORSUND)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"{len(read)} claims in the article"
    found = json.loads(run("estimate", "--article", HALVORSUND, "--json").stdout)
    assert (found["outcome"], found["claims"]) == ("estimated", len(read))
    assert [(one["role"], one["times"]) for one in found["most"]][1:] == [("rerank", checkable), ("stance", checkable)]
    assert found["worst"]["calls"] == sum(one["amount"]["calls"] for one in found["most"])
    web = json.loads(run("estimate", "--article", HALVORSUND, "--budget", "minimal", "--web", "--json").stdout)
    assert {one["role"]: one["times"] for one in web["most"]}["rerank"] == checkable + 3
    assert {"search", "fetch"} <= {one["role"] for one in web["most"]}


def test_where_only_claims_are_read_nothing_is_asked_for() -> None:
    found = json.loads(run("estimate", "--article", HALVORSUND, "--claims-only", "--json").stdout)
    assert (found["most"], found["worst"]["calls"], found["worst"]["milliseconds"]) == ([], 0, 0)


def test_a_page_that_was_not_read_is_estimated_as_the_longest_article_and_read_by_nobody() -> None:
    found = json.loads(run("estimate", "--article", "https://nowhere.invalid/article", "--json").stdout)
    times = {one["role"]: one["times"] for one in found["most"]}
    assert (times["fetch"], times["stance"]) == (1, Dials().article.extent.claims_at_most)
    assert "claims" not in found
    assert "1 page," in run("estimate", "--article", "https://nowhere.invalid/article").stdout


def test_an_article_that_would_be_refused_is_refused(tmp_path: Path) -> None:
    (tmp_path / "asks.txt").write_text("How long is it? Who built it?", "utf-8")
    (tmp_path / "long.txt").write_text("The bridge is 1,420 metres long. " * 5000, "utf-8")
    for name, reason in (("asks", NO_CLAIMS), ("long", TOO_LONG)):
        done = run("estimate", "--article", str(tmp_path / f"{name}.txt"), "--json")
        assert (done.returncode, json.loads(done.stdout)["message"]) == (1, reason.message)


def test_a_claim_or_an_article_is_named_and_not_both() -> None:
    """Nor what belongs to the other."""
    for words in ((), (CURIE, "--article", HALVORSUND), (CURIE, "--claims-only"), ("--article", HALVORSUND, "--context", "a text")):
        assert run("estimate", *words).returncode == 2


def test_every_call_of_an_analysis_has_its_line() -> None:
    """With all that can be asked: a model that reads, splits, doubts and tells, the web, reviews."""
    look = Demand(parts=1, queries=1, finders=1, found=1, kept=1, judged=1, splits=1, reviews=1, compared=1, doubted=1, tells=1)
    planned = spend.plan_article(ArticleDemand(look, looks=2, searches=1, pages=1, tries=1, outlines=1))
    roles = [role for role, _, _ in planned]
    assert Role.SKELETON in roles
    assert [role for role in roles if role not in estimate_view.WORDS] == []
