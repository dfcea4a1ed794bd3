/**
 * The cache port: state that may be lost but is shared by all replicas while it lives.
 * An unreachable cache throws `temporarily_unavailable`, so replay protection fails closed.
 */

/** The answer of a replay cache. */
export interface ReplayCheck {
  /** True for exactly one caller within the lifetime of the mark, however many replicas ask. */
  readonly first: boolean;
  /**
   * Time (milliseconds since the epoch) since when no mark was lost. A proof or nonce that predates it may be a replay and
   * is refused even where its mark is the first, so a restarted or flushed cache opens no window. The time is read in the
   * same step as the mark: one that was read earlier would miss a flush in between.
   */
  readonly completeSince: number;
}

/** Remembers what was used once, such as the `jti` of a proof. */
export interface ReplayCache {
  /** Marks a key as used for `ttl` milliseconds. */
  addOnce(key: string, ttl: number): Promise<ReplayCheck>;
}

export interface Cache extends ReplayCache {
  /** Adds one to a counter that lives `ttl` milliseconds from its first increment; resolves with the new count. */
  increment(key: string, ttl: number): Promise<number>;
  /** Takes one from a counter that still lives; resolves with the new count, 0 for one that has ended. */
  decrement(key: string): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
