/** The table screen: everything public, readable from across the table; the host hands out the seats here. */

import { inClub } from "../basics/address.js";
import * as client from "../http/client.js";
import { askFirstSwitch, statusWords, tableCamera } from "../camera/camera.js";
import { comfort, dress } from "../basics/comfort.js";
import { announce, art, h, icon, mark, note, redraw } from "../basics/dom.js";
import { fixForm } from "../play/fix.js";
import { eyeCard, fetchEyes } from "../rights/eyes.js";
import { hostList } from "../rights/hosts.js";
import { joinByLink } from "../rights/join.js";
import { kiosk } from "../basics/kiosk.js";
import { explain, watchPresses } from "../basics/lookup.js";
import { logList } from "../play/log.js";
import { watchMoments } from "../play/moments/queue.js";
import { movingCard } from "../keepsakes/moving.js";
import { loadParts, partsOf } from "../play/parts.js";
import { pastBar, pastButton, shownView } from "../play/past.js";
import { recorderCard } from "../keepsakes/recorder.js";
import { rivalCard } from "../play/rivals/rival.js";
import { ranking } from "../play/result.js";
import { undoWords } from "../play/dock.js";
import { callPlayers, callRow } from "../play/call.js";
import { isJoining, joinHead, joinScreen } from "../rights/joining.js";
import { addressChoice } from "../rights/nobody.js";
import { copyCard } from "../club/photos.js";
import { organiserCard } from "../rights/organiser.js";
import { pinLine, seatCards, seatCode, wishCard } from "../rights/seats.js";
import { setupCard } from "../setup/setup_check.js";
import { statistics } from "../play/stats.js";
import { Store } from "../http/store.js";
import { troubleCards } from "../keepsakes/troubles.js";
import { freshSureness, sureness } from "../camera/sure.js";
import { virtualTable } from "../camera/virtual.js";
import { tellEntries } from "../play/told.js";
import { t } from "../basics/words.js";

const LAYERS = { tiles: t("tiles"), tokens: t("tokens"), scores: t("scores") };
const FRESH_CODES_MS = 60_000;
/** While people join: the network may change, and a phone may come that gets no further. */
const FRESH_JOINING_MS = 10_000;
const FRESH_PICTURE_MS = 1000;
const app = document.getElementById("app");
const store = new Store({ prepare: loadParts });
const ui = { tab: null, open: false, turn: Number(localStorage.getItem("bazaar-side") ?? 0), layers: new Set(["tiles", "tokens"]), ways: [], hosts: [], net: null };
let asked = "";

function draw() {
  const view = shownView(store.view, draw);
  document.documentElement.dataset.side = String(ui.turn);
  if (!view.players) return redraw(app, ...empty(view));
  askForCodes(view);
  shutAtTheEnd(view);
  if (isJoining(view)) return redraw(app, headOf(joinHead(view, ui.net, chooseWay, draw, kiosk ? null : screenTools())), troubleCards(view, store), wishCard(view, store), joinScreen(view, ui, draw), setupCard(view, store, true));
  redraw(app, head(view), pastBar(view, draw), troubleCards(view, store), wishCard(view, store), setupCard(view, store, true), h("div.table-main", {}, h("div.table-bazaar", {}, partsOf(view).board(view, store)), side(view)));
  if (!view.past) announce(`${turnWords(view)}. ${view.turn.text}`);
  document.title = `${turnWords(view)} · Bazaar Companion`;
}

/** When a game ends the menu is shut once: everybody wants to see who has won. */
function shutAtTheEnd(view) {
  if (view.past) return;
  if (view.result && ui.ended !== view.game_id) ui.open = false;
  ui.ended = view.result ? view.game_id : null;
}

function empty(view) {
  return [h("div.awning"), h("div.table-empty.stack", {}, art("icon", "", "join-icon"), h("h1", {}, t("The bazaar is closed")),
    troubleCards(view, store),
    view.you.host ? h("p", {}, h("a.button.primary", { href: inClub ? "/new" : "/setup" }, inClub ? t("A new game") : t("Set up the evening"))) : h("p.soft", {}, t("The host starts a game on the computer.")))];
}

const turnWords = (view) => (view.turn.of === null ? view.turn.text : t("{name} plays", { name: view.players[view.turn.of].name }));

const won = (view) => (view.result ? t("{names} won", { names: view.result.winners.map((seat) => view.players[seat].name).join(", ") }) : "");

function head(view) {
  const player = view.players[view.turn.of];
  return headOf(h("div.table-head-row", {},
    player ? mark(player, "big") : null,
    h("div.grow", {}, h("h1", {}, turnWords(view)), h("p.soft", {}, player ? view.turn.text : won(view), view.table.ending && player ? h("b.last-round", {}, " · ", t("last round")) : null)),
    view.result ? null : partsOf(view).dice(view),
    h("p.round", {}, h("span.small.soft", {}, t("Round")), h("b", {}, view.table.round)),
    kiosk ? null : tools(view)));
}

const headOf = (row) => h("header.table-head", {}, h("div.awning"), row, store.online ? null : h("p.offline", { role: "status" }, t("No connection to the table. Trying again …")));

function tools(view) {
  return h("div.row.table-tools", {},
    view.you.host && !view.past ? undoButton(view) : null,
    view.you.host && !view.past && view.redo ? h("button.quiet", { type: "button", "data-key": "redo", onclick: () => store.redo() }, icon("redo"), t("Redo")) : null,
    pastButton(view, draw),
    h("button", { type: "button", "data-key": "menu", "aria-expanded": String(ui.open), onclick: () => { ui.open = !ui.open; ui.fix = null; draw(); } }, icon("menu"), t("Menu")),
    screenTools());
}

/** What turns the screen, and gives the page all of it. */
function screenTools() {
  const turn = () => { ui.turn = (ui.turn + 90) % 360; localStorage.setItem("bazaar-side", ui.turn); draw(); };
  const full = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => note(t("This browser does not allow full screen."))));
  return [
    h("button.icon-button", { type: "button", "data-key": "turn", onclick: turn, "aria-label": t("Turn the screen to another side of the table") }, icon("turn")),
    h("button.icon-button", { type: "button", "data-key": "full", onclick: full, "aria-label": t("Full screen") }, icon("full"))];
}

function undoButton(view) {
  const keep = keptByUndo(view);
  const nothing = keep === null;
  return h("button.undo", { type: "button", "data-key": "undo", onclick: () => store.send(() => client.undo({ version: view.version, keep })), disabled: nothing, title: nothing ? t("There is nothing to take back.") : null },
    icon("undo"), h("span", {}, nothing ? t("Undo") : undoWords(view, keep)));
}

/** Up to which entry the host's undo keeps the game, null where there is nothing to take back. What the app rolled, drew
 *  or played for its seats goes with what a person did before it: else it would come again at once. */
function keptByUndo(view) {
  const rows = view.log.filter((row) => !row.undone);
  const last = rows.find((row) => row.source !== "app" && (row.seat === null || !view.players[row.seat].strength)) ?? rows.at(-1);
  return last ? last.n - 1 : null;
}

/** What happened; everything else lies behind the menu. */
function side(view) {
  const [open, content] = kiosk ? ["", kioskPanel(view)] : ui.open ? tabbed(view) : ["", whatHappened(view)];
  return h("aside.table-side", { class: ROOMY.has(open) ? "is-roomy" : "" },
    ROOMY.has(open) ? null : view.result ? h("div.table-result", {}, ranking(view), view.you.host ? h("div.row", {}, again(view)) : null, statistics(view, store.numbers)) : h("section.players", { "aria-label": t("Players") }, view.players.map((one) => h("div.card.player-card", { class: `edge-${one.color}` }, partsOf(view).summary(view, one), seatCode(view, one, ui.ways, fetchCodes))), rivalCard(view, store, true), tableCamera(view, store)),
    h("section.card.table-panel", {}, content));
}

/** Has anything happened, be it that the club's organiser came? */
const hasLog = (view) => view.log.length || view.visits?.length;

const whatHappened = (view) => h("div.tab-panel", { tabindex: "0", role: "region", "aria-label": t("What happened"), "data-scroll": "panel-log" },
  hasLog(view) ? logList(view, { store, plain: true, bare: true, most: 40 }) : h("p.soft", {}, partsOf(view).first()));

/** The tabs of the menu: which one is open, and what is shown. */
function tabbed(view) {
  const tabs = { log: t("Log"), camera: t("Camera"), seats: t("Seats"), fix: t("Correct"), more: t("More") };
  if (!view.you.host) delete tabs.seats;
  if (!view.you.host || view.past) delete tabs.fix;
  if (view.camera.status === "off" || !partsOf(view).camera) delete tabs.camera;
  const tab = tabs[ui.tab] ? ui.tab : Object.keys(tabs).at(view.you.host ? -3 : 0);
  const buttons = Object.entries(tabs).map(([key, words]) =>
    h("button.tab", { type: "button", role: "tab", "data-key": `tab-${key}`, "aria-selected": String(tab === key), onclick: () => { ui.tab = key; ui.fix = null; draw(); } }, words));
  return [tab, [h("div.tabs", { role: "tablist" }, buttons), h("div.tab-panel", { role: "tabpanel", tabindex: "0", "data-scroll": `panel-${tab}` }, PANELS[tab](view))]];
}

/** On a screen nobody touches: the codes while seats are free, else what happened. */
function kioskPanel(view) {
  const free = view.you.host && !view.result && !view.begun && view.joined.some((one) => !one);
  return free ? h("div.tab-panel", {}, PANELS.seats(view)) : whatHappened(view);
}

/** What needs the whole side: players are seen again when the menu is shut. */
const ROOMY = new Set(["seats", "fix", "more"]);

const PANELS = {
  log: (view) => [view.you.host ? h("p.soft.small", {}, t("As the host you can take back anything, also past dice and cards. The same dice fall and the same cards come again, and everybody sees what was taken back.")) : null,
    hasLog(view) ? logList(view, { store, plain: true, most: 40 }) : h("p.soft", {}, partsOf(view).first())],
  camera: cameraPanel,
  seats: (view) => [h("p.soft", {}, t("Scan your code with the phone's camera, or open the address and type the six characters.")), addressChoice(ui.net, chooseWay), seatCards(view, ui.ways, store, fetchCodes), pinLine(ui.pin), hostList(ui.hosts, store, fetchCodes), partsOf(view).camera ? [eyeCard(draw), copyCard(view, store)] : null],
  fix: (view) => fixForm(view, ui, draw, store),
  more: (view) => [
    view.you.host ? h("div.row", {}, h("a.button", { href: "/new" }, t("New game")), inClub ? null : h("a.button", { href: "/setup?step=camera" }, t("Camera and set-up")), again(view), view.result ? null : h("a.button", { href: "/evening" }, t("Stop for today"))) : null,
    h("div.row", {}, h("a.button", { href: "/guide" }, t("Guide")), h("a.button", { href: "/evening" }, t("How it went")), h("a.button", { href: "/tools" }, t("Layouts and dice")), h("a.button", { href: "/table?kiosk=1" }, t("Without menus"))), ownTiles(view), organiserCard(view, store), comfort(callRow()), view.you.host && !inClub ? movingCard() : null],
};

/** For the host, where a copy has been learnt: phones and table screen show its tiles. */
const ownTiles = (view) => (view.you.host && view.own_tiles && partsOf(view).camera ? h("label.check", {}, h("input", { type: "checkbox", "data-key": "own-tiles", checked: view.own_tiles.on, onchange: (event) => store.send(() => client.ownTiles(event.target.checked)) }), t("Show the bazaar with your own tiles")) : null);

const again = (view) => h("button", { type: "button", class: view.result ? "primary" : "", "data-key": "rematch", onclick: rematch }, t("Play again with the same people"));

async function rematch() {
  if (store.view.result || confirm(t("End this game and start the next one?"))) await store.send(() => client.rematch());
}

/** What the camera sees now, with the layers that somebody chose. */
function picture(frame) {
  const layer = (name) => h("label.check", {}, h("input", { type: "checkbox", "data-key": `layer-${name}`, checked: ui.layers.has(name), onchange: (event) => { event.target.checked ? ui.layers.add(name) : ui.layers.delete(name); draw(); } }), LAYERS[name]);
  return [
    h("img.camera-picture", { "data-key": "camera-picture", onerror: (event) => { event.target.hidden = true; }, onload: (event) => { event.target.hidden = false; }, src: client.pictureUrl([...ui.layers], frame), alt: t("What the camera sees") }),
    h("button", { type: "button", "data-key": "picture-full", onclick: () => app.querySelector(".camera-picture").requestFullscreen().catch(() => note(t("This browser does not allow full screen."))) }, icon("full"), t("The picture on the whole screen")),
    h("div.row", {}, Object.keys(LAYERS).map(layer)),
  ];
}

function cameraPanel(view) {
  const { status, detail, differences, frame, pictures = true } = view.camera;
  return h("div.stack", {},
    h("p", {}, h("b", {}, statusWords(view.camera)), detail && status !== "in_step" ? ` – ${detail}` : ""),
    ...(pictures ? picture(frame) : [h("p.soft", {}, t("An eye on another computer looks at this table; its pictures stay there."))]),
    sureness(view),
    differences.length ? h("ul.differences", {}, differences.map((one) => h("li", {}, one.text))) : null,
    view.you.host ? askFirstSwitch(view, store) : null,
    view.camera.virtual && view.you.host ? virtualTable(view, store) : null,
    view.you.host && pictures ? recorderCard(view, store) : null);
}

/** The camera's picture is a snapshot, asked for again and again while somebody looks at it. */
function refreshPicture() {
  const picture = document.querySelector(".camera-picture");
  if (picture && !document.hidden) freshSureness(store.view);
  if (picture && !document.hidden) picture.src = client.pictureUrl([...ui.layers], Date.now());
}

/** Codes are asked for when seats change hands, and again before they grow old. */
function askForCodes(view) {
  const handingOver = ui.ways.some((way) => way.taken && way.qr);
  const now = `${view.game_id}/${view.joined.join()}/${handingOver ? view.tick : ""}`;
  if (!view.you.host || now === asked) return;
  asked = now;
  fetchCodes();
}

async function fetchCodes() {
  if (!store.view?.you.host || !store.view.players) return;
  ui.ways = await client.seats().catch(() => ui.ways);
  ui.pin = (await client.pin().catch(() => null))?.pin;
  ui.hosts = await client.hosts().catch(() => ui.hosts);
  ui.net = await client.ways().catch(() => ui.net);
  await fetchEyes();
  draw();
}

/** Phones are sent to another address; the codes name it at once. */
async function chooseWay(address) {
  await store.send(() => client.chooseWay(address));
  await fetchCodes();
}

setInterval(refreshPicture, FRESH_PICTURE_MS);
dress();
watchPresses(() => store.view);
store.refused = explain;
const joined = await joinByLink();
if (joined?.problem) note(joined.problem, "bad");
store.subscribe(draw);
tellEntries(store);
callPlayers(store);
watchMoments(store, () => !document.querySelector(".past-bar"));
await store.start();
setInterval(fetchCodes, FRESH_CODES_MS);
setInterval(() => store.view?.players && isJoining(store.view) && fetchCodes(), FRESH_JOINING_MS);
