/** What is the newest view? Sent by the server with each change, or fetched when a number moves; everybody who shows it is told. */

import * as client from "./client.js";
import { away } from "./again.js";
import { note } from "../basics/dom.js";
import { showRecording } from "../keepsakes/recorder.js";
import { t } from "../basics/words.js";

export class Store {
  constructor({ seat = null, prepare = () => null } = {}) {
    this.view = null;
    this.online = true;
    this.busy = false;
    this.sending = null;
    this.seat = seat;
    this.prepare = prepare;
    this.showing = [];
    this.asking = null;
    this.again = false;
    this.numbers = null;
    this.counted = null;
    this.who = null;
    this.openAnew = () => null;
    this.refused = (error, words) => note(words, "bad");
  }

  /** Call back with every new view. */
  subscribe(show) {
    this.showing.push(show);
  }

  /** Fetch the first view and listen for changes. */
  async start() {
    await this.refresh();
    if (!this.view) away();
    this.openAnew = client.listen((news) => this.heard(news), (online) => this.line(online));
    document.addEventListener("visibilitychange", () => document.hidden || this.refresh(true));
  }

  /** Wait for the first view: the computer may not answer at once. */
  first() {
    return this.view ? Promise.resolve(this.view) : new Promise((found) => this.subscribe(found));
  }

  /** Something changed. A view that came with the news is the one of the device's own seat, not of one that was chosen. */
  heard(news) {
    if (this.view && news.tick === this.view.tick && news.game_id === this.view.game_id) return;
    if (news.you && this.seat === null) this.take(news).catch(() => this.refresh());
    else this.refresh();
  }

  line(online) {
    if (online && !this.online) this.refresh();
    if (online !== this.online) {
      this.online = online;
      this.tell();
    }
  }

  /** Fetch the view; a change that arrives meanwhile is fetched right after. A page that was `away` waits for no line. */
  async refresh(away = false) {
    if (this.asking && !away) {
      this.again = true;
      return this.asking;
    }
    this.asking = this.fetch(away);
    await this.asking;
    this.asking = null;
    if (this.again) {
      this.again = false;
      await this.refresh();
    }
  }

  async fetch(away) {
    const asked = this.view;
    try {
      await this.take(await (away ? client.viewAfterAway(this.seat) : client.view(null, this.seat)), asked);
    } catch (error) {
      if (error.code === "not_joined" && this.seat !== null) {
        this.seat = null;
        this.again = true;
      } else {
        this.line(false);
        if (!(error instanceof client.Refusal)) this.later(error);
      }
    }
  }

  /** Nobody answered: ask again in a while, on lines that no picture holds. */
  later(error) {
    if (error.name === "TimeoutError") client.giveUp();
    setTimeout(() => this.online || this.refresh(), client.AGAIN_MS);
  }

  /** The numbers of a finished game, fetched once. */
  async count() {
    if (!this.view?.result || this.counted === this.view.game_id) return;
    this.counted = this.view.game_id;
    this.numbers = await client.statistics().catch(() => null);
    this.tell();
  }

  /** Show a view, unless it is late; `asked` is what was shown when it was asked for. Whether it is shown. */
  async take(view, asked = null) {
    const loading = view && this.prepare(view);
    if (loading) await loading;
    if (!view || this.isLate(view, asked)) return false;
    this.view = view;
    this.know(view.you);
    if (!view.result) this.numbers = this.counted = null;
    this.tell();
    this.count();
    return true;
  }

  /** A device that was given a seat or rights, or lost them, is somebody else now: the line that it opened as the one it
   *  was counts for nobody at the table, and may tell what is so for that one. */
  know(you) {
    const who = you ? JSON.stringify([you.seats, you.host, you.camera]) : this.who;
    if (this.who !== null && who !== this.who) this.openAnew();
    this.who = who;
  }

  /** An older view than the one shown. One of another game counts where nothing else has come since it was asked for:
   *  then the computer's clock was set back before it started again. */
  isLate(view, asked) {
    return this.view !== null && view.tick < this.view.tick && (view.game_id === this.view.game_id || asked !== this.view);
  }

  tell() {
    if (!this.view) return;
    showRecording(this.view);
    for (const show of this.showing) show(this.view);
    document.documentElement.dataset.tick = this.view.tick;
    document.documentElement.dataset.moment = `${this.view.game_id}/${this.view.version}`;
  }

  /** Send something that answers with a view; refusals are shown in words. True where it was done.
   *  The news may be shown before the last request is answered: a tap on them waits for the answer, while a second tap
   *  on what that request has changed counts for nothing. */
  async send(request) {
    const shown = this.view?.tick;
    if (this.busy) await this.sending;
    if (this.busy || this.view?.tick !== shown) return false;
    this.busy = true;
    this.sending = this.deliver(request, () => { this.busy = false; });
    return this.sending;
  }

  /** The same of something that takes long and hinders nothing, such as a photo to be read: taps do not wait for it. */
  aside(request) {
    return this.deliver(request, () => null);
  }

  async deliver(request, done) {
    this.tell();
    const asked = this.view;
    try {
      const answer = await request();
      done();
      if (!await this.take(answer?.view ?? answer, asked)) this.tell(); // what is shown may wait for this answer
      return answer ?? true;
    } catch (error) {
      done();
      if (error.view) await this.take(error.view, asked);
      this.refused(error, error.status ? error.message : t("The companion does not answer. Is the computer still on?"));
      this.tell();
      return false;
    }
  }

  /** What every command carries. */
  stamp() {
    return { version: this.view.version, seat: this.view.you.seat };
  }

  act(steps) {
    return this.send(() => client.act({ do: steps, game_id: this.view.game_id, ...this.stamp() }));
  }

  undo() {
    return this.send(() => client.undo(this.stamp()));
  }

  redo() {
    return this.send(() => client.redo(this.stamp()));
  }
}
