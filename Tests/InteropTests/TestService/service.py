# SPDX-License-Identifier: Apache-2.0
"""The messages and stubs of `grpc.testing`, compiled from the protos that Debian's grpc-proto brings."""

import pathlib
import sys
import tempfile

import grpc
from grpc_tools import protoc

PROTOS = pathlib.Path("/usr/share/grpc-proto")

if not PROTOS.is_dir():
    sys.exit(f"{PROTOS} is missing: install the package grpc-proto, as `make setup-test` does.")

_folder = tempfile.TemporaryDirectory(prefix="grpc-testing-")
_files = [str(PROTOS / "grpc" / "testing" / name) for name in ("empty.proto", "messages.proto", "test.proto")]
_status = protoc.main(
    ["protoc", f"-I{PROTOS}", f"--python_out={_folder.name}", f"--grpc_python_out={_folder.name}", *_files]
)
if _status != 0:
    sys.exit("The protos of grpc.testing could not be compiled.")

# The package of these protos has the name of a package within grpcio's own.
grpc.__path__.append(_folder.name + "/grpc")

from grpc.testing import empty_pb2, messages_pb2, test_pb2_grpc  # noqa: E402,F401
