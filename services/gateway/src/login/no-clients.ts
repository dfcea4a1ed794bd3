/** The response at every address of a provider whose tenant has no client. */
import { ProtocolError } from '@countersign/shared/kernel/errors';

export function noClients(): ProtocolError {
  return new ProtocolError('not_found', 'There is no application to sign in to here', { reason: 'login_off' });
}
