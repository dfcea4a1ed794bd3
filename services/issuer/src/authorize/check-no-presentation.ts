import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Received } from '../client/received.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import { presentationNeeded, presentConfigurations } from '../configuration/presentation-needed.ts';
import type { FoundSession } from '../session/issuance-session.ts';

/**
 * A pre-authorized code bypasses presentations. An offer that requires one is refused, but a configuration may have been
 * changed after the offer.
 * @throws ProtocolError `invalid_grant`, `access_denied`
 */
export async function checkNoPresentation({
  configurations,
  request,
  found,
}: Pick<Received, 'configurations' | 'request'> & { readonly found: FoundSession }): Promise<{
  /** The present version of the offered configurations. */
  readonly offeredNow: readonly Configuration[];
}> {
  const ids = found.session.issuance.configurationIds;
  const offeredNow = await presentConfigurations(configurations, request.tenant, ids);
  if (presentationNeeded(offeredNow) !== undefined) {
    const facts = { configurationIds: ids };
    throw new ProtocolError('invalid_grant', 'What was offered needs a presentation now', {
      ...{ reason: 'offer_needs_presentation', facts },
    });
  }
  return { offeredNow };
}
