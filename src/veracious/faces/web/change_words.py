"""The list of changes in words that people read: who did what, and to what."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from veracious.domain.access import PERSON, Change
from veracious.domain.providers import ENDPOINT, REVIEWS, SEARCHES
from veracious.domain.verdict import Verdict
from veracious.faces.pages import foreign, words

SYSTEM, DATABASE = "system:", "database:"  # before the user of a command, and before a role that changed the store by hand
VERDICT = "verdict_"  # before what was said of one
PROVIDERS: Mapping[str, str] = {one.name: one.title for one in (*SEARCHES, REVIEWS)} | {ENDPOINT: "the language model"}
SUBJECT_CHARS = 200

Sentence = Callable[[str, str, str], str]  # of what was changed, what it was before, and what it is


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change as a line of the list."""

    at: datetime
    day: str
    who: str
    did: str
    link: str = ""  # to the verdict that something was said of


def line(change: Change, keys: Mapping[str, str]) -> ChangeLine:
    """A change in words; `keys` has the names of keys by their ids."""
    said = did(change, keys)
    link = f"/v/{change.subject}" if change.action.startswith(VERDICT) else ""
    return ChangeLine(change.at, f"{change.at.astimezone(UTC):%Y-%m-%d %H:%M} UTC", who(change.actor, keys), said, link)


def who(actor: str, keys: Mapping[str, str]) -> str:
    """Who changed something."""
    if actor.startswith(PERSON):
        return foreign.cut(actor.removeprefix(PERSON), SUBJECT_CHARS)
    if actor.startswith(SYSTEM):
        return foreign.cut(f"{actor.removeprefix(SYSTEM)}, by a command", SUBJECT_CHARS)
    if actor.startswith(DATABASE):
        return foreign.cut(f"{actor.removeprefix(DATABASE)}, in the database", SUBJECT_CHARS)
    return _key(actor, keys) if actor.startswith("vk_") else foreign.cut(actor, SUBJECT_CHARS)


def did(change: Change, keys: Mapping[str, str]) -> str:
    """What somebody did."""
    subject, before, after = (foreign.cut(one, SUBJECT_CHARS) for one in (change.subject, change.before, change.after))
    if change.action.startswith("key_"):
        subject = _key(change.subject, keys)
    elif change.action.startswith("provider_"):
        subject = PROVIDERS.get(change.subject, subject)
    elif change.action == "limit_set":
        subject = who(change.subject, keys) if change.subject != "workspace" else "the workspace"
    elif change.action == "retention_changed":
        before, after = _days(before), _days(after)
    elif change.action.startswith(VERDICT):
        before, after = _verdict(before), _verdict(after)
    return SENTENCES.get(change.action, _plain(change.action))(subject, before, after)


def _was(said: str, before: str) -> str:
    return f"{said}; before: {before}" if before else said


def _plain(action: str) -> Sentence:
    """An action that this version does not know, as it stands in the list."""
    named = foreign.visible(action.replace("_", " "))
    return lambda subject, before, after: " ".join(filter(None, [f"{named}: {subject}", before and f"({before})", after]))


SENTENCES: Mapping[str, Sentence] = {
    "key_made": lambda subject, before, after: f"made {subject}, with the scope {after}",
    "key_revoked": lambda subject, before, after: f"revoked {subject}, which had the scope {before}",
    "limit_set": lambda subject, before, after: _was(f"set what {subject} may use: {after}", before),
    "provider_key_set": lambda subject, before, after: f"set the workspace's own key for {subject}",
    "provider_key_removed": lambda subject, before, after: f"had the workspace's own key for {subject} forgotten",
    "role_given": lambda subject, before, after: f"added {subject}, as {after}",
    "role_changed": lambda subject, before, after: f"made {subject} {after}; before: {before}",
    "role_removed": lambda subject, before, after: f"removed {subject}, who was {before}",
    "rating_set": lambda subject, before, after: _was(f"rated {subject} {after}", before),
    "rating_removed": lambda subject, before, after: f"took back the rating of {subject}; before: {before}",
    "retention_changed": lambda subject, before, after: _was(f"had {subject} kept {after}", before),
    "webhook_set": lambda subject, before, after: _was(f"set the webhook to {after}", before),
    "webhook_removed": lambda subject, before, after: f"removed the webhook; before: {before}",
    "verdict_signed": lambda subject, before, after: f"signed a verdict: {after}",
    "verdict_changed": lambda subject, before, after: f"changed a verdict to {after}; before: {before}",
    "verdict_returned": lambda subject, before, after: f"returned a draft: {before}",
    "verdict_withdrawn": lambda subject, before, after: f"withdrew a verdict: {before}",
    "verdict_published": lambda subject, before, after: f"published a verdict: {after or before}",
    "verdict_unpublished": lambda subject, before, after: f"took a verdict back from the public: {before}",
    "record_erased": lambda subject, before, after: f"erased the record {subject}",
}


def _key(id: str, keys: Mapping[str, str]) -> str:
    name = keys.get(id, "")
    return foreign.cut(f"the key {id} ({name})" if name else f"the key {id}", SUBJECT_CHARS)


def _days(text: str) -> str:
    if not text or text == "forever":
        return "until they are erased" if text else ""
    return f"for {text} day{'' if text == '1' else 's'}"


def _verdict(text: str) -> str:
    return words.VERDICTS[Verdict(text)].lower() if text in set(Verdict) else text
