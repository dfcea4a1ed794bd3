import type { Received } from '../client/received.ts';
import { presentationNeededFor } from '../configuration/presentation-needed.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

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
