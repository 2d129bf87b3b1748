"""One mapping of verdict vocabularies, in one place."""

import pytest

from veracious.domain.errors import InputError
from veracious.domain.ledger import Support
from veracious.domain.verdict import Verdict
from veracious.rules import labels
from veracious.rules.labels import Vocabulary

TABLE = {
    Vocabulary.WORKER: ("TRUE", "FALSE", "MIXED", "UNVERIFIABLE"),
    Vocabulary.FEVER: ("SUPPORTED", "REFUTED", None, "NOT ENOUGH INFO"),
    Vocabulary.NEWS: ("Supported", "Refuted", "Mixed/Disputed", "Not Enough Evidence"),
    Vocabulary.AVERITEC: ("Supported", "Refuted", "Conflicting Evidence/Cherrypicking", "Not Enough Evidence"),
}
ROWS = [(vocabulary, verdict, word) for vocabulary, words in TABLE.items() for verdict, word in zip(Verdict, words, strict=True)]


@pytest.mark.parametrize(("vocabulary", "verdict", "word"), ROWS)
def test_every_cell_of_the_table(vocabulary: Vocabulary, verdict: Verdict, word: str | None) -> None:
    if word is None:
        with pytest.raises(InputError, match="no word for"):
            labels.write(verdict, vocabulary)
    else:
        assert labels.write(verdict, vocabulary) == word
        assert labels.read(word, vocabulary) is verdict
        assert labels.read(f" {word.lower()} ", vocabulary) is verdict


@pytest.mark.parametrize("word", ["", "PROBABLY", "error", "true-ish", "not enough"])
def test_an_unknown_word_is_never_guessed(word: str) -> None:
    for vocabulary in Vocabulary:
        with pytest.raises(InputError):
            labels.read(word, vocabulary)


def test_a_word_of_one_vocabulary_means_nothing_in_another() -> None:
    with pytest.raises(InputError):
        labels.read("TRUE", Vocabulary.FEVER)


def test_a_ledger_s_support_as_a_verdict() -> None:
    """A contradiction refutes, unless the sources contradict each other: then it is mixed."""
    assert labels.of_support(Support.SUPPORTED, conflict=False) is Verdict.SUPPORTED
    assert labels.of_support(Support.WEAK, conflict=False) is Verdict.SUPPORTED
    assert labels.of_support(Support.CONTRADICTED, conflict=False) is Verdict.REFUTED
    assert labels.of_support(Support.CONTRADICTED, conflict=True) is Verdict.MIXED
    assert labels.of_support(Support.NOT_FOUND, conflict=False) is Verdict.NOT_ENOUGH_EVIDENCE
