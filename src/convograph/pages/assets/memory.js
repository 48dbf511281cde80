"use strict";

const STRUCTURE = "contains"; // the relation from a session to its turns and from a turn to its sentences
const MENTION = "mentions"; // the relation from a turn to the entities of its triplets

/**
 * The page's data as objects that refer to each other.
 *
 * A node knows its sessions, turn, links, parent and children; a session its turns and nodes; a turn its nodes. Only an
 * entity has no session of its own: it is in each that has a turn which mentions it. A link with a label is a triplet,
 * and knows the turns that state it. A group has a name and nodes; a node may be in several.
 */
function readMemory(data) {
  const sessions = data.sessions.map(([id, said], index) => ({ index, id, said, turns: [], nodes: [], node: null }));
  const turns = data.turns.map(([id, session, ordinal, speaker, text, said, offset, raw]) => ({
    id,
    session: sessions[session],
    ordinal,
    speaker,
    text,
    said,
    offset,
    raw,
    nodes: [],
  }));
  const nodes = data.nodes.map(([id, kind, label, session, turn, start, end], index) => ({
    index,
    id,
    kind: data.kinds[kind],
    label,
    session: session === null ? null : sessions[session],
    sessions: [],
    turn: turn === null ? null : turns[turn],
    start,
    end,
    links: [],
    parent: null,
    children: [],
    degree: 0, // how many triplets it is an end of
    namesake: undefined, // the number of the speaker of this name
    x: 0,
    y: 0,
    visible: true,
    lit: true,
  }));
  const links = data.links.map(([source, target, relation, weight, label, ...stated]) => ({
    source: nodes[source],
    target: nodes[target],
    relation,
    weight,
    label: label ?? null,
    turns: stated.map((turn) => turns[turn]),
    visible: true,
    lit: true,
  }));
  const groups = data.groups.map(([name, ...members], index) => ({
    index,
    name,
    nodes: members.map((node) => nodes[node]),
  }));
  const memory = { ...data, sessions, turns, nodes, links, groups };
  connect(memory);
  return memory;
}

function connect(memory) {
  for (const turn of memory.turns) turn.session.turns.push(turn);
  for (const session of memory.sessions) session.turns.sort((one, other) => one.ordinal - other.ordinal);
  for (const node of memory.nodes) {
    if (node.turn) node.turn.nodes.push(node);
    if (node.kind === "session") node.session.node = node;
  }
  for (const link of memory.links) {
    link.source.links.push(link);
    link.target.links.push(link);
    if (memory.relations[link.relation] === STRUCTURE && link.target.parent === null) {
      link.target.parent = link.source;
      link.source.children.push(link.target);
    }
  }
  const speakers = new Map(memory.speakers.map(([name], speaker) => [nameKey(name), speaker]));
  for (const node of memory.nodes) {
    if (node.kind === "entity") node.namesake = speakers.get(nameKey(node.label));
    node.sessions = node.session ? [node.session] : sessionsMentioning(memory, node);
    for (const session of node.sessions) session.nodes.push(node);
    node.degree = node.links.filter(isTriplet).length;
  }
}

function sessionsMentioning(memory, entity) {
  const turns = entity.links.filter((link) => memory.relations[link.relation] === MENTION).map((link) => link.source);
  return [...new Set(turns.map((turn) => turn.session))].sort((one, other) => one.index - other.index);
}

function isTriplet(link) {
  return link.label !== null;
}

/** The number of the speaker of a node; `null` for an unknown one, `undefined` for a node without one. */
function speakerOf(node) {
  return node.turn ? node.turn.speaker : undefined;
}

/** The number of the speaker whose colour a node has: its speaker, or the speaker of that name; `undefined` for none. */
function speakerShown(node) {
  return node.kind === "entity" ? node.namesake : speakerOf(node);
}

/** Names that differ in case or spacing are one. */
function nameKey(name) {
  return name.trim().replace(/\s+/g, " ").toLowerCase();
}

function speakerName(memory, speaker) {
  return speaker === null ? "Unknown speaker" : memory.speakers[speaker][0];
}

/** The source turn cut at the node's span: before, the span, after. Offsets count characters, not UTF-16 units. */
function spanOf(node) {
  const characters = Array.from(node.turn.text);
  const end = node.end > node.start ? node.end : characters.length;
  const cut = (from, to) => characters.slice(from, to).join("");
  return [cut(0, node.start), cut(node.start, end), cut(end)];
}

function textOf(node) {
  return node.turn ? spanOf(node)[1] : node.label;
}

function sessionName(session) {
  return session.node ? session.node.label : session.id;
}

/**
 * The links of a node, and of its children, that say "alike", with the node at their other end, most similar first.
 *
 * So a turn has the neighbours of its sentences; links between two of these are left out.
 */
function neighboursOf(memory, node) {
  const family = new Set([node, ...node.children]);
  return [...family]
    .flatMap((member) =>
      member.links
        .filter((link) => ![STRUCTURE, MENTION].includes(memory.relations[link.relation]) && !isTriplet(link))
        .map((link) => ({ link, node: link.source === member ? link.target : link.source })),
    )
    .filter((neighbour) => !family.has(neighbour.node))
    .sort((one, other) => other.link.weight - one.link.weight);
}

/** The node that stands for a turn: itself, or else its first sentence; `undefined` when neither is drawn. */
function nodeOfTurn(turn) {
  return turn.nodes.find((node) => node.kind === "turn") ?? turn.nodes[0];
}
