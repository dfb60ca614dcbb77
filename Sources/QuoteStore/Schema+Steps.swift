// SPDX-License-Identifier: Apache-2.0

/// What the steps run. None of them changes once it was released.
extension Schema {
  /// `quotes`: a row is never removed, so that a position, an id and the content key of a deleted
  /// quote stay taken. `changes.kind`: 1 = a quote, 2 = a calendar. Times are milliseconds since
  /// 1970. `tags` are parted by line feeds, which no tag holds.
  static let first = """
    CREATE TABLE head (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      revision INTEGER NOT NULL
    ) STRICT;
    INSERT INTO head VALUES (1, 0);

    CREATE TABLE changes (
      revision INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      id TEXT NOT NULL,
      PRIMARY KEY (revision, kind, id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE quotes (
      position INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      content_key TEXT NOT NULL,
      revision INTEGER NOT NULL,
      deleted_revision INTEGER NOT NULL DEFAULT 0,
      created INTEGER NOT NULL,
      updated INTEGER NOT NULL,
      length INTEGER NOT NULL,
      year INTEGER NOT NULL,
      attribution INTEGER NOT NULL,
      rating INTEGER NOT NULL,
      language TEXT NOT NULL,
      creator TEXT NOT NULL,
      source TEXT NOT NULL,
      tags TEXT NOT NULL,
      source_url TEXT NOT NULL,
      translation_of TEXT NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX living_quotes_by_content ON quotes (content_key)
      WHERE deleted_revision = 0;
    CREATE INDEX deleted_quotes_by_content ON quotes (content_key)
      WHERE deleted_revision <> 0;

    CREATE TABLE calendars (
      id TEXT PRIMARY KEY,
      time_zone TEXT NOT NULL,
      filter BLOB NOT NULL,
      seed INTEGER NOT NULL,
      first_date TEXT NOT NULL,
      revision INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// What a catalogue needs that people edit.
  ///
  /// `quotes.near_key`: the first 64 bits of a hash of the folded text; null until it was made, and
  /// where the text was purged. `changes.kind` goes on: 3 = a day, 4 = a pin, 5 = a token. `days.day`
  /// counts from 1970-01-01; `pins.date` is YYYY-MM-DD or, for every year, --MM-DD. Of a token only a
  /// hash is kept. Times are milliseconds since 1970; `tokens.revoked` is 0 while it is good.
  static let second = """
    ALTER TABLE quotes ADD COLUMN near_key INTEGER;
    ALTER TABLE quotes ADD COLUMN purged INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX living_quotes_by_near_key ON quotes (near_key) WHERE deleted_revision = 0;

    CREATE TABLE days (
      calendar TEXT NOT NULL,
      day INTEGER NOT NULL,
      quote_id TEXT NOT NULL,
      reason INTEGER NOT NULL,
      cycle INTEGER NOT NULL,
      cycle_position INTEGER NOT NULL,
      chain BLOB NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (calendar, day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX days_by_quote ON days (quote_id);

    CREATE TABLE pins (
      calendar TEXT NOT NULL,
      date TEXT NOT NULL,
      quote_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (calendar, date)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tokens (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      role INTEGER NOT NULL,
      hash BLOB NOT NULL UNIQUE,
      created INTEGER NOT NULL,
      revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE requests (
      actor TEXT NOT NULL,
      request_id TEXT NOT NULL,
      method TEXT NOT NULL,
      digest BLOB NOT NULL,
      response BLOB NOT NULL,
      created INTEGER NOT NULL,
      PRIMARY KEY (actor, request_id)
    ) STRICT;
    CREATE INDEX requests_by_age ON requests (created);

    CREATE TABLE audit (
      number INTEGER PRIMARY KEY,
      revision INTEGER NOT NULL,
      time INTEGER NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      target TEXT NOT NULL,
      detail TEXT NOT NULL
    ) STRICT;
    """
}
