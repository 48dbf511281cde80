"""The newest commit of an owner in memory: loaded, kept up to date with other processes, its layers derived."""
