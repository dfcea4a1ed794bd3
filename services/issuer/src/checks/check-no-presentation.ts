import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { FoundSession } from '../session/issuance-session.ts';
import { presentationNeededFor } from './presentation-needed.ts';
import type { Received } from './received.ts';

/**
 * A pre-authorized code bypasses presentations. An offer that requires one is refused, but a configuration may have been
 * changed after the offer.
 * @throws ProtocolError `invalid_grant`, `access_denied`
 */
export async function checkNoPresentation({
  configurations,
  request,
  found,
}: Pick<Received, 'configurations' | 'request'> & { readonly found: FoundSession }): Promise<void> {
  const ids = found.session.issuance.configurationIds;
  if ((await presentationNeededFor(configurations, request.tenant, ids)) !== undefined) {
    throw new ProtocolError('invalid_grant', 'What was offered needs a presentation now');
  }
}
