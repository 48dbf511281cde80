"use strict";

const CLICK_SLACK = 4; // a pointer that moved less than this many pixels clicked
const WHEEL_ZOOM = 0.0016; // doublings of scale are about 430 pixels of wheel apart
const PAN_STEP = 60;
const ZOOM_STEP = 1.35;

/** Pointer and wheel on the canvas: pan, zoom (also by pinch), drag a node with its children, hover, click. */
function startGestures(canvas, painter, camera, { onHover, onClick, onTouched }) {
  const pointers = new Map();
  let pressed = null; // { node, start, moved }

  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    pressed = pointers.size === 1 ? { node: painter.nodeAt(at(event)), start: at(event), moved: false } : null;
    onHover(null);
  });

  canvas.addEventListener("pointermove", (event) => {
    const point = at(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      onHover(painter.nodeAt(point), point);
      return;
    }
    if (pointers.size === 2) pinch(event.pointerId, before, point);
    else if (pressed) drag(before, point);
    pointers.set(event.pointerId, point);
  });

  const pinch = (id, before, point) => {
    const [other] = [...pointers].filter(([key]) => key !== id).map(([, value]) => value);
    const distance = (place) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
    onTouched();
    camera.zoomAt({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 }, distance(point) / distance(before));
    camera.panBy((point.x - before.x) / 2, (point.y - before.y) / 2);
  };

  const drag = (before, point) => {
    if (!pressed.moved && Math.hypot(point.x - pressed.start.x, point.y - pressed.start.y) < CLICK_SLACK) return;
    pressed.moved = true;
    onTouched();
    canvas.classList.add("moving");
    if (pressed.node) {
      moveWithChildren(pressed.node, (point.x - before.x) / camera.scale, (point.y - before.y) / camera.scale);
      painter.request();
    } else {
      camera.panBy(point.x - before.x, point.y - before.y);
    }
  };

  const release = (event) => {
    pointers.delete(event.pointerId);
    canvas.classList.remove("moving");
    if (event.type === "pointerup" && pressed && !pressed.moved) onClick(pressed.node);
    pressed = null;
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => onHover(null));

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      onTouched();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 18 : 1);
      // A pinch on a touchpad is reported as a wheel event with the control key, in much smaller steps.
      camera.zoomAt(at(event), Math.exp(-pixels * WHEEL_ZOOM * (event.ctrlKey ? 6 : 1)));
    },
    { passive: false },
  );
}

/** Moves a node and its descendants by an offset in world coordinates. */
function moveWithChildren(node, x, y) {
  node.x += x;
  node.y += y;
  for (const child of node.children) moveWithChildren(child, x, y);
}

/** Keys while the canvas has focus; `step(by)` goes to the next or previous node. */
function startCanvasKeys(canvas, camera, pilot, step) {
  const keys = {
    ArrowLeft: () => camera.panBy(PAN_STEP, 0),
    ArrowRight: () => camera.panBy(-PAN_STEP, 0),
    ArrowUp: () => camera.panBy(0, PAN_STEP),
    ArrowDown: () => camera.panBy(0, -PAN_STEP),
    "+": () => pilot.zoomBy(ZOOM_STEP),
    "=": () => pilot.zoomBy(ZOOM_STEP),
    "-": () => pilot.zoomBy(1 / ZOOM_STEP),
    0: () => pilot.showAll(),
    n: () => step(1),
    p: () => step(-1),
  };
  canvas.addEventListener("keydown", (event) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!action) return;
    event.preventDefault();
    pilot.takeOver();
    action();
  });
}
