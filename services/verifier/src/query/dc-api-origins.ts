/** Origins of pages that use the Digital Credentials API (OpenID4VP 1.0, A.2). Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { Json } from '@countersign/shared/kernel/json';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A URL may have a `*` in its host, which is neither a pattern nor part of a host name. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/;

/**
 * Whether a string is an origin exactly as browsers write it: https, lower-case host, no default port, no path and no
 * trailing slash. Wallets and proofs compare it as a string.
 * @param loopback whether http is accepted for a loopback address, as in development
 */
export function isOrigin(text: string, loopback: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin !== text || !HOST.test(hostname)) return false;
  return protocol === 'https:' || (loopback && protocol === 'http:' && LOOPBACK.has(hostname));
}

/**
 * The errors in a configuration's list of origins, whose shape is already checked.
 * @param pointer its place in the configuration
 */
export function originFindings(pointer: string, origins: Json | undefined, loopback: boolean): readonly FieldError[] {
  if (!Array.isArray(origins)) return [];
  return origins.flatMap((origin, index) => {
    if (typeof origin === 'string' && isOrigin(origin, loopback)) return [];
    const form = loopback
      ? 'https://host or https://host:port, or http for a loopback address'
      : 'https://host or https://host:port';
    return [
      {
        pointer: `${pointer}/${index}`,
        detail: `An origin is ${form}, as browsers write it: without a path and a slash at the end`,
      },
    ];
  });
}
