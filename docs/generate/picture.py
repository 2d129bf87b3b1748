"""The picture of a report on the first page: `make picture`, with Chromium on the path.

A claim of the demonstration is verified, its report is written as the page that users get, and the top of it is photographed.
"""

import asyncio
import shutil
import subprocess
import tempfile
from datetime import date
from pathlib import Path

from veracious import app, wiring
from veracious.faces.pages import page

PICTURE = Path(__file__).parents[1] / "report.png"
CLAIM, AS_OF = "Dogs are never permitted on Lowen Sands.", date(2026, 6, 1)
WIDTH, HEIGHT = 900, 680  # pixels of a page, as on a laptop
QUIET = "--headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars --disable-background-networking --force-color-profile=srgb"


async def written() -> str:
    """The page of the report."""
    engine = await wiring.demo()
    verified = await app.claims.verify(engine, CLAIM, AS_OF)
    return page.report(verified.record, verified.report)


def main() -> None:
    """Write the picture."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("No Chromium on the path. Install it (Debian: apt install chromium), then run this again.")
    with tempfile.TemporaryDirectory() as folder:
        html = Path(folder) / "report.html"
        html.write_text(asyncio.run(written()), "utf-8")
        shot = [f"--window-size={WIDTH},{HEIGHT}", f"--screenshot={PICTURE}", f"--user-data-dir={folder}/profile", html.as_uri()]
        subprocess.run([browser, *QUIET.split(), *shot], check=True, capture_output=True)  # noqa: S603
    print(f"wrote {PICTURE.name}, {PICTURE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
