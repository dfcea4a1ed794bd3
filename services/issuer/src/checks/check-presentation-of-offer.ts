import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import type { RequiredPresentation } from '../protocol/required-presentation.ts';
import { presentationNeededFor } from './presentation-needed.ts';
import type { Received } from './received.ts';

/**
 * Finds the presentation that the offer requires first; at most one is supported.
 * @throws ProtocolError `access_denied`
 */
export async function checkPresentationOfOffer({
  configurations,
  request,
  session,
}: Pick<Received, 'configurations' | 'request'> & { readonly session: IssuanceSession }): Promise<{
  readonly neededByOffer: RequiredPresentation | undefined;
}> {
  const ids = session.issuance.configurationIds;
  return { neededByOffer: await presentationNeededFor(configurations, request.tenant, ids) };
}
