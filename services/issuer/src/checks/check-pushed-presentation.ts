import type { RequiredPresentation } from '../protocol/required-presentation.ts';
import type { Found } from '../session/issuance-session.ts';
import { presentationNeededFor } from './presentation-needed.ts';
import type { Received } from './received.ts';

/**
 * Whether what was pushed needs a presentation first, and at most one. A request_uri belongs to one request, so what is asked
 * for here is what the transition authorizes.
 * @throws ProtocolError `access_denied`
 */
export async function checkPushedPresentation({
  configurations,
  request,
  found,
}: Pick<Received, 'configurations' | 'request'> & { readonly found: Found }): Promise<{
  readonly required: RequiredPresentation | undefined;
}> {
  const { progress } = found.session.issuance;
  const ids = progress.state === 'pushed' ? progress.request.configurationIds : [];
  return { required: await presentationNeededFor(configurations, request.tenant, ids) };
}
