// The terminal page: the game's own picture in xterm.js, and the keys of this machine for the game.
"use strict";

const find = id => document.getElementById(id);
const touch = matchMedia("(pointer: coarse)").matches;
const encode = text => new TextEncoder().encode(text);

// --- What this browser keeps: who it is at this host, the name of its player, and for this tab the invite. ---

const memory = {};
function load(store, name) {
  try { return window[store].getItem(`railbird-${name}`) ?? memory[name] ?? ""; } catch { return memory[name] ?? ""; }
}
function save(store, name, value) {
  memory[name] = value;
  try { window[store].setItem(`railbird-${name}`, value); } catch { /* a private window keeps it until it closes */ }
}
if (!/^[0-9a-f]{32}$/.test(load("localStorage", "key"))) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  save("localStorage", "key", Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join(""));
}
if (location.hash.length > 1) {  // a screenshot would show it
  save("sessionStorage", "invite", location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}

const term = new Terminal({
  fontFamily: '"Railbird Mono", monospace', fontSize: 16, lineHeight: 1, letterSpacing: 0, customGlyphs: true,
  scrollback: 0, cursorBlink: false, drawBoldTextInBrightColors: false,
  theme: { background: "#0f1315", foreground: "#e4e8e6" },
  linkHandler: { activate() {} },  // a link that somebody writes leads nowhere
});
const fit = new FitAddon.FitAddon();
term.loadAddon(fit);
term.parser.registerOscHandler(52, () => true);  // the game does not touch the clipboard

// --- The size: the largest letters with which a good table fits. ---

const LEGIBLE = 12, LARGEST = 32, SMALLEST = 7;

function lettersFor(columns, rows) {
  const now = fit.proposeDimensions();
  if (!now) return SMALLEST;
  const most = term.options.fontSize * Math.min((now.cols + 1) / columns, (now.rows + 1) / rows);
  for (let size = Math.min(LARGEST, Math.ceil(most)); size > SMALLEST; size--) {
    term.options.fontSize = size;
    const got = fit.proposeDimensions();
    if (got.cols >= columns && got.rows >= rows) return size;
  }
  return SMALLEST;
}

function resize() {
  const tables = find("screen").clientWidth < 1100 ? [[100, 36], [80, 24]] : [[120, 40], [100, 36], [80, 24]];
  let size = SMALLEST;
  for (const [columns, rows] of tables) if ((size = lettersFor(columns, rows)) >= LEGIBLE) break;
  term.options.fontSize = size;
  fit.fit();
  setTimeout(checkCanvas, 300);
}

let webgl = null;
function dropCanvas() {  // the letters are then elements of the page, and a little wider
  webgl?.dispose();
  webgl = null;
  resizeSoon();
}
function checkCanvas() {  // where a browser names another number of pixels than it has, the picture would be cut off
  const canvas = document.querySelector(".xterm-screen canvas:not(.xterm-link-layer)");
  if (canvas && Math.abs(canvas.width - canvas.clientWidth * devicePixelRatio) > 2) dropCanvas();
}

let resizing = 0;
function resizeSoon() {
  clearTimeout(resizing);
  resizing = setTimeout(() => { resize(); tell({ columns: term.cols, rows: term.rows }); }, 120);
}
new ResizeObserver(resizeSoon).observe(find("screen"));
visualViewport?.addEventListener("resize", () => {  // where letters on the screen cover the page in place of moving it
  if (visualViewport.scale === 1) document.body.style.height = `${visualViewport.height}px`;
});

// --- The connection: it comes back by itself, until the host has said that it is over. ---

let socket = null, attempts = 0, waiting = 0, wanted = false;

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;
function tell(about) { if (isOpen()) socket.send(JSON.stringify(about)); }
function send(bytes) {
  for (let at = 0; at < bytes.length && isOpen(); at += 4096) socket.send(bytes.subarray(at, at + 4096));
}

function connect() {
  clearTimeout(waiting);
  clearTimeout(doubt);
  if (socket !== null) { socket.onclose = socket.onmessage = null; socket.close(); }
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/screen`);
  socket.binaryType = "arraybuffer";
  let begun = false;
  socket.onopen = () => tell({
    key: load("localStorage", "key"), name: find("name").value, invite: load("sessionStorage", "invite"),
    columns: term.cols, rows: term.rows,
  });
  socket.onmessage = event => {
    clearTimeout(doubt);
    if (typeof event.data === "string") {
      const news = JSON.parse(event.data);
      if ("end" in news) end(news.end);
      return;
    }
    if (!begun) { begun = true; attempts = 0; find("lost").hidden = true; term.reset(); term.focus(); }
    term.write(new Uint8Array(event.data));
  };
  socket.onclose = () => {
    find("lost").hidden = false;
    waiting = setTimeout(connect, Math.min(8000, 300 * 2 ** attempts++) * (0.75 + Math.random() / 2));
  };
}

function end(sentence) {
  wanted = false;
  socket.onclose = socket.onmessage = null;
  socket.close();
  clearTimeout(waiting);
  ask(sentence);
}

function again() {
  if (!wanted) return;
  attempts = 0;
  connect();
}

// A connection that slept may be dead and not know it: it has to give a sign of life, or is opened anew.
let doubt = 0, awake = Date.now();
function probe() {
  if (!isOpen()) return again();
  tell({ alive: true });
  clearTimeout(doubt);
  doubt = setTimeout(again, 2000);
}
setInterval(() => {  // a timer that stood still tells that the machine slept
  if (Date.now() - awake > 10000) probe();
  awake = Date.now();
}, 2000);
addEventListener("online", probe);
document.addEventListener("visibilitychange", () => { if (!document.hidden) probe(); });
addEventListener("beforeunload", event => { if (wanted && isOpen()) event.preventDefault(); });  // Ctrl-W is the browser's

// --- The name, asked once; and what the host has said at the end. ---

function ask(sentence) {
  const known = Boolean(find("name").value);
  find("lost").hidden = true;
  find("word").textContent = sentence;
  find("ask").hidden = known;
  find("enter").textContent = sentence ? "Come in again" : "Sit down";
  find("door").hidden = false;
  find(known ? "enter" : "name").focus();
}

function enter() {
  find("door").hidden = true;
  save("localStorage", "name", find("name").value);
  wanted = true;
  again();
}

find("door").addEventListener("submit", event => { event.preventDefault(); enter(); });

// --- Keys: what a browser would keep for itself reaches the game, but for what nobody can take from it. ---

term.attachCustomKeyEventHandler(event => {
  const key = event.key.toLowerCase(), ctrl = event.ctrlKey && !event.altKey;  // both are the AltGr of some keyboards
  const isBrowsers = event.metaKey || key === "f11" || key === "f12" || (ctrl && event.shiftKey);
  const copies = ctrl && key === "c" && term.hasSelection();
  if (isBrowsers || copies || (ctrl && "v+-=0".includes(key))) return false;  // paste and zoom are the browser's, too
  if (event.type === "keydown" && (ctrl || key === "tab" || /^f\d+$/.test(key))) event.preventDefault();
  return true;
});
term.onData(text => send(encode(text)));
term.onBinary(text => send(Uint8Array.from(text, character => character.charCodeAt(0))));

// The bell is the game's word for "your turn".
term.onBell(() => { document.title = "● Railbird"; navigator.vibrate?.(80); });
const heard = () => { if (document.title !== "Railbird") document.title = "Railbird"; };
for (const kind of ["keydown", "pointerdown", "focus"]) addEventListener(kind, heard, true);

// --- The keys that a touch screen lacks. The letters are under the last one; the game's own buttons can be touched. ---

function letters(shown) {
  term.textarea.inputMode = shown ? "text" : "none";
  term.textarea.blur();
  term.focus();
}

function addKey(label, name, press) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.setAttribute("aria-label", name);
  button.addEventListener("pointerdown", event => { event.preventDefault(); press(button); });
  find("keys").append(button);
}

function addKeys() {
  const arrow = letter => () => send(encode((term.modes.applicationCursorKeysMode ? "\x1bO" : "\x1b[") + letter));
  addKey("Esc", "Escape", () => send(encode("\x1b")));
  addKey("Tab", "Tab", () => send(encode("\t")));
  addKey("◀", "Left", arrow("D"));
  addKey("▲", "Up", arrow("A"));
  addKey("▼", "Down", arrow("B"));
  addKey("▶", "Right", arrow("C"));
  addKey("Enter", "Enter", () => send(encode("\r")));
  addKey("Aa", "Letters", button => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", shown);
    letters(shown);
  });
  find("keys").hidden = false;
}

// --- The beginning. ---

async function begin() {
  find("name").value = load("localStorage", "name");
  await Promise.all(["16px", "bold 16px"].map(font => document.fonts.load(`${font} "Railbird Mono"`)));
  if (touch) addKeys();
  term.open(find("screen"));
  if (touch) term.textarea.inputMode = "none";
  try {
    webgl = new WebglAddon.WebglAddon();
    webgl.onContextLoss(dropCanvas);
    term.loadAddon(webgl);
  } catch {
    webgl = null;
  }
  resize();
  if (find("name").value) enter(); else ask("");
}

begin();
