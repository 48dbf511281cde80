"use strict";

const SPACING = 11; // the distance of neighbouring nodes inside a session
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const SETTLE_MILLISECONDS = 3000; // the refinement stops here however large the graph is
const SLICE_MILLISECONDS = 12; // of each frame, so that the page answers while the graph settles
const HEAD_START_MILLISECONDS = 120; // small graphs settle within this, before anything is drawn

/**
 * Gives every node a position that depends only on the graph and `aspect` (width / height of the stage).
 *
 * Sessions are on a spiral from the centre outward, in the order of time. The turns of a session are arranged around it like
 * sunflower seeds, each with its sentences and entities nearby. Entities of several sessions are in the centre, those with
 * the most triplets innermost.
 */
function placeNodes(memory, aspect) {
  const shared = memory.nodes.filter((node) => node.sessions.length !== 1).sort((one, other) => other.degree - one.degree);
  const groups = [shared, ...memory.sessions.map((session) => inReadingOrder(memory, session))];
  const discs = groups
    .filter((nodes) => nodes.length > 0)
    .map((nodes) => ({ nodes, radius: SPACING * (0.85 * Math.sqrt(nodes.length) + 1.2) }));
  spiral(discs, Math.max(...discs.filter(({ nodes }) => nodes !== shared).map(({ radius }) => radius), 0));
  const stretch = Math.sqrt(Math.min(1.7, Math.max(0.6, aspect)));
  for (const { nodes, x, y } of discs) {
    const home = { x: x * stretch, y: y / stretch };
    nodes.forEach((node, place) => {
      const distance = node.kind === "session" ? 0 : SPACING * Math.sqrt(place + 0.6);
      node.home = home;
      node.x = home.x + distance * Math.cos(place * GOLDEN_ANGLE);
      node.y = home.y + distance * Math.sin(place * GOLDEN_ANGLE);
    });
  }
}

/** A session's own nodes, each right after its parent, or the first turn that mentions it. */
function inReadingOrder(memory, session) {
  const order = new Set();
  const visit = (node) => {
    order.add(node);
    node.children.filter((child) => child.session === session).forEach(visit);
    for (const { relation, target } of node.links) {
      if (memory.relations[relation] === MENTION && target.sessions.length === 1) order.add(target);
    }
  };
  session.nodes
    .filter((node) => node.session === session && (node.parent === null || node.parent.session !== session))
    .forEach(visit);
  return [...order];
}

/** Places discs along a spiral as wide as the `widest`, each at the first position where it touches no earlier one. */
function spiral(discs, widest) {
  const pitch = widest / Math.PI;
  let angle = 0;
  discs.forEach((disc, index) => {
    do {
      disc.x = pitch * angle * Math.cos(angle);
      disc.y = pitch * angle * Math.sin(angle);
      angle += disc.radius / 4 / Math.max(disc.radius, pitch * angle);
    } while (touchesEarlier(discs, index));
  });
}

/** Whether a disc touches an earlier one; the nearest in time are checked first, as the most likely. */
function touchesEarlier(discs, index) {
  const disc = discs[index];
  for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
    const other = discs[earlier];
    const apart = disc.radius + other.radius;
    if ((disc.x - other.x) ** 2 + (disc.y - other.y) ** 2 < apart ** 2) return true;
  }
  return false;
}

/** The forces that refine the initial positions: session and turn attract, and so do similar texts. */
function makeSimulation(memory) {
  const holds = (link) =>
    memory.relations[link.relation] === STRUCTURE ||
    (memory.relations[link.relation] === MENTION && link.target.sessions.length === 1);
  const held = memory.links.filter(holds);
  const alike = memory.links.filter((link) => !holds(link) && memory.relations[link.relation] !== MENTION);
  const large = memory.nodes.length > 1500;
  const simulation = d3
    .forceSimulation(memory.nodes)
    .stop()
    .alpha(0.5)
    .alphaDecay(large ? 0.06 : 0.03)
    .force(
      "held",
      d3
        .forceLink(held)
        .distance((link) => (link.source.kind === "session" ? 30 : 12))
        .strength(0.25),
    )
    .force(
      "alike",
      d3
        .forceLink(alike)
        .distance(40)
        .strength((link) => 0.012 * Math.max(0, link.weight)),
    )
    .force("apart", d3.forceManyBody().strength(-9).distanceMax(90).theta(1.1))
    .force("x", d3.forceX((node) => node.home.x).strength(0.04))
    .force("y", d3.forceY((node) => node.home.y).strength(0.04));
  if (!large)
    simulation.force(
      "room",
      d3.forceCollide((node) => (node.kind === "session" ? 12 : Math.max(6, node.kind === "entity" ? 1.8 * sizeOf(node) : 0))),
    );
  return simulation;
}

/** Runs the forces in slices between frames; `onStep` follows each slice, `onEnd` the last. */
function settle(memory, onStep, onEnd) {
  const simulation = makeSimulation(memory);
  const deadline = performance.now() + SETTLE_MILLISECONDS;
  const run = (milliseconds) => {
    const until = performance.now() + milliseconds;
    while (simulation.alpha() > 0.005 && performance.now() < until) simulation.tick();
    return simulation.alpha() > 0.005 && performance.now() < deadline;
  };
  let running = run(HEAD_START_MILLISECONDS);
  const slice = () => {
    if (running) running = run(SLICE_MILLISECONDS);
    onStep();
    if (running) requestAnimationFrame(slice);
    else onEnd();
  };
  requestAnimationFrame(slice);
}
