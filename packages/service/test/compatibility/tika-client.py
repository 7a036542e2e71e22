"""What the Python client of Tika makes of a server: run with its address, with the key in it, and a document."""

import os
import sys

os.environ["TIKA_CLIENT_ONLY"] = "True"

from tika import parser  # noqa: E402

server, document = sys.argv[1:]
parsed = parser.from_file(document, serverEndpoint=server)
print(parsed["status"], parsed["metadata"]["Content-Type"], parsed["metadata"]["dc:title"])
print(" ".join(parsed["content"].split()))
markup = parser.from_file(document, serverEndpoint=server, xmlContent=True)["content"]
print("<h1" in markup)
