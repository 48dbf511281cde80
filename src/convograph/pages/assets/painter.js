"use strict";

const SHAPES = {
  session: { radius: 9, form: "ring" },
  turn: { radius: 5, form: "disc" },
  sentence: { radius: 3.2, form: "disc" },
  entity: { radius: 2.8, form: "diamond" }, // and more with its triplets
};
const OTHER_SHAPE = { radius: 4.5, form: "diamond" };
const SHAPES_IN_A_PATH = 24; // long paths of crossing lines are slow to fill
const WEIGHT_STEPS = 3; // links are drawn in this many strengths
const LARGEST_GROWTH = 12; // pixels that an entity's triplets add to it at most
const TOUCH_SLACK = 5; // pixels around a node that still count as the node

function shapeOf(kind) {
  return SHAPES[kind] ?? OTHER_SHAPE;
}

/** The radius of a node at scale 1: an entity's grows with its triplets, up to a limit. */
function sizeOf(node) {
  return shapeOf(node.kind).radius + Math.min(LARGEST_GROWTH, 0.9 * Math.sqrt(node.degree));
}

/** Draws the memory on a canvas by view and camera, at most once per frame. */
class Painter {
  constructor(canvas, memory, view, camera) {
    Object.assign(this, { canvas, memory, view, camera });
    this.context = canvas.getContext("2d", { alpha: false });
    this.frame = 0;
    this.onDrawn = () => {};
  }

  get size() {
    return { left: 0, top: 0, width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  resize() {
    const ratio = devicePixelRatio;
    this.canvas.width = Math.round(this.canvas.clientWidth * ratio);
    this.canvas.height = Math.round(this.canvas.clientHeight * ratio);
    this.draw(); // a new size clears the canvas, and the next frame of the browser would show it black
    this.request();
  }

  request() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
      this.onDrawn();
    });
  }

  /** Groups what is visible by style; needed after a change of view or colours. */
  sort() {
    this.strokes = this.sortLinks();
    this.fills = this.sortNodes();
  }

  sortLinks() {
    const groups = new Map();
    for (const link of withoutWeakerParallels(this.memory.links.filter((each) => each.visible && each.lit))) {
      const step = Math.min(WEIGHT_STEPS - 1, Math.max(0, Math.floor(link.weight * WEIGHT_STEPS)));
      const fields = { relation: link.relation, step, triplets: isTriplet(link) };
      groupAt(groups, `${link.relation} ${step}`, fields).items.push(link);
    }
    return [...groups.values()].sort((one, other) => this.strokeOrder(one) - this.strokeOrder(other));
  }

  strokeOrder(group) {
    return (this.memory.relations[group.relation] === STRUCTURE ? 0 : 10) + group.step;
  }

  sortNodes() {
    const groups = new Map();
    for (const node of this.memory.nodes) {
      if (!node.visible) continue;
      const speaker = speakerShown(node);
      groupAt(groups, `${node.lit} ${node.kind} ${speaker}`, { kind: node.kind, speaker, lit: node.lit }).items.push(
        node,
      );
    }
    for (const { items } of groups.values()) items.sort((one, other) => one.degree - other.degree);
    const order = (group) => (group.lit ? 100 : 0) + sizeOf(group.items.at(-1)); // of an entity, the largest
    return [...groups.values()].sort((one, other) => order(one) - order(other));
  }

  draw() {
    const ratio = devicePixelRatio;
    const { context } = this;
    this.colours = palette();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = this.colours.ground;
    context.fillRect(0, 0, this.size.width, this.size.height);
    drawHulls(this);
    this.drawLinks();
    this.drawNodes();
    drawRings(this);
    this.drawMarks();
    drawLabels(this);
    context.globalAlpha = 1;
  }

  drawLinks() {
    const { context, camera } = this;
    const drawn = this.strokes.reduce((sum, group) => sum + group.items.length, 0);
    const crowding = Math.min(1, Math.max(0.14, 500 / (drawn + 1))); // many links: fainter, until one zooms in
    const nearness = Math.min(1, Math.max(0, camera.scale - 0.3));
    for (const group of this.strokes) {
      context.strokeStyle = relationColour(this.colours, this.memory, group.relation);
      context.globalAlpha = this.strengthOf(group, crowding + (1 - crowding) * nearness);
      // a hairline is drawn several times faster than a wider line
      context.lineWidth = group.triplets ? 0.6 + 0.6 * group.step : 1 / devicePixelRatio;
      this.strokeLines(group.items);
      if (group.triplets && camera.scale >= LABELS_FROM_SCALE) drawArrows(this, group.items);
    }
  }

  strengthOf({ relation, step }, clearness) {
    const name = this.memory.relations[relation];
    if (name === STRUCTURE) return 0.8;
    return (name === MENTION ? 0.25 : 0.22 + 0.24 * step) * clearness;
  }

  /** Draws the links with at least one end on the stage; others would carry no information. */
  strokeLines(links) {
    const {
      context,
      camera: { scale, left, top },
    } = this;
    const { width, height } = this.size;
    const isOnStage = (x, y) => x > 0 && y > 0 && x < width && y < height;
    let lines = 0;
    context.beginPath();
    for (const { source, target } of links) {
      const fromX = source.x * scale + left;
      const fromY = source.y * scale + top;
      const toX = target.x * scale + left;
      const toY = target.y * scale + top;
      if (!isOnStage(fromX, fromY) && !isOnStage(toX, toY)) continue;
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
      lines += 1;
      if (lines % SHAPES_IN_A_PATH === 0) {
        context.stroke();
        context.beginPath();
      }
    }
    context.stroke();
  }

  drawNodes() {
    const { context, colours } = this;
    for (const group of this.fills) {
      const shape = shapeOf(group.kind);
      const dim = this.view.dimming && !group.lit;
      context.globalAlpha = dim ? 0.16 : group.kind === "sentence" ? 0.85 : 1;
      context.fillStyle = nodeColour(colours, group.kind, group.speaker);
      if (shape.form === "ring") this.ringNodes(group.items);
      else this.fillNodes(group.items, shape);
    }
  }

  radiusOf(node) {
    return this.scaled(sizeOf(node));
  }

  /** Nodes grow with the zoom, but slower than the distances between them. */
  scaled(radius) {
    return radius * Math.min(2, Math.max(0.5, Math.sqrt(this.camera.scale)));
  }

  isOnStage(x, y, margin) {
    return x > -margin && y > -margin && x < this.canvas.clientWidth + margin && y < this.canvas.clientHeight + margin;
  }

  fillNodes(nodes, shape) {
    const {
      context,
      camera: { scale, left, top },
    } = this;
    const growth = this.scaled(1);
    let drawn = 0;
    context.beginPath();
    for (const node of nodes) {
      const radius = sizeOf(node) * growth;
      const width = this.canvas.clientWidth + radius;
      const height = this.canvas.clientHeight + radius;
      const x = node.x * scale + left;
      const y = node.y * scale + top;
      if (x < -radius || y < -radius || x > width || y > height) continue;
      tracePoint(context, x, y, radius, shape.form);
      drawn += 1;
      if (drawn % SHAPES_IN_A_PATH === 0) {
        context.fill();
        context.beginPath();
      }
    }
    context.fill();
  }

  ringNodes(nodes) {
    const { context, camera, colours } = this;
    const radius = this.scaled(SHAPES.session.radius);
    context.lineWidth = Math.max(1.8, radius / 3.4);
    context.strokeStyle = colours.ink;
    context.fillStyle = colours.ground;
    for (const node of nodes) {
      const { x, y } = camera.toScreen(node);
      if (!this.isOnStage(x, y, radius)) continue;
      context.beginPath();
      tracePoint(context, x, y, radius, "disc");
      context.fill();
      context.stroke();
    }
  }

  /** Rings around matches, the hovered and the selected node, above everything else. */
  drawMarks() {
    const { context, colours, view } = this;
    context.globalAlpha = 1;
    if (view.matches) {
      for (const node of view.matches) if (node.visible) this.ring(node, colours.match, 2.2, 3);
    }
    for (const node of [view.selected, view.hovered]) {
      if (!node || !node.visible) continue;
      // An entity is highlighted with its triplets only: a speaker is mentioned in every other turn.
      const links = node.links.filter((link) => link.visible && (isTriplet(link) || node.kind !== "entity"));
      context.strokeStyle = colours.accent;
      context.globalAlpha = Math.min(0.8, Math.max(0.3, 40 / links.length));
      context.lineWidth = 1.4;
      this.strokeLines(withoutWeakerParallels(links));
      drawArrows(this, withoutWeakerParallels(links.filter(isTriplet)));
      context.globalAlpha = 1;
      for (const link of links) this.ring(link.source === node ? link.target : link.source, colours.accent, 1.4, 2);
    }
    if (view.hovered?.visible) this.ring(view.hovered, colours.ink, 2, 3);
    if (view.selected?.visible) this.ring(view.selected, colours.accent, 3, 4);
  }

  ring(node, colour, width, gap) {
    const { x, y } = this.camera.toScreen(node);
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.beginPath();
    tracePoint(this.context, x, y, this.radiusOf(node) + gap, "disc");
    this.context.stroke();
  }

  /** The nearest visible node that a screen point touches, or almost; `null` without one. */
  nodeAt(point) {
    let found = null;
    let nearest = Infinity;
    for (const node of this.memory.nodes) {
      if (!node.visible) continue;
      const { x, y } = this.camera.toScreen(node);
      const distance = Math.hypot(x - point.x, y - point.y);
      if (distance < nearest && distance < this.radiusOf(node) + TOUCH_SLACK) {
        nearest = distance;
        found = node;
      }
    }
    return found;
  }
}

function groupAt(groups, key, fields) {
  if (!groups.has(key)) groups.set(key, { ...fields, items: [] });
  return groups.get(key);
}

function tracePoint(context, x, y, radius, form) {
  if (form === "diamond") {
    context.moveTo(x, y - radius);
    context.lineTo(x + radius, y);
    context.lineTo(x, y + radius);
    context.lineTo(x - radius, y);
    context.closePath();
  } else if (radius < 1.2) {
    // at two pixels, round and square dots look the same
    context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
  } else {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
}
