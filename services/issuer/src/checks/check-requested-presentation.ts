import type { RequestedConfigurations } from '../protocol/check-requested-configurations.ts';
import type { RequiredPresentation } from '../protocol/required-presentation.ts';
import { presentationNeededFor } from './presentation-needed.ts';
import type { Received } from './received.ts';

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
