import type { Received } from '../client/received.ts';
import { presentationNeededFor } from '../configuration/presentation-needed.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { RequestedConfigurations } from './offer-checks.ts';

/**
 * Finds the presentation that the requested configurations require first; at most one is supported.
 * @throws ProtocolError `access_denied`
 */
export async function checkRequestedPresentation({
  configurations,
  request,
  requested,
}: Pick<Received, 'configurations' | 'request'> & RequestedConfigurations): Promise<{
  readonly required: RequiredPresentation | undefined;
}> {
  return { required: await presentationNeededFor(configurations, request.tenant, requested.ids) };
}
