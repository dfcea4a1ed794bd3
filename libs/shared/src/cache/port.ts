/**
 * The cache port: state that may be lost but is shared by all replicas while it lives.
 * An unreachable cache throws `temporarily_unavailable`, so replay protection fails closed.
 */

/** A replay cache's result. */
export interface ReplayCheck {
  /** True for exactly one caller within the lifetime of the mark, however many replicas ask. */
  readonly first: boolean;
  /**
   * Time (milliseconds since the epoch) since which no mark was lost. An earlier proof or nonce may be a replay and is
   * refused even if its mark is the first, so a restarted or flushed cache opens no window. The time is read in the
   * same step as the mark, because an earlier read would miss a flush in between.
   */
  readonly completeSince: number;
}

/** Remembers what was already used, such as a proof's `jti`. */
export interface ReplayCache {
  /** Marks a key as used for `ttl` milliseconds. */
  addOnce(key: string, ttl: number): Promise<ReplayCheck>;
}

export interface Cache extends ReplayCache {
  /** Adds one to a counter that lives `ttl` milliseconds from its first increment; resolves with the new count. */
  increment(key: string, ttl: number): Promise<number>;
  /** Takes one from a living counter; resolves with the new count, 0 for an expired one. */
  decrement(key: string): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
