"""A headless Chromium driven through its DevTools pipe: no port, no further package."""

from __future__ import annotations

import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run")
PATIENCE = 60
READS, WRITES = 3, 4
"""The numbers of the files on which Chromium reads commands and writes answers."""


class Page:
    """A tab: what it was told to show, what it asked for and what it complained of."""

    def __init__(self, commands: int, answers: int) -> None:
        self.commands, self.answers = commands, answers
        self.numbers = itertools.count(1)
        self.session: str | None = None
        self.buffer = b""
        self.events: list[dict[str, Any]] = []

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer; events that come before it are kept."""
        number = next(self.numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == number:
                assert "error" not in told, told
                return dict(told["result"])
            self.events.append(told)

    def _next(self) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.answers], [], [], deadline - time.monotonic())
            assert ready, "Chromium does not answer"
            self.buffer += os.read(self.answers, 1 << 20)
        message, _, self.buffer = self.buffer.partition(b"\0")
        return dict(json.loads(message))

    def show(
        self, place: Path, width: int = 1280, height: int = 900, search: str = "", **media: str
    ) -> None:
        """Load a file at a screen so wide and high; `search` follows its address.

        `media` is what CSS asks for, such as print.
        """
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        features = [
            {"name": f"prefers-{k.replace('_', '-')}", "value": v} for k, v in media.items()
        ]
        self.ask("Emulation.setEmulatedMedia", features=features)
        self.events.clear()
        for address in ("about:blank", place.as_uri() + search):
            self.events.clear()
            self.ask("Page.navigate", url=address)
            while not self.of("Page.loadEventFired"):
                self.events.append(self._next())

    def run(self, expression: str) -> Any:
        """Evaluate JavaScript in the page."""
        told = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def wait(self, done: Callable[[], bool]) -> None:
        """Wait until something has happened."""
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, "it does not happen"
            time.sleep(0.05)

    def press(self, key: str, text: str = "") -> None:
        """Press and let go of a key as a person does."""
        code = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowRight": 39}[key]
        same = {"key": key, "windowsVirtualKeyCode": code}
        self.ask("Input.dispatchKeyEvent", type="keyDown", text=text, **same)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **same)

    def picture(self, method: str, file: Path, **options: Any) -> None:
        """Keep what `Page.captureScreenshot` or `Page.printToPDF` returns."""
        file.write_bytes(base64.b64decode(self.ask(method, **options)["data"]))

    def of(self, *methods: str) -> list[dict[str, Any]]:
        """What was told of since the last `show`, by the names of the events."""
        return [event["params"] for event in self.events if event.get("method") in methods]


@contextmanager
def open_browser(profile: Path) -> Iterator[Page]:
    """Start Chromium with a profile folder of its own; end it afterwards."""
    theirs_in, commands = os.pipe()
    answers, theirs_out = os.pipe()
    process = os.posix_spawn(
        str(CHROMIUM),
        [str(CHROMIUM), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        {**os.environ, "HOME": str(profile)},
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, _high(theirs_in), READS),
            (os.POSIX_SPAWN_DUP2, _high(theirs_out), WRITES),
        ],
        setpgroup=0,
    )
    page = Page(commands, answers)
    try:
        target = page.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = page.ask("Target.attachToTarget", targetId=target, flatten=True)
        page.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.ask(f"{domain}.enable")
        yield page
    finally:
        os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)
        for end in (theirs_in, theirs_out, commands, answers):
            os.close(end)


def _high(number: int) -> int:
    """Give an open file a number that is in nobody's way."""
    return fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 20)
