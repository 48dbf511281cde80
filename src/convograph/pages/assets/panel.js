"use strict";

const SESSIONS_LISTED = 24; // of those that mention an entity

/**
 * The side panel: a node with its source, a session with its turns, or the matches of a search.
 *
 * `open(page)` shows a page, `{ kind: "node", node }`, `{ kind: "session", session }` or `{ kind: "matches" }`, and
 * adds it to the history; `onPage` is called with the current page, `null` after closing.
 */
class Panel {
  constructor(memory, view, onPage) {
    Object.assign(this, { memory, view, onPage });
    this.host = byId("panel");
    this.history = [];
  }

  open(page) {
    const last = this.history.at(-1);
    if (!last || !samePage(last, page)) this.history.push(page);
    this.show();
    this.onPage(page);
  }

  back() {
    this.history.pop();
    this.show();
    this.onPage(this.history.at(-1));
  }

  close() {
    const focused = this.host.contains(document.activeElement);
    this.history = [];
    this.host.hidden = true;
    this.host.replaceChildren();
    this.onPage(null);
    if (focused) byId("graph").focus();
  }

  get isOpen() {
    return !this.host.hidden;
  }

  show() {
    const page = this.history.at(-1);
    const focused = this.host.contains(document.activeElement);
    const { title, kind, node, content } = this.render(page);
    this.host.dataset.kind = kind;
    this.host.dataset.node = node ? node.id : "";
    this.host.replaceChildren(this.head(title), ...content.filter(Boolean));
    this.host.hidden = false;
    const current = this.host.querySelector("li.current");
    this.host.scrollTop = current ? current.offsetTop - this.host.clientHeight / 3 : 0;
    if (focused) this.host.focus(); // what had the focus is gone
  }

  render(page) {
    if (page.kind === "matches") return this.matchesPage();
    return page.kind === "session" ? this.sessionPage(page) : this.nodePage(page.node);
  }

  /** Redraws the page after a change of colours. */
  refresh() {
    if (this.isOpen) this.show();
  }

  head(title) {
    const back = element(
      "button",
      { type: "button", title: "Back", "aria-label": "Back", data: { action: "back" } },
      "←",
    );
    back.addEventListener("click", () => this.back());
    const close = element(
      "button",
      { type: "button", title: "Close", "aria-label": "Close", data: { action: "close" } },
      "✕",
    );
    close.addEventListener("click", () => this.close());
    return element(
      "div",
      { class: "panel-head" },
      this.history.length > 1 ? back : null,
      element("span", { class: "badge", dir: "auto" }, title),
      close,
    );
  }

  nodePage(node) {
    if (node.kind === "session") return this.sessionPage({ session: node.session });
    const [before, span, after] = node.turn ? spanOf(node) : ["", "", ""];
    const part = before + after !== "";
    const content = [
      element("p", { class: "quote", dir: "auto", data: { field: "text" } }, node.turn ? span : node.label),
      this.facts(node),
      part ? element("h3", {}, "In its turn") : null,
      part
        ? element(
            "p",
            { class: "source", dir: "auto", data: { field: "source" } },
            before,
            element("mark", {}, span),
            after,
          )
        : null,
      ...tripletList(this, node),
      ...this.neighbours(node),
      ...this.children(node),
      node.session ? element("div", { class: "actions" }, this.sessionButton(node.session, node)) : null,
    ];
    return { title: node.kind, kind: node.kind, node, content };
  }

  facts(node) {
    const { turn } = node;
    const rows = [];
    if (turn) {
      rows.push(["Speaker", this.speaker(turn.speaker), "speaker"]);
      rows.push(["Said", turn.said ? formatTime(turn.said, turn.offset) : "time unknown", "said", turn.raw]);
    }
    const sessions = node.sessions.slice(0, SESSIONS_LISTED).map((session) =>
      this.link(node.session ? sessionName(session) : sessionLabel(session), { kind: "session", session, from: node }),
    );
    const more = node.sessions.length - sessions.length;
    const listed = element("span", { class: "sources" }, ...sessions, ...(more > 0 ? [`and ${formatNumber(more)} more`] : []));
    rows.push([node.sessions.length === 1 ? "Session" : "Sessions", listed, "session"]);
    if (turn) {
      const whole = nodeOfTurn(turn);
      const name = whole === node ? turn.id : this.link(turn.id, { kind: "node", node: whole, fly: true });
      rows.push(["Turn", name, "turn"]);
    }
    return element(
      "dl",
      { class: "facts" },
      ...rows.flatMap(([name, value, field, title]) => [
        element("dt", {}, name),
        element("dd", { data: { field }, title }, value),
      ]),
    );
  }

  link(text, page) {
    const button = element("button", { type: "button", class: "link", dir: "auto", data: { action: page.kind } }, text);
    button.addEventListener("click", () => this.open(page));
    return button;
  }

  speaker(speaker) {
    const name = element("bdi", {}, speakerName(this.memory, speaker));
    return element("span", {}, coloured("dot", speakerColour(palette(), speaker)), name);
  }

  neighbours(node) {
    const found = neighboursOf(this.memory, node);
    if (found.length === 0) return [];
    const rows = found.map(({ link, node: other }) => this.row(other, this.likeness(link), { neighbour: other.id }));
    return [
      element("h3", {}, counted(found.length, "neighbour")),
      element("ul", { class: "rows", data: { list: "neighbours" } }, ...rows),
    ];
  }

  likeness(link) {
    const bar = element("i");
    bar.style.width = `${100 * Math.min(1, Math.max(0, link.weight))}%`;
    return [
      element("span", { class: "similarity", "aria-hidden": "true" }, bar),
      element(
        "span",
        { class: "number", title: this.memory.relations[link.relation], data: { field: "similarity" } },
        link.weight.toFixed(2),
      ),
    ];
  }

  children(node) {
    if (node.children.length === 0) return [];
    const rows = node.children.map((child) => this.row(child, [], { child: child.id }));
    return [element("h3", {}, counted(rows.length, node.children[0].kind)), element("ul", { class: "rows" }, ...rows)];
  }

  /** A line that links to a node: its text, speaker and time, and `extra`. */
  row(node, extra, data) {
    const speaker = node.turn ? `${speakerName(this.memory, node.turn.speaker)}, ` : "";
    const colour =
      node.kind === "entity"
        ? nodeColour(palette(), node.kind, speakerShown(node))
        : speakerColour(palette(), speakerOf(node) ?? null);
    const about = node.session ? `${speaker}${sessionLabel(node.session)}` : aboutEntity(node);
    const dot = element("span", {}, coloured("dot", colour), about);
    const button = element(
      "button",
      { type: "button", data },
      element("span", { class: "text clamped", dir: "auto" }, textOf(node)),
      element("span", { class: "line" }, dot, ...extra),
    );
    button.addEventListener("click", () => this.open({ kind: "node", node, fly: true }));
    return element("li", {}, button);
  }

  sessionButton(session, from) {
    const button = element(
      "button",
      { type: "button", data: { action: "session-turns" } },
      `Read the whole session (${counted(session.turns.length, "turn")})`,
    );
    button.addEventListener("click", () => this.open({ kind: "session", session, from }));
    return button;
  }

  sessionPage({ session, from }) {
    const speakers = new Set(session.turns.map((turn) => speakerName(this.memory, turn.speaker)));
    const content = [
      element("p", { class: "quote", dir: "auto", data: { field: "text" } }, sessionName(session)),
      element(
        "dl",
        { class: "facts" },
        element("dt", {}, "Began"),
        element("dd", { data: { field: "said" } }, session.said ? formatTime(session.said, null) : "time unknown"),
        element("dt", {}, "Speakers"),
        element("dd", { data: { field: "speakers" }, dir: "auto" }, [...speakers].join(", ") || "none"),
      ),
      element("h3", {}, counted(session.turns.length, "turn")),
      element(
        "ul",
        { class: "rows", data: { list: "turns" } },
        ...session.turns.map((turn) => this.turnRow(turn, from)),
      ),
    ];
    return { title: "session", kind: "session", node: session.node, content };
  }

  turnRow(turn, from) {
    const node = nodeOfTurn(turn);
    const line = element("span", { class: "line" }, this.speaker(turn.speaker));
    const button = element(
      "button",
      { type: "button", disabled: !node, data: { turn: turn.id } },
      line,
      element("span", { class: "text", dir: "auto" }, turn.text),
    );
    if (node) button.addEventListener("click", () => this.open({ kind: "node", node, fly: true }));
    return element("li", { class: from?.turn === turn ? "current" : "" }, button);
  }

  matchesPage() {
    const found = [...(this.view.matches ?? [])];
    const rows = found.slice(0, 200).map((node) => this.row(node, [], { match: node.id }));
    const rest = found.length - rows.length;
    return {
      title: counted(found.length, "match").replace(/hs$/, "hes"),
      kind: "matches",
      node: null,
      content: [
        element("ul", { class: "rows", data: { list: "matches" } }, ...rows),
        rest > 0 ? element("p", { class: "muted" }, `and ${formatNumber(rest)} more`) : null,
      ],
    };
  }
}

function samePage(one, other) {
  return one.kind === other.kind && one.node === other.node && one.session === other.session;
}
