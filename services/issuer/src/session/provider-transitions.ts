/** An issuance whose claims come from an attribute provider starts to wait for them. Pure. */
import { awaitedClaims, claimsEndFor } from '@countersign/shared/model/session/claims';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { type IssuanceSession, type IssuanceTransition, moved, unmoved } from './issuance-transition.ts';

export interface AskedProvider {
  readonly requestId: string;
  /** The provider's webhook, encrypted. */
  readonly sealedWebhook: string;
  /** Milliseconds: the deadline, unless the token expires earlier. */
  readonly until: number;
}

/** Of concurrent requests the first write decides, so the provider is asked once. */
export function awaitProvider(
  session: IssuanceSession,
  { requestId, sealedWebhook, until }: AskedProvider,
): IssuanceTransition {
  const { issuance } = session;
  const { progress } = issuance;
  switch (progress.state) {
    case 'token_issued':
    case 'issued': {
      const { grant } = progress;
      if (grant.requestId !== undefined || grant.revoked === true) return unmoved(session);
      const asked: IssuanceProgress = { ...progress, grant: { ...grant, requestId } };
      return moved(session, {
        issuance: { ...issuance, progress: asked },
        claims: awaitedClaims(requestId, claimsEndFor(grant, until)),
        claimsWebhook: sealedWebhook,
        announces: [{ type: 'attributes.requested.v1', data: { request: requestId } }],
      });
    }
    default:
      return unmoved(session);
  }
}
