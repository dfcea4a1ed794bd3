/** Limits of open streams, per process and per address. */
import { ProtocolError } from '@countersign/shared/kernel/errors';

export interface StreamLimits {
  readonly process: number;
  readonly address: number;
}

/** Takes a slot. @returns the function that frees it @throws ProtocolError `rate_limited` */
export type TakePlace = (address: string) => () => void;

/** Seconds. */
const RETRY_AFTER = 60;

export function createStreamPlaces({ process, address }: StreamLimits): TakePlace {
  const taken = new Map<string, number>();
  let all = 0;
  return (key) => {
    const own = taken.get(key) ?? 0;
    if (all >= process || own >= address) {
      throw new ProtocolError('rate_limited', 'Too many streams; poll at intervals instead', {
        reason: 'rate_limited',
        facts: { detail: 'streams', retryAfterSeconds: RETRY_AFTER },
        headers: { 'retry-after': String(RETRY_AFTER) },
      });
    }
    all += 1;
    taken.set(key, own + 1);
    return () => {
      all -= 1;
      const left = (taken.get(key) ?? 1) - 1;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
    };
  };
}
