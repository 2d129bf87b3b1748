"""The real command line with the loopback internet in place of the other one: `python -m tests.internet.command verify --web …`.

LOOPBACK_INTERNET names the sites: JSON with `hosts`, each name with its address, and `network`, which alone is opened. The shipped command
has no such opening, neither by a setting nor by anything that is asked of it.
"""

import json
import os
from collections.abc import Mapping, Sequence
from functools import cache
from ipaddress import ip_network
from typing import TYPE_CHECKING

from veracious import wiring
from veracious.adapters.web.http_client import PublicHttpClient
from veracious.faces.cli.main import commands

if TYPE_CHECKING:
    from tests.internet import Internet

NAME = "LOOPBACK_INTERNET"


def variables(internet: "Internet") -> dict[str, str]:
    """What the command needs to know of an internet, and searches that are on it."""
    from tests.internet import KEYS, SITES

    hosts = {site.name: internet.address(site.name) for site in SITES}
    return {
        NAME: json.dumps({"hosts": hosts, "network": str(internet.network)}),
        "VERACIOUS_SEARCH": "tavily,brave,searxng",
        "VERACIOUS_TAVILY": internet.providers["tavily"],
        "VERACIOUS_TAVILY_KEY": KEYS["tavily"],
        "VERACIOUS_BRAVE": internet.providers["brave"],
        "VERACIOUS_BRAVE_KEY": KEYS["brave"],
        "VERACIOUS_SEARXNG": internet.providers["searxng"],
        "VERACIOUS_PAUSE": "0",
    }


def opened(told: Mapping[str, object]) -> PublicHttpClient:
    """The way out to that internet and to nothing else."""
    hosts = told["hosts"]
    assert isinstance(hosts, dict)

    async def resolve(host: str) -> Sequence[str]:
        if host not in hosts:
            raise OSError(f"no such host: {host}")
        return [hosts[host]]

    return PublicHttpClient(resolve=resolve, opened=(ip_network(str(told["network"])),))


if __name__ == "__main__":
    only = opened(json.loads(os.environ[NAME]))
    wiring.http_client = cache(lambda: only)
    commands(prog_name="veracious")
