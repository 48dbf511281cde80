"""The SQLite schema as an append-only list of migrations: a store of version `FIRST + n` gets entries n + 1 onwards."""

from __future__ import annotations

APPLICATION_ID = 0x636F6E76  # "conv": distinguishes stores from other SQLite databases

FIRST = 6  # the version after the first entry; older versions were never released

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;

    CREATE TABLE made (owner TEXT PRIMARY KEY, encoder TEXT NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID;

    CREATE TABLE owner (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        incarnation TEXT NOT NULL,
        generation INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        last_key INTEGER NOT NULL,
        checksum INTEGER NOT NULL
    );

    CREATE TABLE tally (
        owner INTEGER NOT NULL,
        kind TEXT NOT NULL,
        part INTEGER NOT NULL,
        count INTEGER NOT NULL,
        total INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, kind, part)
    ) WITHOUT ROWID;

    CREATE TABLE session (
        owner INTEGER NOT NULL,
        key INTEGER NOT NULL,
        name TEXT NOT NULL,
        said_local TEXT,
        said_offset INTEGER,
        said_raw TEXT,
        next_ordinal INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, key),
        UNIQUE (owner, name)
    );

    CREATE TABLE turn (
        owner INTEGER NOT NULL,
        key INTEGER NOT NULL,
        session INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        id TEXT NOT NULL,
        speaker TEXT,
        text TEXT NOT NULL,
        said_local TEXT,
        said_offset INTEGER,
        said_raw TEXT,
        stored_at TEXT NOT NULL,
        metadata TEXT,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, key),
        UNIQUE (owner, session, ordinal),
        UNIQUE (owner, id)
    );

    CREATE TABLE memo (
        owner INTEGER NOT NULL,
        key INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        said_local TEXT,
        said_offset INTEGER,
        said_raw TEXT,
        session INTEGER NOT NULL,
        origin TEXT NOT NULL,
        details TEXT,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, key)
    );
    CREATE INDEX memo_by_kind ON memo (owner, kind, session);

    CREATE TABLE memo_source (
        owner INTEGER NOT NULL,
        memo INTEGER NOT NULL,
        position INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, memo, position)
    ) WITHOUT ROWID;
    CREATE INDEX memo_source_by_turn ON memo_source (owner, turn);

    CREATE TABLE mark (
        owner INTEGER NOT NULL,
        kind TEXT NOT NULL,
        session INTEGER NOT NULL,
        origin TEXT NOT NULL,
        covers TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, kind, session)
    ) WITHOUT ROWID;

    CREATE TABLE layer (
        owner INTEGER NOT NULL,
        key INTEGER NOT NULL,
        name TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        encoder TEXT NOT NULL,
        scope TEXT NOT NULL,
        watermark INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        dropped INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, key),
        UNIQUE (owner, name, fingerprint)
    ) WITHOUT ROWID;

    CREATE TABLE stale (
        owner INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        session INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, layer, session)
    ) WITHOUT ROWID;

    CREATE TABLE item (
        owner INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        key INTEGER NOT NULL,
        turns BLOB NOT NULL,
        rests BLOB NOT NULL,
        vector BLOB NOT NULL,
        terms BLOB NOT NULL,
        payload TEXT,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, layer, key)
    );

    CREATE TABLE dropped (
        owner INTEGER NOT NULL,
        key INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        item INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, key)
    ) WITHOUT ROWID;

    CREATE TABLE use (
        owner INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        key INTEGER NOT NULL,
        used_at TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, turn)
    ) WITHOUT ROWID;
    CREATE INDEX use_by_key ON use (owner, key);

    CREATE TABLE reply (
        owner INTEGER NOT NULL,
        key BLOB NOT NULL,
        value TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, key)
    ) WITHOUT ROWID;

    CREATE TABLE reply_source (
        owner INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        key BLOB NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, turn, key)
    ) WITHOUT ROWID;
    CREATE INDEX reply_source_by_key ON reply_source (owner, key);

    CREATE TABLE ledger (
        owner INTEGER NOT NULL,
        purpose TEXT NOT NULL,
        model TEXT NOT NULL,
        calls INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        completion_tokens INTEGER NOT NULL,
        seconds REAL NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, purpose, model)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE removed (
        owner INTEGER NOT NULL,
        generation INTEGER NOT NULL,
        key INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (owner, generation, key)
    ) WITHOUT ROWID;
    """,
)

NEWEST = FIRST + len(MIGRATIONS) - 1
"""The schema version of this convograph."""
