"""An invented country: kinds of facts, and the claims that are made of them.

`poison_facts.txt` has a block for each kind: its name and its values, the claim that is so, the one that is not, two honest wordings, three
planted ones. `{x}` and `{y}` are places, `{p}` a person, `{m}` a medicine, `{t}` the value that is so and `{f}` the one that is not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

from veracious.domain.verdict import Verdict

_FILE = Path(__file__).with_name("poison_facts.txt")
_STEMS = "Har Nor Bel Cas Dor Fen Gal Hol Ist Jor Kel Lun Mar Oss Pel Quar Ros Sel Tav Ulm Ver Wen Yar Zel".split()
_ENDS = "low vale mont tham wick stad mere burg haven ridge ford dale by minster gate".split()
_FIRST = "Ada Boris Clara Darius Edda Felix Greta Hugo Ines Jonas Karla Leon Mira Nils Olga Pavel Rosa Stefan Tilda Viktor".split()
_LAST = "Aldane Brack Corvin Dresk Elmar Fosk Gandry Holt Ivers Jansk Korr Lindt Mostar Norrin Orlov Prahl Quist Rademar Solt Vane".split()
_DRUGS = "Altra Bexo Cora Delvi Enti Fero Galvi Hexa Ivo Lumi Neva Orlo".split()
_DRUG_ENDS = "dine mol zan prex tide lon".split()
_MONTHS = "January February March April May June July August September October November December".split()

Pair = tuple[str, str]  # what is so, and what is not


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: the claim that it bears out, the one that it contradicts, and who says what."""

    name: str
    values: str  # "numbers 45 320", "people", …
    so: str
    not_so: str
    honest: tuple[str, ...]
    planted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A claim about the country, what it comes to, what two honest pages say of it, and how one says the contrary."""

    number: int
    kind: str
    claim: str
    verdict: Verdict
    honest: tuple[str, ...]
    contrary: tuple[str, ...]
    altered: tuple[str, ...]  # the honest pages with what is not so in the place of what is, or before it

    @property
    def opposite(self) -> Verdict:
        """What those who plant pages want it to come to."""
        return Verdict.REFUTED if self.verdict is Verdict.SUPPORTED else Verdict.SUPPORTED


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, as the file has them."""
    return tuple(_kind(block.splitlines()) for block in _FILE.read_text("utf-8").split("\n\n"))


def _kind(lines: list[str]) -> Kind:
    told: dict[str, list[str]] = {}
    for line in lines[1:]:
        what, _, text = line.partition(": ")
        told.setdefault(what, []).append(text)
    name, _, values = lines[0].removeprefix("= ").partition(": ")
    return Kind(name, values, told["so"][0], told["not"][0], tuple(told["honest"]), tuple(told["planted"]))


def facts(seed: int = 0) -> Iterator[Fact]:
    """Claims without end, the same for a seed: kind after kind, those that are so and those that are not in turn."""
    every = kinds()
    for number in count():
        kind, is_so = every[number // 2 % len(every)], number % 2 == 0
        random = Random(f"{seed} {number}")
        words = _words(kind, random)
        claim = (kind.so if is_so else kind.not_so).format_map(words)
        contrary = tuple(_capital(one.format_map(words)) for one in kind.planted)
        yield Fact(
            number=number,
            kind=kind.name,
            claim=_capital(claim),
            verdict=Verdict.SUPPORTED if is_so else Verdict.REFUTED,
            honest=tuple(_capital(one.format_map(words)) for one in kind.honest),
            contrary=contrary,
            altered=tuple(_altered(one, words, contrary[0]) for one in kind.honest),
        )


def _altered(text: str, words: dict[str, str], contrary: str) -> str:
    return _capital(text.format_map(words | {"t": words["f"]})) if words["t"] else f"{contrary} {_capital(text.format_map(words))}"


def _words(kind: Kind, random: Random) -> dict[str, str]:
    x, y = _two(_place, random)
    true, false = _values(kind.values, random)
    return {"x": x, "y": y, "p": _person(random), "m": random.choice(_DRUGS) + random.choice(_DRUG_ENDS), "t": true, "f": false}


def _values(told: str, random: Random) -> Pair:
    what, *bounds = told.split()
    low, high = (int(bound) for bound in bounds or ("0", "0"))
    match what:
        case "numbers":
            true, false = _numbers(low, high, random)
            return f"{true:,}", f"{false:,}"
        case "tenths":
            true, false = _numbers(low, high, random)
            return f"{true / 10:.1f}", f"{false / 10:.1f}"
        case "years":
            year, apart = random.randint(low, high), random.randint(9, 30)
            return str(year), str(year + apart if year + apart < 2024 and random.random() < 0.5 else year - apart)
        case "none":
            return "", ""
    return _two({"people": _person, "places": _place, "dates": _date}[what], random)


def _numbers(low: int, high: int, random: Random) -> tuple[int, int]:
    """What is so, and twice to three times as much, or as little."""
    true, factor = random.randint(low, high), random.uniform(2.0, 3.0)
    return true, round(true * factor) if random.random() < 0.5 else max(2, round(true / factor))


def _two(make: Callable[[Random], str], random: Random) -> Pair:
    """Two that share no word."""
    first = make(random)
    return first, next(other for _ in count() if not set((other := make(random)).split()) & set(first.split()))


def _place(random: Random) -> str:
    return random.choice(_STEMS) + random.choice(_ENDS)


def _person(random: Random) -> str:
    return f"{random.choice(_FIRST)} {random.choice(_LAST)}"


def _date(random: Random) -> str:
    return f"{random.randint(1, 28)} {random.choice(_MONTHS)} {random.randint(1990, 2023)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
