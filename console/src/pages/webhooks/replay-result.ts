/** What became of deliveries that were sent again. Pure. */

export interface ReplayResult {
  readonly id: string;
  readonly session?: string;
  readonly result: string;
  readonly description?: string;
}

/** How many are sent again, and those that are not, with their reason. */
export function replayed(results: readonly ReplayResult[]): {
  readonly sent: number;
  readonly refused: readonly ReplayResult[];
} {
  const refused = results.filter(({ result }) => result !== 'replayed');
  return { sent: results.length - refused.length, refused };
}
