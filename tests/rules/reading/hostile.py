"""Texts that a reader must survive: any Unicode, endless repetitions, and sentences taken apart and shuffled."""

from collections.abc import Callable, Iterator
from random import Random

# Pieces whose repetition makes a careless pattern or parser slow.
PIECES = (
    "a", "aA", "(", ")", '"', "“", "”", "«", "‘", "'", "-", "–", ".", ". ", "!?", ",", ", ", ";", "; ", ":", "1", "1,000,", "1.",
    "1-", "1/", "½", "%", "$", "$1 ", "€1m ", "1 in 1 in ", "between 1 and ", "from 1 to ", "about ", "at least ", "not ", "but ",
    "not a but b ", "and ", "or ", "nor ", "neither a nor ", "both a and ", "he ", "who ", ", who ", ", which is a, ", "that ",
    "said that ", "according to a, ", "because ", "if ", "is ", "was ", "has been ", "to be ", "A ", "The ", "the company ",
    "of the ", "A of the ", "Mr. ", "U.S. ", "e.g. ", "A.B.", "one hundred and ", "two and a half ", "million ", "km per hour ",
    "the 1990s ", "2020-01-01", "15 March ", "March 15, ", "January ", "\u200b", "\u202e", "\u0301", "\ufeff", "\ud800", "\x00",
    "\n", "\r\n", "\t", "\u2028", "🙂", "👩‍👩‍👧", "ﬁ", "Ⅷ", "²", "中", "ا", "न", "a\u0301\u0302", "İ", "ß", "ǅ", "In 2020, ",
    "Although a is b, ", "; a is b", "a, a, a and ", "x's ", "[cite:",
)  # fmt: skip

SENTENCES = (
    "Marie Curie, who was born in Warsaw, won two Nobel Prizes and died in 1934.",
    "According to the WHO, between 5 and 7 million people die from tobacco each year, but fewer than 10% of smokers quit.",
    "Neither the vaccine nor the placebo caused more than 3.5 side effects per 1,000 patients, the agency said.",
    "In 2019, the company, a maker of tyres, closed its plant in Ohio and cut 1,200 jobs because demand fell.",
    "The law bans lead, mercury and cadmium; it doesn't limit “research and development” or exports worth $2.5bn.",
)


def unicode(random: Random, length: int) -> str:
    """Any code points at all, lone surrogates among them."""
    ranges = ((0, 0x7F), (0, 0x2FF), (0, 0xFFFF), (0, 0x10FFFF), (0x2000, 0x206F), (0x300, 0x36F))
    low, high = random.choice(ranges)
    return "".join(chr(random.randint(low, high)) for _ in range(length))


def repeated(random: Random, length: int) -> str:
    """One piece again and again, or two by turns."""
    piece = "".join(random.choice(PIECES) for _ in range(random.choice((1, 1, 2, 3))))
    return (piece * (length // len(piece) + 1))[:length]


def mixed(random: Random, length: int) -> str:
    """Pieces in any order."""
    text = "".join(random.choice(PIECES) for _ in range(length // 2 + 1))
    return text[:length]


def broken(random: Random, length: int) -> str:
    """Words of real sentences, shuffled, dropped and run together."""
    words = [word for _ in range(length // 40 + 1) for word in random.choice(SENTENCES).split()]
    random.shuffle(words)
    return random.choice((" ", " ", " ", "", ", ", " and ")).join(words)[:length]


def grown(random: Random, length: int) -> str:
    """Real sentences joined into one."""
    joined = random.choice((" ", ", and ", "; ", " but ", ", which ", ", ")).join(
        random.choice(SENTENCES).rstrip(".") for _ in range(length // 60 + 1)
    )
    return joined[:length]


KINDS: tuple[Callable[[Random, int], str], ...] = (unicode, repeated, mixed, broken, grown)


def texts(count: int, seed: int, longest: int) -> Iterator[str]:
    """Texts of every kind, most of them short, some as long as allowed."""
    random = Random(seed)
    for index in range(count):
        length = random.choice((0, 1, 2, 5, 20, 80, 200, 500, 1000, longest, longest))
        yield KINDS[index % len(KINDS)](random, min(length, longest))


def articles(count: int, seed: int, longest: int) -> Iterator[str]:
    """Long texts of every kind, evenly from a fiftieth of the longest to the longest."""
    random = Random(seed)
    for index in range(count):
        yield KINDS[index % len(KINDS)](random, longest // 50 + (longest - longest // 50) * index // max(1, count - 1))
