"""The models of this installation: looked at, tried, and another judge put in place."""

from pathlib import Path

from veracious import wiring
from veracious.domain.errors import ModelBroken, ModelUnfit, VeraciousError
from veracious.domain.model import Examination, Place, Role


async def examine(role: Role, ask: bool = True) -> Examination:
    """The model of a role, its files checked, and put to plain questions unless told otherwise."""
    place = Place(role, "", "")
    try:
        place = wiring.place_of(role)
        loaded = wiring.load_model(place)
        return Examination(place, loaded.model, await wiring.self_test(loaded) if ask else "")
    except VeraciousError as failed:
        return Examination(place, trouble=str(failed))


async def add_judge(folder: Path) -> Examination:
    """Make the model in this folder the judge, if it is whole and gets the plainest case right."""
    try:
        loaded = wiring.load_model(Place(Role.JUDGE, str(folder), "added"))
        answer = await wiring.self_test(loaded, is_strict=False)
    except ModelBroken as failed:
        raise ModelUnfit(failed.detail) from failed
    place = Place(Role.JUDGE, str(folder.resolve()), "added", loaded.digest)
    wiring.put_judge(place)
    return Examination(place, loaded.model, answer)


def remove_judge() -> bool:
    """Go back to the shipped judge; whether there was another."""
    return wiring.take_judge_out()
