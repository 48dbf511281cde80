"use strict";

const HULL_ROOM = 9; // pixels between a group's nodes and its outline
const HULL_CORNERS = 12; // points around each node of which the outline is made
const RING_WIDTH = 2; // of the rings around a node, one for each of its groups

/** Areas around the nodes of each group, below everything else; where groups overlap, so do they. */
function drawHulls(painter) {
  const { context, colours } = painter;
  for (const group of shownGroups(painter)) {
    const outline = hullOf(group.nodes.flatMap((node) => pointsAround(painter, node)));
    context.beginPath();
    outline.forEach(({ x, y }, place) => (place === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.closePath();
    context.fillStyle = context.strokeStyle = groupColour(colours, group.index);
    context.globalAlpha = 0.07;
    context.fill();
    context.globalAlpha = 0.6;
    context.lineWidth = 1;
    context.stroke();
  }
}

/** A ring for each group around its nodes: of a node in several, one around the other. */
function drawRings(painter) {
  const { context, colours, camera, view } = painter;
  const rings = new Map();
  for (const group of shownGroups(painter)) {
    context.strokeStyle = groupColour(colours, group.index);
    context.lineWidth = RING_WIDTH;
    for (const node of group.nodes) {
      const inner = rings.get(node) ?? 0;
      rings.set(node, inner + 1);
      const { x, y } = camera.toScreen(node);
      context.globalAlpha = view.dimming && !node.lit ? 0.16 : 1;
      context.beginPath();
      tracePoint(context, x, y, painter.radiusOf(node) + 1 + RING_WIDTH * (inner + 0.5), "disc");
      context.stroke();
    }
  }
}

/** The groups that are switched on, each with its visible nodes, if there is more than one. */
function shownGroups({ memory, view }) {
  return memory.groups
    .filter((group) => !view.hidden.group.has(group.index))
    .map((group) => ({ ...group, nodes: group.nodes.filter((node) => node.visible) }))
    .filter((group) => group.nodes.length > 1);
}

/** The names of the groups of a node, a line each, for its tooltip. */
function groupLines(memory, node) {
  const names = memory.groups.filter((group) => group.nodes.includes(node)).map((group) => group.name);
  return names.map((name) => element("div", { class: "muted", dir: "auto" }, `in ${shorten(name, 90)}`));
}

function pointsAround(painter, node) {
  const { x, y } = painter.camera.toScreen(node);
  const radius = painter.radiusOf(node) + HULL_ROOM;
  return Array.from({ length: HULL_CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / HULL_CORNERS;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
}

/** The convex hull of some points, in order around it (Andrew's monotone chain). */
function hullOf(points) {
  const ordered = [...points].sort((one, other) => one.x - other.x || one.y - other.y);
  const half = (sorted) => {
    const chain = [];
    for (const point of sorted) {
      while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(ordered), ...half(ordered.reverse())];
}

function turnsLeft(from, through, to) {
  return (through.x - from.x) * (to.y - from.y) - (through.y - from.y) * (to.x - from.x) > 0;
}
