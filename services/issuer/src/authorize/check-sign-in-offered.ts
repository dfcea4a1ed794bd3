import type { Received } from '../client/received.ts';
import { issuerStateMissing } from './offer-checks.ts';

/**
 * A wallet begins without an offer only where people can sign in.
 * @throws ProtocolError `invalid_request`
 */
export async function checkSignInOffered({
  request,
  signIn,
  parameters,
}: Pick<Received, 'request' | 'signIn' | 'parameters'>): Promise<void> {
  if ((await signIn.providers.of(request.tenant)) === undefined) throw issuerStateMissing(parameters);
}
