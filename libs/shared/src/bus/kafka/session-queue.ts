/** The tasks of one partition: serial per session, parallel across sessions. */
export class SessionQueue<T> {
  readonly #ready: (readonly [string, T])[] = [];
  /** What waits behind the one of its session that is ready or under way. */
  readonly #behind = new Map<string, T[]>();

  /** Appends a task of a session. */
  add(session: string, task: T): void {
    const behind = this.#behind.get(session);
    if (behind !== undefined) {
      behind.push(task);
      return;
    }
    this.#behind.set(session, []);
    this.#ready.push([session, task]);
  }

  /** The next task whose session is free, or undefined; its session is busy until `done`. */
  take(): readonly [session: string, task: T] | undefined {
    return this.#ready.shift();
  }

  /** The task that was taken of this session has ended. */
  done(session: string): void {
    const behind = this.#behind.get(session);
    const next = behind?.shift();
    if (next === undefined) this.#behind.delete(session);
    else this.#ready.push([session, next]);
  }
}
