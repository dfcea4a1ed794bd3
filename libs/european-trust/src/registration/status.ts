/** The status of a registration certificate: a status list entry, and nothing else (ETSI TS 119 475, 6.2.6.1). */

import type { ListedStatus } from '@countersign/shared/trust/status-lookup';
import type { SignedStatusReference } from '@countersign/shared/trust/status-reference';
import type { RegistrationProvider } from './anchors.ts';
import { statusAnchors } from './issuer-chain.ts';
import { type RegistrationCertificate, statusOf } from './registration-certificate.ts';
import { type Finding, refused } from './registration-error.ts';

/** Looks up an entry, or returns the cached one. The promise rejects for defects only. */
export type LookUpStatus = (reference: SignedStatusReference) => Promise<ListedStatus>;

/** The entry, and who may sign the list. @throws RegistrationError without a status */
export function statusReferenceOf(
  { claims, path, form }: RegistrationCertificate,
  providers: readonly RegistrationProvider[],
): SignedStatusReference {
  const entry = statusOf(claims);
  if (entry === undefined) {
    throw finding(
      'registration_certificate_without_status',
      '/status',
      'The certificate must have a status list entry',
    );
  }
  const [signer] = path;
  return {
    ...entry,
    ...(signer === undefined ? {} : { signer }),
    anchors: statusAnchors(path, providers),
    ...(form === 'cwt' ? { preferred: 'cwt' as const } : {}),
  };
}

/** @throws RegistrationError unless the status is 0 */
export async function checkStatus(reference: SignedStatusReference, lookUp: LookUpStatus): Promise<void> {
  const status = await lookUp(reference);
  const at = '/status/status_list';
  switch (status.state) {
    case 'valid':
      return;
    case 'invalid':
      throw finding('registration_certificate_revoked', at, 'The certificate is revoked or suspended', {
        received: status.value,
      });
    default:
      throw finding('registration_status_unknown', at, 'The status list is not available, or is not acceptable', {
        detail: status.state,
      });
  }
}

function finding(reason: Finding['reason'], pointer: string, detail: string, facts?: Finding['facts']): Error {
  const found = { reason, document: 'claims', pointer, detail } as const;
  return refused(facts === undefined ? found : { ...found, facts });
}
