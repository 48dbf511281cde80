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
)

OWNER_TABLES = ("session", "turn", "layer", "node", "source", "pending", "dropped", "use")
"""Every table whose rows belong to an owner, by their column `owner`."""
