"""Lines of JSON for whoever runs the service: what happened, to which job or request, and where it failed. Never a text of a tenant."""

import sys
import traceback
from typing import TextIO

import structlog

FRAMES_AT_MOST = 20  # of each error in a chain
CHAIN_AT_MOST = 5  # errors that led to one another


def logger(stream: TextIO | None = None) -> structlog.typing.FilteringBoundLogger:
    """What writes lines of JSON, to standard error unless told otherwise."""
    made: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.PrintLogger(stream or sys.stderr),
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger("info"),
        cache_logger_on_first_use=True,
    )
    return made


def frames(error: BaseException) -> list[str]:
    """Where an error was raised, by file and line, then where the one that led to it was.

    Messages are left out: they may hold what a tenant asked, or a key.
    """
    lines: list[str] = []
    cause: BaseException | None = error
    for number in range(CHAIN_AT_MOST):
        if cause is None:
            break
        lines += [f"because of {type(cause).__name__}"] if number else []
        stack = traceback.extract_tb(cause.__traceback__)[-FRAMES_AT_MOST:]
        lines += [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in stack]
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return lines
