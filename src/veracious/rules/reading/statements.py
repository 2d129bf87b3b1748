"""Whether a stretch of an article states something that could be looked up; why not, as a code."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from veracious.domain.article import MentionKind
from veracious.domain.claim import Reason
from veracious.rules.reading import clauses, grammar, mentions, refuse, words
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.mentions import MentionDials
from veracious.rules.reading.refuse import RefuseDials
from veracious.rules.reading.tokens import scan
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class StatementDials:
    """How much a statement must offer to be a claim of an article."""

    content_words_at_least: int = 2  # a statement with fewer is dropped; 1–4; written articles, open half
    bare_words_at_least: int = 4  # the same of one without figure, time and name; 3–6; written articles, open half
    personal_share: float = 0.14  # of sentences in the first person, from which on a text is an opinion or a diary; 0.1–0.3; open half
    copula_words_at_least: int = 5  # the same of one that says only what something is or has; 3–7; written articles, open half
    value_tokens_ahead: int = 3  # behind a verb, where a word of feeling or likeness stands; 2–5; a guess
    told_words_at_least: int = 2  # the same of what somebody says; 1–5; written articles, open half


@dataclass(frozen=True, slots=True)
class Said:
    """A statement, and what its codes are read off."""

    text: str
    clause: Clause
    original: Clause  # before a name was put for the first person
    spoken: bool  # somebody says it
    lexicon: Lexicon
    refusing: RefuseDials
    dials: StatementDials


_SELF = frozenset(("i", "we", "i'm", "i've", "we've", "we're"))
_FEELS = frozenset(
    "feel think believe want hope wish love like fear doubt suppose guess urge thank honour honor delight thrill trust wonder "
    "apologise apologize".split()
)
_FEELINGS = frozenset(
    "afraid amazed angry annoyed anxious ashamed astonished confident convinced curious delighted devastated disappointed disgusted eager "
    "excited fascinated fortunate frightened frustrated furious glad grateful happy hopeful horrified impressed interested jealous keen "
    "nervous optimistic overjoyed overwhelmed pessimistic pleased proud puzzled relieved sad saddened scared sceptical shocked skeptical "
    "sorry sure surprised thankful thrilled touched uncertain unhappy unsure upset worried".split()
)
_JUDGES = frozenset(
    "applaud brand call celebrate condemn criticise criticize decry deplore describe dismiss dub hail label praise slam".split()
)
_SEEMS = frozenset("look seem feel sound appear resemble".split())
_SOMEBODY = frozenset("somebody someone something everybody everyone everything anybody anyone anything nobody".split())
_MIGHT = frozenset("would could should might must may need".split())
_WHATEVER = frozenset("whether whatever whoever whichever".split())


def code(text: str, original: str, spoken: bool, lexicon: Lexicon, refusing: RefuseDials, dials: StatementDials) -> str:
    """Why a statement is no claim; empty when it is one."""
    said = Said(text, clauses.parse(text, lexicon), clauses.parse(original, lexicon), spoken, lexicon, refusing, dials)
    if not said.spoken and (is_score(text) or _LABELLED.match(text)):
        return ""
    return next((name for name, holds in CODES if holds(said)), "") or _refused(said) or ("nothing_to_look_up" if is_bare(said) else "")


def is_personal(texts: Sequence[str], dials: StatementDials) -> bool:
    """Whether an article is told in the first person: so large a share of its sentences says "I", "we" or "you" outside quotation marks."""
    told = sum(_FIRST.search(_QUOTED.sub(" ", text)) is not None for text in texts)
    return bool(texts) and told / len(texts) >= dials.personal_share


_FIRST = re.compile(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur|[Mm]e|us|[Yy]ou|[Yy]our)\b")
_QUOTED = re.compile(r"[\"“„«][^\"“”„«»]*[\"”“»]")


def is_unspecific(text: str, known: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether it has no figure, no time, and no name but the known ones, which were put for a pronoun."""
    clause = clauses.parse(text, lexicon)
    given = {word for name in known for word in name.split()}
    named = any(token.is_capitalised and token.low != "i" and token.text not in given for token in clause.tokens[1:])
    ranked = any(_ranks(clause, k) for k in range(len(clause)))
    return not named and not ranked and not _mentions(clause, lexicon)


def own_account(text: str, spoken: bool, lexicon: Lexicon) -> str:
    """Why what somebody tells of themselves is no claim: a feeling, a wish, or an account with no time and no figure; else empty."""
    clause = clauses.parse(text, lexicon)
    start = int(clause.tag(0) is Tag.CONJUNCTION)
    verb = clauses.main_verb(clause)
    if clause.low(start).partition("'")[0] in ("you", "you're"):
        return "addresses_reader"
    own = clause.low(start) in _SELF or (verb is not None and _before(clause, verb) in _SELF)
    if not own and clause.low(start).partition("'")[0] not in ("i", "we"):
        return ""
    low = [token.low for token in clause.tokens]
    bases = {
        grammar.verb_base(token, lexicon)
        for token, tag in zip(clause.tokens, clause.tags, strict=True)
        if tag in FINITE or tag in (Tag.PARTICIPLE, Tag.BASE)
    }
    if bases & _FEELS or any(word in _MIGHT or word in ("i'd", "we'd") for word in low[: (verb or 0) + 2]):
        return "opinion"
    figure = any(token.is_numeral or token.low in lexicon.number_words for token in clause.tokens[start:])
    dated = figure or lexicon.temporal_terms.found_in(clause.tokens)
    if spoken:
        return "own_account" if clause.low(len(clause) - 1) in ("this", "that", "it") and not dated else ""
    return "" if dated and verb is not None and _is_past(clause, verb) else "own_account"


def _is_past(clause: Clause, verb: int) -> bool:
    """Whether a verb tells of what was, or has been."""
    known = clause.lexicon.verbs.get(clause.low(verb))
    return clause.low(verb) in ("was", "were", "had", "did", "have", "has", "'ve") or (known is not None and Form.PAST in known.forms)


def identifies(text: str, lexicon: Lexicon) -> bool:
    """Whether an aside only says who somebody is: no figure, no time, and an office or the present tense of a person."""
    clause = clauses.parse(text, lexicon)
    verb = clauses.main_verb(clause)
    if verb is not None and is_age(clause, verb):
        return True
    if verb is None or any(one.kind is not MentionKind.QUOTE for one in mentions.find(text, lexicon, MentionDials())):
        return False
    if any(token.low in lexicon.number_words for token in clause.tokens[verb:]):
        return False
    known = lexicon.verbs.get(clause.low(verb))
    subject = [token.low.removesuffix("'s") for token in clause.tokens[:verb]]
    person = any(word in lexicon.given_names for word in subject) and any(token.is_capitalised for token in clause.tokens[:verb])
    names = all(tag is Tag.NAME for tag in clause.tags[verb + 1 :])
    office = any(token.low in lexicon.person_nouns for token in clause.tokens[verb + 1 :])
    if clause.low(verb) in ("is", "was", "are", "were"):
        return names or office or person
    return person and known is not None and Form.THIRD in known.forms


def is_age(clause: Clause, verb: int) -> bool:
    """Doreen is 81; he is 81 years old."""
    low = [token.low for token in clause.tokens[verb:]]
    number = len(low) > 1 and clause.tokens[verb + 1].is_numeral and clause.tokens[verb + 1].text.isdecimal()
    return number and low[0] in ("is", "was") and low[2:] in ([], ["years", "old"])


def _before(clause: Clause, verb: int) -> str:
    at = verb - 1
    while at > 0 and clause.tags[at] is Tag.ADVERB:
        at -= 1
    return clause.low(at)


def asks(said: Said) -> bool:
    """A question."""
    return said.text.rstrip('"”»“. ').endswith("?")


def exclaims(said: Said) -> bool:
    """An exclamation without a figure, and no sentence that names somebody."""
    states = any(tag in FINITE for tag in said.clause.tags) and _names(said.clause)
    return not states and said.text.rstrip('"”»“ ').endswith("!") and not any(token.is_numeral for token in said.clause.tokens)


def hopes(said: Said) -> bool:
    """It tells of a wish or a feeling, and of no plan."""
    verb = clauses.main_verb(said.clause)
    known = None if verb is None else said.lexicon.verbs.get(said.clause.low(verb))
    plans = verb is not None and said.clause.low(verb + 1) == "to"
    return known is not None and known.base in ("hope", "wish", "feel", "love", "thank") and not plans


def notes(said: Said) -> bool:
    """It speaks of the article, or to those who print it."""
    return said.lexicon.page_notes.found_in(said.clause.tokens)


def begs(said: Said) -> bool:
    """It asks somebody for something."""
    return any(said.clause.low(k) == "please" for k in range(len(said.clause))) or said.clause.low(0) in ("let", "let's")


def leaves_open(said: Said) -> bool:
    """Whether, whatever, whoever …: what it speaks of it does not say."""
    return said.clause.low(0) in _WHATEVER


def has_no_words(said: Said) -> bool:
    """It has no words, or fewer than can be looked up, and no figure."""
    return len(_content(said)) < said.dials.content_words_at_least and not (_content(said) and _has_mention(said))


def points(said: Said) -> bool:
    """This is …, that was …: it only says what something is that it does not name, without a figure."""
    verb = clauses.main_verb(said.clause)
    if said.clause.low(len(said.clause) - 1) in ("that", "this") and len(_content(said)) <= said.dials.content_words_at_least:
        return True
    ranked = verb is not None and any(_ranks(said.clause, k) for k in range(verb, len(said.clause)))
    named = any(token.is_capitalised and token.low != "i" for token in said.original.tokens[1:])
    if (ranked and not said.spoken) or (named and said.clause.low(0) in ("it", "they")):
        return False
    bare = said.clause.low(0) in ("this", "that", "these", "those", "it", "they") and verb is not None and verb <= 2
    only = verb is not None and said.clause.tags[verb] is Tag.AUX and clauses.verb_group_end(said.clause, verb) == verb + 1
    return bare and (only or said.spoken) and not _has_mention(said)


def _ranks(clause: Clause, index: int) -> bool:
    """The second, the largest, twice as much: something that can be looked up."""
    low = clause.low(index)
    return low in _RANKS or (low.endswith("est") and clause.low(index - 1) == "the")


_RANKS = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth last only twice half double triple".split())


def is_bare(said: Said) -> bool:
    """It names nobody, no time and no figure, and is short, or says only what something is."""
    content = _content(said)
    if len(content) >= max(said.dials.bare_words_at_least, said.dials.copula_words_at_least):
        return False
    if _has_mention(said) or _names(said.clause) or (said.clause.low(0) == "no" and len(content) > said.dials.content_words_at_least):
        return False
    verb = clauses.main_verb(said.clause)
    if verb is not None and not said.spoken and _denies_deed(said.clause, verb):
        return False
    if verb is not None and not said.spoken and any(_ranks(said.clause, k) for k in range(verb, len(said.clause))):
        return False
    is_copula = verb is not None and said.clause.tags[verb] is Tag.AUX and clauses.verb_group_end(said.clause, verb) == verb + 1
    least = said.dials.copula_words_at_least if is_copula else said.dials.bare_words_at_least
    return len(content) < (min(least, said.dials.told_words_at_least) if said.spoken else least)


def _denies_deed(clause: Clause, verb: int) -> bool:
    """It has not been approved; no deaths were reported: a deed that did not happen can be looked up."""
    group = range(verb, clauses.verb_group_end(clause, verb))
    done = clause.tags[verb] is Tag.AUX and clause.tags[group[-1]] is Tag.PARTICIPLE and clause.low(group[-1]) != "been"
    named = clause.tag(0) is not Tag.PRONOUN and clause.low(0) not in ("there", "that", "this")
    return done and named and (clause.low(0) == "no" or clauses.is_negated(clause, verb))


def addresses(said: Said) -> bool:
    """It speaks to the reader, or of anybody as "you", without a figure."""
    return any(token.low.partition("'")[0] in ("you", "your", "yourself") for token in said.clause.tokens) and not _has_mention(said)


def feels(said: Said) -> bool:
    """Somebody is glad, sure, proud: a feeling, and no time or figure."""
    verb = clauses.main_verb(said.clause)
    if verb is None or said.clause.tags[verb] is not Tag.AUX:
        return False
    at = clauses.verb_group_end(said.clause, verb) - 1
    near = {said.clause.low(k) for k in range(verb + 1, at + 1 + said.dials.value_tokens_ahead)}
    return bool(near & _FEELINGS) and not _has_mention(said)


def judges(said: Said) -> bool:
    """Somebody calls something a gift: a judgement that is told, without a figure."""
    clause = said.clause
    verbs = (k for k in range(1, len(clause)) if clause.tags[k] is Tag.VERB and clause.tag(k + 1) in (Tag.DETERMINER, Tag.PRONOUN))
    return any(grammar.verb_base(clause.tokens[k], said.lexicon) in _JUDGES for k in verbs) and not _has_mention(said)


def likens(said: Said) -> bool:
    """It looks like a drawer: a figure of speech."""
    verb = clauses.main_verb(said.clause)
    low = [token.low for token in said.clause.tokens]
    pairs = zip(said.clause.tokens, low[1:], strict=False)
    if any(after == "like" and grammar.verb_base(token, said.lexicon) in _SEEMS for token, after in pairs) and not _has_mention(said):
        return True
    if verb is None:
        return False
    end = clauses.verb_group_end(said.clause, verb)
    base = grammar.verb_base(said.clause.tokens[end - 1], said.lexicon)
    near = {said.clause.low(k) for k in range(end, end + said.dials.value_tokens_ahead)}
    if said.clause.tags[verb] is Tag.AUX and said.clause.low(verb + 1) == "like" and not _has_figure(said):
        return True
    return base in _SEEMS and bool(near & {"like", "as", "more", "less"}) and not _has_mention(said)


def is_vague(said: Said) -> bool:
    """Its subject is somebody or everybody, or "one" that must or may."""
    first, second = said.clause.low(0), said.clause.low(1)
    something = first == "there" and said.clause.tag(1) is Tag.AUX and said.clause.low(2) in _SOMEBODY
    vague = something or first in _SOMEBODY or (first == "one" and second in _MIGHT | {"can", "cannot"})
    return vague and not _has_figure(said)


def supposes(said: Said) -> bool:
    """If you run a shop …: the author supposes, and says no figure."""
    return said.clause.low(0) in ("if", "imagine", "suppose") and not said.spoken and not _has_figure(said)


def has_no_verb(said: Said) -> bool:
    """It has no verb, and is neither a score nor a figure behind its name."""
    clause = said.clause
    verbs = (k for k in range(len(clause)) if clause.tags[k] in FINITE or clause.tags[k] in (Tag.PARTICIPLE, Tag.QUOTED))
    if any(clause.low(k) not in said.lexicon.naming_participles or clause.tag(k + 1) is not Tag.NAME for k in verbs):
        return False
    return not is_score(said.text) and _LABELLED.match(said.text) is None


def is_score(text: str) -> bool:
    """Leeds 2–1 York."""
    return _SCORE.search(text) is not None


_SCORE = re.compile(r"^[A-Z][\w.'’ -]*?\s\d{1,3}\s?[–-]\s?\d{1,3}\s[A-Z][\w.'’ -]*(?:\([^()]*\))?\.?$")
_LABELLED = re.compile(r"^[A-Z][\w'’ -]*:\s\D{0,3}\d")


CODES: tuple[tuple[str, Callable[[Said], bool]], ...] = (
    ("question", asks),
    ("too_little", has_no_words),
    ("exclamation", exclaims),
    ("page_note", notes),
    ("demand", begs),
    ("hope", hopes),
    ("left_open", leaves_open),
    ("points_back", points),
    ("addresses_reader", addresses),
    ("feeling", feels),
    ("judgement", judges),
    ("likens", likens),
    ("names_nobody", is_vague),
    ("supposes", supposes),
    ("no_verb", has_no_verb),
)


def _refused(said: Said) -> str:
    page = refuse.Page(said.text, said.clause, said.lexicon, said.refusing)
    passed = {Reason.AMBIGUOUS_REFERENCE} | ({Reason.COMMAND} if _has_subject(said.clause) else set())
    found = (reason for reason, holds in refuse.CHECKS if reason not in passed and holds(page))
    return str(next(found, ""))


def _has_subject(clause: Clause) -> bool:
    """Snow on the ice shields it: a finite verb that nothing depends on, with words before it, so that the first is no command."""
    verb = clauses.main_verb(clause)
    before = clause.tags[:verb] if verb else ()
    ends = set(before[:1] + before[-1:])
    return bool(before) and not ends & {Tag.VERB, Tag.BASE, Tag.PRONOUN} and Tag.SUBORDINATOR not in before


def _content(said: Said) -> frozenset[str]:
    return frozenset(words.content(said.text, said.lexicon))


def _has_figure(said: Said) -> bool:
    return any(token.is_numeral for token in said.clause.tokens)


def _has_mention(said: Said) -> bool:
    return _mentions(said.clause, said.lexicon)


def _mentions(clause: Clause, lexicon: Lexicon) -> bool:
    """Whether it holds a figure or a time."""
    counted = any(
        (token.low in lexicon.number_words or token.low in lexicon.fraction_words) and token.low != "one" for token in clause.tokens
    )
    return counted or any(one.kind is not MentionKind.QUOTE for one in mentions.find(clause.text, lexicon, MentionDials()))


def _names(clause: Clause) -> bool:
    """Whether a word inside the sentence is capitalised."""
    return any(token.is_capitalised and token.low != "i" for token in clause.tokens[1:]) or (
        bool(clause.tokens) and scan(clause.text)[0].text[1:].lower() != scan(clause.text)[0].text[1:]
    )
