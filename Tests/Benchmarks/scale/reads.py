# SPDX-License-Identifier: Apache-2.0
"""Reading of every kind: pages, filters, orders, draws, names and search."""

import collections

from .measure import seconds_of
from .served import CALL_SECONDS, messages

PAGE = 50
SEARCHES = 200


def count_of(reply):
    return f"{reply.total_size:,} quotes"


def list_quotes(served, page_size=PAGE, token="", skip=0, order=0, **filters):
    request = messages.ListQuotesRequest(
        page_size=page_size, page_token=token, skip=skip, order=order,
        filter=messages.QuoteFilter(**filters))
    return served.reader.ListQuotes(request, timeout=CALL_SECONDS)


def pages(served, results):
    first = results.call("list", f"first page of {PAGE}", lambda: list_quotes(served),
                         note=count_of)
    total = first.total_size
    results.call("list", "first page of 1,000", lambda: list_quotes(served, 1_000))
    results.call("list", "deep page by skip", lambda: list_quotes(served, skip=total - PAGE))
    token = list_quotes(served, skip=total - 2 * PAGE).next_page_token
    results.call("list", "deep page by token", lambda: list_quotes(served, token=token))
    newest = messages.QUOTE_ORDER_NEWEST
    results.call("list", "NEWEST, first page", lambda: list_quotes(served, order=newest))
    by_creator = messages.QUOTE_ORDER_CREATOR
    results.call("list", "CREATOR, first page", lambda: list_quotes(served, order=by_creator))
    results.call("list", "CREATOR, deep page by skip",
                 lambda: list_quotes(served, order=by_creator, skip=total - PAGE))
    token = list_quotes(served, order=by_creator, skip=total - 2 * PAGE).next_page_token
    results.call("list", "CREATOR, deep page by token",
                 lambda: list_quotes(served, order=by_creator, token=token))
    return total


class Names:
    """Creators and tags of the catalogue, those with the most quotes first."""

    def __init__(self, served):
        self.creators = self.all(
            served.reader.ListCreators, messages.ListCreatorsRequest(page_size=1_000))
        self.tags = self.all(served.reader.ListTags, messages.ListTagsRequest(page_size=1_000))

    @staticmethod
    def all(call, request):
        found = []
        while True:
            page = call(request, timeout=CALL_SECONDS)
            found += page.creators if hasattr(page, "creators") else page.tags
            request.page_token = page.next_page_token
            if not request.page_token:
                return [facet.name for facet in sorted(found, key=lambda facet: -facet.count)]


def filters(served, results, names):
    tags, creators = names.tags, names.creators
    kinds = {
        "a tag": {"tags_all": tags[:1]},
        "two tags, both": {"tags_all": tags[:2]},
        "twenty tags, any": {"tags_any": tags[20:40]},
        "the creator with the most": {"creators": creators[:1]},
        "a creator with one or few": {"creators": creators[-1:]},
        "a language, broad": {"languages": ["en"]},
        "a language, selective": {"languages": ["la"]},
        "length up to 60": {"max_length": 60},
        "length from 1,000": {"min_length": 1_000},
        "mature too (all)": {"include_mature": True},
        "language, tag and length": {
            "languages": ["de"], "tags_all": tags[2:3], "min_length": 40, "max_length": 120},
        "nothing matches": {"languages": ["la"], "creators": creators[-2:-1], "min_length": 4_999},
    }
    for name, kind in kinds.items():
        results.call("filter", name, lambda: list_quotes(served, **kind), note=count_of)
    total = list_quotes(served, languages=["en"]).total_size
    results.call("filter", "a language, broad, deep page",
                 lambda: list_quotes(served, skip=total - PAGE, languages=["en"]))
    results.call("filter", "a language, broad, CREATOR", lambda: list_quotes(
        served, order=messages.QUOTE_ORDER_CREATOR, languages=["de"]), note=count_of)


def draws(served, results, names):
    def draw(count, balance=False, **kind):
        request = messages.RandomQuotesRequest(
            count=count, balance_creators=balance, filter=messages.QuoteFilter(**kind))
        return served.reader.RandomQuotes(request, timeout=CALL_SECONDS)

    def drawn(reply):
        return f"{len(reply.quotes)} quotes"

    results.call("random", "1 of all", lambda: draw(1), note=drawn)
    results.call("random", "100 of all", lambda: draw(100), note=drawn)
    results.call("random", "10 of a language, broad", lambda: draw(10, languages=["fr"]), note=drawn)
    results.call("random", "10 of a tag", lambda: draw(10, tags_all=names.tags[5:6]), note=drawn)
    results.call("random", "10 of all, balanced", lambda: draw(10, balance=True), note=drawn)
    results.call("random", "10 of a language, balanced",
                 lambda: draw(10, balance=True, languages=["es"]), note=drawn)


def facets(served, results):
    def creators(prefix="", size=PAGE, token=""):
        return served.reader.ListCreators(messages.ListCreatorsRequest(
            prefix=prefix, page_size=size, page_token=token), timeout=CALL_SECONDS)

    def counted(reply):
        return f"{len(reply.creators):,} creators"

    page = results.call("names", f"ListCreators, first {PAGE}", creators, note=counted)
    results.call("names", "ListCreators, 1,000", lambda: creators(size=1_000), note=counted)
    results.call("names", "ListCreators, second page",
                 lambda: creators(token=page.next_page_token), note=counted)
    results.call("names", "ListCreators, a prefix", lambda: creators("Ta"), note=counted)
    results.call("names", f"ListTags, first {PAGE}", lambda: served.reader.ListTags(
        messages.ListTagsRequest(page_size=PAGE), timeout=CALL_SECONDS))


def searches(served, results, total):
    """Words are chosen by how often they occur in a sample, so that any vocabulary will do; gives
    them, the commonest first."""
    counts, chinese = collections.Counter(), ""
    for skip in range(0, total, max(1, total // 20)):
        for quote in list_quotes(served, 500, skip=skip, languages=["en", "de", "fr"]).quotes:
            counts.update(set(quote.text.lower().replace(",", "").replace(".", "").split()))
    for quote in list_quotes(served, 1, languages=["zh"]).quotes:
        chinese = quote.text
    words = [word for word, _ in counts.most_common() if word.isascii() and word.isalpha()]
    long_words = [word for word in words if len(word) >= 6]

    def search(query, token="", **kind):
        request = messages.SearchQuotesRequest(
            query=query, page_size=PAGE, page_token=token, filter=messages.QuoteFilter(**kind))
        return served.reader.SearchQuotes(request, timeout=CALL_SECONDS)

    def found(reply):
        return f"{len(reply.quotes)} quotes{' and more' if reply.next_page_token else ''}"

    number = str(total // 3)
    common = words[0]
    queries = {
        "a rare word": number,
        "the commonest word": common,
        "a common word of 6 letters": long_words[0],
        "two common words": f"{words[1]} {words[2]}",
        "a common and a rare word": f"{common} {number}",
        "words that follow each other": f'"{words[3]} {words[4]}"',
        "a prefix of 3 letters": long_words[1][:3],
        "Chinese, 1 character": chinese[:1],
        "Chinese, 2 characters": chinese[:2],
        "Chinese, 4 characters": chinese[:4],
        "a word that isn't there": "zzqxj",
    }
    for name, query in queries.items():
        results.call("search", name, lambda: search(query), note=found)
    # Each once, so that no ranking is there already.
    sample = words[5::max(1, len(words) // SEARCHES)][:SEARCHES]
    times = [seconds_of(lambda: search(word))[1] for word in sample]
    results.add("search", f"{len(times)} words, each once", None, times)
    page = search(common)
    results.call("search", "the commonest word, second page",
                 lambda: search(common, page.next_page_token), note=found)
    results.call("search", "the commonest word, of a language",
                 lambda: search(common, languages=["la"]), note=found)
    return words
