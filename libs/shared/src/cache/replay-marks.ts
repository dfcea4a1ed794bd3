import { wholeLifetime } from './lifetime.ts';

/** Slots of an empty table, and of each larger one a power of two. */
const FEWEST_SLOTS = 1024;
/** Words of a hash. */
const WORDS = 4;

/**
 * Marks by their hash, each until it expires. A table of open addressing in two arrays outside of the heap: 32 to 64
 * bytes per mark, and no object that V8 visits in each full collection. A `Map` took 150 bytes of heap, and the growth
 * of the heap doubled that; a server with 500 issuances per second has 150,000 marks. No timer.
 */
export class ReplayMarks {
  #hashes = new Uint32Array(FEWEST_SLOTS * WORDS);
  /** Milliseconds since the epoch; 0 in a free slot. */
  #ends = new Float64Array(FEWEST_SLOTS);
  /** Slots in use, including expired marks until the table is rebuilt. */
  #taken = 0;
  #living = 0;
  /** Number of marks by the second of their expiry. */
  readonly #ending = new Map<number, number>();
  /** The hash of the current call, as bytes and as words. */
  readonly #key = new Uint32Array(WORDS);
  readonly #keyBytes = Buffer.from(this.#key.buffer);
  #second: number;

  /** @param now milliseconds since the epoch, as in every method */
  constructor(now: number) {
    this.#second = Math.floor(now / 1000);
  }

  /** Number of living marks, including those that expired in this second. */
  size(now: number): number {
    this.#pass(now);
    return this.#living;
  }

  /** Whether a mark of that hash lives. @param hash at least 16 bytes, as evenly spread as SHA-256 hashes */
  has(hash: Buffer, now: number): boolean {
    hash.copy(this.#keyBytes);
    return (this.#ends[this.#slotOf(this.#key, 0)] as number) > now;
  }

  /**
   * Adds a mark, or replaces an expired one.
   * @param lifetime milliseconds
   * @throws RangeError if the lifetime is not a positive number
   */
  add(hash: Buffer, now: number, lifetime: number): void {
    const end = now + wholeLifetime(lifetime);
    this.#pass(now);
    if (this.#taken * 4 >= this.#ends.length * 3) this.#remake();
    hash.copy(this.#keyBytes);
    const slot = this.#slotOf(this.#key, 0);
    const before = this.#ends[slot] as number;
    if (before === 0) this.#taken += 1;
    else this.#count(Math.floor(before / 1000), -1);
    this.#hashes.set(this.#key, slot * WORDS);
    this.#ends[slot] = end;
    this.#count(Math.floor(end / 1000), 1);
  }

  clear(): void {
    this.#ending.clear();
    this.#living = 0;
    this.#remake();
  }

  /** The slot of the hash at a place in `words`, or the free slot to put it in. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#ends.length - 1;
    let slot = (words[at] as number) & mask;
    while (this.#ends[slot] !== 0 && !this.#holds(slot, words, at)) slot = (slot + 1) & mask;
    return slot;
  }

  #holds(slot: number, words: Uint32Array, at: number): boolean {
    for (let word = 0; word < WORDS; word += 1) {
      if (this.#hashes[slot * WORDS + word] !== words[at + word]) return false;
    }
    return true;
  }

  /** Marks of a second that has passed are not counted. */
  #count(second: number, change: 1 | -1): void {
    const count = this.#ending.get(second);
    if (count === undefined && change < 0) return;
    this.#ending.set(second, (count ?? 0) + change);
    this.#living += change;
  }

  /** Forgets the seconds that have passed. A clock that is set back drops nothing: marks must not be lost. */
  #pass(now: number): void {
    const current = Math.floor(now / 1000);
    if (current <= this.#second) return;
    this.#second = current;
    for (const [second, count] of this.#ending) {
      if (second >= current) continue;
      this.#living -= count;
      this.#ending.delete(second);
    }
    if (this.#ends.length > FEWEST_SLOTS && this.#living * 8 < this.#ends.length) this.#remake();
  }

  /** Rebuilds the table from the marks that have not expired, with room for as many again. */
  #remake(): void {
    const [hashes, ends] = [this.#hashes, this.#ends];
    let slots = FEWEST_SLOTS;
    while (slots * 3 < this.#living * 8) slots *= 2;
    this.#hashes = new Uint32Array(slots * WORDS);
    this.#ends = new Float64Array(slots);
    this.#taken = 0;
    for (let slot = 0; slot < ends.length; slot += 1) {
      const end = ends[slot] as number;
      if (!this.#ending.has(Math.floor(end / 1000))) continue;
      const at = slot * WORDS;
      const free = this.#slotOf(hashes, at);
      this.#hashes.set(hashes.subarray(at, at + WORDS), free * WORDS);
      this.#ends[free] = end;
      this.#taken += 1;
    }
  }
}
