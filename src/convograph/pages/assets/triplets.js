"use strict";

const TRIPLETS_IN_A_TOOLTIP = 3;

/** The triplets of an entity, or those that a turn states, the heaviest first. */
function tripletsOf(memory, node) {
  const found =
    node.kind === "turn" ? memory.links.filter((link) => link.turns.includes(node.turn)) : node.links.filter(isTriplet);
  return [...new Set(found)].sort((one, other) => other.weight - one.weight);
}

/** "12 triplets, 3 sessions". */
function aboutEntity(node) {
  return `${counted(node.degree, "triplet")}, ${counted(node.sessions.length, "session")}`;
}

/** The triplets of a node as a list in the panel; nothing if it has none. */
function tripletList(panel, node) {
  const found = tripletsOf(panel.memory, node);
  if (found.length === 0) return [];
  return [
    element("h3", {}, counted(found.length, "triplet")),
    element(
      "ul",
      { class: "rows triplets", data: { list: "triplets" } },
      ...found.map((link) => tripletRow(panel, link, node)),
    ),
  ];
}

/** A triplet with its weight and the turns that state it; its turns and its ends, except the node shown, are links. */
function tripletRow(panel, link, node) {
  const end = (entity) =>
    entity === node
      ? element("bdi", {}, entity.label)
      : panel.link(entity.label, { kind: "node", node: entity, fly: true });
  const sources = link.turns
    .filter((turn) => turn !== node.turn)
    .map((turn) => panel.link(turn.id, { kind: "node", node: nodeOfTurn(turn), fly: true }));
  return element(
    "li",
    { data: { triplet: "" } },
    element(
      "span",
      { class: "text" },
      end(link.source),
      " ",
      element("bdi", { class: "relation" }, link.label),
      " → ",
      end(link.target),
    ),
    element("span", { class: "line" }, element("span", { class: "sources" }, ...sources), ...panel.likeness(link)),
  );
}

/** The heaviest triplets of an entity, one per line, for its tooltip. */
function tripletLines(memory, node) {
  return tripletsOf(memory, node)
    .slice(0, TRIPLETS_IN_A_TOOLTIP)
    .map((link) => element("div", { dir: "auto" }, `${link.weight.toFixed(2)} ${shorten(spoken(link), 90)}`));
}

function spoken({ source, label, target }) {
  return `${source.label} ${label} ${target.label}`;
}
