"""Forms of verbs from their base."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracious.rules.reading import verbs
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.verbs import Form, Verb


@pytest.mark.parametrize(
    ("base", "third", "past", "ing"),
    [
        ("work", "works", "worked", "working"),
        ("love", "loves", "loved", "loving"),
        ("carry", "carries", "carried", "carrying"),
        ("play", "plays", "played", "playing"),
        ("pass", "passes", "passed", "passing"),
        ("fix", "fixes", "fixed", "fixing"),
        ("watch", "watches", "watched", "watching"),
        ("push", "pushes", "pushed", "pushing"),
        ("buzz", "buzzes", "buzzed", "buzzing"),
        ("veto", "vetoes", "vetoed", "vetoing"),
        ("tie", "ties", "tied", "tying"),
        ("agree", "agrees", "agreed", "agreeing"),
        ("dye", "dyes", "dyed", "dyeing"),
    ],
)
def test_a_regular_verb_is_spelled_by_its_ending(base: str, third: str, past: str, ing: str) -> None:
    assert (verbs.third(base), verbs.past(base, doubles=False), verbs.ing(base, doubles=False)) == (third, past, ing)


def test_a_doubling_verb_doubles_its_last_letter() -> None:
    assert verbs.past("stop", doubles=True) == "stopped"
    assert verbs.ing("stop", doubles=True) == "stopping"


def test_a_doubling_verb_is_known_in_both_spellings() -> None:
    """Cancelled in London, canceled in New York."""
    found = verbs.forms("cancel\n", "", "cancel\n")
    assert found["cancelled"] == found["canceled"] == Verb("cancel", frozenset({Form.PAST, Form.PARTICIPLE}))
    assert found["cancelling"] == found["canceling"] == Verb("cancel", frozenset({Form.ING}))
    assert "walkked" not in verbs.forms("walk\n", "", "cancel\n")


def test_a_spelling_of_two_verbs_has_the_forms_of_both() -> None:
    """ "Found" is the base of one verb and the past of another; the irregular one gives the base."""
    found = verbs.forms("found\n", "find\tfound\tfound\tfinds\tfinding\n", "")
    assert found["found"] == Verb("find", frozenset({Form.BASE, Form.PAST, Form.PARTICIPLE}))
    assert found["founded"].base == "found"


def test_variants_of_an_irregular_verb_are_all_known() -> None:
    found = verbs.forms("", "bear\tbore\tborne/born\tbears\tbearing\n", "")
    assert found["borne"] == found["born"] == Verb("bear", frozenset({Form.PARTICIPLE}))
    assert found["bore"] == Verb("bear", frozenset({Form.PAST}))


def test_comments_and_blank_lines_are_no_verbs() -> None:
    assert set(verbs.forms("# A comment.\n\nwalk\n", "# Another.\n", "")) == {"walk", "walks", "walked", "walking"}


def test_an_irregular_verb_without_all_its_forms_is_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        verbs.forms("", "find\tfound\tfound\n", "")


@pytest.mark.parametrize(
    ("word", "base", "form"),
    [
        ("went", "go", Form.PAST),
        ("written", "write", Form.PARTICIPLE),
        ("dies", "die", Form.THIRD),
        ("lying", "lie", Form.ING),
        ("banned", "ban", Form.PAST),
        ("panicked", "panic", Form.PAST),
        ("sets", "set", Form.THIRD),
        ("discover", "discover", Form.BASE),
    ],
)
def test_the_shipped_lists_know_common_verbs(word: str, base: str, form: Form, lexicon: Lexicon) -> None:
    assert lexicon.verbs[word].base == base
    assert form in lexicon.verbs[word].forms


@pytest.mark.parametrize("word", ["paris", "quickly", "the", "xyzzy"])
def test_what_is_no_verb_is_not_listed(word: str, lexicon: Lexicon) -> None:
    assert word not in lexicon.verbs


@given(st.from_regex(r"[a-z]{3,10}", fullmatch=True))
def test_every_regular_verb_has_five_forms(base: str) -> None:
    """Whatever its letters: itself, -s, -ed twice, -ing, all known and all leading back to it."""
    found = verbs.forms(base, "", "")
    by_form = {form: word for word, verb in found.items() for form in verb.forms}
    assert set(by_form) == set(Form)
    assert by_form[Form.BASE] == base
    assert by_form[Form.THIRD].endswith("s")
    assert by_form[Form.PAST].endswith("ed")
    assert by_form[Form.PARTICIPLE] == by_form[Form.PAST]
    assert by_form[Form.ING].endswith("ing")
    assert {verb.base for verb in found.values()} == {base}
