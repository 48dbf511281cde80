"use strict";

// Eight hues that most colour-blind people can distinguish; further speakers share the last colour.
const PALETTES = {
  light: {
    ground: "#fcfcfa",
    ink: "#1b1d22",
    muted: "#62666e",
    accent: "#3d53d6",
    match: "#e8a200",
    unknown: "#8a8f98",
    speakers: ["#3a6fd8", "#dd7226", "#1b9a75", "#bd3a70", "#8559d0", "#9c8116", "#2290b0", "#a9543f"],
    entity: "#50566b",
    contains: "#b9bbc0",
    relations: ["#6f7bd4", "#2f9c8c", "#c0843a", "#b0569c"],
    groups: ["#c98a00", "#0f8f6f", "#c2397f", "#3f66cf", "#7a9a12", "#8a4fd0", "#c8502f", "#1b93b8"],
  },
  dark: {
    ground: "#0f1116",
    ink: "#e7e9ee",
    muted: "#9aa1ad",
    accent: "#93a4ff",
    match: "#ffcf4a",
    unknown: "#7d8490",
    speakers: ["#78a3ff", "#ff9f5c", "#46cb9d", "#ff7cab", "#b493ff", "#dcbb4c", "#56c4e6", "#ee8a73"],
    entity: "#b9c0d2",
    contains: "#3b414e",
    relations: ["#6a77d8", "#2f9e8e", "#b98745", "#a85c9b"],
    groups: ["#f2bd3d", "#3fcfa4", "#ff7fb8", "#86a4ff", "#b6d651", "#bd97ff", "#ff8f6b", "#55c7ea"],
  },
};

/** The colours of the current scheme. */
function palette() {
  return PALETTES[document.documentElement.dataset.theme];
}

function speakerColour(colours, speaker) {
  if (speaker === null) return colours.unknown;
  return colours.speakers[Math.min(speaker, colours.speakers.length - 1)];
}

/** The colour of nodes of a kind: of their speaker, or of the speaker whose name they are (`undefined`: of none). */
function nodeColour(colours, kind, speaker) {
  if (speaker !== undefined) return speakerColour(colours, speaker);
  return kind === "entity" ? colours.entity : colours.muted;
}

/** The colour of a group: of the ninth, that of the first. */
function groupColour(colours, group) {
  return colours.groups[group % colours.groups.length];
}

function relationColour(colours, memory, relation) {
  const plain = [STRUCTURE, MENTION];
  if (plain.includes(memory.relations[relation])) return colours.contains;
  const others = memory.relations.filter((name) => !plain.includes(name));
  return colours.relations[others.indexOf(memory.relations[relation]) % colours.relations.length];
}

/** Follows the system's scheme until the user chooses one; `onChange` is called after every change. */
function startTheme(onChange) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const set = (theme) => {
    document.documentElement.dataset.theme = theme;
    onChange();
  };
  let chosen = false;
  document.documentElement.dataset.theme = system.matches ? "dark" : "light";
  system.addEventListener("change", () => {
    if (!chosen) set(system.matches ? "dark" : "light");
  });
  byId("theme-toggle").addEventListener("click", () => {
    chosen = true;
    set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  });
}
