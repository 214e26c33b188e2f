/** How does a page speak to the server? Knows every address, knows no page. */

import { at } from "../basics/address.js";
import { t } from "../basics/words.js";
import * as pictures from "./pictures.js";

export class Refusal extends Error {
  constructor(status, body) {
    super(body.message || t("The server could not do that ({status}). Try again in a moment.", { status }));
    this.status = status;
    this.code = body.code || "";
    this.facts = body.facts || {};
    this.view = body.view || null;
  }
}

/** A line is dead after so many beats that did not come. */
const LATE = 2;
/** Where nobody answered, it is asked again after so long. */
export const AGAIN_MS = 3000;
/** Seconds between beats, until the server has said how many: a line may die before its first one. */
const BEAT_S = 10;
/** How long the newest view is waited for, and then on another line: those a browser keeps may all have died. */
const VIEW_MS = [1000, 1500, 2500, 5000];

/** A page that was away may hold nothing but dead lines: it asks on one more after so many milliseconds, and waits for
 *  each so long. The first answer counts. */
const WOKEN_MS = [0, 200, 400, 600, 800, 1100, 1500, 2500];
const WOKEN_WAIT_MS = 4000;

const HEADERS = { "X-Bazaar": "1", "Content-Type": "application/json" };

/** When each photo or file that is being sent was begun. */
const sending = new Set();
/** For so long one that is being sent keeps everything else from being given up: its line may be slow. */
const SENDING_MS = 60_000;

async function ask(path, options = {}) {
  if (!(options.body instanceof Blob)) return answered(path, options);
  const one = { begun_ms: Date.now() };
  sending.add(one);
  return answered(path, options).finally(() => sending.delete(one));
}

const isSending = () => [...sending].some((one) => Date.now() - one.begun_ms < SENDING_MS);

/** No line answers: all that waits is given up, unless a photo is being sent, which would be cut off. */
export function giveUp() {
  if (!isSending()) pictures.giveUp();
}

async function answered(path, options) {
  const answer = await fetch(at(path), { credentials: "same-origin", cache: "no-store", ...options });
  if (answer.status === 204) return null;
  const body = await answer.json().catch((error) => {
    if (answer.ok) throw error; // given up in the midst of it
    return {};
  });
  if (!answer.ok) throw new Refusal(answer.status, body);
  return body;
}

const post = (path, body = {}) => ask(path, { method: "POST", headers: HEADERS, body: JSON.stringify(body) });
const query = (values) => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return given.length ? "?" + new URLSearchParams(given) : "";
};

export function view(since = null, seat = null) {
  const tries = VIEW_MS.map((ms) => () => ask("/api/view" + query({ since, seat }), { signal: AbortSignal.timeout?.(ms) }));
  const onward = (next) => (error) => { if (error.name !== "TimeoutError") throw error; return next(); };
  return tries.slice(1).reduce((answer, next) => answer.catch(onward(next)), tries[0]());
}
/** The newest view for a page that was away. */
export function viewAfterAway(seat = null) {
  const given_up = new AbortController();
  const later = (ms) => new Promise((then) => setTimeout(then, ms));
  const tries = WOKEN_MS.map(async (ms) => {
    await later(ms);
    if (given_up.signal.aborted) return null;
    return ask("/api/view" + query({ seat }), { signal: given_up.signal });
  });
  const refused = new Promise((_, tell) => tries.forEach((one) => one.catch((error) => error instanceof Refusal && tell(error))));
  const late = later(WOKEN_WAIT_MS).then(() => { throw new DOMException("no answer", "TimeoutError"); });
  return Promise.race([Promise.any(tries), refused, late]).finally(() => given_up.abort());
}
export const act = (what) => post("/api/act", what);
export const hint = (seat) => ask("/api/hint" + query({ seat }));
export const https = () => ask("/api/https");
export const statistics = () => ask("/api/statistics");
export const guide = () => ask("/api/guide");
export const wholeLog = () => ask("/api/log");
export const past = (step) => ask("/api/past" + query({ step }));
export const bgStats = () => ask("/api/export/bgstats");
export const tellHand = (what) => post("/api/hand", what);
export const undo = (what) => post("/api/undo", what);
export const redo = (what) => post("/api/redo", what);
export const join = (code) => post("/api/join", { code });
export const beHost = (pin) => post("/api/be_host", { pin });
export const pin = () => ask("/api/pin");
export const hosts = () => ask("/api/hosts");
export const signOutHost = (id) => post("/api/hosts/sign_out", { id });
export const eyes = () => ask("/api/eye");
export const eyeCode = () => post("/api/eye/code");
export const forgetEye = (id) => post("/api/eye/forget", { id });
export const openSaved = () => post("/api/saved/try_again");
export const backupUrl = "/api/backup";
export const restore = (file) => ask("/api/restore", { method: "POST", headers: { "X-Bazaar": "1", "Content-Type": "application/zip" }, body: file });
export const earlierGames = () => ask("/api/saved");
export const recoverGame = (file) => post("/api/saved/recover", { file });
export const decide = (id, let_in) => post("/api/wishes", { id, let_in });
export const offerCamera = () => post("/api/phone_camera/offer");
export const sendPicture = (blob) =>
  ask("/api/phone_camera/picture", { method: "POST", headers: { "X-Bazaar": "1", "Content-Type": blob.type }, body: blob });
export const leave = (seat) => post("/api/leave", { seat });
export const seats = () => ask("/api/seats");
export const ways = () => ask("/api/ways");
export const chooseWay = (address) => post("/api/ways", { address });
export const seatCode = (seat) => post("/api/seats/code", { seat });
export const takeSeat = (seat) => post("/api/seats/take", { seat });
export const freeSeat = (seat) => post("/api/seats/free", { seat });
export const callOrganiser = (needs) => post("/api/help", { needs });
export const games = () => ask("/api/games");
export const newGame = (order) => post("/api/game", order);
export const rematch = () => post("/api/rematch");
export const correct = (what) => post("/api/correct", what);
export const layout = (order) => post("/api/layout", order);
export const roll = (order) => post("/api/roll", order);
export const answer = (what) => post("/api/camera/answer", what);
export const settle = (who, seat) => post("/api/camera/settle", { who, seat });
export const takeBack = (what) => post("/api/camera/take-back", what);
export const askFirst = (ask) => post("/api/camera/ask-first", { ask });
export const ownTiles = (on) => post("/api/own-tiles", { on });
export const ownTileUrl = (id, place) => `/api/own-tiles/${id}/${place}.jpg`;
export const carry = (what) => post("/api/virtual/carry", what);
export const mishap = (what) => post("/api/virtual/mishap", { what });
export const rivalBegins = () => post("/api/rival/begin");
export const rivalMoved = (n) => post("/api/rival/moved", { n });
export const seatOwner = (seat, strength) => post("/api/rival/owner", { seat, strength });
export const skipSetup = () => post("/api/setup-check/skip");
export const record = (on) => post("/api/recorder", { on });
export const forgetRecording = () => post("/api/recorder/delete");
export const recordingUrl = "/api/recorder/evening.zip";
export const confidences = () => ask("/api/camera/confidences");
export const pictureUrl = (layers, frame) => "/api/camera.jpg" + query({ layers: layers.join(","), frame });
export const wizard = () => ask("/api/wizard");
export const keepWizard = (draft) => ask("/api/wizard", { method: "POST", headers: HEADERS, body: JSON.stringify(draft), keepalive: true });
export const chosenCamera = () => ask("/api/wizard/camera");
export const chooseCamera = (choice) => post("/api/wizard/camera", choice);
export const findWebcams = () => post("/api/wizard/webcams");
export const webcamsSoFar = () => ask("/api/wizard/webcams");
export const seenLayout = () => ask("/api/wizard/layout");
export const lesson = () => ask("/api/lesson");
export const teach = (what, facts = {}) => post(`/api/lesson/${what}`, facts);
export const lessonPhotoUrl = (number) => `/api/lesson/photo/${number}.jpg`;
export const lessonTileUrl = (place, version) => `/api/lesson/tile/${place}.jpg?${version}`;
export const lessonPhoto = (blob, code = "") =>
  ask("/api/lesson/photo", { method: "POST", headers: { "X-Bazaar": "1", "X-Lesson": code, "Content-Type": blob.type }, body: blob });
export const profile = (what, facts) => post(`/api/profiles/${what}`, facts);
/** Look with a copy at a photo, or at the camera's picture where there is none: `what` is try, wood or discs. */
export const lookWith = (what, name, blob) => {
  const path = `/api/profiles/${encodeURIComponent(name)}/${what}`;
  return blob ? ask(path, { method: "POST", headers: { "X-Bazaar": "1", "Content-Type": blob.type }, body: blob }) : post(path);
};
export const disc = (what, name, facts) => post(`/api/profiles/${encodeURIComponent(name)}/${what}`, facts);
export const discsUrl = (number) => `/api/profiles/discs/${number}.jpg`;
export const profileUrl = (name, version) => `/api/profiles/${encodeURIComponent(name)}.jpg?${version}`;
export const photo = (blob) =>
  ask("/api/photo", { method: "POST", headers: { "X-Bazaar": "1", "Content-Type": blob.type }, body: blob });

/** A photo of the bare tiles, for a worker of the club. */
export const copyPhoto = (blob) => upload("/api/copy/photo")(blob);

const upload = (path) => (blob) => ask(path, { method: "POST", headers: { "X-Bazaar": "1", "Content-Type": blob.type }, body: blob });
export const readDice = upload("/api/dice/photo");
export const learnDice = upload("/api/dice/icons");
export const diceCopy = (name) => ask("/api/dice/copy" + query({ name }));
export const keepCopy = (what) => post("/api/dice/copy", what);
export const copyFace = (kind, code) => post("/api/dice/copy/face", { kind, code });

/** Hear of changes: calls back with {tick, version, game_id} or, where the server sends it, with the whole new view;
 *  tells when the line is lost and found.
 *  A line may die without a word, as where a phone sleeps: one on which no beat was heard in time is opened anew.
 *  Gives the way to open it anew: the server sends a line what the device was when it opened it. */
export function listen(heard, lineIs) {
  let source = null;
  let every_s = BEAT_S;
  let heard_ms = 0;
  let watch = 0;
  const isLate = () => Date.now() - heard_ms > LATE * every_s * 1000;
  const alive = () => {
    heard_ms = Date.now();
    clearTimeout(watch);
    watch = setTimeout(again, LATE * every_s * 1000);
  };
  const anew = () => {
    source?.close();
    giveUp();
    open();
  };
  const again = () => {
    lineIs(false);
    anew();
  };
  const lives = () => {
    alive();
    pictures.fetchAnew();
    lineIs(true);
  };
  const open = () => {
    source?.close();
    source = new EventSource(at("/events?views=1"));
    for (const said of ["message", "view"]) source.addEventListener(said, (event) => { alive(); heard(JSON.parse(event.data)); });
    source.addEventListener("beat", (event) => { every_s = Number(event.data); lives(); if (pictures.areOverdue() && !isSending()) anew(); });
    source.onopen = lives;
    source.onerror = () => {
      lineIs(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, AGAIN_MS);
    };
    alive();
  };
  open();
  document.addEventListener("visibilitychange", () => !document.hidden && isLate() && again());
  addEventListener("pagehide", () => { clearTimeout(watch); source.close(); });
  addEventListener("pageshow", (event) => event.persisted && open());
  return open;
}
