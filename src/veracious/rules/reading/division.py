"""A sentence of an article into its facts, as those who check articles part them.

0. A fact inside a view, a clause between dashes, and what stands between commas are taken out first (`insertions`).
1. Clauses that a semicolon, a colon, or a comma with or without a joining word parts (`joined_clauses`).
2. Asides that tell a fact of their own: of the subject, of the last thing named, of the time or place that opens the sentence.
3. What `split` parts: relative clauses, appositions, participles, verb phrases of one subject, infinitives.
4. A list is parted only where each of its things has a figure of its own (`parallel_figures`).
A time, a cause, a condition and a comparison stay with their fact.
"""

import re
from dataclasses import dataclass, field

from veracious.rules.reading import clauses, fact_asides, grammar, hanging, insertions, joins, parallel_figures, split
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.fact_asides import AsideDials
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.insertions import InsertionDials
from veracious.rules.reading.joined_clauses import JointDials
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.split import SplitDials
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class DivisionDials:
    """Which sentences are divided."""

    sentence_chars_at_most: int = 1000  # a longer sentence is taken whole; 400–2000; a guess
    insertions_at_most: int = 6  # of one sentence; 3–10; a guess
    asides: AsideDials = field(default_factory=AsideDials)
    insertions: InsertionDials = field(default_factory=InsertionDials)
    joints: JointDials = field(default_factory=JointDials)
    view_tokens_at_most: int = 4  # of the judgement before "that": a scandal, no great secret; 2–6; a guess


FACT_RULES: tuple[split.Rule, ...] = (
    *split.ASIDES,
    joins.semicolon,
    joins.concession,
    joins.clauses_joined,
    joins.verb_phrases,
    joins.infinitives,
)
_CONDITIONS = frozenset("because if unless when whenever after before since until once so though provided".split())


def apart(text: str, lexicon: Lexicon, dials: DivisionDials) -> tuple[str, ...]:
    """A sentence without what is inserted in it between commas, then each insertion that tells a fact, as a sentence."""
    if len(text) > dials.sentence_chars_at_most:
        return (text,)
    text = _uninverted(text, lexicon)
    parts = list(_between_dashes(_PARENTHETIC.sub(" ", _QUOTED_ASIDE.sub(r", \1", text)), lexicon))
    at = 0
    while at < len(parts) <= dials.insertions_at_most:
        clause = clauses.parse(parts[at], lexicon)
        name = insertions.named(clause)
        if name is not None and _states(name, lexicon):
            parts[at] = f"{name}."
            continue
        found = (
            hanging.told(clause) or insertions.fronted(clause) or insertions.told(clause, dials.insertions) or hanging.restrictive(clause)
        )
        if found is None or not all(_states(part, lexicon) for part in found):
            at += 1
            continue
        parts[at : at + 1] = [f"{part[:1].upper()}{part[1:]}." for part in found]
    return tuple(_within_view(part, lexicon, dials) for part in parts)


def _within_view(text: str, lexicon: Lexicon, dials: DivisionDials) -> str:
    """It is a scandal that the baths were sold; what he does not say is that lists have grown; the truth is that …: the fact alone."""
    clause = clauses.parse(text, lexicon)
    that = next((k for k in range(2, len(clause) - 2) if clause.low(k) == "that"), None)
    if that is None or not clauses.begins_clause(clause, that + 1):
        return text
    be = that - 1
    stated = clause.low(be) in ("is", "was") and (clause.low(0) == "what" or (be == 2 and clause.low(0) == "the"))
    judged = clause.low(0) == "it" and clause.low(1) in ("is", "was") and clause.low(2) in ("a", "an", "no")
    judged = judged and that - 2 <= dials.view_tokens_at_most
    known = grammar.verb_base(clause.tokens[be], lexicon) in _LEARNING and any(clause.low(k) in _READERS for k in range(max(0, be - 2), be))
    return f"{clause.words(that + 1, len(clause))}." if stated or judged or known else text


_LEARNING = frozenset("learn remember recall realise realize know forget notice consider observe discover note".split())
_READERS = frozenset("you we i us me nobody everybody".split())


def _may_be_base(clause: Clause, index: int) -> bool:
    """Whether a plain form can stand here behind the subject of a question."""
    known = clause.lexicon.verbs.get(clause.low(index))
    subject = clause.tags[index - 1] in (Tag.WORD, Tag.NAME, Tag.PRONOUN)
    return clause.tags[index - 1] is Tag.PRONOUN or (subject and known is not None and Form.BASE in known.forms)


def _uninverted(text: str, lexicon: Lexicon) -> str:
    """Nor did the team test it: the team did not test it."""
    clause = clauses.parse(text, lexicon)
    if clause.low(0) not in ("nor", "neither") or clause.tag(1) is not Tag.AUX or clause.low(2).startswith("any"):
        return text
    ends = (Tag.BASE, Tag.PARTICIPLE, Tag.ADVERB, Tag.PREPOSITION, Tag.ING)
    end = next((k for k in range(len(clause)) if k > 2 and (clause.tags[k] in ends or _may_be_base(clause, k))), None)
    if end is None:
        return text
    subject = clause.words(2, end)
    return f"{subject[:1].upper()}{subject[1:]} {clause.tokens[1].text} not {clause.words(end, len(clause))}."


_PARENTHETIC = re.compile(
    r",\s(?:as (?:it|they|he|she|we|you|I|\w+s) (?:is|are|was|were)? ?(?:\w+)"
    r"|(?:I am|we are|I was) (?:told|afraid|glad to say)|of course|by the way|it seems|naturally),\s"
)


def _between_dashes(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The sentence without a clause that dashes set off, and that clause; a dash joins what stands behind it alone."""
    pieces = _DASH.split(text)
    lone, pair = len(pieces) == 2, len(pieces) - 1 == 2
    if not (lone or pair) or not _states(pieces[0], lexicon):
        return (text,)
    middle = clauses.parse(pieces[1], lexicon)
    if not clauses.begins_clause(middle, 0):
        return (text,)
    main = pieces[0].rstrip(" ,") + "."
    apart = pieces[1].strip(" ,.")
    inner = f"{apart[:1].upper()}{apart[1:]}."
    if lone:
        return main, inner
    rest = pieces[2]
    whole = f"{pieces[0].rstrip()} {rest.lstrip()}"
    return (whole, inner)


_DASH = re.compile(r"\s[–—-]\s|—")


def facts(text: str, lexicon: Lexicon, dials: DivisionDials, splitting: SplitDials) -> tuple[str, ...]:
    """The facts of a clause, each a sentence."""
    if len(text) > dials.sentence_chars_at_most or not splitting.enabled:
        return (text,)
    found: dict[str, None] = {}
    for piece in _aside(_QUOTED_ASIDE.sub(r", \1", text), lexicon, dials):
        parts = _parted(piece, lexicon, splitting)
        broken = any(_hangs(part, lexicon) or _is_phrase(part, lexicon) for part in parts) and not _hangs(piece, lexicon)
        broken = broken or any(_cuts_pair(part) or _compares(part, piece) for part in parts)
        found.update((fact, None) for fact in ((piece,) if broken else parts))
    return tuple(found)


_QUOTED_ASIDE = re.compile(r",\s[\"“„«]((?:which|who)\s[^\"“”„»]+)[\"”“»](?=\.?$)")  # a million, "which we do not have"


def _hangs(text: str, lexicon: Lexicon) -> bool:
    """Whether a part is a clause that hangs on another: when the tide goes out."""
    clause = clauses.parse(text, lexicon)
    return clause.low(0) in _CONDITIONS and not any(map(clause.is_comma, range(len(clause))))


def _is_phrase(text: str, lexicon: Lexicon) -> bool:
    """Soil washed down by rivers: a thing with what was done to it, and no verb."""
    clause = clauses.parse(text, lexicon)
    verb = clauses.main_verb(clause)
    if verb is None or clause.tags[verb] is Tag.AUX:
        return False
    known = lexicon.verbs.get(clause.low(verb))
    after = verb + 1 + (clause.tag(verb + 1) is Tag.PREPOSITION and clause.low(verb + 1) != "by")
    return known is not None and Form.PARTICIPLE in known.forms and clause.low(after) == "by" and clause.tag(0) is not Tag.PRONOUN


def _compares(part: str, piece: str) -> bool:
    """4,100 loans, a third more than a year ago: a comparison stays with its figure."""
    return _COMPARED.search(part) is not None and part.rstrip(" .") not in piece


_COMPARED = re.compile(
    r" (?:is|are|was|were) (?:\w+ ){0,4}(?:more|less|fewer|higher|lower|larger|smaller|older|longer|later|earlier) than "
)


def _cuts_pair(text: str) -> bool:
    """A link between screen time: the pair that "between" joins was cut."""
    _, between, rest = text.partition(" between ")
    return bool(between) and " and " not in rest and "–" not in rest


def _aside(text: str, lexicon: Lexicon, dials: DivisionDials) -> tuple[str, ...]:
    """The sentence without an aside that tells a fact, and that fact; the sentence alone where it has none."""
    clause = clauses.parse(text, lexicon)
    for rule in fact_asides.RULES:
        found = rule(clause, dials.asides)
        if found is not None and all(_states(part, lexicon) for part in found):
            return tuple(f"{part[:1].upper()}{part[1:]}." for part in found)
    return (text,)


def _states(text: str, lexicon: Lexicon) -> bool:
    verb = clauses.main_verb(clauses.parse(text, lexicon))
    return verb is not None and verb > 0


def _parted(text: str, lexicon: Lexicon, splitting: SplitDials) -> tuple[str, ...]:
    """What `split` parts, a condition behind the last fact put back to it."""
    clause = clauses.parse(text, lexicon)
    cut = _condition(clause)
    main = clause.words(0, cut) if cut < len(clause) else text
    parts = split.of_sentences((main,), lexicon, splitting, FACT_RULES, pronouns_stay=True)
    if cut == len(clause):
        return tuple(figure for part in parts for figure in parallel_figures.parted(part, lexicon))
    if len(parts) < 2:
        return (text,)
    last = main.rstrip(" .,").rpartition(" ")[2]
    keeper = max(range(len(parts)), key=lambda at: (parts[at].rstrip(" .").rpartition(" ")[2] == last, at))
    joint = ", " if clause.is_comma(cut - 1) else " "
    return tuple(f"{part.rstrip(' .')}{joint}{clause.words(cut, len(clause))}." if at == keeper else part for at, part in enumerate(parts))


def _condition(clause: Clause) -> int:
    """Where a time, cause or condition with a verb of its own begins behind the main verb; the end where there is none."""
    verb = clauses.main_verb(clause)
    if verb is None or clauses.blocked_from(clause):
        return len(clause)
    for at in range(verb + 2, len(clause)):
        governs = clause.tags[at] is Tag.SUBORDINATOR and clause.low(at) in _CONDITIONS
        if governs and any(clause.tags[k] in FINITE for k in range(at + 1, len(clause))):
            return at
    return len(clause)
