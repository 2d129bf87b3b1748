"""How far long work has come, on standard error: the step that is taken, or a bar with rate and time left. Machines see nothing of it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from veracious.domain.store import IngestProgress, MoveProgress, Reembedding

Tell = Callable[[IngestProgress], None]


@contextmanager
def steps(console: Console) -> Iterator[Callable[[str], None]]:
    """Names the step that is taken, until the next."""
    if not console.is_terminal:
        yield lambda step: None
        return
    with console.status("Starting …") as status:
        yield lambda step: status.update(f"{step} …")


@contextmanager
def ingest(quiet: bool, expect: Callable[[], int | None] = lambda: None) -> Iterator[Tell]:
    """A bar over documents. What is expected is asked for only when somebody looks; when nobody can say, the bar has no end."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda so_far: None
        return
    with _bar(console) as bar:
        task = bar.add_task("looking for files", total=None)
        total = expect()
        bar.update(task, description="documents", total=total)
        begun = time.monotonic()

        def tell(so_far: IngestProgress) -> None:
            done = so_far.documents + so_far.known + len(so_far.refused)
            rate = so_far.passages / max(time.monotonic() - begun, 0.001)
            known = None if total is None else max(total, done)
            bar.update(task, completed=done, total=known, description=f"documents, {rate:.0f} passages/s")

        yield tell


@contextmanager
def passages(quiet: bool) -> Iterator[Callable[[Reembedding], None]]:
    """A bar for each collection that is embedded anew."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda so_far: None
        return
    with _bar(console) as bar:
        tasks: dict[int, TaskID] = {}

        def tell(so_far: Reembedding) -> None:
            name = f"{so_far.collection} of {so_far.workspace}" if so_far.workspace else so_far.collection
            task = tasks.get(so_far.generation)
            if task is None:
                task = tasks[so_far.generation] = bar.add_task(name)
            bar.update(task, completed=so_far.embedded, total=max(so_far.passages, so_far.embedded))

        yield tell


@contextmanager
def moving(quiet: bool) -> Iterator[Callable[[MoveProgress], None]]:
    """A bar over the tables that are copied and checked."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield lambda so_far: None
        return
    with _bar(console) as bar:
        task = bar.add_task("looking at both servers", total=None)
        yield lambda so_far: bar.update(
            task, completed=so_far.step - 1, total=so_far.steps_in_all, description=f"{so_far.what} {so_far.table}"
        )


def _bar(console: Console) -> Progress:
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("[dim]elapsed[/dim]"),
        TimeElapsedColumn(),
        TextColumn("[dim]left[/dim]"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True)
