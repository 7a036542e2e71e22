"""Uses Datalab's client: arguments are the address, the key, what to do, and what that needs. Prints JSON, a line for each answer."""

import json
import logging
import sys
from dataclasses import asdict
from pathlib import Path

from datalab_sdk import ConvertOptions, DatalabAPIError, DatalabClient, DatalabTimeoutError
from datalab_sdk.client import AsyncDatalabClient
from tenacity import stop_never, wait_fixed

logging.disable()
address, key, task, *rest = sys.argv[1:]
client = DatalabClient(api_key=key, base_url=address)


def say(value) -> None:
    print(json.dumps(value), flush=True)


def convert(path=None, options=None, using=client, **more):
    try:
        return using.convert(path, options=ConvertOptions(**(options or {})), **({"poll_interval": 0} | more))
    except DatalabAPIError as error:
        return {"refused": str(error), "status": error.status_code}
    except DatalabTimeoutError as error:
        return {"timeout": str(error)}


def said(result):
    return result if isinstance(result, dict) else asdict(result)


if task == "convert":
    # Each line of the last argument is a document or URL, and options.
    for source, options in json.loads(rest[0]):
        is_url = source.startswith("http")
        say(said(convert(None if is_url else source, options, file_url=source if is_url else None, max_polls=100_000)))
if task == "save":
    source, folder = rest
    convert(source, {"output_format": "markdown,html,json,chunks"}, save_output=Path(folder, "saved"))
    streamed = convert(source, stream_response_to=Path(folder, "streamed.json"))
    say({"success": streamed.success, "status": streamed.status})
if task == "wrong-key":
    say(convert(rest[0], using=DatalabClient(api_key="wrong", base_url=address)))
if task == "impatient":
    say(convert(rest[0], max_polls=2))
if task == "limited":
    # It waits for seconds and minutes otherwise.
    for retried in (AsyncDatalabClient._submit_with_retry, AsyncDatalabClient._poll_get_with_retry):
        retried.retry.wait, retried.retry.stop = wait_fixed(0.05), stop_never
    say(said(convert(rest[0])))
