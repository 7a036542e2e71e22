"""Carries out the steps of flows, and awaits each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, BinaryIO, TypeVar

import anyio
import anyio.to_thread
import httpx

from polyparse._course import Course
from polyparse._flow import LOST, Flow, Interruption, Pause, Send
from polyparse._service import TIMEOUT, Service

Value = TypeVar("Value")

#: Bytes that are read from a file at once.
PIECE = 256 * 1024
#: How long each step may take that follows an interruption, in seconds.
LAST_SECONDS = 5.0


class AsyncRunner:
    """The connections to a service."""

    def __init__(self, service: Service, http: httpx.AsyncClient | None) -> None:
        self._service = service
        self._owns_http = http is None
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT)

    async def close(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    async def run(self, flow: Flow[Value]) -> Value:
        course = Course(flow)
        while (step := course.step) is not None:
            try:
                answer = await (self._carry_out_last(step) if course.is_interrupted else self._carry_out(step))
            except BaseException as error:
                course.fail(error)
            else:
                course.go_on(answer)
        return course.value

    async def _carry_out(self, step: Send | Pause) -> httpx.Response | None:
        if isinstance(step, Pause):
            await anyio.sleep(step.seconds)
            return None
        return await (self._send(step) if step.grace == 0 else self._send_with_grace(step))

    async def _carry_out_last(self, step: Send | Pause) -> httpx.Response | None:
        # The task that waited may have been cancelled, and this is awaited all the same.
        with anyio.fail_after(LAST_SECONDS, shield=True):
            return await self._send(step) if isinstance(step, Send) else None

    async def _send_with_grace(self, step: Send) -> httpx.Response:
        """Run it in a task of its own, because the cancellation of this one would cut off its request."""
        outcome: list[httpx.Response | Exception] = []
        is_over = anyio.Event()
        scope = anyio.CancelScope(shield=True)

        async def work() -> None:
            with scope:
                try:
                    outcome.append(await self._send(step))
                except Exception as error:
                    outcome.append(error)
            is_over.set()

        try:
            async with anyio.create_task_group() as group:
                group.start_soon(work)
                try:
                    await is_over.wait()
                except BaseException:
                    try:
                        with anyio.move_on_after(step.grace, shield=True):
                            await is_over.wait()
                    finally:
                        scope.cancel()
                    raise
        except BaseException as error:
            came = outcome[0] if outcome else None
            if isinstance(came, httpx.Response):
                raise Interruption(came) from error
            raise Interruption(is_lost=isinstance(came, LOST)) from error
        (ended,) = outcome
        if isinstance(ended, Exception):
            raise ended
        return ended

    async def _send(self, step: Send) -> httpx.Response:
        given: dict[str, Any] = {} if step.timeout is None else {"timeout": step.timeout}
        headers = {**self._service.headers, **step.headers}
        url = self._service.url + step.path
        given |= {"headers": headers, "follow_redirects": False}
        if step.source is None:
            return await self._http.request(step.method, url, params=dict(step.params) or None, json=step.json, **given)
        if step.source.size is not None:
            headers["content-length"] = str(step.source.size)
        with step.source.open() as file:
            return await self._http.request(step.method, url, content=_pieces(file), **given)


async def _pieces(file: BinaryIO) -> AsyncIterator[bytes]:
    """A file in pieces, read where no other task waits for it."""
    while piece := await anyio.to_thread.run_sync(file.read, PIECE):
        yield piece
