/** How a presentation begins: in a session of its own, or as the request that an issuance names. Pure. */
import type { Transition } from '../../store/update-document.ts';
import { attemptOf } from '../issuance-attempt.ts';
import { withExpiry } from '../session-expiry.ts';
import type { SessionDocument, SessionWebhooks } from '../sessions.ts';
import type { PresentationPart } from './presentation-part.ts';

/** The part of a request that is not fetched yet. */
export function createdPresentation(request: Omit<PresentationPart, 'failures' | 'progress'>): PresentationPart {
  return { ...request, failures: 0, progress: { state: 'created' } };
}

export interface PresentationSessionStart
  extends Pick<SessionDocument, 'id' | 'tenant' | 'handle' | 'createdAt' | 'expiresAt' | 'state' | 'webhooks'> {
  readonly presentation: PresentationPart;
}

/** The session of a presentation request, to be inserted. */
export function createdPresentationSession(start: PresentationSessionStart): Omit<SessionDocument, 'rev'> {
  const { createdAt, expiresAt, presentation } = start;
  return withExpiry({
    ...start,
    kind: 'presentation',
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

/** `superseded`: the issuance names another request now. `present`: the request stands in the session already. */
export type PlacedRequest = 'placed' | 'present' | 'superseded';

/**
 * The request of an issuance's present attempt. It takes the place of the request of an earlier attempt; the key goes with
 * the part that it belongs to, so the end of the key is remembered by the same write.
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
