"""Every request under `golden/` is answered as it is written there, and together they show every field of seed A §2 and seed E §1.

The lists below are the two contracts written out by hand, so that what is written anew cannot lose a field, a word or a limit unnoticed.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest

from tests.faces.http import golden_pairs
from tests.faces.http.engines import claim_of
from tests.faces.http.golden_pairs import MASK, Pair, Services

PAIRS = golden_pairs.pairs()
TEXT, NUMBER, WHOLE, FLAG, LIST, OBJECT, NONE = (str,), (int, float), (int,), (bool,), (list,), (dict,), (type(None),)
Kind = tuple[type, ...]


@dataclass(frozen=True, slots=True)
class Contract:
    """Where a field stands: which request is meant, and whether it is sent or answered."""

    path: str
    side: str  # "request" or "response"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a contract; a star in its name stands for every item of a list."""

    seed: str
    name: str
    kind: Kind
    default: Any = None  # of one that may be left out, or of one that says nothing; another value must be shown, too
    words: Sequence[str] = ()  # all it may say, where that is a closed list; each must be shown
    bounds: tuple[float, float] | None = None


VERDICTS = ("TRUE", "FALSE", "MIXED", "UNVERIFIABLE")
STATUSES = ("STRONGLY_VALID", "VALID", "PARTIALLY_VALID", "UNKNOWN", "PARTIALLY_INVALID", "INVALID")
STATES = ("evidence_insufficiency", "confirmed", "provisional", "revoked")
NEWS_VERDICTS = ("Supported", "Refuted", "Mixed/Disputed", "Not Enough Evidence")

WORKER_REQUEST = (
    Field("A §2", "job_id", TEXT),
    Field("A §2", "claim", TEXT),
    Field("A §2", "room_id", TEXT),
    Field("A §2", "source", TEXT),
    Field("A §2", "domain", TEXT, default="general"),
    Field("A §2", "top_k", WHOLE, default=5, bounds=(1, 20)),
)
WORKER_RESPONSE = (
    Field("A §2", "verdict", TEXT, words=VERDICTS),
    Field("A §2", "verdict_confidence", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §2", "truthfulness_percent", NUMBER, default=0.0, bounds=(0, 100)),
    Field("A §2", "top_ranking_score", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §2", "avg_ranking_score", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §2", "trust_policy_mode", TEXT, words=("adaptive",)),
    Field("A §2", "trust_metric_value", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §2", "trust_threshold_met", FLAG, default=False),
    Field("A §2", "coverage", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §2", "diversity", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §2", "data_source", TEXT, words=("cache", "store", "web")),
    Field("A §2", "used_web_search", FLAG, default=False),
    Field("A §2", "signal_counts", OBJECT),
    Field("A §2", "signal_counts.supports", WHOLE, default=0),
    Field("A §2", "signal_counts.contradicts", WHOLE, default=0),
    Field("A §2", "signal_counts.neutral", WHOLE, default=0),
    Field("A §2", "signal_counts.triples", WHOLE, default=0),
    Field("A §2", "signal_counts.passages", WHOLE, default=0),
    Field("A §2", "analysis_counts", OBJECT),
    Field("A §10", "analysis_counts.admissible_evidence_ratio", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §1", "confidence", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §1", "evidence", LIST, default=[]),
    Field("A §1", "evidence_map", LIST, default=[]),
    Field("A §1", "claim_breakdown", LIST, default=[]),
    Field("A §3", "status", TEXT, words=("completed", "completed_from_cache")),
    Field("A §5.3", "trust_post", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §5.3", "trust_gate.state", TEXT, words=STATES),
    Field("A §5.1", "agreement", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §6", "evidence_quality_percent", NUMBER, default=0.0, bounds=(0, 100)),
    Field("A §6.1", "claim_breakdown.*.status", TEXT, words=STATUSES),
    Field("A §9", "trust_post_adaptive", NUMBER, default=0.0, bounds=(0, 1)),
    Field("A §9", "trust_post_fixed", NUMBER + NONE, bounds=(0, 1)),
    Field("A §9", "trust_gate", OBJECT),
    Field("A §9", "trust_gate.route", TEXT, default="none"),
    Field("A §2, sent back", "job_id", TEXT),
    Field("A §2, sent back", "claim", TEXT),
    Field("A §2, sent back", "room_id", TEXT + NONE),
    Field("A §2, sent back", "source", TEXT + NONE),
    Field("A §2, sent back", "domain", TEXT, default="general"),
    Field("ours", "record", TEXT),
    Field("ours", "rationale", TEXT, default=""),
    Field("ours", "evidence.*.evidence_id", TEXT),
    Field("ours", "evidence.*.segment", WHOLE, default=0),
    Field("ours", "evidence.*.text", TEXT),
    Field("A §5.1", "evidence.*.stance", TEXT, words=("supports", "contradicts", "neutral")),
    Field("ours", "evidence.*.source", TEXT),
    Field("ours", "evidence.*.title", TEXT, default=""),
    Field("ours", "evidence.*.url", TEXT + NONE),
    Field("ours", "evidence.*.published_at", TEXT + NONE),
    Field("ours", "evidence.*.ranking_score", NUMBER, default=0.0, bounds=(0, 1)),
    Field("ours", "evidence.*.credibility", NUMBER, default=0.0, bounds=(0, 1)),
    Field("ours", "evidence.*.trust", NUMBER, default=0.0, bounds=(0, 1)),
    Field("ours", "evidence_map.*.segment", WHOLE, default=0),
    Field("ours", "evidence_map.*.supports", LIST, default=[]),
    Field("ours", "evidence_map.*.contradicts", LIST, default=[]),
    Field("ours", "evidence_map.*.neutral", LIST, default=[]),
    Field("ours", "claim_breakdown.*.segment", WHOLE, default=0),
    Field("ours", "claim_breakdown.*.text", TEXT),
    Field("ours", "claim_breakdown.*.verdict", TEXT, words=VERDICTS),
    Field("ours", "claim_breakdown.*.resolved", FLAG, default=False),
)
NEWS_REQUEST = (Field("E §1, §2", "claim", TEXT),)
CITATION = (("title", "E §5.4"), ("url", "E §5.4"), ("snippet", "E §5.4"), ("source", "E §5.5"))
NEWS_RESPONSE = (
    Field("E §8", "claim", TEXT),
    Field("E §7.1", "verdict", TEXT, words=NEWS_VERDICTS),
    Field("E §7.1", "reasoning", TEXT, default=""),
    Field("E §7.1", "citations", LIST, default=[]),
    *(Field(seed, f"citations.*.{name}", TEXT, default="") for name, seed in CITATION),
    Field("E §8", "sub_results", LIST),
    Field("E §8", "sub_results.*.claim", TEXT),
    Field("E §8", "sub_results.*.verdict", TEXT, words=NEWS_VERDICTS),
    Field("E §8", "sub_results.*.reasoning", TEXT, default=""),
    Field("E §8", "sub_results.*.citations", LIST, default=[]),
    *(Field(seed, f"sub_results.*.citations.*.{name}", TEXT, default="") for name, seed in CITATION),
)
CONTRACTS: Mapping[Contract, Sequence[Field]] = {
    Contract("/worker/verify", "request"): WORKER_REQUEST,
    Contract("/worker/verify", "response"): WORKER_RESPONSE,
    Contract("/verify", "request"): NEWS_REQUEST,
    Contract("/verify", "response"): NEWS_RESPONSE,
    Contract("/health", "response"): (Field("E §1", "status", TEXT, words=("ok",)),),
    Contract("/status", "response"): (Field("E §1", "status", TEXT, words=("ok",)),),
}
FIELDS = [(contract, field) for contract, fields in CONTRACTS.items() for field in fields]

# What is not taken: with which status and name of a problem, and where in the body the trouble is.
REFUSALS = {
    "worker/no_job_id": (422, "request_invalid", "#/job_id"),
    "worker/no_claim": (422, "request_invalid", "#/claim"),
    "worker/job_id_empty": (422, "request_invalid", "#/job_id"),
    "worker/job_id_too_long": (422, "request_invalid", "#/job_id"),
    "worker/claim_empty": (422, "request_invalid", "#/claim"),
    "worker/claim_too_long": (422, "request_invalid", "#/claim"),
    "worker/top_k_0": (422, "request_invalid", "#/top_k"),
    "worker/top_k_21": (422, "request_invalid", "#/top_k"),
    "worker/top_k_text": (422, "request_invalid", "#/top_k"),
    "worker/unknown_field": (422, "request_invalid", "#/language"),
    "worker/claim_blank": (409, "claim_refused", None),
    "worker/refused": (409, "claim_refused", None),
    "worker/failed": (503, "run_failed", None),
    "worker/no_key": (401, "key_unknown", None),
    "worker/scope_too_small": (403, "scope_missing", None),
    "news/no_claim": (422, "request_invalid", "#/claim"),
    "news/claim_empty": (422, "request_invalid", "#/claim"),
    "news/claim_too_long": (422, "request_invalid", "#/claim"),
    "news/unknown_field": (422, "request_invalid", "#/top_k"),
    "news/claim_blank": (409, "claim_refused", None),
    "news/refused": (409, "claim_refused", None),
    "news/failed": (503, "run_failed", None),
    "news/no_key": (401, "key_unknown", None),
    "news/scope_too_small": (403, "scope_missing", None),
}


def body(name: str) -> dict[str, Any]:
    """The answer of a pair."""
    told: dict[str, Any] = PAIRS[name]["response"]["body"]
    return told


def within(found: Any, steps: Sequence[str]) -> Iterator[Any]:
    """Every value at a place."""
    if not steps:
        yield found
    elif steps[0] == "*":
        for item in found:
            yield from within(item, steps[1:])
    elif steps[0] in found:
        yield from within(found[steps[0]], steps[1:])


def shown(contract: Contract, field: Field, pairs: Mapping[str, Pair]) -> list[Any]:
    """Every value of a field in the pairs that ended well."""
    asked = [pair for pair in pairs.values() if pair["request"]["path"] == contract.path and pair["response"]["status"] == 200]
    return [value for pair in asked for value in within(pair[contract.side].get("body", {}), field.name.split("."))]


def is_of(value: Any, kind: Kind) -> bool:
    """Whether a value is of a kind; true and false are no numbers."""
    return isinstance(value, kind) and (bool in kind or not isinstance(value, bool))


def breaches(contract: Contract, field: Field, pairs: Mapping[str, Pair]) -> Iterator[str]:
    """What is wrong with a field, or not shown of it."""
    values = shown(contract, field, pairs)
    for value in values:
        if not is_of(value, field.kind):
            yield f"{value!r} is of another kind"
        elif field.words and value not in field.words:
            yield f"{value!r} is no word of it"
        elif field.bounds and value is not None and not field.bounds[0] <= value <= field.bounds[1]:
            yield f"{value!r} is out of bounds"
    if not any(value != field.default for value in values):
        yield "is never shown, or by its default alone"
    yield from (f"never says {word!r}" for word in field.words if word not in values)
    yield from (f"never has {bound}" for bound in field.bounds or () if contract.side == "request" and bound not in values)


def dropped(found: Any, steps: Sequence[str]) -> None:
    """Take a field away, wherever it stands."""
    if steps[0] == "*":
        for item in found:
            dropped(item, steps[1:])
    elif len(steps) == 1:
        found.pop(steps[0], None)
    elif steps[0] in found:
        dropped(found[steps[0]], steps[1:])


def names(found: Any, path: str = "") -> Iterator[str]:
    """The name of every field of an answer."""
    if isinstance(found, dict):
        for name, inner in found.items():
            yield f"{path}{name}"
            yield from names(inner, f"{path}{name}.")
    elif isinstance(found, list):
        for item in found:
            yield from names(item, f"{path}*.")


@pytest.fixture(scope="module")
def known() -> Iterator[Services]:
    """The services that are asked."""
    with golden_pairs.services() as found:
        yield found


@pytest.mark.parametrize("name", PAIRS)
def test_a_request_is_answered_as_it_is_written_down(name: str, known: Services) -> None:
    assert golden_pairs.answered(PAIRS[name]["request"], known) == PAIRS[name]["response"]


@pytest.mark.parametrize(("contract", "field"), FIELDS, ids=lambda one: getattr(one, "name", None) or f"{one.path} {one.side}")
def test_every_field_of_the_contracts_is_shown_with_all_it_can_say(contract: Contract, field: Field) -> None:
    assert list(breaches(contract, field, PAIRS)) == []


def test_a_field_that_is_dropped_is_noticed() -> None:
    """Planted: each field taken out of every pair."""
    unnoticed = []
    for contract, field in FIELDS:
        pairs = deepcopy(PAIRS)
        for pair in pairs.values():
            dropped(pair[contract.side].get("body", {}), field.name.split("."))
        if "is never shown, or by its default alone" not in breaches(contract, field, pairs):
            unnoticed.append((contract, field.name))
    assert unnoticed == []


@pytest.mark.parametrize("path", ["/worker/verify", "/verify"])
def test_nothing_is_answered_that_the_lists_do_not_name(path: str) -> None:
    listed = {field.name for field in CONTRACTS[Contract(path, "response")]}
    told = [pair["response"]["body"] for pair in PAIRS.values() if pair["request"]["path"] == path and pair["response"]["status"] == 200]
    more = {name for one in told for name in names(one)} - listed
    assert {name for name in more if not name.startswith("analysis_counts.")} == set()


@pytest.mark.parametrize("name", REFUSALS)
def test_what_is_not_taken_is_a_problem_that_says_where(name: str) -> None:
    status, problem, pointer = REFUSALS[name]
    told = PAIRS[name]["response"]
    assert (told["status"], told["headers"]["content-type"]) == (status, "application/problem+json")
    assert set(told["body"]) - {"errors"} == {"type", "title", "status", "detail", "instance", "request_id"}
    assert (told["body"]["status"], told["body"]["type"]) == (status, f"urn:veracious:problem:{problem}")
    assert [one["pointer"] for one in told["body"].get("errors", ())] == ([pointer] if pointer else [])
    assert told["body"]["instance"] == PAIRS[name]["request"]["path"]


def test_every_pair_is_an_answer_or_a_problem_of_the_list() -> None:
    assert {name for name, pair in PAIRS.items() if pair["response"]["status"] != 200} == set(REFUSALS)


def test_what_is_left_out_has_its_default() -> None:
    """Of eight judged pieces, five are told where `top_k` is left out, and as many as wanted where it is not."""
    bare, full = body("worker/required_only"), body("worker/every_field")
    assert PAIRS["worker/required_only"]["request"]["body"].keys() == {"job_id", "claim"}
    assert (bare["room_id"], bare["source"], bare["domain"], len(bare["evidence"])) == (None, None, "general", 5)
    assert (full["room_id"], full["source"], full["domain"], len(full["evidence"])) == ("room-1", "extension", "health", 8)
    assert len(body("worker/domain_science")["evidence"]) == 1


def test_a_claim_of_one_part_has_no_sub_results_and_one_of_several_has() -> None:
    assert "sub_results" not in body("news/supported")
    assert [one["verdict"] for one in body("news/refuted")["sub_results"]] == ["Supported", "Refuted"]
    assert PAIRS["news/refuted"]["request"]["body"]["claim"] == claim_of("SR")


def test_a_claim_is_tidied_before_it_is_checked_and_may_have_two_thousand_characters() -> None:
    """E §2: white space of every kind is collapsed; what was sent comes back as it was."""
    tidy, untidy = body("news/supported"), body("news/untidy_claim")
    assert len(untidy["claim"]) == 2000
    assert untidy["claim"] == PAIRS["news/untidy_claim"]["request"]["body"]["claim"] != tidy["claim"]
    assert {name: value for name, value in untidy.items() if name != "claim"} == {
        name: value for name, value in tidy.items() if name != "claim"
    }


def test_what_is_new_every_time_is_masked_and_nothing_else() -> None:
    for pair in PAIRS.values():
        told = pair["response"]["body"]
        assert {name for name, value in told.items() if value == MASK} == told.keys() & golden_pairs.VARYING
