"""The software of one agency: Python 3.9 or newer and its standard library alone. See README.md beside it."""
import hashlib
import http.client
import json
import os
import random
import socket
import ssl
import threading
import time
import urllib.parse
import uuid
from datetime import datetime, timezone

VERSION = "1.0.0"
POLL_SECONDS = 25
PIECE = 262_144  # arrives within the server's half minute on a line of 16 kB a second too

BASE = urllib.parse.urlsplit(os.environ["AGENCY_BASE_URL"])
KEY = os.environ["AGENCY_KEY"]
STATE = os.environ["AGENCY_STATE_DIR"]
SEAT_REQUEST = os.environ.get("AGENCY_SEAT_REQUEST")
# Without a file the system's authorities count; certificate and host name are checked in any case.
TLS = ssl.create_default_context(cafile=os.environ.get("AGENCY_CA_FILE") or None)
LOG = os.path.join(STATE, "error.log")


class Record:
    """What must be known after a kill: lines on the disk before what they allow is done."""

    def __init__(self, path):
        self._lock = threading.Lock()
        self._known = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                # What follows the last line break was being written when we were killed: it had not happened yet.
                for line in file.read().split("\n")[:-1]:
                    if line:
                        entry = json.loads(line)
                        self._known[entry["of"]] = entry
        self._file = open(path, "a", encoding="utf-8")
        self._file.write("\n")

    def of(self, what):
        return self._known.get(what)

    def remember(self, of, **facts):
        with self._lock:
            entry = {"of": of, **facts}
            self._file.write(json.dumps(entry) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
            self._known[of] = entry


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def log(sentence):
    with open(LOG, "a", encoding="utf-8") as file:
        file.write(f"{now()} {sentence}\n")


def exchange(path, body, headers):
    """One request on a connection of its own; gives status, seconds of Retry-After, and the body."""
    timeout = POLL_SECONDS + 20
    tls = {"context": TLS} if BASE.scheme == "https" else {}
    kind = http.client.HTTPSConnection if tls else http.client.HTTPConnection
    connection = kind(BASE.hostname, BASE.port, timeout=timeout, **tls)
    try:
        connection.request("POST", path, body, {"Authorization": f"Bearer {KEY}", **headers})
        answer = connection.getresponse()
        return answer.status, float(answer.headers.get("Retry-After") or 0), answer.read()
    finally:
        connection.close()


def ask(path, body, headers):
    """Asks until there is an answer: later and later, and never before the server wants to be asked."""
    failures = 0
    while True:
        try:
            status, retry_after, text = exchange(path, body, headers)
        except (OSError, http.client.HTTPException):
            status, retry_after, text = 0, 0, b""
        if status == 200:
            return json.loads(text)
        if 0 < status < 500 and status != 429:
            raise SystemExit(f"{path}: {text.decode()}")  # a wrong key or body: a person has to look
        backoff = min(30, 0.25 * 2 ** min(failures, 7)) * random.uniform(0.5, 1)
        time.sleep(max(retry_after, backoff))
        failures += 1


def post(path, body, **headers):
    return ask(path, json.dumps(body), {"Content-Type": "application/json", **headers})


class Failed(Exception):
    """Why a command cannot be carried out, in words; with a reason of the contract where there is one."""


def send_file(kind, name, content, command_id):
    """Sends a file for a command, going on where a broken connection stopped it; gives the id of the upload."""
    about = {"kind": kind, "name": name, "location": 8 if kind == "log" else 0, "commandId": command_id}
    about |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest(), "fileTimestamp": now()}
    for _ in range(3):
        opened = post("/agent/v1/uploads", about)
        if opened["code"] != 0:
            raise Failed(opened["message"])
        upload = opened["data"][0]
        while upload["offset"] < len(content):
            offset = upload["offset"]
            path = f"/agent/v1/uploads/{upload['uploadId']}/bytes?offset={offset}"
            piece = content[offset : offset + PIECE]
            answer = ask(path, piece, {"Content-Type": "application/octet-stream"})
            if answer["code"] not in (0, 409):  # 409 tells where the upload goes on
                raise Failed(answer["message"])
            upload = answer["data"][0]
        ended = post("/agent/v1/uploads/finish", {"uploadId": upload["uploadId"]})
        if ended["code"] in (0, 404):  # 404 after a lost answer: it is there
            return upload["uploadId"]
        if ended["code"] != 422:  # 422: not the bytes announced, send them again
            raise Failed(ended["message"])
    raise Failed(f"{name} did not arrive as it was sent.")


def run(claimed):
    command, command_id = claimed["command"], claimed["commandId"]
    log(f"Command {command_id}: {command}")
    try:
        if command == "log":
            with open(LOG, "rb") as file:
                sent = send_file("log", "error.log", file.read(), command_id)
        elif command in ("count", "resendMetrics"):
            totals = {"totals": {"0": {"count": 0, "active": 0, "archived": 0, "errors": 0}}}
            sent = send_file("agencyMetrics", "agency-metrics.json", json.dumps(totals).encode(), command_id)
        else:
            raise Failed(f"This version does not know the command {command}.", "unknownCommand")
        return {"outcome": "succeeded", "output": "Sent.\n", "uploadIds": [sent]}
    except Failed as failure:
        output, *reason = failure.args
        return {"outcome": "failed", "output": output, **({"reason": reason[0]} if reason else {})}


def finish(record, claimed, ending):
    report = {"commandId": claimed["commandId"], "attempt": claimed["attempt"], **ending}
    answer = post("/agent/v1/commands/finish", report)
    state = answer["data"][0].get("state") if answer["data"] else None
    # Taken back after too long a silence, it is handed out again, and must be known then.
    if not (answer["code"] == 409 and state in ("queued", "delivered")):
        record.remember(claimed["commandId"], what="reported")


def take(record, claimed):
    command_id, attempt = claimed["commandId"], claimed["attempt"]
    before = record.of(command_id)
    if before and "ending" in before:
        return finish(record, claimed, before["ending"])
    if before or claimed["begun"]:
        return finish(record, claimed, {"outcome": "interrupted", "output": "The program was stopped."})
    record.remember(command_id, what="begun")
    post("/agent/v1/commands/acknowledge", {"commandId": command_id, "attempt": attempt})
    begun = {"commandId": command_id, "attempt": attempt, "output": "Begun.\n"}
    if post("/agent/v1/commands/progress", begun)["code"] == 0:
        ending = run(claimed)
        record.remember(command_id, what="ended", ending=ending)
        finish(record, claimed, ending)


def file_seat_request(record):
    """Files what was asked for at the agency: once, however often the answer is lost or the program killed."""
    before = record.of("seatRequest") or {"what": "begun", "key": str(uuid.uuid4())}
    if before["what"] == "reported":
        return
    record.remember(**{**before, "of": "seatRequest"})
    headers = {"Content-Type": "application/json", "Idempotency-Key": before["key"]}
    ask("/agent/v1/seat-requests", SEAT_REQUEST, headers)
    record.remember("seatRequest", what="reported")


def send_heartbeats():
    while True:
        post("/agent/v1/heartbeat", {"versionDisplay": VERSION, "hostName": socket.gethostname()})
        time.sleep(30)


def main():
    log(f"Version {VERSION} started.")
    record = Record(os.path.join(STATE, "record"))
    threading.Thread(target=send_heartbeats, daemon=True).start()
    if SEAT_REQUEST:
        threading.Thread(target=file_seat_request, args=[record], daemon=True).start()
    while True:
        for claimed in post("/agent/v1/commands/claim", {"waitSeconds": POLL_SECONDS, "most": 5})["data"]:
            take(record, claimed)


main()
