/** Which devices are the host's or the camera, and how one of them is signed out. */

import * as client from "../http/client.js";
import { h } from "../basics/dom.js";
import { t } from "../basics/words.js";

/** A line for each of these devices; `changed` asks for them anew. Nothing for a host who is alone. */
export function hostList(hosts, store, changed) {
  if (hosts.length < 2) return null;
  return h("section.stack", { "aria-label": t("Devices of the host") }, h("h3", {}, t("Devices of the host")), hosts.map((one) => row(one, store, changed)));
}

function row(one, store, changed) {
  const since = new Date(one.since * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const signOut = async () => {
    const asked = one.camera ? t("Take the camera from this phone?") : t("Sign this device out as the host? The PIN changes.");
    if (confirm(asked)) await store.send(() => client.signOutHost(one.id));
    changed();
  };
  return h("div.row", {}, h("p.grow", {}, one.own ? t("this device") : one.camera ? t("the phone that is the camera") : t("another device, since {time}", { time: since })),
    h("button.small", { type: "button", "data-key": `sign-out-${one.id}`, onclick: signOut }, t("Sign out")));
}
