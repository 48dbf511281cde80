"use strict";

const BAR_GAP = 15; // pixels between the middles of two bars, where there is room
const UNDATED_GAP = 46; // leaves room between the last day and "no time"
const BRUSH_SLACK = 5;

/**
 * The sessions along time, each a bar with the height of its number of turns; those without a time are last.
 *
 * A click on a bar, or dragging over several, selects sessions; a second click or the button clears the selection.
 */
class Timeline {
  constructor(memory, view, onChosen) {
    Object.assign(this, { memory, view, onChosen });
    this.sessions = memory.sessions;
    this.host = byId("timeline");
    this.bars = element("div", { class: "bars", role: "toolbar", "aria-label": "Sessions" });
    this.track = element("div", { class: "track" }, this.bars);
    this.note = element("span", { class: "muted", role: "status", data: { field: "timeline-note" } });
    this.clear = element("button", { type: "button", data: { action: "clear-sessions" } }, "Show all sessions");
    this.clear.addEventListener("click", () => this.choose(null));
    this.host.replaceChildren(
      element("div", { class: "timeline-head" }, element("h2", {}, "Sessions"), this.note, this.clear),
      this.track,
    );
    const most = this.sessions.reduce((largest, session) => Math.max(largest, session.turns.length), 1);
    this.buttons = this.sessions.map((session, index) => this.bar(session, index, most));
    this.bars.append(...this.buttons);
    this.startBrush();
    this.bars.addEventListener("keydown", (event) => this.onKey(event));
    view.onChange(() => this.refresh());
    this.place();
    this.refresh();
  }

  bar(session, index, most) {
    const when = session.said ? formatDay(session.said) : "time unknown";
    const title = `${sessionName(session)}, ${when}, ${counted(session.turns.length, "turn")}`;
    const column = element("i");
    column.style.height = `${Math.max(6, (100 * session.turns.length) / most)}%`;
    const button = element(
      "button",
      { type: "button", title, "aria-label": title, tabIndex: index === 0 ? 0 : -1, data: { session: session.id } },
      column,
    );
    button.addEventListener("click", () => this.toggle(session));
    return button;
  }

  /** Positions every bar for the current width, and labels the days. */
  place() {
    const width = this.track.clientWidth;
    this.middles = middlesOf(this.sessions, width);
    const gap = smallestGap(this.middles);
    this.buttons.forEach((button, index) => {
      const size = Math.max(2, Math.min(BAR_GAP, gap));
      button.style.width = `${size}px`;
      button.style.left = `${this.middles[index] - size / 2}px`;
    });
    for (const tick of this.track.querySelectorAll(".tick")) tick.remove();
    this.track.append(...this.ticks());
  }

  ticks() {
    const dated = this.sessions.filter((session) => session.said).length;
    const ticks = [];
    let free = 0;
    const add = (index, text, name) => {
      const tick = element("span", { class: `tick ${name}` }, text);
      tick.style.left = `${this.middles[index]}px`;
      ticks.push(tick);
      free = this.middles[index] + 100;
    };
    if (dated > 0) add(0, formatDay(this.sessions[0].said), "first");
    const end = this.middles[Math.max(0, dated - 1)] - 115; // room for the last day, which ends at its bar
    for (let index = 1; index < dated - 1; index += 1) {
      if (this.middles[index] > free + 20 && this.middles[index] < end)
        add(index, formatDay(this.sessions[index].said), "");
    }
    if (dated > 1) add(dated - 1, formatDay(this.sessions[dated - 1].said), "last");
    if (dated < this.sessions.length) add(this.sessions.length - 1, "no time", "last");
    return ticks;
  }

  toggle(session) {
    if (this.brushed) return;
    const alone = this.view.sessions?.size === 1 && this.view.sessions.has(session);
    this.choose(alone ? null : new Set([session]));
  }

  choose(sessions) {
    this.view.chooseSessions(sessions);
    this.onChosen(sessions);
  }

  refresh() {
    const chosen = this.view.sessions;
    this.host.classList.toggle("filtered", chosen !== null);
    this.clear.hidden = chosen === null;
    this.buttons.forEach((button, index) => {
      button.setAttribute("aria-pressed", String(chosen !== null && chosen.has(this.sessions[index])));
    });
    const turns = [...(chosen ?? this.sessions)].reduce((sum, session) => sum + session.turns.length, 0);
    this.note.textContent =
      chosen === null
        ? `${counted(this.sessions.length, "session")}, ${counted(turns, "turn")}: click one, or draw over several`
        : `${formatNumber(chosen.size)} of ${counted(this.sessions.length, "session")}, ${counted(turns, "turn")}`;
  }

  startBrush() {
    let start = null;
    let brush = null;
    const at = (event) => event.clientX - this.track.getBoundingClientRect().left;
    this.track.addEventListener("pointerdown", (event) => {
      start = event.button === 0 ? at(event) : null;
      this.brushed = false;
    });
    this.track.addEventListener("pointermove", (event) => {
      if (start === null || (!brush && Math.abs(at(event) - start) < BRUSH_SLACK)) return;
      if (!brush) {
        this.track.setPointerCapture(event.pointerId);
        brush = element("div", { class: "brush" });
        this.track.append(brush);
      }
      brush.style.left = `${Math.min(start, at(event))}px`;
      brush.style.width = `${Math.abs(at(event) - start)}px`;
    });
    const end = (event) => {
      if (brush && event.type === "pointerup")
        this.chooseBetween(Math.min(start, at(event)), Math.max(start, at(event)));
      this.brushed = brush !== null;
      brush?.remove();
      brush = null;
      start = null;
    };
    this.track.addEventListener("pointerup", end);
    this.track.addEventListener("pointercancel", end);
  }

  chooseBetween(left, right) {
    const inside = this.sessions.filter((_, index) => this.middles[index] >= left && this.middles[index] <= right);
    this.choose(inside.length > 0 ? new Set(inside) : null);
  }

  /** The bars are one tab stop; arrow keys move between them. */
  onKey(event) {
    const here = this.buttons.indexOf(document.activeElement);
    const last = this.buttons.length - 1;
    const next = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: last }[event.key];
    if (next === undefined || here < 0) return;
    event.preventDefault();
    const target = this.buttons[Math.min(last, Math.max(0, next))];
    this.buttons[here].tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  }
}

/** The middle of every bar: where its time falls, moved as little as needed to keep the bars apart. */
function middlesOf(sessions, width) {
  const dated = sessions.filter((session) => session.said);
  const undated = sessions.length - dated.length;
  const gap = Math.min(BAR_GAP, width / (sessions.length + (undated > 0 ? 3 : 0)));
  const undatedWidth = undated > 0 ? undated * gap + Math.min(UNDATED_GAP, 3 * gap) : 0;
  const right = width - undatedWidth - gap / 2;
  const times = dated.map((session) => Date.parse(`${session.said}Z`));
  const [first, last] = [times[0], times.at(-1)];
  const middles = times.map(
    (time) => gap / 2 + (last > first ? (time - first) / (last - first) : 0) * (right - gap / 2),
  );
  for (let index = 1; index < middles.length; index += 1)
    middles[index] = Math.max(middles[index], middles[index - 1] + gap);
  for (let index = middles.length - 1; index >= 0; index -= 1) {
    middles[index] = Math.min(middles[index], right - (middles.length - 1 - index) * gap);
  }
  for (let index = 0; index < undated; index += 1) middles.push(width - (undated - index - 0.5) * gap);
  return middles;
}

function smallestGap(middles) {
  return middles.slice(1).reduce((smallest, middle, index) => Math.min(smallest, middle - middles[index]), BAR_GAP);
}
