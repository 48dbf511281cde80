"""Export and import of an owner's content, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from convograph.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from convograph.memory.exchange.content import Imported, export_lines, read_export, store_imported, write_lines
    from convograph.memory.exchange.records import is_header

__all__ = ["Imported", "export_lines", "is_header", "read_export", "store_imported", "write_lines"]

__getattr__ = lazy_exports(
    __name__,
    {
        ".content": ("Imported", "export_lines", "read_export", "store_imported", "write_lines"),
        ".records": ("is_header",),
    },
)
