/** What a tenant issues, for comparison with its registration certificate. Pure. */
import { offeredFindings, type WrittenType } from '@countersign/european-trust/registration/registered-types';
import { claimsIn } from '@countersign/european-trust/tenant/registration-view';
import { type CredentialType, typeOf } from '../configuration/credential-type.ts';

/** @param pointerOf the place of each type */
export function offeredTypes(
  kinds: readonly CredentialType[],
  pointerOf: (index: number) => string,
): readonly WrittenType[] {
  return kinds.map((kind, index) => ({
    ...typeOf(kind).registered,
    document: 'offered types',
    pointer: pointerOf(index),
  }));
}

/** The configurations whose type the certificate has: wallets request no others (ARF ISSU_24b and 34b). */
export function coveredBy<K extends CredentialType>(jwt: string, kinds: readonly K[]): readonly K[] {
  const { provides_attestations: registered = [] } = claimsIn(jwt) ?? {};
  return kinds.filter((kind) => offeredFindings(offeredTypes([kind], String), registered).length === 0);
}
