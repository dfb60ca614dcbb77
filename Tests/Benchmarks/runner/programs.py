# SPDX-License-Identifier: Apache-2.0
"""What the benchmark needs: Debian packages installed where missing, our C and C++ built."""

import os
import shutil
import subprocess
from pathlib import Path

BENCHMARKS = Path(__file__).resolve().parents[1]
ROOT = BENCHMARKS.parents[1]
BUILD = ROOT / ".build" / "bench"
PROTO = ROOT / "proto"
QUOTED = ROOT / ".build" / "release" / "quoted"


class Failure(Exception):
    """Something did not run; the message is for the person at the terminal."""


PRIORITY = -15  # of servers and load while they are measured, in the terms of nice

# What tells that a package is there: a program, or a library known to pkg-config.
PROGRAMS = {
    "make": "make",
    "cc": "gcc",
    "c++": "g++",
    "pkg-config": "pkg-config",
    "h2load": "nghttp2-client",
    "nghttp": "nghttp2-client",
    "nghttpd": "nghttp2-server",
    "protoc": "protobuf-compiler",
    "grpc_cpp_plugin": "protobuf-compiler-grpc",
}
LIBRARIES = {"libnghttp2": "libnghttp2-dev", "grpc++": "libgrpc++-dev"}


def run(command, timeout_seconds=60, **options):
    """Runs a command and gives its standard output; a Failure tells what it said otherwise."""
    options.setdefault("text", True)
    try:
        result = subprocess.run(command, capture_output=True, timeout=timeout_seconds, **options)
    except FileNotFoundError:
        raise Failure(f"{command[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise Failure(f"{command[0]} did not end within {timeout_seconds} s") from None
    if result.returncode != 0:
        said = [part if isinstance(part, str) else part.decode(errors="replace")
                for part in (result.stdout, result.stderr)]
        raise Failure(f"{' '.join(map(str, command))}\nended with {result.returncode}:\n"
                      + "".join(said)[-3000:])
    return result.stdout


def pinned(cpu):
    """Options that start a program on one CPU, ahead of whatever else the machine is doing.

    A server that waits for its CPU finds more calls at once when it gets it, and each costs less.
    Only root may go ahead; for others the figures are true on a quiet machine only.
    """
    def prepare():
        os.sched_setaffinity(0, {cpu})
        try:
            os.nice(PRIORITY)
            # Where the kernel groups processes by session, the group's own priority counts.
            Path("/proc/self/autogroup").write_text(str(PRIORITY))
        except OSError:
            pass
    return {"preexec_fn": prepare, "start_new_session": True}


def find_program(name):
    """Where a program is, also in the sbin folders that a user's PATH may lack."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")


def has_library(name):
    return bool(find_program("pkg-config")) and subprocess.run(
        ["pkg-config", "--exists", name], check=False).returncode == 0


def missing_packages(needs):
    """The packages that are missing of what is needed: names of programs and libraries."""
    missing = {PROGRAMS[need] for need in needs if need in PROGRAMS and not find_program(need)}
    missing |= {LIBRARIES[need] for need in needs if need in LIBRARIES and not has_library(need)}
    return sorted(missing)


def install(needs):
    """Installs what is missing by apt-get, saying so; gives what is missing still."""
    missing = missing_packages(needs)
    if not missing:
        return []
    if not shutil.which("apt-get"):
        return missing
    apt = ["apt-get"] if os.geteuid() == 0 else ["sudo", "apt-get"]
    print(f"installing {' '.join(missing)}", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = [*apt, "install", "-y", "--no-install-recommends"]
    try:
        run([*command, *missing], 600, env=environment)
    except Failure:
        # Perhaps for want of the lists; then one by one, so that one package lost costs one peer.
        for step in ([*apt, "update"], *([*command, package] for package in missing)):
            try:
                run(step, 600, env=environment)
            except Failure as failure:
                print(failure, flush=True)
    return missing_packages(needs)


def build(target):
    """Builds a target of the Makefile beside us into .build/bench."""
    run(["make", "-C", BENCHMARKS, f"BUILD={BUILD}", f"PROTO={PROTO}", target], 600)
