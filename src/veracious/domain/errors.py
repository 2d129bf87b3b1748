"""Everything that can go wrong, in one tree.

    VeraciousError
    ├── SetupError            this installation cannot do what was asked
    │   ├── LexiconBroken
    │   ├── TableBroken
    │   ├── DialsInvalid
    │   ├── SettingsInvalid
    │   ├── SearchMissing
    │   ├── ModelMissing
    │   ├── ModelBroken
    │   ├── ReaderMissing
    │   ├── PackMissing
    │   ├── PagesMissing
    │   ├── ServerMissing
    │   ├── TracesMissing
    │   ├── StoreMissing
    │   ├── StoreBehind
    │   ├── StoreAltered
    │   ├── StoreUnsafe
    │   ├── StoreForbidden
    │   └── StoreOutdated
    ├── InputError            the caller gave something that cannot be used
    │   ├── NotCanonical
    │   ├── ModelUnfit
    │   ├── GenerationUnknown
    │   ├── GenerationInUse
    │   ├── WorkspaceMisnamed
    │   └── PersonKnown
    │       └── IdentityKnown
    ├── SourceError           an outside source failed: a degraded mark, never evidence
    │   ├── SourceUnavailable
    │   │   ├── StoreUnavailable
    │   │   ├── StoreFailed
    │   │   ├── StoreBusy
    │   │   ├── StoreMismatch
    │   │   ├── SourceLimited
    │   │   ├── SourceClosed
    │   │   ├── SignInProviderUnavailable
    │   │   └── SourceResting
    │   ├── SourceMalformed
    │   │   └── AnswerBroken
    │   ├── AnswerRefused
    │   └── BudgetSpent
    ├── AccessError           somebody may not do this, or not now
    │   ├── KeyUnknown
    │   ├── ScopeMissing
    │   ├── SessionInvalid
    │   ├── PersonNeeded
    │   ├── SignInRefused     a provider of sign-ins sent somebody whom we do not let in
    │   │   ├── SignInStale
    │   │   ├── SignInDeclined
    │   │   ├── TokenForged
    │   │   ├── TokenMisdirected
    │   │   ├── TokenOutdated
    │   │   ├── EmailUnverified
    │   │   └── PersonNotAdded
    │   ├── AdminNeeded
    │   └── LimitReached
    │       ├── RequestsTooMany
    │       ├── SignInsTooMany
    │       ├── JobsTooMany
    │       ├── MoneyShort
    │       ├── FeedbackTooMuch
    │       └── StorageFull
    ├── JobError              a job cannot be taken, found or run
    │   ├── JobMissing
    │   ├── JobOutdated
    │   ├── RequestChanged
    │   └── RequestInFlight
    ├── ReviewError           somebody cannot say this of a verdict
    │   ├── ReviewOvertaken
    │   └── ReviewRefused
    └── RecordError           a stored record is not what it says it is
        ├── RecordAltered
        ├── RecordExists
        ├── RecordMissing
        ├── RecordUnreadable
        ├── ArchiveUnavailable
        ├── TapeEnds
        ├── DialsDiffer
        └── ReplayDiffers

A text that is not a checkable claim is not an error: it is a `Refusal` (see `claim.py`).
A call that a budget does not allow leaves a `Degraded` mark in the account (see `budget.py`); the flow meets it as `BudgetSpent`.
"""


class VeraciousError(Exception):
    """Veracious could not go on."""

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail

    def __str__(self) -> str:
        """The class's own sentence, which says what to do, and the detail."""
        said = " ".join((type(self).__doc__ or "").split())
        return f"{said} ({self.detail})" if self.detail else said


class SetupError(VeraciousError):
    """This installation cannot do what was asked. Check the installation and the settings."""


class LexiconBroken(SetupError):
    """A word list of the package is missing or damaged. Reinstall veracious."""


class TableBroken(SetupError):
    """A table of the package is missing or damaged. Reinstall veracious."""


class DialsInvalid(SetupError):
    """The dials file names an unknown dial or an unusable value. Compare it with the reference page of the dials."""


class PackMissing(SetupError):
    """The evaluation data is not there. Set VERACIOUS_DATA to the folder of the data pack."""


class SettingsInvalid(SetupError):
    """A setting has a value that cannot be used. Correct the environment variable named in brackets."""


class SearchMissing(SetupError):
    """No search of the web is set up. Set VERACIOUS_SEARCH to one: `wikipedia` needs no key, `searxng` needs VERACIOUS_SEARXNG."""


class ModelMissing(SetupError):
    """A model, or what runs it, is not installed. Run `pip install "veracious[local]"`, or set VERACIOUS_MODELS to a folder of models."""


class ModelBroken(SetupError):
    """A model cannot be used as it is. Reinstall veracious-models, or, if the model is your own, correct what is named in brackets."""


class ReaderMissing(SetupError):
    """What reads HTML and PDF files is not installed, or does not start. Run `pip install "veracious[local]"`."""


class PagesMissing(SetupError):
    """What makes pages of HTML is not installed. Run `pip install "veracious[local]"`."""


class ServerMissing(SetupError):
    """What serves others is not installed. Run `pip install "veracious[server]"`."""


class TracesMissing(SetupError):
    """What sends traces is not installed. Run `pip install "veracious[traces]"`, or do not set OTEL_EXPORTER_OTLP_ENDPOINT."""


class StoreMissing(SetupError):
    """There is no store here. Run `pip install "veracious[local]"` for a private one, or set DATABASE_URL to a PostgreSQL server."""


class StoreBehind(SetupError):
    """The store has not the schema this version needs. Run `veracious db migrate`."""


class StoreAltered(SetupError):
    """The store's schema was made by another version, or by hand. Install the version that made it, or restore a backup."""


class StoreUnsafe(SetupError):
    """The role in DATABASE_URL could see the evidence of every workspace. Let DATABASE_URL name the role `veracious_app`, not the owner."""


class StoreForbidden(SetupError):
    """The server does not let this role do that. DATABASE_URL names the role `veracious_app`, VERACIOUS_OWNER_URL the database's owner."""


class StoreOutdated(SetupError):
    """The server is too old for the store, or has no pgvector. Use PostgreSQL 18 with pgvector 0.8.3 or newer; 17 may do."""


class InputError(VeraciousError):
    """The input cannot be used. Correct it and try again."""


class NotCanonical(InputError):
    """This value has no canonical JSON form, so it can have no digest. Use finite numbers, text, lists and records only."""


class ModelUnfit(InputError):
    """This folder holds no model that can be the judge. Correct what is named in brackets, as `veracious models add --help` says."""


class GenerationUnknown(InputError):
    """There is no such generation that this workspace can see. `veracious collections list` shows those there are."""


class GenerationInUse(InputError):
    """This generation is the one in use, so it is not dropped. Make another the one in use first: `veracious collections switch`."""


class WorkspaceMisnamed(InputError):
    """This cannot be the name of a workspace. Use small letters, digits, `-` and `_`, at most 63, and begin with a letter or a digit."""


class PersonKnown(InputError):
    """Somebody of this name can sign in already. Remove them first to give them another password, or choose another name."""


class IdentityKnown(PersonKnown):
    """Somebody of this workspace signs in with this e-mail address or subject already. Remove them first, or give another."""


class SourceError(VeraciousError):
    """An outside source failed. The run goes on without it and says so."""


class SourceUnavailable(SourceError):
    """A source did not answer. Try again later, or configure another source."""


class SourceMalformed(SourceError):
    """A source answered with something that cannot be read. Its answer was dropped."""


class SourceLimited(SourceUnavailable):
    """A source asks to be left alone for longer than this run waits. Try again later, ask for less at once, or configure a spare one."""


class SourceClosed(SourceUnavailable):
    """A site asks machines not to read this page, so it is left alone. Read it yourself and `veracious ingest` it, or find another."""


class SignInProviderUnavailable(SourceUnavailable):
    """The provider of sign-ins does not answer as it must. Try again in a minute; if it happens again, ask whoever runs the service."""


class SourceResting(SourceUnavailable):
    """A source failed several times in a row and is left alone for a while. Try again in a minute, or configure a spare one."""


class AnswerBroken(SourceMalformed):
    """A model answered twice with something that is not what it was asked for. Nothing of it was used; try a larger model."""


class AnswerRefused(SourceError):
    """A model refused to answer. Nothing was taken from its words; try another model."""


class BudgetSpent(SourceError):
    """A call was not made, or not waited for, because of a limit of this run. Raise the limit that is named, or take what is known."""


class StoreUnavailable(SourceUnavailable):
    """The store did not answer. See `veracious db status`, or check DATABASE_URL."""


class StoreFailed(SourceUnavailable):
    """The store could not do this, and nothing of it was done. If it happens again, tell us what is in brackets."""


class StoreBusy(SourceUnavailable):
    """Others are at work in the store, and have not ended in time. Try again when they have."""


class StoreMismatch(SourceUnavailable):
    """The store's vectors were made by another embedder, so it is searched by words and facts alone. Run `veracious db reembed`."""


class AccessError(VeraciousError):
    """This is not allowed. Use a key that allows it, or ask whoever runs the service."""


class KeyUnknown(AccessError):
    """No key was given, or none that is known. Send it as `Authorization: Bearer KEY`; `veracious key create` makes one."""


class ScopeMissing(AccessError):
    """The key does not allow this. Use one with the scope that is named, or have one made with `veracious key create --scope`."""


class SessionInvalid(AccessError):
    """The name, the password or the session is not right, or the session has ended. Sign in again."""


class PersonNeeded(AccessError):
    """A verdict is signed by a person, and not by a key or by nobody in particular. Sign in with a name and a password."""


class SignInRefused(AccessError):
    """The provider's sign-in is not accepted. Begin again on the page to sign in; if it happens again, ask whoever runs the service."""


class SignInStale(SignInRefused):
    """This sign-in was begun in another browser, too long ago, or has been used already. Begin again on the page to sign in."""


class SignInDeclined(SignInRefused):
    """The provider did not sign you in. Begin again on the page to sign in; if it happens again, ask whoever runs the service."""


class TokenForged(SignInRefused):
    """What the provider sent is not signed as it must be, so nobody is signed in. Ask whoever runs the service."""


class TokenMisdirected(SignInRefused):
    """What the provider sent is not meant for this service or this sign-in, so nobody is signed in. Ask whoever runs the service."""


class TokenOutdated(SignInRefused):
    """What the provider sent is not valid at this time, so nobody is signed in. Begin again, or have the clocks compared."""


class EmailUnverified(SignInRefused):
    """The provider has not verified your e-mail address, and nothing else says who you are here. Verify it there and sign in again."""


class PersonNotAdded(SignInRefused):
    """The provider knows you, but nobody has added you to this workspace. Ask an administrator of it to add your e-mail address."""


class AdminNeeded(AccessError):
    """This is the only administrator of the workspace. Give somebody else the role `admin` first."""


class LimitReached(AccessError):
    """A limit of this key or workspace is reached. Wait, or ask whoever runs the service to raise it."""


class RequestsTooMany(LimitReached):
    """Too many requests in this minute. Wait as long as `Retry-After` says."""

    def __init__(self, detail: str = "", retry_after_s: int = 1) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class SignInsTooMany(LimitReached):
    """Too many people sign in at this moment. Wait as long as `Retry-After` says."""

    retry_after_s = 5


class JobsTooMany(LimitReached):
    """As many jobs as allowed are not finished yet. Wait until one is, or cancel one."""


class MoneyShort(LimitReached):
    """The money of this month does not cover the most this job could cost. Give a lower `max_cost`, or have the limit raised."""


class FeedbackTooMuch(LimitReached):
    """So much was written in this hour that no more is taken. Try again as late as `Retry-After` says."""

    retry_after_s = 3600


class StorageFull(LimitReached):
    """The text does not fit beside what this workspace keeps and what waits to be put. Erase documents, wait, or have the limit raised."""


class JobError(VeraciousError):
    """A job could not be taken, found or run. Check what is named and hand it in again."""


class JobMissing(JobError):
    """There is no such job in this workspace. Check its id; what was finished long ago is gone with its tape."""


class JobOutdated(JobError):
    """The job was begun by another version, which no worker runs any more, and two versions are not mixed. Hand it in again."""


class RequestChanged(JobError):
    """This idempotency key was used for another request. Use a new key for a new request."""


class RequestInFlight(JobError):
    """A request with this idempotency key is being answered. Ask again when it is done, or read its job."""


class ReviewError(VeraciousError):
    """This cannot be said of the verdict. Read what stands there, and decide again."""


class ReviewOvertaken(ReviewError):
    """Somebody was faster: the verdict does not stand as you have seen it. Read what stands there now, and decide again."""


class ReviewRefused(ReviewError):
    """This cannot be said of the verdict as it stands. Correct what is named in brackets."""


class RecordError(VeraciousError):
    """A record cannot be used. Verify the archive."""


class RecordAltered(RecordError):
    """A record does not match its own digest: it was changed after it was written. Restore it from a backup."""


class RecordExists(RecordError):
    """A record of this name is kept already, and records never change. Give the new one a name of its own."""


class RecordMissing(RecordError):
    """Nothing is kept under this name: it was never written, has expired or was erased. Check the name and how long things are kept."""


class RecordUnreadable(RecordError):
    """The record was written by a version that tells things otherwise. Open it with that version; it can still be verified here."""


class ArchiveUnavailable(RecordError):
    """The archive did not answer, and what is not on the tape is not used. See `veracious db status`, then run it again."""


class TapeEnds(RecordError):
    """The replay asks for more than the run asked for. Look for what changed in code, dials or tools since the record was made."""


class DialsDiffer(RecordError):
    """The record was made with other dials or word lists. It is not altered: replay it with the version and the dials it was made with."""


class ReplayDiffers(RecordError):
    """The replay asks for what the run did not ask for. Look for what changed in code, dials or tools since the record was made."""
