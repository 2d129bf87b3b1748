"""A quote that denies in so many words what a subclaim says: "does not relieve migraine" beside "relieves migraine"."""

from collections.abc import Iterator

from veracious.domain.claim import Subclaim
from veracious.domain.evidence import Quote
from veracious.rules.judging.conflicts import Conflict, Measure
from veracious.rules.ranking import overlap
from veracious.rules.ranking.overlap import OverlapDials
from veracious.rules.reading import clauses, denial, sentences
from veracious.rules.reading.lexicon import Lexicon
from veracious.rules.reading.sentences import SentenceDials


def find(subclaim: Subclaim, quote: Quote, measure: Measure) -> Conflict | None:
    """The first sentence of a quote that is the subclaim, denied: the same verb, nearly the same words, and nothing that limits it.

    Formula: A quote that denies the subclaim in so many words. From ours.

        conflict    if a sentence of the quote, its denial taken away, has the subclaim's verb
                    and at least denied_words of the subclaim's words
        none        if the subclaim is itself a denial

    Dials: denied_words of ConflictDials.
    """
    lexicon = measure.lexicon
    wanted = overlap.ask(subclaim, lexicon, OverlapDials())
    if not wanted.verb or denial.affirmed(subclaim.text, lexicon):
        return None
    for sentence in _sentences(quote.text):
        plain = denial.affirmed(sentence, lexicon)
        told = overlap.words(plain, lexicon, OverlapDials())
        same = plain and overlap.verb(plain, lexicon) == wanted.verb
        if same and len(wanted.words & told) >= measure.conflicts.denied_words * len(wanted.words):
            return Conflict(_verb(subclaim.text, lexicon), _verb(sentence, lexicon))
    return None


def _sentences(text: str) -> Iterator[str]:
    """Every sentence, and every clause of it that a comma ends."""
    for span in sentences.split(text, "en", SentenceDials()):
        sentence = span.of(text)
        yield sentence
        yield sentence.split(", ")[0]


def _verb(text: str, lexicon: Lexicon) -> str:
    clause = clauses.parse(text, lexicon)
    verb = clauses.main_verb(clause)
    return "" if verb is None else clause.words(verb, clauses.verb_group_end(clause, verb))
