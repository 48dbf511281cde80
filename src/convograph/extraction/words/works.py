"""Nouns for works of art and entertainment, and verbs whose object is one."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

WORK_NOUNS = listed("""
    album, anime, article, ballad, biography, blog, book, cartoon, collage, comic, documentary, drama, drawing, dvd,
    episode, essay, fairy tale, fanfiction, fiction, film, game, graphic novel, hymn, lyric, magazine, manga,
    manuscript, melody, memoir, movie, mural, musical, mystery, myth, newsletter, novel, opera, painting, paper,
    paperback, photo, photograph, picture, play, playlist, podcast, poem, poetry, portrait, rom-com, screenplay,
    script, sculpture, sequel, series, show, sitcom, sketch, song, soundtrack, statue, story, symphony, tale,
    textbook, thriller, track, trilogy, tune, video, video game, videogame, watercolor
""") - listed("paper, play, track, mystery, drama")

WORK_VERBS = listed("read, reread, watch, rewatch, binge, binge-watch, stream")

NAMING = listed("call, name, dub, title, entitle, nickname")
