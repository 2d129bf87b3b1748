"""A table of claims that is read again while somebody is on its page, in a real Chromium: the focus stays where it was."""

from collections.abc import Iterator

import pytest

from tests.faces.http.asking import LENGTH, TWO
from tests.faces.http.servers import Service, serving
from tests.faces.pages import chromium
from tests.faces.pages.chromium import Tab
from tests.faces.web.browsing import browser
from tests.faces.web.test_batch_page import begun, taken
from veracious.faces.web import site

pytestmark = [pytest.mark.long, pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here")]

# Focuses a part, waits until the rows were put in anew, and says what has the focus then.
ANEW = """(async () => {
  const before = document.querySelector('#rows'), end = Date.now() + 20000;
  document.querySelector('NAME').focus();
  while (document.querySelector('#rows') === before && Date.now() < end) await new Promise(done => setTimeout(done, 50));
  await new Promise(done => setTimeout(done, 100));
  return [document.querySelector('#rows') !== before, '#' + document.activeElement.id];
})()"""
# What can have the focus within the rows and has no id of its own.
NAMELESS = """[...document.querySelectorAll('#rows a, #rows button')]
  .filter(one => !one.id || document.querySelectorAll('#' + one.id).length != 1).map(one => one.outerHTML)"""


@pytest.fixture(scope="module")
def here() -> Iterator[Service]:
    """A service that asks nobody on this machine who they are, and whose jobs wait."""
    with serving(anonymous=True, pages=site.install) as found:
        found.inside.desk.held = True
        yield found


@pytest.fixture(scope="module")
def tab(here: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab that may reach the service and nobody else."""
    with chromium.started(tmp_path_factory.mktemp("profile")) as started:
        yield started.tab(here.url)


def test_what_has_the_focus_keeps_it_when_the_rows_are_read_again(here: Service, tab: Tab) -> None:
    reader = browser(here)
    path = taken(reader, LENGTH, TWO)
    begun(reader, path)
    tab.open(here.url + path)
    assert tab.run(NAMELESS) == []
    for name in ("#stop", "#row-2", "#csv"):
        assert tab.run(ANEW.replace("NAME", name)) == [True, name]
