"""An answer into its claims: what is one, where it stands, what it cites."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as some

from veracious import wiring
from veracious.domain.claim import Importance, Kind
from veracious.rules.dials import Dials
from veracious.rules.reading import answers
from veracious.rules.reading.answers import AnswerContext, AnswerDials, ReferenceAnswerDials

DIALS = Dials()
MEANS = AnswerContext(wiring.lexicon(), DIALS.reading, DIALS.kinds, AnswerDials())
PRINTED = AnswerContext(wiring.lexicon(), DIALS.reading, DIALS.kinds, ReferenceAnswerDials())

PAGE = """# Opening hours

Thank you for your question! The office opens at **9 AM**[1] and closes at 5 PM. [cite:ab12cd]
All requests should be submitted in writing [cite:99, 88].
I think it is nice. You might ask: is it open on Sunday?

- Fee: $150
- Bring your `passport` and a
  recent photograph.
1. Take 500 mg of ibuprofen daily.

```python
print("The sky is green.")
```
See the [travel policy](https://x.example/p) for more. In summary, here is what I found:
However.
The building, which was
finished in 1990, has 12 floors.
| Item | Price |
|------|-------|
| Soup | 12 € |
"""


def claims(text: str, question: str = "", means: AnswerContext = MEANS) -> list[str]:
    return [one.text for one in answers.read(text, question, means).claims]


def test_a_page_is_read_as_its_claims() -> None:
    assert claims(PAGE) == [
        "The office opens at 9 AM and closes at 5 PM.",
        "All requests should be submitted in writing.",
        "Fee: $150",
        "Bring your passport and a recent photograph.",
        "Take 500 mg of ibuprofen daily.",
        "See the travel policy for more.",
        "The building, which was finished in 1990, has 12 floors.",
        "Soup 12 €",
    ]


def test_a_claim_stands_where_its_span_says() -> None:
    found = answers.read(PAGE, "", MEANS)
    assert [one.span.of(PAGE).split()[0] for one in found.claims] == ["The", "All", "Fee:", "Bring", "Take", "See", "The", "Soup"]
    assert all(answers.worded(one.span.of(found.plain)) == one.text for one in found.claims)


@pytest.mark.parametrize(
    "text",
    [
        "Is the office open on Sundays?",
        "I think the office is lovely.",
        "In my view it opens too late.",
        "Thank you for your question!",
        "However.",
        "Imagine that the office were open on Sundays.",
        "Here is what I found:",
        "---",
        "",
    ],
)
def test_what_states_nothing_is_passed_over(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "importance"),
    [
        ("The fee is $150.", Kind.NUMERIC, Importance.CRITICAL),
        ("All requests must be submitted in writing.", Kind.POLICY, Importance.MATERIAL),
        ("A business day refers to Monday through Friday.", Kind.DEFINITION, Importance.MINOR),
        ("The hall has a green roof.", Kind.FACT, Importance.MINOR),
        ("The office opens early on Mondays.", Kind.FACT, Importance.CRITICAL),  # it answers the question
    ],
)
def test_kind_and_importance(text: str, kind: Kind, importance: Importance) -> None:
    (found,) = answers.read(text, "When does the office open?", MEANS).claims
    assert (found.kind, found.importance) == (kind, importance)


def test_where_nobody_knows_what_was_asked_every_claim_counts() -> None:
    text = "The hall has a green roof."
    assert answers.read(text, "", MEANS).claims[0].importance is Importance.MATERIAL
    assert answers.read(text, "", PRINTED).claims[0].importance is Importance.MINOR


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("The fee is $150 [cite:aa11].", [("aa11",)]),
        ("The fee is $150. [cite:aa11] The hall is green.", [("aa11",), ()]),
        ("The fee is $150. [cite:aa11][cite:bb22] The hall is green [cite: cc33 ].", [("aa11", "bb22"), ("cc33",)]),
        ("[cite:aa11] The fee is $150.", [("aa11",)]),
        ("The fee is $150 [cite:aa11, bb22, aa11].", [("aa11", "bb22")]),
        ("The fee is $150 [1].", [()]),
    ],
)
def test_an_anchor_belongs_to_the_sentence_it_stands_in_or_behind(text: str, cited: list[tuple[str, ...]]) -> None:
    assert [one.citations for one in answers.read(text, "", MEANS).claims] == cited


@given(some.text(alphabet="ab .!?\n*_`#-|[]()1:cite~>", max_size=200))
def test_blanking_moves_nothing(text: str) -> None:
    plain = answers.blanked(text)
    assert len(plain) == len(text)
    assert all(new == old or new == " " or (old == "\n" and new == " ") or new in "ab1cite" for old, new in zip(text, plain, strict=True))


@given(some.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    found = answers.read(text, "", MEANS)
    places = sorted((one.start, one.end) for one in (*(claim.span for claim in found.claims), *found.passed_over))
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(places))
