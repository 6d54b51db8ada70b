// The page of a phone. It draws the facts that come over its socket and sends words back; it knows no rule of poker.
// Text of other people is only ever set as text.

const $ = (id) => document.getElementById(id);
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const CARD_WORDS = new RegExp(`\\b(${Object.values(RANKS).join("|")}) of (${Object.values(SUITS).join("|")})\\b`, "gi");
const LETTER_OF = Object.fromEntries(Object.entries({ ...RANKS, ...SUITS }).map(([letter, word]) => [word, letter]));
const MAX_LINES = 400;
const GUARD_MS = 350; // a tap that was meant for what stood there before does not count
const SENT_MS = 2000; // after so long without an answer a turn can be tapped again
const number = new Intl.NumberFormat("en-US");

let facts = {};
let clockOffset = 0; // the page's clock less that of the messages, in milliseconds
let amount = 0; // what the raise button bets
let chosen = new Set(); // the places of the cards that are to go
let turnShownAt = 0;
let sentIn = ""; // the turn in which a word was sent
let sentAt = 0;

// --- what is kept between visits

const memory = {};
function load(key) {
  try { return localStorage.getItem("railbird-" + key) ?? memory[key] ?? ""; } catch { return memory[key] ?? ""; }
}
function save(key, value) {
  memory[key] = value;
  try { localStorage.setItem("railbird-" + key, value); } catch { /* a private window keeps it until it closes */ }
}
function identity() {
  if (!/^[0-9a-f]{32}$/.test(load("key"))) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    save("key", Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  return load("key");
}

// The invite goes out of the address, where a screenshot or a copied address would tell it.
let invite = "";
try { invite = decodeURIComponent(location.hash.slice(1)); } catch { /* the link is broken: the password is asked */ }
if (invite) {
  history.replaceState(null, "", location.pathname + location.search);
  try { sessionStorage.setItem("railbird-invite", invite); } catch { /* a reload asks for the password */ }
} else {
  try { invite = sessionStorage.getItem("railbird-invite") ?? ""; } catch { invite = ""; }
}

// --- elements

/** Makes an element: `about` are its properties, `class` and `data` among them; strings become text. */
function el(tag, about = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(about)) {
    if (name === "class") made.className = value;
    else if (name.startsWith("aria-")) made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...inside.filter((each) => each !== null && each !== ""));
  return made;
}
const span = (kind, text) => el("span", { class: kind }, String(text));
const hidden = (text) => el("span", { class: "vh" }, text);

function suit(letter) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#" + letter);
  drawn.setAttribute("aria-hidden", "true");
  drawn.append(use);
  return drawn;
}
const rankText = (card) => (card[0] === "T" ? "10" : card[0] === "X" ? "★" : card[0]);
const cardName = (card) => (card === "" ? "a card face down" : card === "X" ? "joker" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`);

/** Draws a card; with a `place` it can be tapped to go. */
function drawCard(fact, place = 0) {
  const card = fact.card ?? "";
  const state = { out: "dim" }[fact.state] ?? fact.state ?? "";
  const kind = ["card", card ? (card[1] ?? "x").toUpperCase() : "back", state, fact.wild ? "wild" : "", fact.hidden ? "hidden" : ""];
  const drawn = el(place ? "button" : "span", { class: kind.filter(Boolean).join(" ") });
  if (card) drawn.append(el("b", { "aria-hidden": "true" }, rankText(card)), ...(card[1] ? [suit(card[1])] : []));
  if (place) {
    drawn.setAttribute("aria-label", cardName(card) + (fact.wild ? ", wild" : ""));
    drawn.setAttribute("aria-pressed", String(chosen.has(place)));
    drawn.value = String(place);
    drawn.onclick = () => choose(place);
  } else if (card) {
    drawn.append(hidden(cardName(card) + (fact.wild ? ", wild " : " ")));
  }
  return drawn;
}

/** Draws a sentence, its cards as signs in the colours of their suits; a screen reader still hears the words. */
function drawLine(text) {
  const line = el("p", { class: kindOf(text) });
  let end = 0;
  for (const found of text.matchAll(CARD_WORDS)) {
    const rank = LETTER_OF[found[1].toLowerCase()], of = LETTER_OF[found[2].toLowerCase()];
    const sign = el("span", { "aria-hidden": "true" }, rankText(rank), suit(of));
    line.append(text.slice(end, found.index), el("span", { class: of.toUpperCase() + "x" }, sign, hidden(found[0])));
    end = found.index + found[0].length;
  }
  line.append(text.slice(end));
  return line;
}
function kindOf(text) {
  if (/^Hand \d/.test(text)) return "head";
  if (/^(You say|.{1,40} says): /.test(text)) return "chat";
  if (/^Your turn\./.test(text)) return "call";
  return /^\S.{0,40} wins? \d/.test(text) ? "good" : "";
}

// --- the socket

let socket = null;
let tries = 0;
let retry = 0;
let heardAt = 0;
let asksWhetherAlive = 0;

function connect() {
  clearTimeout(retry);
  if (socket) { socket.onclose = socket.onmessage = null; socket.close(); }
  const opened = (socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/play`));
  opened.onopen = () => {
    held = null;
    sentIn = ""; // what was said on the line before may be lost; a turn that was acted in comes back as no turn
    heardAt = Date.now();
    opened.send(JSON.stringify({ key: identity(), name: load("name"), invite }));
  };
  opened.onmessage = (event) => {
    heardAt = Date.now();
    tries = 0;
    take(JSON.parse(event.data));
  };
  opened.onclose = (event) => {
    if (socket !== opened) return;
    socket = null;
    if (facts.place !== "closed") comeBack();
  };
}

/** Tries again: at once after a break in which nothing was wrong, then ever more slowly. */
function comeBack() {
  tries += 1;
  const gone = tries > 5;
  show({ trouble: gone ? "The game cannot be reached. Is its host still there, and are you in the same network?" : "Connecting again…" });
  clearTimeout(retry);
  retry = setTimeout(connect, Math.min(8000, 150 * 2 ** (tries - 1)));
}

function send(frame) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  return true;
}

/** Sends a word; one of a turn is sent once in that turn, and not before the turn has been on the screen for a moment. */
function say(word, turn = "") {
  if (turn) {
    if (isSent() || performance.now() < turnShownAt + GUARD_MS) return;
    sentIn = turn;
    sentAt = performance.now();
    setTimeout(drawActs, SENT_MS + 50);
    drawActs();
  }
  if (!send({ word, turn })) { sentIn = ""; toast("Not sent: the connection is being made again. Tap again in a moment."); drawActs(); }
}
const isSent = () => facts.turn && sentIn === facts.turn.id && performance.now() < sentAt + SENT_MS;

/** A phone that wakes up finds a line that may be dead without having been closed. */
function checkAlive() {
  if (document.visibilityState !== "visible" || facts.place === "hello" || facts.place === "closed") return;
  if (!socket || socket.readyState > WebSocket.OPEN) { tries = 0; return connect(); }
  if (socket.readyState !== WebSocket.OPEN) return;
  const asked = socket;
  send({ alive: true });
  const before = heardAt;
  clearTimeout(asksWhetherAlive);
  asksWhetherAlive = setTimeout(() => { if (socket === asked && heardAt === before) { tries = 0; connect(); } }, 2500);
}
document.addEventListener("visibilitychange", () => { checkAlive(); stayAwake(); });
window.addEventListener("online", checkAlive);
window.addEventListener("pageshow", checkAlive);
setInterval(() => { if (Date.now() - heardAt > 20000) checkAlive(); }, 5000);

let wakeLock = null;
async function stayAwake() { // only a page over https may
  if (wakeLock?.released === false || document.visibilityState !== "visible" || facts.place !== "table") return;
  try { wakeLock = await navigator.wakeLock?.request("screen"); } catch { wakeLock = null; }
}

// --- what comes

let held = null; // the facts of a line that is not at the table yet, while the page still shows the one before

function take(message) {
  if ("end" in message) return show({ place: "closed", sentence: message.end, trouble: "" });
  if ("at" in message) clockOffset = performance.now() - message.at;
  for (const [text, kind] of message.log ?? []) tell(text, kind);
  delete message.log;
  if (held || (message.place === "connecting" && !message.asked && ["table", "lobby"].includes(facts.place))) held = { ...held, ...message };
  if (held && (held.place !== "connecting" || held.asked)) message = held;
  else if (held) return;
  held = null;
  show(message);
}

const DRAW = [
  [["place", "sentence"], drawPlace],
  [["lobby", "sentence"], drawLobby],
  [["table", "you"], drawTitle],
  [["seats", "own", "table", "board"], drawFelt],
  [["own", "turn", "seats"], drawOwn],
  [["questions", "asked"], drawQuestions],
  [["turn", "offers", "status", "place", "asked"], drawActs],
  [["offers", "place", "you"], drawMenu],
  [["trouble"], () => { $("trouble").textContent = facts.trouble ?? ""; }],
  [["asked"], drawAsked],
  [["notice"], () => { if (facts.notice) { sentIn = ""; toast(facts.notice); drawActs(); } }],
];

/** Takes the facts that have changed, and draws what is made of them. */
function show(changed) {
  const before = facts;
  facts = { ...facts, ...changed };
  if (changed.place && changed.place !== "closed" && facts.trouble && !("trouble" in changed)) changed.trouble = facts.trouble = "";
  const begins = facts.turn && facts.turn.id !== before.turn?.id;
  if (begins) beginTurn();
  if ("asked" in changed && facts.asked) sentIn = "";
  for (const [names, draw] of DRAW) if (names.some((name) => name in changed)) draw();
  drawTime();
  fit();
}

/** Draws the table smaller until its buttons are in sight; it grows again when there is more room or fewer players. */
let fitted = "";
function fit() {
  if (facts.place !== "table") return;
  const room = [innerWidth, innerHeight, facts.table?.family, facts.seats?.length, load("text")].join(), root = document.documentElement;
  const tighten = (tight) => { root.dataset.tight = String(tight); root.classList.toggle("tight", tight > 0); };
  if (room !== fitted) tighten(0);
  fitted = room;
  for (let tight = +root.dataset.tight; tight < 5 && $("acts").getBoundingClientRect().bottom > innerHeight + 1; tight += 1) tighten(tight + 1);
}
window.addEventListener("resize", fit);

function beginTurn() {
  turnShownAt = performance.now();
  sentIn = "";
  chosen = new Set();
  amount = facts.turn.wager?.least ?? 0;
  for (const open of ["menu"]) $(open).close();
  if (load("buzz") !== "off") navigator.vibrate?.([90, 70, 90]);
}

function tell(text, kind) {
  for (const [id, most] of [["log", 40], ["all", MAX_LINES]]) {
    const place = $(id), atEnd = place.scrollHeight - place.scrollTop - place.clientHeight < 60;
    place.append(drawLine(text));
    while (place.childElementCount > most) place.firstChild.remove();
    if (atEnd) place.scrollTop = place.scrollHeight;
  }
  if (kind) { // it was not done
    sentIn = "";
    drawActs();
    toast(text);
  }
}

let toastEnds = 0;
function toast(text) {
  $("toast").textContent = text;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => { $("toast").textContent = ""; }, 3000 + 50 * text.length);
}

// --- the screens

function drawPlace() {
  document.body.dataset.place = facts.place;
  $("waiting-words").textContent = facts.sentence ?? "";
  $("again").hidden = facts.place !== "closed";
  if (facts.place === "closed") for (const open of document.querySelectorAll("dialog[open]")) open.close();
  if (facts.place === "table") { // the guest is known by their key from now on
    invite = "";
    try { sessionStorage.removeItem("railbird-invite"); } catch { /* it was kept nowhere */ }
  }
  stayAwake();
}

function drawLobby() {
  $("lobby-words").textContent = facts.sentence ?? "";
  $("tables").replaceChildren(...(facts.lobby ?? []).map((table) => el("li", {},
    el("h2", {}, table.name + (table.locked ? " (password)" : "")), el("p", { class: "game" }, table.game),
    el("p", {}, table.words + (table.players ? `: ${table.players}` : "")),
    el("div", { class: "pair" }, ...table.buttons.map((each) => button(each))))));
}

function drawTitle() {
  const table = facts.table;
  if (!table) return;
  $("title").textContent = table.name;
  const parts = [table.tournament || table.game, table.hand ? `hand ${table.hand}` : "", table.street, table.people];
  $("subtitle").textContent = parts.filter(Boolean).join(" · ");
}

/** Where the others sit around a board, clockwise from the viewer's left: [first column, columns, row] of twelve. */
function places(count, hasBoard) {
  if (!hasBoard) { // two columns of wide seats, up on the left and down on the right
    const left = Math.ceil(count / 2), rows = left;
    return Array.from({ length: count }, (_, k) => (k < left ? [1, 6, rows - k] : [7, 6, k - left + 1 + (count % 2)]));
  }
  const sides = count < 3 ? 0 : count < 6 ? 1 : count < 9 || facts.own ? 2 : 3, top = count - 2 * sides;
  const width = Math.min(4, 12 / Math.max(top, 1)), start = (12 - width * top) / 2;
  const left = [[1, 4, 5], [1, 4, 4], [1, 4, 2]].slice(3 - sides);
  const right = left.map(([, columns, row]) => [9, columns, row]).reverse();
  const middle = Array.from({ length: top }, (_, k) => [1 + start + k * width, width, 1]);
  return [...left, ...middle, ...right];
}

function drawFelt() {
  const { table, board, seats = [], own } = facts;
  if (!table || !board) return;
  const others = seats.filter((seat) => seat.seat !== own?.seat && (seat.name || seat.word));
  const hasBoard = table.family === "board", where = places(others.length, hasBoard);
  $("felt").className = hasBoard ? "round" : "wide";
  $("seats").replaceChildren(...others.map((seat, k) => {
    const drawn = drawSeat(seat), [column, columns, row] = where[k];
    drawn.classList.toggle("narrow", columns < 4);
    drawn.style.gridArea = `${row} / ${Math.round(column)} / auto / span ${Math.floor(columns)}`;
    return drawn;
  }));
  const pot = board.pot ? el("p", { class: "pot" }, "Pot ", el("b", {}, number.format(board.pot))) : null;
  const parts = board.pots?.length > 1 ? board.pots.map((chips, k) => `${k ? "side" : "main"} ${number.format(chips)}`) : [];
  if (board.bets && board.bets < board.pot) parts.push(`bets ${number.format(board.bets)}`);
  const middle = $("middle"), runs = board.runs ?? [], above = hasBoard && others.length > 2;
  $("pot").replaceChildren(...(above && pot ? [pot] : []));
  middle.replaceChildren(...[
    above ? null : pot, ...runs.filter((run) => run[0].length || board.slots).map((run) => drawBoard(run, board.slots, runs.length)),
    el("div", { class: "story" }, ...(board.story?.length ? board.story.map(([kind, text]) => el("p", { class: kind }, text)) : [el("p", { class: "pots" }, parts.join("  "))])),
  ].filter(Boolean));
  middle.style.gridArea = hasBoard ? "3 / 1 / auto / -1" : `${Math.ceil(others.length / 2) + 1} / 1 / auto / -1`;
}

function drawBoard([cards, words], slots, runs) {
  const empty = Array.from({ length: Math.max(0, slots - cards.length) }, () => el("span", { class: "card slot" }));
  const name = hidden(cards.length ? "On the board: " : "No cards on the board yet. ");
  return el("div", { class: runs > 1 ? "board runs" : "board" }, name, ...cards.map((card) => drawCard(card)), ...empty, span("", words));
}

function drawSeat(seat) {
  if (!seat.name) return el("li", { class: "seat free" }, button({ label: `Seat ${seat.seat}: sit here`, word: seat.word }));
  const cards = (seat.cards ?? []).map((card) => drawCard(card)), backs = (seat.cards ?? []).filter((card) => !card.card).length;
  const kinds = ["seat", seat.turn ? "turn" : "", seat.out ? "out" : "", seat.won ? "won" : ""];
  const strip = el("div", { class: cards.length > 4 ? "strip many" : "strip" }, ...cards, backs ? hidden(`${backs} face down`) : null, ...drawBet(seat));
  return el("li", { class: kinds.filter(Boolean).join(" ") }, strip, drawPlate(seat, seat.hand));
}

/** The button of the dealer and the bet of a seat, which lie beside its cards. */
function drawBet(seat) {
  const dealer = (seat.marks ?? []).includes("D") ? [el("span", { class: "dealer" }, el("span", { "aria-hidden": "true" }, "D"), hidden("dealer"))] : [];
  return seat.bet ? [...dealer, el("span", { class: "bet" }, hidden("bet "), number.format(seat.bet))] : dealer;
}

function drawPlate(seat, hand, own = null) {
  const marks = (seat.marks ?? []).filter((mark) => mark !== "D").join(" ");
  const words = seat.turn ? el("span", { class: "words secs" }, "to act") : span(seat.alarm ? "words alarm" : "words", seat.won ? "" : seat.chance || seat.words || (own?.result ?? ""));
  const mark = span("mark", seat.won ? `+${number.format(seat.won)}` : marks || (seat.bot ? "bot" : ""));
  if (seat.bot && !marks && !seat.won) mark.classList.add("bot");
  const name = span("name", seat.name), stack = span("stack", number.format(seat.stack ?? 0)), held = span("hand", hand);
  const rows = own ? [[name, ...drawBet(seat), mark, stack], [held, words]] : [[name, mark], [stack, words], ...(hand ? [[held]] : [])];
  const inner = el("div", {}, ...rows.map((row) => el("div", {}, ...row)));
  return el("div", { class: "box" }, inner);
}

// --- the viewer's own cards and turn

function drawOwn() {
  const own = facts.own, cards = own?.cards ?? [], draw = isSent() ? null : facts.turn?.draw;
  const seat = (facts.seats ?? []).find((each) => each.seat === own?.seat);
  $("cards").style.setProperty("--n", Math.max(2, cards.length));
  $("cards").className = cards.every((card) => card.hidden) ? "" : "some";
  $("cards").replaceChildren(...cards.map((card) => drawCard(card, draw ? card.place : 0)));
  $("own").hidden = !seat;
  $("plate").className = !seat ? "" : ["seat", seat.turn ? "turn" : "", seat.out ? "out" : "", seat.won ? "won" : ""].join(" ");
  if (seat) {
    $("plate").replaceChildren(drawPlate(seat, own.hand ?? "", own));
  }
}

function choose(place) {
  const draw = facts.turn?.draw;
  if (!draw) return;
  if (chosen.has(place)) chosen.delete(place);
  else if (draw.most === 1) chosen = new Set([place]);
  else if (chosen.size < draw.most) chosen.add(place);
  else return toast(`You can ${draw.verb.toLowerCase()} at most ${draw.most} cards.`);
  $("cards").querySelectorAll("button").forEach((card) => card.setAttribute("aria-pressed", String(chosen.has(+card.value))));
  drawActs();
}

/** A button for a word; one that wants a number asks for it first. */
function button(fact, turn = "", off = false) {
  const press = () => (fact.most ? askAmount(fact) : say(fact.word, turn));
  return el("button", { class: fact.main ? "main" : "", type: "button", disabled: off, onclick: press }, fact.label);
}

function drawQuestions() {
  const yesNo = [{ label: "Yes", word: "yes", main: true }, { label: "No", word: "no" }];
  const asked = facts.asked?.kind === "yes" ? [{ words: facts.asked.sentence.replace(/: say [^.]*\.$/, "."), answers: yesNo }] : [];
  $("questions").replaceChildren(...[...asked, ...(facts.questions ?? [])].map((each) =>
    el("div", { class: "question", role: "group" }, el("p", {}, each.words), ...(each.answers ?? []).map((answer) => button(answer)))));
}

let drawnActs = ""; // what is drawn; a button that a finger is on must not be replaced by one like it

function drawActs() {
  const turn = facts.turn, acts = $("acts"), wanted = JSON.stringify(turn ? [turn, isSent(), [...chosen]] : [facts.offers, facts.status]);
  if (wanted === drawnActs) return;
  drawnActs = wanted;
  const focused = acts.contains(document.activeElement) ? document.activeElement.textContent : null;
  if (!turn) {
    const now = (facts.offers ?? []).filter((offer) => offer.main);
    const row = now.length ? [el("div", { class: "row wrap" }, ...now.map((offer) => button(offer)))] : [];
    acts.replaceChildren(el("p", { class: "price" }, facts.status ?? ""), ...row);
    return;
  }
  const off = isSent(), parts = [];
  const price = turn.price?.length ? turn.price : [];
  parts.push(el("p", { class: "price" }, el("b", {}, off ? "Sent…" : turn.title), ...price.slice(0, 2).map((part) => el("span", {}, part))));
  const buttons = (turn.buttons ?? []).map((fact) => button(fact, turn.id, off));
  if (turn.draw) buttons.push(...drawButtons(turn, off));
  if (turn.wager) {
    if (turn.wager.least < turn.wager.most) parts.push(presetRow(turn.wager, off), sizeRow(turn.wager, off));
    buttons.push(el("button", { id: "wager", type: "button", disabled: off, onclick: () => say(`${turn.wager.word} ${amount}`, turn.id) }, wagerLabel(turn.wager)));
  }
  parts.push(el("div", { class: buttons.length > 3 ? "row big wrap" : "row big" }, ...buttons));
  acts.replaceChildren(...parts);
  if (focused) [...acts.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
}

function drawButtons(turn, off) {
  const { verb, word, least, most, pat } = turn.draw, count = chosen.size, places = [...chosen].sort((a, b) => a - b).join(" ");
  const go = { label: count ? `${verb} ${count}` : `${verb}: tap cards`, word: `${word} ${places}`, main: count > 0 };
  const buttons = [button(go, turn.id, off || count < Math.max(least, 1) || count > most)];
  if (pat) buttons.push(button({ label: "Stand pat", word: pat, main: !count }, turn.id, off));
  return buttons;
}

const wagerLabel = (wager) => (amount === wager.all_in ? `All-in ${number.format(amount)}` : `${wager.verb} ${number.format(amount)}`);

function setAmount(wager, to) {
  const within = Math.min(wager.most, Math.max(wager.least, to)), totals = wager.totals ?? [];
  amount = totals.length ? totals.reduce((best, each) => (Math.abs(each - within) < Math.abs(best - within) ? each : best)) : within;
  $("wager").textContent = wagerLabel(wager);
  for (const each of $("acts").querySelectorAll(".big button")) each.className = each.id === "wager" ? "main" : "";
  const slider = $("slider");
  if (slider && document.activeElement !== slider) slider.value = String(placeOnSlider(wager, amount));
  slider?.setAttribute("aria-valuetext", number.format(amount));
  $("acts").querySelectorAll(".presets button").forEach((each) => each.setAttribute("aria-pressed", String(+each.value === amount)));
}

// The slider is finer where the amounts are small.
const REACH = 1000;
const placeOnSlider = (wager, to) => Math.round(REACH * Math.sqrt((to - wager.least) / (wager.most - wager.least)));
function amountAt(wager, position) {
  if (position >= REACH) return wager.most;
  const exact = (wager.most - wager.least) * (position / REACH) ** 2, step = Math.max(1, wager.step);
  return wager.least + Math.round(exact / step) * step;
}

function sizeRow(wager, off) {
  const by = (steps) => {
    const totals = wager.totals ?? [], at = totals.indexOf(amount) + steps;
    setAmount(wager, totals.length ? totals[Math.min(totals.length - 1, Math.max(0, at))] : amount + steps * wager.step);
    $("slider").value = String(placeOnSlider(wager, amount));
  };
  const slider = el("input", { id: "slider", type: "range", min: "0", max: String(REACH), disabled: off, value: String(placeOnSlider(wager, amount)), "aria-label": `${wager.verb}, in chips` });
  slider.value = String(placeOnSlider(wager, amount));
  slider.oninput = () => setAmount(wager, amountAt(wager, +slider.value));
  const less = el("button", { type: "button", disabled: off, onclick: () => by(-1), "aria-label": "Less" }, "−");
  const more = el("button", { type: "button", disabled: off, onclick: () => by(1), "aria-label": "More" }, "+");
  return el("div", { class: "row size" }, less, slider, more);
}

function presetRow(wager, off) {
  const presets = (wager.presets ?? []).map(([name, total]) => el("button", { type: "button", value: String(total), disabled: off, "aria-pressed": String(total === amount),
    onclick: () => { $("slider").blur(); setAmount(wager, total); } }, name, name === number.format(total) ? "" : el("small", {}, number.format(total))));
  return el("div", { class: "row presets" }, ...presets);
}

// --- time

/** Draws what is left of the clock; the ring is part of the plate of the player to act. */
function drawTime() {
  const clock = facts.clock, mine = Boolean(facts.turn), left = clock ? Math.max(0, clock.until + clockOffset - performance.now()) : 0;
  for (const box of document.querySelectorAll(".turn .box")) box.style.setProperty("--part", clock ? Math.min(1, left / (clock.whole || 1)) : 1);
  const seconds = Math.ceil(left / 1000);
  for (const words of document.querySelectorAll(".turn .secs")) words.textContent = clock ? `${clock.bank ? "bank " : ""}${seconds} s${seconds <= 5 ? "!" : ""}` : "to act";
  const name = facts.table?.name ?? "";
  document.title = mine ? `${clock ? `${seconds} s · ` : ""}Your turn · ${name}` : facts.place === "table" ? `${name} · Railbird` : "Railbird";
}
setInterval(drawTime, 250);

// --- dialogs

function drawMenu() {
  const leave = facts.place === "lobby" ? [{ label: "Leave the game", word: "quit" }] : [];
  $("offers").replaceChildren(...[...(facts.offers ?? []), ...leave].map((offer) => button({ ...offer, main: false })));
  if (document.activeElement !== $("newname")) $("newname").value = facts.you || load("name");
}

let asking = null;
function askAmount(fact) {
  asking = fact;
  $("amount-words").textContent = `${fact.label}: how many chips?`;
  $("range").textContent = `${number.format(fact.least)} to ${number.format(fact.most)}`;
  $("chips").value = String(fact.usual || fact.most);
  $("menu").close();
  $("amount").showModal();
  $("chips").select();
}

/** Asks for a password or a name; a question that takes yes or no stands among the others. */
function drawAsked() {
  const asked = facts.asked, types = { password: "password", name: "text" };
  if (!asked || !types[asked.kind]) return $("ask").close();
  $("ask-words").textContent = asked.sentence;
  $("answer").type = types[asked.kind];
  $("answer").value = "";
  if (!$("ask").open) $("ask").showModal();
}

for (const each of document.querySelectorAll("[data-opens]")) each.onclick = () => { $(each.dataset.opens).showModal(); $("all").scrollTop = $("all").scrollHeight; };
/** Answers a question by nothing: a password of a table is not asked again, and before the game the player leaves. */
function giveUp() {
  say(facts.asked?.word ? "no" : "quit");
}
$("ask").addEventListener("cancel", giveUp);
$("ask").querySelector("[data-closes]").addEventListener("click", giveUp);
for (const each of document.querySelectorAll("[data-closes]")) each.onclick = () => $(each.dataset.closes).close();
for (const each of document.querySelectorAll("dialog")) each.onclick = (event) => { if (event.target === each && each.id !== "ask") each.close(); };
$("offers").addEventListener("click", (event) => { if (event.target.closest("button")) $("menu").close(); });
$("log").onclick = () => document.querySelector("[data-opens=talk]").click();
$("again").onclick = () => { tries = 0; show({ place: "connecting", sentence: "Connecting to the game…" }); connect(); };

function onSubmit(form, act) {
  form.onsubmit = (event) => { event.preventDefault(); act(); };
}
onSubmit($("say"), () => { const text = $("said").value.trim(); if (text) say(`say ${text}`); $("said").value = ""; });
onSubmit($("rename"), () => { const name = $("newname").value.trim(); if (name) { save("name", name); say(`name ${name}`); $("menu").close(); } });
onSubmit($("amount").firstElementChild, () => { const chips = $("chips").value.replace(/\D/g, ""); $("amount").close(); if (asking && chips) say(`${asking.word} ${chips}`); });
onSubmit($("ask").firstElementChild, () => {
  const { kind, word = "" } = facts.asked ?? {}, answer = $("answer").value;
  if (kind === "name") save("name", answer.trim());
  $("ask").close();
  say(`${word} ${answer}`.trim());
});
onSubmit($("hello"), () => { const name = $("name").value.trim(); if (name) { save("name", name); show({ place: "connecting", sentence: "Connecting to the game…" }); connect(); } });

// --- settings of this phone

function applySettings() {
  document.documentElement.dataset.deck = load("deck") || "four";
  document.documentElement.dataset.text = load("text") || "1";
}
for (const [name, usual] of [["deck", "four"], ["text", "1"]]) for (const choice of document.getElementsByName(name)) {
  choice.checked = choice.value === (load(name) || usual);
  choice.onchange = () => { save(name, choice.value); applySettings(); fit(); };
}
const buzz = document.getElementsByName("buzz")[0];
buzz.checked = load("buzz") !== "off";
buzz.onchange = () => save("buzz", buzz.checked ? "on" : "off");
applySettings();

$("name").value = load("name");
if (load("name")) { show({ place: "connecting", sentence: "Connecting to the game…" }); connect(); }
else { show({ place: "hello" }); if (invite) $("hello-words").textContent = "You are invited to a game. What are you called?"; $("name").focus(); }
