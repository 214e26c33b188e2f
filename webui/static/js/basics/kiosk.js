/** A screen nobody touches: `?kiosk=1` leaves out every menu and hides the pointer. */

/** Is this page to be looked at only? */
export const kiosk = new URLSearchParams(location.search).get("kiosk") === "1";

if (kiosk) document.documentElement.dataset.kiosk = "";
