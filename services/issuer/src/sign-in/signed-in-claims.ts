/** Claims of an identity provider: the user that an offer is created for, and the credential's claims. Pure. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import type { SignInSettings } from './sign-in-settings.ts';

/**
 * OpenID4VCI 1.0, 5.1.3: everyone with the offer's link may try to redeem it, so the user must have all of the offer's
 * claims.
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
 * OpenID Connect Core 1.0, 2: `acr` states how the user was authenticated. Requesting a value does not guarantee it.
 * @param given the ID token's `acr`
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
 * @returns the credential's claims that the provider has; a null claim is treated as absent
 */
export function mappedClaims(map: Readonly<Record<string, string>>, claims: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, from]) => {
      const value = own(claims, from);
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}
