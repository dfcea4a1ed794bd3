/**
 * Acts on every item, so many at a time: a store that gets thousands of requests at once answers none in time. Rejects
 * with the first failure, after which nothing more is begun.
 * @returns what came of each, in the order of the items
 */
export async function sideBySide<I, O>(
  width: number,
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
  const lanes = Array.from({ length: Math.min(width, items.length) }, lane);
  // Whoever goes on must find nothing under way.
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
  return results;
}
