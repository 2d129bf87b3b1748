"""A lean on every face: told beside an undecided verdict, and never called one. The same of what newer reports supersede."""

import json
from dataclasses import replace
from datetime import date
from io import StringIO

import pytest
from rich.console import Console

from tests.faces.pages.cases import Case, Text, made
from veracious.domain.stance import Stance
from veracious.domain.verdict import Verdict
from veracious.faces import wire
from veracious.faces.cli.views import verify as verify_view
from veracious.faces.pages import page, words
from veracious.flow.verify import Verified
from veracious.rules.explaining import trace
from veracious.rules.judging.selective import DecisionTable

TABLE = DecisionTable("made", 0.3, (("own", 1.0),))
LIKELY = DecisionTable("made", 0.3, (("own", 1.0), ("against", -0.2)))
AGAIN = "The Halvorsund Bridge has been open again since May."
OPEN, SHUT = "The Halvorsund Bridge is open to traffic again.", "The Halvorsund Bridge is closed to traffic and no one may cross it."


def told(share: float) -> Case:
    left = (1 - share) / 2
    return made(OPEN, [Text("roads.example", 0.9, "Bridge", SHUT, date(2025, 6, 3), (Stance(left, share, left),))], decision_table=TABLE)


def printed(case: Case) -> str:
    out = StringIO()
    verify_view.show(Verified(case.report, case.record), Console(file=out, width=160))
    return out.getvalue()


def path(case: Case) -> dict[str, tuple[str, ...]]:
    """What `veracious why` tells, by steps."""
    return {step.name: step.says for step in trace.tell(case.report)}


def test_a_lean_is_told_on_every_face_and_is_no_verdict() -> None:
    case = told(0.55)
    assert case.report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert case.report.lean is not None
    assert case.report.lean.towards is Verdict.REFUTED
    words = f"leans refuted, probability {case.report.lean.probability:.2f}"
    assert f"Not enough evidence · {words}" in printed(case)
    assert words in page.report(case.record, case.report)
    assert f"not enough evidence, {words}" in path(case)["verdict"]
    sent = json.loads(wire.verified(Verified(case.report, case.record)))
    assert sent["verdict"] == "not_enough_evidence"
    assert sent["lean"] == {"towards": "refuted", "probability": pytest.approx(case.report.lean.probability)}
    verified = Verified(case.report, case.record)
    assert (verified.verdict, verified.lean) == (Verdict.NOT_ENOUGH_EVIDENCE, case.report.lean)
    assert verified.probability is None
    assert "probability" not in sent


def test_a_decided_claim_has_its_probability_and_no_lean() -> None:
    case = told(0.96)
    assert (case.report.verdict, case.report.lean) == (Verdict.REFUTED, None)
    assert "lean" not in json.loads(wire.verified(Verified(case.report, case.record)))


def test_one_number_has_one_name_on_every_face() -> None:
    """The terminal, the page, the path, JSON and Python tell the same probability, called so; the score of the rules is called a score."""
    case = told(0.96)
    verified = Verified(case.report, case.record)
    assert case.report.probability is not None
    likely = case.report.probability.refuted
    beside = f"probability {likely:.2f}, {case.report.band}"
    assert f"Refuted · {beside}" in printed(case)
    assert beside in page.report(case.record, case.report)
    assert f"refuted, {beside}" in path(case)["verdict"]
    sent = json.loads(wire.verified(verified))
    assert (sent["probability"], sent["probabilities"]["refuted"], sent["band"]) == (likely, likely, case.report.band)
    assert (verified.probability, verified.band) == (likely, case.report.band)
    assert sent["score"] == verified.score
    told_on = (printed(case), page.report(case.record, case.report), json.dumps(sent), *path(case)["verdict"], *path(case)["guards"])
    assert [text for text in told_on if "confidence" in text.lower().replace("locks_confidence", "").replace("hold_confidence", "")] == []


def test_without_a_measured_probability_a_score_is_told_as_one_and_has_no_band() -> None:
    case = told(0.96)
    bare = replace(case, report=replace(case.report, probability=None))
    verified = Verified(bare.report, bare.record)
    assert verified.score is not None
    assert f"Refuted · score {verified.score:.2f}, not a probability" in printed(bare)
    assert f"score {verified.score:.2f}, not a probability" in page.report(bare.record, bare.report)
    sent = json.loads(wire.verified(verified))
    assert {"probability", "probabilities", "band"}.isdisjoint(sent)
    assert (verified.probability, verified.band) == (None, "")


def test_where_nobody_rated_says_so_the_command_to_rate_one_is_told() -> None:
    said = (Stance(0.02, 0.96, 0.02),)
    unrated = made(OPEN, [Text("pier.example", None, "Bridge", SHUT, date(2025, 6, 3), said)], decision_table=TABLE)
    assert unrated.report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert "veracious sources set pier.example --credibility 0.8" in printed(unrated)
    assert "sources set" not in printed(told(0.55))
    assert "sources set" not in printed(told(0.96))


def test_what_a_newer_report_supersedes_is_shown_apart() -> None:
    texts = [
        Text("roads.example", 0.9, "Closed", SHUT, date(2024, 6, 3), (Stance(0.02, 0.96, 0.02),)),
        Text(
            "times.example",
            0.8,
            "Open",
            AGAIN,
            date(2025, 6, 3),
            (Stance(0.96, 0.02, 0.02),),
        ),
    ]
    case = made(OPEN, texts, decision_table=TABLE)
    assert case.report.verdict is Verdict.SUPPORTED
    assert case.report.judged is not None
    assert [piece.domain for piece in case.report.judged.superseded] == ["roads.example"]
    assert "Superseded by newer reports" in printed(case)
    assert "superseded by a newer report" in page.report(case.record, case.report)
    assert [one["domain"] for one in json.loads(wire.verified(Verified(case.report, case.record)))["superseded"]] == ["roads.example"]


@pytest.mark.parametrize(
    ("credibility", "share", "why"),
    [
        (0.9, 0.55, "a verdict is given from 0.65 on"),
        (None, 0.96, "but nobody says so who is rated as credible"),
        (0.45, 0.96, "but no source that says so is credible enough"),
        (0.9, 0.1, "Nothing that was found takes a side."),
    ],
)
def test_why_nothing_was_decided_is_told_on_every_face(credibility: float | None, share: float, why: str) -> None:
    left = (1 - share) / 2
    stance = Stance(left, share, left) if share > left else Stance(0.1, 0.1, 0.8)
    case = made(OPEN, [Text("roads.example", credibility, "Bridge", SHUT, date(2025, 6, 3), (stance,))], decision_table=LIKELY)
    assert case.report.verdict is Verdict.NOT_ENOUGH_EVIDENCE
    assert why in case.report.undecided
    assert why in printed(case)
    assert why in page.report(case.record, case.report)
    assert json.loads(wire.verified(Verified(case.report, case.record)))["undecided"] == case.report.undecided


def test_what_hardly_speaks_of_the_claim_is_not_shown_as_refuting_it() -> None:
    """The judge takes a side on words that share a name with the claim; the terminal and the page say that they are hardly related."""
    texts = [
        Text("roads.example", 0.9, "Bridge", SHUT, date(2025, 6, 3), (Stance(0.02, 0.96, 0.02),)),
        Text("times.example", 0.8, "Budget", "The Halvorsund Bridge had 48 painters.", date(2025, 6, 3), (Stance(0.1, 0.6, 0.3),)),
    ]
    case = made(OPEN, texts, decision_table=TABLE)
    judged = case.report.judged
    assert judged is not None
    faint = replace(judged.weighed[1], relevance=0.05, anchor_match=0.0, overlap=0.0)
    case = replace(case, report=replace(case.report, judged=replace(judged, weighed=(judged.weighed[0], faint))))
    shown = [" ".join(line.split()) for line in printed(case).splitlines()]
    assert "Refutes “The Halvorsund Bridge is closed to traffic and no one may cross it.”" in shown
    assert "Hardly related “The Halvorsund Bridge had 48 painters.”" in shown
    assert [line for line in shown if line.startswith("Refutes") and "painters" in line] == []
    assert "2 refute, 1 of them hardly related" in " ".join(shown)
    assert page.report(case.record, case.report).count("hardly related to the claim") == 1


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((Verdict.SUPPORTED, Verdict.REFUTED), "Mixed: one part holds, another does not"),
        ((Verdict.SUPPORTED, Verdict.MIXED), "Mixed: credible sources disagree"),
    ],
)
def test_parts_that_differ_are_not_called_a_dispute(parts: tuple[Verdict, ...], said: str) -> None:
    case = told(0.96)
    judged = case.report.judged
    assert judged is not None
    decision = replace(judged.decision, facts=replace(judged.decision.facts, parts=parts))
    report = replace(case.report, verdict=Verdict.MIXED, judged=replace(judged, decision=decision))
    assert said in printed(replace(case, report=report))
    assert words.meaning(report) == (words.PARTS_DIFFER if Verdict.MIXED not in parts else words.MEANINGS[Verdict.MIXED])
