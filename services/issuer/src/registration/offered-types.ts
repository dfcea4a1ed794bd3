/** What a tenant issues, for comparison with its registration certificate. Pure. */
import { offeredFindings, type WrittenType } from '@countersign/european-trust/registration/registered-types';
import { claimsIn } from '@countersign/european-trust/tenant/registration-view';

/** Format and type of a credential configuration. */
export type CredentialKind =
  | { readonly format: 'dc+sd-jwt'; readonly vct: string }
  | { readonly format: 'mso_mdoc'; readonly doctype: string };

/** @param pointerOf the place of each type */
export function offeredTypes(
  kinds: readonly CredentialKind[],
  pointerOf: (index: number) => string,
): readonly WrittenType[] {
  return kinds.map((kind, index) => {
    const written = { document: 'offered types', pointer: pointerOf(index) } as const;
    return kind.format === 'mso_mdoc'
      ? { ...written, format: kind.format, doctype: kind.doctype }
      : { ...written, format: kind.format, vctValues: [kind.vct] };
  });
}

/** The configurations whose type the certificate has: wallets request no others (ARF ISSU_24b and 34b). */
export function coveredBy<K extends CredentialKind>(jwt: string, kinds: readonly K[]): readonly K[] {
  const { provides_attestations: registered = [] } = claimsIn(jwt) ?? {};
  return kinds.filter((kind) => offeredFindings(offeredTypes([kind], String), registered).length === 0);
}
