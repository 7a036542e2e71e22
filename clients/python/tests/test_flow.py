"""Tests what the service may do to a client, without one."""

from __future__ import annotations

import asyncio
import io
import json
import pkgutil
import random
import time
from collections.abc import Callable
from datetime import datetime, timezone
from typing import cast

import anyio
import httpx
import pytest

from polyparse import (
    AsyncPolyparse,
    Polyparse,
    RateLimitedError,
    UnexpectedAnswerError,
    UnreachableError,
    WebhookVerificationError,
    verify_webhook,
)
from polyparse import _jobs as jobs
from polyparse._answers import retry_after
from polyparse._requests import instant


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    monkeypatch.setattr(random, "random", lambda: 0.0)
    return waited


def client_of(answer: Callable[[httpx.Request], httpx.Response]) -> Polyparse:
    return Polyparse("key", "http://service/base/", http_client=httpx.Client(transport=httpx.MockTransport(answer)))


def problem(status: int, headers: dict[str, str] | None = None) -> httpx.Response:
    body = {"code": "rate_limited", "detail": "Too many.", "request_id": "r1", "status": status}
    return httpx.Response(status, json=body, headers=headers)


def test_a_request_that_did_not_get_through_is_sent_again_under_the_same_key(pauses: list[float]) -> None:
    seen: list[tuple[str, bytes]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append((request.headers["idempotency-key"], request.read()))
        if len(seen) == 1:
            raise httpx.ReadError("cut off", request=request)
        if len(seen) == 2:
            return problem(503, {"retry-after": "3"})
        return httpx.Response(202, json={"id": "j1", "status": "queued"})

    assert client_of(answer).jobs.create(b"document", filename="a.txt") == "j1"
    assert len(set(seen)) == 1 and seen[0][1] == b"document"
    assert pauses == [0.5, 3.0]


def test_a_stream_that_cannot_be_read_again_is_sent_once(pauses: list[float]) -> None:
    from tests.test_client import Unseekable

    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadError("cut off", request=request)

    with pytest.raises(UnreachableError, match="sent once"):
        client_of(answer).jobs.create(Unseekable(b"document"), filename="a.txt")
    assert pauses == []


def test_a_service_that_stays_away_or_busy_ends_in_an_error(pauses: list[float]) -> None:
    def away(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadError("cut off", request=request)

    with pytest.raises(UnreachableError) as raised:
        client_of(away).providers()
    assert isinstance(raised.value.__cause__, httpx.ReadError)
    assert pauses == [0.5, 1.0, 2.0, 5.0, 10.0, 20.0]
    with pytest.raises(RateLimitedError) as limited:
        client_of(lambda _: problem(429, {"retry-after": "60"})).providers()
    assert limited.value.request_id == "r1" and pauses[6:] == [60.0] * 6


def test_a_service_that_is_not_there_is_told_soon_with_its_address(pauses: list[float]) -> None:
    answers: list[httpx.Response | None] = [None] * 3

    def refuse(request: httpx.Request) -> httpx.Response:
        answer = answers.pop(0)
        if answer is None:
            raise httpx.ConnectError("refused", request=request)
        return answer

    client = client_of(refuse)
    with pytest.raises(UnreachableError, match="http://service/base cannot be reached"):
        client.providers()
    assert pauses == [0.5, 1.0] and answers == []
    # One that has answered is starting anew.
    answers[:] = [httpx.Response(200, json={"providers": []}), *([None] * 7)]
    assert client.providers() == []
    with pytest.raises(UnreachableError):
        client.providers()
    assert len(pauses) == 2 + 6


def test_a_file_that_cannot_be_read_while_it_is_sent_is_the_error_of_the_file() -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="disk"):
        client_of(lambda request: httpx.Response(202, content=request.read())).parse(Broken(b"a"), filename="a.txt")


def test_addresses_and_keys_that_are_none_are_refused_and_the_key_is_not_shown() -> None:
    for url in ("localhost:3000", "ftp://localhost", "http://user:secret@localhost", "http://", "http://a:b", ""):
        with pytest.raises(ValueError, match="url must be"):
            Polyparse("key", url)
    for key in ("", "pp live", "pp_live\n"):
        with pytest.raises(ValueError, match="api_key must be") as raised:
            Polyparse(key, "http://service")
        assert key == "" or key not in str(raised.value)


def test_a_moment_without_a_zone_is_local_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert instant(datetime(2026, 1, 15, 9)) == "2026-01-15T00:00:00+00:00"
        assert instant(datetime(2026, 1, 15, 9, tzinfo=timezone.utc)) == "2026-01-15T09:00:00+00:00"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_what_is_no_polyparse_is_named_so() -> None:
    for answer in (httpx.Response(200, text="<html>"), httpx.Response(200, json=[]), httpx.Response(403, text="bad")):
        with pytest.raises(UnexpectedAnswerError):
            client_of(lambda _, answer=answer: answer).providers()  # type: ignore[misc]


def test_an_interruption_while_waiting_erases_the_job() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.path}")
        if request.method == "DELETE":
            return httpx.Response(204)
        if request.method == "GET":
            raise KeyboardInterrupt
        return httpx.Response(202, json={"id": "j1", "status": "queued"})

    with pytest.raises(KeyboardInterrupt):
        client_of(answer).parse("https://example.com/a.pdf")
    assert asked == ["POST /base/api/v1/jobs", "GET /base/api/v1/jobs/j1", "DELETE /base/api/v1/jobs/j1"]


@pytest.mark.parametrize(
    "place", ["_flow._why_once", "_flow._pause_before", "_course.Course.fail", "_course.Course.go_on"]
)
def test_an_interruption_between_two_steps_of_a_creation_leaves_no_job(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float], place: str
) -> None:
    sent: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request.method)
        if request.method == "DELETE":
            return httpx.Response(204)
        if len(sent) == 1 and place != "_course.Course.go_on":
            raise httpx.ReadError("cut off", request=request)
        return httpx.Response(202, json={"id": "j1", "status": "queued"})

    original = getattr_of(place)
    calls = [0]

    def interrupted(*given: object, **named: object) -> object:
        calls[0] += 1
        # A course goes on for the first time before anything is sent.
        if calls[0] == (2 if place.endswith("go_on") else 1):
            raise KeyboardInterrupt
        return original(*given, **named)

    monkeypatch.setattr(f"polyparse.{place}", interrupted)
    with pytest.raises(KeyboardInterrupt):
        client_of(answer).parse(b"document", filename="a.txt")
    assert sent == ["POST", "POST", "DELETE"]


def getattr_of(place: str) -> Callable[..., object]:
    return cast("Callable[..., object]", pkgutil.resolve_name(f"polyparse.{place}"))


def test_a_task_is_cancelled_within_its_time_of_grace_where_nothing_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "CREATE_GRACE", 0.05)
    asked: list[str] = []

    async def work() -> None:
        sent = asyncio.Event()

        async def answer(request: httpx.Request) -> httpx.Response:
            asked.append(request.method)
            sent.set()
            await asyncio.Event().wait()
            raise AssertionError

        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        client = AsyncPolyparse("key", "http://service", http_client=http)
        for insists in (False, True):
            if insists:
                monkeypatch.setattr(jobs, "CREATE_GRACE", 3600.0)
            sent.clear()
            task = asyncio.create_task(client.parse("https://example.com/a.pdf"))
            await sent.wait()
            task.cancel()
            if insists:
                await asyncio.sleep(0)
                task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(work())
    assert asked == ["POST", "POST"]


def test_a_scope_that_is_left_while_a_job_is_created_leaves_no_job() -> None:
    asked: list[str] = []

    async def work() -> None:
        with anyio.CancelScope() as scope:

            async def answer(request: httpx.Request) -> httpx.Response:
                asked.append(f"{request.method} {request.url.path}")
                scope.cancel()
                for _ in range(10):
                    await asyncio.sleep(0)
                return httpx.Response(202, json={"id": "j1", "status": "queued"})

            http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
            await AsyncPolyparse("key", "http://service", http_client=http).parse("https://example.com/a.pdf")
        assert scope.cancelled_caught

    asyncio.run(work())
    assert asked == ["POST /api/v1/jobs", "DELETE /api/v1/jobs/j1"]


def test_progress_is_told_while_the_job_goes_on() -> None:
    progress = [{"provider": "auto", "state": "working", "pagesDone": 3, "pagesTotal": 9}]
    result = {"provider": "auto", "pageCount": 9, "outputs": {"markdown": "# Title"}, "warnings": []}
    bodies = iter(
        [{"id": "j1", "status": "running", "progress": progress}, {"id": "j1", "status": "complete", "result": result}]
    )
    client = client_of(lambda _: httpx.Response(200, json=next(bodies)))
    told: list[object] = []
    assert repr(client.jobs.wait("j1", on_progress=told.append)) == "<ParseResult of 9 pages by auto, job j1>"
    assert told == [progress]


def test_a_pause_is_a_number_or_a_date_even_by_a_wrong_clock() -> None:
    now = "Thu, 15 Jan 2026 09:30:00 GMT"
    assert retry_after("7", now) == 7.0
    assert retry_after("Thu, 15 Jan 2026 09:30:10 GMT", now) == 10.0
    assert retry_after("Thu, 15 Jan 2026 09:00:00 GMT", now) == 0.0
    assert retry_after("Thu, 15 Jan 2026 09:30:10 GMT", None) == 0.0
    for text in (None, "", "soon", "-5", "nan", "inf"):
        assert retry_after(text, now) is None


def test_a_webhook_is_verified_by_its_signature_and_time(monkeypatch: pytest.MonkeyPatch) -> None:
    # The test vector that the libraries of Standard Webhooks share.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = '{"test": 2432232314}'
    headers = {
        "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "Webhook-Timestamp": "1614265330",
        "Webhook-Signature": "v1,other v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    monkeypatch.setattr(time, "time", lambda: 1614265335.0)
    assert verify_webhook(headers, body, secret) == json.loads(body)
    for changed in ({**headers, "Webhook-Timestamp": "1614265331"}, {**headers, "Webhook-Id": "other"}, {}):
        with pytest.raises(WebhookVerificationError):
            verify_webhook(changed, body, secret)
    with pytest.raises(WebhookVerificationError):
        verify_webhook(headers, body + " ", secret)
    monkeypatch.setattr(time, "time", lambda: 1614265335.0 + 1000)
    with pytest.raises(WebhookVerificationError, match="too long ago"):
        verify_webhook(headers, body, secret)
