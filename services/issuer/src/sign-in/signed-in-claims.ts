/** Claims of an identity provider: the person whom an offer is made for, and the claims of the credential. Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import type { SignInSettings } from './sign-in-settings.ts';

/**
 * OpenID4VCI 1.0, 5.1.3: every holder of the link of an offer may try to redeem it, so the person must have every claim of it.
 * @throws ProtocolError `access_denied`
 */
export function checkPerson(person: JsonObject, claims: JsonObject): void {
  const parameters = Object.keys(person).filter((name) => own(claims, name) !== own(person, name));
  if (parameters.length === 0) return;
  throw new ProtocolError('access_denied', 'This offer is for a different user', {
    reason: 'sign_in_person',
    facts: { parameters },
  });
}

/**
 * OpenID Connect Core 1.0, 2: `acr` says how the person was authenticated; the request of a value alone assures nothing.
 * @param given `acr` of the ID token
 * @throws ProtocolError `access_denied`
 */
export function checkAcr({ acr }: Pick<SignInSettings, 'acr'>, given: unknown): void {
  if (acr === undefined || (typeof given === 'string' && acr.includes(given))) return;
  const facts = { expectedAny: acr, detail: given === undefined ? 'missing' : 'another' };
  throw new ProtocolError('access_denied', 'The sign-in is not of the required level', {
    reason: 'sign_in_level',
    facts,
  });
}

/**
 * @param map claim of the credential -> claim of the provider
 * @returns the claims of the credential that the provider has; one that is null counts as absent
 */
export function mappedClaims(map: Readonly<Record<string, string>>, claims: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, from]) => {
      const value = own(claims, from);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}
