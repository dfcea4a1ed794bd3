/** New presentations: in a separate session, or as the request of an issuance. Pure. */

import { attemptOf } from '@countersign/shared/model/session/issuance-attempt';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument, SessionMark, SessionWebhooks } from '@countersign/shared/model/session/sessions';
import type { Transition } from '@countersign/shared/store/update-document';

/** The part of a request that is not fetched yet. */
export function createdPresentation(request: Omit<PresentationPart, 'failures' | 'progress'>): PresentationPart {
  return { ...request, failures: 0, progress: { state: 'created' } };
}

export interface PresentationSessionStart
  extends Pick<SessionDocument, 'id' | 'tenant' | 'handle' | 'createdAt' | 'expiresAt' | 'state' | 'webhooks'>,
    SessionMark {
  readonly presentation: PresentationPart;
}

/** The session of a presentation request, to be inserted. */
export function createdPresentationSession(start: PresentationSessionStart): Omit<SessionDocument, 'rev'> {
  const { createdAt, expiresAt, presentation } = start;
  return withExpiry({
    ...start,
    kind: 'presentation',
    configurations: [presentation.configurationId],
    updatedAt: createdAt,
    responseKeyUntil: expiresAt,
    status: presentation.progress.state,
    pendingDeliveries: [],
    outbox: [],
  });
}

export interface RequestOfAttempt {
  readonly presentation: PresentationPart;
  /** Sealed webhook of the presentation configuration. */
  readonly resultWebhook?: string;
}

/** `superseded`: the issuance has a different request now. `present`: the session already has this request. */
export type PlacedRequest = 'placed' | 'present' | 'superseded';

/**
 * Writes the request of an issuance's current attempt over an earlier attempt's request. The key is part of the
 * request, so the same write sets the time at which the key is erased.
 */
export function placeRequest(
  session: SessionDocument,
  { presentation, resultWebhook }: RequestOfAttempt,
): Transition<SessionDocument, PlacedRequest> {
  if (attemptOf(session.issuance)?.requestId !== presentation.requestHash) {
    return { document: session, result: 'superseded' };
  }
  if (session.presentation?.requestHash === presentation.requestHash) return { document: session, result: 'present' };
  const { responseKeyUntil: _, webhooks: _before, ...rest } = session;
  const until = presentation.life?.expiresAt;
  const webhooks = webhooksWith(session.webhooks, resultWebhook);
  const document = {
    ...rest,
    presentation,
    ...(until === undefined ? {} : { responseKeyUntil: until }),
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
  };
  return { document, result: 'placed' };
}

function webhooksWith(before: SessionWebhooks | undefined, result: string | undefined): SessionWebhooks {
  const { result: _, ...others } = before ?? {};
  return result === undefined ? others : { ...others, result };
}
