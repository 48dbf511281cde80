"use strict";

/**
 * The user's choices of what to see, and the resulting flags of each node and link.
 *
 * `visible`: drawn at all (kinds, relations and speakers switched on); `lit`: not dimmed (inside the chosen
 * sessions, among the matches, near the selected node). Listeners are called after every change.
 */
class View {
  constructor(memory) {
    this.memory = memory;
    this.hidden = { kind: new Set(), relation: new Set(), speaker: new Set(), group: new Set() };
    this.sessions = null;
    this.matches = null;
    this.selected = null;
    this.hovered = null;
    this.listeners = [];
    this.apply();
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  show(what, value, shown) {
    if (shown) this.hidden[what].delete(value);
    else this.hidden[what].add(value);
    this.changed();
  }

  /** Dims all but these sessions; `null` or an empty set dims none. */
  chooseSessions(sessions) {
    this.sessions = sessions && sessions.size > 0 ? sessions : null;
    this.changed();
  }

  /** Marks these nodes as found; `null` ends the search. */
  setMatches(nodes) {
    this.matches = nodes;
    this.changed();
  }

  select(node) {
    this.selected = node;
    this.changed();
  }

  /** Marks the node under the pointer; changes no flag. */
  hover(node) {
    this.hovered = node;
  }

  changed() {
    this.apply();
    for (const listener of this.listeners) listener();
  }

  apply() {
    const near = this.selected ? nodesNear(this.selected) : new Set();
    const everywhere = this.matches === null && this.selected === null;
    for (const node of this.memory.nodes) {
      node.visible = !this.hidden.kind.has(node.kind) && !this.hidden.speaker.has(speakerOf(node));
      const inside = this.isChosen(node.sessions);
      node.lit = near.has(node) || (inside && (everywhere || this.matches?.has(node) === true));
    }
    for (const link of this.memory.links) {
      link.visible = link.source.visible && link.target.visible && !this.hidden.relation.has(link.relation);
      const told = link.turns.length === 0 || this.isChosen(link.turns.map((turn) => turn.session));
      link.lit = link.source.lit && link.target.lit && told;
    }
  }

  isChosen(sessions) {
    return this.sessions === null || sessions.some((session) => this.sessions.has(session));
  }

  get dimming() {
    return this.sessions !== null || this.matches !== null || this.selected !== null;
  }
}

/** A node with all it is linked to; a session with everything in it. */
function nodesNear(node) {
  const nodes = node.kind === "session" ? node.session.nodes : node.links.flatMap((link) => [link.source, link.target]);
  return new Set([node, ...nodes]);
}
