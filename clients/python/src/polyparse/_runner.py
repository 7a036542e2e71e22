"""Carries out the steps of flows, and waits for each."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from typing import Any, BinaryIO, TypeVar

import httpx

from polyparse._course import Course
from polyparse._flow import LOST, Flow, Interruption, Pause, Send
from polyparse._service import TIMEOUT, Service

Value = TypeVar("Value")

#: Bytes that are read from a file at once.
PIECE = 256 * 1024


class Runner:
    """The connections to a service."""

    def __init__(self, service: Service, http: httpx.Client | None) -> None:
        self._service = service
        self._owns_http = http is None
        self._http = http or httpx.Client(timeout=TIMEOUT)

    def close(self) -> None:
        if self._owns_http:
            self._http.close()

    def run(self, flow: Flow[Value]) -> Value:
        course = Course(flow)
        while (step := course.step) is not None:
            try:
                try:
                    answer = self._carry_out(step, is_last=course.is_interrupted)
                except BaseException as error:
                    course.fail(error)
                else:
                    course.go_on(answer)
            except Exception:
                raise
            except BaseException as error:
                # Ctrl-C comes at any moment, also while an answer is being handed over.
                course.interrupt(error)
        return course.value

    def _carry_out(self, step: Send | Pause, *, is_last: bool) -> httpx.Response | None:
        if isinstance(step, Pause):
            time.sleep(step.seconds)
            return None
        return self._send(step) if step.grace == 0 else self._send_with_grace(step, is_last=is_last)

    def _send_with_grace(self, step: Send, *, is_last: bool) -> httpx.Response:
        """Run it in a thread, because an interruption would cut off a request of this one."""
        answer: Future[httpx.Response] = Future()
        is_abandoned = threading.Event()

        def work() -> None:
            try:
                answer.set_result(self._send(step, is_abandoned))
            except BaseException as error:
                answer.set_exception(error)

        try:
            # Here, because the request may be answered before this returns.
            threading.Thread(target=work, daemon=True).start()
            # The time that is left after an interruption is that of grace.
            wait_for((answer,), timeout=step.grace if is_last else None)
            return answer.result(timeout=0)
        except Exception:
            raise
        except BaseException as error:
            wait_for((answer,), timeout=step.grace)
            failure = answer.exception() if answer.done() else None
            came = answer.result() if answer.done() and failure is None else None
            raise Interruption(came, is_lost=isinstance(failure, LOST)) from error
        finally:
            is_abandoned.set()

    def _send(self, step: Send, is_abandoned: threading.Event | None = None) -> httpx.Response:
        given: dict[str, Any] = {} if step.timeout is None else {"timeout": step.timeout}
        headers = {**self._service.headers, **step.headers}
        url = self._service.url + step.path
        given |= {"headers": headers, "follow_redirects": False}
        if step.source is None:
            return self._http.request(step.method, url, params=dict(step.params) or None, json=step.json, **given)
        if step.source.size is not None:
            headers["content-length"] = str(step.source.size)
        with step.source.open() as file:
            return self._http.request(step.method, url, content=_pieces(file, is_abandoned), **given)


def _pieces(file: BinaryIO, is_abandoned: threading.Event | None) -> Iterator[bytes]:
    while piece := file.read(PIECE):
        if is_abandoned is not None and is_abandoned.is_set():
            raise InterruptedError("The call that sends the document has ended.")
        yield piece
