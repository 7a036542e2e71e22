"""Makes the calls of clients/behaviour.json: an order a line on standard input, how the call ended a line on output."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Awaitable
from types import FrameType
from typing import Any, cast

from polyparse import AsyncPolyparse, Polyparse, PolyparseError


def begin(client: Polyparse | AsyncPolyparse, order: dict[str, Any]) -> Any:
    """Returns what the method returns: of the client that awaits, what is to be awaited."""
    call, document, job_id = order["call"], order["document"], order["jobId"]
    key, metadata = order["idempotencyKey"], order["metadata"]
    source: str | bytes = document["url"] if "url" in document else document["content"].encode()
    filename = document.get("filename")
    match call["do"]:
        case "parse":
            timeout = call.get("timeoutSeconds")
            return client.parse(source, filename=filename, metadata=metadata, idempotency_key=key, timeout=timeout)
        case "create":
            return client.jobs.create(source, filename=filename, metadata=metadata, idempotency_key=key)
        case "batch":
            job = {"operation": "parse", "outputs": ["markdown"], "metadata": metadata, "source": document}
            return client.batches.create([job, job], idempotency_key=key)
        case "erase":
            return client.jobs.erase(job_id)
        case "cancel":
            return client.jobs.cancel(job_id)
        case "retry":
            return client.jobs.retry(job_id)
        case "output":
            return client.jobs.output(job_id, "markdown")
        case "image":
            return client.jobs.image(job_id, "p1-i1")
        case "providers":
            return client.providers()
    raise NotImplementedError(call["do"])


def say(**said: Any) -> None:
    # It is called in the handler of a signal, too, so not by way of a buffer.
    os.write(1, (json.dumps(said) + "\n").encode())


def interrupt(_signal: int, _frame: FrameType | None) -> None:
    say(interrupted=True)
    raise KeyboardInterrupt


def wait_for(order: dict[str, Any], options: dict[str, Any]) -> None:
    signal.signal(signal.SIGINT, interrupt)
    with Polyparse(**options) as client:
        begin(client, order)


def await_it(order: dict[str, Any], options: dict[str, Any]) -> None:
    async def work() -> None:
        task = asyncio.current_task()
        assert task is not None

        def cancel() -> None:
            say(interrupted=True)
            task.cancel()

        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, cancel)
        async with AsyncPolyparse(**options) as client:
            await cast("Awaitable[Any]", begin(client, order))

    asyncio.run(work())


def main(client: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        order = json.loads(line)
        options = {"api_key": order["apiKey"], "url": order["url"]}
        if "retries" in order["call"]:
            options["retries"] = order["call"]["retries"]
        outcome: dict[str, Any] = {"error": None, "message": "", "retryAfter": None, "idempotencyKey": None}
        try:
            (wait_for if client == "waits" else await_it)(order, options)
        except PolyparseError as error:
            outcome["error"], outcome["message"] = error.code, str(error)
            outcome["retryAfter"] = getattr(error, "retry_after", None)
            outcome["idempotencyKey"] = error.idempotency_key
        except (KeyboardInterrupt, asyncio.CancelledError):
            outcome["error"] = "cancelled"
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        say(**outcome)


if __name__ == "__main__":
    main(sys.argv[1])
