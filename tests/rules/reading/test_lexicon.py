"""The word lists that reading rests on."""

from dataclasses import fields
from importlib.resources import files

import pytest

from veracious import wiring
from veracious.domain.errors import LexiconBroken
from veracious.rules.dials import Dials
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon, Phrases, Unit
from veracious.rules.reading.tokens import scan

FILES = {
    entry.name.removesuffix(".txt"): entry.read_text("utf-8")
    for entry in (files("veracious") / "lexicons" / "en").iterdir()
    if entry.name.endswith(".txt")
}
EMPTY = dict.fromkeys(FILES, "# Nothing.\n")  # every list is there, and none is long: quick to build
# Tables that stand in the order of their values, because that is how they are read.
BY_VALUE = {"approximators", "auxiliaries", "magnitudes", "months", "number_words", "units"}


def entries(name: str) -> list[str]:
    """What a list lists, without its comments and values."""
    lines = [line for line in FILES[name].splitlines() if line and not line.startswith("# ")]
    if name == "units":
        return [unit for line in lines for unit in line.split("\t")[3].split()]
    return [line.split("\t")[0] for line in lines]


def repeats(name: str) -> bool:
    return len(set(entries(name))) < len(entries(name))


def test_every_list_says_what_it_lists() -> None:
    """A comment first, then entries, and a line break at the end."""
    assert [name for name, text in FILES.items() if not (text.startswith("# ") and text.endswith("\n") and entries(name))] == []


def test_every_entry_stands_once() -> None:
    twice = {name: sorted({entry for entry in entries(name) if entries(name).count(entry) > 1}) for name in FILES if repeats(name)}
    assert twice == {}


def test_every_entry_is_in_lower_case_and_single_spaced() -> None:
    odd = {name: [entry for entry in entries(name) if entry != " ".join(entry.lower().split())] for name in FILES}
    assert {name: found for name, found in odd.items() if found} == {}


def test_every_plain_list_is_sorted() -> None:
    assert [name for name in sorted(set(FILES) - BY_VALUE) if entries(name) != sorted(entries(name))] == []


def test_a_missing_list_is_named() -> None:
    """Any of them."""
    for name in FILES:
        with pytest.raises(LexiconBroken, match=f"no list '{name}'"):
            lexicons.build({other: text for other, text in EMPTY.items() if other != name})


def test_no_list_is_shipped_that_nobody_reads() -> None:
    verbs = {"verbs_regular", "verbs_irregular", "verbs_doubling"}
    assert set(FILES) - verbs == {field.name for field in fields(Lexicon)} - {"verbs", "digests"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("magnitudes", "million\tmany\n"),
        ("months", "january\n"),
        ("units", "length\t1\tm\n"),
        ("units", "length\tone\t0\tm\n"),
        ("verbs_irregular", "find\tfound\n"),
    ],
)
def test_a_damaged_list_is_broken(name: str, text: str) -> None:
    """And the message says what to do."""
    with pytest.raises(LexiconBroken, match="Reinstall veracious"):
        lexicons.build({**EMPTY, name: text})


def test_every_file_has_a_digest(lexicon: Lexicon) -> None:
    assert set(lexicon.digests) == set(FILES)
    assert all(digest.startswith("sha256:") for digest in lexicon.digests.values())


@pytest.mark.parametrize("name", ["hedges", "units", "verbs_regular"])
def test_a_changed_file_changes_its_digest_and_no_other(name: str, lexicon: Lexicon) -> None:
    """One word more in a list, and the digest of the dials is another too: it can change a verdict."""
    added = {"hedges": "zounds\n", "units": "length\t5\t0\tzounds\n", "verbs_regular": "zound\n"}[name]
    changed = lexicons.build({**FILES, name: FILES[name] + added})
    assert {other for other in FILES if changed.digests[other] != lexicon.digests[other]} == {name}
    assert Dials().digest(changed) != Dials().digest(lexicon)


def test_the_same_files_give_the_same_lexicon(lexicon: Lexicon) -> None:
    """Built again, in whatever order the files come."""
    again = lexicons.build(dict(reversed(FILES.items())))
    assert again == lexicon
    assert Dials().digest(again) == Dials().digest(lexicon)


def test_the_shipped_lexicon_is_loaded_once() -> None:
    assert wiring.lexicon() is wiring.lexicon()


def test_each_format_has_its_shape(lexicon: Lexicon) -> None:
    """Words are a set, tables give numbers, classes give names, units give a factor: a mile is 1,609.344 metres."""
    assert "because" in lexicon.subordinators
    assert lexicon.magnitudes["million"] == 1_000_000
    assert lexicon.auxiliaries["must"] == "modal"
    assert lexicon.units["mile"] == Unit("length", 1609.344)
    assert lexicon.months["december"] == 12
    assert lexicon.approximators.at(scan("at least 5"), 0) == (2, "least")


def phrases(text: str) -> Phrases:
    """Any list of expressions, by way of one that is shipped."""
    return lexicons.build({**EMPTY, "hedges": text}).hedges


def test_comments_and_blank_lines_are_no_entries() -> None:
    found = lexicons.build({**EMPTY, "adverbs": "# A comment.\n\nnow\n", "hedges": "\nperhaps\n"})
    assert found.adverbs == {"now"}
    assert set(found.hedges.by_first) == {"perhaps"}


def test_the_longest_expression_wins() -> None:
    found = phrases("as\tone\nas much as\tthree\nas much\ttwo\n")
    tokens = scan("As much as gold, as much gold, as gold")
    assert [found.at(tokens, index) for index in (0, 5, 9)] == [(3, "three"), (2, "two"), (1, "one")]
    assert found.longest == 3


def test_an_expression_is_found_at_before_and_within() -> None:
    found = phrases("as much as\tmost\n")
    tokens = scan("Gold weighs as much as lead")
    assert found.at(tokens, 2) == (3, "most")
    assert found.at(tokens, 3) == (0, "")
    assert found.before(tokens, 5) == (3, "most")
    assert found.before(tokens, 4) == (0, "")
    assert found.found_in(tokens)
    assert not found.found_in(tokens[3:])


def test_beyond_either_end_there_is_no_expression() -> None:
    found = phrases("gold\tmetal\n")
    tokens = scan("old gold")
    assert found.at(tokens, -1) == (0, "")
    assert found.at(tokens, 2) == (0, "")
    assert found.before(tokens, 0) == (0, "")


def test_an_empty_list_of_expressions_finds_nothing() -> None:
    found = phrases("# Nothing.\n")
    assert found.longest == 0
    assert not found.found_in(scan("old gold"))
