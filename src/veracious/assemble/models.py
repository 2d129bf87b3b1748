"""The models: the one a caller names, the one the settings name, the one that was added, or the shipped one."""

from functools import cache
from pathlib import Path
from typing import Any

from veracious.adapters.models import places
from veracious.adapters.models.folder import Loaded, Role
from veracious.assemble.data_files import lexicon
from veracious.assemble.parts import installed, place_of, settings
from veracious.domain.errors import ModelBroken, ModelUnfit, VeraciousError
from veracious.domain.model import Examination, Place
from veracious.ports import Embedder, Judge, Relevance
from veracious.rules.dials import Dials


def made(role: Role, loaded: Loaded, dials: Dials | None = None) -> Any:
    """What runs a model in its role."""
    with installed():
        from veracious.adapters.models.embedder import OnnxEmbedder
        from veracious.adapters.models.entailment import OnnxJudge
        from veracious.adapters.models.relevance import OnnxRelevance

    threads = settings().threads
    if role is Role.JUDGE:
        return OnnxJudge(loaded, lexicon(), (dials or Dials()).judging.quotes, threads)
    return (OnnxEmbedder if role is Role.EMBEDDER else OnnxRelevance)(loaded, threads)


def embedder(path: Path | None = None) -> Embedder:
    """The embedder in this folder; without one, the one the settings name or the shipped one."""
    found: Embedder = made(Role.EMBEDDER, places.load(place_of(Role.EMBEDDER, path)))
    return found


shared_embedder = cache(embedder)  # once for the whole process


def judge(path: Path | None = None, dials: Dials | None = None) -> Judge:
    """The judge in this folder; without one, the one the settings name, the one that was added, or the shipped one."""
    found: Judge = made(Role.JUDGE, places.load(place_of(Role.JUDGE, path)), dials)
    return found


def relevance(path: Path | None = None) -> Relevance:
    """The relevance model in this folder; without one, the one the settings name or the shipped one."""
    found: Relevance = made(Role.RELEVANCE, places.load(place_of(Role.RELEVANCE, path)))
    return found


async def examine(role: Role, ask: bool = True) -> Examination:
    """The model of a role, its files checked, and put to one question unless told otherwise."""
    place = Place(role, "", "")
    try:
        place = place_of(role, None)
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
    places.add(settings().home, place)
    return Examination(place, loaded.model, answer)


def remove_judge() -> bool:
    """Go back to the shipped judge; whether there was another."""
    return places.remove(settings().home)


async def _asked(loaded: Loaded) -> str:
    with installed():
        from veracious.adapters.models import self_test

        return await self_test.ask(loaded, lexicon(), settings().threads)
