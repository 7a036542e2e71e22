"""The client without its input and output.

Each operation is a generator: it yields what is to be done (`Send`, `Pause`) and is sent what came of it. The clients
carry that out, one of them waiting and one of them awaiting, so every rule is here once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import httpx

from polyparse._answers import failure_of, json_of
from polyparse._service import Service
from polyparse._source import Source
from polyparse.errors import PolyparseError, ProblemError, UnexpectedAnswerError, UnreachableError


@dataclass(frozen=True)
class Send:
    """A request to be sent once; the answer is sent back, or one of `LOST` is thrown in."""

    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str | bytes] = field(default_factory=dict)
    json: Any = None
    source: Source | None = None
    #: Seconds for each part of it, in place of the usual ones.
    timeout: float | None = None
    #: Seconds that it may still take when the call is interrupted.
    grace: float = 0


@dataclass(frozen=True)
class Pause:
    """Seconds to wait."""

    seconds: float


class Interruption(BaseException):
    """Thrown in where a step was interrupted, as by Ctrl-C or the cancellation of a task, which is its `__cause__`.

    What a flow still has to send is carried out, within seconds; then it must end with this.

    Attributes:
        answer: what came in the time of grace.
        is_lost: whether the request failed in that time, and may have been carried out.
    """

    def __init__(self, answer: httpx.Response | None = None, *, is_lost: bool = False) -> None:
        super().__init__()
        self.answer = answer
        self.is_lost = is_lost


class Expired(Interruption):
    """The time of the call is over; raised by a flow itself."""


Step = Send | Pause
Value = TypeVar("Value")
Flow = Generator[Step, httpx.Response | None, Value]

#: How an attempt fails that has no complete answer.
LOST = (httpx.TransportError, httpx.DecodingError)
#: The pauses before the second attempt, the third and so on, in seconds.
PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
#: The longest pause, in seconds. A caller who is asked to wait longer gets the error instead.
MAX_PAUSE = 60.0
#: Pauses are longer by up to this share, at random, so that many clients do not return all at once.
JITTER = 0.25
#: How often a request is sent again where no connection can be made and nothing has ever answered: the address is
#: wrong, or the service was not started.
UNCONNECTED_RETRIES = 2


def send(
    service: Service,
    request: Send,
    parse: Callable[[httpx.Response], Value],
    *,
    repeatable: bool = True,
    retries: int | None = None,
    deadline: float | None = None,
) -> Flow[Value]:
    """Sends until an answer gets through, or until it is pointless, and returns what `parse` makes of the answer.

    Raises what the answer says is wrong, and `Expired` where the next attempt would be after the deadline. When an
    interruption falls between two attempts, what became of the last one is found out first.
    """
    try:
        return (
            yield from _send_until_answered(
                service, request, parse, repeatable=repeatable, retries=retries, deadline=deadline
            )
        )
    except (Exception, GeneratorExit, Interruption):
        raise
    except BaseException as error:
        if request.grace == 0 or not _can_repeat(request):
            raise
        answer = None
        with suppress(Exception):
            answer = yield from _last_attempt(service, request)
        raise Interruption(answer) from error


def _send_until_answered(
    service: Service,
    request: Send,
    parse: Callable[[httpx.Response], Value],
    *,
    repeatable: bool,
    retries: int | None,
    deadline: float | None,
) -> Flow[Value]:
    retry = 0
    while True:
        limit = service.retries if retries is None else retries
        try:
            return parse((yield from _attempt(service, request)))
        except UnreachableError as error:
            failure: PolyparseError = error
            if isinstance(error.__cause__, httpx.ConnectError) and not service.has_answered:
                limit = min(limit, UNCONNECTED_RETRIES)
        except ProblemError as error:
            failure = error
        except Interruption as interruption:
            if interruption.is_lost and _can_repeat(request):
                raise Interruption((yield from _last_attempt(service, request))) from None
            raise
        wait = _pause_before(failure, retry) if retry < limit and _may_repeat(failure, request, repeatable) else None
        if wait is None:
            raise failure
        left = wait if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            yield Pause(min(wait, left))
            if left < wait:
                raise Expired
        except Interruption as interruption:
            if request.grace == 0 or isinstance(failure, ProblemError):
                raise
            raise type(interruption)((yield from _last_attempt(service, request))) from None
        retry += 1


def read(
    service: Service, request: Send, *texts: str, deadline: float | None = None, repeatable: bool = True
) -> Flow[dict[str, Any]]:
    """The JSON of the answer, which has these texts."""

    def parse(response: httpx.Response) -> dict[str, Any]:
        value = json_of(response, service.url)
        if isinstance(value, dict) and all(isinstance(value.get(name), str) for name in texts):
            return value
        raise not_polyparse(service)

    return send(service, request, parse, deadline=deadline, repeatable=repeatable)


def ignore(response: httpx.Response) -> None:
    """Parse an answer whose body is of no use."""


def not_polyparse(service: Service) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(f"What answers at {service.url} is not Polyparse.")


def _attempt(service: Service, request: Send) -> Flow[httpx.Response]:
    try:
        response = yield request
    except httpx.LocalProtocolError as error:
        raise ValueError(f"The request cannot be sent: {error}") from error
    except LOST as error:
        raise UnreachableError(f"{service.url} cannot be reached." + _why_once(request)) from error
    assert response is not None
    service.has_answered = True
    failure = failure_of(response, service.url)
    if failure is not None:
        raise failure
    return response


def _last_attempt(service: Service, request: Send) -> Flow[httpx.Response]:
    """Finds out what became of a lost attempt, which may have been carried out."""
    return _attempt(service, replace(request, timeout=request.grace))


def _can_repeat(request: Send) -> bool:
    return request.source is None or request.source.is_repeatable


def _why_once(request: Send) -> str:
    if _can_repeat(request):
        return ""
    return " The document is a stream that cannot be read again, so it was sent once; give bytes or a path instead."


def _may_repeat(failure: PolyparseError, request: Send, repeatable: bool) -> bool:
    if not _can_repeat(request):
        return False
    if isinstance(failure, ProblemError):
        return failure.status in (429, 503) or (repeatable and failure.status == 408)
    return repeatable


def _pause_before(failure: PolyparseError, retry: int) -> float | None:
    """The seconds to wait; None if that is longer than callers wait."""
    own = PAUSES[min(retry, len(PAUSES) - 1)]
    asked = failure.retry_after if isinstance(failure, ProblemError | UnreachableError) else None
    if asked is not None and asked > MAX_PAUSE:
        return None
    return max(own, asked or 0.0) * (1 + random.random() * JITTER)
