"""A quote that tells the end of what a subclaim says is going on: "the ban ended on Monday" beside "the ban is in force"."""

import re

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.rules.judging.conflicts import Conflict, Measure
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import clauses, sentences
from veracious.rules.reading.clauses import Clause
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials

_GOES_ON = re.compile(
    r"\b(?:(?:is|are|remains?|stays?)(?: (?:still|now|currently))? "
    r"(?:in (?:force|effect|place|operation|progress|session)|under ?way|ongoing|going on|continuing|valid)"
    r"|goes on|go on|continues?|lasts?|persists?|holds?|runs?)"
    r"(?: today| now| still| at present| (?:in|at|on|for|across|over|near|around) .+)?\.?$",
    re.IGNORECASE,
)
_ENDED = frozenset(
    "ended finished ceased expired lapsed stopped concluded lifted scrapped abolished cancelled canceled revoked repealed "
    "rescinded suspended withdrawn terminated discontinued".split()
)
_NOT_YET = frozenset("will would could may might can should must not never n't to if unless be".split())


def find(subclaim: Subclaim, quote: Quote, measure: Measure) -> Conflict | None:
    """The first sentence of a quote that tells the end of what the subclaim says is going on.

    Formula: A quote that tells the end of what goes on. From ours.

        conflict    if told_ends, the subclaim says that its subject is in force, under way, going on or the like,
                    and a sentence of the quote says of a subject with all of these words that it ended, was lifted or the like,
                    and has at least denied_words of the subclaim's other words
        none        if the end is denied, planned, or only possible

    Dials: told_ends, denied_words of ConflictDials.
    """
    lexicon = measure.lexicon
    claim = clauses.parse(subclaim.text, lexicon)
    verb = clauses.main_verb(claim)
    lasting = _GOES_ON.search(subclaim.text.strip())
    if not measure.conflicts.told_ends or verb is None or lasting is None or lasting.start() > claim.tokens[verb].start:
        return None
    named = _stems(claim.words(0, verb), lexicon)
    rest = _stems(re.sub(r"^.*?(?= (?:in|at|on|for|across|over|near|around) [A-Z])|^.*", "", lasting.group()), lexicon)
    for span in sentences.split(quote.text, "en", SentenceDials()):
        sentence = clauses.parse(span.of(quote.text), lexicon)
        ended = _ended(sentence)
        if not ended or not named:
            continue
        first = clauses.main_verb(sentence) or 0
        told = _stems(sentence.text, lexicon)
        if named <= _stems(sentence.words(0, first), lexicon) and len(rest & told) >= measure.conflicts.denied_words * len(rest):
            return Conflict(lasting.group().rstrip("."), ended)
    return None


def _ended(sentence: Clause) -> str:
    """The words that tell an end; empty where none is told, or only one that is denied or to come."""
    verb = clauses.main_verb(sentence)
    if verb is None:
        return ""
    end = clauses.verb_group_end(sentence, verb)
    group = [sentence.low(index) for index in range(verb, end)]
    if group[-1] not in _ENDED or _NOT_YET & set(group):
        return ""
    return sentence.words(verb, end)


def _stems(text: str, lexicon: Lexicon) -> frozenset[str]:
    return overlap.words(text, lexicon, OverlapDials())
