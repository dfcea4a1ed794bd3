/**
 * What a tenant requests from wallets, in the form for checking coverage: everything that can be requested is included.
 */
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import type { AskedClaim } from './registered-paths.ts';
import type { CredentialType, WrittenType } from './registered-types.ts';

export type AskedCredential = WrittenType & {
  /** Undefined: every claim is requested. */
  readonly claims?: readonly (AskedClaim & { readonly pointer: string })[];
};

/** A credential query (OpenID4VP 1.0, 6.1). `claim_sets` only choose among its claims. */
export type CredentialQuery = CredentialType & { readonly claims?: readonly AskedClaim[] };

/**
 * What a DCQL query can request. `credential_sets` only choose among its credentials; `multiple` and
 * `trusted_authorities` request nothing.
 */
export function askedByQuery({
  credentials,
}: {
  readonly credentials: readonly CredentialQuery[];
}): readonly AskedCredential[] {
  return credentials.map((query, index) => {
    const pointer = `/credentials/${index}`;
    const claims = query.claims?.map((claim, at) => ({ ...claim, pointer: `${pointer}/claims/${at}` }));
    const { claims: _, ...type } = query;
    return { ...type, document: 'query', pointer, ...(claims === undefined ? {} : { claims }) };
  });
}

/** One request for documents (ISO/IEC 18013-5, 8.3.2.1.2.1). */
export interface DocumentRequest {
  readonly docType: string;
  /** By namespace and element. */
  readonly nameSpaces: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** What a device request requests. */
export function askedByDeviceRequest(requests: readonly DocumentRequest[]): readonly AskedCredential[] {
  return requests.map(({ docType, nameSpaces }, index) => {
    const pointer = `/docRequests/${index}`;
    const claims = [...nameSpaces].flatMap(([namespace, elements]) =>
      [...elements.keys()].map((element) => ({
        path: [namespace, element],
        pointer: `${pointer}/nameSpaces/${escapePointer(namespace)}/${escapePointer(element)}`,
      })),
    );
    return { format: 'mso_mdoc', doctype: docType, document: 'device request', pointer, claims };
  });
}
