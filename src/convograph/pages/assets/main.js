"use strict";

/** Connects the parts: panel, search and timeline change the view and the camera, which change the drawing. */
function start() {
  const memory = readMemory(JSON.parse(byId("data").textContent));
  const view = new View(memory);
  const camera = new Camera(() => painter.request());
  const painter = new Painter(byId("graph"), memory, view, camera);
  const pilot = new Pilot(memory, painter, camera);
  const panel = new Panel(memory, view, (page) => onPage(page, view, pilot));

  startTheme(() => {
    refreshLegend();
    panel.refresh();
    painter.request();
  });
  const refreshLegend = startLegend(memory, view);
  view.onChange(() => {
    painter.sort();
    painter.request();
  });
  painter.sort();
  painter.onDrawn = markReady;
  describe(memory);
  if (memory.nodes.length === 0) showEmpty(memory);
  else startControls(memory, view, painter, pilot, panel);
  new ResizeObserver(() => {
    painter.resize();
    if (memory.nodes.length > 0) pilot.follow();
  }).observe(painter.canvas);
  if (memory.nodes.length > 0) startLayout(memory, painter, pilot);
}

/** The panel shows another page: selects its subject, and moves there if requested or if it is out of view. */
function onPage(page, view, pilot) {
  const node = { node: page?.node, session: page?.session?.node }[page?.kind] ?? null;
  view.select(node);
  if (node && (page.fly || page.kind === "session" || pilot.isOutOfSight(node))) pilot.flyTo(node);
}

function startControls(memory, view, painter, pilot, panel) {
  const { canvas, camera } = painter;
  const openNode = (node) => panel.open({ kind: "node", node, fly: true });
  const search = new Search(memory, view, { onVisit: openNode, onList: () => panel.open({ kind: "matches" }) });
  const timeline = new Timeline(memory, view, (sessions) =>
    pilot.show(memory.nodes.filter((node) => !sessions || node.sessions.every((session) => sessions.has(session)))),
  );
  addEventListener("resize", () => timeline.place());
  startGestures(canvas, painter, camera, {
    onTouched: () => pilot.takeOver(),
    onHover: (node, point) => hover(memory, view, painter, node, point),
    onClick: (node) => (node ? panel.open({ kind: "node", node }) : panel.close()),
  });
  const step = (by) => {
    const shown = memory.nodes.filter((node) => node.visible);
    const here = shown.indexOf(view.selected);
    if (shown.length > 0) openNode(shown[((here < 0 && by < 0 ? 0 : here) + by + shown.length) % shown.length]);
  };
  startCanvasKeys(canvas, camera, pilot, step);
  startPageKeys(panel, search);
  byId("zoom-in").addEventListener("click", () => pilot.zoomBy(ZOOM_STEP));
  byId("zoom-out").addEventListener("click", () => pilot.zoomBy(1 / ZOOM_STEP));
  byId("zoom-fit").addEventListener("click", () => pilot.showAll());
}

function startLayout(memory, painter, pilot) {
  const { camera, canvas } = painter;
  placeNodes(memory, canvas.clientWidth / Math.max(1, canvas.clientHeight));
  camera.smallest = placeShowing(memory.nodes, painter.size).scale / 3;
  const onStep = () => {
    pilot.follow();
    painter.request();
  };
  settle(memory, onStep, () => {
    document.documentElement.dataset.settled = "true";
  });
  // For tests and debugging: the position of a node, in CSS pixels of the canvas.
  window.convograph = Object.freeze({
    whereIs: (id) => camera.toScreen(memory.nodes.find((node) => node.id === id)),
  });
}

function describe(memory) {
  const { nodes, counts } = memory;
  byId("graph").setAttribute(
    "aria-label",
    `A graph of ${counted(nodes.length, "node")} and ${counted(memory.links.length, "edge")}`,
  );
  const leftOut = counts.total_nodes - nodes.length;
  byId("left-out").hidden = leftOut <= 0 || nodes.length === 0;
  byId("left-out").textContent = `${formatNumber(nodes.length)} of ${formatNumber(counts.total_nodes)} nodes shown`;
}

function showEmpty(memory) {
  const held = memory.counts.total_nodes;
  byId("empty").replaceChildren(
    element("strong", {}, held > 0 ? "Nothing to draw" : "Nothing is remembered yet"),
    element(
      "span",
      {},
      held > 0
        ? `This picture leaves out all ${counted(held, "node")} of the memory.`
        : "Add a conversation, and its sessions, turns and sentences will appear here.",
    ),
  );
  byId("empty").hidden = false;
  for (const part of [byId("timeline"), document.querySelector(".search"), document.querySelector(".zoom")])
    part.hidden = true;
}

/** The tooltip at the pointer; nothing is redrawn while the pointer stays on one node. */
function hover(memory, view, painter, node, point) {
  const tooltip = byId("tooltip");
  if (view.hovered !== node) {
    view.hover(node);
    byId("graph").classList.toggle("over-node", node !== null);
    painter.request();
    if (node)
      tooltip.replaceChildren(
        element("div", { dir: "auto" }, shorten(textOf(node), 160)),
        element("div", { class: "muted", dir: "auto" }, aboutNode(memory, node)),
        ...(node.kind === "entity" ? tripletLines(memory, node) : []),
        ...groupLines(memory, node),
      );
  }
  tooltip.hidden = !node;
  if (!node) return;
  const x = Math.min(point.x + 14, painter.size.width - tooltip.offsetWidth - 6);
  const y =
    point.y + 18 + tooltip.offsetHeight > painter.size.height ? point.y - tooltip.offsetHeight - 10 : point.y + 18;
  tooltip.style.transform = `translate(${Math.round(Math.max(4, x))}px, ${Math.round(y)}px)`;
}

function aboutNode(memory, node) {
  if (node.kind === "entity") return `entity, ${aboutEntity(node)}`;
  if (!node.turn) return `${node.kind}, ${sessionLabel(node.session)}, ${counted(node.session.turns.length, "turn")}`;
  return `${node.kind}, ${speakerName(memory, node.turn.speaker)}, ${sessionLabel(node.session)}`;
}

/** Slash starts a search; Escape closes the panel first, then ends the search. */
function startPageKeys(panel, search) {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault(); // else a search box empties itself as well
      if (panel.isOpen) panel.close();
      else search.clear();
    } else if (event.key === "/" && document.activeElement !== search.input) {
      event.preventDefault();
      search.input.focus();
    }
  });
}

/** Reports that the first frame is drawn, and after how many milliseconds. */
function markReady() {
  const { dataset } = document.documentElement;
  if (dataset.ready) return;
  dataset.firstFrame = String(Math.round(performance.now()));
  dataset.ready = "true";
}

start();
