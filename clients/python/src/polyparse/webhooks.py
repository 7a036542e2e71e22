"""Webhooks, signed by Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

from polyparse.errors import WebhookVerificationError

#: How far the clocks of the service and of this machine may differ, in seconds.
TOLERANCE = 300


def verify_webhook(headers: Mapping[str, str], body: bytes | str, secret: str, *, tolerance: float = TOLERANCE) -> Any:
    """The event, once its signature is known to be that of the account's secret.

    Args:
        headers: of the request, by any case.
        body: exactly as it was received.
        secret: `whsec_…`; during a rotation the old or the new one.
        tolerance: in seconds, of the time at which it was sent.

    Raises:
        WebhookVerificationError: it is not signed with the secret, or too old; answer 400.

    Example:
        >>> event = verify_webhook(request.headers, request.get_data(), secret)
        >>> event["type"], event["data"]["id"]
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = (
            given["webhook-id"],
            given["webhook-timestamp"],
            given["webhook-signature"],
        )
        sent_at = int(timestamp)
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (KeyError, ValueError, binascii.Error) as error:
        raise WebhookVerificationError("The headers of a signed webhook are missing or malformed.") from error
    if abs(time.time() - sent_at) > tolerance:
        raise WebhookVerificationError("The webhook was sent too long ago, or a clock is wrong.")
    content = body.encode() if isinstance(body, str) else body
    expected = hmac.new(key, f"{message_id}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    encoded = base64.b64encode(expected).decode()
    if not any(hmac.compare_digest(each.encode(), f"v1,{encoded}".encode()) for each in signatures.split()):
        raise WebhookVerificationError("The webhook was not signed with this secret.")
    return json.loads(content)
