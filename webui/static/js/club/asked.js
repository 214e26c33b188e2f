/** What do the club's own pages say to the server? */

import { Refusal } from "../http/client.js";

const ask = (path, body) => asked(`/club/api/${path}`, body);

async function asked(path, body) {
  const more = body === undefined ? {} : { method: "POST", headers: { "X-Bazaar": "1", "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { credentials: "same-origin", cache: "no-store", ...more });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(answer.status, told);
  return told;
}

export const board = () => ask("board");
export const sheet = () => ask("sheet");
export const signIn = (password) => ask("sign_in", { password });
export const signOut = () => ask("sign_out", {});
export const putUp = (names) => ask("tables", { names });
export const close = (table) => ask("tables/close", { table });
/** Become the host of a table, in this browser. */
export async function beHost(table) {
  const { ticket } = await ask("tables/host", { table });
  return asked(`/t/${table}/api/organiser`, { ticket });
}
export const helped = (table) => ask("tables/helped", { table });
const between = ({ from, to }) => new URLSearchParams(Object.entries({ from, to }).filter(([, day]) => day)).toString();
/** The ladder of these days, as `{from, to}`; either may be left out. */
export const ladder = (days) => ask(`ladder?${between(days)}`);
export const ladderTable = (days) => `/club/api/ladder.csv?${between(days)}`;
export const SHEET = "/club/api/sheet.pdf";
export const RESULTS = "/club/api/results.csv";
export const TABLES = "/club/api/tables.csv";
