"""The one composition root: where files and adapters become the values that rules and flow are given."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from veracious.adapters import tape
from veracious.adapters.clock import SystemClock
from veracious.adapters.models import places
from veracious.adapters.models.folder import Loaded
from veracious.adapters.models.folder import Role as Role
from veracious.domain.claim import Reading, Refusal
from veracious.domain.errors import LexiconBroken, ModelBroken, ModelMissing, ModelUnfit, VeraciousError
from veracious.domain.model import Examination, Place
from veracious.domain.record import Taped
from veracious.ports import Clock, Door, Embedder, Finder, Judge, Relevance, Shelf, Splitter, Tape, Tools, WebSearch
from veracious.rules.dials import Dials
from veracious.rules.reading import intake
from veracious.rules.reading import lexicon as lexicons
from veracious.rules.reading.lexicon import Lexicon

if TYPE_CHECKING:
    from veracious.settings import Settings

P = TypeVar("P")


@cache
def lexicon(language: str = "en") -> Lexicon:
    """The word lists of a language, as shipped."""
    folder = files("veracious") / "lexicons" / language
    if not folder.is_dir():
        raise LexiconBroken(f"no lists for the language {language!r}")
    texts = {entry.name.removesuffix(".txt"): entry.read_text("utf-8") for entry in folder.iterdir() if entry.name.endswith(".txt")}
    return lexicons.build(texts)


def clock() -> Clock:
    """The clock that runs go by."""
    return SystemClock()


def recorded(tools: Tools, notes: Tape) -> Tools:
    """The same tools, every answer of the outside noted on a tape before it is used."""

    def noted(port: P, role: type, name: str) -> P:
        return tape.record(port, role, name, notes, tools.blobs)

    return replace(
        tools,
        finders=tuple(noted(finder, Finder, f"finder {index}") for index, finder in enumerate(tools.finders)),
        judge=noted(tools.judge, Judge, "judge"),
        shelf=noted(tools.shelf, Shelf, "shelf"),
        search=None if tools.search is None else noted(tools.search, WebSearch, "search"),
        door=None if tools.door is None else noted(tools.door, Door, "door"),
        relevance=None if tools.relevance is None else noted(tools.relevance, Relevance, "relevance"),
        splitter=None if tools.splitter is None else noted(tools.splitter, Splitter, "splitter"),
    )


def played(tools: Tools, entries: Sequence[Taped]) -> Tools:
    """Tools that answer from a tape alone."""

    def player(role: type, name: str) -> Any:
        return tape.play(role, name, entries, tools.blobs)

    return replace(
        tools,
        finders=tuple(player(Finder, f"finder {index}") for index in range(len(tools.finders))),
        judge=player(Judge, "judge"),
        shelf=player(Shelf, "shelf"),
        search=None if tools.search is None else player(WebSearch, "search"),
        door=None if tools.door is None else player(Door, "door"),
        relevance=None if tools.relevance is None else player(Relevance, "relevance"),
        splitter=None if tools.splitter is None else player(Splitter, "splitter"),
    )


def reader(dials: Dials | None = None) -> Callable[[str, date], Reading | Refusal]:
    """What turns a text and its date into a claim, with these dials."""
    return partial(intake.read, lexicon=lexicon(), dials=(dials or Dials()).reading)


def embedder(given: Path | None = None) -> Embedder:
    """The embedder in this folder; without one, the one the settings name or the shipped one."""
    with _installed():
        from veracious.adapters.models.embedder import OnnxEmbedder

        return OnnxEmbedder(places.load(_place(Role.EMBEDDER, given)), _settings().threads)


def judge(given: Path | None = None, dials: Dials | None = None) -> Judge:
    """The judge in this folder; without one, the one the settings name, the one that was added, or the shipped one."""
    with _installed():
        from veracious.adapters.models.entailment import OnnxJudge

        loaded = places.load(_place(Role.JUDGE, given))
        return OnnxJudge(loaded, lexicon(), (dials or Dials()).judging.quotes, _settings().threads)


def relevance(given: Path | None = None) -> Relevance:
    """The relevance model in this folder; without one, the one the settings name or the shipped one."""
    with _installed():
        from veracious.adapters.models.relevance import OnnxRelevance

        return OnnxRelevance(places.load(_place(Role.RELEVANCE, given)), _settings().threads)


async def examine(role: Role, ask: bool = True) -> Examination:
    """The model of a role, its files checked, and put to one question unless told otherwise."""
    place = Place(role, "", "")
    try:
        place = _place(role, None)
        loaded = places.load(place)
        return Examination(place, loaded.model, await _asked(loaded) if ask else "")
    except VeraciousError as failed:
        return Examination(place, trouble=str(failed))


async def add_judge(folder: Path) -> Examination:
    """Make the model in this folder the judge, if it is whole and gets the plainest case right."""
    try:
        loaded = places.load(Place(Role.JUDGE, str(folder), "added"))
        answer = await _asked(loaded)
    except ModelBroken as failed:
        raise ModelUnfit(failed.detail) from failed
    place = Place(Role.JUDGE, str(folder.resolve()), "added", loaded.digest)
    places.add(_settings().home, place)
    return Examination(place, loaded.model, answer)


def remove_judge() -> bool:
    """Go back to the shipped judge; whether there was another."""
    return places.remove(_settings().home)


async def _asked(loaded: Loaded) -> str:
    with _installed():
        from veracious.adapters.models import trial

        return await trial.ask(loaded, lexicon(), _settings().threads)


def _place(role: Role, given: Path | None) -> Place:
    where = _settings()
    return Place(role, str(given), "setting") if given else places.find(role, where.models, where.home)


def _settings() -> "Settings":
    """The settings, read when they are asked for: reading a claim needs none, and their library is slow to load."""
    from veracious import settings

    return settings.read()


@contextmanager
def _installed() -> Iterator[None]:
    """What runs models comes with `veracious[local]`, and is imported only where a model is run."""
    try:
        yield
    except ModuleNotFoundError as absent:
        raise ModelMissing(f"{absent.name} is not installed") from absent
