"use strict";

const LABELS_AT_MOST = 90;
const LABELS_FROM_SCALE = 1.7; // nearer than this, turns and sentences carry their labels
const LABEL_FONT = "11px system-ui, sans-serif";
const SESSION_FONT = "600 11.5px system-ui, sans-serif";

/** Labels of the marked nodes, of sessions, and, from near by, of turns and sentences, as far as they do not overlap. */
function drawLabels(painter) {
  const { context, view, camera, fills } = painter;
  const taken = [];
  const marked = new Set([view.selected, view.hovered].filter(Boolean));
  const groups = [...fills].reverse().filter((group) => group.lit || !view.dimming);
  const near = camera.scale >= LABELS_FROM_SCALE;
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.globalAlpha = 1;
  for (const node of marked) drawLabel(painter, node, taken);
  for (const group of groups) {
    if (group.kind !== "session" && !near) continue;
    for (const node of group.items) {
      if (taken.length >= LABELS_AT_MOST) return;
      if (!marked.has(node)) drawLabel(painter, node, taken);
    }
  }
}

/** Draws the label of a node unless its place is taken, and then takes it. */
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
  const box = { left, top: y - 8, width, height: 16 };
  if (taken.some((other) => overlap(box, other))) return;
  taken.push(box);
  context.strokeStyle = colours.ground;
  context.lineWidth = 3.5;
  context.strokeText(text, left, y);
  context.fillStyle = session ? colours.ink : colours.muted;
  context.fillText(text, left, y);
}

/** A session on the stage is named by its day when it has one: short, and in step with the timeline. */
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
