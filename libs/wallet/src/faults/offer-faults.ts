/** Faults of a wallet that fetches an offer, or the metadata. */
import { path, UNKNOWN_REFERENCE } from './change.ts';
import type { FaultTable } from './fault-table.ts';

/** Longer than any offer lives, seconds. */
const LONGER_THAN_AN_OFFER = 366 * 86_400;

export const offerFaults = {
  offer_unknown: {
    step: 'offer',
    summary: 'Fetches an offer that the server never created.',
    request: path((pathname) => pathname.replace(/[^/]+$/, UNKNOWN_REFERENCE)),
  },
  offer_expired: {
    step: 'offer',
    summary: 'Follows the link of an expired offer.',
    before: ({ wait }) => wait(LONGER_THAN_AN_OFFER),
  },
  offer_completed: {
    step: 'credential',
    summary: 'Fetches the offer again after it has received the credential.',
    needs: ['pre_authorized_code'],
    after: ({ sent, send }) => send(sent('offer')),
  },
  metadata_path: {
    step: 'metadata',
    summary: 'Appends a slash to the well-known address.',
    request: path((pathname) => `${pathname}/`),
  },
  document_unknown: {
    step: 'metadata',
    summary: 'Requests the metadata of a credential type that the issuer does not have.',
    request: path(below('/credentials/vct/no-such-type')),
  },
  status_list_unknown: {
    step: 'metadata',
    summary: 'Asks for a status list that the issuer does not have.',
    request: path(below('/status-management/status-list/999999')),
  },
  tenant_unknown: {
    step: 'metadata',
    summary: 'Requests the metadata of a tenant that the server does not have.',
    request: path((pathname) => pathname.replace(/^.*(\/\.well-known\/[^/]+).*$/, '$1/no-such-tenant')),
  },
} as const satisfies FaultTable;

/** A path of the tenant, instead of the one in its metadata. */
function below(ending: string) {
  return (pathname: string): string => pathname.replace(/^\/\.well-known\/[^/]+/, '') + ending;
}
