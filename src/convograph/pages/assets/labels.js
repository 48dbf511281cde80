"use strict";

const LABELS_AT_MOST = 90;
const LABELS_FROM_SCALE = 1.7; // nearer than this, turns and sentences carry their labels
const LABELLED_FIRST = ["session", "entity"]; // the others from near by
const HUB = 6; // an entity with so many triplets carries its label from afar
const TRIPLETS_LABELLED = 40; // of the marked node, the weightiest
const TRIPLET_LABEL_AT = 0.62; // of the way from the marked node to the other end, where lines have parted
const LABEL_FONT = "11px system-ui, sans-serif";
const SESSION_FONT = "600 11.5px system-ui, sans-serif";

/**
 * Labels of the marked nodes and their triplets, of sessions and of entities with many triplets, and, zoomed in, of all
 * nodes, as far as they do not overlap.
 */
function drawLabels(painter) {
  const { context, view, camera, fills } = painter;
  const taken = [];
  const marked = new Set([view.selected, view.hovered].filter(Boolean));
  const rank = (group) => LABELLED_FIRST.indexOf(group.kind) >>> 0; // what is not among them comes last
  const groups = [...fills]
    .reverse()
    .filter((group) => group.lit || !view.dimming)
    .sort((one, other) => rank(one) - rank(other));
  const near = camera.scale >= LABELS_FROM_SCALE;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.globalAlpha = 1;
  for (const node of marked) drawLabel(painter, node, taken);
  for (const node of marked) drawTripletLabels(painter, node, taken);
  for (const group of groups) {
    if (!LABELLED_FIRST.includes(group.kind) && !near) continue;
    for (const node of group.kind === "entity" ? [...group.items].reverse() : group.items) {
      if (node.kind === "entity" && node.degree < HUB && !near) continue;
      if (taken.length >= LABELS_AT_MOST) return;
      if (!marked.has(node)) drawLabel(painter, node, taken);
    }
  }
}

/** The triplets of a marked entity and their other ends, the heaviest first. */
function drawTripletLabels(painter, node, taken) {
  if (node.kind !== "entity") return;
  const { context, colours, camera, memory } = painter;
  const from = camera.toScreen(node);
  const shown = tripletsOf(memory, node).filter((link) => link.visible);
  for (const link of shown.slice(0, TRIPLETS_LABELLED)) {
    const other = link.source === node ? link.target : link.source;
    drawLabel(painter, other, taken);
    const to = camera.toScreen(other);
    const text = `${shorten(link.label, 24)} ${link.weight.toFixed(2)}`;
    context.font = LABEL_FONT;
    const { width } = context.measureText(text);
    const x = from.x + (to.x - from.x) * TRIPLET_LABEL_AT;
    const y = from.y + (to.y - from.y) * TRIPLET_LABEL_AT;
    writeLabel(painter, { text, left: x - width / 2, y, width, colour: colours.accent }, taken);
  }
}

/** Draws the label of a node if its place is free, and reserves that. */
function drawLabel(painter, node, taken) {
  const { context, colours, camera, size } = painter;
  const { x, y } = camera.toScreen(node);
  if (!node.visible || !painter.isOnStage(x, y, 0)) return;
  const session = node.kind === "session";
  context.font = session ? SESSION_FONT : LABEL_FONT;
  const text = session ? sessionLabel(node.session) : shorten(node.label, size.width < 500 ? 20 : 34);
  const { width } = context.measureText(text);
  const aside = painter.radiusOf(node) + 4;
  const left = x + aside + width > size.width ? Math.max(3, x - aside - width) : x + aside;
  const colour = session || node.degree >= HUB ? colours.ink : colours.muted;
  writeLabel(painter, { text, left, y, width, colour }, taken);
}

/** Draws a label if its place is free, and reserves that. */
function writeLabel({ context, colours }, { text, left, y, width, colour }, taken) {
  const box = { left, top: y - 8, width, height: 16 };
  if (taken.some((other) => overlap(box, other))) return;
  taken.push(box);
  context.strokeStyle = colours.ground;
  context.lineWidth = 3.5;
  context.strokeText(text, left, y);
  context.fillStyle = colour;
  context.fillText(text, left, y);
}

/** A session is labelled by its date if it has one: short, and consistent with the timeline. */
function sessionLabel(session) {
  return session.said ? formatDay(session.said) : shorten(sessionName(session), 24);
}

function overlap(one, other) {
  return (
    one.left < other.left + other.width + 6 &&
    other.left < one.left + one.width + 6 &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
