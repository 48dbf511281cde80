"use strict";

/** An element with properties, data attributes (`data`), classes (`class`) and children; strings become text, never HTML. */
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (name === "class") made.className = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name.startsWith("aria-") || name === "role") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function byId(id) {
  return document.getElementById(id);
}

function formatNumber(number) {
  return number.toLocaleString("en-US");
}

/** "1 turn", "24 turns". */
function counted(number, noun) {
  return `${formatNumber(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function formatBytes(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let power = 0;
  while (bytes >= 1000 && power < units.length - 1) {
    bytes /= 1000;
    power += 1;
  }
  return `${power > 0 && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[power]}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "8 May 2023" from "2023-05-08T13:56:00": the original wall-clock time, never converted to the viewer's time zone. */
function formatDay(iso) {
  const [year, month, day] = iso.slice(0, 10).split("-").map(Number);
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

function formatTime(iso, offsetMinutes) {
  const zone = offsetMinutes === null ? "" : ` UTC${formatOffset(offsetMinutes)}`;
  return `${formatDay(iso)}, ${iso.slice(11, 16)}${zone}`;
}

function formatOffset(minutes) {
  const pad = (number) => String(number).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "−" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** At most `length` characters of `text` on one line. */
function shorten(text, length) {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = Array.from(line.slice(0, 2 * length + 2));
  return characters.length <= length
    ? line
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}
