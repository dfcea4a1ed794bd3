import type { Requested } from '../protocol/check-requested-configurations.ts';
import type { RequiredPresentation } from '../protocol/required-presentation.ts';
import { presentationNeededFor } from './presentation-needed.ts';
import type { Received } from './received.ts';

/**
 * Whether what is asked for needs a presentation first, and at most one.
 * @throws ProtocolError `access_denied`
 */
export async function checkRequestedPresentation({
  configurations,
  request,
  requested,
}: Pick<Received, 'configurations' | 'request'> & Requested): Promise<{
  readonly required: RequiredPresentation | undefined;
}> {
  return { required: await presentationNeededFor(configurations, request.tenant, requested.ids) };
}
