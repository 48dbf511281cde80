"use strict";

const KIND_NAMES = { session: "Sessions", turn: "Turns", sentence: "Sentences", entity: "Entities", event: "Events" };

/** The sidebar: switches for kinds, speakers and relations, and counts of the memory. Returns a function that refreshes it. */
function startLegend(memory, view) {
  const shown = element("span", { class: "number", data: { field: "edges-shown" } });
  const draw = () => {
    byId("sidebar").replaceChildren(
      element("h2", {}, "Nodes"),
      ...kindToggles(memory, view),
      element("h2", {}, "Speakers"),
      ...speakerToggles(memory, view),
      ...groupToggles(memory, view),
      element("h2", {}, "Edges"),
      ...relationToggles(memory, view),
      element("h2", {}, "This memory"),
      countsList(memory, shown),
    );
    refresh();
  };
  const refresh = () => {
    const drawn = memory.links.filter((link) => link.visible).length;
    shown.textContent = `${formatNumber(drawn)} of ${formatNumber(memory.links.length)}`;
  };
  view.onChange(refresh);
  byId("sidebar-toggle").addEventListener("click", () => {
    const open = byId("sidebar").classList.toggle("open");
    byId("sidebar-toggle").setAttribute("aria-expanded", String(open));
  });
  draw();
  return draw;
}

function kindToggles(memory, view) {
  return memory.kinds.map((kind) => {
    const form = { session: "ring", turn: "", sentence: "small" }[kind] ?? "diamond";
    const count = memory.nodes.filter((node) => node.kind === kind).length;
    return toggle(view, "kind", kind, KIND_NAMES[kind] ?? kind, count, element("span", { class: `swatch ${form}` }));
  });
}

function speakerToggles(memory, view) {
  const colours = palette();
  const known = memory.speakers.map(([name, turns], speaker) =>
    toggle(view, "speaker", speaker, name, turns, coloured("swatch", speakerColour(colours, speaker))),
  );
  const unknown = memory.turns.filter((turn) => turn.speaker === null).length;
  if (unknown > 0) {
    known.push(toggle(view, "speaker", null, "Unknown speaker", unknown, coloured("swatch", colours.unknown)));
  }
  return known;
}

function relationToggles(memory, view) {
  const colours = palette();
  return memory.relations.map((name, relation) => {
    const count = memory.links.filter((link) => link.relation === relation).length;
    const swatch = coloured("swatch stroke", relationColour(colours, memory, relation));
    return toggle(view, "relation", relation, name.replaceAll("-", " "), count, swatch);
  });
}

/** A switch for each group, below a heading; nothing without groups. */
function groupToggles(memory, view) {
  if (memory.groups.length === 0) return [];
  const toggles = memory.groups.map(({ index, name, nodes }) => {
    const swatch = element("span", { class: "swatch ring" });
    swatch.style.borderColor = groupColour(palette(), index);
    return toggle(view, "group", index, name, nodes.length, swatch);
  });
  return [element("h2", {}, "Communities"), ...toggles];
}

/** A switch for nodes or edges: `what` is "kind", "speaker", "group" or "relation"; tests find it by `data-toggle` and `data-name`. */
function toggle(view, what, value, name, count, swatch) {
  const box = element("input", {
    type: "checkbox",
    checked: !view.hidden[what].has(value),
    data: { toggle: what, name },
  });
  box.addEventListener("change", () => view.show(what, value, box.checked));
  return element(
    "label",
    { class: "toggle" },
    box,
    swatch,
    element("span", { class: "name", dir: "auto", title: name }, name),
    element("span", { class: "number" }, formatNumber(count)),
  );
}

function coloured(name, colour) {
  const made = element("span", { class: name });
  made.style.background = colour;
  return made;
}

/** Entities and triplets, or sentences, as far as there are any. */
function derivedCounts(counts) {
  const names = ["sentences", "entities", "triplets"].filter((name) => counts[name] !== undefined);
  return names.map((name) => [`${name[0].toUpperCase()}${name.slice(1)}`, formatNumber(counts[name]), name]);
}

function countsList(memory, edgesShown) {
  const { counts } = memory;
  const rows = [
    ["Owner", counts.owner, "owner"],
    ["Sessions", formatNumber(counts.sessions), "sessions"],
    ["Turns", formatNumber(counts.turns), "turns"],
    ...derivedCounts(counts),
    ["Speakers", formatNumber(counts.speakers), "speakers"],
    ["Nodes drawn", `${formatNumber(memory.nodes.length)} of ${formatNumber(counts.total_nodes)}`, "nodes"],
    ["Edges shown", edgesShown, "edges"],
    ["Encoder", counts.encoder, "encoder"],
    ["Architecture", counts.architecture, "architecture"],
    ["Store size", formatBytes(counts.bytes), "bytes"],
  ];
  return element(
    "dl",
    {},
    ...rows.flatMap(([name, value, count]) => [
      element("dt", {}, name),
      element("dd", { class: "number", data: { count } }, value),
    ]),
  );
}
