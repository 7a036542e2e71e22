"""The address of the service, and the requests to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

#: For each part of a request: connecting, and any pause between two pieces. Uploads may stall while they are stored.
TIMEOUT = httpx.Timeout(60.0, connect=10.0)


@dataclass
class Service:
    """A service, as one client knows it."""

    #: Without a slash at its end.
    url: str
    #: Of every request.
    headers: Mapping[str, str]
    #: How often a request is sent again.
    retries: int
    #: Whether anything has ever answered at the address.
    has_answered: bool = False


def service_of(api_key: str | None, url: str | None, retries: int, environment: Mapping[str, str]) -> Service:
    """Raises `ValueError` if the key or the address is not one. The key is not shown: the message may be logged."""
    key = environment.get("POLYPARSE_API_KEY", "").strip() if api_key is None else api_key
    if re.fullmatch(r"[\x21-\x7e]+", key) is None:
        raise ValueError("api_key must be an API key; without it, POLYPARSE_API_KEY must be set to one.")
    address = (environment.get("POLYPARSE_URL", "").strip() or "http://localhost:3000") if url is None else url
    return Service(_checked(address), {"authorization": f"Bearer {key}"}, retries)


def _checked(address: str) -> str:
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError("url must be an address that starts with http:// or https://, without user and query.")
    return address.rstrip("/")
