"""One formula of the list."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Formula:
    """A function of the rules, and what it computes."""

    name: str  # below veracious.rules
    title: str
    text: str
    source: str
    uses: tuple[str, ...] = ()  # "Group: dial dial", a group of dials and those of it that enter

    @property
    def room(self) -> str:
        """The room of the house it stands in."""
        return self.name.partition(".")[0]

    @property
    def dials(self) -> tuple[str, ...]:
        """Every dial that enters, as `Group.dial`."""
        parts = (use.split(":") for use in self.uses)
        return tuple(f"{group}.{name}" for group, names in parts for name in names.split())
