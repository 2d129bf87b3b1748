"""Everything that can go wrong, in one tree.

    VeraciousError
    ├── SetupError            this installation cannot do what was asked
    │   ├── LexiconBroken
    │   ├── DialsInvalid
    │   ├── SettingsInvalid
    │   ├── ModelMissing
    │   ├── ModelBroken
    │   └── PackMissing
    ├── InputError            the caller gave something that cannot be used
    │   ├── NotCanonical
    │   └── ModelUnfit
    ├── SourceError           an outside source failed: a degraded mark, never evidence
    │   ├── SourceUnavailable
    │   └── SourceMalformed
    └── RecordError           a stored record is not what it says it is
        ├── RecordAltered
        ├── RecordExists
        ├── RecordMissing
        ├── TapeEnds
        └── ReplayDiffers

A text that is not a checkable claim is not an error: it is a `Refusal` (see `claim.py`).
A call that a budget does not allow is not an error: it is a `Degraded` mark (see `budget.py`).
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


class DialsInvalid(SetupError):
    """The dials file names an unknown dial or an unusable value. Compare it with the reference page of the dials."""


class PackMissing(SetupError):
    """The evaluation data is not there. Set VERACIOUS_DATA to the folder of the data pack."""


class SettingsInvalid(SetupError):
    """A setting has a value that cannot be used. Correct the environment variable named in brackets."""


class ModelMissing(SetupError):
    """A model, or what runs it, is not installed. Run `pip install "veracious[local]"`, or set VERACIOUS_MODELS to a folder of models."""


class ModelBroken(SetupError):
    """A model cannot be used as it is. Reinstall veracious-models, or, if the model is your own, correct what is named in brackets."""


class InputError(VeraciousError):
    """The input cannot be used. Correct it and try again."""


class NotCanonical(InputError):
    """This value has no canonical JSON form, so it can have no digest. Use finite numbers, text, lists and records only."""


class ModelUnfit(InputError):
    """This folder holds no model that can be the judge. Correct what is named in brackets, as `veracious models add --help` says."""


class SourceError(VeraciousError):
    """An outside source failed. The run goes on without it and says so."""


class SourceUnavailable(SourceError):
    """A source did not answer. Try again later, or configure another source."""


class SourceMalformed(SourceError):
    """A source answered with something that cannot be read. Its answer was dropped."""


class RecordError(VeraciousError):
    """A record cannot be used. Verify the archive."""


class RecordAltered(RecordError):
    """A record does not match its own digest: it was changed after it was written. Restore it from a backup."""


class RecordExists(RecordError):
    """A record of this name is kept already, and records never change. Give the new one a name of its own."""


class RecordMissing(RecordError):
    """Nothing is kept under this name: it was never written, has expired or was erased. Check the name and how long things are kept."""


class TapeEnds(RecordError):
    """The replay asks for more than the run asked for. Look for what changed in code, dials or tools since the record was made."""


class ReplayDiffers(RecordError):
    """The replay asks for what the run did not ask for. Look for what changed in code, dials or tools since the record was made."""
