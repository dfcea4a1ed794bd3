import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Grant } from '@countersign/shared/model/issuance/issuance-part';
import type { PresentedToken } from './check-authorization-header.ts';

/** RFC 9449, 7.2: a DPoP-bound token is refused as Bearer, an unbound one as DPoP. @throws ProtocolError `invalid_token` */
export function checkTokenType({
  grant,
  scheme,
}: Pick<PresentedToken, 'scheme'> & { readonly grant: Pick<Grant, 'dpopJkt'> }): void {
  if ((grant.dpopJkt === undefined) !== (scheme === 'Bearer')) {
    const facts = { expected: scheme === 'Bearer' ? 'DPoP' : 'Bearer', received: scheme };
    throw new ProtocolError('invalid_token', 'The token type does not fit the authentication scheme', {
      ...{ scheme, reason: 'token_scheme', facts },
    });
  }
}
