"""What is not a checkable claim, and why: one small question each, asked in order.

What cannot be told from the words is let through: a claim refused in error is lost, one let through in error meets no evidence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from veracious.domain.claim import Reason, Refusal
from veracious.rules.reading import clauses, references
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.grammar import FINITE, Tag
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.verbs import Form


@dataclass(frozen=True, slots=True)
class RefuseDials:
    """How long a claim may be, and how far an expression of value may stand from its verb."""

    chars_at_most: int = 2000  # longer texts are articles; 500–5000; seed E §2
    value_tokens_at_most: int = 4  # a word of value this close behind "is" makes an opinion; 2–6; a guess
    sentence_words_at_least: int = 6  # of a text that ends like a sentence and has no verb that is known: it may be mistyped; 4–12; a guess
    is_lenient: bool = True  # whether a mistyped sentence, and what “Is it true that …?” asks about, are read; either; SPEC §2
    assumes: bool = True  # whether a rule, an estimate, and what the context names are read, and what was assumed is told; either; SPEC §2
    reads_headlines: bool = True  # whether a line without a verb is read where it denies, compares, counts or announces; either; SPEC §2
    headline_words_at_least: int = 4  # of such a line; 3–8; a guess
    opener_tokens_at_most: int = 2  # words before an opener that may be passed over ("So, …"); 0–3; a guess


@dataclass(frozen=True, slots=True)
class Page:
    """What a check looks at."""

    text: str
    clause: Clause
    lexicon: Lexicon
    dials: RefuseDials


def check(text: str, lexicon: Lexicon, dials: RefuseDials) -> Refusal | None:
    """The refusal of a cleaned text, or nothing when it may be a claim."""
    if not text:
        return Refusal(Reason.EMPTY, "There is no text. Give the claim as a full sentence.")
    if len(text) > dials.chars_at_most:
        return Refusal(Reason.TOO_LONG, f"A claim has at most {dials.chars_at_most} characters. Give one claim, not a whole text.")
    if dials.is_lenient and _ADDRESS.fullmatch(text):
        return Refusal(Reason.NOT_A_STATEMENT, ADDRESS)
    page = Page(text, clauses.parse(text, lexicon), lexicon, dials)
    for reason, asks in CHECKS:
        if asks(page) and not (reason in _OPENED and is_title(page)):
            return Refusal(reason, MESSAGES[reason], references.readings(page.clause) if reason is Reason.AMBIGUOUS_REFERENCE else ())
    return None


_OPENED = frozenset({Reason.HYPOTHETICAL, Reason.QUESTION, Reason.META, Reason.COMMAND})


def is_title(page: Page) -> bool:
    """Is This It was recorded in New York. Imagine is a song: a statement about a work whose title asks, orders or imagines."""
    clause = page.clause
    if not page.dials.assumes or not clause.tokens or not clause.tokens[0].is_capitalised or page.text.rstrip().endswith("?"):
        return False
    if clause.tag(1) is Tag.AUX and clause.low(0) in ("imagine", "suppose"):
        return True
    near = range(1, min(len(clause), page.dials.opener_tokens_at_most + 2))
    small = (k for k in near if clause.tokens[k].is_capitalised and clause.low(k) != "i")
    inside = next((k for k in small if clause.low(k) in page.lexicon.function_words or clause.low(k) in page.lexicon.adverbs), None)
    return inside is not None and any(clause.tags[k] in FINITE and clause.tokens[k].text.islower() for k in range(inside + 1, len(clause)))


def question(page: Page) -> bool:
    """It asks: a question mark at the end, a question's opener, or a verb before its subject."""
    if page.text.rstrip().endswith("?"):
        return True
    clause = page.clause
    if len(clause) > 1 and clause.tokens[1].is_capitalised and clause.low(0) not in _INVERTING:
        return False  # a name or a title: Will Smith, May Day, "How the West Was Won"
    return bool(page.lexicon.question_openers.at(clause.tokens, 0)[0]) or _inverts(clause) or _asks_which(clause)


_INVERTING = frozenset("is are was were does did has have could would isn't aren't wasn't weren't doesn't didn't".split())


def _inverts(clause: Clause) -> bool:
    """Does vitamin C prevent colds"""
    if clause.tag(0) is not Tag.AUX or clause.low(0) == "don't":
        return False
    if clause.tag(1) is Tag.PRONOUN:
        return True
    return clause.low(1) not in ("not", "your", "it") and clauses.main_verb(clause, 1) is None


def _asks_which(clause: Clause) -> bool:
    """Why the sky is blue; what year did the wall fall."""
    helped = any(clause.low(k) in ("do", "does", "did", "would") for k in (1, 2))
    verbs = sum(tag in FINITE for tag in clause.tags)
    return (clause.low(0) in ("why", "how") and verbs < 2) or (
        clause.low(0) in ("what", "which", "who", "whom", "where", "when") and helped
    )


def hypothetical(page: Page) -> bool:
    """It imagines: an opener, or a condition contrary to fact."""
    clause = page.clause
    if page.lexicon.hypothetical_openers.at(clause.tokens, 0)[0]:
        return True
    contrary = any(token.low in ("would", "could", "might") for token in clause.tokens)
    unreal = any(token.low in ("had", "were") for token in clause.tokens[1:])
    opens = (clause.low(0) == "if" and unreal) or (clause.low(0) in ("had", "were", "should") and clause.tag(1) is not Tag.NUMBER)
    return opens and contrary and not is_estimate(page)


def is_estimate(page: Page) -> bool:
    """If masks had come a week earlier, 36,000 fewer would have died: somebody has worked it out, and that can be looked up."""
    would = next((k for k, token in enumerate(page.clause.tokens) if token.low in ("would", "could", "might")), None)
    comma = next((k for k in range(len(page.clause)) if page.clause.is_comma(k)), None)
    if not page.dials.assumes or would is None or comma is None or page.clause.low(0) not in ("if", "had"):
        return False
    return _has_amount(page.clause, comma)


def _has_amount(clause: Clause, start: int = 0) -> bool:
    """Whether a number that is no year stands there."""
    numbers = (clause.tokens[k] for k in range(start, len(clause)) if clause.tags[k] is Tag.NUMBER)
    return any(not _YEAR.fullmatch(token.text) for token in numbers)


_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")


def command(page: Page) -> bool:
    """It asks somebody to do something: an opener, or a plain verb first and no subject."""
    clause = page.clause
    if page.lexicon.command_openers.at(clause.tokens, 0)[0]:
        return True
    if (clause.low(0) == "do" and clause.low(1) in ("your", "it")) or (clause.low(0) == clause.low(2) and len(clause) > 1):
        return clause.low(0) == "do"  # "study after study shows" is no command
    first = 1 if clause.low(0) in ("never", "always", "just", "now", "then", "first", "so", "simply") else 0
    first += clause.is_comma(first) if first else 0
    known = page.lexicon.verbs.get(clause.low(first))
    if known is None or Form.BASE not in known.forms or clause.tag(first + 1) in (None, Tag.CONJUNCTION, Tag.SIGN):
        return False
    if clause.low(0) in ("never", "always"):
        return clause.tag(first + 1) is not Tag.AUX and not clause.tokens[first].is_capitalised
    verb = clauses.main_verb(clause, first + 1)
    if page.dials.assumes and _is_no_order(clause, known.forms, first):
        return False
    opens_clause = partial(_opens_clause, clause, page.dials)
    depends = verb is not None and any(opens_clause(k) or clause.is_comma(k) for k in range(first + 1, verb))
    opens_object = clause.tag(first + 1) in (Tag.DETERMINER, Tag.PRONOUN, Tag.PREPOSITION, Tag.NUMBER, Tag.SUBORDINATOR)
    return verb is None or (depends and opens_object)


_SUBJECTS = frozenset({Tag.DETERMINER, Tag.NAME, Tag.WORD, Tag.NUMBER, Tag.QUOTED, Tag.ING})


def _is_no_order(clause: Clause, forms: frozenset[Form], first: int) -> bool:
    """Like the hearth tax, the window tax rose. Spread over 3 days, the match lasted 11 hours."""
    laid = Form.PARTICIPLE in forms and clause.tag(first + 1) is Tag.PREPOSITION
    commas = (k for k in range(first + 2, len(clause)) if clause.is_comma(k))
    return (clause.low(first) == "like" or laid) and any(clause.tag(k + 1) in _SUBJECTS for k in commas)


def _opens_clause(clause: Clause, dials: RefuseDials, index: int) -> bool:
    """A subordinator; one that only compares or dates, as in "than ten" and "after 1 year", opens none."""
    dates = dials.assumes and (clause.low(index) == "than" or clause.tag(index + 1) is Tag.NUMBER)
    return clause.tags[index] is Tag.SUBORDINATOR and not dates


def meta(page: Page) -> bool:
    """It speaks of the text it stands in."""
    return any(page.lexicon.meta_openers.at(page.clause.tokens, k)[0] for k in range(page.dials.opener_tokens_at_most + 1))


def opinion(page: Page) -> bool:
    """It values: the speaker's own view, an expression of value, or a word of value behind a linking verb, said by nobody else."""
    clause = page.clause
    if any(
        page.lexicon.opinion_openers.at(clause.tokens, k)[0] for k in range(1 + (clause.tag(0) is Tag.CONJUNCTION or clause.low(0) == "so"))
    ):
        return True
    if _reports(clause):
        return False
    outside = tuple(token for token, tag in zip(clause.tokens, clause.tags, strict=True) if tag is not Tag.QUOTED)
    measured = page.dials.assumes and _is_too_much_to(clause)
    return (page.lexicon.predicates_opinion.found_in(outside) and not measured) or _values(page) or (_wishes(clause) and not is_rule(page))


def greeting(page: Page) -> bool:
    """It greets, thanks or agrees, and states nothing."""
    clause = page.clause
    if page.dials.is_lenient and clause.low(0) == "no" and len(clause) > 1 and not clause.is_comma(1):
        return False  # "No complications exist": none of them
    return bool(page.lexicon.social_phrases.at(clause.tokens, 0)[0]) and not any(tag in FINITE for tag in clause.tags)


def fragment(page: Page) -> bool:
    """It has no verb, or nothing but words that join."""
    clause = page.clause
    index = 0
    while (length := page.lexicon.connectors.at(clause.tokens, index)[0]) or clause.tag(index) is Tag.SIGN:
        index += length or 1
    if index >= len(clause):
        return True
    words = sum(token.is_word for token in clause.tokens)
    ends = page.lexicon.verbs.get(clause.low(len(clause) - 1))
    is_denial = clause.low(0) == "no" and ends is not None and ends.base == "exist"  # "No side effects exist."
    is_sentence = is_denial or (page.text.rstrip().endswith(".") and words >= page.dials.sentence_words_at_least)
    reads = (page.dials.is_lenient and is_sentence) or is_headline(page)
    return not reads and not any(tag in FINITE for tag in clause.tags)


def is_headline(page: Page) -> bool:
    """No warming since 1998; reefs not dying; earth cooler than in 1940; unemployment at 4.1 percent; mayor to resign."""
    clause = page.clause
    words = sum(tag is not Tag.SIGN for tag in clause.tags)
    if not page.dials.reads_headlines or words < page.dials.headline_words_at_least or clause.low(0) in _NO_HEADLINE:
        return False
    denies = clause.low(0) == "no" and not clause.is_comma(1)
    return denies or any(_says_more(clause, k) for k in range(1, len(clause)))


_NO_HEADLINE = frozenset("a an the how what when where which who why thanks nothing something".split())
_BEFORE_AMOUNT = frozenset("at up down by over under above below".split())


def _says_more(clause: Clause, index: int) -> bool:
    """Whether a headline says something of its subject here: it denies, compares, counts, or announces with "to" and a verb."""
    low, after = clause.low(index), clause.lexicon.verbs.get(clause.low(index + 1))
    announces = low == "to" and after is not None and Form.BASE in after.forms
    counts = low in _BEFORE_AMOUNT and clause.tag(index + 1) is Tag.NUMBER
    return low in ("not", "than") or announces or counts


def assumed(text: str, lexicon: Lexicon, dials: RefuseDials) -> tuple[str, ...]:
    """What was assumed to read a sentence that is not refused, each as a line for the reader."""
    if not dials.assumes:
        return ()
    page = Page(text, clauses.parse(text, lexicon), lexicon, dials)
    return tuple(line for line, holds in ASSUMPTIONS if holds(page))


def has_no_verb(page: Page) -> bool:
    """Nothing in it is known to be a verb: it may be mistyped."""
    return not any(tag in FINITE for tag in page.clause.tags)


_FRAME = re.compile(
    r"(?:is it (?:really )?(?:true|correct|so|a fact|the case)|did you know|can you (?:check|confirm|verify)) that ([^?]+?)\s*\?",
    re.IGNORECASE,
)


_FEELING = re.compile(r"(?:sadly|thankfully|frankly|honestly|unfortunately|fortunately),\s+(.+)", re.IGNORECASE | re.DOTALL)


def framed(text: str, dials: RefuseDials) -> str:
    """What a question asks about, as a statement: “Is it true that bats are blind?” is “Bats are blind.” Any other text as it is.

    A word of feeling before a statement is left out: “Sadly, 40 people died.”
    """
    found = _FRAME.fullmatch(text.strip()) if dials.is_lenient else None
    found = found or (_FEELING.fullmatch(text.strip()) if dials.assumes else None)
    if found is None:
        return text
    first, _, rest = found[1].rstrip(".").partition(" ")
    return f"{first.capitalize() if first.islower() else first} {rest}.".replace(" .", ".")


_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
ADDRESS = "This is the address of a page. Give the sentence of it that you want checked."


def ambiguous_reference(page: Page) -> bool:
    """It speaks of somebody or something that the text does not name, or of one of two that it does."""
    return references.unresolved(page.clause) or bool(references.readings(page.clause))


CHECKS: tuple[tuple[Reason, Callable[[Page], bool]], ...] = (
    (Reason.HYPOTHETICAL, hypothetical),
    (Reason.QUESTION, question),
    (Reason.META, meta),
    (Reason.NOT_A_STATEMENT, greeting),
    (Reason.OPINION, opinion),
    (Reason.COMMAND, command),
    (Reason.NOT_A_STATEMENT, fragment),
    (Reason.AMBIGUOUS_REFERENCE, ambiguous_reference),
)

MESSAGES = MappingProxyType(
    {
        Reason.QUESTION: "This is a question. State what you want checked: “X is Y.”",
        Reason.HYPOTHETICAL: "This is imagined, so no evidence can decide it. State something said to be so.",
        Reason.META: "This speaks of a text, not of the world. Give the statement itself.",
        Reason.NOT_A_STATEMENT: "This states nothing that can be checked. Give a full sentence.",
        Reason.OPINION: "This is a matter of taste or value. Give a statement that evidence can support or refute.",
        Reason.COMMAND: "This asks somebody to do something. State what you want checked: “X is Y.”",
        Reason.AMBIGUOUS_REFERENCE: "It is not clear who or what is meant. Name it in the claim.",
        Reason.LANGUAGE_UNSUPPORTED: "This language cannot be read yet. Give the claim in English.",
    }
)


def _reports(clause: Clause) -> bool:
    """Whether the statement is about what somebody said, thought, voted or called something."""
    if clause.low(0) == "according":
        return True
    bases = (clause.lexicon.verbs[token.low].base for token in clause.tokens if token.low in clause.lexicon.verbs)
    told = clause.lexicon.reporting_verbs | clause.lexicon.belief_verbs
    return any(base in told or base in ("call", "vote", "rank", "rate", "name", "elect", "describe") for base in bases)


def _values(page: Page) -> bool:
    clause = page.clause
    verb = clauses.main_verb(clause)
    if verb is None or not (clause.low(verb) in ("is", "are", "was", "were") or _seems(clause, verb)):
        return False
    for index in range(verb + 1, min(len(clause), verb + 1 + page.dials.value_tokens_at_most)):
        length, _ = page.lexicon.evaluative_terms.at(clause.tokens, index)
        if length and clause.tags[index] is not Tag.QUOTED and not clause.tokens[index].is_capitalised:
            return clause.low(index + length) not in _MEASURED and not (page.dials.assumes and _can_be_compared(clause, verb, index))
        if clause.tags[index] in (Tag.PREPOSITION, Tag.CONJUNCTION, Tag.ING):
            return False
    return False


_MEASURED = frozenset("for at to enough predictor predictors conductor conductors known".split())
_COUNTED = frozenset(
    "way method means remedy treatment cure choice option source result score evidence agreement example deal threat risk danger cause "
    "year decade drought flood storm fire wildfire season disaster loss decline contributor extinction famine".split()
)


def _can_be_compared(clause: Clause, verb: int, index: int) -> bool:
    """As good as aspirin; equally good; not perfect; the best way to put out a fire; the worst drought; given a perfect score."""
    by = clause.low(index - 1) in ("as", "equally", "not") or bool({clause.low(index + 1), clause.low(index + 2)} & _COUNTED)
    is_passive = any(clause.tags[k] is Tag.PARTICIPLE for k in range(verb + 1, index))
    return by or is_passive or clause.low(index) == "cool" or (clause.low(index) in ("best", "worst") and _has_amount(clause))


def _seems(clause: Clause, verb: int) -> bool:
    known = clause.lexicon.verbs.get(clause.low(verb))
    return known is not None and known.base in ("seem", "look", "sound", "taste", "feel", "smell")


def _wishes(clause: Clause) -> bool:
    """The government should ban cars."""
    verb = clauses.main_verb(clause)
    return verb is not None and clause.low(verb) in ("should", "shouldn't")


def _is_too_much_to(clause: Clause) -> bool:
    """Far too small to change the climate: that can be measured."""
    return any(clause.low(k) == "too" and clause.low(k - 1) in ("far", "way") and clause.low(k + 2) == "to" for k in range(1, len(clause)))


def is_rule(page: Page) -> bool:
    """Adults should take 10 millilitres: a rule that somebody has laid down, with a number to look up."""
    return page.dials.assumes and _wishes(page.clause) and _has_amount(page.clause)


ASSUMPTIONS: tuple[tuple[str, Callable[[Page], bool]], ...] = (
    ("no verb in it is known; it is read as one statement", has_no_verb),
    ("“should” is read as a rule that somebody has laid down", is_rule),
    ("what would have been is read as an estimate that somebody has made", is_estimate),
)
