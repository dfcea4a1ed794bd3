/** How many dry runs a process performs at the same time. */
import { ProtocolError } from '@countersign/shared/kernel/errors';

/** Each tenant has one at most. */
const MAX_RUNS = 5;

/** @returns a function that ends the run. @throws ProtocolError `rate_limited` */
export type BeginRun = (tenant: string) => () => void;

export function createBeginRun(): BeginRun {
  const open = new Set<string>();
  return (tenant) => {
    const own = open.has(tenant);
    if (own || open.size >= MAX_RUNS) {
      const text = own ? 'A dry run of this tenant is under way' : 'Too many dry runs are under way';
      throw new ProtocolError('rate_limited', text, {
        reason: 'rate_limited',
        facts: { detail: 'dry runs', most: own ? 1 : MAX_RUNS, retryAfterSeconds: 5 },
        headers: { 'retry-after': '5' },
      });
    }
    open.add(tenant);
    return () => void open.delete(tenant);
  };
}
