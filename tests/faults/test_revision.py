"""A language model that writes, doubts and judges badly, over real HTTP: gates and warnings are always those of the ledger.

What every answer keeps to (gates and warnings worked out again, at most two revisions, places, anchors and quotes that are there, no
response and no ledger of a failed run) is asserted in `asked`, for each of these cases.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.endpoints import ModelServer, Request, envelope, hangs_up, sends, tells
from tests.flow.answering import CARD, HOURS, asked, run_with, snapshot
from veracious import wiring
from veracious.adapters.models.endpoint import Address, Caps
from veracious.adapters.models.language_model import LanguageModel
from veracious.adapters.models.llm_client import LlmClient, Patience
from veracious.domain.budget import Limits
from veracious.domain.ledger import AnswerReport, Danger, Mode, Support
from veracious.domain.verdict import Outcome
from veracious.flow.run import Run
from veracious.rules.ledger import revision

PATIENCE = Patience(attempts=2, first_wait_s=0.01, deadline_s=240.0, failures=100)  # no answer here is waited for in vain
MOON = "The library keeps 40 maps of the moon."
SHIPS = "The library owns 12 ships."
DEAR = "A card of the library costs 9 euros a year."
PROSE = "Sure, here is your answer."

Said = Sequence[tuple[str, int]]  # sentences, each with the number of the excerpt it cites


def excerpt_of(text: str, given: Mapping[str, Any]) -> int:
    """The number of the excerpt that has this text; the first when none has."""
    return next((one["number"] for one in given["excerpts"] if text in one["text"]), 1)


@dataclass
class Model:
    """A model that writes these texts in turn, and judges by what stands in the excerpts to the letter."""

    texts: Sequence[Sequence[str]]
    doubt: Callable[[Mapping[str, Any]], Any] = lambda given: {"objections": []}
    judge: Callable[[Mapping[str, Any]], Any] = field(default_factory=lambda: literal)
    cites: Callable[[str, Mapping[str, Any]], list[int]] = lambda text, given: [excerpt_of(text, given)]
    notes: list[list[str]] = field(default_factory=list)  # what it was told to mend
    asked: list[str] = field(default_factory=list)  # which role it had, in order

    def answer(self, request: Request) -> Any:
        """The completion for a request."""
        given, schema = request.material, request.schema
        if schema == "Critique":
            self.asked.append("skeptic")
            return self._told(self.doubt(given))
        if schema == "Assessment":
            self.asked.append("judge")
            return self._told(self.judge(given))
        turn = len([one for one in self.asked if one in ("writer", "reviser")])
        self.asked.append("reviser" if "notes" in given else "writer")
        if "notes" in given:
            self.notes.append(given["notes"])
        said = self.texts[min(turn, len(self.texts) - 1)]
        return self._told({"sentences": [{"text": text, "cites": self.cites(text, given)} for text in said]})

    def _told(self, answer: Any) -> Any:
        return answer if isinstance(answer, bytes) else envelope(answer if isinstance(answer, str) else json.dumps(answer))


def finding(claim: str, support: str, excerpt: int | None = None, quote: str = "") -> dict[str, Any]:
    return {"claim": claim, "kind": "fact", "importance": "minor", "support": support, "excerpt": excerpt, "quote": quote}


def literal(given: Mapping[str, Any]) -> Any:
    """A finding for each sentence: supported where an excerpt has it to the letter."""

    def found(text: str) -> dict[str, Any]:
        has = [one["number"] for one in given["excerpts"] if text in one["text"]]
        return finding(text, "supported", has[0], text) if has else finding(text, "not_found")

    return {"findings": [found(one["text"]) for one in given["sentences"]]}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        yield running


def mind(server: ModelServer) -> LanguageModel:
    return LanguageModel(LlmClient([Address(server.url, "scripted")], Caps(deadline_s=120.0), PATIENCE))


def run_of(server: ModelServer, model: Model) -> Run:
    server.script = (tells(model.answer),)
    return run_with(mind(server))


def answered(server: ModelServer, model: Model, mode: Mode = Mode.ANSWER) -> AnswerReport:
    return asked(run_of(server, model), mode=mode)


def verdicts(report: AnswerReport) -> dict[str, Support]:
    assert report.ledger is not None
    return {one.claim.text: one.verdict for one in report.ledger.entries}


def codes(report: AnswerReport) -> list[str]:
    return [one.code for one in report.warnings]


# It does well.


def test_a_model_that_does_well_is_asked_three_times_and_passes(server: ModelServer) -> None:
    model = Model([[HOURS, CARD]])
    report = answered(server, model)
    assert model.asked == ["writer", "skeptic", "judge"]
    assert verdicts(report) == {HOURS: Support.SUPPORTED, CARD: Support.SUPPORTED}
    assert all(one.is_met for one in report.gates)
    assert (report.warnings, len(report.revision_history)) == ((), 1)


def test_a_model_that_improves_passes_and_says_how_it_came_to_it(server: ModelServer) -> None:
    model = Model([[HOURS, MOON, SHIPS], [HOURS, SHIPS], [HOURS, CARD]])
    report = answered(server, model)
    assert [one.summary.critical_unsupported for one in report.revision_history] == [2, 1, 0]
    assert verdicts(report) == {HOURS: Support.SUPPORTED, CARD: Support.SUPPORTED}
    assert report.warnings == ()
    assert [sorted(name for name in (MOON, SHIPS) if any(name in one for one in notes)) for notes in model.notes] == [
        [MOON, SHIPS],
        [SHIPS],
    ]


def test_a_claim_that_was_mended_is_not_put_back_into_a_draft_and_one_that_was_dropped_is(server: ModelServer) -> None:
    report = answered(server, Model([[HOURS, DEAR, MOON], [HOURS, CARD]]), Mode.DRAFT)
    assert verdicts(report) == {HOURS: Support.SUPPORTED, CARD: Support.SUPPORTED, MOON: Support.NOT_FOUND}
    assert report.response is not None
    assert report.response.count("(not found in the documents)") == 1
    assert "9 euros" not in report.response
    assert report.revision_history[-1].summary.evidence_coverage == 1.0
    assert report.gates[0].found < 1.0  # the gates are those of the text that goes out


# It writes badly.


def test_excerpts_that_were_not_given_are_refused_and_the_run_fails(server: ModelServer) -> None:
    model = Model([[HOURS]], cites=lambda text, given: [99])
    report = answered(server, model)
    assert report.outcome is Outcome.FAILED
    assert "a number that was not given" in report.cause
    assert model.asked == ["writer", "writer"]  # it was sent back once


def test_anchors_in_its_own_words_are_taken_out_and_counted(server: ModelServer) -> None:
    report = answered(server, Model([[f"{HOURS[:-1]} [cite:feedfacefeed].", f"{CARD} [cite:000000000000, sha256:{'1' * 64}]"]]))
    assert report.response is not None
    assert "feedface" not in report.response
    flags = [one for one in report.risk_flags if one.type is Danger.INVALID_CITATION]
    assert len(flags) == 3
    assert verdicts(report) == {HOURS: Support.SUPPORTED, CARD: Support.SUPPORTED}


@pytest.mark.parametrize("mode", list(Mode))
def test_a_model_that_ignores_its_instructions_is_asked_twice_more_and_marked(server: ModelServer, mode: Mode) -> None:
    model = Model([[HOURS, MOON], [MOON, HOURS], [HOURS, MOON, SHIPS]])
    report = answered(server, model, mode)
    assert model.asked == ["writer", "skeptic", "judge", "reviser", "judge", "reviser", "judge"]
    assert [one.decision.reason for one in report.revision_history][-1] == revision.MOST_REACHED
    assert report.response is not None
    assert "40 maps of the moon (not found in the documents)." in report.response
    assert codes(report) == ["NO_IMPROVEMENT", "UNSUPPORTED_CLAIMS"]
    assert not all(one.is_met for one in report.gates)


def test_a_model_that_worsens_does_not_replace_its_better_text(server: ModelServer) -> None:
    report = answered(server, Model([[HOURS, MOON], [MOON, SHIPS], [SHIPS, MOON, "The library has 7 pools."]]))
    assert verdicts(report) == {HOURS: Support.SUPPORTED, MOON: Support.NOT_FOUND}
    assert [one.summary.critical_unsupported for one in report.revision_history] == [1, 2, 3]
    assert codes(report) == ["NO_IMPROVEMENT", "UNSUPPORTED_CLAIMS"]


def test_a_model_that_loops_is_not_asked_on_and_its_text_is_judged_once(server: ModelServer) -> None:
    model = Model([[HOURS, MOON]])
    report = answered(server, model)
    assert model.asked == ["writer", "skeptic", "judge", "reviser"]
    assert [one.decision.reason for one in report.revision_history][-1] == revision.REPEATED
    assert codes(report) == ["NO_IMPROVEMENT", "UNSUPPORTED_CLAIMS"]


def test_a_loop_after_an_improvement_is_warned_of_too(server: ModelServer) -> None:
    report = answered(server, Model([[HOURS, MOON, SHIPS], [HOURS, MOON], [HOURS, MOON]]))
    assert [one.decision.reason for one in report.revision_history][-1] == revision.REPEATED
    assert "NO_IMPROVEMENT" in codes(report)
    assert verdicts(report) == {HOURS: Support.SUPPORTED, MOON: Support.NOT_FOUND}


def test_an_answer_that_states_nothing_passes_and_is_warned_of(server: ModelServer) -> None:
    model = Model([["In my view it is a fine library.", "Would you like to know more?"]])
    report = answered(server, model)
    assert codes(report) == ["NO_CLAIMS"]
    assert "judge" not in model.asked


def test_broken_json_from_the_writer_is_a_failed_run(server: ModelServer) -> None:
    server.script = (sends(b'{"choices": [{"message": {"content": "{\\"sentences\\": ['),)
    report = asked(run_with(mind(server)))
    assert report.outcome is Outcome.FAILED
    assert report.cause


def test_a_writer_that_breaks_in_a_revision_is_a_failed_run(server: ModelServer) -> None:
    class Breaks(Model):
        def answer(self, request: Request) -> Any:
            return envelope(PROSE) if "notes" in request.material else super().answer(request)

    assert answered(server, Breaks([[HOURS, MOON]])).outcome is Outcome.FAILED


@pytest.mark.parametrize("step", [hangs_up, sends(b"", 500), sends(b"<!doctype html>")])
def test_a_server_that_is_broken_is_a_failed_run(server: ModelServer, step: Any) -> None:
    server.script = (step,)
    assert asked(run_with(mind(server))).outcome is Outcome.FAILED


# It doubts badly.


@pytest.mark.parametrize(
    "doubt",
    [PROSE, {"objections": [{"sentence": 99, "flaw": "unsupported", "why": "No."}]}, {"objections": "none"}, b"[[["],
)
def test_a_skeptic_that_breaks_is_a_mark_and_decides_nothing(server: ModelServer, doubt: Any) -> None:
    report = answered(server, Model([[HOURS, CARD]], doubt=lambda given: doubt))
    assert report.outcome is Outcome.COMPLETED
    assert any(one.startswith("the skeptic: ") for one in report.degraded)
    assert all(one.is_met for one in report.gates)


def test_a_skeptic_that_doubts_everything_changes_no_verdict_and_its_words_reach_the_writer(server: ModelServer) -> None:
    def doubts(given: Mapping[str, Any]) -> Any:
        objections = [{"sentence": one["number"], "flaw": "contradicted", "why": "I doubt it."} for one in given["sentences"]]
        return {"objections": objections}

    well = answered(server, Model([[HOURS, CARD]], doubt=doubts))
    assert all(one.is_met for one in well.gates)
    assert len(well.revision_history) == 1
    assert len(well.revision_history[0].critique) == 2
    model = Model([[HOURS, MOON], [HOURS]], doubt=doubts)
    answered(server, model)
    assert any(MOON in one and "I doubt it." in one for one in model.notes[0])


# It judges badly.


def test_quotes_that_it_invents_carry_nothing(server: ModelServer) -> None:
    def invents(given: Mapping[str, Any]) -> Any:
        return {"findings": [finding(one["text"], "supported", 1, f"As everybody knows: {one['text']}") for one in given["sentences"]]}

    report = answered(server, Model([[HOURS, CARD]], judge=invents))
    assert verdicts(report) == {HOURS: Support.NOT_FOUND, CARD: Support.NOT_FOUND}
    assert report.ledger is not None
    assert all(not one.backing for one in report.ledger.entries)
    assert report.ledger.summary.evidence_coverage == 0


def test_a_quote_that_has_another_amount_contradicts_whatever_it_says(server: ModelServer) -> None:
    def believes(given: Mapping[str, Any]) -> Any:
        return {"findings": [finding(one["text"], "supported", excerpt_of(CARD, given), CARD) for one in given["sentences"]]}

    report = answered(server, Model([[DEAR]], judge=believes))
    assert verdicts(report) == {DEAR: Support.CONTRADICTED}
    assert report.ledger is not None
    assert report.ledger.entries[0].conflicts
    assert codes(report) == ["NO_IMPROVEMENT", "CONTRADICTED_CLAIMS"]
    assert report.response is not None
    assert "(contradicted by the documents)" in report.response


def test_a_sentence_that_it_does_not_speak_of_is_not_found(server: ModelServer) -> None:
    def skips(given: Mapping[str, Any]) -> Any:
        return {"findings": literal(given)["findings"][:1]}

    report = answered(server, Model([[HOURS, CARD]], judge=skips))
    assert verdicts(report) == {HOURS: Support.SUPPORTED, CARD: Support.NOT_FOUND}


def test_a_finding_on_a_word_or_two_carries_no_sentence(server: ModelServer) -> None:
    def little(given: Mapping[str, Any]) -> Any:
        return {"findings": [finding("The library", "supported", 1, "library")]}

    report = answered(server, Model([["The library keeps 40 old maps, rare books and globes of the moon."]], judge=little))
    assert set(verdicts(report).values()) == {Support.NOT_FOUND}


def test_how_much_rests_on_a_claim_is_not_its_to_say(server: ModelServer) -> None:
    """It calls every claim minor, and what states an amount is critical all the same."""
    report = answered(server, Model([[HOURS, MOON]]))
    assert report.ledger is not None
    assert report.ledger.summary.critical_unsupported == 1


def test_a_long_answer_is_judged_in_parts_and_nothing_is_left_unjudged(server: ModelServer) -> None:
    facts = [f"Room {number} of the library has {number} chairs." for number in range(2, 14)]
    model = Model([facts])
    server.script = (tells(model.answer),)
    pages = [snapshot(" ".join(facts[:6])), snapshot(" ".join(facts[6:]))]
    report = asked(run_with(mind(server), pages=pages), "How many chairs do the rooms of the library have?")
    assert model.asked.count("judge") == 2
    assert list(verdicts(report).values()) == [Support.SUPPORTED] * 12


@pytest.mark.parametrize(
    "judge",
    [
        PROSE,
        b"{",
        {"findings": []},
        {"findings": [finding("Norway exports oil.", "supported", 1, HOURS)]},
        {"findings": [finding(HOURS, "supported", 77, HOURS)]},
        {"findings": [{**finding(HOURS, "supported", 1, HOURS), "support": "mostly_true"}]},
        {"coverage": 1.0},
    ],
)
def test_a_judge_that_breaks_is_a_failed_run_with_no_ledger(server: ModelServer, judge: Any) -> None:
    report = answered(server, Model([[HOURS, CARD]], judge=lambda given: judge))
    assert report.outcome is Outcome.FAILED
    assert report.ledger is None
    assert report.response is None
    assert report.cause


def test_a_judge_that_breaks_on_the_revised_text_is_a_failed_run(server: ModelServer) -> None:
    calls = iter(range(10))
    model = Model([[HOURS, MOON], [HOURS]], judge=lambda given: PROSE if next(calls) else literal(given))
    assert answered(server, model).outcome is Outcome.FAILED


# It is paid for.


def test_a_budget_that_ends_in_the_loop_leaves_what_was_judged(server: ModelServer) -> None:
    """The writer, the skeptic and the judge are paid for, and no revision; a finder takes no tokens."""
    model = Model([[HOURS, MOON], [HOURS]])
    run = run_of(server, model)
    account = wiring.run_budget(Limits(max_calls=4), run.tools, run.dials)
    metered = Run(wiring.metered(run.tools, account), run.dials, run.lexicon)
    report = asked(metered)
    assert model.asked == ["writer", "skeptic", "judge"]
    assert report.outcome is Outcome.PARTIAL
    assert verdicts(report) == {HOURS: Support.SUPPORTED, MOON: Support.NOT_FOUND}
    assert any("the limit on calls" in one for one in report.degraded)
    assert account.account.spent.calls == 4
