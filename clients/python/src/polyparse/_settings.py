"""Where the service is, and how long it may take."""

from __future__ import annotations

from collections.abc import Mapping

import httpx

from polyparse.errors import PolyparseError

#: For each part of a request: connecting, and any pause between two pieces. Uploads may stall while they are stored.
TIMEOUT = httpx.Timeout(60.0, connect=10.0)
#: How long a cancellation may take: it is often the last request of a program.
CANCEL_SECONDS = 5.0


def connection(api_key: str | None, base_url: str | None, environment: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """The headers of every request, and the address without a slash at its end."""
    key = api_key or environment.get("POLYPARSE_API_KEY", "").strip()
    if key == "":
        raise PolyparseError("There is no API key: give api_key, or set POLYPARSE_API_KEY.")
    url = base_url or environment.get("POLYPARSE_URL", "").strip() or "http://localhost:3000"
    return {"authorization": f"Bearer {key}"}, url.rstrip("/")
