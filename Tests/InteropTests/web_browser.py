# SPDX-License-Identifier: Apache-2.0
"""A real Chromium, driven for the tests of the web page."""

import json
import shutil
import time
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

__all__ = ["Browser", "Keys", "Server"]

PATIENCE_SECONDS = 20
DESKTOP = (1280, 800)
PHONE = (390, 844)
NARROW = (320, 640)


def program(*names):
    for name in names:
        if path := shutil.which(name):
            return path
    raise SystemExit(f"None of {', '.join(names)} is installed: install Debian's chromium and chromium-driver.")


class Server:
    """What the server says beside its pages, to compare them with."""

    def __init__(self, base):
        self.base = base

    def call(self, method, **request):
        """The response, or what Connect says of an error; a search waits until the index is there."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            answer = self.try_call(method, request)
            if answer.get("code") != "unavailable" or time.monotonic() > end:
                return answer

    def try_call(self, method, request):
        request = urllib.request.Request(
            f"{self.base}/quotes.v1.QuoteService/{method}",
            json.dumps(request).encode(),
            {"content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def every_quote(self, method="ListQuotes", **request):
        token = ""
        while True:
            page = self.call(method, pageToken=token, **request)
            yield from page.get("quotes", [])
            if not (token := page.get("nextPageToken", "")):
                return


class Browser:
    def __init__(self, base):
        self.base = base
        options = Options()
        options.binary_location = program("chromium", "chromium-browser", "google-chrome")
        # Pages must not differ by what a window's bar takes; a container has no sandbox of its own.
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(program("chromedriver")))
        self.driver.set_script_timeout(PATIENCE_SECONDS)
        self.command(
            "Browser.grantPermissions",
            origin=base,
            permissions=["clipboardReadWrite", "clipboardSanitizedWrite"],
        )
        self.requested = []

    def close(self):
        self.driver.quit()

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def show(self, size=DESKTOP, scheme="light", time_zone="", scripts=True):
        """How the next pages are shown."""
        width, height = size
        is_phone = width < 600
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if is_phone else 1,
            mobile=is_phone,
        )
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
            {"name": "hover", "value": "none" if is_phone else "hover"},
        ]
        self.command("Emulation.setEmulatedMedia", features=features)
        self.command("Emulation.setTimezoneOverride", timezoneId=time_zone)
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)

    def go(self, path):
        self.driver.get(self.base + path)

    @property
    def address(self):
        return self.driver.current_url.removeprefix(self.base)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        """The text as it is in the document, whether or not it is in sight."""
        return self.one(selector).get_property("textContent")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys, to=None):
        (to or self.driver.switch_to.active_element).send_keys(*keys)

    def wait(self, claim, what):
        """Waits until something holds."""
        WebDriverWait(self.driver, PATIENCE_SECONDS, poll_frequency=0.05).until(
            lambda _: claim(), f"waited in vain: {what}; at {self.address}"
        )

    def wait_scripted(self):
        self.wait(lambda: self.all("html.scripted"), "the script has begun")
        if self.all("#browse"):
            self.wait(lambda: self.all("#list[role=feed]"), "the list has begun")

    def clipboard(self):
        return self.driver.execute_async_script(
            "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)));"
        )

    def complaints(self):
        """What the browser has complained of since it was last asked, but for answers that are no success."""
        entries = self.driver.get_log("browser")
        return [entry["message"] for entry in entries if "the server responded with a status of" not in entry["message"]]

    def requests(self):
        """The addresses that pages have asked for."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requested.append(message["params"]["request"]["url"])
        return self.requested

    def picture(self, path):
        """The page as it is seen, once all is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(done)));"
        )
        self.driver.save_screenshot(str(path))
