"""The settings of an installation: what each is, who says so, and what is wrong with it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SettingValue:
    """A setting as it holds; what is secret in it is not told."""

    name: str
    value: str
    origin: str  # "environment", "file", "default"


@dataclass(frozen=True, slots=True)
class SettingFinding:
    """Something about a setting that should be otherwise, and what to do about it."""

    setting: str
    text: str
    is_warning: bool = False  # it can be used as it is, but perhaps not as it was meant


@dataclass(frozen=True, slots=True)
class Configuration:
    """All settings and what was found of them."""

    settings: tuple[SettingValue, ...]
    findings: tuple[SettingFinding, ...]

    @property
    def usable(self) -> bool:
        """Whether nothing must be done first."""
        return all(one.is_warning for one in self.findings)
