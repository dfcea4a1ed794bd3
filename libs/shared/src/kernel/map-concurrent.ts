/**
 * Maps the items, at most `limit` concurrently. A store with thousands of concurrent requests would miss its time
 * limits. No item starts after the first failure.
 * @returns the results, in the order of the items
 * @throws the first failure, once no call is in progress
 */
export async function mapConcurrent<I, O>(
  limit: number,
  items: readonly I[],
  act: (item: I) => Promise<O>,
): Promise<readonly O[]> {
  const results: O[] = [];
  // The lanes share one iterator.
  const next = items.entries();
  let failed = false;
  const lane = async (): Promise<void> => {
    for (const [at, item] of next) {
      if (failed) return;
      try {
        results[at] = await act(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = Array.from({ length: Math.min(limit, items.length) }, lane);
  // A caller that continues after a failure must find no call under way.
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
  return results;
}
