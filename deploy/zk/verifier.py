"""Verifies zero-knowledge proofs over mdocs for Countersign: POST /verify on loopback, one proof at a time.

    pip install -r requirements.txt
    python verifier.py --make v7-1.circuit
    python verifier.py --circuit v7-1.circuit --port 3010

The server compares what a proof is about with its request, and asks here only whether the proof holds.
"""

import argparse
import base64
import hashlib
import json
import sys
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import zstandard
from pylongfellow import Pylongfellow, mdoc
from pylongfellow.backends.google_cpp import generate_circuit

VERSION = 7
ATTRIBUTES = 1
CIRCUIT = "8d079211715200ff06c5109639245502bfe94aa869908d31176aae4016182121"
# Of the circuit, inflated: one that somebody changed would accept what the right one refuses.
SHA256 = "332e3a96826a5f1a7a745dc9acac82e4a38051ee435877f95cdba71493354835"
MOST_INFLATED = 200 * 1024 * 1024
MOST_BYTES = 1024 * 1024
CBOR = {True: b"\xf5", False: b"\xf4"}


def read_circuit(path: Path) -> bytes:
    circuit = path.read_bytes()
    try:
        inflated = zstandard.ZstdDecompressor().decompress(circuit, max_output_size=MOST_INFLATED)
    except zstandard.ZstdError as error:
        sys.exit(f"{path} is not a circuit: {error}")
    found = hashlib.sha256(inflated).hexdigest()
    if found != SHA256:
        sys.exit(f"{path} is not the circuit of version {VERSION}: inflated, its SHA-256 is {found}")
    return circuit


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def holds(longfellow: Pylongfellow, asked: dict) -> bool:
    if asked["circuit"] != CIRCUIT or not isinstance(asked["value"], bool):
        return False
    key = mdoc.PublicKey(*(int.from_bytes(unpadded(asked[name])) for name in ("x", "y")))
    claim = mdoc.RequestedAttribute(asked["namespace"], asked["element"], CBOR[asked["value"]])
    at = datetime.fromisoformat(asked["timestamp"].replace("Z", "+00:00"))
    transcript, proof = unpadded(asked["transcript"]), unpadded(asked["proof"])
    try:
        longfellow.verify(key, transcript, [claim], at, proof, asked["doc_type"])
    except mdoc.VerifierError:
        return False
    return True


def handler(longfellow: Pylongfellow) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        # A connection that sends nothing must not keep the others waiting.
        timeout = 10

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", "0"))
            if self.path != "/verify" or not 0 < length <= MOST_BYTES:
                self.answer(404 if self.path != "/verify" else 413, {})
                return
            try:
                asked = json.loads(self.rfile.read(length))
                self.answer(200, {"valid": holds(longfellow, asked)})
            except (KeyError, TypeError, ValueError):
                self.answer(400, {})

        def answer(self, status: int, body: dict) -> None:
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_: object) -> None:
            """Nothing about a proof is logged."""

    return Handler


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", type=Path, help="generate the circuit, write it, and end")
    parser.add_argument("--circuit", type=Path)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=3010)
    given = parser.parse_args()
    if given.make is not None:
        given.make.write_bytes(generate_circuit(VERSION, ATTRIBUTES))
        read_circuit(given.make)
        return
    if given.circuit is None:
        parser.error("--circuit or --make is needed")
    longfellow = Pylongfellow(backend="google-cpp")
    longfellow.load_circuit(read_circuit(given.circuit), VERSION, ATTRIBUTES)
    server = HTTPServer((given.host, given.port), handler(longfellow))
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()


main()
