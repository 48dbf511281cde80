"use strict";

const GLIDE_MILLISECONDS = 350;
const LARGEST_SCALE = 10;

/** The viewport: a world point (x, y) is drawn at (x * scale + left, y * scale + top) CSS pixels. */
class Camera {
  constructor(onChange) {
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.smallest = 0.02;
    this.onChange = onChange;
    this.glide = 0;
  }

  toScreen(point) {
    return { x: point.x * this.scale + this.left, y: point.y * this.scale + this.top };
  }

  toWorld(point) {
    return { x: (point.x - this.left) / this.scale, y: (point.y - this.top) / this.scale };
  }

  panBy(x, y) {
    this.set({ scale: this.scale, left: this.left + x, top: this.top + y });
  }

  /** Zooms by `factor` around a screen point. */
  zoomAt(point, factor) {
    const scale = Math.min(LARGEST_SCALE, Math.max(this.smallest, this.scale * factor));
    const ratio = scale / this.scale;
    this.set({ scale, left: point.x - (point.x - this.left) * ratio, top: point.y - (point.y - this.top) * ratio });
  }

  set(place) {
    cancelAnimationFrame(this.glide);
    Object.assign(this, place);
    this.onChange();
  }

  /** Moves there smoothly, or at once with reduced motion. */
  glideTo(place) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.set(place);
      return;
    }
    cancelAnimationFrame(this.glide);
    const from = { scale: this.scale, left: this.left, top: this.top };
    const start = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - start) / GLIDE_MILLISECONDS);
      const eased = 1 - (1 - part) ** 3;
      for (const name of Object.keys(from)) this[name] = from[name] + (place[name] - from[name]) * eased;
      this.onChange();
      if (part < 1) this.glide = requestAnimationFrame(step);
    };
    this.glide = requestAnimationFrame(step);
  }
}

/** The viewport that shows all `nodes` inside `area` (left, top, width, height in CSS pixels). */
function placeShowing(nodes, area, largestScale = 2.5) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const node of nodes) {
    bounds.left = Math.min(bounds.left, node.x);
    bounds.right = Math.max(bounds.right, node.x);
    bounds.top = Math.min(bounds.top, node.y);
    bounds.bottom = Math.max(bounds.bottom, node.y);
  }
  const margin = 36;
  const width = Math.max(1, area.width - 2 * margin);
  const height = Math.max(1, area.height - 2 * margin);
  const scale = Math.min(
    largestScale,
    width / Math.max(1, bounds.right - bounds.left),
    height / Math.max(1, bounds.bottom - bounds.top),
  );
  return {
    scale,
    left: area.left + area.width / 2 - (scale * (bounds.left + bounds.right)) / 2,
    top: area.top + area.height / 2 - (scale * (bounds.top + bounds.bottom)) / 2,
  };
}

/** The viewport with `node` in the middle of `area`, at `scale`. */
function placeCentring(node, area, scale) {
  return {
    scale,
    left: area.left + area.width / 2 - node.x * scale,
    top: area.top + area.height / 2 - node.y * scale,
  };
}
