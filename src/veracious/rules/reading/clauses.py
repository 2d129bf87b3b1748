"""A sentence with its light parse, and the questions that splitting asks of it."""

from dataclasses import dataclass
from types import MappingProxyType

from veracious.rules.reading import grammar
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.tokens import Token, scan
from veracious.rules.reading.verbs import Form

_NOUN_TAGS = frozenset({Tag.WORD, Tag.NAME, Tag.NUMBER, Tag.QUOTED, Tag.ING})
_STRONG = frozenset(("because", "if", "unless", "when", "whenever", "whether", "lest"))


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence without its full stop, its tokens, and what each does."""

    text: str
    tokens: tuple[Token, ...]
    tags: tuple[Tag, ...]
    lexicon: Lexicon

    def __len__(self) -> int:
        return len(self.tokens)

    def low(self, index: int) -> str:
        """The lower-case token at an index, or an empty string beyond either end."""
        return self.tokens[index].low if 0 <= index < len(self.tokens) else ""

    def tag(self, index: int) -> Tag | None:
        """The tag at an index, if there is one."""
        return self.tags[index] if 0 <= index < len(self.tags) else None

    def words(self, start: int, end: int) -> str:
        """The text from one token up to another, without commas at its ends."""
        if start >= end:
            return ""
        return self.text[self.tokens[start].start : self.tokens[min(end, len(self.tokens)) - 1].end].strip(" ,;")

    def is_comma(self, index: int) -> bool:
        """Whether a comma outside quotation marks stands there."""
        return self.low(index) == "," and self.tag(index) is Tag.SIGN


def parse(text: str, lexicon: Lexicon) -> Clause:
    """The clause of a sentence."""
    bare = text.strip().rstrip(".!;,… ").strip() if not text.rstrip().endswith("...") else text.strip()
    tokens = scan(bare)
    return Clause(bare, tokens, grammar.tag(tokens, lexicon), lexicon)


def main_verb(clause: Clause, start: int = 0, end: int | None = None) -> int | None:
    """The first finite verb that does not belong to a relative clause inside the subject."""
    owed = 0  # relative clauses whose verb is still to come
    stop = len(clause) if end is None else end
    for index in range(max(start, _front_end(clause, stop) if start == 0 else 0), stop):
        tag = clause.tags[index]
        after_noun = clause.tag(index - 1) in _NOUN_TAGS and index > start
        if tag is Tag.RELATIVE or (clause.low(index) == "that" and after_noun):
            owed += 1
        elif tag in FINITE:
            if not owed:
                return index
            owed -= 1
    return None


def _front_end(clause: Clause, end: int) -> int:
    """Asked why it failed, the operator said …: a past form that opens a sentence is a participle, if a verb follows its comma."""
    known = clause.lexicon.verbs.get(clause.low(0))
    if clause.tag(0) is not Tag.VERB or known is None or Form.PARTICIPLE not in known.forms:
        return 0
    comma = next((k for k in range(1, end) if clause.is_comma(k)), end)
    return comma + 1 if any(clause.tags[k] in FINITE for k in range(comma, end)) else 0


def verb_group_end(clause: Clause, verb: int) -> int:
    """The token after the verb with its auxiliaries and adverbs."""
    end = verb + 1
    while clause.tag(end) in (Tag.ADVERB, Tag.PARTICIPLE, Tag.BASE, Tag.AUX) or clause.low(end) in ("been", "be", "being", "have"):
        end += 1
        if clause.tags[end - 1] in (Tag.PARTICIPLE, Tag.BASE) and clause.low(end - 1) not in ("been", "be", "have"):
            break
    while end > verb + 1 and clause.tags[end - 1] is Tag.ADVERB and clause.low(end - 1) not in ("not",):
        end -= 1
    return end


def skip_adverbs(clause: Clause, index: int) -> int:
    """The first token from here on that is not an adverb."""
    while clause.tag(index) is Tag.ADVERB:
        index += 1
    return index


def noun_phrase_start(clause: Clause, end: int) -> int:
    """Where the noun phrase that ends right before `end` begins."""
    start = end
    while start > 0:
        tag, word = clause.tags[start - 1], clause.low(start - 1)
        if tag is Tag.DETERMINER:
            return start - 1
        links = word == "of" and clause.tag(start - 2) in _NOUN_TAGS
        joins = tag is Tag.SIGN and word in ("-", "'", ".", "&", "/")
        if not (tag in _NOUN_TAGS or links or joins):
            break
        start -= 1
    return start


def blocked_from(clause: Clause) -> int:
    """From which token on nothing may be split: a condition, a cause or a time clause makes one claim of all."""
    for index, token in enumerate(clause.tokens):
        if clause.tags[index] is not Tag.SUBORDINATOR:
            continue
        depends = token.low in _STRONG or (token.low in ("after", "before", "since", "until", "once", "so", "though", "provided"))
        if depends and _governs_clause(clause, index):
            return 0
    return len(clause)


def _governs_clause(clause: Clause, index: int) -> bool:
    """Whether a finite verb follows the word before the next comma or joining word."""
    for at in range(index + 1, len(clause)):
        if clause.tags[at] in FINITE:
            return True
        if clause.is_comma(at) or (clause.tags[at] is Tag.CONJUNCTION and clause.low(index) not in _STRONG):
            return False
    return False


def begins_clause(clause: Clause, start: int, joined: bool = False) -> bool:
    """Whether a subject of its own, which may be a joined one, and its verb stand here."""
    verb = main_verb(clause, start)
    if verb is None or verb == start:
        return False
    first = clause.tags[start]
    opens = first in (Tag.DETERMINER, Tag.NAME, Tag.WORD, Tag.PRONOUN, Tag.NUMBER, Tag.QUOTED, Tag.ADVERB, Tag.ING)
    between = clause.tags[start:verb]
    joins = between.count(Tag.CONJUNCTION) <= (1 if joined else 0)
    clean = Tag.SUBORDINATOR not in between and joins and not any(map(clause.is_comma, range(start, verb)))
    return opens and clean and clause.tag(verb - 1) is not Tag.PREPOSITION and any(tag is not Tag.ADVERB for tag in between)


def begins_verb_phrase(clause: Clause, start: int, verb: int) -> bool:
    """Whether a verb without a subject stands here, fit to share the subject of the verb at `verb`."""
    at = skip_adverbs(clause, start)
    known = clause.lexicon.verbs.get(clause.low(at))
    if clause.tag(at) in FINITE:
        after_helper = clause.lexicon.auxiliaries.get(clause.low(verb)) in ("modal", "do")
        noun = after_helper and known is not None and known.forms == frozenset({Form.THIRD})  # do not prevent fractures or falls
        return not noun and not begins_clause(clause, start)
    if known is None:
        return False
    if clause.tag(at) is Tag.PARTICIPLE:
        return clause.tags[verb] is Tag.AUX
    follows = clause.tag(at + 1)
    main = clause.lexicon.verbs.get(clause.low(verb))
    if main is not None and clause.tags[verb] is Tag.VERB and Form.THIRD in main.forms and Form.THIRD in known.forms:
        return follows in (Tag.DETERMINER, Tag.NAME, Tag.WORD, Tag.NUMBER, Tag.ING)
    shares_base = clause.lexicon.auxiliaries.get(clause.low(verb)) in ("modal", "do") or _is_plain_plural(clause, verb)
    opens_object = follows in (Tag.DETERMINER, Tag.NAME, Tag.PRONOUN, Tag.NUMBER, Tag.WORD, Tag.PREPOSITION)
    return shares_base and Form.BASE in known.forms and opens_object


def _is_plain_plural(clause: Clause, verb: int) -> bool:
    known = clause.lexicon.verbs.get(clause.low(verb))
    return known is not None and clause.tags[verb] is Tag.VERB and known.forms == frozenset({Form.BASE})


_NEGATIVE = frozenset("not never neither nor no hardly rarely seldom barely scarcely without".split())


def is_negated(clause: Clause, verb: int) -> bool:
    """Whether the verb is denied, by a word in its group or right before it."""
    start = verb
    while start > 0 and clause.tags[start - 1] is Tag.ADVERB:
        start -= 1
    return any(clause.low(k) in _NEGATIVE or clause.low(k).endswith("n't") for k in range(start, verb_group_end(clause, verb)))


def shared_auxiliary(clause: Clause, verb: int, right: int) -> str:
    """The auxiliary words of the verb at `verb` that the verb at `right` needs too; empty when it needs none."""
    lead = skip_adverbs(clause, right)
    known = clause.lexicon.verbs.get(clause.low(lead))
    if clause.tags[verb] is not Tag.AUX or clause.tags[lead] is Tag.AUX or known is None:
        return ""
    end = verb_group_end(clause, verb)
    kind = clause.lexicon.auxiliaries[clause.low(verb)]
    if is_negated(clause, verb) and clause.low(right - 1) not in ("or", "nor", ",") and Form.PAST in known.forms:
        return ""  # has not condemned it and abstained
    if clause.tags[end - 1] is Tag.BASE:
        return clause.words(verb, end - 1) if Form.BASE in known.forms else ""
    if Form.PARTICIPLE not in known.forms:
        return ""
    if clause.tags[end - 1] is not Tag.PARTICIPLE:  # is rare and often driven by …
        return clause.words(verb, verb + 1) if kind == "be" and Form.PAST not in known.forms else ""
    words = clause.words(verb, end - 1)
    passive = clause.tag(lead + 1) in (None, Tag.PREPOSITION, Tag.ADVERB, Tag.SIGN, Tag.SUBORDINATOR)
    passive = passive and not (clause.low(lead + 1) == "to" and clause.tag(lead + 2) is Tag.BASE)
    active = Form.PAST in known.forms and kind == "be" and (not passive or known.base in clause.lexicon.intransitive_verbs)
    return "" if active else words


def is_within_relative(clause: Clause, verb: int, right: int) -> bool:
    """A lawyer who loves gardening and paints: a verb that may as well go on the relative clause before it."""
    lead = clause.lexicon.verbs.get(clause.low(skip_adverbs(clause, right)))
    opens = next((k for k in range(verb + 1, right) if _opens_relative(clause, k)), None)
    inner = None if opens is None else next((k for k in range(opens, right) if clause.tags[k] in FINITE), None)
    known = None if inner is None else clause.lexicon.verbs.get(clause.low(inner))
    return lead is not None and known is not None and bool(lead.forms & known.forms)


def _opens_relative(clause: Clause, index: int) -> bool:
    """A relative clause without a comma: "who" and the like, or "that" behind a noun."""
    that = clause.low(index) == "that" and clause.tag(index - 1) in _NOUN_TAGS
    return that or (clause.tags[index] is Tag.RELATIVE and not clause.is_comma(index - 1))


def negated(clause: Clause, verb: int, end: int) -> str:
    """The verb phrase from `verb` to `end`, denied."""
    rest = clause.words(verb + 1, end)
    word = clause.tokens[verb].text
    if clause.tags[verb] is Tag.AUX and clause.low(verb) != "did":
        return f"{word} not {rest}".strip()
    known = clause.lexicon.verbs.get(clause.low(verb))
    if known is None:
        return f"{word} not {rest}".strip()
    present = "does" if Form.THIRD in known.forms else "do"
    helper = "did" if Form.PAST in known.forms else present
    return f"{helper} not {known.base} {rest}".strip()


_SINGULAR = MappingProxyType(
    {"are": "is", "were": "was", "have": "has", "do": "does", "aren't": "isn't", "weren't": "wasn't", "don't": "doesn't"}
)


def singular(clause: Clause, verb: int) -> str:
    """The verb phrase from `verb` on, agreeing with one subject instead of two."""
    word = clause.tokens[verb].text
    known = clause.lexicon.verbs.get(clause.low(verb))
    if clause.low(verb) in _SINGULAR:
        word = _SINGULAR[clause.low(verb)]
    elif known is not None and known.forms == frozenset({Form.BASE}):
        word = next((s for s, v in _thirds(clause, known.base)), word)
    return f"{word} {clause.words(verb + 1, len(clause))}".strip()


def _thirds(clause: Clause, base: str) -> list[tuple[str, str]]:
    tries = (base + "s", base + "es", base[:-1] + "ies")
    return [(form, base) for form in tries if form in clause.lexicon.verbs and clause.lexicon.verbs[form].base == base]


def direct_object(clause: Clause, verb: int) -> tuple[int, int]:
    """The noun phrase right behind the verb, up to the next preposition, sign, joining word or verb."""
    start = verb_group_end(clause, verb)
    end = start
    while clause.tag(end) in _NOUN_TAGS or clause.tag(end) is Tag.DETERMINER:
        end += 1
    return start, end


def copula(clause: Clause, subject: tuple[int, int], verb: int | None, passive: bool) -> str:
    """The form of "to be" that ties a name to what it is called, in the tense and number of the sentence."""
    start, end = subject
    word = clause.low(verb) if verb is not None else ""
    known = clause.lexicon.verbs.get(word)
    one = word in ("is", "was", "has", "does") or (known is not None and known.forms == frozenset({Form.THIRD}))
    many = word in ("are", "were", "have", "do")
    alone = end - start == 1 and clause.tokens[start].is_capitalised
    plural = many or (not (one or alone) and grammar.is_plural(clause.tokens[start:end], clause.tags[start:end], clause.lexicon))
    past = passive or word in ("was", "were", "had", "did") or (known is not None and Form.PAST in known.forms)
    if past:
        return "were" if plural else "was"
    return "are" if plural else "is"
