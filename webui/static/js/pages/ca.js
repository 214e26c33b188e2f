/** How does a phone come to trust this computer? Steps for each kind of device, and how to undo them. */

import * as client from "../http/client.js";
import { comfort, dress } from "../basics/comfort.js";
import { h, redraw } from "../basics/dom.js";
import { t } from "../basics/words.js";

const STEPS = {
  iphone: [t("iPhone, iPad"), [
    t("Open this page in Safari and take the certificate. Allow the profile to be loaded."),
    t("Settings → General → VPN & Device Management: install the profile “Bazaar Companion”."),
    t("Settings → General → About → Certificate Trust Settings: switch it on."),
    t("Open the safe address. Share → Add to Home Screen makes it an app."),
  ]],
  android: [t("Android"), [
    t("Take the certificate; it lands among the downloads."),
    t("Settings → Security → Encryption and credentials → Install a certificate → CA certificate: choose the file. The words differ a little from maker to maker; searching the settings for “certificate” helps."),
    t("Open the safe address in Chrome. Menu → Add to home screen makes it an app."),
    t("Firefox trusts it only after Settings → About → five taps on the logo → Secret settings → Use third party CA certificates."),
  ]],
  desktop: [t("Computer"), [
    t("Windows: open the file → Install certificate → Current user → Trusted root certification authorities."),
    t("Mac: open the file in Keychain Access, and under Trust choose Always trust."),
    t("Linux, and Firefox everywhere: in the browser's settings search for “certificates” and import the file as an authority."),
    t("The computer that runs the companion needs none of this."),
  ]],
};

function guess() {
  const agent = navigator.userAgent;
  return /iPhone|iPad/.test(agent) ? "iphone" : /Android/.test(agent) ? "android" : "desktop";
}

function steps(kind) {
  const [title, list] = STEPS[kind];
  return h("details.card", { "data-key": kind, open: kind === guess() }, h("summary", {}, title), h("ol.stack", {}, list.map((one) => h("li", {}, one))));
}

function without() {
  return [h("p.card", {}, t("The companion runs over plain HTTP. Everything works like this, but for three things that browsers keep for secure connections: the phone's live camera, keeping the screen on, and installing the page as an app. To have them, start the companion with --https."))];
}

function within(https) {
  return [
    h("section.card.stack", {},
      h("p", {}, t("The line to this computer is encrypted. Phones warn of it, because no public office can vouch for a computer at home.")),
      h("p", {}, t("The quick way: open the safe address, and in the warning choose to go on all the same (Advanced, Details). Camera and screen work then.")),
      h("p", {}, t("The thorough way: install this computer's certificate once. The warning goes away, and the page can be installed as an app.")),
      h("div.row", {}, h("a.button.primary", { href: https.address }, t("Open the safe address")), h("a.button", { href: "/ca.crt", download: "bazaar-companion.crt" }, t("Take the certificate")))),
    Object.keys(STEPS).map(steps),
    h("details.card", { "data-key": "what" }, h("summary", {}, t("What do I trust then?")), h("div.stack", {},
      h("p", {}, t("Only this one computer, and only for addresses inside home networks and names that end in .local: the certificate is barred from everything else. Its key never leaves the computer. After the evening you can remove it where you installed it.")),
      h("p", {}, t("Compare its fingerprint (SHA-256) with the one on the computer:")),
      h("p.fingerprint", {}, https.fingerprint))),
  ];
}

dress();
const https = await client.https().catch(() => ({ on: false }));
redraw(document.getElementById("app"), h("div.awning"), h("div.page.stack", {}, h("h1", {}, t("A secure connection")), https.on ? within(https) : without(), comfort()));
