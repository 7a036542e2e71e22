"""The client without its input and output.

Each operation is a generator: it yields what is to be done (`Send`, `Pause`) and is sent what came of it. The clients
carry that out, one of them waiting and one of them awaiting, so every rule stands here once.
"""

from __future__ import annotations

import email.utils
import json
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from polyparse._source import Source
from polyparse.errors import UnexpectedAnswerError, UnreachableError, problem_class


@dataclass(frozen=True)
class Send:
    """A request to be sent once; the answer is sent back, or the `httpx.TransportError` is thrown in."""

    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    source: Source | None = None
    timeout: float | None = None


@dataclass(frozen=True)
class Pause:
    """Seconds to wait."""

    seconds: float


Step = Send | Pause
Result = TypeVar("Result")
Flow = Generator[Step, httpx.Response | None, Result]

#: The pauses between the attempts of a request that did not get through, in seconds.
PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
#: The longest pause, in seconds; a longer `Retry-After` is cut to it.
MAX_PAUSE = 60.0
#: How long one request waits for the end of a job, in seconds.
WAIT_SECONDS = 25
#: With progress to tell, a request waits no longer than this.
PROGRESS_SECONDS = 2


def send(request: Send, *, repeatable: bool = True) -> Flow[httpx.Response]:
    """Sends until an answer gets through, or until it is pointless; raises what the answer says is wrong."""
    cause: Exception | None = None
    for pause in (*PAUSES, None):
        wait = pause
        try:
            response = yield request
        except httpx.TransportError as error:
            cause = error
            if not repeatable or not _can_repeat(request):
                break
        else:
            assert response is not None
            if pause is None or response.status_code not in (429, 503) or not _can_repeat(request):
                return _checked(response)
            wait = min(max(pause, retry_after(response.headers.get("retry-after"), time.time())), MAX_PAUSE)
        if wait is not None:
            yield Pause(wait)
    raise UnreachableError("The service cannot be reached." + _why_once(request)) from cause


def _can_repeat(request: Send) -> bool:
    return request.source is None or request.source.is_repeatable


def _why_once(request: Send) -> str:
    if _can_repeat(request):
        return ""
    return " The document is a stream that cannot be read again, so it was sent once; give bytes or a path instead."


def _checked(response: httpx.Response) -> httpx.Response:
    if response.status_code < 400:
        return response
    problem = _json(response)
    if isinstance(problem, dict) and isinstance(problem.get("code"), str):
        raise problem_class(response.status_code)(
            str(problem.get("detail", "")),
            code=problem["code"],
            status=response.status_code,
            request_id=str(problem.get("request_id", "")),
            errors=problem.get("errors", []),
        )
    raise UnexpectedAnswerError(f"What answers is not Polyparse: HTTP status {response.status_code}.")


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None


def read(request: Send, *, repeatable: bool = True) -> Flow[Any]:
    """The JSON of the answer."""
    response = yield from send(request, repeatable=repeatable)
    value = _json(response)
    if not isinstance(value, dict):
        raise UnexpectedAnswerError("What answers is not Polyparse: the answer is no JSON object.")
    return value


def until_ended(
    job_id: str,
    *,
    on_progress: Callable[[list[Any]], None] | None,
    deadline: float | None,
    on_late: Callable[[], Exception],
) -> Flow[Any]:
    """The body of the job once it has ended."""
    seconds = WAIT_SECONDS if on_progress is None else PROGRESS_SECONDS
    while True:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise on_late()
        wait = seconds if left is None else min(seconds, max(0.1, left))
        job = yield from read(Send("GET", job_path(job_id), params={"wait": f"{wait:.3f}"}, timeout=wait + 30))
        if job.get("status") in ("complete", "failed"):
            return job
        if on_progress is not None and "progress" in job:
            on_progress(job["progress"])


def job_path(job_id: str, *rest: str) -> str:
    """The path of a job or of a part of it."""
    return "/api/v1/jobs/" + "/".join(quote(part, safe="") for part in (job_id, *rest))


def retry_after(value: str | None, now: float) -> float:
    """The seconds that a `Retry-After` asks for: a number, or a date by this machine's clock; 0 if it is neither."""
    if value is None:
        return 0.0
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now)
    except (TypeError, ValueError):
        return 0.0


def percent_encoded_json(value: Any) -> str:
    """As headers of an upload carry JSON."""
    return quote(json.dumps(value, ensure_ascii=False, separators=(",", ":")), safe="")
