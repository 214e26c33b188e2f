/** The worker of the installed app: the page opens even while the companion is away, and then says so. */

const SHELL = "bazaar-shell-1";
const FIRST = ["/", "/table"];
/** Addresses that never say anything else: they are asked for once. */
const LASTING = /^\/(static|art)\/(v-[0-9a-f]+)\//;
const NEVER = ["/api", "/events", "/sw.js", "/ca", "/start"];

self.addEventListener("install", (event) => event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(FIRST)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(forgetOld().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const ours = origin === location.origin && event.request.method === "GET" && !NEVER.some((start) => pathname.startsWith(start));
  if (ours) event.respondWith(freshOrKept(event.request));
});

async function forgetOld() {
  for (const name of await caches.keys()) if (name !== SHELL) await caches.delete(name);
}

/** What lay below an older version's address is asked for no more. */
async function forgetOlder(shell, [, root, version]) {
  for (const one of await shell.keys()) {
    const [, sameRoot, older] = LASTING.exec(new URL(one.url).pathname) ?? [];
    if (sameRoot === root && older !== version) await shell.delete(one);
  }
}

/** Always the computer's own answer where it gives one; what is kept is for when it does not. */
async function freshOrKept(request) {
  const shell = await caches.open(SHELL);
  const lasting = LASTING.exec(new URL(request.url).pathname);
  if (lasting) {
    const kept = await shell.match(request);
    if (kept) return kept;
    forgetOlder(shell, lasting);
  }
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await shell.put(request, answer.clone()).catch(() => null); // the device is full
    return answer;
  } catch (error) {
    const kept = (await shell.match(request)) ?? (request.mode === "navigate" ? await shell.match("/") : null);
    if (kept) return kept;
    throw error;
  }
}
