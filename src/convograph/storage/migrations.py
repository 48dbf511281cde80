"""The SQLite schema as an append-only list: a store of version n gets every entry from n on."""

from __future__ import annotations

APPLICATION_ID = 0x636F6E76  # "conv": tells our files from other SQLite databases

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE owner (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        incarnation TEXT NOT NULL,
        generation INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        next_key INTEGER NOT NULL,
        encoder TEXT NOT NULL
    );

    CREATE TABLE session (
        owner INTEGER NOT NULL,
        id INTEGER NOT NULL,
        name TEXT NOT NULL,
        said_local TEXT,
        said_offset INTEGER,
        said_raw TEXT,
        next_ordinal INTEGER NOT NULL,
        PRIMARY KEY (owner, id),
        UNIQUE (owner, name)
    );

    CREATE TABLE turn (
        owner INTEGER NOT NULL,
        id INTEGER NOT NULL,
        session INTEGER NOT NULL,
        ordinal INTEGER NOT NULL,
        name TEXT NOT NULL,
        speaker TEXT,
        text TEXT NOT NULL,
        said_local TEXT,
        said_offset INTEGER,
        said_raw TEXT,
        stored_at TEXT NOT NULL,
        PRIMARY KEY (owner, id),
        UNIQUE (owner, session, ordinal),
        UNIQUE (owner, name)
    );

    CREATE TABLE layer (
        owner INTEGER NOT NULL,
        id INTEGER NOT NULL,
        name TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        encoder TEXT NOT NULL,
        scope TEXT NOT NULL,
        watermark INTEGER NOT NULL,
        PRIMARY KEY (owner, id),
        UNIQUE (owner, name, fingerprint)
    ) WITHOUT ROWID;

    CREATE TABLE node (
        owner INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        id INTEGER NOT NULL,
        vector BLOB,
        terms BLOB,
        PRIMARY KEY (owner, layer, id)
    );

    CREATE TABLE source (
        owner INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        node INTEGER NOT NULL,
        position INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        span_start INTEGER NOT NULL,
        span_end INTEGER NOT NULL,
        PRIMARY KEY (owner, layer, node, position)
    ) WITHOUT ROWID;
    CREATE INDEX source_by_turn ON source (owner, turn);

    CREATE TABLE pending (
        owner INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        session INTEGER NOT NULL,
        PRIMARY KEY (owner, layer, session)
    ) WITHOUT ROWID;

    CREATE TABLE dropped (
        owner INTEGER NOT NULL,
        layer INTEGER NOT NULL,
        node INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        PRIMARY KEY (owner, layer, revision, node)
    ) WITHOUT ROWID;

    CREATE TABLE use (
        owner INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        used_at TEXT NOT NULL,
        PRIMARY KEY (owner, turn)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE node ADD COLUMN payload TEXT;

    CREATE TABLE memo (
        owner INTEGER NOT NULL,
        id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        text TEXT NOT NULL,
        said_local TEXT,
        said_offset INTEGER,
        said_raw TEXT,
        session INTEGER NOT NULL,
        origin TEXT NOT NULL,
        PRIMARY KEY (owner, id)
    );

    CREATE TABLE memo_source (
        owner INTEGER NOT NULL,
        memo INTEGER NOT NULL,
        position INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        PRIMARY KEY (owner, memo, position)
    ) WITHOUT ROWID;
    CREATE INDEX memo_source_by_turn ON memo_source (owner, turn);

    CREATE TABLE written (
        owner INTEGER NOT NULL,
        kind TEXT NOT NULL,
        session INTEGER NOT NULL,
        origin TEXT NOT NULL,
        covers TEXT NOT NULL,
        PRIMARY KEY (owner, kind, session)
    ) WITHOUT ROWID;

    CREATE TABLE reply (
        owner INTEGER NOT NULL,
        key BLOB NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (owner, key)
    ) WITHOUT ROWID;

    CREATE TABLE reply_source (
        owner INTEGER NOT NULL,
        turn INTEGER NOT NULL,
        key BLOB NOT NULL,
        PRIMARY KEY (owner, turn, key)
    ) WITHOUT ROWID;

    CREATE TABLE ledger (
        owner INTEGER NOT NULL,
        purpose TEXT NOT NULL,
        model TEXT NOT NULL,
        calls INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        completion_tokens INTEGER NOT NULL,
        seconds REAL NOT NULL,
        PRIMARY KEY (owner, purpose, model)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE memo ADD COLUMN details TEXT;
    """,
)

OWNER_TABLES = (
    *("session", "turn", "layer", "node", "source", "pending", "dropped", "use"),
    *("memo", "memo_source", "written", "reply", "reply_source", "ledger"),
)
"""Every table whose rows belong to an owner, by their column `owner`."""
