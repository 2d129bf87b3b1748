"""All dials as one value with one digest."""

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from functools import reduce
from pathlib import Path

import pytest
from docs.generate.dials import groups

from veracious.adapters import json_values
from veracious.rules import digest
from veracious.rules.dials import BEFORE, GONE, Dials, changed, completed
from veracious.rules.judging.selective import CarefulSelectiveDials
from veracious.rules.ranking.hybrid import CarefulFilterDials
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.spend import SpendDials

ROOT = Path(__file__).parents[2]


def test_the_digest_is_that_of_numbers_and_words(lexicon: Lexicon) -> None:
    assert Dials().digest(lexicon) == Dials().digest(lexicon)
    turned = replace(Dials(), spend=SpendDials(reserved_verdict_calls=3))
    assert turned.digest(lexicon) != Dials().digest(lexicon)
    reworded = replace(lexicon, digests={**lexicon.digests, "hedges": "another"})
    assert Dials().digest(reworded) != Dials().digest(lexicon)


def test_every_word_list_is_counted(lexicon: Lexicon) -> None:
    """One digest per file; nothing that can change a verdict is left out."""
    sources = {name for field in lexicon.__dataclass_fields__ if field != "digests" for name in lexicons.SOURCES.get(field, (field,))}
    assert set(lexicon.digests) == sources


def test_what_stood_before_a_dial_fits_it() -> None:
    """Every name is a dial, and every value one that it can have; what a record has written stays."""
    before = changed(Dials(), BEFORE)
    assert before != Dials()
    kept = completed({"judging": {"quotes": {"read_twice": True}}})
    assert kept["judging"]["quotes"] == {**BEFORE["judging"]["quotes"], "read_twice": True}


def test_dials_from_before_there_were_articles_are_read() -> None:
    """No report of a claim looks at their group: left out, it takes its default."""
    older = json_values.parse(digest.canonical(Dials()))
    del older["article"]
    assert json_values.build(completed(older), Dials).article == Dials().article


def test_a_dial_that_is_gone_is_none_and_is_left_out_of_what_is_read() -> None:
    """Others of its group stay as they are written, and so does one of the same name elsewhere."""
    for path in GONE:
        *parents, last = path.split(".")
        group = reduce(getattr, parents, Dials())
        assert last not in {one.name for one in fields(group)}
    read = completed({"spend": {"reserved_facts_calls": 2, "reserved_verdict_calls": 3}, "stop": {"reserved_facts_calls": 2}})
    assert (read["spend"], read["stop"]) == ({"reserved_verdict_calls": 3}, {"reserved_facts_calls": 2})


def test_dials_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Dials().spend.reserved_verdict_calls = 5  # type: ignore[misc]


def test_the_reference_has_the_printed_numbers() -> None:
    """Seed E §2–§3: 2,000 characters, 20 to decompose, 5 parts; seed B: 2–5 anchors; seed C: 3 seed terms."""
    reference = Dials.reference()
    assert reference.reading.refuse.chars_at_most == 2000
    assert reference.reading.split.claim_chars_at_least == 20
    assert reference.reading.split.parts_at_most == 5
    assert (reference.reading.anchors.at_least, reference.reading.anchors.at_most) == (2, 5)
    assert reference.verifiable.seed_terms_at_least == 3


def test_every_group_of_the_rules_is_held_by_the_dials() -> None:
    """A group that `Dials` does not reach would be left out of the digest."""
    named = {group.name for group in groups(ROOT) if group.dials}
    assert named - _held(Dials()) - _held(Dials.reference()) == {"CarefulFilterDials", "CarefulSelectiveDials"}
    health = Dials().for_domain("health")  # puts the numbers of these two into the groups that there are
    assert health.ranking.hybrid.filters.unknown_credibility == CarefulFilterDials().unknown_credibility
    assert health.judging.selective.credible == CarefulSelectiveDials().credible


def _held(value: object) -> set[str]:
    inner = [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) and not isinstance(value, type) else []
    return {base.__name__ for base in type(value).__mro__} | {name for one in inner for name in _held(one)}
