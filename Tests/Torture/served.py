# SPDX-License-Identifier: Apache-2.0
"""A `quoted serve` of its own for a torture, and what it takes of the machine."""

import pathlib
import signal
import subprocess
import tempfile
import threading
import urllib.request


class Failure(Exception):
    """Something that must hold does not."""


class Quoted:
    """A server on 127.0.0.1, on a free port by default, with a data directory of its own."""

    def __init__(self, program, *arguments, data=None, port=0):
        self.folder = None if data else tempfile.TemporaryDirectory(prefix="torture-")
        self.data = str(data or self.folder.name)
        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{port}", "--data", self.data,
             "--metrics-listen", "127.0.0.1:0", *map(str, arguments)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.log = []
        self.metrics_address = None
        self.port = 0
        # Both are printed before it serves, in this order or the other.
        for line in self.process.stdout:
            if line.startswith("metrics on "):
                self.metrics_address = line.split()[-1]
            if line.startswith("listening on "):
                self.port = int(line.rsplit(":", 1)[1])
                break
        if not self.port:
            raise Failure(f"the server did not start: {self.process.stderr.read()}")
        # What it says must not fill its pipes.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.reader = threading.Thread(target=self._keep_log, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        if self.folder:
            self.folder.cleanup()

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    @property
    def lives(self):
        return self.process.poll() is None

    def signal(self, number):
        self.process.send_signal(number)

    def stop(self, patience=30):
        """Asks it to drain; fails unless it does, and ends with status 0."""
        self.signal(signal.SIGTERM)
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise Failure(f"the server has not ended {patience} s after SIGTERM") from None
        self.reader.join(5)
        if status != 0:
            raise Failure(f"the server ended with status {status}: {self.last_words()}")

    def last_words(self):
        return " | ".join(self.log[-3:])

    def rss_mib(self):
        """The memory that it holds, in MiB."""
        return self._memory("VmRSS")

    def peak_mib(self):
        """The most memory that it held since `forget_peak`, in MiB."""
        return self._memory("VmHWM")

    def forget_peak(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def metric(self, name, label=""):
        """The sum of a metric's values, or of those with a label; 0 where there is none."""
        url = f"http://{self.metrics_address}/metrics"
        with urllib.request.urlopen(url, timeout=10) as reply:
            lines = reply.read().decode().splitlines()
        return sum(
            float(line.rsplit(" ", 1)[1]) for line in lines
            if line.startswith((f"{name} ", f"{name}{{")) and label in line)

    def _memory(self, name):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) / 1024
        raise Failure("the server has died: " + self.last_words())

    def _keep_log(self):
        for line in self.process.stderr:
            self.log.append(line.strip())
            del self.log[:-1000]


def certificate(program, folder, *names):
    """Makes a certificate in a folder; gives the arguments by which a server shows it."""
    pair = [f"{folder}/cert.pem", f"{folder}/key.pem"]
    made = subprocess.run([program, "cert", "--cert", pair[0], "--key", pair[1], *names],
                          capture_output=True, text=True)
    if made.returncode != 0:
        raise Failure(f"no certificate was made: {made.stderr}")
    return ["--tls-cert", pair[0], "--tls-key", pair[1]]
