"""A claim into the parts that can be checked apart.

The rules, in the order they are tried on a sentence; the first that applies splits it, and its parts are tried again:
 1. what frames the whole sentence is set aside and put around each part: "According to X,", "X said that", "In 2019,";
 2. asides: relative clauses, appositions, participles between commas;
 3. clauses set against each other: the semicolon, although, while;
 4. pairs: neither … nor, both … and, not … but, but not;
 5. what "and", "or", "but" and commas join: clauses, verb phrases, infinitives, objects.
What hangs on "because", "if", "when" or "than" is one claim and stays whole, and so is everything inside quotation marks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracious.rules.reading import asides, clauses, joins, sentences
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials


@dataclass(frozen=True, slots=True)
class SplitDials:
    """Which claims are split, and into how many parts."""

    claim_chars_at_least: int = 20  # shorter claims are left whole; 10–40; seed E §3
    parts_at_most: int = 5  # parts of one claim; 3–8; seed E §3
    sentence_chars_at_most: int = 600  # longer sentences are left whole; 300–1000; a guess
    enabled: bool = True  # whether claims are split at all; true or false; seed E, DECOMPOSE_ENABLED
    by_model: bool = True  # whether a model splits when there is one; true or false; seed E, DECOMPOSE_USE_LLM


Rule = Callable[[Clause], tuple[str, ...] | None]

# An aside stands outside the frame: who Maathai was is not something the minister said.
ASIDES: tuple[Rule, ...] = (asides.relative, asides.apposition, asides.participle)
JOINS: tuple[Rule, ...] = (
    joins.semicolon,
    joins.concession,
    joins.neither,
    joins.both,
    joins.not_but,
    joins.but_not,
    joins.clauses_joined,
    joins.verb_phrases,
    joins.infinitives,
    joins.objects,
)


# Between "said" and "that" a date or an addressee may stand, nothing else.
_NOT_BEFORE_THAT = FINITE | {Tag.SIGN, Tag.CONJUNCTION, Tag.RELATIVE, Tag.SUBORDINATOR}


@dataclass(frozen=True, slots=True)
class Frame:
    """What is said of a whole sentence, before and behind it."""

    head: str
    core: str
    tail: str

    def around(self, part: str) -> str:
        """The part inside the frame."""
        return f"{self.head} {part}{self.tail}".strip()


def parts(text: str, lexicon: Lexicon, dials: SplitDials, sentence_dials: SentenceDials) -> tuple[str, ...]:
    """The parts of a claim, each a sentence; the claim itself when there is nothing to split."""
    return of_sentences(sentences_of(text, lexicon, dials, sentence_dials), lexicon, dials)


def sentences_of(text: str, lexicon: Lexicon, dials: SplitDials, sentence_dials: SentenceDials) -> tuple[str, ...]:
    """The sentences of a claim, with pronouns that open one resolved by the one before; a short or a many-sentenced text is one."""
    found = [span.of(text) for span in sentences.split(text, "en", sentence_dials)]
    if len(text) < dials.claim_chars_at_least or len(found) > dials.parts_at_most:
        return (text,)
    return tuple(_carried(found, lexicon))


RULES: tuple[Rule, ...] = (*ASIDES, *JOINS)


def of_sentences(
    sentences: Sequence[str], lexicon: Lexicon, dials: SplitDials, rules: Sequence[Rule] = RULES, pronouns_stay: bool = False
) -> tuple[str, ...]:
    """The parts of these sentences by some of the rules, at most `parts_at_most` in all; where `pronouns_stay`, a part may point back."""
    found = list(sentences)
    if len(found) == 1 and len(found[0]) < dials.claim_chars_at_least:
        return tuple(found)
    index = 0
    while index < len(found):
        pieces = _once(found[index], lexicon, rules, pronouns_stay) if len(found[index]) <= dials.sentence_chars_at_most else None
        if pieces is None or len(found) - 1 + len(pieces) > dials.parts_at_most:
            index += 1
        else:
            found[index : index + 1] = pieces
    return tuple(dict.fromkeys(found))


def frame(text: str, lexicon: Lexicon) -> Frame:
    """Take off attribution and a leading time or place, which hold for every part."""
    clause = clauses.parse(text, lexicon)
    tail = _tail(clause)
    core_end = len(clause) if tail is None else tail
    start = 0
    while (end := _head(clause, start, core_end)) is not None:
        start = end
    head = clause.text[: clause.tokens[start].start].strip() if start else ""
    core = clause.words(start, core_end)
    return Frame(head, core, f", {clause.words(core_end, len(clause))}" if tail is not None else "")


def _once(text: str, lexicon: Lexicon, rules: Sequence[Rule], pronouns_stay: bool = False) -> tuple[str, ...] | None:
    """One of the rules applied to one sentence; nothing when none applies."""
    framed = frame(text, lexicon)
    core = clauses.parse(framed.core, lexicon)
    if len(core) < 2:
        return None
    for rule in rules:
        found = rule(core)
        if found is None or not all(_is_statement(part, lexicon) for part in found):
            continue
        if not pronouns_stay and _leaves_pronoun(found, rule):
            continue
        if _loses_frame(framed, core, rule):
            continue
        framing = (framed.around(found[0]), *found[1:]) if rule in ASIDES else tuple(map(framed.around, found))
        return tuple(map(_sentence, framing))
    return None


def _loses_frame(framed: Frame, core: Clause, rule: Rule) -> bool:
    """Whether a part would lose who said it, or gain a sayer: "and that …" without its "said that", "ruled that … and ordered …"."""
    if rule is joins.clauses_joined and not framed.head.endswith("that"):
        return any(core.low(k) == "that" and core.tag(k - 1) is Tag.CONJUNCTION for k in range(1, len(core)))
    if rule is not joins.verb_phrases or not framed.head.endswith("that"):
        return False
    verb = clauses.main_verb(core)
    right = next((k + 1 for k in range(len(core)) if core.tags[k] is Tag.CONJUNCTION), 0)
    return verb is not None and core.tags[verb] is Tag.AUX and core.tag(clauses.skip_adverbs(core, right)) is Tag.VERB


def _leaves_pronoun(parts: tuple[str, ...], rule: Rule) -> bool:
    """Whether a part that stood behind another still points back at it: what the pronoun means is not guessed."""
    if rule in ASIDES:
        return False
    return any(word.strip(",;:.") in _POINTING for part in parts[1:] for word in part.lower().split())


_POINTING = frozenset(("it", "them", "him", "he", "she"))


def _is_statement(part: str, lexicon: Lexicon) -> bool:
    """Whether a part stands alone: a subject and a verb. A rule whose parts do not is not applied."""
    verb = clauses.main_verb(clauses.parse(part, lexicon))
    return verb is not None and verb > 0


def _sentence(text: str) -> str:
    tidy = " ".join(text.split()).strip(" ,;")
    return tidy[:1].upper() + tidy[1:] + ("" if tidy.endswith((".", "!", "?", '"', "”")) else ".")


def _head(clause: Clause, start: int, end: int) -> int | None:
    """Where the statement begins behind a frame that opens at `start`."""
    verb = clauses.main_verb(clause, start, end)
    if verb is None:
        return None
    comma = next((k for k in range(start, verb) if clause.is_comma(k)), None)
    opens = clause.tag(start) in (Tag.PREPOSITION, Tag.SUBORDINATOR) or clause.low(start) == "according"
    if opens and clause.low(start) not in ("although", "though", "while", "whereas", "if", "because", "when", "unless", "like", "that"):
        return comma + 1 if comma is not None and comma + 1 < end else None
    if opens or clauses.parse(clause.words(start, verb), clause.lexicon).tag(0) is None or comma is not None:
        return None
    group = clauses.verb_group_end(clause, verb)
    says = any(_is_reporting(clause, k) for k in range(verb, group))
    that = next((k for k in range(group, end) if clause.low(k) == "that"), None)
    if says and that is not None and not any(clause.tags[k] in _NOT_BEFORE_THAT for k in range(group, that)):
        return that + 1 if clauses.main_verb(clause, that + 1, end) is not None else None
    return group if says and clauses.begins_clause(clause, group) and clause.tag(group) is not Tag.QUOTED else None


def _tail(clause: Clause) -> int | None:
    """Where ", the agency reported" begins."""
    comma = next((k for k in range(len(clause) - 1, 0, -1) if clause.is_comma(k)), None)
    if comma is None or comma + 1 >= len(clause):
        return None
    by = clause.low(comma + 1) == "according" and clause.low(comma + 2) == "to"
    says = _is_reporting(clause, len(clause) - 1) and clause.tags[-1] is Tag.VERB and clause.tag(comma + 1) is not Tag.CONJUNCTION
    return comma + 1 if by or (says and clauses.main_verb(clause, 0, comma) is not None) else None


def _is_reporting(clause: Clause, index: int) -> bool:
    verb = clause.lexicon.verbs.get(clause.low(index))
    return verb is not None and verb.base in clause.lexicon.reporting_verbs


def _carried(parts: list[str], lexicon: Lexicon) -> list[str]:
    """Sentences in a row: a pronoun that opens one stands for the subject of the one before, when that is a name."""
    carried = parts[:1]
    for text in parts[1:]:
        clause, before = clauses.parse(text, lexicon), clauses.parse(carried[-1], lexicon)
        verb = clauses.main_verb(before)
        named = verb is not None and before.tokens[0].is_capitalised and verb > 0 and before.tag(0) is not Tag.PRONOUN
        if named and verb is not None and clause.low(0) in ("it", "he", "she", "they") and clauses.main_verb(clause) == 1:
            text = f"{before.words(0, verb)} {clause.words(1, len(clause))}."
        carried.append(text)
    return carried
