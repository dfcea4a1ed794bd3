/**
 * The cache port: what may be lost but must be shared by all replicas while it is alive.
 * Unreachable means `temporarily_unavailable`: whoever guards against replay fails closed.
 */
export interface Mark {
  /** True for exactly one caller within the lifetime of the mark, however many replicas ask. */
  readonly first: boolean;
  /**
   * Time (milliseconds since the epoch) since when no mark was lost. What may have been used before it may be a replay,
   * so it is refused even where the mark is the first: a restarted or flushed cache opens no window. It is of the same
   * moment as the mark; a time that was read earlier would miss a flush in between.
   */
  readonly completeSince: number;
}

export interface Marks {
  /** Marks a key as used for `ttl` milliseconds. */
  addOnce(key: string, ttl: number): Promise<Mark>;
}

export interface Cache extends Marks {
  /** Adds one to a counter that lives `ttl` milliseconds from its first increment; resolves with the new count. */
  increment(key: string, ttl: number): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
