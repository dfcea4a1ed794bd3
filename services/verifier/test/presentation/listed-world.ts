/** Trust lists with one authority, and what its signer issues, for the checks of presented credentials. */
import assert from 'node:assert/strict';
import { indexAnchors } from '@countersign/european-trust/lists/anchor-index';
import { listedCertificate } from '@countersign/european-trust/lists/certificate-names';
import type { ListEntry, ServicePurpose } from '@countersign/european-trust/lists/trust-list';
import { parseSource } from '@countersign/european-trust/lists/written-source';
import { createListedAnchors } from '@countersign/european-trust/refresh/listed-anchors';
import type { LoadedList } from '@countersign/european-trust/refresh/loaded-lists';
import { keyOf } from '@countersign/european-trust/test/registration/deterministic-keys';
import {
  type MadeCertificate,
  makeTestAuthority,
  makeTestCertificate,
} from '@countersign/european-trust/test/registration/made-certificates';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { x5cElement } from '@countersign/shared/crypto/x509';
import type { FindListed } from '@countersign/shared/trust/listed-anchors';
import type { TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { readPresentation, verifyPresentation } from '../../src/presentation/presentation.ts';
import type { PresentationContext } from '../../src/presentation/presentation-context.ts';
import { context, NOW, presentationOf, queryOf } from './presentations.ts';

export const VALIDITY = { notBefore: NOW - 9_000_000_000, notAfter: NOW + 9_000_000_000 };
export const LIST = 'https://lists.example/pid.jwt';
export const authority = await makeTestAuthority('PID CA', VALIDITY);
export const revocation = await makeTestAuthority('PID revocation CA', VALIDITY);

export const signerUnder = (
  issuer: MadeCertificate | undefined,
  more: Partial<Parameters<typeof makeTestCertificate>[0]> = {},
) =>
  makeTestCertificate({
    subject: [
      ['C', 'DE'],
      ['CN', 'PID signer'],
    ],
    key: keyOf('PID signer'),
    ...(issuer === undefined ? {} : { issuer }),
    ...VALIDITY,
    ...more,
  });
export const signer = await signerUnder(authority);

export function entry(
  purpose: ServicePurpose,
  { certificate }: MadeCertificate,
  more: Partial<ListEntry> = {},
): ListEntry {
  return {
    entity: { number: 0, name: 'Ministry', tradeNames: [] },
    service: { name: 'Service', type: 'urn:service' },
    purpose,
    certificates: [listedCertificate(certificate)],
    ...more,
  };
}

/** The anchors of a tenant with one list. */
export async function listed(
  entries: readonly ListEntry[],
  source: object = { list: 'pid-providers' },
): Promise<FindListed> {
  const parsed = parseSource(JSON.stringify({ url: LIST, ...source }));
  const from = { ...parsed, source: { ...parsed.source, id: 'pid' } };
  const list = { sequenceNumber: 12, entries } as unknown as LoadedList['list'];
  const loaded: LoadedList = { from, list, index: indexAnchors({ entries }) };
  const sources = async () => [from];
  const lists = { inForce: async () => [loaded], last: async () => undefined, sources, ended: async () => [] };
  return (await createListedAnchors({ sources, lists }).issuers('tenant')) ?? assert.fail();
}

export const both = [entry('pid/issuance', authority), entry('pid/revocation', revocation)];

export interface Shown {
  readonly by?: MadeCertificate;
  readonly chain?: readonly MadeCertificate[];
  readonly payload?: object;
  readonly query?: object;
  readonly known?: KnownKeys;
  readonly anchors?: readonly TrustAnchor[];
  readonly context?: Partial<PresentationContext>;
}

export function present(
  find: FindListed,
  { by = signer, chain = [by], payload, query = {}, known, anchors = [], context: more = {} }: Shown = {},
) {
  const header = { typ: 'dc+sd-jwt', alg: 'ES256', x5c: chain.map(({ certificate }) => x5cElement(certificate)) };
  const presentation = presentationOf({ header, issuerKey: by.key.privateKey, ...(payload && { payload }) });
  const [asked] = queryOf({ ...query }).credentials;
  const ours = { ...context, anchors, listed: find, ...(known && { known }), ...more };
  return verifyPresentation(readPresentation(presentation, asked ?? assert.fail(), ours), ours);
}
