"""What kind of statement a sentence of an answer is, and how much rests on it (source document D §3.4 and §3.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.reading.given import LEXICON
from veracious.domain.claim import Importance, Kind, Trait
from veracious.rules.reading import intake, kinds
from veracious.rules.reading.intake import ReadingDials
from veracious.rules.reading.kinds import KindDials, Sentence
from veracious.rules.reading.lexicon import Lexicon

DIALS = KindDials()


def sentence(text: str, lexicon: Lexicon) -> Sentence:
    return Sentence(text, intake.part_of(text, lexicon, ReadingDials()).traits)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.FACT, "The library lies opposite the town hall."),
        (Kind.FACT, "Whales are mammals."),
        (Kind.POLICY, "Every visitor must sign the register."),
        (Kind.POLICY, "Dogs are not allowed in the reading room."),
        (Kind.NUMERIC, "The ticket costs $12."),
        (Kind.NUMERIC, "Turnout was 61 percent."),
        (Kind.NUMERIC, "The library holds two million volumes."),
        (Kind.DEFINITION, "A folio is a sheet of paper folded once."),
        (Kind.DEFINITION, "A working day refers to any day but Sunday."),
    ],
)
def test_every_kind_by_its_sentences(kind: Kind, text: str, lexicon: Lexicon) -> None:
    assert kinds.kind(sentence(text, lexicon)) is kind


@pytest.mark.parametrize(
    ("traits", "kind"),
    [
        (set(), Kind.FACT),
        ({Trait.CAUSAL, Trait.TEMPORAL, Trait.RANKING}, Kind.FACT),
        ({Trait.DEFINITION}, Kind.DEFINITION),
        ({Trait.DEFINITION, Trait.POLICY}, Kind.POLICY),
        ({Trait.DEFINITION, Trait.POLICY, Trait.NUMERIC}, Kind.NUMERIC),
        ({Trait.NUMERIC}, Kind.NUMERIC),
    ],
)
def test_numeric_goes_before_policy_and_policy_before_definition(traits: set[Trait], kind: Kind) -> None:
    """A rule that names an amount is checked against evidence by its amount."""
    assert kinds.kind(Sentence("", frozenset(traits))) is kind


@pytest.mark.parametrize(
    ("importance", "text", "question"),
    [
        (Importance.CRITICAL, "The Eiffel Tower is in Paris.", "Where is the Eiffel Tower?"),  # it answers
        (Importance.CRITICAL, "A ticket costs $12.", "Where is the Eiffel Tower?"),  # it states an amount
        (Importance.MATERIAL, "Visitors must leave their bags outside.", "Where is the Eiffel Tower?"),  # a rule
        (Importance.MATERIAL, "It is important that lifts are slow.", "Where is the Eiffel Tower?"),  # marked as important
        (Importance.MINOR, "Gustave Eiffel was an engineer.", "Where is the tall iron tower?"),  # background
        (Importance.MINOR, "A lift is a cabin.", "Where is the Eiffel Tower?"),  # a definition
    ],
)
def test_every_row_of_importance(importance: Importance, text: str, question: str, lexicon: Lexicon) -> None:
    assert kinds.importance(sentence(text, lexicon), question, lexicon, DIALS) is importance


def test_a_sentence_answers_when_it_holds_half_of_what_was_asked(lexicon: Lexicon) -> None:
    """The question asks of river, crosses and Vienna; the sentence holds two of three: 0.67 is enough at 0.5, not at 0.7."""
    danube = Sentence("The Danube crosses Vienna.", frozenset())
    question = "Which river crosses Vienna?"
    assert kinds.importance(danube, question, lexicon, KindDials(answer_overlap=0.5)) is Importance.CRITICAL
    assert kinds.importance(danube, question, lexicon, KindDials(answer_overlap=0.7)) is Importance.MINOR


def test_exactly_half_is_enough(lexicon: Lexicon) -> None:
    """Of river and Vienna the sentence holds one: 1 / 2 = 0.5."""
    assert kinds.importance(Sentence("Vienna is old.", frozenset()), "The river in Vienna?", lexicon, DIALS) is Importance.CRITICAL


@pytest.mark.parametrize("question", ["", "Is it so?", "?"])
def test_a_question_that_asks_of_nothing_is_answered_by_nothing(question: str, lexicon: Lexicon) -> None:
    assert kinds.importance(Sentence("Whales are mammals.", frozenset()), question, lexicon, DIALS) is Importance.MINOR


@given(st.frozensets(st.sampled_from(Trait)))
def test_an_amount_always_counts_most(traits: frozenset[Trait]) -> None:
    """Whatever else is said: numeric is critical, and without it and without a question a rule is material."""
    found = kinds.importance(Sentence("Whales swim.", traits), "", LEXICON, DIALS)
    rest = Importance.MATERIAL if Trait.POLICY in traits else Importance.MINOR
    assert found is (Importance.CRITICAL if Trait.NUMERIC in traits else rest)


def test_a_date_counts_as_a_number() -> None:
    """Dates are among the numeric statements, and so critical."""
    dated = Sentence("The library opened in March.", frozenset(), has_date=True)
    assert kinds.kind(dated) is Kind.NUMERIC
