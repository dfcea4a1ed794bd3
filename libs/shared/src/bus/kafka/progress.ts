/**
 * Progress within a partition. Tasks end in any order. Only the end of the first gapless run of finished messages is
 * committed, so that a crash loses nothing.
 */
export interface ProgressEntry {
  readonly offset: bigint;
  readonly bytes: number;
  done: boolean;
}

export class Progress {
  /** Oldest first; the first is unfinished. */
  #row: ProgressEntry[] = [];
  #position: bigint | undefined;
  #bytes = 0;

  /** Adds a received message. Must be called in the order of the offsets. */
  received(offset: bigint, bytes: number): ProgressEntry {
    const entry = { offset, bytes, done: false };
    this.#row.push(entry);
    this.#position ??= offset;
    this.#bytes += bytes;
    return entry;
  }

  /** Marks a message as handled or dead-lettered. */
  done(entry: ProgressEntry): void {
    entry.done = true;
    this.#bytes -= entry.bytes;
    let count = 0;
    for (const { offset, done } of this.#row) {
      if (!done) break;
      this.#position = offset + 1n;
      count += 1;
    }
    if (count > 0) this.#row.splice(0, count);
  }

  /** The offset to resume from after a crash: all messages before it are finished. Undefined if none was received. */
  get position(): bigint | undefined {
    return this.#position;
  }

  /** Number of messages from the first unfinished one on, finished ones included: a crash would deliver these again. */
  get size(): number {
    return this.#row.length;
  }

  /** Bytes of the unfinished messages. */
  get bytes(): number {
    return this.#bytes;
  }
}
