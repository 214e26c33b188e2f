/** Where does this page's table answer? Alone at the root of the address; in a club each below `/t/CODE`. */

const root = document.documentElement.dataset.root ?? "";
/** What is the same for every table. */
const SHARED = /^\/(static|art|club)\//;

export const inClub = root !== "";

/** The address of something of this table: `at("/table")`. */
export const at = (path) => (path.startsWith("/") && !SHARED.test(path) ? root + path : path);
