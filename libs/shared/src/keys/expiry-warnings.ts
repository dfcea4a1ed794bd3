/** Warns about certificates that the operator must renew. The service renews its own. */
import { X509Certificate } from 'node:crypto';
import type { SigningKey } from '../crypto/keys.ts';
import { notAfter } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import { isoTime } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

const DAY = 86_400_000;
/** Milliseconds before a certificate expires. */
const WARN_BEFORE = 30 * DAY;

/**
 * Whole days until a time at which the operator must have acted; undefined while there is more time. @param now
 * milliseconds
 */
export function daysToAct(end: number, now: number): number | undefined {
  const left = end - now;
  return left <= WARN_BEFORE ? Math.floor(left / DAY) : undefined;
}

/** Milliseconds: the earliest expiry in a chain, which ends the whole chain. */
export function endOfChain({ x5c }: Pick<SigningKey, 'x5c'>): number {
  return Math.min(...x5c.map((der) => notAfter(new X509Certificate(Buffer.from(der, 'base64')))));
}

/**
 * Logs, once, that an external certificate in use expires within 30 days, counting its whole chain.
 * @param of its purpose, after the name of its set if it is in one
 */
export type WarnOfEnd = (tenant: string, of: string, key: SigningKey) => void;

export function createExpiryWarnings({ log, clock }: { readonly log: Log; readonly clock: Clock }): WarnOfEnd {
  const ends = new WeakMap<SigningKey, number>();
  const reported = new WeakSet<SigningKey>();
  return (tenant, of, key) => {
    if (reported.has(key)) return;
    const end = ends.get(key) ?? endOfChain(key);
    ends.set(key, end);
    const days = daysToAct(end, clock());
    if (days === undefined) return;
    reported.add(key);
    const [what, todo] =
      key.others === undefined
        ? [`keys/${of}.chain.pem`, 'replace it and its key']
        : [`The certificate of the key set ${of}`, 'create a certificate request'];
    const detail = `${what} expires in ${days} days, on ${isoTime(end)}: ${todo}`;
    log.warn('A certificate expires soon', { tenant, detail });
  };
}
