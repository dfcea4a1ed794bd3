import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { text, type WalletParameters } from '../client/wallet-parameters.ts';
import { PRE_AUTHORIZED_CODE_GRANT } from '../configuration/authorization-server-metadata.ts';

/**
 * RFC 6749, 4.1.3 and 5.2: the token request names a grant that is offered here.
 * @throws ProtocolError `invalid_request`, `unsupported_grant_type`
 */
export function checkGrantType({ parameters }: WalletParameters): void {
  const grantType = text(parameters, 'grant_type');
  if (grantType === undefined) {
    throw new ProtocolError('invalid_request', 'grant_type is missing', unknownGrant(undefined));
  }
  if (grantType !== 'authorization_code' && grantType !== PRE_AUTHORIZED_CODE_GRANT) {
    throw new ProtocolError('unsupported_grant_type', 'This grant type is not supported', unknownGrant(grantType));
  }
}

/** Why a grant type is refused. @param offered the grant types of the tenant */
export function unknownGrant(
  received: string | undefined,
  offered: readonly string[] = ['authorization_code', PRE_AUTHORIZED_CODE_GRANT],
): Reasoned {
  const facts = { expectedAny: offered, ...(received === undefined ? {} : { received }) };
  return { reason: 'grant_type', facts };
}
