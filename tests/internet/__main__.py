"""Start the loopback internet by hand: `python -m tests.internet`; Ctrl-C ends it."""

import signal
from contextlib import suppress

from tests.internet import CLAIMS, CREDIBILITY, KEYS, PAGE_FAULTS, PORT, SITES, Internet
from tests.internet.providers import PROVIDERS


def _told(internet: Internet) -> str:
    sites = (
        f"{internet.address(site.name):<16} {site.name:<32} {CREDIBILITY.get(site.name, 'unknown')!s:<8} {site.about}" for site in SITES
    )
    searches = (f"{name:<10} {internet.providers[name]}{one.path}  key: {KEYS.get(name, 'none')}" for name, one in PROVIDERS.items())
    lines = (
        f"A loopback internet on {internet.network}, port {PORT}. Its names are known to nobody else: ask by address, with a Host header:",
        f"  curl -H 'Host: harbour-times.example:{PORT}' http://{internet.address('harbour-times.example')}:{PORT}/",
        "",
        "Sites:",
        *sites,
        "",
        "Searches:",
        *searches,
        "",
        f"{len(CLAIMS)} claims, {len(PAGE_FAULTS)} pages that go wrong. Ctrl-C ends it.",
    )
    return "\n".join(lines)


def main() -> None:
    """Serve until told to end."""
    for number in (signal.SIGINT, signal.SIGTERM):  # of those that are started in the background, the first is ignored by default
        signal.signal(number, signal.default_int_handler)
    with Internet() as internet, suppress(KeyboardInterrupt):
        print(_told(internet), flush=True)
        signal.pause()


if __name__ == "__main__":
    main()
