/**
 * The private key of a request, which decrypts the answer. It is stored sealed in the session and erased when the request
 * ends. HAIP 1.0, 5 requires a fresh key for each request; erasing it gives forward secrecy for recorded responses.
 */

import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import { isObject, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';

export function sealResponseKey(vault: Vault, session: string, key: AgreementJwk): string {
  return vault.seal(JSON.stringify(key), contextOf(session));
}

/** @throws Error where the sealed text is no key */
export function openResponseKey(vault: Vault, session: string, sealed: string): AgreementJwk {
  const value: unknown = parseJson(vault.open(sealed, contextOf(session)));
  if (!isObject(value)) throw new Error('The sealed key is no object');
  return value as unknown as AgreementJwk;
}

function contextOf(session: string): string {
  return `session/${session}/presentation-key`;
}
