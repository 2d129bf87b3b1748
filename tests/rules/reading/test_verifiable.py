"""Can this claim be looked up and scored: each reason code alone, and the exemptions (source document C)."""

from dataclasses import replace

import pytest

from veracious.domain.claim import Subclaim, Trait
from veracious.rules.reading import intake, verifiable
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.verifiable import Code, TimeAnchor, VerifiableDials

DIALS = VerifiableDials()


def part(text: str, lexicon: Lexicon) -> Subclaim:
    return intake.part_of(text, lexicon, ReadingDials())


def codes(subclaim: Subclaim, lexicon: Lexicon, falsifiable: bool = True, dials: VerifiableDials = DIALS) -> tuple[Code, ...]:
    return verifiable.check(subclaim, falsifiable, lexicon, dials)


@pytest.mark.parametrize(
    "text",
    [
        "Blue whales eat krill.",
        "Napoleon invaded Russia in 1812.",
        "Napoleon invaded Russia after a harvest.",
        "Mount Everest was the highest mountain.",
    ],
)
def test_a_claim_with_terms_and_a_time_is_verifiable(text: str, lexicon: Lexicon) -> None:
    assert codes(part(text, lexicon), lexicon) == ()


def test_no_text(lexicon: Lexicon) -> None:
    """An empty text has no subject and no terms either."""
    blank = Subclaim("  ", frozenset(), ("whales",), (), ())
    expected = (Code.EMPTY_CLAIM_TEXT, Code.MISSING_SUBJECT_ENTITIES)
    assert codes(blank, lexicon, dials=VerifiableDials(seed_terms_at_least=0)) == expected
    assert codes(blank, lexicon) == (*expected, Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS)


def test_nobody_and_nothing_named(lexicon: Lexicon) -> None:
    """Nothing but a pronoun before the verb, and no name behind it."""
    assert codes(part("It eats krill, plankton and shrimps.", lexicon), lexicon) == (Code.MISSING_SUBJECT_ENTITIES,)
    assert codes(part("It eats krill off Antarctica daily.", lexicon), lexicon) == ()


def test_too_few_terms_to_search_by(lexicon: Lexicon) -> None:
    """ "Whales eat it" has two terms; three are needed."""
    whales = part("Whales eat it.", lexicon)
    assert codes(whales, lexicon) == (Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS,)
    assert codes(whales, lexicon, dials=VerifiableDials(seed_terms_at_least=2)) == ()


def test_a_term_said_twice_counts_once(lexicon: Lexicon) -> None:
    assert codes(part("Whales eat whales.", lexicon), lexicon) == (Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS,)


def test_what_cannot_be_shown_wrong(lexicon: Lexicon) -> None:
    assert codes(part("Blue whales eat krill.", lexicon), lexicon, falsifiable=False) == (Code.NOT_FALSIFIABLE,)


def test_something_happened_and_nothing_says_when(lexicon: Lexicon) -> None:
    assert codes(part("Napoleon invaded Russia with soldiers.", lexicon), lexicon) == (Code.UNKNOWN_TIME_ANCHOR,)


def test_all_codes_together_and_in_order(lexicon: Lexicon) -> None:
    """A lone past verb with nothing around it, said to be beyond proof."""
    bare = Subclaim("was", frozenset(), (), (), ())
    assert codes(bare, lexicon, falsifiable=False) == (
        Code.MISSING_SUBJECT_ENTITIES,
        Code.INSUFFICIENT_RETRIEVAL_SEED_TERMS,
        Code.NOT_FALSIFIABLE,
        Code.UNKNOWN_TIME_ANCHOR,
    )
    assert [code for code, _ in verifiable.CHECKS] == list(Code)


@pytest.mark.parametrize("trait", [Trait.QUOTE, Trait.POLICY, Trait.RANKING, Trait.EXISTENCE])
def test_what_was_said_ruled_ranked_or_exists_needs_no_time(trait: Trait, lexicon: Lexicon) -> None:
    napoleon = part("Napoleon invaded Russia with soldiers.", lexicon)
    assert codes(replace(napoleon, traits=frozenset({trait})), lexicon) == ()


@pytest.mark.parametrize("trait", sorted(set(Trait) - verifiable.TIME_EXEMPT - {Trait.TEMPORAL}))
def test_no_other_trait_exempts(trait: Trait, lexicon: Lexicon) -> None:
    napoleon = part("Napoleon invaded Russia with soldiers.", lexicon)
    assert codes(replace(napoleon, traits=frozenset({trait})), lexicon) == (Code.UNKNOWN_TIME_ANCHOR,)


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("Napoleon invaded Russia in 1812.", TimeAnchor.EXPLICIT),
        ("Napoleon invaded Russia on 24 June.", TimeAnchor.EXPLICIT),
        ("Napoleon invaded Russia two years ago.", TimeAnchor.RELATIVE),
        ("Blue whales eat krill.", TimeAnchor.TIMELESS),
        ("Whales are mammals.", TimeAnchor.TIMELESS),
        ("Paper is made from wood.", TimeAnchor.TIMELESS),  # a participle is no past
        ("Napoleon invaded Russia.", TimeAnchor.UNKNOWN),
        ("Napoleon was in Russia.", TimeAnchor.UNKNOWN),
        ("Napoleon had a horse.", TimeAnchor.UNKNOWN),
    ],
)
def test_how_a_claim_is_placed_in_time(text: str, anchor: TimeAnchor, lexicon: Lexicon) -> None:
    assert verifiable.time_anchor(part(text, lexicon), lexicon) is anchor


def test_the_codes_are_those_of_the_source_document() -> None:
    assert [code.value for code in Code] == [
        "empty_claim_text",
        "missing_subject_entities",
        "insufficient_retrieval_seed_terms",
        "not_falsifiable",
        "unknown_time_anchor",
    ]
