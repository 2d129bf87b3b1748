"""How a page is looked at: a picture on every screen and as it is printed, and what axe-core and the width of the window say against it."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab

SCREENS: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {"light": (1280, False), "dark": (1280, True), "phone": (360, False), "phone-dark": (360, True)}
)
OPEN = "document.querySelectorAll('details').forEach(one => one.open = true)"


def look(tab: Tab, name: str, axe: str, pictures: Path) -> list[str]:
    """Photograph the open page everywhere; its breaches of WCAG 2.2 A and AA with everything open, and where it is wider than the screen.

    The first picture shows the page as it comes, the others have everything open that can be opened.
    """
    wrong = []
    for screen, (width, is_dark) in SCREENS.items():
        tab.screen(width, is_dark)
        tab.picture(pictures / f"{name}-{screen}.png")
        tab.run(OPEN)
        wrong += [f"{name} {screen}: {one}" for one in chromium.violations(tab, axe)]
        if (whole := tab.run("document.documentElement.scrollWidth")) > width:
            wrong.append(f"{name} {screen}: {whole} pixels wide on a screen of {width}")
    tab.paper()
    tab.picture(pictures / f"{name}-print.png")
    tab.screen(1280)
    return wrong
