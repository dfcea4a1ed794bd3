/** The outcome of deliveries that were resent. Pure. */

export interface ReplayResult {
  readonly id: string;
  readonly session?: string;
  readonly result: string;
  readonly description?: string;
}

/** The number of resent deliveries, and the others with their reasons. */
export function replayed(results: readonly ReplayResult[]): {
  readonly sent: number;
  readonly refused: readonly ReplayResult[];
} {
  const refused = results.filter(({ result }) => result !== 'replayed');
  return { sent: results.length - refused.length, refused };
}
