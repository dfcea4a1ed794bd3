import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { ResourceServer } from '../client/received.ts';
import type { PresentedToken } from './check-authorization-header.ts';

/**
 * HAIP 1.0, 4: where DPoP is required no access token is taken as Bearer, such as one of the time before the profile.
 * @throws ProtocolError `invalid_token`
 */
export function checkBearerAccepted({
  requirementsOf,
  request,
  scheme,
}: Pick<PresentedToken, 'scheme'> &
  Pick<ResourceServer, 'requirementsOf'> & { readonly request: { readonly tenant: string } }): void {
  if (scheme === 'Bearer' && requirementsOf(request.tenant).bearer === 'refused') {
    throw new ProtocolError('invalid_token', 'The access token must be bound to a key by DPoP', {
      ...{ scheme: 'DPoP', reason: 'token_unbound' },
    });
  }
}
