# SPDX-License-Identifier: Apache-2.0
"""Reads composed messages again by the parsers of `channel_readers.py`.

usage: reread_messages.py golden FOLDER     the files that the composer's own tests keep
       reread_messages.py served ADDRESS    what a running `quoted` makes of hostile texts, by grpcio

Prints how many messages of each channel were read, as JSON; ends with an error at the first that is wrong.
"""

import json
import pathlib
import sys

from channel_readers import READERS, Composed

GOLDEN_LINK = "https://quotes.example/q/abcdefghijklmnop"


def golden(folder):
    counts = {}
    for path in sorted(pathlib.Path(folder).glob("*/*.txt")):
        channel = path.parent.name
        sections = read_page(path.read_bytes().decode())
        used, _, limit, unit = sections["length"].split(" ")
        payload = sections.get("payload")
        message = Composed(
            text=sections["text"],
            parts=[text for name, text in sections.items() if name.startswith("part ")],
            payload=None if payload is None else json.loads(payload),
            mime=sections.get("mime", "").replace("\n", "\r\n"),
            subject=sections.get("subject", ""),
            caption=sections.get("caption", ""),
            used=int(used),
            limit=int(limit),
            unit=unit,
            grid=(30, 12) if path.stem == "lines" else (20, 6),
        )
        check(channel, message, GOLDEN_LINK, path.name)
        counts[channel] = counts.get(channel, 0) + 1
    return counts


def read_page(page):
    sections = {}
    for section in page.removeprefix("--- ").split("\n--- "):
        heading, _, text = section.partition("\n")
        sections[heading] = text
    last = list(sections)[-1]
    sections[last] = sections[last].removesuffix("\n")
    return sections


HOSTILE = [
    "Wisdom begins in wonder.",
    "@everyone @here @channel @room @alice @alice@example.org ＠bob a@b.example",
    "<!channel> <!everyone> <@U024BE7LH> <#C123|x> <@!80351110224678912> <@&165511591545143296>",
    "*bold* __it__ ~~s~~ `c` ```\nblock\n``` ||spoiler|| :smile: <:a:1> <t:1> </cmd:1> <id:home>",
    "[here](http://evil.example/a_b_c) <http://evil.example> https://example.org/a_b*c?x=@y",
    "# big\n-# small\n> quoted\n>>> all\n- a\n* b\n+ c\n1. one\n12) twelve\n   - d",
    "</blockquote><script>alert(1)</script><img src=x onerror=alert(1)> &amp; &#x40;everyone",
    '"}],"allowed_mentions":{"parse":["everyone"]} \\*\\_\\',
    "a\r\nBcc: victim@example.org\r\n\r\nbody\n.\nFrom here\n--=_quote--\n--=_quote",
    "=?utf-8?Q?=0D=0ABcc:_x?= =\n=3D trailing = \\ /",
    "<\u0301script>&\u0301lt;*\u0301x*\u0301 @\u0301a _\u0301b_",
    "👨‍👩‍👧‍👦🇩🇪👍🏽👩🏽‍🚀𠮷e\u0301" * 60,
    "אמר \"שלום\" והלך (and came back), 100%. " * 12,
    "知之为知之，不知为不知，是知也。" * 40,
    "word " * 900,
    "x" * 4_000,
    "*_~`|" * 500,
    "<&>\"'" * 800,
    "^{}\\[~]|€" * 40,
    "“Curly” – ‘dashes’… " * 30,
    "http://a.b " * 60,
    "some_text - description",
    "…",
]
CREATORS = ["Lao Tzu", "@admin <@&1> *x*", "רבי עקיבא", ""]
# Another limit for each, in its unit, at which most of the texts must be cut.
LIMITS = {
    "plain": 90, "imessage": 60, "sms": 120, "slack": 150, "discord": 220, "telegram": 140,
    "matrix": 900, "mastodon": 160, "bluesky": 120, "email": 9_000, "display": 0,
}


def served(address):
    import grpc

    proto = pathlib.Path(__file__).resolve().parent.parent.parent / "proto"
    sys.path.insert(0, str(proto))
    messages, services = grpc.protos_and_services("quotes/v1/quotes.proto")
    counts = {}
    with grpc.insecure_channel(address) as connection:
        stub = services.QuoteServiceStub(connection)
        linked = stub.ListQuotes(messages.ListQuotesRequest(page_size=3)).quotes
        quotes = [dict(quote_id=quote.id) for quote in linked] + [
            dict(
                quote=messages.Quote(
                    text=text, creator=CREATORS[number % 4], source="Tao & Te", language="en"
                )
            )
            for number, text in enumerate(HOSTILE)
        ]
        for number, (channel, limit) in enumerate(LIMITS.items(), start=1):
            ways = [(messages.OVERFLOW_TRUNCATE, 0), (messages.OVERFLOW_TRUNCATE, limit)]
            if channel not in ("imessage", "email"):
                ways += [(messages.OVERFLOW_SPLIT, 0), (messages.OVERFLOW_SPLIT, limit)]
            for subject in quotes:
                for overflow, stated in ways:
                    request = messages.ComposeMessageRequest(
                        channel=number, overflow=overflow, limit=stated, **subject
                    )
                    if channel == "display":
                        request.display.columns, request.display.rows = 24, 7
                    try:
                        message = stub.ComposeMessage(request, timeout=20).message
                    except grpc.RpcError as error:
                        raise AssertionError(f"{channel} {stated} {subject}: {error.details()}")
                    check(channel, composed(message, subject), link(message), f"{stated} {subject}")
                    counts[channel] = counts.get(channel, 0) + 1
    return counts


def composed(message, subject):
    quote = subject.get("quote")
    return Composed(
        text=message.text,
        parts=list(message.parts),
        payload=json.loads(message.payload_json) if message.payload_json else None,
        mime=message.mime,
        subject=message.subject,
        caption=message.layout.caption,
        used=message.length.used,
        limit=message.length.limit,
        unit=message.length.unit,
        creator=quote.creator if quote is not None else "",
        grid=(24, 7),
    )


def link(message):
    """The link that may stand in a message: none where the quote has no page."""
    return message.url or None


def check(channel, message, link, name):
    try:
        READERS[channel](message, link)
    except Exception as error:
        raise SystemExit(f"{channel}, {name}: {type(error).__name__}: {error}\n{message}") from error


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("golden", "served"):
        raise SystemExit(__doc__)
    print(json.dumps({"golden": golden, "served": served}[sys.argv[1]](sys.argv[2])))
