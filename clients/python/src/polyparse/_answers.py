"""The reading of answers."""

from __future__ import annotations

import email.utils
import re
import time
from typing import Any

import httpx

from polyparse.errors import PolyparseError, UnexpectedAnswerError, UnreachableError, problem_class

#: The statuses with which a proxy answers when it cannot reach the service, or holds requests back.
GATEWAY = frozenset((408, 429, 502, 503, 504))

#: The forms of a date that RFC 9110 has and that say in which zone they are.
HTTP_DATE = "[A-Za-z]+, .+ GMT"


def failure_of(response: httpx.Response, address: str) -> PolyparseError | None:
    """Return the error of an answer; None if it is a success."""
    if response.is_success:
        return None
    status = response.status_code
    problem = json_of(response, address)
    asked = retry_after(response.headers.get("retry-after"), response.headers.get("date"))
    if isinstance(problem, dict) and all(isinstance(problem.get(key), str) for key in ("code", "detail", "request_id")):
        return problem_class(status)(
            problem["detail"],
            code=problem["code"],
            status=status,
            request_id=problem["request_id"],
            errors=problem.get("errors", []),
            retry_after=asked,
        )
    said = f"{address} answered {status}, without a problem of Polyparse."
    return UnreachableError(said, retry_after=asked) if status in GATEWAY else UnexpectedAnswerError(said)


def json_of(response: httpx.Response, address: str) -> Any:
    """The JSON of an answer; None if it is none. Raises `UnreachableError` if it ends in the middle."""
    try:
        return response.json()
    except ValueError as error:
        if "json" not in response.headers.get("content-type", ""):
            return None
        raise UnreachableError(f"The answer of {address} is not whole.") from error


def retry_after(value: str | None, date: str | None) -> float | None:
    """The seconds that a `Retry-After` (RFC 9110, section 10.2.3) asks for; None without a valid one.

    A date is compared with the `Date` of the same answer, because the clock of this machine may be wrong.
    """
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    until = _moment(value)
    now = _moment(date)
    return None if until is None else max(0.0, until - (time.time() if now is None else now))


def _moment(value: str | None) -> float | None:
    if value is None or re.fullmatch(HTTP_DATE, value) is None:
        return None
    try:
        return email.utils.parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError):
        return None
