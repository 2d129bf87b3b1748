"""What the commands on workspaces, keys, people and provider keys show: to people, or as JSON to machines."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from veracious.domain.access import ApiKey, Change, Person, ProviderKey
from veracious.domain.budget import MICROS
from veracious.domain.job import Allowance, Used
from veracious.faces.cli.views import store as store_view
from veracious.rules import digest


def workspace_made(name: str, is_new: bool, as_json: bool) -> None:
    """Whether a workspace is new."""
    said = f"The workspace {name} is made." if is_new else f"The workspace {name} was there already."
    _tell({"outcome": "created" if is_new else "there_already", "workspace": name}, said, as_json)


def workspaces(workspaces: Sequence[tuple[str, datetime]], as_json: bool) -> None:
    """All workspaces and when they were made."""
    if as_json:
        _json({"outcome": "listed", "workspaces": [{"workspace": name, "made_at": _at(made_at)} for name, made_at in workspaces]})
    else:
        _table(("workspace", "made"), [(name, _day(made_at)) for name, made_at in workspaces], "There are no workspaces yet.")


def changes(workspace: str, changes: Sequence[Change], as_json: bool) -> None:
    """Who changed what, the newest first."""
    if as_json:
        told = [{**json.loads(digest.canonical(one)), "at": _at(one.at)} for one in changes]
        _json({"outcome": "listed", "workspace": workspace, "changes": told})
        return
    shown = [(f"{one.at.astimezone(UTC):%Y-%m-%d %H:%M}", one.actor, one.action, one.subject, _from_to(one)) for one in changes]
    _table(("when, UTC", "who", "what", "of", "change"), shown, "Nothing was changed yet.")


def _from_to(change: Change) -> str:
    return f"{change.before} → {change.after}" if change.before and change.after else change.before or change.after


def allowance(workspace: str, allowed: Allowance, used: Used, as_json: bool) -> None:
    """What a workspace may use, and what of it is used."""
    if as_json:
        told = {"outcome": "shown", "workspace": workspace}
        _json(told | {"allowance": json.loads(digest.canonical(allowed)), "used": json.loads(digest.canonical(used))})
        return
    may = used.at_most
    money = "no limit" if may.money_micros is None else f"{_money(may.money_micros)} a month"
    aside = f", {_money(used.held_micros)} set aside" if used.held_micros else ""
    store_view.said(workspace)
    store_view.said(f"  money: {money}; {_money(used.spent_micros)} spent this month{aside}")
    store_view.said(f"  jobs at once: {_limit(may.jobs_at_once)}; {used.jobs} not finished")
    store_view.said(f"  requests a minute: {_limit(may.requests_a_minute)}")
    text = "no limit" if may.text_bytes is None else _megabytes(may.text_bytes)
    waiting = f", {_megabytes(used.waiting_bytes)} waiting" if used.waiting_bytes else ""
    store_view.said(f"  text of documents: {text}; {_megabytes(used.text_bytes)} kept{waiting}")


def _megabytes(count: int) -> str:
    return f"{count / 1_000_000:,.1f} MB"


def key_made(workspace: str, made: ApiKey, secret: str, as_json: bool) -> None:
    """A new key, told this once."""
    ends = f", until {_day(made.ends_at)}" if made.ends_at else ""
    said = f"This key has the scope {made.grant.value} in the workspace {workspace}{ends}. It is not shown again: {secret}"
    _tell({"outcome": "created", "workspace": workspace, **_key(made), "key": secret}, said, as_json)


def keys(keys: Sequence[ApiKey], now: datetime, as_json: bool) -> None:
    """Keys, the oldest first; not what they open with."""
    if as_json:
        _json({"outcome": "listed", "keys": [_key(one) for one in keys]})
        return
    rows = [(one.id, one.name, one.grant.value, _day(one.made_at), _day(one.used_at) or "never", _state(one, now)) for one in keys]
    _table(("id", "name", "scope", "made", "last used", ""), rows, "There are no keys yet. `veracious key create` makes one.")


def person_added(made: Person, as_json: bool) -> None:
    """Somebody who can sign in now."""
    _tell({"outcome": "added", **_person(made)}, f"{made.name} can sign in now, as {made.rank.value}.", as_json)


def people(people: Sequence[Person], as_json: bool) -> None:
    """Who can sign in."""
    if as_json:
        _json({"outcome": "listed", "people": [_person(one) for one in people]})
    else:
        rows = [(one.name, one.rank.value, _day(one.made_at), _signs_in_with(one)) for one in people]
        _table(("name", "role", "since", "signs in with"), rows, "Nobody can sign in yet.")


def provider_set(provider: str, as_json: bool) -> None:
    """That a key is kept, not which."""
    _tell({"outcome": "set", "provider": provider}, f"The key for {provider} is kept, sealed.", as_json)


def providers(keys: Sequence[ProviderKey], as_json: bool) -> None:
    """For which providers there are keys."""
    if as_json:
        _json({"outcome": "listed", "providers": [{"provider": one.provider, "set_at": _at(one.set_at)} for one in keys]})
    else:
        _table(("provider", "set"), [(one.provider, _day(one.set_at)) for one in keys], "The workspace has no keys of its own.")


def ended(was_there: bool, done: str, nothing: str, as_json: bool) -> None:
    """Whether what was to end was there; ends with 1 if not."""
    _tell({"outcome": "removed" if was_there else "nothing_removed"}, done if was_there else nothing, as_json)
    raise typer.Exit(0 if was_there else 1)


def _key(key: ApiKey) -> dict[str, Any]:
    times = {name: _at(getattr(key, name)) for name in ("made_at", "used_at", "ends_at", "revoked_at")}
    return {"id": key.id, "name": key.name, "scope": key.grant.value, **times}


def _person(person: Person) -> dict[str, Any]:
    linked = {name: value for name, value in (("email", person.email), ("subject", person.subject)) if value}
    return {"name": person.name, "role": person.rank.value, "made_at": _at(person.made_at), **linked}


def _signs_in_with(person: Person) -> str:
    if person.subject:
        return f"the provider, as {person.subject}"
    return f"the provider, first as {person.email}" if person.email else "a password"


def _state(key: ApiKey, now: datetime) -> str:
    if key.revoked_at is not None:
        return f"revoked {_day(key.revoked_at)}"
    if key.ends_at is None:
        return ""
    return f"{'ended' if key.ends_at <= now else 'until'} {_day(key.ends_at)}"


def _tell(fields: dict[str, Any], said: str, as_json: bool) -> None:
    _json(fields) if as_json else store_view.said(said)


def _json(fields: dict[str, Any]) -> None:
    print(json.dumps(fields, ensure_ascii=False, indent=2))


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], nothing: str) -> None:
    if not rows:
        store_view.said(nothing)
        return
    table = Table(box=None, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, no_wrap=not place)  # the first is what is typed or copied
    for row in rows:
        table.add_row(*map(escape, row))
    Console(highlight=False).print(table)


def _at(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).isoformat()


def _day(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


def _money(micros: int) -> str:
    return f"{micros / MICROS:,.2f}"


def _limit(number: int | None) -> str:
    return "no limit" if number is None else f"{number:,}"
