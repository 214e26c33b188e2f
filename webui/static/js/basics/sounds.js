/** How does a page sound and shake? Only once somebody has touched it: before that a browser lets no page do either. */

const SHAKE_MS = [120, 60, 120];
const CALL = [[0, 659], [0.16, 880]];
let audio = null;

/** Has anybody touched the page since it was opened? */
export const touched = () => navigator.userActivation?.hasBeenActive ?? true;

/** A few soft notes: [after how many seconds, how high in hertz]. */
export function chime(notes = CALL) {
  if (!touched()) return;
  wake();
  for (const [at, pitch] of notes) play(audio.currentTime + at, pitch);
}

/** A short buzz, where the device can. */
export function shake() {
  if (touched()) navigator.vibrate?.(SHAKE_MS);
}

/** From now on every touch wakes the sound where `wanted()`: a phone may let it sleep whenever its screen goes dark. */
export function wakeWithTouch(wanted) {
  for (const sign of ["pointerup", "keydown"]) addEventListener(sign, () => wanted() && touched() && wake());
}

function wake() {
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume();
}

function play(at, pitch) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, at);
  volume.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.32);
}
