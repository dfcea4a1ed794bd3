/**
 * The cache port: what may be lost but must be shared by all replicas while it is alive.
 * Unreachable means `temporarily_unavailable`: whoever guards against replay fails closed.
 */
export interface Cache {
  /** Marks a key as used. True for exactly one caller within `ttl` milliseconds, however many replicas ask. */
  addOnce(key: string, ttl: number): Promise<boolean>;
  /** Adds one to a counter that lives `ttl` milliseconds from its first increment; resolves with the new count. */
  increment(key: string, ttl: number): Promise<number>;
  /**
   * Time (milliseconds since the epoch) since when no mark was lost. Proofs and nonces made before it may have been
   * used already, so they are refused: a restarted or flushed cache opens no window for replay.
   */
  completeSince(): Promise<number>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
