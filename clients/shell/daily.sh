#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shows the quote of the day, all quotes of a language and a message, with curl and jq.
#
# shellcheck disable=SC2016 # What stands between single quotes is for jq.
#
# usage: daily.sh [--server HOST:PORT] [--ca FILE] [--time-zone ZONE] [--language TAG] [--quote ID] [--timeout SECONDS]
set -eu
server=${QUOTE_SERVER:-127.0.0.1:4242} authorities='' zone='' language=la quote='' timeout=10
while [ $# -gt 0 ]; do
  case $1 in
    --server) server=$2 ;;
    --ca) authorities=$2 ;;
    --time-zone) zone=$2 ;;
    --language) language=$2 ;;
    --quote) quote=$2 ;;
    --timeout) timeout=$2 ;;
    *) sed -n '7p' "$0" >&2; exit 64 ;;
  esac
  shift 2
done
scheme=http
[ -z "$authorities" ] || scheme=https

# Makes a call: METHOD REQUEST-AS-JSON. A server that isn't able to answer now (503), or not there yet, is asked again.
call() {
  reply=$(
    curl --silent --show-error --max-time "$timeout" --retry 9 --retry-connrefused --retry-max-time "$timeout" \
      ${authorities:+--cacert "$authorities"} --header 'content-type: application/json' \
      --write-out '\n%{http_code}' --data "$2" "$scheme://$server/quotes.v1.QuoteService/$1"
  ) || { echo "$server: it can't be reached" >&2; exit 69; }
  status=$(printf '%s\n' "$reply" | tail -n 1)
  body=$(printf '%s\n' "$reply" | sed '$d')
  [ "$status" != 200 ] || { printf '%s\n' "$body"; return; }
  # A refusal has a code, its reason in a word for programs, and words for people.
  words=$(
    printf '%s\n' "$body" | jq -er \
      '"\(.code) (\([.details[]?.debug.reason // empty][0] // "no reason")): \(.message)"' 2>/dev/null
  ) || words="it answers by HTTP status $status, and not in JSON"
  echo "$server: $words" >&2
  [ "$status" != 503 ] || exit 69
  exit 1
}

# Puts texts into JSON; never by pasting them between quotation marks.
json() { jq -nc "$@"; }

daily=$(call DailyQuote "$(json --arg zone "$zone" '{timeZone: $zone}')")
printf '%s\n' "$daily" | jq -r \
  '"The quote of \(.date) in \(.timeZone):\n\(.quote.text)\n— \(.quote.creator // "Unknown")\n"'

echo "All quotes in the language $language:"
token=''
while :; do
  page=$(call ListQuotes "$(json --arg language "$language" --arg token "$token" \
    '{pageSize: 10, pageToken: $token, filter: {languages: [$language]}}')")
  printf '%s\n' "$page" | jq -r '.quotes[]? | "\(.id)  \(.text)  — \(.creator // "Unknown")"'
  token=$(printf '%s\n' "$page" | jq -r '.nextPageToken // ""')
  [ -n "$token" ] || break
done

[ -n "$quote" ] || quote=$(printf '%s\n' "$daily" | jq -r .quote.id)
message=$(call ComposeMessage "$(json --arg id "$quote" '{quoteId: $id, channel: "CHANNEL_IMESSAGE"}')")
printf '%s\n' "$message" | jq -r '.message |
  "\nAs a message for iMessage:\ncaption:    \(.layout.caption)\nsubcaption: \(.layout.subcaption)\nurl:        \(.url)"'
