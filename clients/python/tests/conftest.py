"""The tests need a running service that fetches from loopback: `POLYPARSE_URL` and `POLYPARSE_API_KEY`."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from polyparse import Polyparse

HTML = """<h1>Ferries</h1><p>The ferry to Holm leaves at nine.</p>
<table><tr><th>Route</th><th>2025</th></tr><tr><td>Holm</td><td>341</td></tr></table>"""


@pytest.fixture
def client() -> Iterator[Polyparse]:
    with Polyparse() as opened:
        yield opened


@pytest.fixture
def ferries(tmp_path: Path) -> Path:
    path = tmp_path / "Fähren 1.html"
    path.write_text(HTML)
    return path


@pytest.fixture
def slow_url() -> Iterator[str]:
    """A document that never comes: connections are taken, and nothing is answered."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/a.pdf"
