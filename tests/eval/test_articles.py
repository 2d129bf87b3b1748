"""When a predicted claim matches an annotated one, clause by clause; the counts; the files."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.eval import worlds
from tests.eval.worlds import Silent
from veracious.domain.article import ArticleClaim
from veracious.domain.errors import InputError
from veracious.domain.span import Span
from veracious.eval import articles, start
from veracious.eval.articles import AnnotatedArticle, AnnotatedClaim, Counts
from veracious.eval.start import Wish

FOLDER = Path(__file__).parents[2] / "evals" / "articles"
SENTENCE = "The council closed 12 libraries in Leeds, and opened a museum."
HERE, ELSEWHERE = Span(0, len(SENTENCE)), Span(len(SENTENCE) + 1, len(SENTENCE) + 40)
CLOSED = AnnotatedClaim("The council closed 12 libraries in Leeds", "event", SENTENCE, HERE)
OPENED = AnnotatedClaim("The council opened a museum", "event", SENTENCE, HERE)


def predicted(text: str, span: Span = HERE) -> ArticleClaim:
    return ArticleClaim("c1", text, span)


def matches(annotated: AnnotatedClaim, text: str, span: Span = HERE) -> bool:
    return bool(articles.match([annotated], [predicted(text, span)]).pairs)


def article(id: str, kind: str, claims: Sequence[AnnotatedClaim]) -> AnnotatedArticle:
    return AnnotatedArticle(id, kind, SENTENCE, tuple(claims))


def test_the_words_of_both_make_the_f1() -> None:
    """Annotated: council close 12 library Leeds (5). Predicted: council close 12 library (4), all shared. F1 = 2 × 4 / 9."""
    assert articles.word_f1(CLOSED, predicted("The council is closing 12 of its libraries.")) == pytest.approx(8 / 9)
    assert matches(CLOSED, "The council is closing 12 of its libraries.")


def test_below_the_least_f1_there_is_no_match() -> None:
    """Of 3 words 3 are shared with 7: 6 / 10 = 0.6 is enough. With an eighth word it is 6 / 11."""
    wanted = AnnotatedClaim("Storms damaged roofs", "event", SENTENCE, HERE)
    assert matches(wanted, "Storms damaged roofs, windows, cars, fences, trees")
    assert not matches(wanted, "Storms damaged roofs, windows, cars, fences, trees, ships")


def test_the_place_must_overlap_the_sentence() -> None:
    assert matches(CLOSED, CLOSED.text, Span(HERE.end - 1, HERE.end + 30))
    assert not matches(CLOSED, CLOSED.text, Span(HERE.end, HERE.end + 30))
    assert not matches(CLOSED, CLOSED.text, ELSEWHERE)


def test_every_number_must_occur() -> None:
    """More numbers than asked for do no harm."""
    assert not matches(CLOSED, "The council closed libraries in Leeds")
    assert not matches(CLOSED, "The council closed 13 libraries in Leeds")
    assert matches(CLOSED, "The council closed 12 libraries in Leeds in 2023")


def test_a_number_twice_must_occur_twice() -> None:
    """Rates of 6% on both doses: one 6 is not enough."""
    both = "Events occurred in 6% on the drug and 6% on placebo"
    wanted = AnnotatedClaim(both, "measurement", both, HERE)
    assert matches(wanted, both)
    assert not matches(wanted, "Events occurred in 6% on the drug and on placebo")


def test_a_number_that_the_sentence_does_not_hold_is_part_of_a_name() -> None:
    """“The drug” was resolved to CDV-118: 118 is not asked for, 7 is. The words: drug, work, day shared of 5 and 4."""
    wanted = AnnotatedClaim("The drug CDV-118 worked after 7 days", "other", "The drug worked after 7 days.", HERE)
    assert matches(wanted, "The drug worked after 7 days")
    assert not matches(wanted, "The drug CDV-118 worked after days")


def test_negation_must_be_on_both_sides_or_on_none() -> None:
    denied = AnnotatedClaim("The council denied that it closed libraries in Leeds", "quote", SENTENCE, HERE, "the council")
    assert not matches(CLOSED, "The council never closed 12 libraries in Leeds")
    assert not matches(denied, "The council closed libraries in Leeds")
    assert matches(denied, "The council denied closing libraries in Leeds")
    assert matches(denied, "The council has not closed libraries in Leeds")


def test_a_speaker_before_the_words_does_no_harm() -> None:
    """Said: tram late (2). With Ida Moe: 4 of 4, where the words alone give 2 × 2 / 6."""
    said = AnnotatedClaim("The tram is late", "quote", SENTENCE, HERE, "Ida Moe")
    assert articles.word_f1(said, predicted("The tram is late")) == 1
    assert articles.word_f1(said, predicted("Ida Moe said that the tram is late")) == 1
    nobody = AnnotatedClaim("The tram is late", "other", SENTENCE, HERE)
    assert articles.word_f1(nobody, predicted("Ida Moe said that the tram is late")) == pytest.approx(4 / 6)


def test_a_claim_that_joins_two_matches_one() -> None:
    """Joined: council close 12 library Leeds open museum (7). With the first 10 / 12, with the second 6 / 10; the better is taken."""
    found = articles.match([OPENED, CLOSED], [predicted(SENTENCE)])
    assert [pair.annotated for pair in found.pairs] == [CLOSED]
    assert found.pairs[0].f1 == pytest.approx(10 / 12)
    assert found.missed == (OPENED,)
    assert found.spurious == ()


def test_the_highest_f1_comes_first_and_a_claim_matches_once() -> None:
    exact, joined = predicted(CLOSED.text), predicted(SENTENCE)
    found = articles.match([CLOSED, OPENED], [joined, exact])
    assert [(pair.annotated, pair.predicted) for pair in found.pairs] == [(CLOSED, exact), (OPENED, joined)]
    twice = articles.match([CLOSED], [predicted(CLOSED.text), predicted(CLOSED.text)])
    assert (len(twice.pairs), len(twice.spurious)) == (1, 1)


def test_an_optional_claim_counts_for_nothing() -> None:
    maybe = AnnotatedClaim("The council opened a museum", "event", SENTENCE, HERE, optional=True)
    assert articles.match([maybe], []) == articles.Matched((), (), ())
    assert articles.match([maybe], [predicted(maybe.text)]) == articles.Matched((), (), ())


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It isn't 1,200.5 per cent", ["it", "is", "not", "1,200.5", "percent"]),
        ("4% can’t, won't, cannot", ["4", "percent", "can", "not", "will", "not", "can", "not"]),
        ("Ida's 19th-century house", ["ida", "19", "th", "century", "house"]),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert articles.tokens(text) == tokens


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("close closes closed closing", "clos"),
        ("plan plans planned planning", "plan"),
        ("city cities", "city"),
        ("bill bills billed billing", "bil"),
        ("bus buses", "bus"),
        ("crisis", "crisis"),
        ("led", "led"),
        ("ring", "ring"),
    ],
)
def test_stems(words: str, stem: str) -> None:
    assert {articles.stem(word) for word in words.split()} == {stem}


def test_a_prediction_that_says_she_does_not_stand_alone() -> None:
    wanted = AnnotatedClaim("Ida Moe left the board of Nordhaven", "event", SENTENCE, HERE)
    named, unnamed = predicted("Ida Moe left Nordhaven's board"), predicted("She left the board of Nordhaven")
    assert [articles.Pair(wanted, claim, 1).stands_alone for claim in (named, unnamed)] == [True, False]


def test_figures_by_kind_of_article_and_of_claim() -> None:
    """News: 1 of 2 found and 1 spurious. Opinion: nothing annotated, 1 spurious. So recall 1/2, precision 1/3, F1 2/5."""
    figure = AnnotatedClaim("Leeds has 40 libraries", "measurement", "Leeds has 40 libraries.", ELSEWHERE)
    given = [article("a", "news", [CLOSED, figure]), article("b", "opinion", [])]
    made_up = predicted("Whales sing")
    score = articles.score(given, {"a": [predicted(CLOSED.text), made_up], "b": [made_up]})
    assert score.counts == Counts(1, 2, 3)
    assert [score.recall.value, score.precision.value, score.f1.value] == pytest.approx([1 / 2, 1 / 3, 2 / 5])
    assert score.by_article_kind == {"news": Counts(1, 2, 2), "opinion": Counts(0, 0, 1)}
    assert {kind: counts.recall for kind, counts in score.by_claim_kind.items()} == {"event": 1, "measurement": 0}
    assert score.missed == (("a", figure),)
    assert score.spurious == (("a", made_up), ("b", made_up))
    assert score.standing_alone == 1


def test_an_article_without_predictions_misses_everything() -> None:
    score = articles.score([article("a", "news", [CLOSED])], {})
    assert (score.recall.value, score.precision.value, score.f1.value) == (0, 0, 0)


def test_the_annotated_claims_themselves_are_right() -> None:
    """Of the open half: every claim that is not optional matches, and nothing is spurious."""
    given = articles.load(FOLDER / "open.jsonl")
    score = articles.score(given, {one.id: [ArticleClaim("c", c.text, c.span or HERE) for c in one.claims] for one in given})
    assert (score.recall.value, score.precision.value, score.standing_alone) == (1, 1, 1)


@pytest.mark.parametrize("half", ["open"])
def test_the_sentences_cover_the_text(half: str) -> None:
    """Between two sentences there is only white space; there are nine articles of each kind; fewer than a tenth of claims are optional."""
    given = articles.load(FOLDER / f"{half}.jsonl")
    for one in given:
        ends = [0, *(span.end for span in one.sentences)]
        starts = [*(span.start for span in one.sentences), len(one.text)]
        assert all(not one.text[end:start].strip() for end, start in zip(ends, starts, strict=True)), one.id
        assert all(claim.span is not None and claim.span.of(one.text) == claim.sentence for claim in one.claims), one.id
        assert all(bool(claim.speaker) == (claim.kind == "quote") for claim in one.claims), one.id
    kinds = [one.kind for one in given]
    assert {kind: kinds.count(kind) for kind in kinds} == dict.fromkeys(("news", "press_release", "science", "opinion", "live_blog"), 9)
    claims = [claim for one in given for claim in one.claims]
    assert sum(claim.optional for claim in claims) < len(claims) / 10


def test_answers_without_places_are_matched_as_a_whole(tmp_path: Path) -> None:
    """Rows are pairs of a claim and a document, so a claim comes as often as it has documents."""
    rows = [("Ida left. Leeds grew.", "Ida left."), ("Ida left. Leeds grew.", "Ida  left."), ("It rained.", "It rained.")]
    path = tmp_path / "factcheckgpt.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(json.dumps({"response": text, "claim": claim}) for text, claim in rows).encode()))
    first, second = articles.load_factcheckgpt(path)
    assert [[claim.text for claim in one.claims] for one in (first, second)] == [["Ida left."], ["It rained."]]
    assert matches(first.claims[0], "Ida left", Span(500, 510))


# A run.


def world(folder: Path) -> Wish:
    """One article with two claims, beside an empty log."""
    text = "The council closed 12 libraries in Leeds on Monday. Is that wise? Whales sing in Oslo and 3 bells ring."
    claims = [
        {"text": "The council closed 12 libraries in Leeds on Monday", "kind": "event"},
        {"text": "Ida Moe won 5 prizes", "kind": "event"},
    ]
    row: dict[str, object] = {"id": "a", "kind": "news", "title": "Closed", "byline": "", "published": "2024-01-02", "text": text}
    row["sentences"] = [{"text": text[:51], "start": 0, "end": 51, "claims": claims}]
    for name in ("open", "blind"):
        (folder / "articles").mkdir(exist_ok=True)
        (folder / "articles" / f"{name}.jsonl").write_text(json.dumps(row), "utf-8")
    (folder / "openings.md").write_text(worlds.EMPTY_LOG, "utf-8")
    return Wish("articles", out=folder / "run", openings=folder / "openings.md", data=folder)


def test_a_run_reads_the_articles_beside_the_log_and_writes_its_report(tmp_path: Path) -> None:
    """One of two claims is found; what the second sentence states of whales is nowhere annotated."""
    finished = asyncio.run(start.measure(world(tmp_path), Silent()))
    told = finished.report["sets"]["open"]
    assert (told["n"], told["annotated"], told["matched"]) == (1, 2, 1)
    assert told["recall"]["value"] == 0.5
    assert "| open | 1 | 2 |" in finished.page.read_text("utf-8")
    assert (tmp_path / "openings.md").read_text("utf-8") == worlds.EMPTY_LOG


def test_the_blind_half_is_opened_with_a_reason_alone(tmp_path: Path) -> None:
    wish = replace(world(tmp_path), sets="blind")
    with pytest.raises(InputError, match="held out"):
        asyncio.run(start.measure(wish, Silent()))
    asyncio.run(start.measure(replace(wish, reason="the rules are final"), Silent()))
    assert "`articles/blind.jsonl` | the rules are final | n 1, recall 50.0" in (tmp_path / "openings.md").read_text("utf-8")


def test_answers_whose_claims_are_not_all_annotated_bound_the_precision_from_below(tmp_path: Path) -> None:
    wish = replace(world(tmp_path), sets="factcheckgpt", reason="the rules are final")
    answer = "The council closed 12 libraries in Leeds. Leeds has 40 parks."
    worlds.write(tmp_path, "ledger/factcheckgpt.jsonl.gz", [{"response": answer, "claim": "The council closed 12 libraries in Leeds."}])
    finished = asyncio.run(start.measure(wish, Silent()))
    told = finished.report["sets"]["factcheckgpt"]
    assert (told["recall"]["value"], told["precision"]["value"], told["is_complete"]) == (1.0, 0.5, False)
    assert "≥ 50.0" in finished.page.read_text("utf-8")
