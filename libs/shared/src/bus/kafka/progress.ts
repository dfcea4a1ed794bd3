/**
 * How far a partition is handled. Tasks end in any order; what is committed is only the end of the row that is done
 * without a gap, so that a crash loses nothing.
 */
export interface ProgressEntry {
  readonly offset: bigint;
  readonly bytes: number;
  done: boolean;
}

export class Progress {
  /** Oldest first; the first is not done. */
  #row: ProgressEntry[] = [];
  #position: bigint | undefined;
  #bytes = 0;

  /** A message was received; messages come in the order of their offsets. */
  received(offset: bigint, bytes: number): ProgressEntry {
    const entry = { offset, bytes, done: false };
    this.#row.push(entry);
    this.#position ??= offset;
    this.#bytes += bytes;
    return entry;
  }

  /** A message is handled, or buried. */
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

  /** The offset to go on with after a crash: all before it is done. Undefined where nothing was received. */
  get position(): bigint | undefined {
    return this.#position;
  }

  /** Messages from the first that is not done on, the done ones among them too: what a crash would bring again. */
  get size(): number {
    return this.#row.length;
  }

  /** Bytes of the messages that are not done. */
  get bytes(): number {
    return this.#bytes;
  }
}
