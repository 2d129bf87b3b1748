"""Lines of JSON for whoever runs the service: what happened, to which job or request, and where it failed. Never a text of a tenant."""

import logging
import sys
import threading
import traceback
from contextlib import suppress
from types import TracebackType
from typing import TextIO, cast

import structlog

FRAMES_AT_MOST = 20  # of each error in a chain
LOUD = ("dbos", "uvicorn", "uvicorn.error", "py.warnings")  # loggers that may have handlers of their own
CHAIN_AT_MOST = 5  # errors that led to one another


class LossyStream:
    """A stream of lines of which one that cannot be written, on a full disk or into a closed pipe, is lost, and fails nobody's work."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, if that is possible."""
        with suppress(OSError, ValueError):
            return self._stream.write(text)
        return 0

    def flush(self) -> None:
        """Write out what is held back, if that is possible."""
        with suppress(OSError, ValueError):
            self._stream.flush()


def logger(stream: TextIO | None = None) -> structlog.typing.FilteringBoundLogger:
    """What writes lines of JSON, to standard error unless told otherwise: each in one piece, as others may write there too."""
    made: structlog.typing.FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(cast(TextIO, LossyStream(stream or sys.stderr))),
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


class Lines(logging.Handler):
    """What libraries write, as lines of JSON too: who, and where in which error. Their words are left out: they may hold a tenant's."""

    def __init__(self, log: structlog.typing.FilteringBoundLogger) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line."""
        told: dict[str, object] = {"logger": record.name, "at": f"{record.filename}:{record.lineno} {record.funcName}"}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            told |= {"error": type(error).__name__, "frames": frames(error)}
        (self._log.error if record.levelno >= logging.ERROR else self._log.warning)("library", **told)


def install(log: structlog.typing.FilteringBoundLogger) -> None:
    """Let everything that this process writes of itself be lines of JSON: of libraries, warnings, and errors that nobody caught."""
    logging.captureWarnings(True)
    lines = Lines(log)
    for name in (None, *LOUD):  # one that has a handler is given no other by its library
        loud = logging.getLogger(name)
        loud.handlers[:], loud.propagate = [lines], False

    def crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None = None) -> None:
        log.error("crashed", error=kind.__name__, frames=frames(error))

    def thread_crashed(told: threading.ExceptHookArgs) -> None:
        if told.exc_value is not None:
            crashed(told.exc_type, told.exc_value)

    sys.excepthook, threading.excepthook = crashed, thread_crashed


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
