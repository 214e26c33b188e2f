/** A phone as the camera: it shows what it sees, asks the host, and sends one picture after the other. */

import * as client from "../http/client.js";
import { statusWords } from "../camera/camera.js";
import { comfort, dress } from "../basics/comfort.js";
import { h, redraw } from "../basics/dom.js";
import { stayAwake } from "../http/secure.js";
import { Store } from "../http/store.js";
import { t } from "../basics/words.js";

const LONGEST_PX = 1600;
const QUALITY = 0.8;
const PAUSE_MS = 350;
const WANTED = { video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } }, audio: false };
const app = document.getElementById("app");
const store = new Store();
const video = h("video.eye-picture", { muted: true, playsinline: true, "aria-label": t("What the camera sees") });
const canvas = document.createElement("canvas");
const ui = { on: false, starting: false, problem: "", words: "" };

function draw() {
  const { camera, waiting } = store.view.you;
  redraw(app, h("div.awning"), h("div.page.stack", {},
    h("h1", {}, t("This phone is the camera")),
    navigator.mediaDevices ? null : h("p.reason", { role: "alert" }, t("Over plain HTTP this browser keeps the live camera to itself. Photos work all the same, or read about"), " ", h("a", { href: "/ca" }, t("a secure connection")), "."),
    ui.problem ? h("p.reason", { role: "alert" }, ui.problem) : null,
    ui.on ? video : h("p", {}, t("Put the phone where it sees all sixteen tiles, from above if it can be, and let it stand still. Only pictures are sent, no sound, and only to the computer at this table.")),
    h("p", { role: "status" }, ui.on ? (camera ? ui.words || t("Sending …") : waiting ? t("The host has been asked to let this phone in. It is one tap on the host's screen.") : "") : ""),
    h("div.row", {}, ui.on
      ? h("button.big-button", { type: "button", "data-key": "stop", onclick: stop }, t("Stop the camera"))
      : h("button.primary.big-button", { type: "button", "data-key": "offer", disabled: !navigator.mediaDevices, onclick: offer }, t("Be the camera"))),
    comfort()));
  if (ui.on) video.play().catch(() => null);
}

async function offer() {
  if (ui.starting || ui.on) return; // the browser may still be asking whether it may
  ui.starting = true;
  const stream = await navigator.mediaDevices.getUserMedia(WANTED).catch(() => null);
  ui.starting = false;
  if (!stream) return lost();
  for (const track of stream.getTracks()) track.addEventListener("ended", () => video.srcObject === stream && lost());
  video.srcObject = stream;
  Object.assign(ui, { on: true, problem: "", words: "" });
  stayAwake();
  await store.send(() => client.offerCamera().then(() => client.view()));
  draw();
  look(stream);
}

/** The browser gave no picture, or gives none any more: another program has taken the camera, or it was pulled out. */
function lost() {
  ui.problem = t("The browser gives no picture. Allow the camera for this page in its settings, and try again.");
  stop();
}

function stop() {
  video.srcObject?.getTracks().forEach((track) => track.stop());
  video.srcObject = null;
  ui.on = false;
  draw();
}

/** The next picture leaves only when the one before has been read: the newest, never a queue. */
async function look(stream) {
  while (video.srcObject === stream) {
    if (store.view.you.camera && !document.hidden && video.videoWidth) await send();
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

async function send() {
  try {
    const words = statusWords(await client.sendPicture(await picture())) || t("Sending …");
    if (ui.on && (words !== ui.words || ui.problem)) Object.assign(ui, { words, problem: "" }), draw();
  } catch (error) {
    if (!ui.on) return;
    ui.problem = error.status ? error.message : t("The companion does not answer. Is the computer still on?");
    draw();
    if (error.code === "not_the_camera") await store.refresh();
    await new Promise((done) => setTimeout(done, 2000));
  }
}

function picture() {
  const scale = Math.min(1, LONGEST_PX / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/jpeg", QUALITY));
}

dress();
store.subscribe(draw);
await store.start();
