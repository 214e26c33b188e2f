/** By which address do phones come, and what keeps them away when none comes? */

import { h, icon } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** So long a code is shown before anybody wonders. */
const PATIENCE_MS = 45_000;
const KINDS = { real: "", public: t("open internet"), tunnel: t("VPN"), virtual: t("virtual machine"), link: t("no network"), loopback: t("this computer only") };

/** What the firewall of each system asks, and where it is asked to let phones in. */
const FIREWALLS = {
  windows: (port) => t("Windows asks once whether networks may reach Python (“Do you want to allow public and private networks to access this app?”). Say Allow. If it asked before: Windows Security → Firewall → Allow an app through firewall, and tick Python for private networks (port {port}).", { port }),
  mac: (port) => t("The Mac asks “Do you want the application “Python” to accept incoming network connections?” Say Allow. If it asked before: System Settings → Network → Firewall → Options, and set Python to Allow (port {port}).", { port }),
  linux: (port) => t("If a firewall is on, open the port: “sudo ufw allow {port}/tcp”, or “sudo firewall-cmd --add-port={port}/tcp”.", { port }),
};
const HOTSPOTS = {
  windows: t("on this computer: Settings → Network & internet → Mobile hotspot"),
  mac: t("on this computer: System Settings → General → Sharing → Internet Sharing"),
  linux: t("on this computer: Settings → Wi-Fi → menu → Turn on Wi-Fi hotspot"),
};

let waiting = null;

/** Has a code been shown for a while? `later` is called when that is so. */
export function waitedLong(later) {
  if (!waiting) {
    waiting = { since: Date.now() };
    setTimeout(later, PATIENCE_MS);
  }
  return Date.now() - waiting.since >= PATIENCE_MS;
}

/** What the computer is called here, for phones that understand such names. */
export const nameHere = (net) => (net?.name ? h("span.small.soft", {}, t("Some phones also find {name}", { name: net.name })) : null);

/** The addresses of this computer, where there is a choice. */
export function addressChoice(net, choose) {
  if (!net || net.ways.length < 2) return null;
  const words = (way) => [way.address, way.name, KINDS[way.kind]].filter(Boolean).join(" · ");
  return h("label.address-choice", {}, h("span.small.soft", {}, t("Phones come to")),
    h("select", { "data-key": "address", onchange: (event) => choose(event.target.value) }, net.ways.map((way, at) => h("option", { value: way.address, selected: at === 0 }, words(way)))));
}

/** Why no phone may have come, the likeliest reason first, and the way out. */
export function nobodyCame(net) {
  const reach = net.ways.length ? `${net.address}/reach` : "";
  return h("details.card.nobody", { "data-key": "nobody" }, h("summary", {}, icon("ask"), t("Nobody reaches this computer?")),
    h("ol.stack", {},
      h("li", {}, h("b", {}, t("A firewall on this computer.")), " ", FIREWALLS[net.system](net.port)),
      h("li", {}, h("b", {}, t("Another network.")), " ", t("Phones and computer must be in the same Wi-Fi. Guest networks keep devices apart, and so do routers with “client isolation” or “AP isolation”.")),
      h("li", {}, h("b", {}, t("Mobile data or a VPN.")), " ", t("Switch both off on the phone for the evening.")),
      net.ways.length > 1 ? h("li", {}, h("b", {}, t("The wrong address.")), " ", t("This computer has several: choose another one above, and the codes change.")) : null,
      h("li", {}, h("b", {}, t("The way out: a hotspot.")), " ", t("Open one on a phone and join it with this computer, or {here}. No internet is needed; the codes change by themselves.", { here: HOTSPOTS[net.system] }))),
    reach ? h("p", {}, t("A phone that opens this address measures its line:"), " ", h("b.nobody-address", {}, reach.replace(/^https?:\/\//, ""))) : null);
}
