/** What a trace shows about the key that signed: its set and its certificate. */
import { createHash } from 'node:crypto';
import type { SigningKey } from '../crypto/keys.ts';
import type { Reasoned } from '../kernel/reasons/reasons.ts';
import { DEFAULT_SET } from '../model/keys/key-documents.ts';

/** @param set undefined for the tenant's key */
export function signerNote(
  reason: 'request_signed' | 'credential_signed',
  { x5c }: Pick<SigningKey, 'x5c'>,
  set: string = DEFAULT_SET,
): Reasoned {
  const digest = createHash('sha256')
    .update(Buffer.from(x5c[0] ?? '', 'base64'))
    .digest();
  return {
    reason,
    facts: { keySet: set, sha256: digest.toString('hex'), x509Hash: digest.toString('base64url') },
  };
}

/** None for a key that the server generated: the tenant has one at a time, and the server's CA certified it. */
export function signerNotes(
  reason: Parameters<typeof signerNote>[0],
  key: Pick<SigningKey, 'x5c' | 'anchor'>,
  set?: string,
): readonly Reasoned[] {
  return key.anchor === undefined ? [signerNote(reason, key, set)] : [];
}
