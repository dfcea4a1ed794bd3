/** The tasks of one partition: serial per session, parallel across sessions. */
export class SessionQueue<T> {
  readonly #ready: (readonly [string, T])[] = [];
  /**
   * Tasks that wait for an earlier task of their session, by session. A session with a ready or running task has a
   * list.
   */
  readonly #waiting = new Map<string, T[]>();

  /** Appends a task of a session. */
  add(session: string, task: T): void {
    const waiting = this.#waiting.get(session);
    if (waiting !== undefined) {
      waiting.push(task);
      return;
    }
    this.#waiting.set(session, []);
    this.#ready.push([session, task]);
  }

  /** The next task whose session is free, or undefined; its session is busy until `done`. */
  take(): readonly [session: string, task: T] | undefined {
    return this.#ready.shift();
  }

  /** Reports that the taken task of this session has ended. */
  done(session: string): void {
    const waiting = this.#waiting.get(session);
    const next = waiting?.shift();
    if (next === undefined) this.#waiting.delete(session);
    else this.#ready.push([session, next]);
  }
}
