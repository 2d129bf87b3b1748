"""The settings of this installation: what each is, who says so, and what is wrong. Nobody outside is asked but the store itself."""

import asyncio
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

from veracious import settings, wiring
from veracious.app import collections, models, store
from veracious.domain.configuration import Configuration, SettingFinding, SettingValue
from veracious.domain.errors import VeraciousError
from veracious.domain.model import Role
from veracious.domain.providers import SEARCHES
from veracious.settings import PREFIX, Settings
from veracious.wiring import identity, service

WIDE = 256  # addresses of a network, beyond which it is hardly one of proxies

Look = Callable[[Settings, str], Iterator[SettingFinding]]  # at the settings, and the address that the service is to listen on


async def check(host: str) -> Configuration:
    """Every setting, and all findings; what depends on values that cannot be read is looked at only once they can."""
    findings = [*_unknown(), *(SettingFinding(name, why) for name, why in settings.invalid())]
    if all(one.is_warning for one in findings):
        chosen = settings.read()
        findings += [found for look in LOOKS for found in look(chosen, host)]
        findings += await asyncio.to_thread(_store, chosen)
        findings += [found for role in Role for found in await _model(role, chosen)]
    return Configuration(_values(), tuple(findings))


def _values() -> tuple[SettingValue, ...]:
    return tuple(_added(one) if one.name == f"{PREFIX}JUDGE" and one.origin == "default" else one for one in settings.values())


def _added(judge: SettingValue) -> SettingValue:
    """The judge that `veracious models add` has noted in a file, if the settings name none."""
    try:
        place = wiring.place_of(Role.JUDGE)
    except VeraciousError:  # settings that cannot be read, or a file that is broken: told by a finding
        return judge
    return SettingValue(judge.name, place.folder, "file") if place.origin == "added" else judge


def _unknown() -> Iterator[SettingFinding]:
    known = {name.removeprefix(PREFIX): name for name, _ in settings.variables()}  # what all begin with makes none like another
    for name in settings.unknown():
        near = get_close_matches(name.removeprefix(PREFIX), known, 1)
        hint = f"Did you mean {known[near[0]]}?" if near else "Remove it, or look for the right one in the reference of settings."
        yield SettingFinding(name, f"There is no such setting. {hint}", is_warning=True)


def _paths(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    if chosen.data is not None and not chosen.data.is_dir():
        yield SettingFinding(f"{PREFIX}DATA", f"There is no folder {chosen.data}. Make it, or correct the path.")
    queries = chosen.refresh_queries
    if queries is not None and not queries.is_file():
        yield SettingFinding(f"{PREFIX}REFRESH_QUERIES", f"There is no file {queries}. Write it, or correct the path.")
    if chosen.home.is_file():
        yield SettingFinding(f"{PREFIX}HOME", f"{chosen.home} is a file. Name a folder.")


def _searches(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    named = wiring.searches()
    for name in named:
        yield from _attempted(f"{PREFIX}SEARCH", partial(wiring.check_search, name))
    for one in SEARCHES:
        if one.has_key and one.name not in named and settings.provider(one).key.get_secret_value():
            told = f"{PREFIX}SEARCH does not name {one.name}, so that it is never asked. Add it there, or remove the key."
            yield SettingFinding(f"{PREFIX}{one.name.upper()}_KEY", told, is_warning=True)
    if collections.schedule() is not None and not named:
        told = f"Nothing can be fetched, since {PREFIX}SEARCH names no search. Name one, or say never."
        yield SettingFinding(f"{PREFIX}REFRESH", told, is_warning=True)


def _language_models(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    yield from _attempted(f"{PREFIX}ENDPOINT", wiring.endpoints)
    if not chosen.endpoint:
        for name in ("endpoint_model", "endpoint_key", "spare"):
            if getattr(chosen, name):
                told = f"No language model is asked, since {PREFIX}ENDPOINT is not set. Set it, or remove this."
                yield SettingFinding(f"{PREFIX}{name.upper()}", told, is_warning=True)
        return
    for name in ("endpoint", "spare"):
        address = urlsplit(getattr(chosen, name))
        if not address.netloc or _is_near(address.hostname or ""):
            continue
        if address.scheme == "http":
            told = "Claims and the key go there unencrypted. Give an address that begins with https://."
            yield SettingFinding(f"{PREFIX}{name.upper()}", told, is_warning=True)
        if not getattr(chosen, f"{name}_input_price") and not getattr(chosen, f"{name}_output_price"):
            told = "Its prices are 0, so that no limit on money holds for it. Set what a million tokens cost, unless it is free."
            yield SettingFinding(f"{PREFIX}{name.upper()}_INPUT_PRICE", told, is_warning=True)


def _proxies(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    name = f"{PREFIX}PROXIES"
    if not _is_near(host) and not chosen.proxies:
        told = f"On {host} the service speaks plain HTTP, and keys can be read on the way. Put a proxy with TLS in front, and name it here."
        yield SettingFinding(name, told, is_warning=True)
    if _is_near(host) and chosen.proxies:
        told = "Behind a proxy use `veracious serve`, or `veracious up --keys`: without --keys it asks nobody on this machine for a key."
        yield SettingFinding(name, told, is_warning=True)
    for network in chosen.proxies:
        if network.num_addresses > WIDE:
            told = f"Everybody in {network} can say from where they ask, and so get round the limits on sign-ins. Name the proxies alone."
            yield SettingFinding(name, told, is_warning=True)
    if chosen.proxies and chosen.http_connections_per_address:
        told = "Behind a proxy all connections come from one address. Set it to 0, and limit connections in the proxy."
        yield SettingFinding(f"{PREFIX}HTTP_CONNECTIONS_PER_ADDRESS", told, is_warning=True)


def _secret(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    if chosen.secret.get_secret_value():
        yield from _attempted(f"{PREFIX}SECRET", wiring.check_secret)


def _traces(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    yield from _attempted(service.TRACES, service.has_traces)


def _sign_ins(chosen: Settings, host: str) -> Iterator[SettingFinding]:
    yield from _attempted(identity.ISSUER, identity.has_provider)
    for name in () if chosen.oidc_issuer else ("oidc_name", "oidc_client_id", "oidc_client_secret", "oidc_redirect"):
        if getattr(chosen, name):
            told = f"Nobody signs in by a provider, since {identity.ISSUER} is not set. Set it, or remove this."
            yield SettingFinding(f"{PREFIX}{name.upper()}", told, is_warning=True)


LOOKS: tuple[Look, ...] = (_paths, _searches, _language_models, _proxies, _secret, _sign_ins, _traces)


def _store(chosen: Settings) -> list[SettingFinding]:
    """What keeps the store from being used; the private one is made by itself. Its role, too, is looked at by whoever looks at it."""
    name = "DATABASE_URL" if chosen.database_url else f"{PREFIX}STORE"
    found = []
    try:
        state = store.state()
    except VeraciousError as failed:
        return [SettingFinding(name, str(failed))]
    if state.trouble:
        found.append(SettingFinding(name, state.trouble))
    elif not state.usable:
        found.append(SettingFinding(name, f"The schema lacks {', '.join(state.missing)}. Run `veracious db migrate`."))
    if chosen.owner_url and not chosen.database_url:
        told = "The owner of a server is named, but no server. Set DATABASE_URL to it, as the role `veracious_app`, or remove this."
        found.append(SettingFinding(f"{PREFIX}OWNER_URL", told))
    return found


async def _model(role: Role, chosen: Settings) -> list[SettingFinding]:
    """What is wrong with the files of a model."""
    trouble = (await models.examine(role, ask=False)).trouble
    name = f"{PREFIX}JUDGE" if role is Role.JUDGE and not chosen.models else f"{PREFIX}MODELS"
    return [SettingFinding(name, f"{role.value}: {trouble}")] if trouble else []


def _attempted(name: str, attempt: Callable[[], object]) -> Iterator[SettingFinding]:
    """What an attempt to use a setting fails with; an error that begins with the name of a setting is of that one."""
    try:
        attempt()
    except VeraciousError as failed:
        own, _, why = failed.detail.partition(": ")
        yield SettingFinding(own, why) if why and own in dict(settings.variables()) else SettingFinding(name, str(failed))


def _is_near(host: str) -> bool:
    """Whether this is an address of this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
