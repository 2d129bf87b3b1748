"""The pictures of a verdict page on the first page of the manual, light and dark: `make picture`, with Chromium on the path.

A claim of the demonstration is verified, its record is put into a service in memory, and the top of the page that a browser gets is
photographed.
"""

import asyncio
import tempfile
from base64 import b64decode
from datetime import date
from pathlib import Path

from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab

from veracious import app, wiring
from veracious.faces.web import site

FOLDER = Path(__file__).parents[1]
PICTURES = {"verdict.png": False, "verdict-dark.png": True}
CLAIM, AS_OF = "Dogs are never permitted on Lowen Sands.", date(2026, 6, 1)
WIDTH, HEIGHT = 1000, 985  # pixels of a page, as on a laptop, down to why
LARGEST = 150_000  # bytes: two of them are loaded with the first page
WORKSPACE = "default"  # of a service that asks nobody who they are


async def verified(service: Service) -> str:
    """Check the claim over the made-up world and let the service keep the record; the record's name."""
    engine = await wiring.demo()
    found = await app.claims.verify(engine, CLAIM, AS_OF)
    await service.inside.engine.archive(WORKSPACE).keep(found.record)
    return found.record.envelope.id


def photograph(tab: Tab, address: str) -> dict[str, bytes]:
    """The top of a page, light and dark."""
    pictures = {}
    for name, is_dark in PICTURES.items():
        tab.screen(WIDTH, is_dark, HEIGHT)
        tab.open(address)
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": 1}
        pictures[name] = b64decode(tab.call("Page.captureScreenshot", clip=clip)["data"])
    return pictures


def taken() -> dict[str, bytes]:
    """The pictures, of the page as it is now."""
    with serving(anonymous=True, pages=site.install) as service, tempfile.TemporaryDirectory() as folder:
        record = asyncio.run(verified(service))
        with chromium.started(Path(folder)) as browser:
            return photograph(browser.tab(service.url), f"{service.url}/v/{record}")


def main() -> None:
    """Write the pictures."""
    if chromium.PROGRAM is None:
        raise SystemExit("No Chromium on the path. Install it (Debian: apt install chromium), then run this again.")
    for name, content in taken().items():
        if len(content) > LARGEST:
            raise SystemExit(f"{name} has {len(content) // 1000} kB, at most {LARGEST // 1000} are wanted. Make the page in it smaller.")
        (FOLDER / name).write_bytes(content)
        print(f"wrote docs/{name}, {len(content) // 1000} kB")


if __name__ == "__main__":
    main()
