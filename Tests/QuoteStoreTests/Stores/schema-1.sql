-- SPDX-License-Identifier: Apache-2.0
-- A store of schema 1 as version 0.1.0 wrote it: five quotes, of which one was deleted and one changed.
-- The mark of the file and the table `schema` are left out: whoever makes a store adds them.
CREATE TABLE calendars (
  id TEXT PRIMARY KEY,
  time_zone TEXT NOT NULL,
  filter BLOB NOT NULL,
  seed INTEGER NOT NULL,
  first_date TEXT NOT NULL,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "calendars" VALUES('default','Europe/Berlin',X'2202656E',-9223372036854775801,'2025-02-14',1);
CREATE TABLE changes (
  revision INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (revision, kind, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "changes" VALUES(1,1,'ixpxdozgev4ywo7h');
INSERT INTO "changes" VALUES(1,1,'lyduskynceus5i52');
INSERT INTO "changes" VALUES(1,1,'r4tfv6sg5jglcypr');
INSERT INTO "changes" VALUES(1,1,'v4fc6pog4fujkp6d');
INSERT INTO "changes" VALUES(1,1,'zs3y5yx3e57ak55r');
INSERT INTO "changes" VALUES(1,2,'default');
INSERT INTO "changes" VALUES(2,1,'lyduskynceus5i52');
INSERT INTO "changes" VALUES(3,1,'v4fc6pog4fujkp6d');
CREATE TABLE head (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  revision INTEGER NOT NULL
) STRICT;
INSERT INTO "head" VALUES(1,3);
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
INSERT INTO "quotes" VALUES(1,'zs3y5yx3e57ak55r','zs3y5yx3e57ak55r',1,0,1771070400250,1771070400250,40,-399,1,1,'en','Socrates','Plato, Apology, 38a','life
philosophy','https://example.org/apology?at=38a&lang=en','','The unexamined life is not worth living.');
INSERT INTO "quotes" VALUES(2,'r4tfv6sg5jglcypr','r4tfv6sg5jglcypr',1,0,1771070400250,1771070400250,40,0,0,0,'grc','Σωκράτης','','','','aaaaaaaaaaaaaaaa','Ὁ δὲ ἀνεξέταστος βίος οὐ βιωτὸς ἀνθρώπῳ.');
INSERT INTO "quotes" VALUES(3,'ixpxdozgev4ywo7h','ixpxdozgev4ywo7h',1,0,1771070400250,1771070400250,47,0,3,2,'','','','one
two words
三','','','Two lines,
and ''quotes'' in "both" kinds; 𠮷 too.');
INSERT INTO "quotes" VALUES(4,'lyduskynceus5i52','lyduskynceus5i52',2,2,1771070400250,1771070400250,15,0,0,0,'','Nobody','','','','','It was deleted.');
INSERT INTO "quotes" VALUES(5,'v4fc6pog4fujkp6d','2zpfmifk6dzjf6oh',3,0,1771070400250,1771070400250,16,0,0,0,'','Editor','','','','','It was misspelt.');
CREATE UNIQUE INDEX living_quotes_by_content ON quotes (content_key)
  WHERE deleted_revision = 0;
CREATE INDEX deleted_quotes_by_content ON quotes (content_key)
  WHERE deleted_revision <> 0;
