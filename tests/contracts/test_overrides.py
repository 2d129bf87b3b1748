"""What every store of a workspace's own word on sources promises."""

from tests.contracts.samples import run
from veracious.adapters import acting
from veracious.adapters.memory.overrides import MemoryOverrides
from veracious.domain.evidence import Source, Tier
from veracious.ports import Overrides

GOOD = Source("gazette.example", 0.9, Tier.A)
BAD = Source("rumours.example", 0.0, Tier.D)
NAMELESS = Source("elsewhere.example", 1.0)


class OverridesContract:
    """Subclass it, and make an empty store."""

    def make(self) -> Overrides:
        raise NotImplementedError

    def test_a_workspace_that_said_nothing_has_nothing(self) -> None:
        assert tuple(run(self.make().get_all("home"))) == ()

    def test_what_is_put_is_what_is_got_by_name(self) -> None:
        kept = self.make()
        run(kept.put("home", (BAD, GOOD)))
        run(kept.put("home", (NAMELESS,)))
        assert tuple(run(kept.get_all("home"))) == (NAMELESS, GOOD, BAD)

    def test_the_last_word_counts(self) -> None:
        kept = self.make()
        run(kept.put("home", (GOOD, BAD)))
        later = Source(GOOD.domain, 0.2, Tier.C)
        run(kept.put("home", (later,)))
        assert tuple(run(kept.get_all("home"))) == (later, BAD)
        run(kept.put("home", ()))
        assert tuple(run(kept.get_all("home"))) == (later, BAD)

    def test_why_and_who_said_it_are_kept_with_the_last_word(self) -> None:
        kept = self.make()
        with acting.acting("person:Ada"):
            run(kept.put("home", (GOOD, BAD), "They correct their errors."))
        with acting.acting("person:Bo"):
            run(kept.put("home", (BAD,)))
        bad, good = sorted(run(kept.ratings("home")), key=lambda one: one.source.credibility or 0)
        assert (good.source, good.reason, good.by) == (GOOD, "They correct their errors.", "person:Ada")
        assert (bad.source, bad.reason, bad.by) == (BAD, "", "person:Bo")
        assert tuple(run(kept.ratings("away"))) == ()

    def test_what_is_removed_is_gone_and_the_rest_stays(self) -> None:
        kept = self.make()
        run(kept.put("home", (GOOD, BAD)))
        assert run(kept.remove("home", GOOD.domain)) is True
        assert run(kept.remove("home", GOOD.domain)) is False
        assert tuple(run(kept.get_all("home"))) == (BAD,)

    def test_workspaces_do_not_mix(self) -> None:
        kept = self.make()
        run(kept.put("home", (GOOD,)))
        run(kept.put("away", (Source(GOOD.domain, 0.1), BAD)))
        assert tuple(run(kept.get_all("home"))) == (GOOD,)
        assert run(kept.remove("home", BAD.domain)) is False
        assert run(kept.remove("home", GOOD.domain)) is True
        assert tuple(run(kept.get_all("away"))) == (Source(GOOD.domain, 0.1), BAD)

    def test_a_name_in_another_script_is_kept(self) -> None:
        kept = self.make()
        named = Source("xn--mller-kva.example", 0.5, Tier.B)
        run(kept.put("home", (named,)))
        assert tuple(run(kept.get_all("home"))) == (named,)


class TestMemoryOverrides(OverridesContract):
    def make(self) -> MemoryOverrides:
        return MemoryOverrides()
