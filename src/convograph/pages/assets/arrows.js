"use strict";

const ARROW = 5; // pixels

/** Draws the arrowheads from subjects to objects, in the colour of the lines. */
function drawArrows(painter, links) {
  const { context, camera } = painter;
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  for (const { source, target } of links) {
    const from = camera.toScreen(source);
    const to = camera.toScreen(target);
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const away = painter.radiusOf(target) + 1;
    if (!painter.isOnStage(to.x, to.y, away) || length < away + 2 * ARROW) continue;
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const tip = { x: to.x - along.x * away, y: to.y - along.y * away };
    context.moveTo(tip.x, tip.y);
    for (const side of [0.5, -0.5]) {
      context.lineTo(tip.x - ARROW * (along.x + side * along.y), tip.y - ARROW * (along.y - side * along.x));
    }
    context.closePath();
  }
  context.fill();
}

/** The links without triplets that are parallel to a heavier one: one line is drawn between two nodes. */
function withoutWeakerParallels(links) {
  const strongest = new Map();
  for (const link of links.filter(isTriplet)) {
    const known = strongest.get(endsOf(link));
    if (!known || known.weight < link.weight) strongest.set(endsOf(link), link);
  }
  return links.filter((link) => !isTriplet(link) || strongest.get(endsOf(link)) === link);
}

/** The same for both directions. */
function endsOf({ source, target }) {
  return `${Math.min(source.index, target.index)} ${Math.max(source.index, target.index)}`;
}
