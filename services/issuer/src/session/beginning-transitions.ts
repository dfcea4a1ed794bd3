/** A new issuance's session, before any wallet request. Pure. */

import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument, SessionMark } from '@countersign/shared/model/session/sessions';

/** The fields of a new offer. Times in milliseconds. */
export interface NewIssuance
  extends Pick<
      SessionDocument,
      'id' | 'tenant' | 'handle' | 'expiresAt' | 'offerSession' | 'state' | 'webhooks' | 'people'
    >,
    SessionMark {
  readonly now: number;
  readonly issuance: Omit<IssuancePart, 'progress' | 'credentials' | 'notifications'>;
}

/** The first document of a session: the offer is open. */
export function newIssuance({ now, issuance, ...session }: NewIssuance): Omit<SessionDocument, 'rev'> {
  return withExpiry({
    ...session,
    kind: 'issuance',
    configurations: issuance.configurationIds,
    createdAt: now,
    updatedAt: now,
    status: 'created',
    issuance: { ...issuance, progress: { state: 'created' }, credentials: [], notifications: [] },
    pendingDeliveries: [],
    outbox: [],
  });
}

/** True while the wallet can read the offer: it is not redeemed and has not ended. */
export function isOfferOpen({ progress }: IssuancePart): boolean {
  switch (progress.state) {
    case 'created':
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
      return true;
    case 'token_issued':
    case 'issued':
    case 'completed':
    case 'exhausted':
    case 'failed':
    case 'expired':
      return false;
  }
}
