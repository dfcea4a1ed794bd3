/**
 * A request's private keys, which decrypt the response. They are stored encrypted in the session and erased when the
 * request ends. HAIP 1.0, 5 requires a fresh key for each request. Erasing it gives forward secrecy for recorded
 * responses.
 */

import type { AgreementJwk } from '@countersign/shared/crypto/generate-key';
import { isObject, type Json, type JsonObject, own, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';

export interface ResponseKeys {
  /** Decrypts an OpenID4VP response. */
  readonly response?: AgreementJwk;
  /** Opens a response with protocol `org-iso-mdoc`. A key is only for one algorithm. */
  readonly isoMdoc?: AgreementJwk;
}

export function sealResponseKeys(vault: Vault, session: string, { response, isoMdoc }: ResponseKeys): string {
  return vault.seal(JSON.stringify({ ...response, ...(isoMdoc === undefined ? {} : { isoMdoc }) }), contextOf(session));
}

/** @throws Error if the encrypted text has no such key */
export function openResponseKey(vault: Vault, session: string, sealed: string): AgreementJwk {
  return keyIn(openKeys(vault, session, sealed));
}

/** @throws Error if the encrypted text has no such key */
export function openIsoMdocKey(vault: Vault, session: string, sealed: string): AgreementJwk {
  return keyIn(own(openKeys(vault, session, sealed), 'isoMdoc'));
}

function openKeys(vault: Vault, session: string, sealed: string): JsonObject {
  const value: unknown = parseJson(vault.open(sealed, contextOf(session)));
  if (!isObject(value)) throw new Error('The encrypted keys are not an object');
  return value;
}

function keyIn(value: Json | undefined): AgreementJwk {
  if (!isObject(value) || typeof value.d !== 'string') throw new Error('The request has no such key');
  return value as unknown as AgreementJwk;
}

function contextOf(session: string): string {
  return `session/${session}/presentation-key`;
}
