"""The field suite: which quotes and sentences belong to what, the figures on cases made by hand, and one whole run."""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.eval.worlds import EMPTY_LOG, Silent, plan
from tests.rules.weighing.given import NEUTRAL, REFUTES, SUPPORTS, ranked, subclaim, weighed
from veracious.adapters.memory.finder import MemoryFinder
from veracious.domain.claim import Claim, Importance, Kind, Reading
from veracious.domain.decision import Decision, Draft, Facts
from veracious.domain.document import Document
from veracious.domain.errors import InputError
from veracious.domain.evidence import Query, Quote, Source, Tier
from veracious.domain.ledger import AnswerClaim, Entry, Ledger, Level, Support
from veracious.domain.ranked import Admission
from veracious.domain.report import Judged, Report
from veracious.domain.span import Span
from veracious.domain.stance import Stance
from veracious.domain.trust import Sufficiency, TrustState
from veracious.domain.verdict import Outcome, Probability, Verdict
from veracious.eval import models, pack, report, start
from veracious.eval.field import report as page
from veracious.eval.field import run as field_run
from veracious.eval.field import score, suite
from veracious.eval.field.suite import FieldSet
from veracious.eval.run import plain
from veracious.eval.start import Finished, Wish
from veracious.rules.dials import Dials
from veracious.rules.ledger import gates
from veracious.rules.ledger.gates import AnswerGateDials

DAY = date(2026, 1, 15)
PAGE = "https://a.example/lake"
SENTENCE = "The lake is 40 metres deep."
ROW = {"id": "1", "claim": "The lake is deep.", "kind": "number", "gold": "supported", "settles": [{"url": PAGE, "sentence": SENTENCE}]}


# Which quotes settle a claim, and which sentence a line of the ledger belongs to.


@pytest.mark.parametrize(
    ("url", "quote", "settles"),
    [
        (PAGE, SENTENCE, True),
        (PAGE, f"It is cold. {SENTENCE} Boats cross it.", True),  # the quote holds the sentence
        (PAGE, "40 metres deep", True),  # the quote is part of the sentence
        (PAGE, "The lake is 41 metres deep.", False),
        (PAGE, "40 metres deep. Boats cross it.", False),  # they only overlap
        ("https://b.example/lake", SENTENCE, False),  # the same words in another document, which the set does not list
        (None, SENTENCE, False),
    ],
)
def test_a_quote_settles_a_claim_when_it_holds_the_sentence_or_is_part_of_it(url: str | None, quote: str, settles: bool) -> None:
    assert suite.settles(ROW, url, quote) is settles


def test_any_of_the_sentences_may_settle_and_none_settles_nothing() -> None:
    two = {**ROW, "settles": [{"url": PAGE, "sentence": "It is shallow."}, {"url": PAGE, "sentence": SENTENCE}]}
    assert suite.settles(two, PAGE, SENTENCE)
    assert not suite.settles({**ROW, "settles": []}, PAGE, SENTENCE)


def test_sentences_are_joined_by_a_space_and_each_is_found_where_it_stands() -> None:
    """ "It is deep." has 11 characters, so the second begins at 12 and the third, 9 later and a space, at 22."""
    sentences = ["It is deep.", "It froze.", "Boats cross it."]
    text, spans = suite.joined(sentences)
    assert text == "It is deep. It froze. Boats cross it."
    assert [span.start for span in spans] == [0, 12, 22]
    assert [span.of(text) for span in spans] == sentences


def ledger(*found: tuple[int, int, Support]) -> Ledger:
    """A ledger of claims that stand at these places of an answer."""
    entries = tuple(
        Entry(AnswerClaim("x", Span(start, end), Kind.FACT, Importance.MATERIAL), verdict, Level.NONE, 0.5, ())
        for start, end, verdict in found
    )
    return Ledger(entries, gates.summarise(entries, (), AnswerGateDials()))


def test_a_line_of_the_ledger_belongs_to_the_sentence_in_which_its_claim_begins() -> None:
    """Sentences at [0, 11), [12, 21), [22, 37): two claims begin in the first, and one of them runs on; one in the second."""
    _, spans = suite.joined(["It is deep.", "It froze.", "Boats cross it."])
    told = ledger((0, 5, Support.SUPPORTED), (10, 21, Support.WEAK), (12, 21, Support.CONTRADICTED))
    assert [suite.verdicts(span, told) for span in spans] == [["supported", "weak"], ["contradicted"], []]


# What is kept of a claim.


def report_on(weight: Sequence[tuple[str, Stance, str]], parts: int = 1, confidence: float = 0.7) -> Report:
    """A report in which each of these pieces, by its name, its stance and its quote, was judged."""
    enough = Sufficiency(1.0, 1.0, 1.0, 1.0, 1.0, True, "made", TrustState.CONFIRMED, ())
    draft = Draft(Verdict.SUPPORTED, 1.0, confidence)
    judged = Judged(
        admitted=tuple(Admission(ranked(name, f"https://{name}.example/lake"), True) for name, _, _ in weight),
        shown=(),
        supporting=(),
        set_aside=(),
        origins=(),
        weighed=tuple(weighed(name, stance, quote=Quote("s", Span(0, len(text)), text)) for name, stance, text in weight),  # type: ignore[arg-type]
        conflicts=(),
        quotes_rejected=0,
        unjudged=0,
        decision=Decision(draft, draft, Facts((), enough, frozenset(), 1.0, 0.0, 1), (), 1.0),
        degraded=(),
    )
    reading = Reading(Claim("The lake is deep.", DAY, "en"), (subclaim(),) * parts)
    return Report(Outcome.COMPLETED, Verdict.SUPPORTED, reading, judged=judged)


PIECES = (("a", SUPPORTS, SENTENCE), ("a2", REFUTES, SENTENCE), ("b", NEUTRAL, "It is cold."))


@pytest.mark.parametrize(("gold", "side"), [("supported", "supports"), ("refuted", "refutes"), ("not_enough_evidence", "neutral")])
def test_a_settling_quote_has_the_side_of_the_label_and_every_other_is_neutral(gold: str, side: str) -> None:
    """Piece a2 says the same words, but its document is not listed."""
    found = suite.quotes({**ROW, "gold": gold}, report_on(PIECES))
    assert [one["gold"] for one in found] == [side, "neutral", "neutral"]
    assert [one["side"] for one in found] == ["supports", "refutes", "neutral"]
    assert found[0] == {"url": PAGE, "quote": SENTENCE, "gold": side, "side": "supports", "stance": [0.9, 0.05, 0.05]}


def test_quotes_of_mixed_claims_and_of_several_parts_are_left_out() -> None:
    """Which side a sentence takes is then not to be told from the label."""
    assert len(suite.quotes(ROW, report_on(PIECES))) == 3
    assert suite.quotes({**ROW, "gold": "mixed"}, report_on(PIECES)) == []
    assert suite.quotes(ROW, report_on(PIECES, parts=2)) == []
    assert suite.quotes(ROW, Report(Outcome.REFUSED)) == []


def test_the_number_beside_a_verdict_is_its_probability_or_else_the_confidence() -> None:
    without = report_on(PIECES, confidence=0.7)
    likely = Report(Outcome.COMPLETED, Verdict.SUPPORTED, judged=without.judged, probability=Probability(0.6, 0.3, 0.0, 0.1))
    assert suite.shown(without, Verdict.SUPPORTED) == 0.7
    assert suite.shown(likely, Verdict.SUPPORTED) == 0.6
    assert suite.shown(Report(Outcome.REFUSED), Verdict.NOT_ENOUGH_EVIDENCE) == 0.0


@dataclass
class Says:
    """An engine, and a check of answers, that say what they were made with."""

    report: Report | None = None
    ledger: Ledger | None = None
    asked: list[Any] = field(default_factory=list)

    async def verify(self, text: str, as_of: date | None = None) -> Any:
        """The same of every claim."""
        self.asked.append((text, as_of))
        return SimpleNamespace(report=self.report)

    async def check(self, answer: str, documents: Sequence[Document], question: str = "") -> Any:
        """The same of every answer."""
        self.asked.append((answer, [one.url for one in documents], question))
        return SimpleNamespace(ledger=self.ledger, report=SimpleNamespace(cause="the judge is away"))


def test_a_claim_is_asked_as_of_its_day_and_without_one_as_of_today() -> None:
    engine = Says(report_on(PIECES))
    line = asyncio.run(suite.claim({**ROW, "as_of": "2021-03-29"}, engine.verify))
    asyncio.run(suite.claim(ROW, engine.verify))
    assert engine.asked == [("The lake is deep.", date(2021, 3, 29)), ("The lake is deep.", None)]
    assert (line["id"], line["kind"], line["gold"], line["outcome"], line["verdict"]) == (
        "1",
        "number",
        "supported",
        "completed",
        "supported",
    )


def test_a_refused_claim_is_undecided_and_a_failed_one_ends_the_run() -> None:
    line = asyncio.run(suite.claim(ROW, Says(Report(Outcome.REFUSED)).verify))
    assert (line["outcome"], line["verdict"], line["quotes"]) == ("refused", "not_enough_evidence", [])
    with pytest.raises(InputError, match="1 could not be checked: the judge is away"):
        asyncio.run(suite.claim(ROW, Says(Report(Outcome.FAILED, cause="the judge is away")).verify))


def test_an_answer_is_checked_against_its_own_documents_and_told_by_sentence() -> None:
    held = suite.documents(
        [{"url": url, "title": "t", "text": "x", "published": "2026-01-01"} for url in ("https://a.example", "https://b.example")]
    )
    sentences = [{"text": "It is deep.", "gold": "supported"}, {"text": "It froze.", "gold": "not_found"}]
    row = {"id": "q", "question": "How deep?", "documents": ["https://b.example"], "sentences": sentences}
    check = Says(ledger=ledger((0, 11, Support.SUPPORTED), (12, 21, Support.NOT_FOUND)))
    lines = asyncio.run(suite.answer(row, FieldSet(held, {}, (), ()), check))
    assert check.asked == [("It is deep. It froze.", ["https://b.example"], "How deep?")]
    assert [(line["id"], line["gold"], line["verdicts"]) for line in lines] == [
        ("q.1", "supported", ["supported"]),
        ("q.2", "not_found", ["not_found"]),
    ]
    with pytest.raises(InputError, match="q could not be checked: the judge is away"):
        asyncio.run(suite.answer(row, FieldSet(held, {}, (), ()), Says()))


# The figures.

S, R, M, N = score.VERDICTS


def line(kind: str, gold: str, verdict: str, shown: float, quotes: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    judged = [{"gold": label, "side": side} for label, side in quotes]
    return {"kind": kind, "gold": gold, "verdict": verdict, "shown": shown, "outcome": "completed", "quotes": judged}


CLAIMS = [
    line("date", S, S, 0.9, [("supports", "supports"), ("supports", "supports"), ("neutral", "supports")]),
    line("date", R, S, 0.5, [("refutes", "refutes"), ("refutes", "neutral"), ("neutral", "neutral")]),
    line("number", N, R, 0.7, [("neutral", "refutes"), ("neutral", "refutes"), ("neutral", "refutes")]),
    line("number", R, R, 0.6, [("neutral", "neutral")]),
    line("number", M, N, 0.2),
    {**line("number", N, N, 0.99), "outcome": "refused"},
]


def test_the_figures_of_claims() -> None:
    """Decided 4 of 6, of these right 2 of 4.

    Order: the numbers .9 and .6 of the right against .5 and .7 of the wrong win 3 of 4 pairs; the undecided, .2 and .99, have no part.
    Means: (.9 + .6) / 2 = .75 and (.5 + .7) / 2 = .6.
    """
    found = score.claims(CLAIMS, "dev")
    assert found["n"] == 6
    assert found["outcomes"] == {"completed": 5, "refused": 1}
    assert found["decided"].value == pytest.approx(4 / 6)
    assert found["right"].value == 0.5
    assert found["right"].low <= 0.5 <= found["right"].high
    assert found["order"] == 0.75
    assert found["sure"] == {"right": pytest.approx(0.75), "wrong": pytest.approx(0.6)}
    assert found["confusion"] == [[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 1], [0, 1, 0, 1]]
    assert found["kinds"] == {"date": {"n": 2, "decided": 2, "right": 1}, "number": {"n": 4, "decided": 2, "right": 1}}


def test_the_figures_of_quotes() -> None:
    """Of ten quotes, F1 of supports 2·2/(2 + 3) = 4/5, of refutes 2·1/(2 + 4) = 1/3, of neutral 2·2/(6 + 3) = 4/9; the mean is 71/135.

    Printed as supporting are 3, of which 2 do; printed as refuting 4, of which 1 does.
    """
    found = score.quotes(CLAIMS, "dev")
    assert found["n"] == 10
    assert found["confusion"] == [[2, 0, 0], [0, 1, 1], [1, 3, 2]]
    assert found["macro_f1"].value == pytest.approx(71 / 135)
    assert (found["printed_supports"]["n"], found["printed_supports"]["right"].value) == (3, pytest.approx(2 / 3))
    assert (found["printed_refutes"]["n"], found["printed_refutes"]["right"].value) == (4, 0.25)


SENTENCES = [
    {"gold": "supported", "verdicts": ["supported"]},
    {"gold": "supported", "verdicts": ["weak"]},
    {"gold": "supported", "verdicts": ["supported", "not_found"]},  # one claim of it is enough
    {"gold": "supported", "verdicts": ["contradicted", "weak"]},
    {"gold": "supported", "verdicts": []},  # nothing in it was checked
    {"gold": "contradicted", "verdicts": ["contradicted"]},
    {"gold": "contradicted", "verdicts": ["supported"]},
    {"gold": "not_found", "verdicts": ["not_found"]},
    {"gold": "not_found", "verdicts": ["contradicted"]},  # flagged, though as something else
    {"gold": "not_found", "verdicts": ["weak"]},
]


def test_the_figures_of_answers() -> None:
    """Flagged are 2 of 5 right sentences, 1 of 2 contradicted, 2 of 3 not found, and so 3 of 5 wrong ones."""
    found = score.answers(SENTENCES, "dev")
    assert (found["n"], found["unchecked"]) == (10, 1)
    assert {group: (found[group]["n"], found[group]["flagged"].value) for group in ("right", "wrong", "contradicted", "not_found")} == {
        "right": (5, 0.4),
        "wrong": (5, 0.6),
        "contradicted": (2, 0.5),
        "not_found": (3, pytest.approx(2 / 3)),
    }


def test_where_nothing_was_decided_judged_or_asked_the_figures_are_there_and_say_so() -> None:
    undecided = [line("date", S, N, 0.3)]
    claims, quotes, answers = score.claims(undecided, "dev"), score.quotes(undecided, "dev"), score.answers([], "dev")
    assert (claims["decided"].value, claims["order"], claims["sure"]) == (0.0, 0.5, {"right": None, "wrong": None})
    assert (quotes["n"], quotes["macro_f1"].value, quotes["printed_refutes"]["n"]) == (0, 0.0, 0)
    assert (answers["n"], answers["wrong"]["n"]) == (0, 0)


def figures() -> dict[str, Any]:
    """Of a set, all that was worked above."""
    return {"claims": score.claims(CLAIMS, "dev"), "quotes": score.quotes(CLAIMS, "dev"), "answers": score.answers(SENTENCES, "dev")}


def test_the_page_has_the_figures() -> None:
    """In percent, as worked above, in the cells where they belong."""
    made = plain({"sets": {"dev": figures()}})
    text = "\n".join(page.parts(made))
    rows = [[cell.split(" [")[0].strip() for cell in one.split("|")[1:-1]] for one in text.splitlines()]  # without the intervals
    assert ["dev", "6", "66.7", "50.0", "75", "0.75", "0.60"] in rows
    assert ["dev", "10", "52.6", "3", "66.7", "4", "25.0"] in rows
    assert ["dev", "5", "40.0", "5", "60.0", "50.0", "66.7"] in rows
    assert ["number", "4", "2", "1"] in rows
    assert set(page.pictures(made)) == {"dev-claims.svg", "dev-quotes.svg"}
    assert all(f"pictures/{name}" in text for name in page.pictures(made))


def test_the_line_for_the_log_has_the_main_figures() -> None:
    assert score.headline(figures()) == (
        "right when decided 0.50 at decided 0.67; quotes macro-F1 0.53, printed as refuting 4 of which right 0.25; "
        "flagged wrong 0.60, right 0.40"
    )


# The files, and a whole run.


def write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """A file of a pack that is not packed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def test_a_file_that_is_not_packed_is_read_as_it_is(tmp_path: Path) -> None:
    rows = [{"id": "a", "claim": "Żubrówka costs 5 €."}, {"id": "b"}]
    write(tmp_path / "field/dev/claims.jsonl", rows)
    found = pack.unguarded(tmp_path, "field/dev/claims.jsonl")
    assert found.rows == tuple(rows)
    assert found.sha256 == sha256((tmp_path / "field/dev/claims.jsonl").read_bytes()).hexdigest()


def test_the_engine_takes_publishers_as_the_set_rates_them(tmp_path: Path) -> None:
    (tmp_path / "publishers.csv").write_text("domain,credibility,tier\na.example,0.95,A\nb.example,0.2,D\n", "utf-8")
    rated = suite.publishers(tmp_path / "publishers.csv")
    assert rated == {"a.example": Source("a.example", 0.95, Tier.A), "b.example": Source("b.example", 0.2, Tier.D)}
    held = suite.documents([{"url": f"https://{one}", "title": "Lake", "text": SENTENCE, "published": "2026-01-01"} for one in rated])
    engine = asyncio.run(suite.engine(FieldSet(held, rated, (), ()), models.engine(None, None), Dials()))
    words = next(one for one in engine.tools.finders if isinstance(one, MemoryFinder))
    found = asyncio.run(words.find(Query(SENTENCE, "claim", DAY), 5))
    assert {one.evidence.source for one in found} == set(rated.values())


BRIDGE, TUNNEL = "https://a.example/sarn-bridge", "https://b.example/kestle-tunnel"
OPENED, LONG = "The Sarn Bridge was opened in 1974.", "The Sarn Bridge is 412 metres long."
CLOSED = "The Kestle Tunnel was closed by a rockfall."


def row(name: str, text: str, gold: str, kind: str, *sentences: str) -> dict[str, Any]:
    """A claim of a set, settled by these sentences about the bridge."""
    return {"id": name, "claim": text, "gold": gold, "kind": kind, "settles": [{"url": BRIDGE, "sentence": one} for one in sentences]}


QUESTION = row("f3", "Is the Kestle Tunnel open?", N, "state_change")  # is refused
ANSWER = {
    "id": "q",
    "question": "What of the roads?",
    "documents": [BRIDGE, TUNNEL],
    "sentences": [{"text": OPENED, "gold": "supported"}, {"text": "The Kestle Tunnel has four lanes.", "gold": "not_found"}],
}


def make_pack(root: Path, half: str, claims: Sequence[Mapping[str, Any]], answers: Sequence[Mapping[str, Any]]) -> None:
    """A pack of two documents in `root/data`, and an empty log of openings beside it."""
    held = [
        {"url": BRIDGE, "published": "2020-05-01", "title": "Sarn Bridge", "text": f"{LONG} {OPENED}"},
        {"url": TUNNEL, "published": "2021-05-01", "title": "Kestle Tunnel", "text": f"{CLOSED} Drivers take the old road over the pass."},
    ]
    for name, rows in (("documents", held), ("claims", claims), ("answers", answers)):
        write(root / "data/field" / half / f"{name}.jsonl", rows)
    (root / "data/field/publishers.csv").write_text("domain,credibility,tier\na.example,0.95,A\nb.example,0.9,B\n", "utf-8")
    (root / "openings.md").write_text(EMPTY_LOG, "utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack whose held-out half has three claims and one answer."""
    root = tmp_path_factory.mktemp("field")
    claims = [
        row("f1", "The Sarn Bridge opened in 1974.", S, "date", OPENED),
        row("f2", "The Sarn Bridge is 300 metres long.", R, "number", LONG),
        QUESTION,
    ]
    make_pack(root, "test", claims, [ANSWER])
    return root


@pytest.fixture(scope="module")
def finished(folder: Path) -> Finished:
    """A run of the held-out half with the shipped models."""
    wish = Wish("field", "test", out=folder / "run", reason="the suite is tried", openings=folder / "openings.md", data=folder / "data")
    return asyncio.run(start.measure(wish, Silent()))


def rows_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(one) for one in path.read_text("utf-8").splitlines()]


def test_every_claim_and_every_sentence_of_a_run_is_counted(finished: Finished) -> None:
    found = finished.report["sets"]["test"]
    assert (found["n"], found["claims"]["n"], found["answers"]["n"]) == (3, 3, 2)
    assert found["claims"]["outcomes"] == {"completed_from_cache": 1, "completed": 1, "refused": 1}
    assert sum(map(sum, found["claims"]["confusion"])) == 3
    assert found["quotes"]["n"] == sum(map(sum, found["quotes"]["confusion"])) > 0
    assert (found["answers"]["right"]["n"], found["answers"]["wrong"]["n"], found["answers"]["unchecked"]) == (1, 1, 0)
    assert set(found["claims"]["kinds"]) == {"date", "number", "state_change"}


def test_a_run_writes_down_what_was_said_of_each(finished: Finished, folder: Path) -> None:
    claims, answers = (rows_in(folder / "run/rows" / f"test-{name}.jsonl") for name in ("claims", "answers"))
    assert [(one["id"], one["outcome"]) for one in claims] == [("f1", "completed_from_cache"), ("f2", "completed"), ("f3", "refused")]
    assert {one["verdict"] for one in claims} <= set(score.VERDICTS)
    for one, sentence, side in ((claims[0], OPENED, "supports"), (claims[1], LONG, "refutes")):
        for quote in one["quotes"]:
            assert quote["gold"] == (side if sentence in quote["quote"] or quote["quote"] in sentence else "neutral")
    assert {quote["url"] for one in claims for quote in one["quotes"]} <= {BRIDGE, TUNNEL}
    assert [(one["id"], one["gold"]) for one in answers] == [("q.1", "supported"), ("q.2", "not_found")]
    assert all(one["verdicts"] and set(one["verdicts"]) <= set(Support) for one in answers)


def test_the_report_says_what_a_run_was_made_of(finished: Finished, folder: Path) -> None:
    manifest = finished.report["manifest"]
    assert [(one["file"], one["rows"], one["used"], one["split"]) for one in manifest["inputs"]] == [
        ("field/test/claims.jsonl", 3, 3, "held out"),
        ("field/test/documents.jsonl", 2, 2, "held out"),
        ("field/test/answers.jsonl", 1, 1, "held out"),
    ]
    assert set(manifest["models"]) == {"embedder", "judge", "relevance"}
    assert "# Evaluation: field" in finished.page.read_text("utf-8")
    assert (folder / "run/pictures/test-claims.svg").is_file()
    assert json.loads((folder / "run/report.json").read_text("utf-8")) == finished.report


def test_opening_the_held_out_half_is_logged_with_its_figures(finished: Finished, folder: Path) -> None:
    rows = [one for one in (folder / "openings.md").read_text("utf-8").splitlines() if "field/" in one]
    model = finished.report["manifest"]["models"]["judge"].removeprefix("sha256:")[:12]
    assert len(rows) == 1
    assert "| `field/test/claims.jsonl` | the suite is tried | right when decided" in rows[0]
    assert rows[0].endswith(f"(model {model}) |")


def test_the_held_out_half_is_not_opened_without_a_reason(folder: Path, tmp_path: Path) -> None:
    wish = Wish("field", "test", out=tmp_path, openings=folder / "openings.md", data=folder / "data")
    with pytest.raises(InputError, match=r"field/test/claims\.jsonl is held out"):
        asyncio.run(start.measure(wish, Silent()))
    assert list(tmp_path.iterdir()) == []


def test_a_run_with_a_limit_takes_so_many_claims_and_answers(tmp_path: Path) -> None:
    """Both claims are questions, which are refused: no quote is judged, and there is a report all the same. Nothing is logged."""
    asked = [{**ANSWER, "id": name} for name in ("q", "r")]
    make_pack(tmp_path, "dev", [QUESTION, {**QUESTION, "id": "f4"}], asked)
    watch, chosen = Silent(), plan(tmp_path, pack.choose("field", "dev"), limit=1)
    found = asyncio.run(field_run.fields(chosen, models.engine(None, None), watch))
    assert found["sets"]["dev"]["claims"]["outcomes"] == {"refused": 1}
    assert (found["sets"]["dev"]["quotes"]["n"], found["sets"]["dev"]["answers"]["n"]) == (0, 2)
    assert watch.done == {"dev claims": 1, "dev answers": 1}
    assert [(one["rows"], one["used"]) for one in found["manifest"]["inputs"]] == [(2, 1), (2, 2), (2, 1)]
    assert report.write(found, chosen.out).is_file()
    assert (tmp_path / "openings.md").read_text("utf-8") == EMPTY_LOG
