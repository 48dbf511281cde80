"use strict";

const SPACING = 11; // the distance of neighbouring nodes inside a session
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const SETTLE_MILLISECONDS = 3000; // the refinement stops here however large the graph is
const SLICE_MILLISECONDS = 12; // of each frame, so that the page answers while the graph settles
const HEAD_START_MILLISECONDS = 120; // small graphs settle within this, before anything is drawn

/**
 * Gives every node a place that depends on the graph and `aspect` (width / height of the stage) alone.
 *
 * Sessions follow each other on a spiral from the centre outward in the order of time. Inside a session
 * its turns lie on a sunflower around it, each with its sentences close by.
 */
function placeNodes(memory, aspect) {
  const discs = memory.sessions
    .filter((session) => session.nodes.length > 0)
    .map((session) => ({ session, radius: SPACING * (0.85 * Math.sqrt(session.nodes.length) + 1.2) }));
  spiral(discs);
  const stretch = Math.sqrt(Math.min(1.7, Math.max(0.6, aspect)));
  for (const { session, x, y } of discs) {
    const home = { x: x * stretch, y: y / stretch };
    inReadingOrder(session).forEach((node, place) => {
      const distance = node === session.node ? 0 : SPACING * Math.sqrt(place + 0.6);
      node.home = home;
      node.x = home.x + distance * Math.cos(place * GOLDEN_ANGLE);
      node.y = home.y + distance * Math.sin(place * GOLDEN_ANGLE);
    });
  }
}

/** A session's nodes, each right after its parent. */
function inReadingOrder(session) {
  const order = [];
  const visit = (node) => {
    order.push(node);
    node.children.filter((child) => child.session === session).forEach(visit);
  };
  session.nodes.filter((node) => node.parent === null || node.parent.session !== session).forEach(visit);
  return order;
}

/** Puts discs along a spiral, each at the first place where it touches none before it. */
function spiral(discs) {
  const pitch = discs.reduce((largest, disc) => Math.max(largest, disc.radius), 0) / Math.PI;
  let angle = 0;
  discs.forEach((disc, index) => {
    do {
      disc.x = pitch * angle * Math.cos(angle);
      disc.y = pitch * angle * Math.sin(angle);
      angle += disc.radius / 4 / Math.max(disc.radius, pitch * angle);
    } while (touchesEarlier(discs, index));
  });
}

/** Whether a disc touches one before it; the nearest in time are looked at first, as they are mostly the ones. */
function touchesEarlier(discs, index) {
  const disc = discs[index];
  for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
    const other = discs[earlier];
    const apart = disc.radius + other.radius;
    if ((disc.x - other.x) ** 2 + (disc.y - other.y) ** 2 < apart ** 2) return true;
  }
  return false;
}

/** The forces that refine the first places: session and turn hold together, alike texts draw near. */
function makeSimulation(memory) {
  const structural = (link) => memory.relations[link.relation] === STRUCTURE;
  const held = memory.links.filter(structural);
  const alike = memory.links.filter((link) => !structural(link));
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
      d3.forceCollide((node) => (node.kind === "session" ? 12 : 6)),
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
