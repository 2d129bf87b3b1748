"""The one composition root: where files and adapters become the values that rules and flow are given."""

from functools import cache
from importlib.resources import files

from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, as shipped."""
    folder = files("veracious") / "lexicons" / language
    texts = {entry.name.removesuffix(".txt"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return lexicons.build(texts)
