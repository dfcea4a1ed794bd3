import type { Received } from '../client/received.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { presentationNeeded, presentConfigurations } from '../configuration/presentation-needed.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { FoundSession } from '../session/issuance-session.ts';

/**
 * Finds the presentation that the pushed request requires first; at most one is supported. A request_uri belongs to one
 * request, so these configurations are those that the transition authorizes.
 * @throws ProtocolError `access_denied`
 */
export async function checkPushedPresentation({
  configurations,
  request,
  found,
}: Pick<Received, 'configurations' | 'request'> & { readonly found: FoundSession }): Promise<{
  readonly required: RequiredPresentation | undefined;
  /** The present version of the pushed configurations. */
  readonly pushed: readonly Configuration[];
}> {
  const { progress } = found.session.issuance;
  const ids = progress.state === 'pushed' ? progress.request.configurationIds : [];
  const pushed = await presentConfigurations(configurations, request.tenant, ids);
  return { required: presentationNeeded(pushed), pushed };
}
