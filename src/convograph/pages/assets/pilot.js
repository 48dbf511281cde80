"use strict";

const READING_SCALE = 1.8; // near enough for labels

/** Steers the camera: follows the graph while it settles, until the user takes over, and moves to requested nodes. */
class Pilot {
  constructor(memory, painter, camera) {
    Object.assign(this, { memory, painter, camera });
    this.following = true;
  }

  takeOver() {
    this.following = false;
  }

  follow() {
    if (this.following) this.camera.set(placeShowing(this.memory.nodes, this.free));
  }

  show(nodes) {
    this.takeOver();
    if (nodes.length > 0) this.camera.glideTo(placeShowing(nodes, this.free));
  }

  showAll() {
    this.show(this.memory.nodes);
  }

  flyTo(node) {
    this.takeOver();
    this.camera.glideTo(placeCentring(node, this.free, Math.max(this.camera.scale, READING_SCALE)));
  }

  zoomBy(factor) {
    this.takeOver();
    const { left, top, width, height } = this.free;
    this.camera.zoomAt({ x: left + width / 2, y: top + height / 2 }, factor);
  }

  /** Whether a node is behind the panel or outside the stage. */
  isOutOfSight(node) {
    const { x, y } = this.camera.toScreen(node);
    const { left, top, width, height } = this.free;
    return x < left || y < top || x > left + width || y > top + height;
  }

  /** The part of the stage that the panel does not cover. */
  get free() {
    const stage = this.painter.size;
    const panel = byId("panel");
    if (panel.hidden) return stage;
    const beside = panel.offsetLeft > stage.width / 3;
    return beside ? { ...stage, width: panel.offsetLeft } : { ...stage, height: panel.offsetTop };
  }
}
