# SPDX-License-Identifier: Apache-2.0
"""Tries the web page of a server in a real Chromium, and draws pictures of it.

Prints a JSON object: the name of each case, and what was wrong with it, empty where nothing was.
"""

import argparse
import datetime
import html.parser
import importlib.resources
import json
import pathlib
import sys
import time
import traceback
import urllib.error
import urllib.request
import zlib
import zoneinfo

from web_browser import DESKTOP, NARROW, PHONE, Browser, Keys, Server

HOSTILE = "hostile"
HEBREW_SEARCH = "העולם"
HEBREW_QUOTE = "גשר צר"


class Cases:
    def __init__(self, browser, server, quotes, pictures):
        self.browser = browser
        self.server = server
        self.quotes = quotes
        self.pictures = pictures

    def id_of(self, words):
        return self.server.call("SearchQuotes", query=words)["quotes"][0]["id"]

    def open(self, path, **shown):
        self.browser.show(**shown)
        self.browser.go(path)
        if shown.get("scripts", True):
            self.browser.wait_scripted()

    def entries(self):
        return self.browser.run("return [...document.querySelectorAll('#list .entry')].map((entry) => entry.dataset.id)")

    def wait_for_entries(self, expected, what):
        self.browser.wait(lambda: self.entries() == expected, what)

    # The two faces.

    def compact_face(self):
        browser = self.browser
        self.open("/")
        quote = self.server.call("DailyQuote", timeZone="UTC")["quote"]
        browser.show(time_zone="UTC")
        browser.go("/")
        assert browser.one("#today .words").text == quote["text"]
        assert browser.text("#today .creator") == quote["creator"]
        assert browser.one("[data-does=compose]").is_displayed()
        assert not browser.one("#browse").is_displayed()
        assert not browser.one("#collapse").is_displayed()

    def both_faces(self):
        browser = self.browser
        self.open("/")
        browser.run("window.sameDocument = true")
        browser.one("#expand").click()
        first = [quote["id"] for quote in self.server.call("ListQuotes")["quotes"]]
        self.wait_for_entries(first, "the first page of the list")
        assert browser.address == "/?q=", browser.address
        assert browser.one("#search").is_displayed()
        assert not browser.one("#today .actions").is_displayed()
        total = self.server.call("ListQuotes", pageSize=1)["totalSize"]
        assert browser.one("#count").text == f"{total:,} quotes", browser.one("#count").text
        browser.driver.back()
        browser.wait(lambda: not browser.one("#browse").is_displayed(), "the compact face")
        assert browser.address == "/"
        browser.driver.forward()
        browser.wait(lambda: browser.one("#browse").is_displayed(), "the expanded face")
        browser.one("#collapse").click()
        browser.wait(lambda: browser.one("#today .actions").is_displayed(), "the compact face")
        assert browser.run("return window.sameDocument"), "The faces were changed by loading a page."

    def day_of_the_reader(self):
        for name in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
            self.open("/", time_zone=name)
            daily = self.server.call("DailyQuote", timeZone=name)
            today = datetime.datetime.now(zoneinfo.ZoneInfo(name)).date()
            assert daily["date"] == str(today), daily
            shown = self.browser.one("#today")
            self.browser.wait(lambda: shown.get_attribute("data-date") == str(today), f"{today} in {name}")
            assert self.browser.one("#today .words").text == daily["quote"]["text"]
            written = f"{today:%A}, {today.day} {today:%B} {today.year}"
            assert self.browser.one("#date").text.replace(" at", "") in (written, written.replace(",", "")), self.browser.one("#date").text

    # The list.

    def search_while_typing(self):
        browser = self.browser
        self.open("/?q=")
        browser.run("window.sameDocument = true")
        browser.press("witty fool", to=browser.one("#words"))
        found = [quote["id"] for quote in self.server.call("SearchQuotes", query="witty fool")["quotes"]]
        assert found
        self.wait_for_entries(found, "what has both words")
        assert browser.address == "/?q=witty+fool", browser.address
        assert browser.one("#count").text == "Quotes with “witty fool”"
        browser.press(" zzzzzz", to=browser.one("#words"))
        self.wait_for_entries([], "nothing")
        assert browser.one("#count").text == "No quote has “witty fool zzzzzz”."
        field = browser.one("#words")
        field.clear()
        browser.press("%", Keys.ENTER, to=field)
        browser.wait(lambda: "it needs a letter" in browser.one("#count").text, "the refusal")
        browser.run("arguments[0].select()", field)
        browser.press(Keys.DELETE, Keys.ENTER, to=field)
        browser.wait(lambda: len(self.entries()) >= 50, "all quotes")
        assert browser.run("return window.sameDocument")

    def search_that_is_linked_to(self):
        self.open("/?q=witty+fool")
        found = [quote["id"] for quote in self.server.call("SearchQuotes", query="witty fool")["quotes"]]
        assert self.entries() == found
        assert self.browser.one("#words").get_property("value") == "witty fool"

    def infinite_scroll(self):
        browser = self.browser
        expected = [quote["id"] for quote in self.server.every_quote()]
        # From a page that the server has sent, and from one that the script begins.
        for start, wanted in (("/?q=", 150), ("/", len(expected))):
            self.open(start)
            if start == "/":
                browser.one("#expand").click()
            while (count := len(self.entries())) < wanted:
                browser.run("scrollTo(0, document.documentElement.scrollHeight)")
                browser.wait(lambda: len(self.entries()) > count, f"more than {count} quotes")
            read = self.entries()
            assert read == expected[: len(read)]
        browser.wait(lambda: not browser.one("#next").is_displayed(), "the end of the list")
        assert self.entries() == expected
        place = browser.run("const last = document.querySelector('#list').lastElementChild; return [last.ariaPosInSet, last.ariaSetSize]")
        assert place == [str(len(expected))] * 2, place

    def keyboard(self):
        browser = self.browser
        self.open("/")
        focused = lambda: browser.run("return document.activeElement.id || document.activeElement.dataset.id")
        browser.press(Keys.CONTROL, "k", to=browser.one("body"))
        browser.wait(lambda: focused() == "words", "the field for words")
        browser.wait(lambda: len(self.entries()) >= 50, "the list")
        browser.press(Keys.ARROW_DOWN)
        first, second = self.entries()[:2]
        assert focused() == first
        browser.press(Keys.ARROW_DOWN)
        assert focused() == second
        browser.press(Keys.END)
        # More of the list comes as its end is reached.
        assert focused() in self.entries()[49:]
        browser.press(Keys.HOME)
        assert focused() == first
        browser.press(Keys.ARROW_DOWN)
        browser.press(Keys.ENTER)
        browser.wait(lambda: browser.one("#compose").is_displayed(), "the dialogue")
        text = self.server.call("GetQuote", id=second)["quote"]["text"]
        browser.wait(lambda: text in browser.one("#preview").text, "the message of the picked quote")
        browser.press(Keys.ESCAPE)
        browser.wait(lambda: not browser.one("#compose").is_displayed(), "no dialogue")
        assert focused() == second, "The focus was lost."
        browser.press(Keys.ARROW_UP)
        browser.press(Keys.ARROW_UP)
        assert focused() == "words"
        browser.press(Keys.ESCAPE)
        browser.wait(lambda: not browser.one("#browse").is_displayed(), "the compact face")
        assert focused() == "expand"

    # Composing.

    def compose_and_copy(self):
        browser = self.browser
        self.open("/")
        id = browser.one("#today").get_attribute("data-id")
        browser.one("#today [data-does=compose]").click()
        composed = lambda channel, note="": self.server.call("ComposeMessage", quoteId=id, channel=channel, note=note)["message"]
        plain = composed("CHANNEL_PLAIN_TEXT")
        browser.wait(lambda: browser.text("#preview") == plain["text"], "the message")
        browser.press("For you: 𠮷 <b>", to=browser.one("#note"))
        noted = composed("CHANNEL_PLAIN_TEXT", "For you: 𠮷 <b>")
        browser.wait(lambda: browser.text("#preview") == noted["text"], "the message with a note")
        browser.one("#copy").click()
        browser.wait(lambda: browser.text("#toast") == "Copied", "that it was copied")
        assert browser.one("#toast").is_displayed()
        assert browser.clipboard() == noted["text"], browser.clipboard()
        browser.one("#compose [value=close]").click()
        browser.one("#today [data-does=copy]").click()
        browser.wait(lambda: browser.clipboard() == plain["text"], "the message without a note")

    def every_channel(self):
        browser = self.browser
        self.open("/")
        id = browser.one("#today").get_attribute("data-id")
        browser.one("#today [data-does=compose]").click()
        channels = [option.get_property("value") for option in browser.all("#channel option")]
        assert len(channels) == 10, channels
        for channel in channels:
            browser.one(f"#channel [value={channel}]").click()
            answer = self.server.call("ComposeMessage", quoteId=id, channel=channel)
            if "code" in answer:
                text, told = "", answer["message"]
            else:
                message = answer["message"]
                length = message["length"]
                text = "\n\n".join(message.get("parts", [])) or message["text"]
                told = f"{length['used']} of {length['limit']} " if length.get("limit") else f"{length['used']} "
            browser.wait(
                lambda: browser.text("#preview") == text and browser.text("#length").startswith(told), f"the message for {channel}"
            )

    def share(self):
        browser = self.browser
        script = browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            source="Object.defineProperty(navigator, 'share', {value: (data) => { window.shared = data; return Promise.resolve(); }});",
        )
        try:
            self.open("/q/" + self.id_of("witty fool"))
            id = browser.one("#one").get_attribute("data-id")
            message = self.server.call("ComposeMessage", quoteId=id)["message"]
            browser.one("#one [data-does=share]").click()
            browser.wait(lambda: browser.run("return window.shared"), "that it was shared")
            assert browser.run("return window.shared") == {"text": message["text"], "url": message["url"]}
        finally:
            browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=script["identifier"])
        self.open("/")
        if not browser.run("return 'share' in navigator"):
            assert not browser.one("#today [data-does=share]").is_displayed()

    # What must not happen.

    def hostile_quotes(self):
        browser = self.browser
        hostile = [quote for quote in self.quotes if HOSTILE in quote.get("tags", [])]
        for is_typed in (False, True):
            self.open("/?q=" if is_typed else f"/?q={HOSTILE}")
            if is_typed:
                browser.press(HOSTILE, to=browser.one("#words"))
            browser.wait(lambda: len(self.entries()) == len(hostile), "all hostile quotes")
            shown = browser.run(
                "return [...document.querySelectorAll('#list .entry')].map((entry) =>"
                " [entry.querySelector('.words').textContent, entry.querySelector('.creator').textContent,"
                " entry.querySelectorAll('*').length])"
            )
            counts = {sum_ for _, _, sum_ in shown}
            # The most that an entry has: with a source and with a doubt.
            assert max(counts) <= 15, counts
            assert sorted(row[:2] for row in shown) == sorted([quote["text"], quote["creator"]] for quote in hostile)
        for words in ("script alert", "owned", "constructor"):
            self.open(f"/q/{self.id_of(words)}")
            assert browser.driver.title.endswith("· Quoted"), browser.driver.title
            browser.one("#one [data-does=compose]").click()
            browser.wait(lambda: browser.text("#preview") != "", "a message")
            assert browser.run("return window.owned") is None

    def right_to_left(self):
        browser = self.browser
        at = lambda selector, side: browser.run(f"return document.querySelector(arguments[0]).getBoundingClientRect().{side}", selector)
        self.open(f"/q/{self.id_of(HEBREW_QUOTE)}")
        for selector in ("#one .words", "#one .by"):
            assert browser.run("return getComputedStyle(document.querySelector(arguments[0])).direction", selector) == "rtl"
        assert abs(at("#one .actions [data-does=copy]", "right") - at("#one .quote", "right")) < 1
        # A Hebrew quote that begins with a Latin word is told by its language; both by the server and by the script.
        for path in ("/?q=DNA", "/?q="):
            self.open(path)
            if path == "/?q=":
                browser.press("DNA", to=browser.one("#words"))
            browser.wait(lambda: len(self.entries()) == 1, "the quote")
            assert browser.run("return document.querySelector('#list .words').matches(':dir(rtl)')")
        self.open("/?q=المجد")
        assert browser.run("return document.querySelector('#list .quote').matches(':dir(rtl)')")

    def nothing_inline_runs(self):
        self.open("/")
        ran = self.browser.run(
            """
            const broken = [];
            document.addEventListener("securitypolicyviolation", (event) => broken.push(event.effectiveDirective));
            const button = document.createElement("button");
            button.setAttribute("style", "color: red");
            document.body.append(button);
            try { button.innerHTML = "<b>"; broken.push("markup was taken"); } catch { broken.push("no markup"); }
            try { button.setAttribute("onclick", "window.ran = 1"); button.click(); } catch { }
            return new Promise((done) => setTimeout(() => done([window.ran ?? 0, getComputedStyle(button).color, broken])));
            """
        )
        assert ran[0] == 0 and ran[1] != "rgb(255, 0, 0)" and "no markup" in ran[2], ran
        assert self.browser.complaints(), "The browser did not complain of what was tried."

    def no_scrolling_sideways(self):
        hostile = [self.id_of("Pneumonoultramicroscopic"), self.id_of("families flags")]
        for path in ["/", "/?q=", f"/?q={HOSTILE}", "/nothing"] + [f"/q/{id}" for id in hostile]:
            self.open(path, size=NARROW)
            width = self.browser.run("return document.documentElement.scrollWidth")
            assert width <= NARROW[0], (path, width)

    # For everyone.

    def accessibility(self):
        axe = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text()
        broken = []
        hebrew = "/q/" + self.id_of(HEBREW_QUOTE)
        for scheme, paths in (("light", ("/", "/?q=" + HOSTILE, hebrew, "/nothing")), ("dark", ("/", "/?q=witty", hebrew))):
            for path in paths:
                self.open(path, scheme=scheme, size=PHONE if path == "/?q=witty" else DESKTOP)
                broken += self.axe(axe, f"{path} {scheme}")
                if path == "/":
                    self.browser.one("#today [data-does=compose]").click()
                    self.browser.wait(lambda: self.browser.text("#preview") != "", "a message")
                    broken += self.axe(axe, f"{path} {scheme} composing")
        assert not broken, "\n".join(broken)

    def axe(self, source, where):
        self.browser.run(source)
        result = self.browser.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']})"
            ".then(done, (error) => done({error: String(error)}));"
        )
        assert "error" not in result, result
        assert len(result["passes"]) > 10, "Next to nothing was checked."
        return [
            f"{where}: {violation['id']}: {violation['help']}: {node['html'][:120]}"
            for violation in result["violations"]
            for node in violation["nodes"]
        ]

    def without_scripts(self):
        browser = self.browser
        try:
            self.open("/", scripts=False)
            quote = self.server.call("DailyQuote")["quote"]
            assert browser.one("#today .words").text == quote["text"]
            assert not [button for button in browser.all("button") if button.is_displayed()], "A button does nothing."
            browser.one("#expand").click()
            first = [quote["id"] for quote in self.server.call("ListQuotes", pageSize=150)["quotes"]]
            read = self.entries()
            for _ in range(2):
                browser.one("#next").click()
                read += self.entries()
            assert read == first
            field = browser.one("#words")
            browser.press("witty fool", Keys.ENTER, to=field)
            found = [quote["id"] for quote in self.server.call("SearchQuotes", query="witty fool")["quotes"]]
            self.wait_for_entries(found, "what has both words")
            browser.one("#list .entry a").click()
            browser.wait(lambda: browser.address == f"/q/{found[0]}", "the page of the quote")
            assert "witty" in browser.one("#one .words").text.lower()
        finally:
            browser.show()

    def as_plain_text(self):
        def curl(path, **headers):
            request = urllib.request.Request(self.server.base + path, headers={"accept": "*/*", "accept-encoding": "identity", **headers})
            with urllib.request.urlopen(request) as response:
                return response.headers, response.read().decode()

        for quote in self.server.every_quote("SearchQuotes", query=HOSTILE):
            headers, text = curl(f"/q/{quote['id']}")
            assert headers["content-type"] == "text/plain; charset=utf-8"
            assert text.startswith(f"{quote['text']}\n— {quote['creator']}"), text
        headers, text = curl("/", accept="text/html")
        assert "<html" in text
        assert set(headers.get_all("x-content-type-options")) == {"nosniff"}
        assert "set-cookie" not in headers
        tag = headers["etag"]
        assert tag, "There is no ETag."
        assert "max-age=" in headers["cache-control"]
        request = urllib.request.Request(self.server.base + "/", headers={"accept": "text/html", "if-none-match": tag})
        try:
            urllib.request.urlopen(request)
            raise AssertionError("It was sent again.")
        except urllib.error.HTTPError as error:
            assert error.code == 304, error

    def open_graph(self):
        class Metas(html.parser.HTMLParser):
            found = {}

            def handle_starttag(self, tag, attributes):
                attributes = dict(attributes)
                if tag == "meta" and "property" in attributes:
                    self.found[attributes["property"]] = attributes["content"]

        for quote in self.server.every_quote("SearchQuotes", query=HOSTILE):
            # As services ask that make previews of links.
            request = urllib.request.Request(
                f"{self.server.base}/q/{quote['id']}", headers={"accept": "text/html", "accept-encoding": "identity"}
            )
            with urllib.request.urlopen(request) as response:
                parser = Metas()
                parser.found = {}
                parser.feed(response.read().decode())
            assert parser.found["og:title"] == quote["creator"], parser.found
            assert parser.found["og:description"].rstrip("…") in quote["text"].replace("\n", " "), parser.found
            assert parser.found["og:url"].endswith(f"/q/{quote['id']}"), parser.found

    # Pictures, for people to look at.

    def draw(self):
        hebrew = self.id_of(HEBREW_QUOTE)
        pages = {
            "compact": "/",
            "expanded": "/?q=",
            "search": f"/?q={HEBREW_SEARCH}",
            "hebrew": f"/q/{hebrew}",
            "hostile": f"/?q={HOSTILE}",
            "missing": "/nothing",
        }
        at_night = {"compact", "expanded", "hebrew"}
        drawn = []
        for size_name, size in (("desktop", DESKTOP), ("phone", PHONE)):
            for scheme in ("light", "dark"):
                for name, path in pages.items():
                    if scheme == "dark" and name not in at_night:
                        continue
                    self.open(path, size=size, scheme=scheme)
                    drawn.append(self.pictures / f"{name}-{size_name}-{scheme}.png")
                    self.browser.picture(drawn[-1])
                    if name == "compact":
                        self.browser.one("#today [data-does=compose]").click()
                        self.browser.wait(lambda: self.browser.text("#preview") != "", "a message")
                        drawn.append(self.pictures / f"compose-{size_name}-{scheme}.png")
                        self.browser.picture(drawn[-1])
        for scheme in ("light", "dark"):
            ground = self.ground(self.pictures / f"compact-desktop-{scheme}.png")
            assert (min(ground) > 230) == (scheme == "light") and (max(ground) < 40) == (scheme == "dark"), ground
        assert min(picture.stat().st_size for picture in drawn) > 5_000

    def ground(self, picture):
        """The red, green and blue of a picture's first pixel: nothing comes before it that filters could change."""
        data = picture.read_bytes()
        start, chunks = 8, b""
        while start < len(data):
            length = int.from_bytes(data[start : start + 4], "big")
            if data[start + 4 : start + 8] == b"IDAT":
                chunks += data[start + 8 : start + 8 + length]
            start += 12 + length
        return tuple(zlib.decompress(chunks)[1:4])

    def no_other_host(self):
        requested = self.browser.requests()
        assert requested, "No request was seen."
        elsewhere = [url for url in requested if not url.startswith((self.server.base + "/", "data:", "about:", "chrome"))]
        assert not elsewhere, elsewhere
        assert not self.browser.driver.get_cookies()


NAMES = [
    "compact_face", "both_faces", "day_of_the_reader", "search_while_typing", "search_that_is_linked_to",
    "infinite_scroll", "keyboard", "compose_and_copy", "every_channel", "share", "hostile_quotes", "right_to_left",
    "nothing_inline_runs", "no_scrolling_sideways", "accessibility", "without_scripts", "as_plain_text", "open_graph",
    "draw",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="where the server is, such as http://127.0.0.1:4242")
    parser.add_argument("quotes", type=pathlib.Path, help="the file of quotes that it has beside the starter catalogue")
    parser.add_argument("pictures", type=pathlib.Path, help="the folder for pictures")
    parser.add_argument("--only", action="append", choices=NAMES, help="try this case alone; may be repeated")
    options = parser.parse_args()
    options.pictures.mkdir(parents=True, exist_ok=True)
    browser = Browser(options.base)
    results = {}
    try:
        cases = Cases(browser, Server(options.base), json.loads(options.quotes.read_text()), options.pictures)
        # Of all that was done nothing may have gone elsewhere.
        for name in [*(options.only or NAMES), "no_other_host"]:
            try:
                start = time.monotonic()
                getattr(cases, name)()
                print(f"{name}: {time.monotonic() - start:.1f} s", file=sys.stderr)
                complaints = [] if name == "nothing_inline_runs" else browser.complaints()
                results[name] = "\n".join(complaints)
            except Exception:  # Each case is told for itself.
                results[name] = traceback.format_exc()
    finally:
        browser.close()
    print(json.dumps(results, ensure_ascii=False))


if __name__ == "__main__":
    main()
