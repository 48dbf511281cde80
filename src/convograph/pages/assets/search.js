"use strict";

const TYPING_PAUSE = 120; // milliseconds without a key before the search runs

/**
 * The search box: marks the nodes whose text, label, speaker or session holds every word of the query.
 *
 * Enter and Shift+Enter walk through them (`onVisit`), the counter opens the list (`onList`), an empty box ends the search.
 */
class Search {
  constructor(memory, view, { onVisit, onList }) {
    Object.assign(this, { memory, view, onVisit });
    this.input = byId("query");
    this.counter = byId("matches");
    this.found = [];
    this.place = -1;
    this.texts = null;
    this.timer = 0;
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.run(), TYPING_PAUSE);
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.step(event.shiftKey ? -1 : 1);
    });
    this.counter.addEventListener("click", onList);
    byId("next-match").addEventListener("click", () => this.step(1));
    byId("previous-match").addEventListener("click", () => this.step(-1));
    this.counter.setAttribute("aria-live", "polite");
  }

  clear() {
    this.input.value = "";
    this.run();
  }

  run() {
    clearTimeout(this.timer);
    this.query = this.input.value;
    const words = fold(this.query).split(/\s+/).filter(Boolean);
    this.texts ??= this.memory.nodes.map((node) => searchText(this.memory, node));
    this.found =
      words.length === 0
        ? []
        : this.memory.nodes.filter((node) => words.every((word) => this.texts[node.index].includes(word)));
    this.place = -1;
    this.view.setMatches(words.length === 0 ? null : new Set(this.found));
    this.showCount(words.length > 0);
  }

  showCount(searching) {
    const count = this.found.length;
    this.counter.hidden = !searching;
    this.counter.disabled = count === 0;
    this.counter.textContent =
      this.place < 0
        ? `${formatNumber(count)} ${count === 1 ? "match" : "matches"}`
        : `${formatNumber(this.place + 1)} of ${formatNumber(count)}`;
    byId("next-match").hidden = byId("previous-match").hidden = count === 0;
  }

  step(by) {
    if (this.input.value !== this.query) this.run();
    if (this.found.length === 0) return;
    this.place =
      (this.place < 0 && by < 0 ? this.found.length - 1 : this.place + by + this.found.length) % this.found.length;
    this.showCount(true);
    this.onVisit(this.found[this.place]);
  }
}

/** Search ignores case and accents. */
function fold(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function searchText(memory, node) {
  const speaker = node.turn ? speakerName(memory, node.turn.speaker) : "";
  const session = node.session ? [sessionName(node.session), node.session.id] : [];
  return fold([textOf(node), node.label, speaker, ...session].join(" "));
}
