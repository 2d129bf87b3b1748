"""The text of an answer: composed by code, marked by code, and its ledger always of exactly that text."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.ledger.test_revision import entry
from tests.rules.reading.given import ANY_TEXT, LEXICON, PROSE
from tests.worked import works
from veracious.domain.evidence import Evidence, Passage, Pooled, Source, Triple
from veracious.domain.language import Flaw, Objection
from veracious.domain.ledger import AnswerClaim, Danger, Ledger, Severity, Support
from veracious.domain.report import ExplanationSentence
from veracious.domain.span import Span
from veracious.rules.dials import Dials
from veracious.rules.ledger import compose, gates
from veracious.rules.ledger.compose import AskDials, Composed, Draft
from veracious.rules.ledger.gates import AnswerGateDials, Warned
from veracious.rules.ledger.levels import LevelDials
from veracious.rules.reading import answers
from veracious.rules.reading.answers import Answer
from veracious.rules.reading.sentences import SentenceDials

DAY = date(2026, 1, 15)
DIALS = Dials()
MEANS = answers.AnswerContext(LEXICON, DIALS.reading, DIALS.kinds, DIALS.ledger.answers)
WARNED = Warned(DAY, AnswerGateDials(), LevelDials())
ONE, TWO = "sha256:" + "a1" * 32, "sha256:" + "b2" * 32
NAMES = {ONE: "a1a1a1a1a1a1", TWO: "b2b2b2b2b2b2"}
S, C, N = Support.SUPPORTED, Support.CONTRADICTED, Support.NOT_FOUND


def composed(*said: ExplanationSentence) -> Composed:
    return compose.compose(said, NAMES, SentenceDials())


def read(text: str) -> Answer:
    return answers.read(text, "", MEANS)


def claims_of(made: Composed) -> Answer:
    return compose.read(made, read)


def draft(text: str, *verdicts: Support) -> Draft:
    """The claims of a text in order, with these verdicts."""
    claims = read(text).claims
    entries = [replace(entry(verdict), claim=claim) for claim, verdict in zip(claims, verdicts, strict=True)]
    return Draft(text, gates.ledger(entries, (), (), WARNED))


# Passages.


def piece(name: str, at: int = 0, published: date | None = None, triple: bool = False) -> Pooled:
    passage = Passage("page", Span(at, at + 4), "Fee.")
    fact = Triple("A", "is", "B", passage) if triple else None
    return Pooled(Evidence(name, passage, Source("a.example"), published=published, triple=fact), 0.1, 0.0, ("text",))


def chosen(*pool: Pooled, dials: AskDials = AskDials()) -> list[str]:  # noqa: B008
    return [one.id for one in compose.choose(pool, DAY, dials)]


@works("ledger.compose.choose")
def test_the_best_passages_are_chosen_in_order_and_not_too_many() -> None:
    pool = [piece(f"p{number}", 10 * number) for number in range(20)]
    assert chosen(*pool) == [f"p{number}" for number in range(8)]
    assert chosen(*pool, dials=AskDials(excerpts=2)) == ["p0", "p1"]


@works("ledger.compose.choose")
def test_a_place_is_chosen_once_and_as_the_passage_where_there_is_one() -> None:
    assert chosen(piece("fact", triple=True), piece("other", 10), piece("own"), piece("copy")) == ["own", "other"]
    assert chosen(piece("fact", triple=True)) == ["fact"]


@works("ledger.compose.choose")
def test_what_is_later_than_the_day_is_not_chosen() -> None:
    assert chosen(piece("a", 0, date(2026, 1, 16)), piece("b", 10, DAY), piece("c", 20)) == ["b", "c"]


@works("ledger.compose.named")
@pytest.mark.parametrize(
    ("ids", "names"),
    [
        (["sha256:" + "a1" * 32], ["a1a1a1a1a1a1"]),
        (["sha256:" + "a1" * 32, "sha256:" + "b2" * 32], ["a1a1a1a1a1a1", "b2b2b2b2b2b2"]),
        (["sha256:" + "a1" * 32, "sha256:" + "a1" * 6 + "0" * 52], ["a1" * 32, "a1" * 6 + "0" * 52]),  # two begin alike
    ],
)
def test_the_name_of_a_passage_in_an_anchor(ids: list[str], names: list[str]) -> None:
    pieces = [piece(one, at).evidence for at, one in enumerate(ids)]
    assert list(compose.named(pieces, AskDials()).values()) == names


@works("ledger.compose.put_back")
@pytest.mark.parametrize(
    ("before", "chosen", "back"),
    [
        ("The roof is green.", "The hall is old.", True),  # none of its words is there
        ("The roof of the hall is green.", "The hall is old.", True),  # one of three: hall
        ("The roof of the hall is green.", "The hall has a roof.", False),  # two of three: it was mended
    ],
)
def test_what_stands_there_in_other_words_is_not_put_back(before: str, chosen: str, back: bool) -> None:
    found = compose.put_back(draft(chosen, S), [draft(before, N)], LEXICON, WARNED, AskDials())
    assert (before in found.text) == back


def test_passages_are_named_by_their_first_letters_and_by_all_where_two_begin_alike() -> None:
    pieces = [one.evidence for one in (piece(ONE), piece("a long name of one"), piece("a long name of two"))]
    assert compose.named(pieces, AskDials()) == {
        ONE: "a1a1a1a1a1a1",
        "a long name of one": "a long name of one",
        "a long name of two": "a long name of two",
    }


# Composing.


def test_each_sentence_is_followed_by_an_anchor_for_everything_it_cites() -> None:
    made = composed(ExplanationSentence("The fee is 5 euros. It is due in May.", (ONE,)), ExplanationSentence("Members pay", (TWO, ONE)))
    assert made.text == (
        "The fee is 5 euros. [cite:a1a1a1a1a1a1] It is due in May. [cite:a1a1a1a1a1a1] Members pay. [cite:b2b2b2b2b2b2] [cite:a1a1a1a1a1a1]"
    )
    assert made.as_explanation == (
        ExplanationSentence("The fee is 5 euros.", (ONE,)),
        ExplanationSentence("It is due in May.", (ONE,)),
        ExplanationSentence("Members pay.", (TWO, ONE)),
    )
    assert [claim.citations for claim in claims_of(made).claims] == [("a1a1a1a1a1a1",), ("a1a1a1a1a1a1",), ("b2b2b2b2b2b2", "a1a1a1a1a1a1")]


def test_what_names_no_passage_is_dropped_and_told_and_an_anchor_that_names_one_is_written_anew() -> None:
    (first, second) = composed(
        ExplanationSentence("The fee is 5 euros [cite:feedfacefeed, a1a1a1a1a1a1].", ("sha256:none",)),
        ExplanationSentence(f"It is due [CITE:{TWO}].", ()),
    ).sentences
    assert (first.cited, first.invented) == ((ONE,), ("sha256:none", "feedfacefeed"))
    assert (second.cited, second.invented) == ((TWO,), ())


@pytest.mark.parametrize(
    "texts",
    [
        ["The fee [ci\u200bte:feedfacefeed] is due."],
        ["The fee is due [cite:feedfacefeed", "] Members pay."],
        ["The fee [cite:[cite:feedfacefeed]feedfacefeed] is due."],
        ["The fee [CITE:\nfeedfacefeed] is due."],
        ["The fee [ci[cite:x]te:feedfacefeed] is due."],
        ["The fee [cite:\n# feedfacefeed] is due."],
    ],
)
@pytest.mark.parametrize("cited", [(), (ONE,)])
def test_no_trick_leaves_an_anchor_in_the_text_that_was_not_written_by_code(texts: list[str], cited: tuple[str, ...]) -> None:
    made = composed(*(ExplanationSentence(text, cited) for text in texts))
    assert set(answers.ANCHOR.findall(made.text)) == {NAMES[one] for one in cited}
    assert all("fee" in made.text and not claim.citations[len(cited) :] for claim in claims_of(made).claims)


@pytest.mark.parametrize("bare", ["a", "a1a1", "a1a1a1a1a1a1ffff", "sha256:"])
def test_an_anchor_that_names_a_passage_only_nearly_is_made_up(bare: str) -> None:
    (sentence,) = composed(ExplanationSentence(f"The fee is due [cite:{bare}].", ())).sentences
    assert (sentence.cited, sentence.invented) == ((), (bare,))


@pytest.mark.parametrize(
    "text",
    [
        "# The fee is due",
        "```\nThe fee is due\n```",
        "> * The fee is due:",
        "1. The fee is due;",
        "The fee\nis\tdue",
        "- The fee\u200b is due —",
    ],
)
def test_marks_at_the_head_and_an_open_end_are_taken_off(text: str) -> None:
    assert composed(ExplanationSentence(text, ())).text == "The fee is due."


def test_a_minus_is_no_mark() -> None:
    assert composed(ExplanationSentence("-5 degrees were measured.", ())).text == "-5 degrees were measured."


def test_the_items_of_a_list_are_sentences_of_their_own() -> None:
    made = composed(ExplanationSentence("Fees:\n1. Cards cost 5 euros\n2. Copies are\nfree.\n\nMembers pay in May", (ONE,)))
    assert [one.text for one in made.sentences] == ["Fees.", "Cards cost 5 euros.", "Copies are free.", "Members pay in May."]


def test_the_claims_of_a_text_stand_where_they_are_read_and_cite_what_stands_behind_them() -> None:
    """The splitter takes "May." for an abbreviation where a sentence follows; between two of a writer's sentences nothing is guessed."""
    made = composed(
        ExplanationSentence("It is due in May.", (ONE,)),
        ExplanationSentence("Members pay. # They sign forms.", (ONE,)),
        ExplanationSentence("Why?", ()),
        ExplanationSentence("The card is **blue**.", (TWO,)),
    )
    found = claims_of(made)
    assert [(one.span.of(made.text), one.citations) for one in found.claims] == [
        ("It is due in May.", ("a1a1a1a1a1a1",)),
        ("Members pay.", ("a1a1a1a1a1a1",)),
        ("They sign forms.", ("a1a1a1a1a1a1",)),
        ("The card is **blue**.", ("b2b2b2b2b2b2",)),
    ]
    assert [span.of(made.text) for span in found.passed_over] == ["Why?"]
    assert len(found.plain) == len(made.text)
    assert found.claims[3].span.of(found.plain).split() == ["The", "card", "is", "blue", "."]


def test_nothing_said_is_no_sentence() -> None:
    assert composed(
        ExplanationSentence(" \n", (ONE,)), ExplanationSentence("[cite:feedfacefeed]", ()), ExplanationSentence("...", ())
    ) == Composed("", ())


@given(st.lists(st.tuples(ANY_TEXT | PROSE, st.lists(st.sampled_from([ONE, TWO, "other"]), max_size=3)), max_size=4))
def test_whatever_is_said_the_text_cites_what_was_given_and_nothing_else(said: list[tuple[str, list[str]]]) -> None:
    """And each sentence stands where its span says, and the text can be written down."""
    made = composed(*(ExplanationSentence(text, tuple(cited)) for text, cited in said))
    made.text.encode()
    assert set(answers.ANCHOR.findall(made.text)) <= set(NAMES.values())
    assert {name for claim in claims_of(made).claims for name in claim.citations} <= set(NAMES.values())
    assert all(one.span.of(made.text) == one.text for one in made.sentences)
    assert "\n" not in made.text


@given(PROSE, st.sampled_from(["", "# ", "## ", "> ", "- ", "* ", "```", "~~~ ", "1. ", "| ", "<", "\u200b"]))
def test_no_mark_before_a_sentence_keeps_it_from_being_read(text: str, mark: str) -> None:
    """What is read of a sentence after another does not depend on how it is dressed."""
    plain, dressed = (claims_of(composed(ExplanationSentence(f"{one}{text}", ()))) for one in ("", mark))
    assert len(dressed.claims) + len(dressed.passed_over) >= len(plain.claims)


# The skeptic, citations that were made up, and no answer.


def test_a_doubt_names_its_sentence_and_one_of_no_sentence_says_nothing() -> None:
    made = composed(ExplanationSentence("The fee is due.", (ONE,)))
    objections = [Objection(0, Flaw.OVERSTATED, "Not always."), Objection(7, Flaw.UNCITED, "No."), Objection(-1, Flaw.UNCITED, "No.")]
    assert compose.doubts(made, objections) == ('This sentence may say more than the passages do: "The fee is due." Not always.',)


def test_a_citation_that_was_made_up_is_told_of_its_claim_alone() -> None:
    made = composed(ExplanationSentence("The fee is due.", (ONE, "none")), ExplanationSentence("Members pay.", (TWO,)))
    before = draft(made.text, S, S).ledger
    after = compose.blamed(before, made, WARNED)
    assert [one.invalid for one in after.entries] == [("none",), ()]
    assert [(flag.type, flag.claim) for flag in after.risk_flags] == [(Danger.INVALID_CITATION, 0)]
    assert compose.blamed(before, composed(ExplanationSentence("The fee is due.", (ONE,))), WARNED) is before


def test_no_answer_has_no_coverage_and_a_flag() -> None:
    """Seed D §8.1."""
    found = compose.nothing(compose.NO_MATCH)
    assert (found.entries, found.summary.total_claims, found.summary.evidence_coverage) == ((), 0, 0.0)
    (flag,) = found.risk_flags
    assert (flag.type, flag.severity, flag.description) == (Danger.NO_EVIDENCE, Severity.HIGH, "No documents matched the query")


# At the end.


def test_a_mark_stands_before_the_end_of_its_sentence_and_everything_behind_it_moves() -> None:
    text = "The fee is 5 euros. [cite:a1a1a1a1a1a1] Members pay “twice.” The card is blue."
    made = compose.mark(draft(text, N, C, S))
    assert made.text == (
        "The fee is 5 euros (not found in the documents). [cite:a1a1a1a1a1a1] "
        "Members pay “twice (contradicted by the documents).” The card is blue."
    )
    assert [one.claim.span.of(made.text) for one in made.ledger.entries] == [
        "The fee is 5 euros (not found in the documents).",
        "Members pay “twice (contradicted by the documents).”",
        "The card is blue.",
    ]


def test_what_carries_its_mark_already_is_not_marked_again() -> None:
    text = "The fee is 5 euros (not found in the documents)."
    assert compose.mark(draft(text, N)).text == text


def test_a_claim_that_the_judge_could_not_read_says_that_it_was_not_checked() -> None:
    (claim,) = read("The fee is 5 euros.").claims
    ledger = Ledger((), gates.summarise((), (claim,), AnswerGateDials()), (), (Span(0, 3),), (claim,))
    made = compose.mark(Draft("The fee is 5 euros.", ledger))
    assert made.text == "The fee is 5 euros (not checked)."
    assert made.ledger.unread[0].span == Span(0, len(made.text))
    assert made.ledger.passed_over == (Span(0, 3),)


@given(st.lists(st.tuples(PROSE, st.sampled_from([S, C, N])), min_size=1, max_size=4))
def test_without_its_marks_the_text_is_what_it_was(said: list[tuple[str, Support]]) -> None:
    made = composed(*(ExplanationSentence(text, (ONE,)) for text, _ in said))
    claims = read(made.text).claims
    verdicts = [said[number % len(said)][1] for number in range(len(claims))]
    marked = compose.mark(draft(made.text, *verdicts))
    bare = marked.text
    for mark in compose.MARKS.values():
        bare = bare.replace(mark, "")
    assert bare == made.text
    for one, claim in zip(marked.ledger.entries, claims, strict=True):
        assert one.claim.span.of(marked.text).replace(compose.MARKS.get(one.verdict, "\0"), "") == claim.span.of(made.text)


def test_a_draft_gets_back_what_was_taken_out_and_not_what_was_mended() -> None:
    before = draft("The fee is 5 euros. Ships sail to the moon. [cite:a1a1a1a1a1a1] The card is blue.", N, N, C)
    after = draft("The fee is 7 euros.", S)
    made = compose.put_back(after, [before, before], LEXICON, WARNED, AskDials())
    assert made.text == "The fee is 7 euros. Ships sail to the moon. [cite:a1a1a1a1a1a1]"
    assert [one.claim.span.of(made.text) for one in made.ledger.entries] == ["The fee is 7 euros.", "Ships sail to the moon."]
    assert made.ledger.summary == gates.summarise(made.ledger.entries, (), AnswerGateDials())
    assert compose.put_back(after, [after], LEXICON, WARNED, AskDials()) is after


def test_what_is_put_back_to_no_answer_leaves_its_flag() -> None:
    empty = Draft(compose.NOTHING, compose.nothing(compose.NO_ANSWER))
    made = compose.put_back(empty, [draft("Ships sail to 3 moons.", N)], LEXICON, WARNED, AskDials())
    assert made.text == f"{compose.NOTHING} Ships sail to 3 moons."
    assert made.ledger.risk_flags[0].description == compose.NO_ANSWER
    claim: AnswerClaim = made.ledger.entries[0].claim
    assert claim.span.of(made.text) == "Ships sail to 3 moons."
