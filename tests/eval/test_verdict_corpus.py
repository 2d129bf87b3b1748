"""A benchmark's corpus as documents."""

from datetime import date

from veracious.domain.span import Span
from veracious.domain.verdict import Verdict
from veracious.eval.verdict import corpus

ROWS = [
    {"doc_id": "7", "title": "Lake Baikal", "sentences": ["It is deep.", "It freezes.", ""]},
    {"doc_id": "8", "title": "", "sentences": [""]},
    {"doc_id": "9", "title": "A title alone", "sentences": []},
]


def test_each_document_is_of_a_publisher_of_its_own() -> None:
    found = corpus.of_documents(ROWS)
    assert [one.id for one in found.documents] == ["7", "9"]  # one that says nothing is left out
    assert len({one.snapshot.source.domain for one in found.documents}) == 2
    assert {one.snapshot.source.credibility for one in found.documents} == {corpus.CREDIBILITY}
    assert found.documents[1].snapshot.text == "A title alone"
    assert found.by_domain[found.documents[0].snapshot.source.domain].id == "7"


def test_a_span_is_found_in_its_sentences() -> None:
    (document, _) = corpus.of_documents(ROWS).documents
    text = document.snapshot.text
    assert [one.of(text) for one in document.sentences] == ["It is deep.", "It freezes.", ""]
    assert document.within(Span(0, 4)) == (0,)
    assert document.within(Span(4, len("It is deep. It"))) == (0, 1)
    assert document.within(Span(12, 13)) == (1,)


def test_answers_are_documents_under_their_question() -> None:
    answer = {"answer": "Yes", "answer_type": "Boolean", "explanation": "The register says so."}
    row = {"questions": [{"question": "Is it open?", "answers": [answer, {"answer": "Since May.", "answer_type": "Extractive"}]}]}
    found = corpus.of_answers([row, row])
    assert [one.snapshot.text for one in found.documents] == ["Yes. The register says so.", "Since May."]  # the same ones once
    assert {one.snapshot.title for one in found.documents} == {"Is it open?"}


def test_claims_have_a_date_and_their_gold() -> None:
    dated = {"claim": "It is open.", "label": "refuted", "claim_date": "2020-10-31"}
    bare = {"claim": "It is deep.", "label": "supported", "gold": [{"doc_id": 7, "sentences": [0, 1], "stance": "supports"}]}
    sets = {**bare, "gold": [{"doc_id": 7, "sentences": [0, 1], "stance": "supports", "rationales": [[0], [1]]}]}
    first, second, third = corpus.asked({"a": dated, "b": bare, "c": sets})
    assert (first.label, first.as_of, first.gold) == (Verdict.REFUTED, date(2020, 10, 31), ())
    assert (second.as_of, second.gold) == (corpus.AS_OF, (corpus.Gold("7", "supports", (frozenset({0, 1}),)),))
    assert third.gold[0].rationales == (frozenset({0}), frozenset({1}))
