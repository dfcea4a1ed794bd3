/** The hash algorithms of transaction data (OpenID4VP 1.0, B.3.3.1). */
import { createHash } from 'node:crypto';

/** Names of the IANA registry "Named Information Hash Algorithm", and their names in node:crypto. */
export const HASHES: Readonly<Record<string, string>> = {
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
};

/** The hash over the encoded string, not over the decoded JSON; undefined for an unknown algorithm. */
export function hashOfEntry(text: string, algorithm: string): Buffer | undefined {
  const name = Object.hasOwn(HASHES, algorithm) ? HASHES[algorithm] : undefined;
  return name === undefined ? undefined : createHash(name).update(text, 'latin1').digest();
}
