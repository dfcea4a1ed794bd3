/**
 * Maps the items, at most `limit` at once: a store that gets thousands of requests at once misses its time limits. After
 * the first failure no further item is begun.
 * @returns the results, in the order of the items
 * @throws the first failure, once no call is under way
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
